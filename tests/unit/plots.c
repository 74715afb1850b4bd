/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts made of what a store holds: moves of a profile, bisections, rows, counts. */
#include "render/plot.h"

#include <math.h>
#include <string.h>

static const struct chart *only(struct plots *plots)
{
	guint n;
	const struct chart *charts = plots_charts(plots, &n);

	g_assert_cmpuint(n, ==, 1);
	return charts;
}

/* ---- moves ---------------------------------------------------------------------------------- */

static void test_moves(void)
{
	struct plots *plots = plots_new();
	struct plot_moves *moves = plot_moves_new();

	plot_moves_see(moves, "perf-profile.self.cycles-pp.copy_user", -3);
	plot_moves_see(moves, "perf-profile.children.cycles-pp.copy_user", -2.5);
	plot_moves_see(moves, "perf-profile.self.cycles-pp.foo.isra.0", 7);
	plot_moves_see(moves, "perf-profile.calltrace.cycles-pp.copy_user.write.main", -1);
	plot_moves_see(moves, "perf-profile.calltrace.cycles-pp.copy_user.read.main", -2);
	plot_moves_see(moves, "perf-profile.calltrace.cycles-pp.copy_user.exit", 1.5);
	plot_moves_see(moves, "perf-profile.self.cycles-pp.unknown", NAN);
	plot_moves_see(moves, "perf-profile.self.cycles-pp.still", 0);
	plot_moves_see(moves, "perf-profile.self.", 9);
	plot_moves_see(moves, "perf-profile.self.cycles-pp.", 9);
	plot_moves_see(moves, "unixbench.score", 9);
	g_assert_true(plots_add_moves(plots, moves, "test", "source"));

	const struct chart *chart = only(plots);

	g_assert_cmpuint(chart->n_rows, ==, 2);
	g_assert_cmpstr(chart->rows[0].label, ==, "foo.isra.0");
	g_assert_true(isnan(chart->rows[0].other));
	g_assert_cmpfloat(chart->rows[1].value, ==, -3);
	g_assert_cmpfloat(chart->rows[1].other, ==, -2.5);
	g_assert_cmpstr(chart->rows[1].whole, ==, "copy_user.read.main");
	plot_moves_free(moves);
	plots_free(plots);
}

static void test_many_moves(void)
{
	struct plots *plots = plots_new();
	struct plot_moves *moves = plot_moves_new();

	g_assert_false(plots_add_moves(plots, moves, "test", "source"));
	for (guint i = 0; i < 100; i++) {
		g_autofree char *stat = g_strdup_printf("perf-profile.self.cycles-pp.f%02u", i);

		plot_moves_see(moves, stat, i % 2 ? i : -(double)i);
	}
	g_assert_true(plots_add_moves(plots, moves, "test", "source"));
	g_assert_cmpuint(only(plots)->n_rows, ==, PLOT_MOVES_MAX);
	g_assert_cmpstr(only(plots)->rows[1].label, ==, "f98");
	plot_moves_free(moves);
	plots_free(plots);
}

/* ---- a bisection ----------------------------------------------------------------------------- */

