/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison judged: the rows that LKP's rules choose, each with what its runs say.
 *
 * What LKP counts as 0 is missing here, runs that did not complete count for failures only,
 * and the rate of a failure is that of its own column.  LKP's own figures stand beside.
 */
#pragma once

#include "compare/changed.h"
#include "compare/judge_runs.h"
#include "compare/past_runs.h"
#include "compare/rows.h"
#include "compare/samples.h"

enum comparison_kind { /* in the order of the table */
	KIND_KPI,      /* a figure of the test itself */
	KIND_FAILURE,
	KIND_MONITOR,
};

const char *comparison_kind_name(enum comparison_kind kind); /* "kpi", "failure", "monitor" */

enum comparison_kind comparison_kind_of(struct stat_book *book, const char *name);
enum direction comparison_direction_of(
	struct stat_book *book, const char *name, enum comparison_kind kind);
enum unit comparison_unit_of(const char *name); /* of its change, where it has a logarithm */

struct comparison_cell {
	guint n;                        /* runs that count; of failures: all */
	guint runs;                     /* that could count */
	guint missing;                  /* of these, without the stat */
	guint no_data;                  /* of these, that say -1 for "no data" */
	double mean, spread, low, high; /* NANs: unknown; spread is the sample's, of n - 1 */
	guint failed;                   /* runs of a failure */
};

/* A row of a head against the base. */
struct comparison_verdict {
	struct judgement judged; /* of failures: change in points of the rate, p, ci, grade */
	struct interval p;       /* what counts for the grade, corrected; NANs: untestable */
	enum grade grade;        /* by it */
	gboolean is_exploratory; /* no key figure of the group is SUPPORTED */
	enum verdict verdict;    /* NONE: no direction is known, or it is not significant */
	gboolean is_changed;     /* by LKP's rule */
};

#define NO_ROW G_MAXUINT

struct comparison_row {
	const char *name;
	enum comparison_kind kind;
	enum direction direction;
	const struct stat_row *lkp; /* NULL: LKP's figures are not known */
	guint alias_of;   /* index of the row that says the same, or its own; of no table: NO_ROW */
	guint next_alias; /* index of the next row with the same alias_of; NO_ROW: none */
	struct past past; /* what the stat did before; zeroes of failures */
	struct comparison_cell *cells;
	struct comparison_verdict *verdicts; /* by member; [0] is unused */
};

/* By member; LKP's rule against the base: how often does it fire by chance? */
struct comparison_chance {
	guint base_runs, head_runs; /* that LKP counts */
	guint looked_at; /* stats whose ranges it compares, and that are not the same throughout */
	guint fired;
	double rate; /* by chance, per stat, before the ratio and the size; NAN: unknown */
};

struct comparison_member {
	const struct matrix *all, *complete; /* the same where all runs completed */
	const struct samples *samples;
};

/* Why a stat has a row or has none. */
struct comparison_step {
	guint member;
	gboolean incomplete; /* the pass of what incomplete runs tell */
	struct change_why why;
};

struct comparison_explanation {
	const char *name;
	struct select_why why;
	GArray *steps;              /* of struct comparison_step */
	struct comparison_row *row; /* of the stat, uncorrected; NULL: no member has it */
	GPtrArray *similar;         /* no member has it: names that hold its text; of char * */
};

struct comparison {
	guint n;                          /* members */
	GPtrArray *rows;                  /* of struct comparison_row *, in order */
	struct comparison_chance *chance; /* by member; [0] is unused */
	GPtrArray **incomplete;           /* by member: names of runs, of char * */
	guint *runs;                      /* by member: that were read */
	GPtrArray *explanations;          /* of struct comparison_explanation * */
};

struct comparison_request {
	const struct select_options *select;
	const struct select_members *members;
	const struct comparison_member *member; /* as many */
	const GPtrArray *lkp_rows;              /* of struct stat_row *; outlive the comparison */
	const char *const *explain;             /* NULL-terminated; NULL: none */
	const struct past_runs *past;           /* of other commits; NULL: none */
};

#define COMPARISON_SIMILAR_MAX 5

struct comparison *comparison_new(struct stat_book *book, const struct comparison_request *request);
void comparison_free(struct comparison *comparison); /* NULL is allowed */

/* Key figures, each told once, that are significantly worse in any head. */
guint comparison_regressions(const struct comparison *comparison);

/* Significant: SUPPORTED or STRONG. */
gboolean grade_is_significant(enum grade grade);
