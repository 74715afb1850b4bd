/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each kind of chart: drawn, hostile, extreme, and when gnuplot is ill. */
#include "tests/unit/chart-kinds.h"

#include "render/chart_layout.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <string.h>

static GPtrArray *draw(const struct chart *charts, guint n, const char *gnuplot, guint ret_missing)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	GPtrArray *svgs = charts_draw_within(charts, n, gnuplot, 20, &sink);

	g_assert_cmpuint(svgs->len, ==, n);
	if (diags->len != ret_missing && diags->len)
		g_test_message("%s", ((struct diag *)diags->pdata[0])->detail);
	g_assert_cmpuint(diags->len, ==, ret_missing);
	return svgs;
}

static guint count(const char *svg, const char *path)
{
	xmlDoc *doc = xmlReadMemory(svg, (int)strlen(svg), "x", NULL, XML_PARSE_NONET);
	xmlXPathContext *context = xmlXPathNewContext(doc);

	g_assert_nonnull(doc);
	xmlXPathRegisterNs(
		context, (const xmlChar *)"s", (const xmlChar *)"http://www.w3.org/2000/svg");

	xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, context);
	guint n = found && found->nodesetval ? (guint)found->nodesetval->nodeNr : 0;

	xmlXPathFreeObject(found);
	xmlXPathFreeContext(context);
	xmlFreeDoc(doc);
	return n;
}

static void assert_has_text(const char *svg, const char *text)
{
	g_autofree char *path = g_strdup_printf("//s:text[. = '%s']", text);

	if (!count(svg, path))
		g_error("no text '%s' in %s", text, svg);
}

/* ---- what is drawn ------------------------------------------------------------------------- */

static void test_each_kind(void)
{
	g_autoptr(GPtrArray) svgs = draw(kinds, CHART_KINDS, NULL, 0);

	for (guint k = 0; k < CHART_KINDS; k++) {
		const char *svg = svgs->pdata[k];

		g_assert_cmpuint(kinds[k].kind, ==, k);
		g_assert_true(g_str_has_prefix(svg, "<svg "));
		g_assert_null(strchr(svg, '@'));
		g_assert_cmpuint(
			count(svg, "/s:svg[@viewBox and not(@width) and @role = 'img']"), ==, 1);
		g_assert_cmpuint(count(svg, "/s:svg/s:title[1]"), ==, 1);
		g_assert_cmpuint(count(svg, "/s:svg/s:desc[string-length(.) > 20]"), ==, 1);
		g_assert_cmpuint(count(svg, "//s:text") > 0, ==, k != CHART_SPARKLINE);
		g_assert_nonnull(strstr(svg, "currentColor"));
	}
}

static void test_texts(void)
{
	g_autoptr(GPtrArray) svgs = draw(kinds, CHART_KINDS, NULL, 0);

	assert_has_text(svgs->pdata[CHART_CHANGES], "\342\210\22237.0 % worse, n 3 to 6");
	assert_has_text(svgs->pdata[CHART_STRIP], "99,424 worse, n 5");
	assert_has_text(svgs->pdata[CHART_STRIP], "11 runs of results");
	assert_has_text(svgs->pdata[CHART_HEAT_MAP], "\342\210\22237");
	assert_has_text(svgs->pdata[CHART_HEAT_MAP], "+2.2");
	assert_has_text(svgs->pdata[CHART_HEAT_MAP], "01b9da291c49");
	assert_has_text(svgs->pdata[CHART_HEAT_MAP], "change, % (filled: worse, framed: better)");
	assert_has_text(svgs->pdata[CHART_TREND], "2025-W31");
	assert_has_text(svgs->pdata[CHART_PROFILE], "self +12.3, children +14.0");
	assert_has_text(svgs->pdata[CHART_HISTORY], "3 from 119.00 to 121.00");
	g_assert_cmpuint(count(svgs->pdata[CHART_PROFILE],
				 "//s:text/s:title[contains(., ';_raw_spin_lock;')]"),
		==, 1);
}

#define POINTS(symbol) "//s:use[starts-with(@transform, 'translate') and @*[. = '#" symbol "']]"

/* Runs are points, each its own; what is missing has none. */
static void test_marks(void)
{
	g_autoptr(GPtrArray) svgs = draw(kinds, CHART_KINDS, NULL, 0);

	g_assert_cmpuint(count(svgs->pdata[CHART_STRIP], POINTS("chart2-gpPt5")), ==, 10);
	g_assert_cmpuint(count(svgs->pdata[CHART_HISTORY], POINTS("chart7-gpPt2")), ==,
		4); /* one of them in the head */
	g_assert_cmpuint(count(svgs->pdata[CHART_HEAT_MAP], "//s:polygon[@fill-opacity]"), ==, 5);
	g_assert_cmpuint(count(svgs->pdata[CHART_PROFILE], "//s:polygon"), ==, 4);
}

