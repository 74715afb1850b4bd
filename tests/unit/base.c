/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "base/diag.h"
#include "base/literal.h"
#include "base/show.h"
#include "base/slice.h"

#include <math.h>

static void lines_of_every_end(void)
{
	struct slice rest = SLICE_LIT("one\r\ntwo\n\nlast\r"), line;
	static const char *const want[] = {"one", "two", "", "last\r"};

	for (guint i = 0; i < G_N_ELEMENTS(want); i++) {
		g_assert_true(slice_next_line(&rest, &line));
		g_assert_true(slice_is(line, want[i]));
	}
	g_assert_false(slice_next_line(&rest, &line));

	rest = SLICE_LIT("a\n");
	g_assert_true(slice_next_line(&rest, &line));
	g_assert_false(slice_next_line(&rest, &line));
}

static void absent_is_not_empty(void)
{
	g_assert_null(slice_dup(SLICE_NULL));
	g_autofree char *empty = slice_dup(SLICE_LIT(""));
	g_assert_cmpstr(empty, ==, "");
	g_assert_cmpint(slice_compare(SLICE_NULL, SLICE_LIT("")), <, 0);
	g_assert_cmpint(slice_compare(SLICE_LIT("ab"), SLICE_LIT("abc")), <, 0);
	g_assert_cmpint(slice_compare(SLICE_LIT("b"), SLICE_LIT("abc")), >, 0);
	g_assert_true(slice_is(slice_trim(SLICE_LIT(" \t x y \r\n")), "x y"));
	g_assert_true(slice_is(slice_trim(SLICE_LIT("  ")), ""));
	g_assert_true(slice_is(slice_cut(SLICE_LIT("abc"), 3), "abc"));
	g_assert_true(slice_is(slice_cut(SLICE_LIT("abc"), 2), "ab"));
	g_assert_true(slice_is(slice_cut(SLICE_LIT("a\u2028b"), 3), "a"));
	g_assert_true(slice_is(slice_cut(SLICE_LIT("\xb1\xb1\xb1"), 2), ""));
	g_assert_null(slice_cut(SLICE_NULL, 2).at);
	g_assert_null(slice_find(SLICE_NULL, "x"));
	g_assert_null(slice_find(SLICE_NULL, "xy"));
	g_assert_cmpuint(slice_skip(SLICE_LIT("abc"), 9).len, ==, 0);
}

/* As memmem() finds it, wherever it stands, in text that is full of beginnings. */
static void found_like_memmem(void)
{
	static const char *const needles[] = {"\n\n", "From ", "ab", "aab", "abaabaaab", "b"};
	char text[150];

	for (int round = 0; round < 20000; round++) {
		const char *needle = needles[round % G_N_ELEMENTS(needles)];
		gsize len = (gsize)g_test_rand_int_range(0, sizeof text);

		for (gsize i = 0; i < len; i++)
			text[i] = "aabF\n"[g_test_rand_int_range(0, 5)];
		if (len > strlen(needle) && g_test_rand_bit())
			memcpy(text + g_test_rand_int_range(0, (gint32)(len - strlen(needle))),
				needle, strlen(needle));
		g_assert_true(slice_find((struct slice){text, len}, needle) ==
			      memmem(text, len, needle, strlen(needle)));
	}
}

static void means(void)
{
	static const struct {
		const char *text;
		double value, low, high;
	} cases[] = {
		{"14321", 14321, 14321, 14322},
		{"-38497", -38497, -38498, -38497},
		{"37.99", 37.99, 37.985, 37.995},
		{"-93.66", -93.66, -93.665, -93.655},
		{"0.00", 0, -.005, .005},
		{"1.095e+08", 1.095e8, 1.0945e8, 1.0955e8},
		{"2e+09", 2e9, 1.5e9, 2.5e9},
		{"6.6e-03", 6.6e-3, 6.55e-3, 6.65e-3},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		double value;
		struct interval in;

		g_assert_true(literal_mean(slice_of(cases[i].text), &value, &in));
		g_assert_cmpfloat_with_epsilon(value, cases[i].value, fabs(value) * 1e-12 + 1e-300);
		g_assert_cmpfloat_with_epsilon(in.low, cases[i].low, fabs(value) * 1e-9 + 1e-12);
		g_assert_cmpfloat_with_epsilon(in.high, cases[i].high, fabs(value) * 1e-9 + 1e-12);
	}
}

static void no_literals(void)
{
	static const char *const bad[] = {"", "+", "-", ".", "1.", "1e", "1e+", "1e+1234", "0x10",
		"nan", "inf", "infinity", " 1", "1 ", "1,5", "1_000", "--1", "+-1", "1e5.0",
		"1.2.3", "12345678901234567890123456789012345678901"};

	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		double value = 42;

		g_assert_false(literal_read(slice_of(bad[i]), &value));
		g_assert_cmpfloat(value, ==, 42);
	}

	double value;
	g_assert_true(literal_read(SLICE_LIT("+Inf"), &value) && isinf(value) && value > 0);
	g_assert_true(literal_read(SLICE_LIT("-Inf"), &value) && isinf(value) && value < 0);
	g_assert_true(literal_read(SLICE_LIT("+5e+102"), &value) && value == 5e102);
	g_assert_false(literal_read(SLICE_NULL, &value));
}

/* A literal is no C string: what stands behind it is not its own. */
static void literal_ends_at_its_slice(void)
{
	double value;

	g_assert_true(literal_read((struct slice){"12345", 2}, &value));
	g_assert_cmpfloat(value, ==, 12);
}

