/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/listing.h"

#include <math.h>

static void print(const char *text, void *out)
{
	g_string_append(out, text);
}

static const struct listing_column two[] = {{"NAME"}, {"N", TRUE}};

static char *table_of(guint width, const char *const (*rows)[2], guint n)
{
	GString *out = g_string_new(NULL);
	struct listing *listing = listing_new(two, G_N_ELEMENTS(two), width, print, out);

	for (guint i = 0; i < n; i++)
		listing_add(listing, rows[i]);
	listing_end(listing);
	return g_string_free(out, FALSE);
}

static void aligns(void)
{
	static const char *const rows[][2] = {
		{"short", "1"}, {"rather long", "1000"}, {NULL, NULL}};
	g_autofree char *all = table_of(0, rows, G_N_ELEMENTS(rows));
	g_autofree char *cut = table_of(14, rows, G_N_ELEMENTS(rows));
	g_autofree char *none = table_of(0, rows, 0);

	g_assert_cmpstr(all, ==,
		"NAME            N\n"
		"short           1\n"
		"rather long  1000\n"
		"-               -\n");
	g_assert_cmpstr(cut, ==, "NAME\nshort\nrather long  1\n-\n");
	g_assert_cmpstr(none, ==, "");
}

static void measures_what_a_terminal_shows(void)
{
	static const char *const rows[][2] = {
		{"\344\270\200\344\272\214", "1"}, /* two wide characters */
		{"e\314\201\314\201", "2"},        /* one, with two accents on it */
	};
	g_autofree char *all = table_of(0, rows, G_N_ELEMENTS(rows));
	g_autofree char *cut = table_of(3, rows, G_N_ELEMENTS(rows));

	g_assert_cmpstr(all, ==, "NAME  N\n\344\270\200\344\272\214  1\ne\314\201\314\201     2\n");
	g_assert_cmpstr(cut, ==, "NAM\n\344\270\200\ne\314\201\314\201\n");
}

static void shows_nothing_raw(void)
{
	static const char *const rows[][2] = {{"a\033[31m\nb\302\233", "\342\200\256x\377"}};
	g_autofree char *all = table_of(0, rows, 1);

	g_assert_nonnull(strstr(all, "a\\x1B[31m\\x0Ab\\u{009B}"));
	g_assert_nonnull(strstr(all, "\\u{202E}x\\xFF"));
}

/* What comes behind the sample keeps its columns, and is not lost. */
static void goes_on_behind_the_sample(void)
{
	GString *out = g_string_new(NULL);
	struct listing *listing = listing_new(two, G_N_ELEMENTS(two), 0, print, out);
	const char *const small[] = {"x", "1"}, *const wide[] = {"wider than x", "12345"};
	guint lines = 0;

	for (guint i = 0; i < LISTING_SAMPLE; i++)
		listing_add(listing, small);
	listing_add(listing, wide);
	listing_end(listing);
	for (const char *at = out->str; (at = strchr(at, '\n')); at++)
		lines++;
	g_assert_cmpuint(lines, ==, LISTING_SAMPLE + 2);
	g_assert_true(g_str_has_suffix(out->str, "x     1\nwider than x  12345\n"));
	g_string_free(out, TRUE);
}

static void null_is_null(void)
{
	const struct store_cell blank = {NULL, NAN, {NAN, NAN}, STDDEV_NONE, 0, 0};
	const struct store_cell infinite = {"1", INFINITY, {1, INFINITY}, 3, 0, 0};
	const struct store_cell cells[] = {blank, infinite};
	const struct store_change change = {"+Inf%", INFINITY, UNIT_PERCENT};
	const struct store_row row = {.table = "t",
		.message_id = "m",
		.line = 7,
		.stat = "a\377b",
		.cells = cells,
		.changes = &change,
		.n_cells = 2,
		.repairs = "mark,nbsp"};
	json_t *json = json_of_row(&row);
	char *line = json_line(json);

	g_assert_cmpstr(line, ==,
		"{\"table\": \"t\", \"message_id\": \"m\", \"line\": 7, \"stat\": \"a\\uFFFDb\", "
		"\"kind\": \"mean\", \"cells\": ["
		"{\"text\": null, \"mean\": null, \"mean_low\": null, \"mean_high\": null, "
		"\"stddev\": null, \"fails\": null, \"runs\": null}, "
		"{\"text\": \"1\", \"mean\": null, \"mean_low\": 1.0, \"mean_high\": null, "
		"\"stddev\": 3, \"fails\": null, \"runs\": null}], "
		"\"changes\": [{\"text\": \"+Inf%\", \"value\": null, \"unit\": \"%\"}], "
		"\"consistency\": \"not-checkable\", \"repairs\": [\"mark\", \"nbsp\"]}");
	g_free(line);
	json_decref(json);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/listing/aligns", aligns);
	g_test_add_func("/listing/measures", measures_what_a_terminal_shows);
	g_test_add_func("/listing/safe", shows_nothing_raw);
	g_test_add_func("/listing/sample", goes_on_behind_the_sample);
	g_test_add_func("/listing/null", null_is_null);
	return g_test_run();
}
