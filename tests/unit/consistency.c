/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/consistency.h"

#include <math.h>

#define ROUNDS 20000

static enum consistency judge_means(const char *base, const char *head, const char *change)
{
	struct interval a = {NAN, NAN}, b = {NAN, NAN};
	gboolean percent = g_str_has_suffix(change, "%");
	double value;

	literal_mean(slice_of(base), &value, &a);
	literal_mean(slice_of(head), &value, &b);
	return consistency_of_means(a, b, slice_of(change), percent ? UNIT_PERCENT : UNIT_POINTS);
}

static void test_mean_rows(void)
{
	static const struct {
		const char *base, *head, *change;
		enum consistency is;
	} rows[] = {
		{"14321", "12665", "-11.6%", CONSISTENCY_CONSISTENT},
		{"14321", "12665", "-11.7%", CONSISTENCY_INCONSISTENT},
		/* Rounding hides the digits: 0.425 to 0.435 against 25.62. */
		{"0.43", "25.62", "+5880.5%", CONSISTENCY_CONSISTENT},
		{"0.43", "25.62", "+5780.5%", CONSISTENCY_INCONSISTENT},
		/* The sign is relative to a negative base. */
		{"-93.66", "-130.00", "+38.8%", CONSISTENCY_CONSISTENT},
		{"-93.66", "-130.00", "-38.8%", CONSISTENCY_INCONSISTENT},
		{"-38497", "-9012", "-76.6%", CONSISTENCY_CONSISTENT},
		{"0.78", "-4.50", "-678.6%", CONSISTENCY_CONSISTENT},
		{"3.75", "0.00", "-100.0%", CONSISTENCY_CONSISTENT},
		{"1.972e+08", "1.878e+08", "-4.8%", CONSISTENCY_CONSISTENT},
		/* Points: perf-profile and names that end in '%'. */
		{"44.75", "49.43", "+4.7", CONSISTENCY_CONSISTENT},
		{"44.75", "49.43", "+4.8", CONSISTENCY_INCONSISTENT},
		{"0.00", "0.65", "+0.7", CONSISTENCY_CONSISTENT},
		{"0.00", "0.65", "+0.6", CONSISTENCY_CONSISTENT},
		{"0.00", "0.65", "+0.8", CONSISTENCY_INCONSISTENT},
		/* Whole percents are the older tool's. */
		{"100.00", "81.40", "-19%", CONSISTENCY_CONSISTENT},
		{"100.00", "81.40", "-18%", CONSISTENCY_INCONSISTENT},
		{"0.00", "5.00", "+5e+102%", CONSISTENCY_NOT_CHECKABLE},
		{"0.00", "5.00", "+12.0%", CONSISTENCY_NOT_CHECKABLE},
		{"0.10", "510.00", "+5.1e+05%", CONSISTENCY_NOT_CHECKABLE},
		{"0.10", "510.00", "+Inf%", CONSISTENCY_NOT_CHECKABLE},
		{"", "510.00", "+1.0%", CONSISTENCY_NOT_CHECKABLE},
		{"510.00", "", "+1.0%", CONSISTENCY_NOT_CHECKABLE},
		{"510.00", "510.00", "", CONSISTENCY_NOT_CHECKABLE},
		{"510.00", "510.00", "NaN%", CONSISTENCY_NOT_CHECKABLE},
		{"510.00", "510.00", "%", CONSISTENCY_NOT_CHECKABLE},
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_test_message("%s %s %s", rows[i].base, rows[i].change, rows[i].head);
		g_assert_cmpint(
			judge_means(rows[i].base, rows[i].head, rows[i].change), ==, rows[i].is);
	}
}

static void test_fail_rows(void)
{
	static const struct {
		guint64 fails0, runs0, fails, runs, previous;
		const char *change;
		enum consistency is;
	} rows[] = {
		{0, 4, 4, 4, 4, "100%", CONSISTENCY_CONSISTENT},
		{0, 4, 4, 4, 4, "50%", CONSISTENCY_INCONSISTENT},
		/* LKP divides by the previous column's runs; the right form is as good. */
		{0, 4, 8, 8, 4, "200%", CONSISTENCY_CONSISTENT},
		{0, 4, 8, 8, 4, "100%", CONSISTENCY_CONSISTENT},
		{0, 4, 8, 8, 4, "150%", CONSISTENCY_INCONSISTENT},
		/* Fails are sums: more of them than runs. */
		{782, 3, 1061, 3, 3, "9297%", CONSISTENCY_CONSISTENT},
		{782, 3, 1061, 3, 3, "9397%", CONSISTENCY_INCONSISTENT},
		/* Of 2.9 and 2.1 only "2" is printed. */
		{2, 10, 2, 10, 10, "-8%", CONSISTENCY_CONSISTENT},
		{3, 6, 3, 6, 6, "-0%", CONSISTENCY_CONSISTENT},
		/* Fewer runs counted than there were: percentages of 30. */
		{0, 14, 7, 13, 14, "23%", CONSISTENCY_NOT_CHECKABLE},
		{14, 14, 9, 19, 13, "-17%", CONSISTENCY_NOT_CHECKABLE},
		{0, 14, 7, 13, 14, "93%", CONSISTENCY_INCONSISTENT},
		{0, 14, 7, 13, 14, "-23%", CONSISTENCY_INCONSISTENT},
		{0, 14, 7, 14, 14, "23%", CONSISTENCY_INCONSISTENT},
		{0, 4, 3, 0, 0, "Inf%", CONSISTENCY_NOT_CHECKABLE},
		{0, 4, 3, 0, 0, "75%", CONSISTENCY_NOT_CHECKABLE},
		{0, 0, 3, 4, 4, "75%", CONSISTENCY_NOT_CHECKABLE},
		{0, 4, 3, 4, 4, "", CONSISTENCY_NOT_CHECKABLE},
		{0, 1, G_MAXUINT64, 1, 1, "0%", CONSISTENCY_INCONSISTENT},
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_test_message("row %u: %s", i, rows[i].change);
		g_assert_cmpint(consistency_of_fails(rows[i].fails0, rows[i].runs0, rows[i].fails,
					rows[i].runs, rows[i].previous, slice_of(rows[i].change)),
			==, rows[i].is);
	}
}