static void counts(void)
{
	guint64 count = 7;

	g_assert_true(literal_count(SLICE_LIT("18446744073709551615"), &count));
	g_assert_cmpuint(count, ==, G_MAXUINT64);
	count = 7;
	g_assert_false(literal_count(SLICE_LIT("18446744073709551616"), &count));
	g_assert_false(literal_count(SLICE_LIT("-1"), &count));
	g_assert_false(literal_count(SLICE_LIT(""), &count));
	g_assert_false(literal_count_in(SLICE_LIT("8"), 8, &count));
	g_assert_false(literal_count_in(SLICE_LIT("10000000000000000"), 16, &count));
	g_assert_cmpuint(count, ==, 7);
	g_assert_true(literal_count_in(SLICE_LIT("fFffffffffffffff"), 16, &count));
	g_assert_cmpuint(count, ==, G_MAXUINT64);
}

static void stranger_text_is_shown(void)
{
	static const struct {
		const char *text, *shown;
	} cases[] = {
		{"plain \xc2\xb1 3%", "plain \xc2\xb1 3%"},
		{"\x1b[31mred\x07", "\\x1B[31mred\\x07"},
		{"a\tb\nc", "a\\x09b\\x0Ac"},
		{"\xe2\x80\xae"
		 "evil",
			"\\u{202E}evil"},
		{"\xc2\x9b"
		 "31m",
			"\\u{009B}31m"},
		{"\xcd\x8f\xe1\x85\x9f\xe3\x85\xa4\xef\xb8\x8f\xef\xbe\xa0",
			"\\u{034F}\\u{115F}\\u{3164}\\u{FE0F}\\u{FFA0}"},
		{"bad \xb1 byte", "bad \\xB1 byte"},
		{"\xed\xa0\x80", "\\xED\\xA0\\x80"},
		{"cut \xe2\x80", "cut \\xE2\\x80"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *shown = show_line(slice_of(cases[i].text));
		g_assert_cmpstr(shown, ==, cases[i].shown);
	}
}

/* Whatever comes in, what goes out is UTF-8 without a character that acts. */
static void shown_text_is_safe(void)
{
	for (int round = 0; round < 2000; round++) {
		char noise[40];
		gsize len = (gsize)g_test_rand_int_range(0, sizeof noise);

		for (gsize i = 0; i < len; i++)
			noise[i] = (char)g_test_rand_int_range(0, 256);

		g_autofree char *shown = show_line((struct slice){noise, len});
		g_assert_true(g_utf8_validate(shown, -1, NULL));
		for (const char *at = shown; *at; at = g_utf8_next_char(at))
			g_assert_false(show_is_unsafe(g_utf8_get_char(at)));
	}
}

static void diagnostics_are_kept_whole(void)
{
	g_autoptr(GPtrArray) list = diag_list_new();
	struct diag_sink sink = diag_list_sink(list);
	char path[] = "a.mbox", text[] = "x y z";
	struct origin at = {path, 12, NULL, 1, 3};

	diag_emit(&sink, DIAG_ROW_DROPPED, &at, slice_of(text), "no number in '%s'", "x");
	memset(path, '#', sizeof path - 1);
	memset(text, '#', sizeof text - 1);
	diag_emit(NULL, DIAG_ROW_DROPPED, &at, SLICE_NULL, "nobody listens");

	g_assert_cmpuint(list->len, ==, 1);
	const struct diag *d = list->pdata[0];
	g_assert_cmpstr(d->origin.path, ==, "a.mbox");
	g_assert_cmpstr(d->detail, ==, "no number in 'x'");
	g_assert_true(slice_is(d->excerpt, "x y z"));
}

static void excerpts_are_cut_at_characters(void)
{
	g_autoptr(GPtrArray) list = diag_list_new();
	struct diag_sink sink = diag_list_sink(list);
	g_autoptr(GString) text = g_string_new("a");

	while (text->len < 2 * DIAG_EXCERPT_MAX)
		g_string_append(text, "\xc2\xb1");
	diag_emit(&sink, DIAG_ROW_DROPPED, NULL, slice_of(text->str), "long");

	const struct diag *d = list->pdata[0];
	g_assert_cmpuint(d->excerpt.len, <=, DIAG_EXCERPT_MAX);
	g_assert_true(g_utf8_validate(d->excerpt.at, (gssize)d->excerpt.len, NULL));
}

static void diagnostic_ids_are_unique(void)
{
	for (int id = 0; id < DIAG_COUNT; id++) {
		g_assert_cmpint(diag_by_name(diag_name(id)), ==, id);
		g_assert_nonnull(diag_meaning(id));
	}
	g_assert_cmpint(diag_by_name("no-such-thing"), ==, DIAG_COUNT);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/slice/lines", lines_of_every_end);
	g_test_add_func("/slice/absent", absent_is_not_empty);
	g_test_add_func("/slice/find", found_like_memmem);
	g_test_add_func("/literal/means", means);
	g_test_add_func("/literal/none", no_literals);
	g_test_add_func("/literal/slice", literal_ends_at_its_slice);
	g_test_add_func("/literal/counts", counts);
	g_test_add_func("/show/cases", stranger_text_is_shown);
	g_test_add_func("/show/noise", shown_text_is_safe);
	g_test_add_func("/diag/kept", diagnostics_are_kept_whole);
	g_test_add_func("/diag/excerpt", excerpts_are_cut_at_characters);
	g_test_add_func("/diag/ids", diagnostic_ids_are_unique);
	return g_test_run();
}
