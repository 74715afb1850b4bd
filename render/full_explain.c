/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a stat has a row or has none, in words. */
#include "compare/plan.h"
#include "compare/ruby_format.h"
#include "render/full_words.h"

#include <math.h>

/* ---- one pass ---------------------------------------------------------------------------- */

static char *number_text(struct number number)
{
	if (number.kind == NUMBER_INTEGER)
		return g_strdup_printf("%" G_GINT64_FORMAT, number.integer);
	return g_strdup_printf("%.6g", number.real);
}

static char *range_text(const struct change_range *range)
{
	g_autofree char *low = number_text(range->low), *middle = number_text(range->middle);
	g_autofree char *high = number_text(range->high);
	g_autofree char *trimmed = range->trimmed
					   ? g_strdup_printf(", %u cut at each end", range->trimmed)
					   : g_strdup("");
	g_autofree char *no_data = range->no_data
					   ? g_strdup_printf(", %u of -1 left out", range->no_data)
					   : g_strdup("");

	if (!range->n)
		return g_strdup_printf("no value%s%s", trimmed, no_data);
	return g_strdup_printf("%s to %s, middle %s (%u values%s%s)", low, high, middle, range->n,
		trimmed, no_data);
}

static const char *rule_text(enum change_rule rule)
{
	switch (rule) {
	case CHANGE_BY_GAP:
		return "the ranges must be apart by the share --gap of the middles' difference";
	case CHANGE_BY_MAXIMA:
		return "of failures the largest values must differ";
	case CHANGE_BY_PROFILE:
		return "of perf-profile one middle must be above the threshold";
	case CHANGE_BY_RANGES:
		break;
	}
	return "each middle must lie beyond the other side's range";
}

static char *taken_text(const struct change_why *why)
{
	if (why->forced)
		return g_strdup("taken: it was asked for (--force-stat)");
	if (!(why->ratio > 0)) /* of perf-profile it is not asked */
		return g_strdup("taken: changed");
	return g_strdup_printf(
		"taken: changed, the ratio of the middles is %.4g (more than %.4g is "
		"wanted)",
		why->ratio, why->ratio_wanted);
}

static char *end_text(const struct change_why *why)
{
	switch (why->end) {
	case CHANGE_TAKEN:
		break;
	case CHANGE_INCOMPLETE:
		return g_strdup(
			"it is none of dmesg, last_state and error output, which alone count "
			"of runs that did not complete");
	case CHANGE_HIDDEN:
		return g_strdup("it is on the list of stats that are hidden by default (-m shows "
				"them)");
	case CHANGE_ALONE:
		return g_strdup("it is the result of a test, and the base lacks the opposite "
				"one (.pass of .fail, or the other way round)");
	case CHANGE_FEW_RUNS:
		return g_strdup_printf("%u runs and %u are too few: %d are wanted on one side",
			why->base_runs, why->head_runs, CHANGE_RUNS_WANTED);
	case CHANGE_NOT_IN_BASE:
		return g_strdup("the base lacks it");
	case CHANGE_NO_VALUE:
		return g_strdup("a side has nothing but -1, which says that there is no data");
	case CHANGE_SAME:
		return g_strdup_printf("not changed: %s", rule_text(why->rule));
	case CHANGE_RATIO:
		return g_strdup_printf("changed, but the ratio of the middles is %.4g, and more "
				       "than %.4g is wanted",
			why->ratio, why->ratio_wanted);
	case CHANGE_SIZE:
		return g_strdup_printf("changed, but too small a number for a stat of its kind: "
				       "the middles differ by %.4g, the largest value is %.4g",
			why->delta, why->maximum);
	}
	return taken_text(why);
}

static void add_step(GPtrArray *lines, const struct comparison_step *step)
{
	g_autofree char *end = end_text(&step->why);
	g_autofree char *base = range_text(&step->why.base), *head = range_text(&step->why.head);

	full_add_line(lines, "LKP's rules, [0] against [%u]%s: %s", step->member,
		step->incomplete ? ", incomplete runs, too" : "", end);
	if (step->why.end == CHANGE_TAKEN || step->why.end >= CHANGE_NO_VALUE)
		full_add_line(lines, "  [0] %s; [%u] %s", base, step->member, head);
}

/* ---- the choice -------------------------------------------------------------------------- */

