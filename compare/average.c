/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/average.h"

#include <math.h>

static double sum_compensated(double sum, const struct number *values, guint n)
{
	double compensation = 0;

	for (guint i = 0; i < n; i++) {
		double x = number_real(values[i]);
		double total = sum + x;

		if (fabs(sum) >= fabs(x))
			compensation += (sum - total) + x;
		else
			compensation += (x - total) + sum;
		sum = total;
	}
	return sum + compensation;
}

/* Integers beyond 64 bits are whole doubles; those below 2^100 add up exactly here. */
static gboolean add_whole(__int128 *sum, struct number value)
{
	const double most = 0x1p100;

	if (value.kind == NUMBER_INTEGER)
		*sum += value.integer;
	else if (value.kind == NUMBER_BIG && fabs(value.real) < most)
		*sum += (__int128)value.real;
	else
		return FALSE;
	return TRUE;
}

static struct number number_of_whole(__int128 whole)
{
	struct number n = number_of_integer((gint64)whole);

	if (n.integer == whole)
		return n;
	n = number_of_real((double)whole);
	n.kind = NUMBER_BIG;
	return n;
}

struct number numbers_total(const struct number *values, guint n)
{
	__int128 whole = 0;
	guint i = 0;

	while (i < n && add_whole(&whole, values[i]))
		i++;
	if (i == n)
		return number_of_whole(whole);
	return number_of_real(sum_compensated((double)whole, values + i, n - i));
}

struct number numbers_difference(struct number a, struct number b)
{
	__int128 whole = 0, minus = 0;

	if (add_whole(&whole, a) && add_whole(&minus, b))
		return number_of_whole(whole - minus);
	return number_of_real(number_real(a) - number_real(b));
}

double numbers_sum(const struct number *values, guint n)
{
	return number_real(numbers_total(values, n));
}

double numbers_sum_as_floats(const struct number *values, guint n)
{
	return sum_compensated(0, values, n);
}

double numbers_mean(const struct number *values, guint n)
{
	return n ? numbers_sum(values, n) / n : 0;
}

double numbers_stddev(const struct number *values, guint n, double mean)
{
	double squares = 0;

	if (n < 2)
		return STDDEV_UNKNOWN;
	for (guint i = 0; i < n; i++) {
		double off = number_real(values[i]) - mean;

		squares += off * off;
	}
	return sqrt(squares * (1.0 / n));
}
