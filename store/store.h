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

#include "base/diag.h"
#include "base/number.h"
#include "parse/records.h"

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

/* A diagnostic of a source, not of a message; the same one is kept once. */
gboolean store_put_diag(struct store *store, const struct diag *diag, GError **error);

/*
 * Removes those at a path and below it that were told outside of all sources (see
 * position.h): before it is walked again.
 */
gboolean store_forget_diags(struct store *store, const char *path, GError **error);

/* Removes those of a kind, of all sources. */
gboolean store_forget_diags_of(struct store *store, enum diag_id id, GError **error);

struct store_source {
	const char *path; /* container chain */
	const char *kind;
	gint64 size; /* packed bytes; -1: unknown */
	guint64 bytes;
	guint64 documents;
	gboolean complete;
	const char *fingerprint;
	guint64 sightings; /* read only */
};

gboolean store_put_source(struct store *store, const struct store_source *source, GError **error);

struct store_field {
	const char *key, *value;
};

struct store_sample {
	const char *stat;
	struct number value;
	gboolean is_sound; /* FALSE: there stood something else */
};

struct store_run_finding {
	const char *file;
	guint line;
	const char *kind, *text;
};

#define STORE_CONTENT_BYTES 32 /* of a SHA-256 */

struct store_run {
	const char *root; /* of its result root, from the test case on */
	guint number;
	const char *started; /* the job's start_time, or "" */
	const char *testcase, *tbox_group, *commit;
	const char *state; /* the job's; NULL: not told */
	gboolean incomplete;
	const char *numbers; /* "stats", "monitors", "matrix"; NULL: none */
	guint n_samples;
	struct slice job;                        /* job.yaml */
	const struct store_field *axes, *fields; /* in the order of the job */
	guint n_axes, n_fields;
	const struct store_run_finding *findings;
	guint n_findings;
	const char *path; /* its directory; read: the first by name */
	/* read only */
	gint64 id;
	const char *name; /* root/number */
	guint sightings;
};

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
	const char *run; /* of runs: its name, or a directory that holds it */
};

#define STORE_FILTER_ALL                                                                           \
	((struct store_filter){.since = DATE_UNKNOWN, .until = DATE_UNKNOWN, .kind = MESSAGE_KINDS})

/*
 * Query results: plain structs whose strings live during the callback; NULL is
 * null.  Every list has a total order: the one named, then the id.  A callback that
 * returns FALSE ends the query (which still returns TRUE).  It may list further things
 * of the same store, and sees the state of the store that the outer list sees.
 */

struct store_place { /* the first sighting by path, then offset */
	const char *path;
	gint64 offset; /* -1: none */
	const char *object;
};

/* What tells a thread, the stronger first; names: thread_by_name(), NULL for THREAD_ROOT. */
enum thread_by {
	THREAD_ROOT, /* it is the root */
	THREAD_IN_REPLY_TO,
	THREAD_REFERENCES,
	THREAD_SUBJECT,
};

const char *thread_by_name(enum thread_by by);
#define STORE_SUBJECT_DAYS 30

struct store_message {
	const char *message_id;
	gboolean synthetic_id;
	gint64 date; /* DATE_UNKNOWN: null */
	const char *date_text;
	const char *list; /* of the first sighting that has one */
	enum message_kind kind;
	enum author_kind author;
	const char *from_name, *from_address;
	const char *subject;
	const char *in_reply_to;
	/*
	 * Id of the root, seen or not: up by In-Reply-To where that message is known, else by
	 * the first Reference, else by In-Reply-To, of an answer without any to the last
	 * message with its subject up to STORE_SUBJECT_DAYS before it; itself when none; the
	 * smallest id of a ring.  Known from store_link() on.
	 */
	const char *thread;
	enum thread_by thread_by;       /* the weakest of what ties it to the root */
	const char *const *attachments; /* names of named parts, in order; NULL-terminated */
	const char *repairs;            /* names joined by ','; NULL: none */
	guint sightings;
	struct store_place source;
};

struct store_change {
	const char *text; /* NULL: none */
	double value;
	enum unit unit;
};

struct store_failure {
	const char *name;
	const guint64 *counts; /* per column */
	guint columns;
};

struct store_report {
	struct store_message message;
	const char *metric;
	struct store_change change;
	const char *claim;
	enum verdict verdict;
	enum direction direction; /* of the metric */
	const char *failure;
	/* Of a functional report its count box's rows, then the fail rows of its tables at
	 * depth 0; of a build report its errors and warnings, without counts. */
	const struct store_failure *failures;
	guint n_failures;
	const char *commit, *commit_title, *parent, *tree, *branch;
	const char *testcase, *tbox_group, *machine, *subsystem, *compiler, *kconfig, *head, *link;
	guint tables, rows, fail_rows, boxes, plots;
	const char *main_table;           /* table id; NULL: none */
	guint headline_line;              /* line of the headline's row in that table; 0: none */
	const struct store_field *params; /* the "parameters" block */
	guint n_params;
};

struct store_column {
	const char *id, *head, *title, *note;
	struct runs runs; /* behind its means; low 0: null */
};