static void test_lanes(void)
{
	static const double same[] = {5, 5, 5, 100};
	static const struct chart_row row = {
		"a", NULL, 28, NAN, NAN, CHART_NEUTRAL, same, G_N_ELEMENTS(same)};
	static const struct chart chart = {CHART_STRIP, "", "", "", &row, 1};
	struct chart_range range;
	double lanes[4];

	g_assert_true(chart_range(&chart, &range));
	chart_lanes(&chart, 0, &range, lanes);
	g_assert_cmpfloat(lanes[0], ==, 0);
	g_assert_cmpfloat(lanes[1], ==, -1);
	g_assert_cmpfloat(lanes[2], ==, 1);
	g_assert_cmpfloat(lanes[3], ==, 0);
}

static void test_names(void)
{
	for (enum chart_kind kind = 0; kind < CHART_KINDS; kind++)
		g_assert_cmpint(chart_kind_by_name(chart_kind_name(kind)), ==, kind);
	g_assert_cmpint(chart_kind_by_name("pie"), ==, CHART_KINDS);
}

static void test_same_bytes(void)
{
	g_autoptr(GPtrArray) once = draw(kinds, CHART_KINDS, NULL, 0);
	g_autoptr(GPtrArray) again = draw(kinds, CHART_KINDS, NULL, 0);

	for (guint k = 0; k < CHART_KINDS; k++)
		g_assert_cmpstr(once->pdata[k], ==, again->pdata[k]);
}

/* ---- hostile --------------------------------------------------------------------------------- */

#define ROWS_MAX 2

struct ill {
	struct chart chart;
	struct chart_row rows[ROWS_MAX];
	const char *columns[3];
};

/* The chart with one text in every place. */
static void make_ill(struct ill *ill, const struct chart *chart, const char *text)
{
	ill->chart = *chart;
	memcpy(ill->rows, chart->rows, chart->n_rows * sizeof *chart->rows);
	for (guint i = 0; i < chart->n_rows; i++) {
		struct chart_row *row = &ill->rows[i];

		row->label = row->n = row->whole = row->source = text;
		row->text = i ? text : NULL;
	}
	for (guint i = 0; i < chart->n_columns; i++)
		ill->columns[i] = text;
	ill->chart.rows = ill->rows;
	ill->chart.columns = chart->columns ? ill->columns : NULL;
	ill->chart.title = ill->chart.axis = ill->chart.unit = ill->chart.source = text;
}

static void assert_no_harm(void)
{
	g_autofree char *pwned = g_build_filename(g_get_tmp_dir(), "lkpdigest-pwned", NULL);

	g_assert_false(g_file_test(pwned, G_FILE_TEST_EXISTS));
}

static gboolean is_png(GBytes *bytes)
{
	gsize len;
	const char *at = g_bytes_get_data(bytes, &len);

	return len > 100 && !memcmp(at, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) &&
	       !memcmp(at + len - 8, "IEND\xae\x42\x60\x82", 8);
}

static void test_hostile(void)
{
	g_autofree char *longest = g_strnfill(10000, 'x');
	g_autofree struct ill *ills = g_new0(struct ill, CHART_KINDS);
	struct chart charts[CHART_KINDS];

	for (guint h = 0; h <= G_N_ELEMENTS(hostile); h++) {
		for (guint k = 0; k < CHART_KINDS; k++) {
			make_ill(&ills[k], &kinds[k],
				h < G_N_ELEMENTS(hostile) ? hostile[h] : longest);
			charts[k] = ills[k].chart;
		}

		g_autoptr(GPtrArray) svgs = draw(charts, CHART_KINDS, NULL, 0);

		for (guint k = 0; k < CHART_KINDS; k++) {
			g_assert_cmpuint(count(svgs->pdata[k], "//s:script"), ==, 0);
			g_assert_null(strstr(svgs->pdata[k], "\xe2\x80\xae"));
			g_assert_true(g_utf8_validate(svgs->pdata[k], -1, NULL));
		}
	}
	assert_no_harm();
}

/* Nothing but numbers and our own words, whatever the texts are. */
static void test_script_has_no_text(void)
{
	for (guint k = 0; k < CHART_KINDS; k++) {
		struct ill a, b;

		make_ill(&a, &kinds[k], "`a`");
		make_ill(&b, &kinds[k], "\";b");

		g_autofree char *one = charts_script(&a.chart, 1);
		g_autofree char *other = charts_script(&b.chart, 1);

		g_assert_cmpstr(one, ==, other);
		g_assert_null(strchr(one, '`'));
	}
}

