/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store: everything that was read, normalised; every line of SQL lives behind
 * this header.  Nothing here names an engine; store/sqlite.c is the default one,
 * behind store/engine.h.
 *
 * Writing is idempotent: the same input twice, or in another order, gives the same
 * answers.  Of two messages with one Message-ID and other content the better copy
 * is kept (most rows, then most bytes, then the smaller hash), whatever came first.
 *
 * One `struct store` belongs to one thread.  Several processes may use one file.
 */
#pragma once

#include "store/things.h"

#include <glib.h>

#define STORE_ERROR store_error_quark()
GQuark store_error_quark(void);

enum store_error {            /* each stops a run; exit status 3 */
	STORE_ERROR_OPEN,     /* cannot be opened, created or read */
	STORE_ERROR_FOREIGN,  /* a file of another program */
	STORE_ERROR_NEWER,    /* written by a newer version of this one */
	STORE_ERROR_LOCKED,   /* another process holds it for too long */
	STORE_ERROR_FULL,     /* no space left */
	STORE_ERROR_READONLY, /* may not be written */
	STORE_ERROR_DAMAGED,  /* the engine says that the file is broken */
	STORE_ERROR_FAILED,   /* anything else */
};

enum store_mode {
	STORE_READ,  /* must exist */
	STORE_WRITE, /* made when missing (mode 0600), brought to the newest version */
};

struct store;

/*
 * `where` is a file name or an URL ("sqlite:FILE"; others are refused by name).
 * NULL with *error on failure; the message names the file.
 */
struct store *store_open(const char *where, enum store_mode mode, GError **error);

/* FALSE with *error when what was written could not be made durable. */
gboolean store_close(struct store *store, GError **error);

/* ---- writing ---------------------------------------------------------------- */

/* One transaction; store_put* outside of one are an error.  A failure rolls back. */
gboolean store_begin(struct store *store, GError **error);
gboolean store_commit(struct store *store, GError **error);
void store_rollback(struct store *store);

enum store_outcome {
	STORE_STORED,    /* a new message or run */
	STORE_DUPLICATE, /* it was there; the sighting was added or known, and the better
			  * of the two copies is kept */
};

/*
 * A message, its records, its sighting (mail->origin, list) and the diagnostics
 * that its reading gave, which follow the kept copy.  *ret_differs: the copy kept and
 * the other one differ in their decoded text.  DIAG_COPY_DIFFERS need not be put: the
 * store tells it of each sighting whose copy is not the kept one, whatever came first.
 */
gboolean store_put(struct store *store, const struct records *records, const GPtrArray *diags,
	enum store_outcome *ret_outcome, gboolean *ret_differs, GError **error);

/*
 * The same in two steps: the draft takes what time it takes, needs no store, and may be
 * made by another thread.
 */
struct store_draft;
struct store_draft *store_draft_new(const struct records *records, const GPtrArray *diags);
void store_draft_free(struct store_draft *draft); /* NULL is allowed */
gboolean store_put_draft(struct store *store, const struct store_draft *draft,
	const struct records *records, const GPtrArray *diags, enum store_outcome *ret_outcome,
	gboolean *ret_differs, GError **error);

/* A diagnostic of a source, not of a message; the same one is kept once. */
gboolean store_put_diag(struct store *store, const struct diag *diag, GError **error);

/*
 * Removes those at a path and below it that were told outside of all sources (see
 * position.h): before it is walked again.
 */
gboolean store_forget_diags(struct store *store, const char *path, GError **error);

/* Removes those of a kind, of all sources. */
gboolean store_forget_diags_of(struct store *store, enum diag_id id, GError **error);

gboolean store_put_source(struct store *store, const struct store_source *source, GError **error);

/*
 * A run with its samples.  The directory's earlier content, if it differs, is replaced; of
 * copies elsewhere that differ the better one is kept: complete, then with most samples.
 * `content` is the hash of all that is stored of a copy.
 */
gboolean store_put_run(struct store *store, const struct store_run *run,
	const struct store_sample *samples, const guint8 content[STORE_CONTENT_BYTES],
	enum store_outcome *ret_outcome, GError **error);

struct store_forgotten {
	guint64 sources, messages, runs;
	gboolean found; /* there was anything, be it a diagnostic */
};

/*
 * Removes the sightings of a path and of all below it (in the folder, in the container;
 * "/" has all absolute paths below it), or a message, and all that then hangs in the air.
 */
gboolean store_forget_source(
	struct store *store, const char *path, struct store_forgotten *ret, GError **error);
gboolean store_forget_message(
	struct store *store, const char *message_id, gboolean *ret_found, GError **error);

/*
 * Ties copies of tables, quoted or sent again, to their originals, and messages to their
 * threads: all that were put or lost one since the last time.  What comes out depends on
 * what the store holds, not on the order in which it came.  To be called within the last
 * transaction of those that put or forget; until then a new table is nobody's copy, and a
 * new message stands alone.  The rule of copies: store/family.h.
 */
gboolean store_link(struct store *store, GError **error);

/* Of the tables put since store_open(): originals, and copies as linked so far. */
gboolean store_new_tables(
	struct store *store, guint64 *ret_originals, guint64 *ret_copies, GError **error);

/* ---- reading ---------------------------------------------------------------- */

/*
 * What a query may be narrowed to.  NULL, DATE_UNKNOWN and MESSAGE_KINDS mean any;
 * several conditions must all hold, and what an item does not have never fits.
 * Diagnostics of sources fit only where nothing is asked of a message.
 */
