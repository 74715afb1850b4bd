/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the forms of a comparison put its figures into words, so that all say the same; in the C
 * locale, to be freed with g_free().
 */
#pragma once

#include "compare/comparison.h"

char *full_mean(const struct comparison_row *row, const struct comparison_cell *cell);
char *full_spread(const struct comparison_cell *cell); /* "±2%"; "" where none is known */
char *full_runs(const struct comparison_row *row, const struct comparison_cell *cell);
char *full_signed(double value);                               /* "-12.8", "+0.03", "+1.2e+08" */
char *full_change(const struct comparison_verdict *verdict);   /* "-12.8%", "+4.7", "gone", "new" */
char *full_interval(const struct comparison_verdict *verdict); /* "-14.9..-10.6", "-" */
char *full_p(double p);                                        /* "0.0123", "1e-07", "-" */

/* "STRONG worse", "not significant", "not testable" */
char *full_grade(const struct comparison_verdict *verdict);
const char *full_verdict(enum verdict verdict); /* "worse", "better"; NULL */

/* "=", "!", "?" for what the ranks say, "*" for LKP's rule, a letter for each note. */
char *full_marks(const struct comparison_row *row, const struct comparison_verdict *verdict);

/* LKP's change as it prints it; NULL: not known. */
char *full_lkp_text(const struct comparison_row *row, guint member);
/* LKP's change, where it is another one: "+200%"; else NULL. */
char *full_lkp_change(const struct comparison_row *row, guint member);

/* Adds a line to lines of char *, which the array frees. */
void full_add_line(GPtrArray *lines, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* What the marks mean that the rows have, a line each; of char *. */
GPtrArray *full_legend(const struct comparison *comparison);

/* How often LKP's rule fires by chance; NULL: it was asked of nothing. */
char *full_chance(const struct comparison *comparison, guint member);

/* How the judgement fares on batches of one commit; NULL: nothing was judged. */
char *full_calibration(const struct aa_counts *counts);
/* The same of all rows, each told once. */
char *full_past(const struct comparison *comparison);

/* How many rows have which grade; NULL without rows. */
char *full_count(const struct comparison *comparison, guint member);

/* "Key figures", ... with what holds for all of them. */
char *full_section(const struct comparison *comparison, enum comparison_kind kind);

/* Why a stat has a row or none, a line each, raw; of char *. */
GPtrArray *full_explanation(
	const struct comparison *comparison, const struct comparison_explanation *explanation);
