/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A judged comparison as text: a grid whose columns are as wide as their cells. */
#include "base/show.h"
#include "render/full.h"
#include "render/full_words.h"
#include "render/wrap.h"

#include <string.h>

#define NAME_COLUMNS_MIN 20 /* of the last column */

enum column {
	COLUMN_BASE,
	COLUMN_BASE_SPREAD,
	COLUMN_BASE_RUNS,
	COLUMN_MEMBER,
	COLUMN_HEAD,
	COLUMN_HEAD_SPREAD,
	COLUMN_HEAD_RUNS,
	COLUMN_CHANGE,
	COLUMN_INTERVAL,
	COLUMN_P,
	COLUMN_GRADE,
	COLUMN_MARKS,
	COLUMNS_END
};

struct line {
	char *cells[COLUMNS_END]; /* none is NULL */
	char *name;               /* safe to print */
	enum comparison_kind kind;
};

static const char *const heads[] = {
	"base", "sd", "n", "", "head", "sd", "n", "change", "95% interval", "p", "grade", ""};

static gboolean is_left(enum column column)
{
	return column == COLUMN_GRADE || column == COLUMN_MARKS;
}

static void line_free(void *data)
{
	struct line *line = data;

	for (guint i = 0; i < COLUMNS_END; i++)
		g_free(line->cells[i]);
	g_free(line->name);
	g_free(line);
}

/* ---- lines -------------------------------------------------------------------------------- */

/* "NAME [lkp: +200%] = ALIAS = ALIAS" */
static char *name_of(const struct comparison *judged, guint at, guint member)
{
	const struct comparison_row *row = judged->rows->pdata[at];
	g_autoptr(GString) name = g_string_new(NULL);
	g_autofree char *lkp = full_lkp_change(row, member);

	if (member == 1)
		show_line_to(name, slice_of(row->name));
	if (lkp)
		g_string_append_printf(name, "%s[lkp: %s]", name->len ? " " : "", lkp);
	for (guint i = row->next_alias; member == 1 && i != NO_ROW; i = row->next_alias) {
		row = judged->rows->pdata[i];
		g_string_append(name, " = ");
		show_line_to(name, slice_of(row->name));
	}
	return g_strdup(name->str);
}

static struct line *line_new(const struct comparison *judged, guint at, guint member)
{
	const struct comparison_row *row = judged->rows->pdata[at];
	const struct comparison_cell *base = &row->cells[0], *head = &row->cells[member];
	const struct comparison_verdict *verdict = &row->verdicts[member];
	struct line *line = g_new0(struct line, 1);
	gboolean first = member == 1;

	line->kind = row->kind;
	line->cells[COLUMN_BASE] = first ? full_mean(row, base) : g_strdup("");
	line->cells[COLUMN_BASE_SPREAD] = first ? full_spread(base) : g_strdup("");
	line->cells[COLUMN_BASE_RUNS] = first ? full_runs(row, base) : g_strdup("");
	line->cells[COLUMN_MEMBER] = judged->n > 2 ? g_strdup_printf("[%u]", member) : g_strdup("");
	line->cells[COLUMN_HEAD] = full_mean(row, head);
	line->cells[COLUMN_HEAD_SPREAD] = full_spread(head);
	line->cells[COLUMN_HEAD_RUNS] = full_runs(row, head);
	line->cells[COLUMN_CHANGE] = full_change(verdict);
	line->cells[COLUMN_INTERVAL] = full_interval(verdict);
	line->cells[COLUMN_P] = full_p(verdict->p.high);
	line->cells[COLUMN_GRADE] = full_grade(verdict);
	line->cells[COLUMN_MARKS] = full_marks(row, verdict);
	line->name = name_of(judged, at, member);
	return line;
}

static GPtrArray *lines_of(const struct comparison *judged)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);

	for (guint i = 0; i < judged->rows->len; i++) {
		const struct comparison_row *row = judged->rows->pdata[i];

		for (guint k = 1; row->alias_of == i && k < judged->n; k++)
			g_ptr_array_add(lines, line_new(judged, i, k));
	}
	return lines;
}

/* ---- printing ----------------------------------------------------------------------------- */

struct grid {
	GString *out;
	guint widths[COLUMNS_END]; /* 0: nothing stands there */
	guint margin;              /* where the names stand */
};

static struct grid grid_of(GString *out, const GPtrArray *lines)
{
	struct grid grid = {.out = out};

	for (guint c = 0; c < COLUMNS_END; c++) {
		guint most = 0;

		for (guint i = 0; i < lines->len; i++)
			most = MAX(most, wrap_columns(((struct line *)lines->pdata[i])->cells[c]));
		grid.widths[c] = most ? MAX(most, (guint)strlen(heads[c])) : 0;
		grid.margin += most ? grid.widths[c] + 1 : 0;
	}
	return grid;
}

static void print_cells(const struct grid *grid, const char *const *cells)
{
	for (guint c = 0; c < COLUMNS_END; c++) {
		guint width = grid->widths[c];
		gint blanks = (gint)width - (gint)wrap_columns(cells[c]);

		if (!width)
			continue;
		if (!is_left(c))
			g_string_append_printf(grid->out, "%*s", blanks, "");
		g_string_append(grid->out, cells[c]);
		if (is_left(c))
			g_string_append_printf(grid->out, "%*s", blanks, "");
		g_string_append_c(grid->out, ' ');
	}
}

