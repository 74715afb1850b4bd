/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a message says, as records: the output of parse/, the input of the store.
 *
 * One `struct records` holds all records of one message in flat arrays; records
 * point at each other by index into those arrays, and a span names a run of them.
 * Every slice is a piece of the mail's decoded text or of records->text; so the
 * records must not outlive the mail.  A table cell costs no allocation.
 *
 * Text and number: a printed text is kept as printed; what it means stands beside
 * it.  An absent thing is a null slice, NAN or STDDEV_NONE, never zero.
 */
#pragma once

#include "base/diag.h"
#include "base/literal.h"
#include "base/slice.h"
#include "base/terms.h"
#include "parse/mail.h"

#include <glib.h>

/* ---- kinds ---------------------------------------------------------------- */

enum message_kind { /* in the order in which they are listed; names: message_kind_name() */
	MESSAGE_PERFORMANCE,
	MESSAGE_FUNCTIONAL,
	MESSAGE_BUILD,
	MESSAGE_SUMMARY,
	MESSAGE_ROBOT_PATCH,
	MESSAGE_REPLY,
	MESSAGE_PATCH,
	MESSAGE_OTHER,
	MESSAGE_KINDS
};

enum author_kind {
	AUTHOR_PERSON,
	AUTHOR_ROBOT,
};

enum table_style {      /* names: table_style_name() */
	TABLE_NCOMPARE, /* "%stddev  %change" or "fail:runs  %reproduction" marker lines */
	TABLE_COMPARE,  /* the older tool's: "change", whole percents, GEO-MEAN */
	TABLE_OLD,      /* 2013-14: '~' for the spread, no marker line */
};

enum row_kind {
	ROW_MEAN,
	ROW_FAIL,
};

enum attachment_kind {        /* names: attachment_kind_name() */
	ATTACHMENT_JOB,       /* job.yaml */
	ATTACHMENT_REPRODUCE, /* reproduce, repro-script, reproduce.sh */
	ATTACHMENT_SCRIPT,    /* job-script */
	ATTACHMENT_CONFIG,    /* config-*, .config.gz */
	ATTACHMENT_LOG,       /* dmesg*, kmsg* */
	ATTACHMENT_TABLE,     /* text that holds a comparison table */
	ATTACHMENT_PATCH,     /* text that holds a unified diff */
	ATTACHMENT_OTHER,
};

enum event_kind {
#define EVENT(symbol, name, meaning) EVENT_##symbol,
#include "parse/event.def"
#undef EVENT
	EVENT_KINDS
};

const char *message_kind_name(enum message_kind kind); /* "performance", …, "robot-patch" */
const char *author_kind_name(enum author_kind kind);   /* "robot", "person" */
const char *table_style_name(enum table_style style);  /* "ncompare", "compare", "old" */
const char *row_kind_name(enum row_kind kind);         /* "mean", "fail" */
const char *attachment_kind_name(enum attachment_kind kind);
const char *event_kind_name(enum event_kind kind); /* "still-on", … */
/* Whether its words, without any number or commit, would end a regression. */
gboolean event_kind_ends(enum event_kind kind);
const char *repair_name(guint bit); /* of 1 << bit: "mark", "nbsp", …; bit < REPAIRS */

/* The kind with that name; MESSAGE_KINDS, EVENT_KINDS when there is none. */
enum message_kind message_kind_by_name(const char *name);
enum event_kind event_kind_by_name(const char *name);

/* ---- pieces ----------------------------------------------------------------- */

/* A run of records in one of the arrays below. */
struct span {
	guint first, count;
};

struct field {
	struct slice key, value;
};

/* A printed change: "-6.3%", "+4.7", "+Inf%", "-19%". */
struct change {
	struct slice text; /* null: blank or none */
	double value;      /* NAN when text is null; may be infinite */
	enum unit unit;
};

/*
 * What was put right in a printed text before it could be read; a set of them.  None makes
 * up a digit or a sign: where more than one number would fit, the row is dropped instead.
 */
