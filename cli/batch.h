/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a reader hands on, some messages at a time: a lock and a wake-up for each of a
 * list's mails would cost more than dismissing it.  A parser works through a batch, in
 * order; then it holds what came of it.
 */
#pragma once

#include "cli/run_record.h"
#include "ingest/ingest.h"
#include "parse/records.h"
#include "store/dismissed_record.h"
#include "store/store.h"

#include <glib.h>

#define BATCH_BYTES (256 << 10) /* raw bytes kept; a larger message is alone in its batch */
#define BATCH_SIFTED (4 << 20)  /* raw bytes seen and not kept */
#define BATCH_ITEMS 1024

/*
 * A message, a run, a source that was read to its end, how far it was read, or diagnostics of
 * none of them; nothing, when the message was dismissed.
 */
struct item {
	struct origin origin; /* strings are the batch's */
	struct slice raw;     /* of a message, until it is parsed or, dismissed, written */
	struct gitbox *box;   /* of one that is still to be read from there; NULL: of none */
	gboolean lost;        /* it could not be read */
	struct mail *mail;
	struct records *records;
	struct store_draft *draft; /* of the records */
	GPtrArray *diags;          /* NULL: none */
	struct ingest_source *source;
	struct result_run *run;     /* until it is read: into */
	struct run_record *record;  /* NULL, too: it cannot be */
	struct position *position;  /* how far a source was read */
	gboolean begins;            /* it is begun there */
	gboolean removed;           /* the origin's object, from the git archive that was begun */
	gboolean vanished;          /* the origin's path is no more */
	struct dismissed_mark mark; /* of a position: what was dismissed before it */
	gboolean by_thread;         /* it is not dismissed again: its thread matters */
	gboolean in_pack;           /* one of the batch's dismissed mails: */
	gsize entry;                /* where its record stands there */
};

struct batch {
	GArray *items; /* of struct item, in the order of the input */
	struct dismissed_pack dismissed;
	guint kept;     /* once parsed: items that hold something */
	gsize weight;   /* bytes that it keeps, about */
	gboolean ready; /* for the writer */
	/* private */
	GStringChunk *strings;
	char *block; /* raw messages */
	gsize room, used, sifted;
	gboolean has_objects;
};

struct batch *batch_new(void);
void batch_free(struct batch *batch); /* NULL is allowed */

/* As new, but for the memory that it has. */
void batch_empty(struct batch *batch);

/*
 * Whether a message of so many bytes may be added.  Whether a mail of a git archive matters is
 * known when it is inflated, and records of dismissed mails stand in their order: so those of
 * git archives and those that the reader dismissed are not in the same batch.
 */
gboolean batch_has_room(const struct batch *batch, gsize len);
gboolean batch_takes_objects(const struct batch *batch);
gboolean batch_takes_dismissed(const struct batch *batch);

/* The item lives until the next is added. */
struct item *batch_add_message(struct batch *batch, struct slice raw, const struct origin *origin);
void batch_add_object(
	struct batch *batch, struct gitbox *box, const struct origin *origin, gsize size);
void batch_add_mail(struct batch *batch, struct mail *mail, GPtrArray *diags,
	gboolean by_thread); /* takes both */
/*
 * A mail of `size` bytes that the reader has dismissed.  `raw`: its bytes are kept, for it may
 * answer what matters; null: nothing of it but its record is.
 */
void batch_add_dismissed(
	struct batch *batch, const struct thread_ids *ids, const struct origin *origin, gsize size);
void batch_add_answer(struct batch *batch, struct slice raw, const struct thread_ids *ids,
	const struct origin *origin);
void batch_add_run(struct batch *batch, struct result_run *run); /* takes it */
void batch_add_source(struct batch *batch, const struct ingest_source *source);
void batch_add_position(struct batch *batch, const struct position *position, gboolean begins);
void batch_add_removed(struct batch *batch, const char *object);
void batch_add_vanished(struct batch *batch, const char *path);
void batch_add_diag(struct batch *batch, const struct diag *diag);

/* All was parsed: raw bytes leave, and it weighs what is left. */
void batch_settle(struct batch *batch);
