/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as Ruby prints and averages them. */
#include "compare/average.h"
#include "compare/ruby_format.h"

#include <math.h>
#include <string.h>

static void fixed_is(double x, int decimals, gboolean plus, const char *wanted)
{
	g_autoptr(GString) out = g_string_new(NULL);

	ruby_fixed(out, x, 0, decimals, plus);
	g_assert_cmpstr(out->str, ==, wanted);
}

static void general_is(double x, int digits, const char *wanted)
{
	g_autoptr(GString) out = g_string_new(NULL);

	ruby_general(out, x, 0, digits, FALSE);
	g_assert_cmpstr(out->str, ==, wanted);
}

static void test_ties(void)
{
	/* an odd digit goes up, though the double lies below the tie */
	fixed_is(2.675, 2, FALSE, "2.68");
	fixed_is(1.015, 2, FALSE, "1.02");
	fixed_is(999.995, 2, FALSE, "1000.00");
	fixed_is(-2.675, 2, FALSE, "-2.68");
	/* an even one stays, though the double lies above it (as 8.345 does) */
	fixed_is(8.345, 2, FALSE, "8.34");
	fixed_is(812.625, 2, FALSE, "812.62");
	fixed_is(0.125, 2, FALSE, "0.12");
	fixed_is(0.375, 2, FALSE, "0.38");
	fixed_is(1.5, 0, FALSE, "2");
	fixed_is(2.5, 0, FALSE, "2");
	/* no digit before the tie: the exact value decides */
	fixed_is(0.05, 1, TRUE, "+0.1");
	fixed_is(0.005, 2, FALSE, "0.01");
	fixed_is(0.5, 0, FALSE, "0");
	/* what only looks like one */
	fixed_is(2.6749, 2, FALSE, "2.67");
	fixed_is(8.3451, 2, FALSE, "8.35");
}

static void test_general(void)
{
	general_is(172050000, 4, "1.720e+08"); /* a tie on an even digit keeps its zero, */
	general_is(172040000, 4, "1.72e+08");  /* what is no tie does not */
	general_is(172150000, 4, "1.722e+08");
	general_is(172050001, 4, "1.721e+08"); /* of a whole number the exact value counts */
	general_is(1.5005e15, 4, "1.5e+15");   /* beyond 1e15 it is none */
	general_is(1.235e19, 4, "1.235e+19");
	general_is(9.9999e8, 4, "1e+09");
	general_is(1e22, 4, "1e+22");
	general_is(1e23, 4, "1e+23");
	general_is(5e102, 2, "5e+102");
	general_is(123456, 2, "1.2e+05");
	general_is(1234, 4, "1234");
	general_is(0.00012, 2, "0.00012");
	general_is(0.000012, 2, "1.2e-05");
	general_is(0, 4, "0");
}

static void test_signs(void)
{
	fixed_is(0.0, 2, FALSE, "0.00");
	fixed_is(-0.0, 1, TRUE, "-0.0");
	fixed_is(-0.04, 1, TRUE, "-0.0");
	fixed_is(0.04, 1, TRUE, "+0.0");
	fixed_is(99999.96, 1, TRUE, "+100000.0");
	fixed_is(INFINITY, 0, FALSE, "Inf");
	fixed_is(-INFINITY, 1, TRUE, "-Inf");
	fixed_is(NAN, 0, FALSE, "NaN");
	fixed_is(5e-324, 2, FALSE, "0.00");
	general_is(5e-324, 4, "4.941e-324");
	general_is(G_MAXDOUBLE, 4, "1.798e+308");
}

static void test_width(void)
{
	g_autoptr(GString) out = g_string_new(NULL);

	ruby_fixed(out, 1.5, 10, 2, FALSE);
	ruby_general(out, 5e102, 10, 2, TRUE);
	ruby_integer(out, 1000.9, 10);
	ruby_integer(out, -1000.9, 10);
	ruby_integer(out, -0.5, 3);
	g_assert_cmpstr(out->str, ==, "      1.50   +5e+102      1000     -1000  0");
}

/* Far from a tie Ruby prints what C prints. */
static void test_as_c(void)
{
	for (guint i = 0; i < 20000; i++) {
		int power = g_test_rand_int_range(-6, 16);
		int decimals = g_test_rand_int_range(0, 4);
		double x = g_test_rand_double_range(-1, 1) * pow(10, power);
		double scaled = fabs(x) * pow(10, decimals);
		double off = fabs(scaled - floor(scaled) - 0.5);
		g_autoptr(GString) out = g_string_new(NULL);
		char format[16], wanted[64];

		if (off < 1e-3 || scaled > 1e11)
			continue;
		g_snprintf(format, sizeof(format), "%%.%df", decimals);
		g_ascii_formatd(wanted, sizeof(wanted), format, x);
		ruby_fixed(out, x, 0, decimals, FALSE);
		g_assert_cmpstr(out->str, ==, wanted);
	}
}