enum repair {                             /* names: repair_name() */
	REPAIR_MARK = 1 << 0,             /* another text, or none, where "±" belongs */
	REPAIR_NBSP = 1 << 1,             /* no-break spaces for blanks */
	REPAIR_BLANKS = 1 << 2,           /* white space collapsed to single blanks */
	REPAIR_REJOINED = 1 << 3,         /* broken over lines by a refill */
	REPAIR_SIGN_JOINED = 1 << 4,      /* a sign parted from its number */
	REPAIR_QUOTED_PRINTABLE = 1 << 5, /* "=3D", "=C2=B1", "=" at a line's end */
	REPAIR_ENTITY = 1 << 6,           /* "&gt;", "&plusmn;", "&#177;" */
	REPAIR_ADDRESS = 1 << 7,          /* hidden from harvesters, or a list's: address.h */
	REPAIR_LINK = 1 << 8,             /* wrapped by a gateway: link_wrap.h */
};
#define REPAIRS 9

#define STDDEV_NONE G_MININT

struct cell {
	/* Mean rows. */
	struct slice text;     /* the mean as printed; null: blank */
	double mean;           /* NAN when blank */
	struct interval means; /* the means that print so; NANs when blank */
	int stddev;            /* relative, percent, as printed; STDDEV_NONE: blank */
	/* Fail rows. */
	guint64 fails, runs; /* fails 0 when blank */
	/* Either, from the second column on. */
	struct change change; /* against the first column; points in fail rows */
};

struct row {
	enum row_kind kind;
	guint line;        /* from 1, in the decoded text of the table's part */
	struct slice stat; /* the whole name, "TOTAL x" and "GEO-MEAN x" included */
	struct slice note; /* annotation behind the name: "<-------- (a)"; null: none */
	guint repairs;     /* enum repair */
	struct span cells; /* as many as the table has columns */
	/* Judged after parsing, see compare/consistency.h. */
	enum consistency consistency;
};

struct column {
	struct slice head;   /* as printed over the column, blanks off */
	struct slice listed; /* the id in the `commit:` list; null: not listed */
	struct slice title;  /* from that list, without quotes; null: none */
	struct slice note;   /* `<-- your patch`; null: none */
	struct slice id;     /* the longest known form, from list, head or headline */
	guint declared;      /* runs behind its means that the mail tells of; 0: it does not */
	struct runs runs;    /* behind its means; judged after parsing */
};

struct table {
	guint part;              /* MIME part that holds it */
	struct slice attachment; /* that part's name; null: the body */
	guint line;  /* of the column heads, from 1; of the first row when there are none */
	guint depth; /* of quotation; 0: not quoted */
	enum table_style style;
	struct slice machine; /* "lkp-icl-2sp1: 96 threads ..." line above it, the name; null */
	struct span axes;     /* of fields */
	struct span columns;
	struct span rows; /* in order of lines */
	guint mean_rows, fail_rows;
	guint repairs; /* enum repair: of any row */
};

/*
 * A row written down where no table is, in prose or in a quotation, to speak of it; which
 * table it cites is found in the store.
 */
struct citation {
	guint part, line, depth;
	struct slice text; /* as printed, marks of quotation and blanks around it off */
	enum row_kind kind;
	struct slice stat;
	struct span cells; /* changes from the second on */
	guint repairs;     /* enum repair */
};

/* One `| testcase: change | ... |` box, or a further headline: a claim of the same mail. */
struct impact {
	guint part, line;
	struct slice text;     /* the claim as printed, soft breaks healed, white space reduced */
	struct slice testcase; /* null when it cannot be told; so the following */
	struct slice metric;
	struct change change; /* signed as in the row of its table where there is one, else
			       * as printed; the sentence's sign cannot be used */
	enum verdict verdict;
	enum direction direction; /* of the metric; judged after parsing */
	struct slice machine;     /* as printed in the box; null: the headline's */
	struct span params;       /* of fields */
	int table;                /* index of its table; -1: none */
	gboolean of_row;          /* the change is that of a row */
	gboolean headline;        /* a further headline of the mail, no box */
};

