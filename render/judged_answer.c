/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text to answer the report with: the user reads it over, and sends it or does not. */
#include "base/show.h"
#include "compare/lkp_text.h"
#include "render/judged.h"
#include "render/wrap.h"

#include <math.h>

#define MEAN_WIDTH 10
#define CHANGE_WIDTH 11
#define ROWS_MAX 8

static void paragraph(GString *out, const char *text)
{
	g_autofree char *safe = wrap_safe(text);

	wrap_to(out, "", "", safe);
	g_string_append_c(out, '\n');
}

static const char *sentence_of(enum reproduction verdict)
{
	switch (verdict) {
	case REPRODUCTION_REPRODUCED:
		return "I can reproduce the reported change.";
	case REPRODUCTION_PARTIAL:
		return "I see a change in that direction, but not of that size.";
	case REPRODUCTION_OPPOSITE:
		return "I see the opposite of the reported change.";
	case REPRODUCTION_NOT:
		return "I cannot reproduce the reported change.";
	default:
		return "My runs do not decide whether the reported change is real.";
	}
}

static char *parameters(const struct judged *judged)
{
	const struct reported *reported = judged->reported;
	g_autofree char *commit =
		g_strndup(judged->side[1].commit ? judged->side[1].commit : "the commit", 12);

	return g_strdup_printf("%s of %s by commit %s was reported to change by %s.",
		reported->metric ? reported->metric : "A figure",
		reported->testcase ? reported->testcase : "a test", commit,
		reported->change ? reported->change : "some");
}

static void print_result(GString *out, const struct judged *judged, const struct judged_stat *stat)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *found = judged_change_text(result, result->found);
	g_autofree char *ci = judged_interval_text(result, result->ci);
	g_autofree char *machine =
		judged->same_machine
			? g_strdup_printf("on %s, the machine of the report,", judged->tbox_group)
			: g_strdup_printf("on another machine (%s)",
				  judged->tbox_group ? judged->tbox_group : "unnamed");
	g_autofree char *text =
		isnan(result->ci.low)
			? g_strdup_printf("I made %u runs of the parent and %u of the commit %s "
					  "too few to tell.",
				  result->runs[0], result->runs[1], machine)
			: g_strdup_printf("Over %u runs of the parent and %u of the commit %s it "
					  "changes by %s, with a %s%% confidence interval of %s.",
				  result->runs[0], result->runs[1], machine, found,
				  judged->is_second ? "97.5" : "95", ci);

	paragraph(out, text);
}

static void print_row(GString *out, const struct judged_stat *stat, gboolean is_own)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *change =
		judged_change_text(result, is_own ? result->found : result->reported);
	g_autofree char *name = show_line(slice_of(stat->stat));

	for (guint i = 0; i < 2; i++) {
		g_autoptr(GString) mean = g_string_new(NULL);
		g_autofree char *safe =
			show_line(slice_of(stat->printed[i] ? stat->printed[i] : ""));

		if (is_own && !isnan(stat->means[i]))
			lkp_text_mean(mean, stat->means[i], 0);
		if (i)
			wrap_right(out, change, CHANGE_WIDTH);
		wrap_right(out, is_own ? mean->str : safe, MEAN_WIDTH + 1);
	}
	g_string_append_printf(out, "  %s (%s)\n", name, is_own ? "here" : "reported");
}

static void print_rows(GString *out, const struct judged *judged)
{
	for (guint i = 0; i < judged->stats->len && i < ROWS_MAX; i++) {
		print_row(out, judged->stats->pdata[i], FALSE);
		print_row(out, judged->stats->pdata[i], TRUE);
	}
	g_string_append_c(out, '\n');
}

void judged_print_answer(GString *out, const struct judged *judged)
{
	const struct judged_stat *headline = judged_headline(judged);
	g_autofree char *claim = parameters(judged);
	g_autofree char *advice = judged_advice(judged);

	paragraph(out, claim);
	paragraph(out, sentence_of(headline ? headline->result.verdict : REPRODUCTION_UNTESTABLE));
	if (headline) {
		g_autofree char *baseline = judged_baseline_text(headline);
		g_autofree char *note =
			baseline ? g_strdup_printf("Note that %s.", baseline) : NULL;

		print_result(out, judged, headline);
		print_rows(out, judged);
		if (note)
			paragraph(out, note);
	}
	for (guint i = 0; i < judged->apart->len; i++) {
		g_autofree char *text = g_strdup_printf(
			"Note that of these runs %s.", (char *)judged->apart->pdata[i]);

		paragraph(out, text);
	}
	if (advice) {
		g_autofree char *text = g_strdup_printf("To be done: %s.", advice);

		paragraph(out, text);
	}
}
