/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table as it was printed, on columns of our own. */
#include "cli/show.h"
#include "cli/show_fields.h"
#include "parse/profile.h"

static char *value_of(const json_t *row, const json_t *cell)
{
	if (!strcmp(json_string_value(json_object_get(row, "kind")), "fail"))
		return g_strdup_printf("%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT,
			json_integer_value(json_object_get(cell, "fails")),
			json_integer_value(json_object_get(cell, "runs")));

	const char *text = json_string_value(json_object_get(cell, "text"));
	const json_t *stddev = json_object_get(cell, "stddev");
	if (json_is_null(stddev)) /* as wide as one */
		return g_strdup_printf("%s      ", text ? text : "");
	return g_strdup_printf("%s \302\261%3" JSON_INTEGER_FORMAT "%%", text ? text : "",
		json_integer_value(stddev));
}

/* The name of a stat; a chain of calls with arrows, from the innermost function outwards. */
static char *stat_of(const json_t *row)
{
	struct slice stat = slice_of(json_string_value(json_object_get(row, "stat")));
	struct profile profile;

	if (!profile_read(stat, &profile) || profile.depth < 2)
		return slice_dup(stat);

	GString *text = g_string_new_len(stat.at, profile.chain[0].at - stat.at);
	for (guint i = 0; i < profile.depth; i++)
		g_string_append_printf(
			text, "%s%.*s", i ? " <- " : "", SLICE_ARG(profile.chain[i]));
	return g_string_free(text, FALSE);
}

static void add_row(struct listing *listing, const json_t *row, guint n_columns)
{
	const json_t *cells = json_object_get(row, "cells");
	const json_t *changes = json_object_get(row, "changes");
	g_auto(GStrv) texts = g_new0(char *, n_columns + 1);
	guint at = 0;

	for (guint i = 0; i < json_array_size(cells) && at + 2 < n_columns; i++) {
		if (i)
			texts[at++] = show_cell_at(json_array_get(changes, i - 1), "text");
		if (i && !texts[at - 1])
			texts[at - 1] = g_strdup("");
		texts[at++] = value_of(row, json_array_get(cells, i));
	}
	while (at + 2 < n_columns)
		texts[at++] = g_strdup("");
	texts[at++] = stat_of(row);
	texts[at] = g_strdup(
		strcmp(json_string_value(json_object_get(row, "consistency")), "inconsistent")
			? ""
			: "(inconsistent)");
	listing_add(listing, (const char *const *)texts);
}

static void print_rows(const json_t *table)
{
	const json_t *rows = json_object_get(table, "rows");
	guint values = MAX((guint)json_array_size(json_object_get(table, "commits")), 1);
	guint n_columns = 2 * values - 1 + 2;
	g_autofree struct listing_column *columns = g_new0(struct listing_column, n_columns);
	gsize i;
	json_t *row;

	for (guint c = 0; c + 2 < n_columns; c++)
		columns[c].right = TRUE;
	struct listing *listing = show_listing(columns, n_columns);
	json_array_foreach(rows, i, row) add_row(listing, row, n_columns);
	listing_end(listing);
}

/* "4 runs (fail-runs)", "3 to 6 runs (assumed)" */
static char *runs_text(const json_t *runs)
{
	json_int_t low = json_integer_value(json_object_get(runs, "low"));
	json_int_t high = json_integer_value(json_object_get(runs, "high"));
	const char *source = json_string_value(json_object_get(runs, "source"));

	if (!source)
		return g_strdup("runs unknown");
	if (low == high)
		return g_strdup_printf("%" JSON_INTEGER_FORMAT " runs (%s)", low, source);
	return g_strdup_printf("%" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT " runs (%s)",
		low, high, source);
}

static void print_axes(const json_t *table)
{
	struct listing *listing = show_fields_new();
	const char *key;
	const json_t *runs = json_object_get(table, "runs");
	json_t *value, *commit;
	gsize i;

	json_object_foreach(json_object_get(table, "axes"), key, value)
		show_add_field(listing, key, json_string_value(value));
	json_array_foreach(json_object_get(table, "commits"), i, commit)
	{
		const char *id = json_string_value(json_object_get(commit, "id"));
		const char *title = json_string_value(json_object_get(commit, "title"));
		g_autofree char *told = runs_text(json_array_get(runs, i));
		g_autofree char *text = g_strdup_printf(
			"%s  %s%s%s", id ? id : "-", told, title ? "  " : "", title ? title : "");

		show_add_field(listing, "column", text);
	}
	listing_end(listing);
}

void show_table(const json_t *table)
{
	static const struct show_field labels[] = {{"Table", "id"}, {"Copy of", "copy_of"},
		{"Attachment", "attachment"}, {"Depth", "depth"}, {"Style", "style"},
		{"Repairs", "repairs"}, {NULL}};

	show_fields(table, labels);
	print_axes(table);
	print_rows(table);
}