/*
 * A character plot, read back: the history of a metric before the commit (good) and
 * behind it (bad).  A value is that of the middle of its line; the sample lies within
 * half a line's height, (high - low) / (lines - 1) / 2, of it.
 */
struct plot {
	guint line;            /* of the upper border */
	guint depth;           /* of quotation */
	struct slice title;    /* null: none */
	guint lines;           /* of the frame, its borders included; 0: cannot be read back */
	guint columns;         /* of the frame, its sides included */
	double low, high;      /* the labels of the lowest and the highest line; else NAN */
	struct span good, bad; /* of plot_samples, by column */
};

struct plot_sample {
	guint column; /* from 0 at the left side of the frame */
	double value;
};

struct attachment {
	const struct mail_part *part; /* name, type, size, sha256, bytes */
	enum attachment_kind kind;
};

/* Numbers beside the tables, see parse/figures.h. */
enum figure_kind {        /* names: figure_kind_name() */
	FIGURE_PERF_STAT, /* a counter of `perf stat` */
	FIGURE_RATIO,     /* "name old new ratio%" */
	FIGURE_SAMPLES,   /* the runs of a stat, one by one */
};

const char *figure_kind_name(enum figure_kind kind); /* "perf-stat", "ratio", "samples" */

struct mail_figure {
	enum figure_kind kind;
	guint part, line;
	guint depth;        /* of quotation */
	struct slice block; /* what the block says it is of; null: nothing */
	struct slice name;
	struct span values; /* of figure_values: one or none (not counted), old and new, all */
	struct slice unit;  /* as printed; null: none */
	double percent;     /* the spread over the runs (+-), or the ratio; NAN: none */
	struct slice note;  /* the comment of a counter; null: none */
};

/* One of the first findings of an attached kernel log. */
struct log_finding {
	guint part, line; /* in the log's text, unpacked */
	const char
		*kind; /* a literal: "bug", "warning", "oops", "panic", "kasan", "lockdep", ... */
	struct slice text; /* the message, without time and thread */
};

/*
 * A file that a unified diff of the mail's author touches, see parse/diff.h.  Its names are
 * as printed, without "a/" and "b/"; they are text, never used as paths.
 */
struct touched {
	guint part, line;                /* of "diff --git", else of "---" */
	struct slice old_path, new_path; /* null: the diff adds, deletes it */
	guint hunks;                     /* damaged ones too */
	guint added, removed;            /* lines */
};

/* What a command of a reproduce script does. */
enum command_kind {         /* names: command_kind_name() */
	COMMAND_SETTING,    /* of the kernel or the shell: /proc, /sys, sysctl, variables */
	COMMAND_MODULE,     /* loads or removes one */
	COMMAND_MOUNT,      /* file systems and the devices that they lie on */
	COMMAND_BENCHMARK,  /* any program that is none of the others */
	COMMAND_BACKGROUND, /* ends in '&' */
	COMMAND_OTHER,      /* files and folders, waiting, ... */
};

const char *command_kind_name(enum command_kind kind); /* "setting", "module", ... */

struct script_command {
	guint part, line;
	enum command_kind kind;
	struct slice time; /* "2016-06-04 11:23:32"; null: none */
	struct slice text; /* without it; may be of many lines */
};

/* An attached job file: every scalar field, nested keys joined by '.', list items "key[0]". */
struct job {
	guint part;
	guint document; /* from 0, within its YAML stream */
	struct span fields;
	/* What they mean, see parse/job_axes.h. */
	struct slice result_root; /* with the run's number when that is known; null: none */
	struct span axes, needs;  /* of fields */
};

/*
 * What a message says about earlier ones, about a fix or a tree, with the words that
 * show it.  What else a kind names stands in the other fields; null: nothing.
 */