struct store_table {
	const char *id; /* message id, '#', part, ':', line */
	const char *message_id;
	guint part, line, depth;
	const char *attachment;
	const char *copy_of;
	enum table_style style;
	const char *machine;
	const struct store_field *axes;
	guint n_axes;
	const struct store_column *commits;
	guint n_commits;
	guint rows, fail_rows;
	const char *repairs; /* names joined by ','; NULL: none */
};

struct store_cell {
	const char *text;
	double mean; /* NAN: null; so the bounds */
	struct interval means;
	int stddev; /* STDDEV_NONE: null */
	guint64 fails, runs;
};

struct store_row {
	const char *table, *message_id;
	guint line;
	enum row_kind kind;
	const char *stat, *note;
	const struct store_cell *cells;
	const struct store_change *changes; /* of columns 1 …; n_cells - 1 of them */
	guint n_cells;
	enum consistency consistency;
	const char *repairs; /* names joined by ','; NULL: none */
};

/* A row written down where no table is, to speak of it. */
struct store_citation {
	const char *message_id;
	guint line, depth;
	enum row_kind kind;
	const char *stat;
	const char *text;    /* the whole row as printed */
	const char *repairs; /* names joined by ','; NULL: none */
	/*
	 * The table that it cites, no copy itself, and the line of the row in it.  NULL: no
	 * mail has such a row, or several have: of the thread's mails, or where none of them
	 * has it of all.
	 */
	const char *table;
	guint table_line;
};

struct store_impact {
	const char *message_id;
	guint line;
	const char *text, *testcase, *metric, *machine;
	struct store_change change;
	enum verdict verdict;
	enum direction direction;
	const char *table; /* id of its table; NULL: none */
	const struct store_field *params;
	guint n_params;
};

struct store_series { /* of a plot, by column */
	const double *values;
	const guint *columns; /* from 0 at the left side of the frame */
	guint n;
};

struct store_plot {
	const char *message_id;
	guint line, depth;
	const char *title;
	guint lines, columns; /* of the frame; 0: it cannot be read back */
	double low, high;     /* NAN: so */
	struct store_series good, bad;
};

struct store_job {
	const char *message_id;
	const char *attachment; /* name of the part */
	guint part, document;
	const char *result_root;
	const struct store_field *fields;
	guint n_fields;
	const struct store_field *axes; /* what LKP compares by, by bare name */
	guint n_axes;
	const struct store_field *needs; /* what it needs of a machine */
	guint n_needs;
};

struct store_figure { /* a number, or some, beside the tables */
	const char *message_id;
	enum figure_kind kind;
	guint part, line, depth;
	const char *block; /* what its block says it is of */
	const char *name, *unit;
	const double *values; /* a counter's, or none; old and new; all runs */
	guint n_values;
	double percent;   /* the spread over the runs, or the ratio; NAN: none */
	const char *note; /* the comment of a counter */
};

struct store_finding { /* of an attached kernel log */
	const char *message_id;
	guint part, line;
	const char *kind, *text;
};

struct store_diff { /* a file that a unified diff of the message's author touches */
	const char *message_id;
	guint part, line;
	const char *old_path, *new_path; /* NULL: the diff adds, deletes it */
	guint hunks, added, removed;
};

struct store_command { /* of an attached reproduce script */
	const char *message_id;
	guint part, line;
	enum command_kind kind;
	const char *time; /* as printed; NULL: none */
	const char *text; /* may be of many lines */
};

struct store_attachment {
	const char *message_id;
	guint part;
	const char *name, *type, *sha256;
	guint64 size;
	enum attachment_kind kind;
	struct slice content; /* kept for jobs, scripts and tables; else null */
};

struct store_event {
	const char *message_id;
	gint64 date; /* of the message; DATE_UNKNOWN: null */
	enum event_kind kind;
	enum author_kind author;
	guint part, line; /* 0: the subject says it */
	const char *text, *commit, *title, *tree, *link, *target;
	const char *repairs; /* names joined by ','; NULL: none */
	/* The messages that its message answers: In-Reply-To, then the References, newest
	 * first; NULL-terminated. */
	const char *const *answers;
};

struct store_sighting {
	const char *message_id;
	struct store_place place;
	const char *list;
};

struct store_diag {
	enum diag_id id;
	const char *message_id; /* NULL: of a source, or of a message that was not stored */
	struct origin origin;
	const char *detail;
	struct slice excerpt;
};

struct store_commit {   /* every commit id or tag that any report or table column names */
	const char *id; /* as long as known; an abbreviation of one known id is that id */
	const char *title;
	const char *subsystem;
	guint reports; /* that blame it */
	guint tables;  /* that have it as a column */
};

/* By date (unknown last), then Message-ID. */
gboolean store_list_messages(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_message *, void *), void *data, GError **error);
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
/* By path, offset. */
gboolean store_list_sightings(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_sighting *, void *), void *data, GError **error);
gboolean store_list_sources(struct store *store,
	gboolean (*each)(const struct store_source *, void *), void *data, GError **error);
/* By path, offset, part, line, id. */
gboolean store_list_diags(struct store *store, const struct store_filter *filter,
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