struct store_filter {
	gint64 since, until; /* since <= date < until; a message without date never fits */
	/*
	 * A prefix (hexadecimal digits), a whole id, or a tag.  Of messages and what hangs on
	 * them it is the report's first bad commit, of tables and rows that of any column.
	 */
	const char *commit;
	const char *subsystem; /* of the report; "mm" is "mm/slub" too */
	/* Of a table's axes or an impact's box where they tell, else of the report. */
	const char *testcase, *machine /* tbox_group */;
	const char *list; /* of any sighting; "linux-mm" is "linux-mm.kvack.org" too */
	enum message_kind kind;
	const char *table;   /* its id; of tables and rows */
	const char *message; /* Message-ID; of runs: its jobs name their result root */
	/*
	 * Message-ID: what is said of that message by others.  Of events those of messages that
	 * answer it or that name it, of tables the copies of its tables, of citations those of
	 * rows that its tables have (whose own they are tells `table`).
	 */
	const char *about;
	/* Of reports: no person answered in their thread; they were taken back. */
	gboolean unanswered, retracted;
	const char *run;     /* of runs: its name, or a directory that holds it */
	const char *cluster; /* of clusters: its id */
	const char *metric;  /* of clusters: that of a claim */
};

#define STORE_FILTER_ALL                                                                           \
	((struct store_filter){.since = DATE_UNKNOWN, .until = DATE_UNKNOWN, .kind = MESSAGE_KINDS})

/* Whether its period has the date; what has none (DATE_UNKNOWN) only where there is no period. */
gboolean store_in_period(const struct store_filter *filter, gint64 date);

/*
 * Every list has a total order: the one named, then the id.  A callback that
 * returns FALSE ends the query (which still returns TRUE).  It may list further things
 * of the same store, and sees the state of the store that the outer list sees.
 */

/*
 * Lists between these two see one state of the store, whatever others write meanwhile; they
 * nest.  The end passes on whether all went well, and must be called behind a beginning that
 * did.
 */
gboolean store_read_begin(struct store *store, GError **error);
gboolean store_read_end(struct store *store, gboolean success, GError **error);

/* By date (unknown last), then Message-ID. */
gboolean store_list_messages(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_message *, void *), void *data, GError **error);
/* The days, counted from 1970, on which there is a report, or summary, of the filter. */
gboolean store_list_days(struct store *store, const struct store_filter *filter,
	gboolean (*each)(gint64 day, void *), void *data, GError **error);
gboolean store_list_reports(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_report *, void *), void *data, GError **error);
/* By the message's order, then part, line. */
gboolean store_list_tables(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_table *, void *), void *data, GError **error);
gboolean store_list_rows(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_row *, void *), void *data, GError **error);
/* By the message's order, then part, line. */
gboolean store_list_citations(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_citation *, void *), void *data, GError **error);
gboolean store_list_impacts(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_impact *, void *), void *data, GError **error);
/* By the message's order, the headline first, then line. */
gboolean store_list_moves(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_move *, void *), void *data, GError **error);
gboolean store_list_plots(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_plot *, void *), void *data, GError **error);
gboolean store_list_jobs(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_job *, void *), void *data, GError **error);
gboolean store_list_figures(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_figure *, void *), void *data, GError **error);
gboolean store_list_findings(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_finding *, void *), void *data, GError **error);
gboolean store_list_diffs(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_diff *, void *), void *data, GError **error);
gboolean store_list_commands(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_command *, void *), void *data, GError **error);
gboolean store_list_attachments(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_attachment *, void *), void *data, GError **error);
gboolean store_list_showns(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_shown *, void *), void *data, GError **error);
/* By the message's order, then part, line.  A commit narrows to events that name it and to
 * those of messages that report it. */
gboolean store_list_events(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_event *, void *), void *data, GError **error);
/*
 * By result root, number, start.  The period is that of the start; what else is asked of
 * messages (kind, list, subsystem, table) fits no run.
 */
gboolean store_list_runs(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_run *, void *), void *data, GError **error);
/* Those of a run, in the order of its file. */
gboolean store_list_samples(struct store *store, gint64 run,
	gboolean (*each)(const struct store_sample *, void *), void *data, GError **error);
/* By path. */
gboolean store_list_sources(struct store *store,
	gboolean (*each)(const struct store_source *, void *), void *data, GError **error);
/* By path, offset, part, line, id. */
gboolean store_list_diags(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_diag *, void *), void *data, GError **error);
/* What reading one message told, by part, line, id: without its place, and quick. */
gboolean store_list_told(struct store *store, const char *message_id,
	gboolean (*each)(const struct store_diag *, void *), void *data, GError **error);
/* By id. */
gboolean store_list_commits(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_commit *, void *), void *data, GError **error);

/* Of all sources but result roots: seen = messages + copies + skipped + failed. */
struct store_documents {
	guint64 seen;
	guint64 messages, copies; /* kept once; met again */
	guint64 skipped;          /* nothing of the robot's in them */
	guint64 failed;           /* could not be read */
};

struct store_totals {
	struct store_documents documents; /* whatever the filter */
	guint64 messages[MESSAGE_KINDS];
	guint64 reports, sightings, sources;
	guint64 tables, rows, fail_rows, inconsistent; /* without copies of tables */
	guint64 copies;                                /* of tables */
	guint64 diags[DIAG_COUNT];
};

gboolean store_totals(struct store *store, const struct store_filter *filter,
	struct store_totals *ret_totals, GError **error);

/*
 * Soundness: the engine's own check, dangling references, counts that do not add
 * up.  Each finding is a sentence given to `each`; *ret_findings their number.
 */
gboolean store_check(struct store *store, void (*each)(const char *finding, void *data), void *data,
	guint *ret_findings, GError **error);