static void add_choice(GPtrArray *lines, const struct select_why *why)
{
	const struct {
		gboolean holds;
		const char *text;
	} reasons[] = {
		{why->included, "--include adds it"},
		{why->all_failures, "--all-failures adds it"},
		{why->filtered, "--filter does not match it"},
		{why->no_kpi, "-k leaves it out: it is no stat of a test itself"},
		{why->no_strict_kpi, "--kpi-strict leaves it out: it is no known key figure"},
		{why->excluded, "--exclude leaves it out"},
		{why->unsound, "some run has no number for it that can be read"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(reasons); i++)
		if (reasons[i].holds)
			full_add_line(lines, "%s", reasons[i].text);
}

static void add_judged(GPtrArray *lines, const struct comparison_row *row, guint member)
{
	const struct comparison_verdict *verdict = &row->verdicts[member];
	g_autofree char *base = full_mean(row, &row->cells[0]);
	g_autofree char *head = full_mean(row, &row->cells[member]);
	g_autofree char *base_n = full_runs(row, &row->cells[0]);
	g_autofree char *head_n = full_runs(row, &row->cells[member]);
	g_autofree char *change = full_change(verdict), *interval = full_interval(verdict);
	g_autofree char *p = full_p(verdict->p.high), *grade = full_grade(verdict);

	full_add_line(lines,
		"Its runs: [0] %s (n %s), [%u] %s (n %s), change %s, interval %s, p %s before "
		"correction: %s",
		base, base_n, member, head, head_n, change, interval, p, grade);
}

/* What stands beside Welch's test. */
static void add_robust(GPtrArray *lines, const struct comparison_row *row, guint member)
{
	const struct judgement *judged = &row->verdicts[member].judged;
	const char *unit = judged->unit == UNIT_PERCENT ? "%" : "";

	if (row->kind == KIND_FAILURE || isnan(judged->p))
		return;

	g_autofree char *welch = full_p(judged->p), *rank = full_p(judged->rank.p);
	g_autofree char *least = full_p(judged->rank.p_least);
	g_autofree char *shift = full_signed(judged->shift.median);
	g_autofree char *low = full_signed(judged->shift.ci.low);
	g_autofree char *high = full_signed(judged->shift.ci.high);
	g_autofree char *g = isfinite(judged->hedges_g)
				     ? g_strdup_printf("; Hedges' g %+.2f", judged->hedges_g)
				     : g_strdup("");
	gboolean bounded = !isnan(judged->shift.ci.low);

	full_add_line(lines,
		"  Welch's p %s; rank test p %s (of so many runs %s at least); shift of the middle "
		"%s%s%s%s%s%s; Cliff's delta %+.2f%s",
		welch, rank, least, shift, unit, bounded ? ", interval " : "", bounded ? low : "",
		bounded ? ".." : "", bounded ? high : "", judged->rank.delta, g);
}

/* What so many runs can tell at all. */
static void add_reach(GPtrArray *lines, const struct judgement *judged)
{
	struct reach reach = reach_of(judged);
	g_autofree char *wanted = reach.wanted
					  ? g_strdup_printf("%u", reach.wanted)
					  : g_strdup_printf("more than %d", DETECTABLE_RUNS_MAX);

	if (!reach.runs)
		return;
	full_add_line(lines,
		"  With such a spread %u runs a side find a change of %.3g%s four times in five "
		"(at .05); one as large as this takes %s",
		reach.runs, reach.least, judged->unit == UNIT_PERCENT ? "%" : "", wanted);
}

GPtrArray *full_explanation(
	const struct comparison *comparison, const struct comparison_explanation *explanation)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);

	if (!explanation->row) {
		full_add_line(lines, "no run has a stat of that name");
		for (guint i = 0; i < explanation->similar->len; i++)
			full_add_line(
				lines, "  there is %s", (char *)explanation->similar->pdata[i]);
		return lines;
	}
	full_add_line(lines, explanation->why.is_chosen ? "it has a row" : "it has no row");
	for (guint i = 0; i < explanation->steps->len; i++)
		add_step(lines, &g_array_index(explanation->steps, struct comparison_step, i));
	add_choice(lines, &explanation->why);
	for (guint i = 1; i < comparison->n; i++) {
		add_judged(lines, explanation->row, i);
		add_robust(lines, explanation->row, i);
		if (explanation->row->kind != KIND_FAILURE)
			add_reach(lines, &explanation->row->verdicts[i].judged);
	}
	return lines;
}
