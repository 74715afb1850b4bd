/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How numbers are put into words. */
#include "render/digest_words.h"
#include "render/wrap.h"

#include <math.h>

/* Frees `text`. */
static void assert_words(char *text, const char *wanted)
{
	g_assert_cmpstr(text, ==, wanted);
	g_free(text);
}

static void test_numbers(void)
{
	assert_words(words_count(0), "0");
	assert_words(words_count(999), "999");
	assert_words(words_count(1234567), "1,234,567");
	assert_words(words_plural(1, "row", "rows"), "1 row");
	assert_words(words_plural(1000, "row", "rows"), "1,000 rows");
	assert_words(words_number(0), "0");
	assert_words(words_number(0.0122), "0.012");
	assert_words(words_number(-6.3), "-6.30");
	assert_words(words_number(246.93), "246.9");
	assert_words(words_number(14321.4), "14321");
	assert_words(words_number(1.2345e9), "1.234e+09");
	assert_words(words_number(NAN), "not known");
}

static void test_intervals(void)
{
	assert_words(
		words_interval((struct interval){-7.62, 5.04}, UNIT_PERCENT), "-7.6 to +5.0 %");
	assert_words(
		words_interval((struct interval){1.25, 3}, UNIT_POINTS), "+1.2 to +3.0 points");
	assert_words(words_interval((struct interval){-99.9996, -99.993}, UNIT_PERCENT),
		"-99.9996 to -99.9930 %");
	assert_words(
		words_interval((struct interval){-100, -100}, UNIT_PERCENT), "-100.0 to -100.0 %");
	assert_words(words_interval((struct interval){-0.11, -0.07}, UNIT_POINTS),
		"-0.11 to -0.07 points");
	assert_words(words_interval((struct interval){-9.1, INFINITY}, UNIT_PERCENT),
		"-9.1 to unbounded %");
	assert_words(
		words_interval((struct interval){-INFINITY, INFINITY}, UNIT_PERCENT), "unbounded");
	assert_words(words_interval((struct interval){NAN, NAN}, UNIT_PERCENT), "not known");
}

static void test_p(void)
{
	struct digest_row row = {.effect.p = {1.31e-7, 2.2e-6}, .corrected = {1.31e-7, 2.2e-6}};

	assert_words(words_row_p(&row), "1.3e-07 to 2.2e-06");
	row.corrected = (struct interval){0, 0.012};
	assert_words(words_row_p(&row), "1.3e-07 to 2.2e-06 (corrected <1e-12 to 0.012)");
	row.effect.p = row.corrected = (struct interval){0.05, 0.05};
	assert_words(words_row_p(&row), "0.05");
	row.effect.p = row.corrected = (struct interval){NAN, NAN};
	assert_words(words_row_p(&row), "not known");
}

static void test_runs(void)
{
	struct digest_row row = {
		.before.runs = {3, 6, RUNS_ASSUMED}, .after.runs = {3, 6, RUNS_ASSUMED}};

	assert_words(words_runs(&row), "3 to 6, assumed");
	row.before.runs = (struct runs){4, 4, RUNS_FAIL_RUNS};
	assert_words(words_runs(&row), "4, fail-runs; 3 to 6, assumed");
	row.after.runs = (struct runs){3, 3, RUNS_FAIL_RUNS};
	assert_words(words_runs(&row), "4 and 3, fail-runs");
}

static void test_cells(void)
{
	struct digest_cell cell = {.text = "14321", .stddev = STDDEV_NONE};

	assert_words(words_cell(&cell), "14321");
	cell.stddev = 0;
	assert_words(words_cell(&cell), "14321 ± 0%");
	cell.text = NULL;
	assert_words(words_cell(&cell), "blank");
	assert_words(words_change(&(struct digest_change){"-6.3%", -6.3, UNIT_PERCENT}), "-6.3%");
	assert_words(
		words_change(&(struct digest_change){"+4.7", 4.7, UNIT_POINTS}), "+4.7 points");
	assert_words(words_change(&(struct digest_change){"1.1%", 1.1, UNIT_PERCENT}), "+1.1%");
	assert_words(words_change(&(struct digest_change){"40.7%", -40.7, UNIT_PERCENT}), "-40.7%");
	assert_words(words_change(&(struct digest_change){NULL, NAN, UNIT_PERCENT}), "not printed");
}

static void test_names(void)
{
	assert_words(words_commit("5c0a85fad949212b3e059692deecdeed74ae7ec7"), "5c0a85fad949");
	assert_words(words_commit("5c0a85fa"), "5c0a85fa");
	assert_words(words_commit("v6.18-rc3-12345678"), "v6.18-rc3-12345678");
	assert_words(words_commit(NULL), "unknown");
	assert_words(words_date(DATE_UNKNOWN), "undated");
	assert_words(words_date(1741564800), "2025-03-10");
	assert_words(words_time(1741564800), "2025-03-10T00:00:00Z");
	g_assert_null(words_time(DATE_UNKNOWN));
}

/* A broken link leads nowhere: it gets the margin where that is enough. */
static void test_links(void)
{
	static const char link[] =
		"https://lore.kernel.org/r/816f906d-eafe-0271-9edd-7f25fd757fa0@example.com";
	static const char margin[] = "          ";
	g_autoptr(GString) out = g_string_new(NULL);
	g_autofree char *behind = g_strdup_printf("see %s forever", link);
	g_autofree char *wanted = g_strdup_printf(
		"%s\n%ssee\n%s\n%sforever\n          a\n", link, margin, link, margin);

	wrap_to(out, margin, margin, link);
	wrap_to(out, margin, margin, behind);
	wrap_to(out, margin, margin, "a");
	g_assert_cmpstr(out->str, ==, wanted);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/digest-words/numbers", test_numbers);
	g_test_add_func("/digest-words/links", test_links);
	g_test_add_func("/digest-words/intervals", test_intervals);
	g_test_add_func("/digest-words/p", test_p);
	g_test_add_func("/digest-words/runs", test_runs);
	g_test_add_func("/digest-words/cells", test_cells);
	g_test_add_func("/digest-words/names", test_names);
	return g_test_run();
}
