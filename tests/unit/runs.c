/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/runs.h"

#include <math.h>

#define BLANK G_MININT

static void assert_runs(
	const struct runs_evidence *evidence, guint low, guint high, enum runs_source source)
{
	struct runs runs = runs_of(evidence);

	g_assert_cmpuint(runs.low, ==, low);
	g_assert_cmpuint(runs.high, ==, high);
	g_assert_cmpint(runs.source, ==, source);
}

static void see_spreads(struct runs_evidence *evidence, int stddev, guint rows)
{
	for (guint i = 0; i < rows; i++)
		runs_see_mean(evidence, SLICE_LIT("interrupts.RES"), SLICE_LIT("12.25"), stddev);
}

static void test_nothing_seen(void)
{
	struct runs_evidence evidence = {0};

	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
	see_spreads(&evidence, BLANK, 9);
	see_spreads(&evidence, 44, 9);
	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
}

static void test_fail_rows_say_it(void)
{
	struct runs_evidence evidence = {0};

	see_spreads(&evidence, 173, 9);
	runs_see_fails(&evidence, 0);
	assert_runs(&evidence, 4, 4, RUNS_INFERRED);
	runs_see_fails(&evidence, 6);
	assert_runs(&evidence, 6, 6, RUNS_FAIL_RUNS);
	runs_see_fails(&evidence, 5);
	assert_runs(&evidence, 5, 6, RUNS_FAIL_RUNS);
	runs_see_fails(&evidence, G_MAXUINT64);
	assert_runs(&evidence, 5, G_MAXINT, RUNS_FAIL_RUNS);
}

/* A stat that is 0 in all runs but one prints these. */
static void test_one_hot(void)
{
	static const int spreads[] = {141, 173, 200, 223, 244, 264, 282, 300};

	for (guint i = 0; i < G_N_ELEMENTS(spreads); i++) {
		struct runs_evidence evidence = {0};
		guint n = i + 3;

		see_spreads(&evidence, 120, 3);
		see_spreads(&evidence, spreads[i], 1);
		assert_runs(&evidence, n, 12 / n * n, RUNS_INFERRED);
		see_spreads(&evidence, spreads[i], 4);
		assert_runs(&evidence, n, n, RUNS_INFERRED);
		see_spreads(&evidence, spreads[i] + 2, 1);
		g_assert_cmpuint(runs_of(&evidence).low, ==, n + 1);
		g_assert_cmpint(runs_of(&evidence).source, ==, RUNS_ASSUMED);
	}
}

static void test_spreads_that_say_nothing(void)
{
	struct runs_evidence evidence = {0};

	/* One of two, but two of four as well. */
	see_spreads(&evidence, 100, 20);
	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
	/* Means below 0 have no bound. */
	runs_see_mean(&evidence, SLICE_LIT("a.b"), SLICE_LIT("-1.00"), 200);
	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
	/* Nor have samples below 0 whose mean is not: no likely number of runs does this. */
	see_spreads(&evidence, 412, 1);
	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
	see_spreads(&evidence, G_MAXINT, 1);
	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
}

static void see_counter(struct runs_evidence *evidence, const char *mean)
{
	runs_see_mean(evidence, SLICE_LIT("proc-vmstat.pgrotated"), slice_of(mean), BLANK);
}

static void test_counters(void)
{
	struct runs_evidence evidence = {0};

	see_counter(&evidence, "417.83"); /* 1/6 */
	see_counter(&evidence, "3.00");
	see_counter(&evidence, "12.50");
	assert_runs(&evidence, 3, 6, RUNS_ASSUMED);
	see_counter(&evidence, "1.33");
	assert_runs(&evidence, 6, 12, RUNS_INFERRED);

	/* A one-hot spread of five contradicts: then only the bound is left. */
	see_spreads(&evidence, 200, 7);
	assert_runs(&evidence, 6, 12, RUNS_INFERRED);

	/* Where no number of runs fits, they are no whole numbers. */
	struct runs_evidence spoilt = {0};

	see_counter(&spoilt, "417.83");
	see_counter(&spoilt, "3.71");
	see_counter(&spoilt, "0.09");
	assert_runs(&spoilt, 3, 6, RUNS_ASSUMED);
	see_spreads(&spoilt, 223, 7);
	assert_runs(&spoilt, 6, 6, RUNS_INFERRED);
}

