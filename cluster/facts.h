/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known that clusters are made of, as plain arrays: what the store says of
 * messages, reports, claims and events, what a tree of the kernel says of commits, and
 * what the user decided.  Everything else in this folder is a function of these.
 *
 * Strings are kept once, in facts->text, and live as long as the facts; NULL: unknown.
 * The order of the arrays means nothing.
 */
#pragma once

#include "base/terms.h"
#include "parse/records.h"

#include <glib.h>

struct fact_message {
	const char *message_id, *in_reply_to;
	const char *const *references; /* newest first; NULL-terminated */
	gint64 date;                   /* DATE_UNKNOWN */
	enum message_kind kind;
	enum author_kind author;
	const char *from_name, *from_address, *subject;
	/* Where it was met first: of messages without a date that tells the order. */
	const char *path; /* NULL: it has a date */
	gint64 offset;    /* -1: none */
};

struct fact_report {
	const char *message_id;
	gint64 date;
	enum message_kind kind; /* no summary: its branch head is no commit to blame */
	const char *commit;     /* first bad commit, as long as known; 7 digits or more */
	const char *title, *parent, *tree, *branch, *subsystem;
	const char *const *lists;                 /* that it was met on, by name; NULL-terminated */
	const char *author_name, *author_address; /* of the commit, where the mail tells */
	enum verdict verdict;
	guint inconsistent; /* rows of its tables that are */
	gboolean retold;    /* it is not in the store: an answer that quotes it and measures its
			     * commit again stands for it (message_id) */
};

/* The headline of a report, or one of its impact boxes. */
struct fact_claim {
	guint report; /* index */
	guint nr;     /* within it; 0: the headline */
	guint line;   /* of the row or box; 0: unknown */
	const char *testcase, *tbox_group, *compiler, *kconfig, *governor, *microcode;
	const char *params;        /* all others, "key=value", by key, joined by blanks */
	const char *metric, *text; /* the change as printed */
	guint alias_of;            /* index of the claim that says the same; its own: none */
	const char *aliases;       /* metrics of those that are its aliases, joined by ", " */
	double change;             /* as `unit` has it, signed as in the row; NAN: unknown */
	enum unit unit;
	enum verdict verdict;
};

struct fact_event {
	const char *message_id;
	gint64 date;
	enum event_kind kind;
	enum author_kind author;
	guint part, line; /* line 0: the subject says it */
	const char *text, *commit, *title, *tree, *link, *target;
	const char *person; /* the name of who says it */
};

/* A commit that a message shows with its author, or the "From:" line at a patch's head. */
struct fact_shown {
	const char *message_id;
	guint part, line, depth; /* of quotation */
	const char *commit;      /* NULL: the message itself, a posted patch */
	const char *title, *author_name, *author_address;
};

/* Whom a report went to. */
struct fact_recipient {
	const char *message_id, *name, *address; /* name may be NULL */
};

struct fact_column {
	const char *id, *title; /* of the commit, as long as known; id NULL: no commit */
	const char *text;       /* the metric's change against the first column, as printed */
	double change;          /* NAN: none */
	enum unit unit;
};

/*
 * A table that an answer holds (measured again), by the row of its metric: that of the
 * subject, else the first row of means, a key figure.  No copy of another table; depth > 0: it
 * is quoted, and the mail that it was in is not in the store.
 */
struct fact_table {
	const char *message_id;
	guint part, line, depth;
	guint row; /* line of the metric's row; 0: it has none */
	const char *metric;
	const char *testcase, *tbox_group;
	const char *const *axes; /* "key=value", by key; NULL-terminated */
	const struct fact_column *columns;
	guint n_columns;
};

/*
 * What a tree says of a commit; absent without a tree.  There is one for each commit that
 * the facts name, whole or short, and one for each commit of the main branch that has such a
 * one's title, reverts it, fixes it, takes it over or links to one of the messages.
 */
struct fact_commit {
	const char *id; /* 40 digits */
	const char *title, *author_name, *author_address;
	gint64 date;          /* of the commit */
	const char *parent;   /* the first; NULL: none */
	const char *patch_id; /* stable; NULL: a merge, or unknown */
	gboolean is_mainline; /* an ancestor of the tree's main branch */
	const char *tag;      /* the first release that has it; NULL: none yet */
	const char *reverts;  /* the id that it takes back, in full where the tree knows; NULL */
	const char *upstream; /* the id that it is a backport or a pick of, likewise; NULL */
	const char *const *fixes;  /* ids of its Fixes: trailers, likewise; NULL-terminated */
	const char *const *links;  /* URLs of Closes: and Link: trailers; NULL-terminated */
	const char *subsystems;    /* of MAINTAINERS, joined by ", "; NULL */
	const char *lists;         /* their mailing lists, joined by ", "; NULL */
	const char *const *people; /* who looks after them, "NAME <ADDRESS>"; NULL: not known */
};

struct facts {
	GArray *messages;   /* struct fact_message */
	GArray *reports;    /* struct fact_report */
	GArray *claims;     /* struct fact_claim */
	GArray *events;     /* struct fact_event */
	GArray *shown;      /* struct fact_shown */
	GArray *recipients; /* struct fact_recipient */
	GArray *tables;     /* struct fact_table */
	GArray *measured;   /* struct fact_measured, see cluster/measured.h */
	GArray *commits;    /* struct fact_commit, by id; empty without a tree */
	gboolean has_tree;
	GHashTable *commit_names; /* an id as the facts have it -> its index in commits; NULL */
	GPtrArray *blocks;        /* see facts_keep_block() */
	GStringChunk *text;
};

struct facts *facts_new(void);

/*
 * Brings the arrays but commits into one order, whatever theirs was: reports and events by
 * date (unknown ones last), then Message-ID, claims by their report.
 */
void facts_order(struct facts *facts);
void facts_free(struct facts *facts);                           /* NULL is allowed */
const char *facts_keep(struct facts *facts, const char *text);  /* NULL stays NULL */
const char *facts_keep_id(struct facts *facts, const char *id); /* of a commit, in lower case */

/* A block of memory that is freed with them. */
gpointer facts_keep_block(struct facts *facts, gpointer block);

/* A NULL-terminated list of texts that the facts keep; ends `names`, NULL: none, with a NULL. */
const char *const *facts_keep_list(struct facts *facts, GPtrArray *names);

/* What a tree says of the commit with that whole id; NULL: nothing. */
const struct fact_commit *facts_whole_commit(const struct facts *facts, const char *id);

/* As strcmp(); an unknown date comes last. */
int facts_compare_dates(gint64 a, gint64 b);
