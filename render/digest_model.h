/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of a digest, for its writers alone: all that any form prints, computed
 * once from the store and the judgements of compare/.  Writers choose words and
 * layout; they compute nothing.  What a report says is in digest_report.h, a cluster in
 * digest_entry.h.
 */
#pragma once

#include "render/digest.h"
#include "render/digest_entry.h"

/* What a form shows of long lists; what is left out is counted beside them. */
#define DIGEST_ROWS_MAX 24 /* KPI rows of one table */
#define DIGEST_MOVES_MAX 8 /* perf-profile rows of one table */
#define DIGEST_COMMANDS_MAX 12
#define DIGEST_EDGES_MAX 12   /* of evidence, of one cluster */
#define DIGEST_EXAMPLES_MAX 5 /* diagnostics of one kind */
#define DIGEST_OTHERS_MAX 100 /* functional reports */
#define DIGEST_BUILDS_MAX 20
#define DIGEST_FAILURES_MAX 8 /* failing names of one report */
#define DIGEST_SOURCES_MAX 20
#define DIGEST_CHARTED_MAX 40 /* clusters that get charts */
#define DIGEST_CARDS_MAX 200  /* clusters that get a card; others are listed alone */
#define DIGEST_DOUBTED_MAX 100
#define DIGEST_HEAT_TESTS_MAX 40
#define DIGEST_HEAT_COMMITS_MAX 60
#define DIGEST_WEEKS 12    /* of the trend */
#define DIGEST_PROSE_MAX 5 /* lines */

/* ---- where clusters stand ------------------------------------------------------ */

struct digest_ledger_row {
	enum state state;
	guint now, last; /* just before the period's end, and its beginning */
};

struct digest_ledger {
	gboolean has_last; /* the period has a beginning */
	GArray *rows;      /* of struct digest_ledger_row, in the order of the states; those
			    * where both are none are left out */
};

struct digest_week {      /* of the trend: how many clusters stood where at its end */
	const char *name; /* "2025-W31" */
	gint64 until;
	guint counts[STATES];
};

/* ---- other views ----------------------------------------------------------------- */

struct digest_area {        /* a subsystem */
	const char *name;   /* NULL: of unknown ones */
	GPtrArray *entries; /* of struct digest_entry *, in the order of the lists */
	guint counts[SECTIONS];
};

/* Test cases x commits: the gravest claim of each pair, NULL where there is none. */
struct digest_heat {
	GPtrArray *testcases; /* of const char *, sorted */
	GPtrArray *commits;   /* of const struct digest_entry *, in the order of the lists */
	GPtrArray *cells;     /* of const struct digest_claim *: a row a test case */
	guint testcases_omitted, commits_omitted;
	GPtrArray *charts; /* of const struct digest_chart *: the cells that are percentages */
};

/* A claim that the printed numbers do not bear out. */
struct digest_doubt {
	const struct digest_entry *entry;
	const struct digest_claim *claim;
};

struct digest_doubts {
	GPtrArray *list; /* of struct digest_doubt *; the first DIGEST_DOUBTED_MAX */
	guint omitted;
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

/* ---- all --------------------------------------------------------------------------- */

struct digest_head {
	const char *period;
	const char *narrowed;           /* "subsystem mm, machine lkp-csl-2sp7"; NULL: everything */
	gint64 since, until, generated; /* DATE_UNKNOWN: open, not printed */
	gint64 end; /* for ages: `until`, else the last that is known; DATE_UNKNOWN */
	guint64 sources;
	struct store_documents documents; /* of all sources, whatever the period */
	GPtrArray *source_paths;          /* of const char *; the first DIGEST_SOURCES_MAX */
	guint64 messages[MESSAGE_KINDS], messages_read;
	guint64 tables, rows, fail_rows, inconsistent, diagnostics;
	guint64 runs_from[RUNS_DECLARED + 1]; /* judged rows by the source of n */
	guint64 graded[GRADE_STRONG + 1];     /* claims by grade */
	const char *method, *calibration, *formula, *listing_rule, *subject_rule;
};

struct digest_tally {                        /* of the subject, by its rule */
	guint fresh, improvements, unjudged; /* first reported in the period */
	guint reached[STATES];               /* that came to a state in the period */
};

struct digest {
	GStringChunk *strings;
	const char *asked_machine, *asked_testcase; /* of the filter; NULL: all */
	GPtrArray *blocks;                          /* owns charts, their rows and numbers */
	const struct rules *rules;
	const struct people *people;
	struct digest_head head;
	struct digest_tally tally;
	const char *subject;
	GPtrArray *prose; /* of const char *, at most DIGEST_PROSE_MAX */

	GHashTable *by_id;  /* its key -> struct digest_report *, owns them */
	GPtrArray *reports; /* those of the period, by date */
	GPtrArray *all;     /* owns the entries */
	GPtrArray *entries[SECTIONS];
	GPtrArray *charts; /* of const struct digest_chart *: all to draw, the entries' first */
	guint charted, uncharted; /* clusters; those beyond DIGEST_CHARTED_MAX */
	guint uncarded;           /* clusters beyond DIGEST_CARDS_MAX */

	struct digest_ledger ledger;
	GArray *weeks; /* of struct digest_week, oldest first; empty: nothing ever changed */
	const struct digest_chart *trend; /* of the weeks; NULL: there are none */
	GPtrArray *areas;                 /* of struct digest_area *, by name, the unknown last */
	struct digest_heat heat;
	struct digest_doubts unsupported, untestable;

	GPtrArray *functional; /* of struct digest_report *; the first DIGEST_OTHERS_MAX */
	guint functional_omitted;
	GPtrArray *builds; /* the same of build reports, which are in no cluster here; owned */
	guint builds_omitted;
	GPtrArray *commitless; /* performance reports in no cluster; all */
	GPtrArray *diags;      /* of struct digest_diags *, by id, those with a count */
};

/* "Regressions", …, and what stands in them in a sentence. */
const char *digest_section_title(enum digest_section section);
/* "regressions", "mixed", "settled", "improvements", "unjudged": for scripts */
const char *digest_section_name(enum digest_section section);