static void test_png(void)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	g_autoptr(GBytes) png = charts_draw_png(kinds, CHART_KINDS, NULL, &sink);
	g_autoptr(GBytes) again = charts_draw_png(kinds, CHART_KINDS, NULL, &sink);

	g_assert_cmpuint(diags->len, ==, 0);
	g_assert_true(is_png(png));
	g_assert_true(g_bytes_equal(png, again));
	g_assert_null(charts_draw_png(kinds, CHART_KINDS, "no-such-gnuplot", &sink));
	g_assert_null(charts_draw_png(kinds, 0, NULL, &sink));
	g_assert_cmpuint(diags->len, ==, 2);
}

static void test_hostile_png(void)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);

	for (guint h = 0; h < G_N_ELEMENTS(hostile); h++) {
		struct ill ill;

		make_ill(&ill, &kinds[CHART_HEAT_MAP], hostile[h]);

		g_autoptr(GBytes) png = charts_draw_png(&ill.chart, 1, NULL, &sink);

		g_assert_true(is_png(png));
	}
	g_assert_cmpuint(diags->len, ==, 0);
	assert_no_harm();
}

/* ---- extremes -------------------------------------------------------------------------------- */

static const double extremes[] = {0, -0.0, 1e-300, -1e-9, 1e100, -1e100, 1e300, 3, 3.0000000001,
	NAN, INFINITY, -INFINITY, 1e15, 5e-324};

/* One row, one value: of every kind whatever it is. */
static void test_extremes(void)
{
	enum { N = G_N_ELEMENTS(extremes) };
	struct chart charts[CHART_KINDS * N];
	struct chart_row rows[N];
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);

	for (guint i = 0; i < N; i++)
		rows[i] = (struct chart_row){"a", NULL, extremes[i], extremes[(i + 3) % N],
			extremes[(i + 5) % N], (enum chart_tone)(i % 3), extremes + i,
			1 + (i & 1 && i + 1 < N), .other = extremes[(i + 1) % N]};
	for (guint k = 0; k < CHART_KINDS; k++)
		for (guint i = 0; i < N; i++)
			charts[k * N + i] =
				(struct chart){(enum chart_kind)k, "One", "x", "", rows + i, 1};

	g_autoptr(GPtrArray) svgs = charts_draw_within(charts, CHART_KINDS * N, NULL, 20, &sink);

	for (guint i = 0; i < diags->len; i++)
		g_assert_cmpstr(
			((struct diag *)diags->pdata[i])->detail, ==, "no row has a value to show");
	g_assert_cmpuint(svgs->len, ==, CHART_KINDS * N);
}

static void test_sizes(void)
{
	g_autofree double *values = g_new(double, 1000);
	const char *labels[1000];
	struct chart_row rows[50];
	struct chart charts[CHART_KINDS];

	for (guint i = 0; i < 1000; i++) {
		values[i] = 100 + 10 * sin(i);
		labels[i] = "2025-W31";
	}
	for (guint i = 0; i < 50; i++)
		rows[i] = (struct chart_row){
			"a", NULL, 100, 90, 110, CHART_NEUTRAL, values, 1000, .other = 3};
	for (guint k = 0; k < CHART_KINDS; k++)
		charts[k] =
			(struct chart){(enum chart_kind)k, "Many", "x", "", rows, 50, labels, 1000};
	charts[CHART_HEAT_MAP].n_rows = 3;
	charts[CHART_HISTORY].n_rows = 2;

	g_autoptr(GPtrArray) svgs = draw(charts, CHART_KINDS, NULL, 0);

	assert_has_text(svgs->pdata[CHART_HEAT_MAP], "x (the first 12 of 1000)");
	assert_has_text(svgs->pdata[CHART_STRIP], "x (the first 40 of 50 rows)");
	g_assert_cmpuint(count(svgs->pdata[CHART_TREND], "//s:text[. = '2025-W31']"), <, 8);
	g_assert_cmpuint(count(svgs->pdata[CHART_TREND], "//s:text[. = '2025-W31']"), >, 3);
}