/* Two samples in one column stand beside each other; none is lost. */
static void test_history(void)
{
	static const double good[] = {120, 121, 119}, bad[] = {80};
	static const guint at_good[] = {0, 2, 2}, at_bad[] = {1};
	const struct store_plot plot = {.message_id = "a@example.org",
		.line = 7,
		.title = "unixbench.score",
		.columns = 3,
		.good = {good, at_good, 3},
		.bad = {bad, at_bad, 1}};
	const struct store_plot unread = {.message_id = "b@example.org", .title = "x"};
	struct plots *plots = plots_new();

	g_assert_true(plots_add_history(plots, &plot));
	g_assert_false(plots_add_history(plots, &unread));

	const struct chart *chart = only(plots);

	g_assert_cmpuint(chart->n_rows, ==, 2);
	g_assert_cmpuint(chart->rows[0].n_values, ==, 6);
	g_assert_cmpfloat(chart->rows[0].values[0], ==, 120);
	g_assert_true(isnan(chart->rows[0].values[1]));
	g_assert_cmpfloat(chart->rows[0].values[4], ==, 121);
	g_assert_cmpfloat(chart->rows[0].values[5], ==, 119);
	g_assert_cmpfloat(chart->rows[1].values[2], ==, 80);
	g_assert_cmpstr(chart->rows[1].source, ==, "a@example.org:7");
	plots_free(plots);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const struct store_column heads[] = {
	{"4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5", .runs = {4, 4, RUNS_FAIL_RUNS}},
	{"5c0a85fad949212b3e059692deecdeed74ae7ec7", .runs = {4, 4, RUNS_FAIL_RUNS}},
	{NULL, "v5.9", .runs = {3, 6, RUNS_ASSUMED}},
};
static const struct store_field axes[] = {
	{"test", "shell8"}, {"tbox_group", "lituya"}, {"testcase", "unixbench"}};
static const struct store_table table = {
	.id = "a#1:1", .axes = axes, .n_axes = 3, .commits = heads, .n_commits = 3};
static const struct store_cell cells[] = {
	{"14321", 14321, {14321, 14322}, STDDEV_NONE},
	{"13425", 13425, {13425, 13426}, STDDEV_NONE},
	{NULL, NAN, {NAN, NAN}, STDDEV_NONE},
};
static const struct store_change changes[] = {
	{"-6.3%", -6.3, UNIT_PERCENT}, {NULL, NAN, UNIT_PERCENT}};
static const struct store_row row = {.table = "a#1:1",
	.message_id = "a@example.org",
	.line = 31,
	.kind = ROW_MEAN,
	.stat = "unixbench.score",
	.cells = cells,
	.changes = changes,
	.n_cells = 3};

static void test_test_name(void)
{
	const struct store_table bare = {.id = "b#1:9"};
	g_autofree char *name = plot_test_name(&table), *other = plot_test_name(&bare);

	g_assert_cmpstr(name, ==, "unixbench / lituya / test=shell8");
	g_assert_cmpstr(other, ==, "b#1:9");
}

static void test_strip_of_rows(void)
{
	struct rules *rules = rules_builtin();
	struct plots *plots = plots_new();

	g_assert_true(plots_add_row(plots, CHART_STRIP, rules, &table, &row));
	g_assert_true(plots_add_row(plots, CHART_STRIP, rules, &table, &row)); /* told again */

	const struct chart *chart = only(plots);
	const struct chart_row *base = &chart->rows[0], *head = &chart->rows[1];

	g_assert_cmpuint(chart->n_rows, ==, 2); /* a blank cell is none */
	g_assert_cmpstr(base->label, ==, "4b50bcc7eda4");
	g_assert_cmpstr(base->n, ==, "4");
	g_assert_cmpint(base->tone, ==, CHART_NEUTRAL);
	g_assert_cmpint(head->tone, ==, CHART_WORSE);
	g_assert_cmpstr(head->text, ==, "13425");
	g_assert_cmpstr(head->source, ==, "a@example.org:31");
	/* 2 % of the mean by the root of 3, times t of 3 degrees of freedom */
	g_assert_cmpfloat_with_epsilon(
		base->high - base->value, 14322 * .02 / sqrt(3) * 3.18245, .01);
	plots_free(plots);
	rules_free(rules);
}

static void test_changes_of_rows(void)
{
	struct rules *rules = rules_builtin();
	struct plots *plots = plots_new();

	g_assert_true(plots_add_row(plots, CHART_CHANGES, rules, &table, &row));
	g_assert_cmpuint(only(plots)->n_rows, ==, 1);
	g_assert_cmpfloat(only(plots)->rows[0].value, ==, -6.3);
	g_assert_cmpfloat(only(plots)->rows[0].low, <, -6.3);
	g_assert_cmpfloat(only(plots)->rows[0].high, >, -6.3);
	g_assert_cmpstr(only(plots)->unit, ==, "%");
	g_assert_false(plots_add_row(plots, CHART_HISTORY, rules, &table, &row));
	plots_free(plots);
	rules_free(rules);
}

static void test_heat_map_of_rows(void)
{
	static const struct store_field others[] = {{"testcase", "unixbench"}, {"test", "spawn"}};
	struct store_table other = table;
	struct rules *rules = rules_builtin();
	struct plots *plots = plots_new();

	other.axes = others;
	other.n_axes = 2;
	other.commits = heads + 1;
	other.n_commits = 2;

	struct store_row second = row;

	second.n_cells = 2;
	g_assert_true(plots_add_row(plots, CHART_HEAT_MAP, rules, &table, &row));
	g_assert_true(plots_add_row(plots, CHART_HEAT_MAP, rules, &other, &second));

	const struct chart *chart = only(plots);

	g_assert_cmpuint(chart->n_rows, ==, 2);
	g_assert_cmpuint(chart->n_columns, ==, 2);
	g_assert_cmpstr(chart->columns[1], ==, "v5.9");
	g_assert_cmpfloat(chart->rows[0].values[0], ==, -6.3);
	g_assert_cmpuint(chart->rows[1].n_values, ==, 2);
	g_assert_true(isnan(chart->rows[1].values[0]));
	g_assert_cmpfloat(chart->rows[1].values[1], ==, -6.3);
	plots_free(plots);
	rules_free(rules);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static struct samples *samples_of(GStringChunk *names, const double *values, guint n)
{
	struct samples *samples = samples_new(names);

	for (guint i = 0; i < n; i++) {
		g_autofree char *run = g_strdup_printf("%u", i);

		samples_add(samples, "unixbench.score", values[i]);
		samples_add(samples, "perf-profile.self.cycles-pp.f", values[i] / 1000);
		samples_end_run(samples, run);
	}
	return samples;
}

static void test_runs(void)
{
	static const double before[] = {14300, 14310, 14320, 14330},
			    after[] = {13400, 13410, 13420};
	GStringChunk *names = g_string_chunk_new(100);
	struct samples *base = samples_of(names, before, 4), *head = samples_of(names, after, 3);
	struct rules *rules = rules_builtin();
	const struct rules_asker asker = {NULL, ORIGIN_NONE};
	struct stat_book *book = stat_book_new(rules, &asker);
	const struct plot_side sides[] = {{"a", "root/a", base}, {"b", "root/b", head}};
	const struct plot_test test = {"a=b/", "unixbench / lituya", sides, 2};

	for (enum chart_kind kind = 0; kind < CHART_KINDS; kind++) {
		struct plots *plots = plots_new();
		gboolean made = kind != CHART_TREND && kind != CHART_HISTORY;

		g_assert_cmpint(
			plots_add_runs(plots, kind, book, "unixbench.score", &test), ==, made);
		if (made)
			g_assert_cmpint(only(plots)->kind, ==, kind);
		if (kind == CHART_STRIP) {
			g_assert_cmpuint(only(plots)->rows[1].n_values, ==, 3);
			g_assert_cmpfloat(only(plots)->rows[1].values[2], ==, 13420);
			g_assert_cmpint(only(plots)->rows[1].tone, ==, CHART_WORSE);
			g_assert_cmpstr(only(plots)->rows[0].n, ==, "4");
		}
		if (kind == CHART_PROFILE)
			g_assert_cmpfloat_with_epsilon(only(plots)->rows[0].value, -.905, 1e-9);
		g_assert_false(plots_add_runs(plots, CHART_STRIP, book, "nope", &test));
		plots_free(plots);
	}
	stat_book_free(book);
	rules_free(rules);
	samples_free(base);
	samples_free(head);
	g_string_chunk_free(names);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/plots/moves", test_moves);
	g_test_add_func("/plots/many-moves", test_many_moves);
	g_test_add_func("/plots/history", test_history);
	g_test_add_func("/plots/test-name", test_test_name);
	g_test_add_func("/plots/rows/strip", test_strip_of_rows);
	g_test_add_func("/plots/rows/changes", test_changes_of_rows);
	g_test_add_func("/plots/rows/heat-map", test_heat_map_of_rows);
	g_test_add_func("/plots/runs", test_runs);
	return g_test_run();
}
