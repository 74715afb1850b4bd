/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of charts: gnuplot's input, the tables behind the charts and the store say
 * the same.
 */
#include "tests/unit/digest-week.h"

struct point {
	double value, low, high;
};

/* A program that keeps what gnuplot is given, and is gnuplot otherwise. */
static char *spying_gnuplot(const struct sample_store *at)
{
	char *path = g_build_filename(at->folder, "gnuplot", NULL);
	g_autofree char *script = g_strdup_printf("#!/bin/sh\nfor last; do :; done\n"
						  "cp \"$last\" '%s/charts.gp'\n"
						  "exec gnuplot \"$@\"\n",
		at->folder);

	g_assert_true(
		g_file_set_contents_full(path, script, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
	return path;
}

/* All points of the script's data blocks: "<row> <value> <low> <high> <tone>". */
static GArray *points_of_script(const struct sample_store *at)
{
	GArray *points = g_array_new(FALSE, FALSE, sizeof(struct point));
	g_autofree char *path = g_build_filename(at->folder, "charts.gp", NULL);
	g_autofree char *script = NULL;
	gboolean inside = FALSE;

	g_assert_true(g_file_get_contents(path, &script, NULL, NULL));

	g_auto(GStrv) lines = g_strsplit(script, "\n", -1);

	for (char **line = lines; *line; line++) {
		g_auto(GStrv) words = g_strsplit(*line, " ", -1);

		if (g_str_has_prefix(*line, "$chart")) {
			inside = TRUE;
		} else if (!strcmp(*line, "END")) {
			inside = FALSE;
		} else if (inside) {
			g_assert_cmpuint(g_strv_length(words), ==, 5);

			struct point point = {g_ascii_strtod(words[1], NULL),
				g_ascii_strtod(words[2], NULL), g_ascii_strtod(words[3], NULL)};

			g_array_append_val(points, point);
		}
	}
	return points;
}

static double number_or(const char *text, double otherwise)
{
	return *text ? g_ascii_strtod(text, NULL) : otherwise;
}

/* Figures of what single mails print. */
#define FIGURES "//h:figure[@class='changes' or @class='before-after']//h:tbody/h:tr"

/* All points of the tables behind them. */
static GArray *points_of_page(xmlDocPtr doc)
{
	GArray *points = g_array_new(FALSE, FALSE, sizeof(struct point));
	GPtrArray *columns[3];

	for (int i = 0; i < 3; i++) {
		g_autofree char *path = g_strdup_printf(FIGURES "/h:td[%d]", i + 1);

		columns[i] = ask(doc, path);
	}
	for (guint i = 0; i < columns[0]->len; i++) {
		double value = g_ascii_strtod(columns[0]->pdata[i], NULL);
		struct point point = {value, number_or(columns[1]->pdata[i], value),
			number_or(columns[2]->pdata[i], value)};

		g_array_append_val(points, point);
	}
	for (int i = 0; i < 3; i++)
		g_ptr_array_unref(columns[i]);
	return points;
}

static void assert_near(double a, double b)
{
	g_assert_cmpfloat(fabs(a - b), <=, 1e-7 * MAX(fabs(a), fabs(b)));
}

/* The values that the store has at that message and line, as cells or as a change. */
struct wanted {
	guint line;
	double value;
	gboolean found;
};

static gboolean find_in_row(const struct store_row *row, void *data)
{
	struct wanted *wanted = data;

	if (row->line != wanted->line || row->kind != ROW_MEAN)
		return TRUE;
	for (guint i = 0; i < row->n_cells; i++)
		if (row->cells[i].mean == wanted->value)
			wanted->found = TRUE;
	for (guint i = 0; i + 1 < row->n_cells; i++)
		if (row->changes[i].value == wanted->value)
			wanted->found = TRUE;
	return TRUE;
}

static gboolean find_in_box(const struct store_impact *box, void *data)
{
	struct wanted *wanted = data;

	if (box->line == wanted->line && box->change.value == wanted->value)
		wanted->found = TRUE;
	return TRUE;
}

static void hold_against_store(struct store *store, xmlDocPtr doc, const GArray *points)
{
	g_autoptr(GPtrArray) sources = ask(doc, FIGURES "/h:td[last()]");

	g_assert_cmpuint(sources->len, ==, points->len);
	for (guint i = 0; i < points->len; i++) {
		struct store_filter filter = STORE_FILTER_ALL;
		char *colon = strrchr(sources->pdata[i], ':');

		g_assert_nonnull(colon);

		struct wanted wanted = {(guint)strtoul(colon + 1, NULL, 10),
			g_array_index(points, struct point, i).value, FALSE};

		*colon = '\0';
		filter.message = sources->pdata[i];
		g_assert_true(store_list_rows(store, &filter, find_in_row, &wanted, NULL));
		g_assert_true(store_list_impacts(store, &filter, find_in_box, &wanted, NULL));
		g_assert_true(wanted.found);
	}
}

static void test_charts(void)
{
	struct sample_store at;

	put_week(&at);

	struct digest *digest = digest_of_week(&at);
	g_autofree char *gnuplot = spying_gnuplot(&at);
	xmlDocPtr doc = read_page(digest, gnuplot);
	g_autoptr(GArray) drawn = points_of_script(&at);
	g_autoptr(GArray) listed = points_of_page(doc);

	/* Changes: 1, 4 and 1 claims; means: two for each of three clusters.  Heat maps follow. */
	g_assert_cmpuint(listed->len, ==, 12);
	g_assert_cmpuint(drawn->len, >=, listed->len);
	for (guint i = 0; i < listed->len; i++) {
		const struct point *a = &g_array_index(drawn, struct point, i);
		const struct point *b = &g_array_index(listed, struct point, i);

		assert_near(a->value, b->value);
		assert_near(a->low, b->low);
		assert_near(a->high, b->high);
	}
	hold_against_store(at.store, doc, listed);
	xmlFreeDoc(doc);
	digest_free(digest);
	sample_store_close(&at);
}

/* Without gnuplot the page is whole, says so, and shows the data. */
static void test_no_gnuplot(void)
{
	struct sample_store at;
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);

	put_week(&at);

	struct digest *digest = digest_of_week(&at);
	GString *html = digest_html(digest, "/nonexistent/gnuplot", &sink, NULL);

	g_assert_null(strstr(html->str, "<svg"));
	g_assert_nonnull(strstr(html->str, "could not be drawn"));
	g_assert_cmpuint(diags->len, >, 0);
	for (guint i = 0; i < diags->len; i++)
		g_assert_cmpint(((struct diag *)diags->pdata[i])->id, ==, DIAG_CHART_FAILED);
	g_string_free(html, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/digest-charts/values", test_charts);
	g_test_add_func("/digest-charts/no-gnuplot", test_no_gnuplot);
	return g_test_run();
}