/* Where a line may end: behind a dot, a dash or a blank, and nowhere within "[lkp: +2.5]". */
static gsize name_part(const char *name, guint columns)
{
	const char *at = name;
	gboolean bracket = FALSE;
	gsize best = 0;

	for (guint used = 0; *at; at = g_utf8_next_char(at)) {
		used += g_unichar_iswide(g_utf8_get_char(at)) ? 2 : 1;
		if (used > columns)
			return best ? best : (gsize)(at - name);
		bracket = bracket ? *at != ']' : g_str_has_prefix(at, "[lkp: ");
		if (!bracket && strchr("._ ", *at))
			best = (gsize)(at + 1 - name);
	}
	return (gsize)(at - name);
}

/* From `margin` on, where the first line stands already. */
static void print_name(GString *out, const char *name, guint margin)
{
	for (gboolean first = TRUE; first || *name; first = FALSE) {
		gsize len = name_part(name, FULL_COLUMNS - margin);

		if (!first)
			g_string_append_printf(out, "%*s", (gint)margin, "");
		g_string_append_len(out, name, (gssize)len);
		wrap_trim(out);
		g_string_append_c(out, '\n');
		name += len;
	}
}

/* The name behind the figures; above them where these leave too little of the line. */
static void print_line(const struct grid *grid, const char *const *cells, const char *name)
{
	gboolean is_wide = grid->margin + NAME_COLUMNS_MIN > FULL_COLUMNS;
	gboolean above = is_wide && !g_str_has_prefix(name, "[lkp: ");

	if (above && *name)
		print_name(grid->out, name, 0);
	print_cells(grid, cells);
	print_name(grid->out, above ? "" : name, grid->margin);
}

static void print_lines(GString *out, const struct comparison *judged)
{
	g_autoptr(GPtrArray) lines = lines_of(judged);
	const struct grid grid = grid_of(out, lines);

	if (!lines->len)
		return;
	print_line(&grid, heads, "stat");
	for (guint i = 0; i < lines->len; i++) {
		const struct line *line = lines->pdata[i];
		const struct line *before = i ? lines->pdata[i - 1] : NULL;

		if (!before || before->kind != line->kind) {
			g_autofree char *section = full_section(judged, line->kind);

			g_string_append_printf(out, "%s\n", section);
		}
		print_line(&grid, (const char *const *)line->cells, line->name);
	}
}

/* ---- above and below ---------------------------------------------------------------------- */

static void print_members(
	GString *out, const struct lkp_style *style, const struct full_group *group)
{
	const struct comparison *judged = group->judged;

	for (guint i = 0; i < judged->n; i++) {
		g_autofree char *title = lkp_title_of(group->head, style, &group->head->members[i]);

		g_string_append_printf(out, "[%u] %s  %u run%s%s\n", i, title, judged->runs[i],
			judged->runs[i] == 1 ? "" : "s", i ? "" : "  (base)");
	}
}

static void print_head(GString *out, const struct lkp_style *style, const struct full_group *group)
{
	static const char *const none[] = {NULL};
	const struct lkp_group *head = group->head;

	wrap_rule(out);
	if (head->apart)
		for (guint i = 0; i < head->n; i++)
			lkp_wrap_axes(out, style, head->members[i].axes, none);
	else
		lkp_wrap_axes(out, style, head->members[0].axes, head->compared);
	g_string_append_c(out, '\n');
	print_members(out, style, group);
	g_string_append_c(out, '\n');
}

static void print_incomplete(GString *out, const struct comparison *judged)
{
	for (guint i = 0; i < judged->n; i++) {
		g_autoptr(GString) runs = g_string_new(NULL);

		for (guint k = 0; k < judged->incomplete[i]->len; k++)
			g_string_append_printf(runs, "%s%s", k ? ", " : "",
				(char *)judged->incomplete[i]->pdata[k]);
		if (!runs->len)
			continue;
		g_autofree char *text = g_strdup_printf("[%u] did not complete, and count for "
							"failures only: runs %s",
			i, runs->str);
		wrap_to(out, "", "  ", text);
	}
}

static void print_below(GString *out, const struct comparison *judged)
{
	g_autoptr(GPtrArray) legend = full_legend(judged);
	g_autofree char *past = full_past(judged);

	g_string_append_c(out, '\n');
	for (guint i = 1; i < judged->n; i++) {
		g_autofree char *first = judged->n > 2 ? g_strdup_printf("[%u] ", i) : g_strdup("");
		g_autofree char *count = full_count(judged, i), *chance = full_chance(judged, i);

		if (count)
			wrap_to(out, first, "  ", count);
		if (chance)
			wrap_to(out, first, "  ", chance);
	}
	if (past)
		wrap_to(out, "", "  ", past);
	print_incomplete(out, judged);
	for (guint i = 0; i < legend->len; i++)
		wrap_to(out, "", "  ", legend->pdata[i]);
}

static void print_explanations(GString *out, const struct comparison *judged)
{
	for (guint i = 0; i < judged->explanations->len; i++) {
		const struct comparison_explanation *e = judged->explanations->pdata[i];
		g_autoptr(GPtrArray) lines = full_explanation(judged, e);
		g_autofree char *name = wrap_safe(e->name);

		g_string_append_c(out, '\n');
		wrap_to(out, "", "  ", name);
		for (guint k = 0; k < lines->len; k++) {
			g_autofree char *line = wrap_safe(lines->pdata[k]);

			wrap_to(out, "  ", "    ", line);
		}
	}
}

void full_print_text(GString *out, const struct lkp_style *style, const struct full_group *group)
{
	const struct comparison *judged = group->judged;

	if (!full_is_shown(style, group))
		return;
	print_head(out, style, group);
	print_lines(out, judged);
	print_below(out, judged);
	print_explanations(out, judged);
	g_string_append_c(out, '\n');
}