static void test_which_are_counters(void)
{
	static const char *const counters[] = {"unixbench.time.voluntary_context_switches",
		"a.time.minor_page_faults", "perf-c2c.HITM.local", "proc-vmstat.nr_x",
		"perf-sched.wait_and_delay.count.x"};
	static const char *const others[] = {
		"perf-sched.wait_time.avg.ms", "vmstat.system.cs", "meminfo.Active"};

	for (guint i = 0; i < G_N_ELEMENTS(counters); i++) {
		struct runs_evidence evidence = {0};

		runs_see_mean(&evidence, slice_of(counters[i]), SLICE_LIT("7.20"), BLANK);
		g_assert_cmpuint(evidence.counters, ==, 1);
	}
	for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
		struct runs_evidence evidence = {0};

		runs_see_mean(&evidence, slice_of(others[i]), SLICE_LIT("7.20"), BLANK);
		g_assert_cmpuint(evidence.counters, ==, 0);
	}
}

static void see_samples(struct runs_evidence *evidence, const double *samples, guint n)
{
	double sum = 0, squares = 0;

	for (guint i = 0; i < n; i++)
		sum += samples[i];
	for (guint i = 0; i < n; i++)
		squares += (samples[i] - sum / n) * (samples[i] - sum / n);

	double mean = sum / n, percent = mean ? 100 * sqrt(squares / n) / mean : 0;
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(text, sizeof text, "%.2f", mean);
	runs_see_mean(evidence, SLICE_LIT("proc-vmstat.x"), slice_of(text),
		percent > 2 ? (int)percent : BLANK);
}

/* Of real counters of n runs, n is never excluded. */
static void test_truth_is_among_them(void)
{
	guint inferred = 0;

	for (guint round = 0; round < 2000; round++) {
		guint n = (guint)g_test_rand_int_range(3, 11);
		struct runs_evidence evidence = {0};

		for (int row = g_test_rand_int_range(1, 40); row > 0; row--) {
			double samples[10];
			double often = g_test_rand_double();

			for (guint i = 0; i < n; i++)
				samples[i] = g_test_rand_double() < often
						     ? g_test_rand_int_range(0, 60)
						     : 0;
			see_samples(&evidence, samples, n);
		}

		struct runs runs = runs_of(&evidence);

		if (runs.source != RUNS_INFERRED)
			continue;
		g_assert_cmpuint(n, >=, runs.low);
		inferred++;
	}
	g_assert_cmpuint(inferred, >, 1000);
}

static void test_declared(void)
{
	const struct runs assumed = {3, 6, RUNS_ASSUMED}, spread = {9, 9, RUNS_ASSUMED},
			  inferred = {4, 4, RUNS_INFERRED}, rows = {5, 5, RUNS_FAIL_RUNS};

	g_assert_cmpuint(runs_declared(assumed, 10).low, ==, 10);
	g_assert_cmpuint(runs_declared(assumed, 10).high, ==, 10);
	g_assert_cmpint(runs_declared(assumed, 2).source, ==, RUNS_DECLARED);
	g_assert_cmpint(runs_declared(inferred, 8).source, ==, RUNS_DECLARED);
	/* What nobody declares, what the rows say better, what cannot be. */
	g_assert_cmpint(runs_declared(assumed, 0).source, ==, RUNS_ASSUMED);
	g_assert_cmpint(runs_declared(rows, 10).source, ==, RUNS_FAIL_RUNS);
	g_assert_cmpint(runs_declared(inferred, 3).source, ==, RUNS_INFERRED);
	g_assert_cmpint(runs_declared(spread, 4).source, ==, RUNS_ASSUMED);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/runs/nothing-seen", test_nothing_seen);
	g_test_add_func("/runs/fail-rows-say-it", test_fail_rows_say_it);
	g_test_add_func("/runs/one-hot", test_one_hot);
	g_test_add_func("/runs/spreads-that-say-nothing", test_spreads_that_say_nothing);
	g_test_add_func("/runs/counters", test_counters);
	g_test_add_func("/runs/which-are-counters", test_which_are_counters);
	g_test_add_func("/runs/declared", test_declared);
	g_test_add_func("/runs/truth-is-among-them", test_truth_is_among_them);
	return g_test_run();
}