static void test_random(void)
{
	enum { N = 64, ROWS = 6, VALUES = 20 };
	g_autofree struct chart_row *rows = g_new0(struct chart_row, N * ROWS);
	g_autofree double *values = g_new0(double, N *ROWS *VALUES);
	struct chart charts[N];

	for (guint c = 0; c < N; c++) {
		double scale = pow(10, g_test_rand_double_range(-8, 20));

		charts[c] = (struct chart){(enum chart_kind)(c % CHART_KINDS), "Random", "x", "%",
			rows + c * ROWS, (guint)g_test_rand_int_range(1, ROWS + 1), weeks, 3};
		for (guint i = 0; i < ROWS; i++) {
			double *own = values + (c * ROWS + i) * VALUES;

			for (guint k = 0; k < VALUES; k++)
				own[k] = k && g_test_rand_int_range(0, 4) == 0
						 ? NAN
						 : scale * g_test_rand_double_range(-1, 3);
			rows[c * ROWS + i] = (struct chart_row){"test.metric", NULL, own[0],
				own[0] - scale * g_test_rand_double(),
				own[0] + scale * g_test_rand_double(),
				(enum chart_tone)g_test_rand_int_range(0, 3), own,
				(guint)g_test_rand_int_range(1, VALUES + 1), .other = own[1]};
		}
	}

	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	g_autoptr(GPtrArray) svgs = charts_draw_within(charts, N, NULL, 20, &sink);

	for (guint i = 0; i < diags->len; i++)
		g_assert_cmpstr(
			((struct diag *)diags->pdata[i])->detail, ==, "no row has a value to show");
	g_assert_cmpuint(diags->len, <, 20);
}

/* ---- when gnuplot is ill --------------------------------------------------------------------- */

static char *fake_gnuplot(const char *folder, const char *script)
{
	char *path = g_build_filename(folder, "gnuplot", NULL);

	g_assert_true(
		g_file_set_contents_full(path, script, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
	return path;
}

/* An error in the chart of any kind: the others are as they are without it. */
static void test_each_fails(void)
{
	g_autofree char *folder = g_dir_make_tmp("lkpdigest-test-XXXXXX", NULL);
	g_autoptr(GPtrArray) sound = draw(kinds, CHART_KINDS, NULL, 0);

	for (guint ill = 0; ill < CHART_KINDS; ill++) {
		g_autofree char *script =
			g_strdup_printf("#!/bin/sh\nsed 's/^set output \"chart%u.svg\"/no_such/' "
					"charts.gp >ill.gp\nexec gnuplot -d ill.gp\n",
				ill);
		g_autofree char *gnuplot = fake_gnuplot(folder, script);
		g_autoptr(GPtrArray) svgs = draw(kinds, CHART_KINDS, gnuplot, 1);

		for (guint k = 0; k < CHART_KINDS; k++)
			g_assert_cmpstr(svgs->pdata[k], ==, k == ill ? NULL : sound->pdata[k]);
		g_unlink(gnuplot);
	}
	g_rmdir(folder);
}

/* Forty charts are one process. */
static void test_one_process(void)
{
	g_autofree char *folder = g_dir_make_tmp("lkpdigest-test-XXXXXX", NULL);
	g_autofree char *log = g_build_filename(folder, "log", NULL);
	g_autofree char *script =
		g_strdup_printf("#!/bin/sh\necho x >>'%s'\nexec gnuplot \"$@\"\n", log);
	g_autofree char *gnuplot = fake_gnuplot(folder, script);
	g_autofree char *said = NULL;
	struct chart charts[40];

	for (guint i = 0; i < 40; i++)
		charts[i] = kinds[i % CHART_KINDS];

	gint64 begun = g_get_monotonic_time();
	g_autoptr(GPtrArray) svgs = draw(charts, 40, gnuplot, 0);

	g_test_message("40 charts: %.0f ms", (double)(g_get_monotonic_time() - begun) / 1000);
	g_assert_true(g_file_get_contents(log, &said, NULL, NULL));
	g_assert_cmpstr(said, ==, "x\n");
	g_unlink(log);
	g_unlink(gnuplot);
	g_rmdir(folder);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/chart-kinds/drawn", test_each_kind);
	g_test_add_func("/chart-kinds/texts", test_texts);
	g_test_add_func("/chart-kinds/marks", test_marks);
	g_test_add_func("/chart-kinds/lanes", test_lanes);
	g_test_add_func("/chart-kinds/names", test_names);
	g_test_add_func("/chart-kinds/same-bytes", test_same_bytes);
	g_test_add_func("/chart-kinds/hostile", test_hostile);
	g_test_add_func("/chart-kinds/no-text", test_script_has_no_text);
	g_test_add_func("/chart-kinds/png", test_png);
	g_test_add_func("/chart-kinds/hostile-png", test_hostile_png);
	g_test_add_func("/chart-kinds/extremes", test_extremes);
	g_test_add_func("/chart-kinds/sizes", test_sizes);
	g_test_add_func("/chart-kinds/random", test_random);
	g_test_add_func("/chart-kinds/each-fails", test_each_fails);
	g_test_add_func("/chart-kinds/one-process", test_one_process);
	return g_test_run();
}
