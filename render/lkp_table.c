/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/lkp_table.h"

#include "base/show.h"
#include "compare/lkp_text.h"
#include "compare/ruby_format.h"
#include "render/wrap.h"

#include <string.h>

#define RULE_WIDTH 89
#define BASE_WIDTH 16  /* of the first column */
#define OTHER_WIDTH 27 /* of the others, with their change */

/* Names and values come from files of strangers. */
static void append_line(GString *out, const char *text)
{
	show_line_to(out, slice_of(text));
	g_string_append_c(out, '\n');
}

/* ---- rows --------------------------------------------------------------------------- */

static void print_failure_cells(GString *out, const struct stat_row *row)
{
	for (guint i = 0; i < row->n; i++) {
		const struct figure *cell = &row->cells[i];

		if (i) {
			lkp_text_change(out, row, i, 10);
			g_string_append_c(out, ' ');
		}
		if (cell->value != 0)
			ruby_integer(out, cell->value, 11);
		else
			g_string_append_printf(out, "%11s", "");
		g_string_append_printf(out, ":%-4u", cell->runs);
	}
}

static void print_stddev(GString *out, double stddev, double average)
{
	gsize before = out->len;

	g_string_append(out, " ±");
	if (lkp_text_spread(stddev, average, out, 3)) {
		g_string_append_c(out, '%');
	} else {
		g_string_truncate(out, before);
		g_string_append_printf(out, "%6s", "");
	}
}

static void print_average_cells(GString *out, const struct stat_row *row)
{
	for (guint i = 0; i < row->n; i++) {
		const struct figure *cell = &row->cells[i];

		if (i) {
			lkp_text_change(out, row, i, 10);
			g_string_append(out, row->is_absolute ? "  " : " ");
		}
		lkp_text_mean(out, cell->value, 10);
		print_stddev(out, cell->stddev, cell->value);
	}
}

static void print_cells(GString *out, const struct stat_row *row)
{
	if (row->is_failure)
		print_failure_cells(out, row);
	else
		print_average_cells(out, row);
	g_string_append(out, "  ");
}

static gboolean print_rows(GString *out, const GPtrArray *rows, gboolean failures)
{
	gboolean any = FALSE;

	for (guint i = 0; i < rows->len; i++) {
		const struct stat_row *row = rows->pdata[i];

		if (row->is_failure != failures)
			continue;
		print_cells(out, row);
		append_line(out, row->name);
		any = TRUE;
	}
	return any;
}

/* ---- heads ---------------------------------------------------------------------------- */

static void repeat(GString *out, const char *text, guint times)
{
	while (times--)
		g_string_append(out, text);
}

static void print_heads(GString *out, gboolean failures, guint others)
{
	g_string_append(out, failures ? "       fail:runs" : "         %stddev");
	repeat(out, failures ? "  %reproduction    fail:runs" : "     %change         %stddev",
		others);
	g_string_append(out, failures ? "\n           |    " : "\n             \\  ");
	repeat(out, failures ? "         |             |    " : "        |                \\  ",
		others);
	g_string_append_c(out, '\n');
}

const char *lkp_shown(const struct lkp_style *style, const struct axis *axis)
{
	if (style->shown)
		return style->shown(axis->name, axis->value, style->data);
	return axis->value;
}

static char *join_safely(GPtrArray *texts)
{
	g_ptr_array_add(texts, NULL);
	g_autofree char *joined = g_strjoinv("/", (char **)texts->pdata);
	return show_line(slice_of(joined));
}

char *lkp_values_of(const struct axes *axes, const struct lkp_style *style,
	const char *const *names, gboolean in)
{
	g_autoptr(GPtrArray) values = g_ptr_array_new();

	for (guint i = 0; i < axes->n; i++)
		if (axis_is_in(axes->axis[i].name, names) == in)
			g_ptr_array_add(values, (char *)lkp_shown(style, &axes->axis[i]));
	return join_safely(values);
}

char *lkp_names_of(const struct axes *axes, const char *const *names, gboolean in)
{
	g_autoptr(GPtrArray) found = g_ptr_array_new();

	for (guint i = 0; i < axes->n; i++)
		if (axis_is_in(axes->axis[i].name, names) == in)
			g_ptr_array_add(found, axes->axis[i].name);
	return join_safely(found);
}

static void print_axes(GString *out, const struct lkp_style *style, const struct axes *axes,
	const char *const *without)
{
	g_autofree char *names = lkp_names_of(axes, without, FALSE);
	g_autofree char *values = lkp_values_of(axes, style, without, FALSE);

	g_string_append_printf(out, "%s:\n  %s\n\n", names, values);
}

static gboolean is_of_runs(const struct lkp_group *group)
{
	return group->members[0].run != NULL;
}

char *lkp_title_of(const struct lkp_group *group, const struct lkp_style *style,
	const struct lkp_member *member)
{
	if (member->run)
		return show_line(slice_of(member->run));
	return lkp_values_of(member->axes, style, group->compared, TRUE);
}

