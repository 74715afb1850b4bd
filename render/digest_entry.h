/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster as a digest lists it; strings as in digest_report.h. */
#pragma once

#include "compare/score.h"
#include "render/digest_report.h"

enum digest_section {
	SECTION_REGRESSIONS,
	SECTION_MIXED,
	SECTION_SETTLED, /* regressions that need nobody any more, and why */
	SECTION_IMPROVEMENTS,
	SECTION_UNJUDGED, /* a performance report without a verdict's word */
	SECTIONS
};

struct digest_commit {
	const char *id, *title;
	const char *role; /* see struct store_cluster_commit */
};

/* A line of its story. */
struct digest_step {
	gint64 date;
	const char *kind, *who;
	const char *words; /* that show it; NULL */
	const char *told;  /* what it means, a sentence of ours */
	const char *message_id, *url;
	guint line; /* 0: the subject says it */
	gboolean changes;
	enum state before, after;
	gboolean in_period;
};

struct digest_link {
	const char *kind; /* "parent", "fix-of", ... */
	const char *to;   /* a cluster's id, else a commit */
	const char *words;
	const char *message_id;
	guint line;
};

struct digest_edge { /* why something belongs to the cluster */
	const char *rule, *from, *to, *words, *message_id;
	guint line;
};

/* What own runs say of one of its reports. */
struct digest_verdict {
	const char *message_id;         /* of the report */
	gint64 date;                    /* when the runs began; DATE_UNKNOWN */
	gboolean is_last;               /* of that report, up to the end of the period */
	const char *word, *stat, *told; /* "REPRODUCED"; of that figure; as a sentence */
	enum unit unit;                 /* of the following; NAN: unknown */
	double reported, found, low, high;
	double ratio, ratio_low, ratio_high; /* of found / reported */
	guint base_runs, head_runs;
	guint wanted;           /* runs a side that would decide; 0: none are wanted */
	const char *tbox_group; /* of the runs */
	gboolean same_machine;  /* as the report's */
	const char *apart;      /* in what else than the kernel both sides differ; NULL */
	gboolean other_baseline;
	guint attempt;
};

struct digest_entry {
	guint rank; /* in its section, from 1 */
	enum digest_section section;
	const char *id, *commit, *title, *author, *subsystem, *subsystems, *tag;
	GPtrArray *aliases; /* of const char *: further ids of the cluster */
	GPtrArray *commits; /* of struct digest_commit *: under which the change is known */

	gboolean regresses, improves;
	enum state state;      /* at the end of the period */
	enum state state_last; /* just before it began; STATES: it was not there */
	enum state state_now;  /* by all that is known */
	guint flags;           /* 1 << enum state_flag, at the end of the period */
	const char *still_on;
	gint64 changed;       /* the last change of state before the end; DATE_UNKNOWN */
	gint64 heard;         /* anybody, of it, likewise */
	gboolean is_new;      /* its first report lies in the period, which has a beginning */
	gboolean has_card;    /* it is among the first DIGEST_CARDS_MAX */
	gboolean is_still_on; /* a report found it on the head of a tree, too, up to the end */
	gboolean has_news;    /* a line of its story lies in the period */
	gint64 first, last;   /* reports, up to the end of the period */
	gint64 age;           /* days from the first report to the end; -1: unknown */
	const char *verdict;  /* of own runs, the last of each report; NULL: nobody tried */
	GPtrArray *verdicts;  /* of struct digest_verdict *, by date */

	struct score score;
	double points; /* its product */
	enum score_tree tree;

	guint testcases, machine_count;  /* of all its claims */
	GPtrArray *reports;              /* of struct digest_report *, performance, by date */
	GPtrArray *also;                 /* of struct digest_report *: functional */
	GPtrArray *claims;               /* of struct digest_claim *, largest change first */
	const struct digest_claim *lead; /* the gravest that fits the section; NULL: none */
	GPtrArray *track;      /* of struct digest_claim *: the lead's metric, test case and machine
				* in each report, by date; empty unless there are two */
	GPtrArray *machines;   /* of const char *, sorted, each once */
	GPtrArray *untestable; /* of struct digest_claim * */
	guint inconsistent;    /* of its KPI rows */
	GPtrArray *steps;      /* of struct digest_step *, by date: those that mean something */
	guint answers;         /* mails of people on it, up to the end of the period */
	guint steps_plain;     /* of them those that are in no step */
	GPtrArray *links;      /* of struct digest_link * */
	GPtrArray *edges;      /* of struct digest_edge *, but for E1 and E3; the first
				* DIGEST_EDGES_MAX */
	guint edges_omitted;
	GPtrArray *charts; /* of const struct digest_chart *: changes, before and after, and what
			    * its reports have of profile and bisection; of the first
			    * DIGEST_CHARTED_MAX entries */
	const struct digest_chart *again; /* the track as a sparkline; NULL: none */
};
