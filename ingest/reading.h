/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of one file by their form: a mailbox is split, an archive opened, what
 * was compressed twice unpacked again, each member read as if it were a file.
 *
 * Inner to ingest/: the run's state, and the one place where a loss is counted.
 */
#pragma once

#include "ingest/ingest.h"
#include "ingest/stream.h"

struct resume;

struct run {
	const char *const *sources;         /* all that were named, ... */
	const char *const *source;          /* ... and the one at hand */
	const struct ingest_memory *memory; /* NULL: none */
	struct stream_limits limits;
	const char *const *except; /* of struct ingest_options */
	gboolean only_runs;
	const struct ingest_handler *handler;
	struct ingest_counts *counts;
	guint64 bytes_before; /* of the files that are done */
	guint64 items;        /* files met below the source at hand */
	guint64 members;      /* of archives in the file at hand */
	/* The maildir whose messages are coming; path NULL: none. */
	struct ingest_source maildir;
};

/* A file at hand, or a member of an archive. */
struct reading {
	struct run *run;
	const char *path;
	struct stream *stream;
	gboolean whole;        /* one message, whatever lines stand in it */
	guint layer;           /* containers around it */
	struct resume *resume; /* of a file; NULL: a member */

	guint64 passed;   /* unpacked bytes that were read before */
	const char *kind; /* "mbox", ..., as of struct ingest_source */
	guint64 documents, messages;
	gboolean complete;
};

/* The one place that tells losses from doubts: what is lost counts as failed. */
void run_complain(struct run *run, enum diag_id id, const char *path, gint64 offset,
	struct slice excerpt, const char *detail);

/* What it is when a stream ended so; not for STREAM_READING and STREAM_END. */
enum diag_id run_diag_of(enum stream_state state);

/* FALSE: the handler stopped the run. */
gboolean run_tell_source(struct run *run, const struct ingest_source *source);

/* Fills the lower half in.  FALSE: the handler stopped the run. */
gboolean reading_run(struct reading *r);
