/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a report says, as a digest has it: its claims, the table rows behind them, judged.
 *
 * Every string is as the mail has it (raw: the writer makes it safe), lives as long as
 * the digest, and is NULL when unknown.  Numbers are NAN when unknown.
 */
#pragma once

#include "base/literal.h"
#include "compare/effect.h"
#include "render/chart.h"
#include "store/store.h"

#include <glib.h>

struct digest_change {
	const char *text; /* as printed in the row or box; NULL: none */
	double value;
	enum unit unit;
};

struct digest_cell {
	const char *text; /* the mean as printed; NULL: blank */
	double mean;
	struct interval means;  /* that print so */
	struct interval spread; /* the mean and one standard deviation to either side, at
				 * the most that the printed spread allows */
	int stddev;             /* percent as printed; STDDEV_NONE: blank */
	struct runs runs;
};

/* A mean row of a table, base column against the blamed commit's, judged. */
struct digest_row {
	const char *table, *message_id;
	const char *table_key; /* as in struct digest_report */
	guint line;
	const char *stat;
	gboolean headline; /* the row that the report is named after */
	gboolean claimed;  /* a headline or a box is about it */
	struct digest_cell before, after;
	struct digest_change change;
	struct effect effect;
	struct interval corrected; /* effect.p for the number of rows of its cluster (Holm) */
	enum grade grade;          /* by that */
	enum consistency consistency;
	enum direction direction;
	const struct digest_row *alias_of; /* the row that says the same; NULL: none does */
	GPtrArray *aliases;                /* of const char *: stats of rows that say the same */
};

/* What a mail says in words: its headline, or one of its impact boxes. */
struct digest_claim {
	gboolean headline;
	struct digest_report *report;
	guint line; /* of the headline's row, or of the box; 0: unknown */
	const char *testcase, *machine, *params, *metric;
	const char *label; /* metric and machine, and what tells it from the others of its
			    * cluster */
	struct digest_change change;
	const char *said; /* the change as the sentence has it, where no row gives it */
	enum verdict verdict;
	gboolean told;                /* the verdict is no word: sign and direction tell it */
	const struct digest_row *row; /* that tells how sure it is; NULL: none found */
	struct digest_claim *again;   /* a later report prints the same numbers; NULL: none does */
};

/* What failed: a result, or a compiler's line. */
struct digest_failure {
	const char *name;
	guint64 *counts; /* for each column of its box or table; owned */
	guint columns;
	const char *told; /* the counts as text, "0, 6"; NULL: none */
};

/* A step to run a report again. */
struct digest_command {
	const char *text;
	const char *message_id;
	guint line; /* of the attached script; 0: what its job file is to be run with */
};

/* Something that casts doubt on a report: a diagnostic of its reading. */
struct digest_warning {
	enum diag_id id;
	const char *detail;
	const char *message_id;
	guint line; /* 0: none */
};

/* What a page draws, and the table behind it; all of it lives as long as the digest. */
struct digest_chart {
	struct chart drawn;
	guint omitted; /* claims that have no place on its axis */
};

struct digest_report {
	const char *key, *table_key; /* message_id and main_table as the store has them: what is
				      * shown may lack an address */
	const char *message_id;
	const char *url; /* https, percent-encoded; NULL: a made-up id */
	gint64 date;     /* DATE_UNKNOWN */
	const char *list, *subject;
	enum message_kind kind;
	const char *failure;
	const char *commit, *commit_title, *parent, *tree, *branch, *subsystem;
	const char *metric, *testcase, *tbox_group, *machine, *compiler, *kconfig, *params;
	const char *link; /* that the robot asks for; only http or https, else NULL */
	enum verdict verdict;
	const char *main_table;
	guint headline_line;
	gboolean is_retold;          /* not in the store: an answer that quotes it stands for it */
	gboolean in_period, is_read; /* is_read: what follows is in */
	GPtrArray *failures;         /* of struct digest_failure * */
	guint failures_omitted;      /* beyond DIGEST_FAILURES_MAX */
	GPtrArray *claims;  /* of struct digest_claim *: the headline, then boxes by line */
	GPtrArray *kpis;    /* of struct digest_row *: the main table's KPI rows by line,
			     * those that are nobody's alias */
	guint kpis_omitted; /* beyond DIGEST_ROWS_MAX */
	GPtrArray *moves;   /* of struct digest_row *: perf-profile.self, largest move first;
			     * owned; the first DIGEST_MOVES_MAX */
	guint moves_omitted;
	const struct digest_chart *profile; /* moves of self and children; NULL: none */
	const struct digest_chart *history; /* of its bisection, by the mail's plot; NULL: none */
	GPtrArray *judged;                  /* owns the rows of claims and kpis */
	GPtrArray *commands; /* of struct digest_command *; the first DIGEST_COMMANDS_MAX */
	guint commands_omitted;
	GPtrArray *warnings; /* of struct digest_warning *, by line */
};