/* ---- averages ---------------------------------------------------------------------- */

static void test_sums(void)
{
	const struct number whole[] = {number_of_integer(9007199254740993),
		number_of_integer(9007199254740993), number_of_integer(-9007199254740985)};
	const struct number mixed[] = {
		number_of_real(1e16), number_of_integer(1), number_of_real(-1e16)};
	const struct number tenths[] = {
		number_of_real(0.1), number_of_real(0.2), number_of_real(0.3)};

	g_assert_cmpfloat(numbers_sum(whole, 3), ==, 9007199254741001.0); /* plain: ...000 */
	g_assert_cmpfloat(numbers_sum(mixed, 3), ==, 1.0);                /* plain: 0 */
	g_assert_cmpfloat(numbers_sum(tenths, 3), ==, 0.6);               /* plain: 0.6000...01 */
	g_assert_cmpint(numbers_total(whole, 3).kind, ==, NUMBER_INTEGER);
	g_assert_cmpint(numbers_total(mixed, 3).kind, ==, NUMBER_FLOAT);
	g_assert_cmpfloat(numbers_mean(NULL, 0), ==, 0);
	g_assert_cmpint(numbers_difference(whole[0], whole[2]).integer, ==, 18014398509481978);
}

static void test_spread(void)
{
	const struct number values[] = {number_of_integer(2), number_of_integer(4),
		number_of_integer(4), number_of_integer(4), number_of_integer(5),
		number_of_integer(5), number_of_integer(7), number_of_integer(9)};

	g_assert_cmpfloat(numbers_mean(values, 8), ==, 5);
	g_assert_cmpfloat(numbers_stddev(values, 8, 5), ==, 2);
	g_assert_cmpfloat(numbers_stddev(values, 1, 2), ==, STDDEV_UNKNOWN);
}

/* ---- literals ------------------------------------------------------------------------- */

static void literal_is(const char *text, gsize len, enum number_kind kind, double value)
{
	struct number n;

	g_assert_cmpuint(number_read(slice_of(text), &n), ==, len);
	if (!len)
		return;
	g_assert_cmpint(n.kind, ==, kind);
	g_assert_cmpfloat(number_real(n), ==, value);
}

static void test_literals(void)
{
	literal_is("0", 1, NUMBER_INTEGER, 0);
	literal_is("-0", 2, NUMBER_INTEGER, 0);
	literal_is("-0.0", 4, NUMBER_FLOAT, 0);
	literal_is("6,", 1, NUMBER_INTEGER, 6);
	literal_is("6.0", 3, NUMBER_FLOAT, 6);
	literal_is("1e5", 3, NUMBER_FLOAT, 100000);
	literal_is("1.5E-3", 6, NUMBER_FLOAT, 0.0015);
	literal_is("9223372036854775807", 19, NUMBER_INTEGER, 9223372036854775807.0);
	literal_is("-9223372036854775808", 20, NUMBER_INTEGER, -9223372036854775808.0);
	literal_is("9223372036854775808", 19, NUMBER_BIG, 9223372036854775808.0);
	literal_is("12345678901234567890", 20, NUMBER_BIG, 12345678901234567890.0);
	literal_is("0.1000000000000000055511151231257827", 36, NUMBER_FLOAT, 0.1);
	literal_is("2.2250738585072011e-308", 23, NUMBER_FLOAT, 2.2250738585072011e-308);
	for (const char *const *bad = (const char *const[]){"", "-", ".5", "5.", "5.x", "1e", "1e+",
		     "007", "00", "+1", "NaN", "Infinity", "1e999", NULL};
		*bad; bad++)
		literal_is(*bad, 0, NUMBER_INTEGER, 0);
}

/* Every double comes back from its seventeen digits. */
static void test_read_back(void)
{
	for (guint i = 0; i < 5000; i++) {
		double x =
			g_test_rand_double_range(-1, 1) * pow(10, g_test_rand_int_range(-30, 30));
		char text[G_ASCII_DTOSTR_BUF_SIZE];
		struct number n;

		g_ascii_formatd(text, sizeof(text), "%.16e", x);
		g_assert_cmpuint(number_read(slice_of(text), &n), ==, strlen(text));
		g_assert_cmpfloat(n.real, ==, x);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/ruby-format/ties", test_ties);
	g_test_add_func("/ruby-format/general", test_general);
	g_test_add_func("/ruby-format/signs", test_signs);
	g_test_add_func("/ruby-format/width", test_width);
	g_test_add_func("/ruby-format/as-c", test_as_c);
	g_test_add_func("/average/sums", test_sums);
	g_test_add_func("/average/spread", test_spread);
	g_test_add_func("/number/literals", test_literals);
	g_test_add_func("/number/read-back", test_read_back);
	return g_test_run();
}
