/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/full_words.h"

#include "compare/lkp_text.h"
#include "compare/ruby_format.h"

#include <math.h>
#include <string.h>

#define GENERAL 100000 /* from here on two digits and an exponent, as LKP has it */
#define SMALL 1        /* below it a second decimal tells something */
#define TINY .005      /* below it no second decimal does */
#define P_SMALL 1e-4

static char *no_value(void)
{
	return g_strdup("-");
}

/* ---- cells ---------------------------------------------------------------------------- */

char *full_mean(const struct comparison_row *row, const struct comparison_cell *cell)
{
	if (row->kind == KIND_FAILURE)
		return g_strdup_printf("%u:%u", cell->failed, cell->n);
	if (isnan(cell->mean))
		return no_value();

	g_autoptr(GString) text = g_string_new(NULL);

	lkp_text_mean(text, cell->mean, 0);
	return g_strdup(text->str);
}

char *full_spread(const struct comparison_cell *cell)
{
	double share = 100 * cell->spread / fabs(cell->mean);

	if (!isfinite(share))
		return g_strdup("");
	if (share >= 1000)
		return g_strdup(">999%");
	return g_strdup_printf("±%.0f%%", share);
}

char *full_runs(const struct comparison_row *row, const struct comparison_cell *cell)
{
	if (row->kind == KIND_FAILURE || cell->n == cell->runs)
		return g_strdup_printf("%u", cell->n);
	return g_strdup_printf("%u/%u", cell->n, cell->runs);
}

char *full_signed(double value)
{
	g_autoptr(GString) text = g_string_new(NULL);

	if (isinf(value))
		return g_strdup(value > 0 ? "+inf" : "-inf");
	if (fabs(value) >= GENERAL)
		ruby_general(text, value, 0, 2, TRUE);
	else if (value != 0 && fabs(value) < TINY)
		ruby_general(text, value, 0, 1, TRUE);
	else
		ruby_fixed(text, value, 0, value != 0 && fabs(value) < SMALL ? 2 : 1, TRUE);
	return g_strdup(text->str);
}

/* Of what one side does not have at all. */
static char *no_change(const struct judgement *judged)
{
	if (judged->base.n)
		return g_strdup("gone");
	return judged->head.n ? g_strdup("new") : no_value();
}

char *full_change(const struct comparison_verdict *verdict)
{
	const struct judgement *judged = &verdict->judged;

	if (isnan(judged->change))
		return no_change(judged);

	g_autofree char *number = full_signed(judged->change);

	return g_strconcat(number, judged->unit == UNIT_PERCENT ? "%" : "", NULL);
}

char *full_interval(const struct comparison_verdict *verdict)
{
	struct interval ci = verdict->judged.ci;

	if (isnan(ci.low) || isnan(ci.high))
		return no_value();

	g_autofree char *low = full_signed(ci.low), *high = full_signed(ci.high);

	return g_strdup_printf("%s..%s", low, high);
}

char *full_p(double p)
{
	if (isnan(p))
		return no_value();
	if (p == 0)
		return g_strdup("0");
	return g_strdup_printf(p < P_SMALL ? "%.0e" : "%.4f", p);
}

const char *full_verdict(enum verdict verdict)
{
	static const char *const names[] = {NULL, "worse", "better"};

	return names[verdict];
}

char *full_grade(const struct comparison_verdict *verdict)
{
	const char *word = full_verdict(verdict->verdict);

	if (verdict->grade == GRADE_UNTESTABLE)
		return g_strdup("not testable");
	if (verdict->grade == GRADE_UNSUPPORTED)
		return g_strdup("not significant");
	if (!word)
		return g_strdup(grade_name(verdict->grade));
	return g_strdup_printf("%s %s", grade_name(verdict->grade), word);
}

/* ---- marks ---------------------------------------------------------------------------- */

static const char robustness_marks[] = {
	[ROBUSTNESS_CANNOT_TELL] = '?',
	[ROBUSTNESS_AGREES] = '=',
	[ROBUSTNESS_DISAGREES] = '!',
};

/* What the marks and the section tell already is no note. */
#define NOTES_TOLD (NOTE_FEW_RUNS)

