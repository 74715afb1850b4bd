/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/full.h"
#include "render/full_words.h"
#include "render/markdown.h"

static void add_cell(GString *out, char *text)
{
	markdown_text(out, text);
	g_string_append(out, " | ");
	g_free(text);
}

/* ---- above --------------------------------------------------------------------------- */

static void print_axes(GString *out, const struct lkp_style *style, const struct axes *axes,
	const char *const *without)
{
	for (guint i = 0; i < axes->n; i++) {
		const struct axis *axis = &axes->axis[i];

		if (axis_is_in(axis->name, without))
			continue;
		g_string_append(out, "- ");
		markdown_code(out, axis->name);
		g_string_append(out, " = ");
		markdown_code(out, lkp_shown(style, axis));
		g_string_append_c(out, '\n');
	}
	g_string_append_c(out, '\n');
}

static void print_members(
	GString *out, const struct lkp_style *style, const struct full_group *group)
{
	const struct comparison *judged = group->judged;

	g_string_append(out, "| | compared | runs | did not complete |\n|--:|---|--:|---|\n");
	for (guint i = 0; i < judged->n; i++) {
		g_autofree char *title = lkp_title_of(group->head, style, &group->head->members[i]);

		g_string_append_printf(out, "| %u | ", i);
		markdown_code(out, title);
		g_string_append_printf(out, " | %u | ", judged->runs[i]);
		for (guint k = 0; k < judged->incomplete[i]->len; k++) {
			g_string_append(out, k ? ", " : "");
			markdown_code(out, judged->incomplete[i]->pdata[k]);
		}
		g_string_append(out, " |\n");
	}
	g_string_append_c(out, '\n');
}

static void print_head(GString *out, const struct lkp_style *style, const struct full_group *group)
{
	static const char *const none[] = {NULL};
	const struct lkp_group *head = group->head;
	const char *testcase = axes_value(head->members[0].axes, "testcase");

	g_string_append(out, "## ");
	markdown_code(out, testcase ? testcase : "comparison");
	g_string_append(out, "\n\n");
	for (guint i = 0; i < (head->apart ? head->n : 1); i++)
		print_axes(out, style, head->members[i].axes, head->apart ? none : head->compared);
	print_members(out, style, group);
}

/* ---- rows ----------------------------------------------------------------------------- */

static void add_names(GString *out, const struct comparison *judged, guint at, guint member)
{
	const struct comparison_row *row = judged->rows->pdata[at];
	g_autofree char *lkp = full_lkp_change(row, member);

	markdown_code(out, row->name);
	if (lkp) {
		g_string_append(out, " &#91;lkp: ");
		markdown_text(out, lkp);
		g_string_append(out, "&#93;");
	}
	for (guint i = row->next_alias; i != NO_ROW; i = row->next_alias) {
		row = judged->rows->pdata[i];
		g_string_append(out, " = ");
		markdown_code(out, row->name);
	}
}

static void print_row(GString *out, const struct comparison *judged, guint at, guint member)
{
	const struct comparison_row *row = judged->rows->pdata[at];
	const struct comparison_verdict *verdict = &row->verdicts[member];

	g_string_append(out, "| ");
	add_cell(out, full_mean(row, &row->cells[0]));
	add_cell(out, full_spread(&row->cells[0]));
	add_cell(out, full_runs(row, &row->cells[0]));
	if (judged->n > 2)
		g_string_append_printf(out, "%u | ", member);
	add_cell(out, full_mean(row, &row->cells[member]));
	add_cell(out, full_spread(&row->cells[member]));
	add_cell(out, full_runs(row, &row->cells[member]));
	add_cell(out, full_change(verdict));
	add_cell(out, full_interval(verdict));
	add_cell(out, full_p(verdict->p.high));
	add_cell(out, full_grade(verdict));
	add_cell(out, full_marks(row, verdict));
	add_names(out, judged, at, member);
	g_string_append(out, " |\n");
}

static void print_section(GString *out, const struct comparison *judged, enum comparison_kind kind)
{
	gboolean any = FALSE;

	for (guint i = 0; i < judged->rows->len; i++) {
		const struct comparison_row *row = judged->rows->pdata[i];

		if (row->kind != kind || row->alias_of != i)
			continue;
		if (!any) {
			g_autofree char *section = full_section(judged, kind);
			gboolean many = judged->n > 2;

			g_string_append_printf(out,
				"### %s\n\n| base | sd | n | %shead | sd | n | change | 95%% "
				"interval | p | grade | | stat |\n"
				"|--:|--:|--:|%s--:|--:|--:|--:|--:|--:|---|---|---|\n",
				section, many ? "| " : "", many ? "--:|" : "");
			any = TRUE;
		}
		for (guint k = 1; k < judged->n; k++)
			print_row(out, judged, i, k);
	}
	if (any)
		g_string_append_c(out, '\n');
}

/* ---- below ---------------------------------------------------------------------------- */

static void print_item(GString *out, const char *text)
{
	g_string_append(out, "- ");
	markdown_text(out, text);
	g_string_append_c(out, '\n');
}

static void print_explanation(
	GString *out, const struct comparison *judged, const struct comparison_explanation *e)
{
	g_autoptr(GPtrArray) lines = full_explanation(judged, e);

	g_string_append(out, "\n### Why: ");
	markdown_code(out, e->name);
	g_string_append(out, "\n\n");
	for (guint i = 0; i < lines->len; i++) {
		g_string_append(out, "- ");
		markdown_code(out, lines->pdata[i]);
		g_string_append_c(out, '\n');
	}
}

static void print_below(GString *out, const struct comparison *judged)
{
	g_autoptr(GPtrArray) legend = full_legend(judged);
	g_autofree char *past = full_past(judged);

	for (guint i = 1; i < judged->n; i++) {
		g_autofree char *count = full_count(judged, i), *chance = full_chance(judged, i);

		if (count)
			print_item(out, count);
		if (chance)
			print_item(out, chance);
	}
	if (past)
		print_item(out, past);
	for (guint i = 0; i < legend->len; i++)
		print_item(out, legend->pdata[i]);
	for (guint i = 0; i < judged->explanations->len; i++)
		print_explanation(out, judged, judged->explanations->pdata[i]);
	g_string_append_c(out, '\n');
}

void full_print_markdown(
	GString *out, const struct lkp_style *style, const struct full_group *group)
{
	const struct comparison *judged = group->judged;

	if (!full_is_shown(style, group))
		return;
	print_head(out, style, group);
	for (enum comparison_kind kind = KIND_KPI; kind <= KIND_MONITOR; kind++)
		print_section(out, judged, kind);
	print_below(out, judged);
}