static void test_worse(void)
{
	for (int a = CONSISTENCY_NOT_CHECKABLE; a <= CONSISTENCY_INCONSISTENT; a++)
		for (int b = CONSISTENCY_NOT_CHECKABLE; b <= CONSISTENCY_INCONSISTENT; b++)
			g_assert_cmpint(consistency_worse(a, b), ==, MAX(a, b));
}

/* ---- a little printer by LKP's rules --------------------------------------- */

struct printed {
	char base[40], head[40], change[40];
};

/* Below 1,000 two decimals; to 1e8 the whole part; beyond four significant digits. */
static void print_mean(char *out, double mean)
{
	if (fabs(mean) < 1000)
		g_ascii_formatd(out, 40, "%.2f", mean);
	else if (fabs(mean) > 100000000)
		g_ascii_formatd(out, 40, "%.4g", mean);
	else
		g_snprintf(out, 40, "%" G_GINT64_FORMAT, (gint64)mean);
}

static void print_percent(char *out, double base, double head)
{
	double change = 100 * (head - base) / (base == 0 ? 1e-100 : base);

	g_ascii_formatd(out, 38, fabs(change) < 100000 ? "%+.1f" : "%+.2g", change);
	g_strlcat(out, "%", 40);
}

static double random_mean(double scale, double center)
{
	int n = g_test_rand_int_range(1, 13);
	gboolean whole = g_test_rand_bit();
	double sum = 0;

	for (int i = 0; i < n; i++) {
		double value = scale * (center + g_test_rand_double_range(-.3, .3));

		sum += whole ? trunc(value) : value;
	}
	return sum / n;
}

static gboolean print_random_row(struct printed *row, enum unit *ret_unit)
{
	double scale = pow(10, g_test_rand_double_range(-3, 12)) * (g_test_rand_bit() ? 1 : -1);
	double center = g_test_rand_double_range(-.2, 3);
	double base = random_mean(scale, center);
	double head = random_mean(
		scale * (g_test_rand_bit() ? 1 : g_test_rand_double_range(0, 9)), center);

	*ret_unit = fabs(scale) < 100 && g_test_rand_bit() ? UNIT_POINTS : UNIT_PERCENT;
	print_mean(row->base, base);
	print_mean(row->head, head);
	if (*ret_unit == UNIT_POINTS)
		g_ascii_formatd(row->change, 40, "%+.1f", head - base);
	else
		print_percent(row->change, base, head);
	return *ret_unit == UNIT_POINTS || base != 0;
}

static void test_printed_rows_agree(void)
{
	guint checked = 0;

	for (guint i = 0; i < ROUNDS; i++) {
		struct printed row;
		enum unit unit;
		enum consistency is;

		if (!print_random_row(&row, &unit))
			continue;
		is = judge_means(row.base, row.head, row.change);
		if (is == CONSISTENCY_INCONSISTENT)
			g_error("%s %s %s", row.base, row.change, row.head);
		checked += is == CONSISTENCY_CONSISTENT;
	}
	g_assert_cmpuint(checked, >, ROUNDS / 2);
}

/* Another digit in place of one of text's; never the same. */
static void spoil_digit(char *text)
{
	for (;;) {
		gsize at = (gsize)g_test_rand_int_range(0, (int)strlen(text));

		if (!g_ascii_isdigit(text[at]))
			continue;
		text[at] = '0' + (text[at] - '0' + g_test_rand_int_range(1, 10)) % 10;
		return;
	}
}

/* By another way than the code under test: walk the base, and look at its ends. */
static gboolean surely_outside(const struct printed *row, enum unit unit)
{
	struct interval base, head;
	double value, low = INFINITY, high = -INFINITY;
	double change = g_ascii_strtod(row->change, NULL);

	literal_mean(slice_of(row->base), &value, &base);
	literal_mean(slice_of(row->head), &value, &head);
	for (int i = 0; i <= 8; i++)
		for (int j = 0; j <= 1; j++) {
			double b = base.low + (base.high - base.low) * i / 8;
			double h = j ? head.high : head.low;
			double c = unit == UNIT_POINTS ? h - b : 100 * (h - b) / b;

			low = MIN(low, c);
			high = MAX(high, c);
		}

	double margin = .05 + 1e-7 * (1 + fabs(low) + fabs(high) + fabs(value));

	return change < low - margin || change > high + margin;
}

