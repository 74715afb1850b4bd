/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A text to answer the report with: the user reads it over, and sends it or does not.  What stands
 * in the report is quoted, and no line of it begins as one that a program on the way reads: a
 * command to a tracker, a separator, a patch.
 */
#include "base/show.h"
#include "compare/lkp_text.h"
#include "render/judged.h"
#include "render/wrap.h"

#include <math.h>

#define MEAN_WIDTH 10
#define CHANGE_WIDTH 11
#define ROWS_MAX 8
#define QUOTE "> "

/* ---- paragraphs --------------------------------------------------------------------------- */

/* Appends the lines of `text` with a blank before those that would mean something. */
static void append_inert(GString *out, const char *text)
{
	static const char *const begins[] = {"#", "From ", "--", "+++", "diff ", "Index:", "@@"};
	g_auto(GStrv) lines = g_strsplit(text, "\n", 0);

	for (char **line = lines; *line; line++) {
		for (guint i = 0; i < G_N_ELEMENTS(begins); i++)
			if (g_str_has_prefix(*line, begins[i])) {
				g_string_append_c(out, ' ');
				break;
			}
		g_string_append(out, *line);
		if (line[1])
			g_string_append_c(out, '\n');
	}
}

static void lines_to(GString *out, const char *margin, const char *text)
{
	g_autofree char *safe = wrap_safe(text);
	g_autoptr(GString) lines = g_string_new(NULL);

	wrap_to(lines, margin, margin, safe);
	append_inert(out, lines->str);
}

static void paragraph(GString *out, const char *text)
{
	lines_to(out, "", text);
	g_string_append_c(out, '\n');
}

/* ---- rows --------------------------------------------------------------------------------- */

static void print_row(
	GString *out, const char *margin, const struct judged_stat *stat, gboolean is_own)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *change =
		judged_change_text(result, is_own ? result->found : result->reported);
	g_autofree char *name = show_line(slice_of(stat->stat));

	g_string_append(out, margin);
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
	g_string_append_printf(out, "  %s\n", name);
}

static void print_rows(
	GString *out, const char *margin, const struct judged *judged, gboolean is_own)
{
	for (guint i = 0; i < judged->stats->len && i < ROWS_MAX; i++)
		print_row(out, margin, judged->stats->pdata[i], is_own);
	g_string_append_c(out, '\n');
}

/* ---- what was reported ---------------------------------------------------------------------- */

static void print_claim(GString *out, const struct judged *judged)
{
	const struct reported *reported = judged->reported;
	const struct judged_side *head = &judged->side[1];
	g_autofree char *title =
		head->title ? g_strdup_printf(" (\"%s\")", head->title) : g_strdup("");
	g_autofree char *commit =
		g_strdup_printf("commit: %s%s", head->commit ? head->commit : "not told", title);
	g_autofree char *where = g_strdup_printf("testcase: %s, on %s",
		reported->testcase ? reported->testcase : "not told",
		reported->tbox_group ? reported->tbox_group : "a machine that is not told");

	lines_to(out, QUOTE, commit);
	lines_to(out, QUOTE, where);
	print_rows(out, QUOTE, judged, FALSE);
}

/* ---- what was found -------------------------------------------------------------------------- */

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

static char *machine_text(const struct judged *judged)
{
	const char *hardware = judged->side[1].hardware;
	const char *name = judged->tbox_group ? judged->tbox_group : "a machine without a name";

	return g_strdup_printf("%s%s%s%s%s", name, hardware ? " (" : "", hardware ? hardware : "",
		hardware ? ")" : "",
		judged->same_machine ? ", the machine of the report"
				     : ", which is another machine");
}

/* "That is 0.98 of the reported change [0.93, 1.02]." */
static void append_ratio(GString *text, const struct reproduced *result)
{
	const struct interval *ci = &result->ratio_ci;

	if (isnan(result->ratio) || isnan(ci->low))
		return;
	g_string_append_printf(text, " That is %.2f of the reported change", result->ratio);
	if (isfinite(ci->low) && isfinite(ci->high))
		g_string_append_printf(text, " [%.2f, %.2f]", ci->low, ci->high);
	g_string_append_c(text, '.');
}

static void print_result(GString *out, const struct judged *judged, const struct judged_stat *stat)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *found = judged_change_text(result, result->found);
	g_autofree char *ci = judged_interval_text(result, result->ci);
	g_autofree char *machine = machine_text(judged);
	g_autoptr(GString) text = g_string_new(NULL);

	g_string_append_printf(text,
		"%u runs of the parent and %u of the commit on %s: ", result->runs[0],
		result->runs[1], machine);
	if (isnan(result->ci.low))
		g_string_append(text, "too few to tell.");
	else
		g_string_append_printf(text,
			"%s changes by %s, with a %s%% confidence interval of %s.", stat->stat,
			found, judged->is_second ? "97.5" : "95", ci);
	append_ratio(text, result);
	paragraph(out, text->str);
	print_rows(out, "  ", judged, TRUE);
}

/* NULL: there is nothing of it to be noted. */
static void note(GString *out, const char *before, const char *what)
{
	g_autofree char *text = what ? g_strdup_printf("Note that %s%s.", before, what) : NULL;

	if (text)
		paragraph(out, text);
}

/* How many runs would decide; what else is to be done is the user's. */
static void print_undecided(GString *out, const struct reproduced *result)
{
	g_autofree char *text =
		result->wanted
			? g_strdup_printf("About %u runs of each kernel would be needed to decide.",
				  result->wanted)
			: g_strdup("My runs differ too much among themselves to decide it.");

	if (result->verdict == REPRODUCTION_INCONCLUSIVE)
		paragraph(out, text);
}

static void print_found(GString *out, const struct judged *judged, const struct judged_stat *stat)
{
	g_autofree char *baseline = judged_baseline_text(stat);

	print_result(out, judged, stat);
	print_undecided(out, &stat->result);
	note(out, "", baseline);
	note(out, "both sides were run by ", judged_wrap(judged));
	for (guint i = 0; i < judged->apart->len; i++)
		note(out, "of these runs ", judged->apart->pdata[i]);
}

void judged_print_answer(GString *out, const struct judged *judged)
{
	const struct judged_stat *headline = judged_headline(judged);

	print_claim(out, judged);
	paragraph(out, sentence_of(headline ? headline->result.verdict : REPRODUCTION_UNTESTABLE));
	if (headline)
		print_found(out, judged, headline);
	for (guint i = 0; i < 2; i++)
		if (!judged->side[i].runs)
			paragraph(out, i ? "There are no runs of the commit yet."
					 : "There are no runs of the parent yet.");
}
