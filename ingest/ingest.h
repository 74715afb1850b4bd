/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where messages and runs come from: walks what the user named, opens containers, splits
 * mailboxes, and hands each raw message to a callback, in order.
 *
 * Forms, told by content: a single message; mboxrd, mboxo, mboxcl2; each under
 * gz, xz, zst, bz2; tar, cpio, zip and 7z archives of these and of each other;
 * maildirs; public-inbox archives (git); saved pages of archives, threads and reports
 * as plain text; directories of these; "-" for standard input, and a named pipe that
 * is itself named.  Text may be UTF-16, or begin with a byte order mark.
 *
 * Result roots (ingest/result_run.h) lie in directories and archives: a run is handed on
 * as a whole, and no file of it is a message.
 */
#pragma once

#include "base/diag.h"
#include "base/origin.h"
#include "base/position.h"
#include "base/slice.h"
#include "ingest/result_run.h"
#include "parse/mail.h"

#include <glib.h>

#define INGEST_MAIL_MAX (8 << 20)         /* bytes of one message; five of them are in memory */
#define INGEST_DICTIONARY_MAX (128 << 20) /* of an xz file */
#define INGEST_LAYERS_MAX 8               /* containers in each other */
#define INGEST_MEMBERS_MAX (1 << 20)      /* of archives, in all layers of a file */
/* Of an archive's runs in memory; beyond, those that seem whole are handed on. */
#define INGEST_RUNS_HELD_MAX (64 << 20)
#define INGEST_ONLY_RUNS_HELD_MAX (1 << 30)

struct ingest_options {
	guint64 bytes_max; /* unpacked bytes of one file, all layers; 0: the default (64 GiB) */
	double ratio_max;  /* unpacked to packed; 0: the default (1,000 beyond 64 MiB) */
	/* Passed over where they are met below a source: the caller's own files; NULL: none. */
	const char *const *except;
	gboolean only_runs; /* all else is passed over; each run's series are wanted, too */
};

struct ingest_source {    /* of each container or file, when it was read to its end */
	const char *path; /* as in origins */
	const char *kind; /* "mbox", "message", "maildir", "archive", "git", "page", "dump",
			     "run", "stdin", "other" */
	gint64 size;      /* packed bytes, -1: unknown */
	guint64 bytes;    /* unpacked bytes read */
	guint64 documents;
	gboolean complete;       /* FALSE: damaged or over a limit */
	const char *fingerprint; /* sha256 of its first 64 KiB, hexadecimal; NULL: none */
};

/*
 * What is known of sources that were read before, and told of those that are read now, so
 * that unchanged ones are passed over and mailboxes and git archives that grew, or whose
 * reading was interrupted, are read on from where it ended.  Each function may be NULL;
 * of those that return TRUE or FALSE, FALSE stops the run.
 */
struct ingest_memory {
	const char *revision; /* of what reads: a source that another one read is read anew */
	/* What is known of a path: position_free(); NULL: nothing. */
	struct position *(*known)(const char *path, void *data);
	/*
	 * A source is begun: with an offset or a commit it is read on from there, else anew.
	 * All that is handed on until it is finished is of it.
	 */
	gboolean (*begin)(const struct position *from, void *data);
	/* Calls `each` with the path of every file below a folder of which something is known. */
	void (*known_below)(
		const char *folder, void (*each)(const char *path, void *to), void *to, void *data);
	/* A file of a maildir is no more: it was removed, or has another name. */
	gboolean (*vanished)(const char *path, void *data);
	/* An object of the git archive that was begun is gone, unless it is handed on again. */
	gboolean (*removed)(const char *object, void *data);
	/* All before this was handed on; when it is finished, that is all. */
	gboolean (*position)(const struct position *position, void *data);
	void *data;
};

struct gitbox;

struct ingest_handler {
	/*
	 * One raw message.  `raw` and the origin's strings live only during the call.
	 * FALSE stops the run (the handler keeps its own error).
	 */
	gboolean (*message)(struct slice raw, const struct origin *origin, void *data);
	/*
	 * One message of a git archive, of `size` bytes, which is still to be read, with
	 * gitbox_read(), in any thread; its id is the origin's.  `box` lives during the call.
	 */
	gboolean (*object)(struct gitbox *box, const struct origin *origin, gsize size, void *data);
	/*
	 * One message as a page or a dump shows it, taken apart already, and what was wrong
	 * with it (a diag_list_new()); both the receiver's.  Not `matters`: nothing that
	 * stands on its page or in its dump can.
	 */
	gboolean (*mail)(struct mail *mail, GPtrArray *diags, gboolean matters, void *data);
	/* A source is done; may be NULL. */
	gboolean (*source)(const struct ingest_source *source, void *data);
	/* Something read: unpacked bytes in all so far; may be NULL.  For progress. */
	void (*progress)(guint64 bytes, const char *path, void *data);
	struct diag_sink diags;
	void *data;
	const struct ingest_memory *memory; /* NULL: none */
	/* One run of the robot, the receiver's.  NULL: its files are read as any others are. */
	gboolean (*run)(struct result_run *run, void *data);
};

/*
 * Why a document or source ended as it did, for the counts that must add up.
 * `failed` reasons are diagnostics' names; each failed document was emitted as one.
 */
struct ingest_counts {
	guint64 messages, runs;     /* handed to the callbacks */
	guint64 not_runs;           /* directories that seem to be runs, and are none */
	guint64 read_before;        /* documents that need not be read again */
	guint64 bytes;              /* unpacked */
	guint64 failed[DIAG_COUNT]; /* documents and sources that could not be handed on */
};

/*
 * Reads all sources, in the order of their names within directories (bytewise).
 * What is wrong with one is a diagnostic and the run goes on.  FALSE with *error
 * only when the handler stopped it (G_IO_ERROR_CANCELLED).
 */
gboolean ingest_run(const char *const *sources, const struct ingest_options *options,
	const struct ingest_handler *handler, struct ingest_counts *ret_counts, GError **error);