static void test_spoilt_rows_are_flagged(void)
{
	guint spoilt = 0;

	for (guint i = 0; i < ROUNDS; i++) {
		struct printed row;
		enum unit unit;
		char *texts[] = {row.change, row.base, row.head};

		if (!print_random_row(&row, &unit) ||
			judge_means(row.base, row.head, row.change) != CONSISTENCY_CONSISTENT)
			continue;
		/* Not the mantissa alone: an exponent's digit is a digit too. */
		spoil_digit(texts[g_test_rand_int_range(0, 3)]);

		enum consistency is = judge_means(row.base, row.head, row.change);

		if (is == CONSISTENCY_NOT_CHECKABLE || !surely_outside(&row, unit))
			continue;
		if (is != CONSISTENCY_INCONSISTENT)
			g_error("%s %s %s", row.base, row.change, row.head);
		spoilt++;
	}
	g_assert_cmpuint(spoilt, >, ROUNDS / 4);
}

struct fails {
	guint64 fails[3], runs[3];
	char change[3][40];
};

static void print_random_fails(struct fails *row, guint columns)
{
	gboolean fractions = g_test_rand_bit(), right = g_test_rand_bit();
	double first = 0, previous = 0;

	for (guint c = 0; c < columns; c++) {
		double runs = g_test_rand_int_range(1, 20);
		double sum = g_test_rand_bit() ? g_test_rand_double_range(0, 3 * runs) : 0;

		sum = fractions ? sum : trunc(sum);
		if (c == 0)
			first = sum / runs;
		else
			g_snprintf(row->change[c], 40, "%.0f%%",
				100 * (sum / (right ? runs : previous) - first));
		row->fails[c] = (guint64)sum;
		row->runs[c] = (guint64)runs;
		previous = runs;
	}
}

static void test_fail_tables_agree(void)
{
	for (guint i = 0; i < ROUNDS; i++) {
		struct fails row;

		print_random_fails(&row, 3);
		for (guint c = 1; c < 3; c++)
			g_assert_cmpint(
				consistency_of_fails(row.fails[0], row.runs[0], row.fails[c],
					row.runs[c], row.runs[c - 1], slice_of(row.change[c])),
				==, CONSISTENCY_CONSISTENT);
	}
}

/* Percentages of a larger number of runs than either column counts. */
static gboolean may_be_of_more_runs(const struct fails *row, double change)
{
	double runs = MAX(row->runs[0], row->runs[1]);
	double difference = 100 * ((double)row->fails[1] - (double)row->fails[0]);

	if (row->runs[0] == row->runs[1])
		return FALSE;
	for (double factor = 1; factor <= 4.01; factor += .01)
		if (fabs(change - difference / (runs * factor)) < 1 + fabs(difference / runs) * .02)
			return TRUE;
	return FALSE;
}

/* No sum of the printed whole parts, by either divisor, comes within half a percent. */
static void test_spoilt_fails_are_flagged(void)
{
	guint flagged = 0;

	for (guint i = 0; i < ROUNDS; i++) {
		struct fails row;

		print_random_fails(&row, 2);
		spoil_digit(row.change[1]);

		double change = g_ascii_strtod(row.change[1], NULL);
		gboolean possible = may_be_of_more_runs(&row, change);
		const guint64 divisors[] = {row.runs[0], row.runs[1]};

		for (guint d = 0; d < 2; d++) {
			double low = 100.0 * row.fails[1] / divisors[d] -
				     100.0 * (row.fails[0] + 1) / row.runs[0];
			double high = 100.0 * (row.fails[1] + 1) / divisors[d] -
				      100.0 * row.fails[0] / row.runs[0];

			possible |= change > low - .5001 && change < high + .5001;
		}
		if (possible)
			continue;
		g_assert_cmpint(consistency_of_fails(row.fails[0], row.runs[0], row.fails[1],
					row.runs[1], row.runs[0], slice_of(row.change[1])),
			==, CONSISTENCY_INCONSISTENT);
		flagged++;
	}
	g_assert_cmpuint(flagged, >, ROUNDS / 10);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/consistency/mean-rows", test_mean_rows);
	g_test_add_func("/consistency/fail-rows", test_fail_rows);
	g_test_add_func("/consistency/worse", test_worse);
	g_test_add_func("/consistency/printed-rows-agree", test_printed_rows_agree);
	g_test_add_func("/consistency/spoilt-rows-are-flagged", test_spoilt_rows_are_flagged);
	g_test_add_func("/consistency/fail-tables-agree", test_fail_tables_agree);
	g_test_add_func("/consistency/spoilt-fails-are-flagged", test_spoilt_fails_are_flagged);
	return g_test_run();
}
