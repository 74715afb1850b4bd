/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the forms of a digest put numbers into words, so that all say the same, in the C
 * locale; free what is returned with g_free().  What holds a stranger's text is raw.
 */
#pragma once

#include "render/digest_model.h"

char *words_date(gint64 date); /* "2025-03-10"; "undated" */
char *words_time(gint64 date); /* RFC 3339, UTC; NULL when unknown */

/* "1,234,567" */
char *words_count(guint64 n);
/* "1 report", "2 reports" */
char *words_plural(guint64 n, const char *one, const char *many);
/* Clusters, or commits, of a list that the rest of a digest does without. */
char *words_uncarded(guint n);
char *words_commits_left_out(guint n);

/* A few digits, never an exponent below a million: "14321", "-6.30", "0.052". */
char *words_number(double value);

/* "-7.6 to -5.0 %", "+1.2 to +3.4 points", "-9.1 to unbounded %"; "unbounded", "not known" */
char *words_interval(struct interval interval, enum unit unit);
/* A row's: "1.3e-07 to 2.2e-06", and where that is another "(corrected 0.002 to 0.03)"; "not
 * known". */
char *words_row_p(const struct digest_row *row);
/* "3 to 6, assumed" */
char *words_runs_of(struct runs runs);
/* "3 to 6, assumed", "4, fail-runs", "4 and 3, fail-runs" */
char *words_runs(const struct digest_row *row);

/* The symbol of a profile's row. */
const char *words_symbol(const struct digest_row *row);

/* "14321 ± 2%": the cell as printed; "blank" */
char *words_cell(const struct digest_cell *cell);
/* "-6.3%", "+4.7 points"; "not printed" */
char *words_change(const struct digest_change *change);
/* The report is named after it, and nothing more is known of it. */
gboolean words_failure_is_said(
	const struct digest_report *report, const struct digest_failure *failure);
/* What is known of a claim's change: the row's, else what the sentence says. */
char *words_claim_change(const struct digest_claim *claim);
/* " (+2 aliases)", or "" */
char *words_aliases(const struct digest_row *row);
/* "SUPPORTED"; of a claim without a row "UNTESTABLE" */
const char *words_grade(const struct digest_row *row);

/* "regression", "no verdict"; "regression (by its direction)" where no word of the mail says so */
const char *words_verdict(const struct digest_claim *claim);
const char *words_glyph(enum verdict verdict); /* says worse or better */

/* The first 12 digits of a hash; a tag whole.  NULL gives "unknown". */
char *words_commit(const char *commit);

/* Test, machine, configuration and compiler of a report, as far as known; NULL: nothing. */
char *words_where(const struct digest_report *report);

/* "3 test cases on 2 machines" */
char *words_breadth(const struct digest_entry *entry);

/* "open", "fixed since 2025-03-14, before the period open; by now reopened" */
char *words_state(const struct digest_entry *entry);
/* "mixed, still-on linus/master"; NULL: none */
char *words_flags(const struct digest_entry *entry);
/* "new, reported 2025-03-10, 6 days old"; "reported 2025-03-10"; "of unknown age" */
char *words_age(const struct digest_entry *entry);
/* "162.4 = size 203.0 x grade 0.80 x breadth 1 x tree 1 (mainline) x freshness 1" */
char *words_score(const struct digest_entry *entry);

/* "robot reports it in torvalds/linux.git master: -6.3% of unixbench.score" */
char *words_step(const struct digest_step *step);
/* The words that show it; NULL where they say the same again. */
const char *words_of_step(const struct digest_step *step);
/* "2 answers that say no more of its state": those that no step tells of. */
char *words_silent(const struct digest_entry *entry);

/* "E4, names the earlier report": what a rule of evidence means. */
char *words_rule(const struct digest_edge *edge);

/* "line 12 of <id>"; "<id>" where it is the subject or the whole.  NULL: nobody says where. */
char *words_place(const char *message_id, guint line);

/* "+3", "0", "-1" */
char *words_difference(const struct digest_ledger_row *row);
/* "12 open, 3 fixed" */
char *words_week(const struct digest_week *week);
/* "2 regressions, 1 settled" */
char *words_area(const struct digest_area *area);

/*
 * What was read, a fact each: its period ("2016-W23: 2016-06-06 up to, not including,
 * 2016-06-13 (UTC)"), sources, documents, messages ("12 messages: 8 performance, 4 reply"),
 * tables, and where the numbers of runs are from when any row was judged.
 */
typedef void (*words_fact_fn)(const char *name, const char *text, void *data);
void words_each_read(const struct digest_head *head, words_fact_fn fact, void *data);