static char note_letter(guint bit)
{
	return (char)('a' + bit);
}

char *full_marks(const struct comparison_row *row, const struct comparison_verdict *verdict)
{
	g_autoptr(GString) marks = g_string_new(NULL);
	guint notes = verdict->judged.notes & ~NOTES_TOLD;

	if (row->kind == KIND_FAILURE || isnan(verdict->judged.p))
		g_string_append_c(marks, ' ');
	else
		g_string_append_c(marks, robustness_marks[verdict->judged.robustness]);
	g_string_append_c(marks, verdict->is_changed ? '*' : ' ');
	for (guint bit = 0; 1u << bit < NOTES_END; bit++)
		if (notes & 1u << bit)
			g_string_append_c(marks, note_letter(bit));
	return g_strdup(g_strchomp(marks->str));
}

struct seen {
	gboolean robustness[G_N_ELEMENTS(robustness_marks)];
	gboolean changed, differs, points, outside;
	guint notes;
	double least_p; /* of the rank test, where it binds */
};

/* A few far values move the mean, but hardly the geometric one. */
static gboolean is_outside(const struct judgement *judged)
{
	return judged->change < judged->ci.low || judged->change > judged->ci.high;
}

static void see(struct seen *seen, const struct comparison *comparison)
{
	for (guint i = 0; i < comparison->rows->len; i++) {
		const struct comparison_row *row = comparison->rows->pdata[i];

		for (guint k = 1; k < comparison->n; k++) {
			const struct comparison_verdict *verdict = &row->verdicts[k];
			g_autofree char *lkp = full_lkp_change(row, k);

			seen->changed |= verdict->is_changed;
			seen->differs |= lkp != NULL;
			if (row->kind == KIND_FAILURE || isnan(verdict->judged.p))
				continue;
			seen->robustness[verdict->judged.robustness] = TRUE;
			seen->points |= verdict->judged.unit == UNIT_POINTS;
			seen->outside |= is_outside(&verdict->judged);
			seen->notes |= verdict->judged.notes;
			if (verdict->judged.notes & NOTE_FEW_RUNS)
				seen->least_p = MIN(seen->least_p, verdict->judged.rank.p_least);
		}
	}
}

void full_add_line(GPtrArray *lines, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	g_ptr_array_add(lines, g_strdup_vprintf(format, arguments));
	va_end(arguments);
}

static void add_robustness(GPtrArray *lines, const struct seen *seen)
{
	if (seen->robustness[ROBUSTNESS_AGREES])
		full_add_line(lines, "= the exact rank test says the same at .05");
	if (seen->robustness[ROBUSTNESS_DISAGREES])
		full_add_line(lines, "! the exact rank test says otherwise at .05");
	if (seen->robustness[ROBUSTNESS_CANNOT_TELL])
		full_add_line(lines,
			"? the rank test cannot tell: of so few runs, or so equal ones, its least "
			"p is %.2g",
			seen->least_p);
}

GPtrArray *full_legend(const struct comparison *comparison)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	struct seen seen = {.least_p = 1};

	see(&seen, comparison);
	if (seen.changed)
		full_add_line(lines, "* lkp: changed");
	if (seen.differs)
		full_add_line(lines,
			"[lkp: ...] LKP's own figure, where it is another one: it takes what "
			"is missing for 0, and a failure's rate by the runs of the column "
			"before");
	if (seen.points)
		full_add_line(lines, "A change without %% is a difference.");
	if (seen.outside)
		full_add_line(lines, "An interval of percent is that of the geometric means, which "
				     "far values move less than the means.");
	add_robustness(lines, &seen);
	for (guint bit = 0; 1u << bit < NOTES_END; bit++)
		if (seen.notes & ~NOTES_TOLD & 1u << bit)
			full_add_line(lines, "%c %s", note_letter(bit), judge_note_text(1u << bit));
	return lines;
}

/* ---- beside and below --------------------------------------------------------------------- */

#define ROUNDING .1          /* of printed changes, and a little more than half of it */
#define ROUNDING_FAILURES .5 /* which are printed without decimals */

