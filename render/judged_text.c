/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/show.h"
#include "render/judged.h"
#include "render/wrap.h"

#include <math.h>

#define LABEL_WIDTH 10
#define VERDICT_WIDTH 15
#define CHANGE_WIDTH 9
#define INTERVAL_WIDTH 20

static const char rest[] = "            "; /* as wide as a label and its margin */

static void add_line(GString *out, const char *label, const char *text)
{
	g_autofree char *first = g_strdup_printf("  %-*s", LABEL_WIDTH, label);
	g_autofree char *safe = wrap_safe(text);

	if (text)
		wrap_to(out, first, rest, safe);
}

static void print_side(GString *out, const char *label, const struct judged_side *side)
{
	g_autoptr(GString) text = g_string_new(side->commit ? side->commit : "unknown");

	if (!side->root)
		g_string_append(text, ": no runs of it");
	else
		g_string_append_printf(
			text, ": %u run%s, %s", side->runs, side->runs == 1 ? "" : "s", side->root);
	if (side->incomplete)
		g_string_append_printf(text, "; %u incomplete left out", side->incomplete);
	add_line(out, label, text->str);
}

static void print_machine(GString *out, const struct judged *judged)
{
	const char *reported = judged->reported->tbox_group;
	g_autofree char *other = g_strdup_printf("%s, the report is of %s: a change may be up to a "
						 "quarter larger or smaller there",
		judged->tbox_group ? judged->tbox_group : "unknown",
		reported ? reported : "an unknown one");

	if (judged->side[0].root || judged->side[1].root)
		add_line(out, "machine", judged->same_machine ? judged->tbox_group : other);
	if (judged_wrap(judged)) {
		g_autofree char *narrowed = g_strdup_printf("both sides were run by %s: "
							    "the report was not",
			judged_wrap(judged));

		add_line(out, "caution", narrowed);
	}
	for (guint i = 0; i < judged->apart->len; i++) {
		g_autofree char *text = g_strdup_printf(
			"%s: not only the kernels differ", (char *)judged->apart->pdata[i]);

		add_line(out, "caution", text);
	}
}

static void print_headline(GString *out, const struct judged_stat *stat)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *reported = judged_change_text(result, result->reported);
	g_autofree char *found = judged_change_text(result, result->found);
	g_autofree char *ci = judged_interval_text(result, result->ci);
	g_autofree char *wanted = judged_interval_text(result, result->prediction);
	g_autofree char *ratio = judged_ratio_text(result);
	g_autofree char *baseline = judged_baseline_text(stat);
	g_autofree char *claim = g_strdup_printf("%s %s", stat->stat, reported);
	g_autofree char *own =
		ratio ? g_strdup_printf("%s %s, %s", found, ci, ratio) : g_strdup(found);

	add_line(out, "reported", claim);
	add_line(out, "found", own);
	if (ratio)
		add_line(out, "predicted", wanted);
	add_line(out, "baseline", baseline);
}

static void print_stat(GString *out, const struct judged_stat *stat)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *reported = judged_change_text(result, result->reported);
	g_autofree char *found = judged_change_text(result, result->found);
	g_autofree char *ci = judged_interval_text(result, result->ci);
	g_autofree char *name = show_line(slice_of(stat->stat));

	g_string_append_printf(out, "  %-*s", VERDICT_WIDTH, reproduction_name(result->verdict));
	wrap_right(out, reported, CHANGE_WIDTH);
	wrap_right(out, found, CHANGE_WIDTH);
	wrap_right(out, isnan(result->ci.low) ? "" : ci, INTERVAL_WIDTH);
	g_string_append_printf(out, "  %s\n", name);
}

static void print_stats(GString *out, const struct judged *judged)
{
	if (!judged->stats->len)
		return;
	g_string_append_printf(out, "\n  %-*s", VERDICT_WIDTH, "Key figures");
	wrap_right(out, "reported", CHANGE_WIDTH);
	wrap_right(out, "found", CHANGE_WIDTH);
	wrap_right(out, "interval", INTERVAL_WIDTH);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < judged->stats->len; i++)
		print_stat(out, judged->stats->pdata[i]);
}

void judged_print_text(GString *out, const struct judged *judged, const struct against_table *table)
{
	const struct judged_stat *headline = judged_headline(judged);
	g_autofree char *advice = judged_advice(judged);
	g_autoptr(GPtrArray) tables = g_ptr_array_new();

	g_string_append_printf(out, "Verdict: %s%s\n",
		headline ? reproduction_name(headline->result.verdict)
			 : reproduction_name(REPRODUCTION_UNTESTABLE),
		judged->is_second ? " (second attempt, at half the level)" : "");
	add_line(out, "report", judged->reported->message_id);
	print_side(out, "base", &judged->side[0]);
	print_side(out, "commit", &judged->side[1]);
	print_machine(out, judged);
	if (headline)
		print_headline(out, headline);
	add_line(out, "next", advice);
	print_stats(out, judged);
	if (!judged->side[0].root && !judged->side[1].root)
		return;
	g_string_append(out, "\nThe table of the report, and of the runs\n\n");
	g_ptr_array_add(tables, (gpointer)table);
	against_print_text(out, tables);
}