struct event {
	enum event_kind kind;
	guint part, line;
	struct slice words;
	struct slice commit; /* fixed, reverted, picked, tried, taken; of a tree its head */
	struct slice title;  /* of that commit, patch or report */
	struct slice tree;   /* "linus/master" */
	struct slice link;   /* URL */
	struct slice target; /* Message-ID: answered, or named by the link */
	guint repairs;       /* enum repair: of its line and its link */
};

/*
 * A commit that the mail shows with its author, see parse/shown_commit.h; a commit that is
 * null: the line at the head of a posted patch that tells who wrote it.
 */
struct shown_commit {
	guint part, line, depth; /* of quotation */
	struct slice commit, title;
	struct slice author_name, author_address; /* one of them may be null */
};

/* One failing thing of a functional or build report. */
struct failure {
	guint line;
	struct slice name;  /* a row of the count box; a build's line behind ">>" */
	struct span counts; /* one a column of the box; of a build none */
};

/*
 * What the robot claims.  A doubtful field is null.
 */
struct report {
	struct slice metric;
	struct change change; /* of the headline's row; of no row: null text */
	int headline_row;     /* index of that row; -1: none */
	struct slice claim;   /* the change as the sentence prints it: "-11.6%", "92.5%"; null */
	enum verdict verdict; /* the sentence's word */
	enum direction direction; /* of the metric; judged after parsing */
	struct slice failure;     /* the result that a functional report is named after */
	struct slice commit;      /* longest form in the mail; of a summary the branch head */
	struct slice commit_title;
	struct slice parent; /* first column's id in the main table, else null */
	struct slice tree;   /* URL or name */
	struct slice branch;
	struct slice testcase;
	struct slice tbox_group;
	struct slice machine;   /* the "test machine" sentence */
	struct slice subsystem; /* the commit title's prefix, else the subject's bracket; null */
	struct slice compiler, kconfig;
	struct slice head;  /* of a build: the branch's head that was built */
	struct slice link;  /* the Closes: or Link: URL that the robot asks for; null */
	struct span params; /* of fields: the "parameters" block */
	int main_table;     /* index; -1: none */
	guint tables, rows, fail_rows, boxes, plots; /* of the body at depth 0 */
};

/* ---- all of a message ------------------------------------------------------- */

struct records {
	const struct mail *mail; /* borrowed */
	enum message_kind kind;
	enum author_kind author;
	guint repairs;       /* enum repair: of the header, the body and all below */
	gboolean has_report; /* kinds performance, functional, build, summary by the robot */
	struct report report;

	GArray *tables;        /* struct table, by part, then line */
	GArray *columns;       /* struct column */
	GArray *rows;          /* struct row */
	GArray *cells;         /* struct cell */
	GArray *citations;     /* struct citation, by part, then line */
	GArray *fields;        /* struct field: axes, parameters, job fields */
	GArray *impacts;       /* struct impact */
	GArray *plots;         /* struct plot */
	GArray *attachments;   /* struct attachment */
	GArray *jobs;          /* struct job */
	GArray *events;        /* struct event, by part, then line */
	GArray *shown_commits; /* struct shown_commit, by part, then line */
	GArray *failures;      /* struct failure: rows of the count box, errors of a build */
	GArray *counts;        /* guint64: what the failures span */

	GArray *plot_samples;  /* struct plot_sample */
	GArray *figures;       /* struct mail_figure, by part, then line */
	GArray *figure_values; /* double */
	GArray *findings;      /* struct log_finding, by part, then line */
	GArray *touched;       /* struct touched, by part, then line */
	GArray *commands;      /* struct script_command, by part, then line */

	/* Rows seen = rows of tables + citations + these. */
	guint rows_seen;
	guint rows_dropped;

	GStringChunk *text; /* text that the mail does not have as such (healed names) */
};

struct records *records_new(const struct mail *mail);
void records_free(struct records *records); /* NULL is allowed; the mail stays */

/* Element i of one of the arrays. */
#define RECORD(array, type, i) (&g_array_index(array, type, i))
