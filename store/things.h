/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The things that are put into the store or listed from it: plain structs.  Of those that
 * a list gives the strings live during the callback; NULL is null.
 */
#pragma once

#include "base/diag.h"
#include "base/number.h"
#include "parse/records.h"

#include <glib.h>

/* ---- sources and runs: put and listed ----------------------------------------------------- */

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

/* ---- listed -------------------------------------------------------------------------------- */

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
#define STORE_SUBJECT_SECONDS (STORE_SUBJECT_DAYS * 24 * 60 * 60)

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
	gint64 date; /* of the message; DATE_UNKNOWN */
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

/* The value of an axis; NULL: the table has none of that name. */
const char *store_table_axis(const struct store_table *table, const char *key);

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

struct store_move { /* a change that a performance report claims */
	const char *message_id;
	gint64 date;       /* DATE_UNKNOWN */
	guint line;        /* of the headline's row, or of the box; 0: unknown */
	gboolean headline; /* FALSE: a box, or a further headline */
	const char *commit, *title, *subsystem;
	const char *testcase, *tbox_group, *machine, *metric;
	struct store_change change;
	enum verdict verdict;
	enum direction direction;
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

struct store_shown { /* a commit that a message shows with its author */
	const char *message_id;
	guint part, line, depth; /* of quotation */
	const char *commit;      /* NULL: the posted patch that the message is */
	const char *title, *author_name, *author_address;
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