static gboolean lkp_differs(const struct comparison_row *row, guint member)
{
	const struct judgement *judged = &row->verdicts[member].judged;
	double lkp = row->lkp->cells[member].change;
	gboolean is_percent = !row->lkp->is_failure && !row->lkp->is_absolute;

	if (isnan(judged->change) || is_percent != (judged->unit == UNIT_PERCENT))
		return TRUE;
	return !(
		fabs(lkp - judged->change) < (row->lkp->is_failure ? ROUNDING_FAILURES : ROUNDING));
}

char *full_lkp_text(const struct comparison_row *row, guint member)
{
	if (!row->lkp)
		return NULL;

	g_autoptr(GString) text = g_string_new(NULL);

	lkp_text_change(text, row->lkp, member, 0);
	return g_strdup(text->str);
}

char *full_lkp_change(const struct comparison_row *row, guint member)
{
	if (!row->lkp || !lkp_differs(row, member))
		return NULL;
	return full_lkp_text(row, member);
}

char *full_chance(const struct comparison *comparison, guint member)
{
	const struct comparison_chance *chance = &comparison->chance[member];

	if (!chance->looked_at || isnan(chance->rate))
		return NULL;
	return g_strdup_printf(
		"By chance alone LKP's rule takes %.2g %% of stats that did not change (%u runs "
		"against %u, before its thresholds of size): of the %u that it looked at, %.2g "
		"are expected; it took %u.",
		100 * chance->rate, chance->base_runs, chance->head_runs, chance->looked_at,
		chance->rate * chance->looked_at, chance->fired);
}

char *full_calibration(const struct aa_counts *counts)
{
	guint64 total = aa_total(counts);

	if (!total)
		return NULL;
	return g_strdup_printf("Batches of one commit against each other: of %" G_GUINT64_FORMAT
			       " judgements SUPPORTED or STRONG %" G_GUINT64_FORMAT
			       " (5 %% would be right), STRONG %" G_GUINT64_FORMAT " (.1 %%).",
		total, aa_flagged(counts, GRADE_SUPPORTED), aa_flagged(counts, GRADE_STRONG));
}

char *full_past(const struct comparison *comparison)
{
	struct aa_counts all = {{0}};

	for (guint i = 0; i < comparison->rows->len; i++) {
		const struct comparison_row *row = comparison->rows->pdata[i];

		if (row->alias_of == i)
			aa_add(&all, &row->past.counts);
	}
	return full_calibration(&all);
}

char *full_count(const struct comparison *comparison, guint member)
{
	guint n = comparison->rows->len, aliases = 0, graded[GRADE_STRONG + 1] = {0};

	for (guint i = 0; i < n; i++) {
		const struct comparison_row *row = comparison->rows->pdata[i];

		if (row->alias_of == i)
			graded[row->verdicts[member].grade]++;
		else
			aliases++;
	}
	if (!n)
		return NULL;
	g_autofree char *folded =
		aliases ? g_strdup_printf(" (+%u aliases)", aliases) : g_strdup("");

	return g_strdup_printf("By corrected p: %u STRONG, %u SUPPORTED, %u WEAK, %u not "
			       "significant, %u not testable%s.",
		graded[GRADE_STRONG], graded[GRADE_SUPPORTED], graded[GRADE_WEAK],
		graded[GRADE_UNSUPPORTED], graded[GRADE_UNTESTABLE], folded);
}

static gboolean is_exploratory(const struct comparison *comparison)
{
	gboolean any = FALSE;

	for (guint i = 0; i < comparison->rows->len; i++) {
		const struct comparison_row *row = comparison->rows->pdata[i];

		for (guint k = 1; row->kind == KIND_MONITOR && k < comparison->n; k++) {
			if (!row->verdicts[k].is_exploratory)
				return FALSE;
			any = TRUE;
		}
	}
	return any;
}

char *full_section(const struct comparison *comparison, enum comparison_kind kind)
{
	switch (kind) {
	case KIND_KPI:
		return g_strdup("Key figures");
	case KIND_FAILURE:
		return g_strdup("Failures (runs that failed : runs; change in points)");
	case KIND_MONITOR:
		break;
	}
	if (is_exploratory(comparison))
		return g_strdup("Monitors (exploratory: no key figure is significant)");
	return g_strdup("Monitors");
}
