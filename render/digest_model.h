/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of a digest, for its writers alone: all that any form prints, computed
 * once from the store and the judgements of compare/.  Writers choose words and
 * layout; they compute nothing.
 *
 * Every string is as the mail has it (raw: the writer makes it safe), lives as long as
 * the digest, and is NULL when unknown.  Numbers are NAN when unknown.
 */
#pragma once

#include "render/chart.h"
#include "render/digest.h"

/* What a form shows of long lists; what is left out is counted beside them. */
#define DIGEST_ROWS_MAX 24    /* KPI rows of one table */
#define DIGEST_EXAMPLES_MAX 5 /* diagnostics of one kind */
#define DIGEST_OTHERS_MAX 100 /* reports of one other kind */
#define DIGEST_ANSWERS_MAX 100
#define DIGEST_FAILURES_MAX 8 /* failing names of one report */
#define DIGEST_SOURCES_MAX 20
#define DIGEST_CHARTED_MAX 40 /* clusters that get charts */
#define DIGEST_PROSE_MAX 5    /* lines */

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
	guint line;
	const char *stat;
	gboolean headline; /* the row that the report is named after */
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
};

/* What failed: a result, or a compiler's line. */
struct digest_failure {
	const char *name;
	guint64 *counts; /* for each column of its box or table; owned */
	guint columns;
	const char *told; /* the counts as text, "0, 6"; NULL: none */
};

struct digest_report {
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
	GPtrArray *failures;    /* of struct digest_failure * */
	guint failures_omitted; /* beyond DIGEST_FAILURES_MAX */
	GPtrArray *claims;      /* of struct digest_claim *: the headline, then boxes by line */
	GPtrArray *kpis;        /* of struct digest_row *: the main table's KPI rows by line,
				 * those that are nobody's alias */
	guint kpis_omitted;     /* beyond DIGEST_ROWS_MAX */
	GPtrArray *judged;      /* owns the rows of claims and kpis */
};

/* What was said of a report later that changes how it is read. */
struct digest_answer {
	enum event_kind kind;
	gint64 date;
	const char *message_id; /* that says it */
	guint line;             /* 0: its subject does */
	const char *words;
	const char *about; /* the Message-ID of the report, or else what is answered */
	const struct digest_report *report; /* NULL: not in the digest */
};

/* A value as it is drawn, and as the table behind the drawing lists it. */
struct digest_bar {
	struct chart_row drawn;
	const char *message_id;
	guint line;
};

struct digest_chart {
	enum chart_kind kind;
	const char *title, *axis, *unit;
	GArray *bars;  /* of struct digest_bar; empty: no chart */
	guint omitted; /* claims that have no place on its axis */
};

enum digest_section {
	SECTION_REGRESSIONS,
	SECTION_MIXED,
	SECTION_IMPROVEMENTS,
	SECTION_UNJUDGED, /* a performance report without a verdict's word */
	SECTIONS
};

/* A cluster as listed. */
struct digest_entry {
	guint rank; /* in its section, from 1 */
	enum digest_section section;
	const char *id, *commit, *title, *subsystem;
	double severity;
	guint testcases, machine_count;
	gint64 first, last;
	GPtrArray *reports; /* of struct digest_report *, performance, by date */
	GPtrArray *also;    /* of struct digest_report *: functional, of the same commit */
	GPtrArray *claims;  /* of struct digest_claim *, largest change first */
	const struct digest_claim *lead; /* the largest that fits the section; NULL: none */
	GPtrArray *machines;             /* of const char *, sorted, each once */
	GPtrArray *untestable;           /* of struct digest_claim * */
	guint inconsistent;              /* of its KPI rows */
	struct digest_chart changes, means;
};

struct digest_diags { /* of one kind */
	enum diag_id id;
	guint64 count;
	GPtrArray *examples; /* of struct digest_diag * */
};

struct digest_diag {
	const char *place; /* "path, message, line 7" */
	const char *detail;
	const char *excerpt; /* valid UTF-8; NULL: none */
};

struct digest_head {
	const char *period;
	gint64 since, until, generated; /* DATE_UNKNOWN: open, not printed */
	guint64 sources;
	struct store_documents documents; /* of all sources, whatever the period */
	GPtrArray *source_paths;          /* of const char *; the first DIGEST_SOURCES_MAX */
	guint64 messages[MESSAGE_KINDS], messages_read;
	guint64 tables, rows, fail_rows, inconsistent, diagnostics;
	guint64 runs_from[RUNS_DECLARED + 1]; /* judged rows by the source of n */
	guint64 graded[GRADE_STRONG + 1];     /* claims by grade */
	const char *method, *formula, *listing_rule;
};

struct digest {
	GStringChunk *strings;
	const struct rules *rules;
	const struct people *people;
	struct digest_head head;
	const char *subject;
	GPtrArray *prose; /* of const char *, at most DIGEST_PROSE_MAX */

	GPtrArray *reports;  /* all that follow point into it */
	GPtrArray *clusters; /* of struct cluster *, borrowed by entries */
	GPtrArray *entries[SECTIONS];
	GPtrArray *charts; /* of struct digest_chart *: those to draw, in order */
	guint uncharted;   /* clusters beyond DIGEST_CHARTED_MAX */

	GPtrArray *functional; /* of struct digest_report *; the first DIGEST_OTHERS_MAX */
	guint functional_omitted;
	GPtrArray *builds; /* the same of build reports, which are in no cluster here; owned */
	guint builds_omitted;
	GPtrArray *answers; /* of struct digest_answer *, by date; the first DIGEST_ANSWERS_MAX */
	guint answers_omitted;
	GPtrArray *commitless; /* performance reports in no cluster; all */
	GPtrArray *diags;      /* of struct digest_diags *, by id, those with a count */
};

/* "Regressions", …, and what stands in them in a sentence. */
const char *digest_section_title(enum digest_section section);

/* ---- parts of the model, each in its own file --------------------------------- */

/*
 * A copy that lives as long as the digest, without the addresses that it hides: the way of
 * every text into it.  NULL stays NULL.
 */
const char *digest_keep(struct digest *digest, const char *text);
const char *digest_keepf(struct digest *digest, const char *format, ...) G_GNUC_PRINTF(2, 3);

void digest_row_free(void *row);

/* Gives a claim the row that stands behind it, and its report the table's KPI rows when
 * the claim is the headline. */
gboolean digest_judge_claim(struct digest *digest, struct store *store, struct digest_claim *claim,
	const char *table, GError **error);

gboolean digest_answers_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error);

/* Clusters, sections, ranks. */
void digest_rank_init(struct digest *digest);
void digest_rank(struct digest *digest);
void digest_rank_clear(struct digest *digest);

/* Grades the rows of reports that blame one commit, by Holm's correction. */
void digest_correct(const GPtrArray *reports);

/* The two charts of an entry. */
void digest_chart_entry(struct digest *digest, struct digest_entry *entry);

/* Counts, sources, method; diagnostics by kind. */
void digest_head_init(struct digest *digest);
gboolean digest_head_fill(struct digest *digest, struct store *store,
	const struct digest_options *options, GError **error);
void digest_head_clear(struct digest *digest);

/* The subject and the prose, from all the rest. */
void digest_tell(struct digest *digest);