/* Right-aligned, or cut, to characters. */
static void print_title(GString *out, const char *title, guint width)
{
	gboolean is_text = g_utf8_validate(title, -1, NULL);
	glong len = is_text ? g_utf8_strlen(title, -1) : (glong)strlen(title);
	glong shown_len = MIN(len, (glong)width);
	const char *end = is_text ? g_utf8_offset_to_pointer(title, shown_len) : title + shown_len;

	g_string_append_printf(out, "%*s", (int)((glong)width - shown_len), "");
	g_string_append_len(out, title, end - title);
	g_string_append_c(out, ' ');
}

static void print_titles(GString *out, const struct lkp_style *style, const struct lkp_group *group)
{
	g_autofree char *names =
		is_of_runs(group) ? g_strdup("runs")
				  : lkp_names_of(group->members[0].axes, group->compared, TRUE);
	g_autoptr(GPtrArray) titles = g_ptr_array_new_with_free_func(g_free);

	g_string_append_printf(out, "%s: \n", names);
	for (guint i = 0; i < group->n; i++) {
		char *title = lkp_title_of(group, style, &group->members[i]);

		g_ptr_array_add(titles, title);
		g_string_append_printf(out, "  %s\n", title);
	}
	g_string_append_c(out, '\n');
	for (guint i = 0; i < group->n; i++)
		print_title(out, titles->pdata[i], i ? OTHER_WIDTH : BASE_WIDTH);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < group->n; i++) {
		repeat(out, "-", i ? OTHER_WIDTH : BASE_WIDTH);
		g_string_append_c(out, ' ');
	}
	g_string_append_c(out, '\n');
}

static void print_header(GString *out, const struct lkp_style *style, const struct lkp_group *group)
{
	static const char *const none[] = {NULL};

	repeat(out, "=", RULE_WIDTH);
	g_string_append_c(out, '\n');
	if (group->apart)
		for (guint i = 0; i < group->n; i++)
			print_axes(out, style, group->members[i].axes, none);
	else
		print_axes(out, style, group->members[0].axes, group->compared);
	print_titles(out, style, group);
}

/* ---- the three forms -------------------------------------------------------------------- */

static void print_full(GString *out, const struct lkp_style *style, const struct lkp_group *group)
{
	g_autoptr(GString) failures = g_string_new(NULL), others = g_string_new(NULL);
	gboolean any_failures = print_rows(failures, group->rows, TRUE);
	gboolean any_others = print_rows(others, group->rows, FALSE);

	print_header(out, style, group);
	if (any_failures)
		print_heads(out, TRUE, group->n - 1);
	g_string_append(out, failures->str);
	if (any_others)
		print_heads(out, FALSE, group->n - 1);
	g_string_append(out, others->str);
}

static void print_compact(GString *out, const struct lkp_group *group)
{
	g_autofree char *line = group->apart
					? g_strdup("")
					: axes_line(group->members[0].axes, group->compared, FALSE);

	append_line(out, line);
	print_rows(out, group->rows, TRUE);
	print_rows(out, group->rows, FALSE);
}

void lkp_print_group(GString *out, const struct lkp_style *style, const struct lkp_group *group)
{
	if (!group->rows->len && !style->show_empty)
		return;
	if (style->compact)
		print_compact(out, group);
	else
		print_full(out, style, group);
	g_string_append_c(out, '\n');
}

/* One stat's row in each group that has it. */
static void print_stat(GString *out, const struct lkp_group *groups, guint n, const char *name)
{
	static const struct lkp_style plain = {.compact = FALSE};

	show_line_to(out, slice_of(name));
	g_string_append(out, ":\n");
	for (guint i = 0; i < n; i++) {
		const struct lkp_group *group = &groups[i];
		g_autofree char *values = group->apart ? g_strdup("")
						       : lkp_values_of(group->members[0].axes,
								 &plain, group->compared, FALSE);

		for (guint k = 0; k < group->rows->len; k++) {
			const struct stat_row *row = group->rows->pdata[k];

			if (strcmp(row->name, name))
				continue;
			print_cells(out, row);
			g_string_append_printf(out, "%s\n", values);
		}
	}
}

void lkp_print_by_stat(GString *out, const struct lkp_group *groups, guint n)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < n; i++)
		for (guint k = 0; k < groups[i].rows->len; k++) {
			const struct stat_row *row = groups[i].rows->pdata[k];

			if (g_hash_table_add(seen, (char *)row->name))
				print_stat(out, groups, n, row->name);
		}
}

void lkp_wrap_axes(GString *out, const struct lkp_style *style, const struct axes *axes,
	const char *const *without)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < axes->n; i++) {
		const struct axis *axis = &axes->axis[i];
		g_autofree char *name = NULL, *value = NULL;

		if (axis_is_in(axis->name, without))
			continue;
		name = show_line(slice_of(axis->name));
		value = show_line(slice_of(lkp_shown(style, axis)));
		g_string_append_printf(text, "%s%s=%s", text->len ? ", " : "", name, value);
	}
	wrap_to(out, "", "  ", text->str);
}
