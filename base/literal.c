/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/literal.h"

#include "base/decimal.h"

#include <math.h>

#define LITERAL_MAX 40

static gboolean is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static gsize digits_at(struct slice s, gsize from)
{
	gsize n = 0;

	while (from + n < s.len && is_digit(s.at[from + n]))
		n++;
	return n;
}

/* A literal taken apart. */
struct shape {
	gsize whole, decimals; /* digits before the point and behind it */
	guint64 digits;        /* all of these as one number; wrong when they are too many */
	gboolean has_exponent, infinite;
	int exponent;
};

/* How many digits stand there; adds them to those that were read. */
static gsize take_digits(struct slice s, gsize from, guint64 *digits)
{
	gsize at = from;

	for (; at < s.len && is_digit(s.at[at]); at++)
		*digits = *digits * 10 + (guint64)(s.at[at] - '0');
	return at - from;
}

static gboolean read_exponent(struct slice s, gsize at, struct shape *shape)
{
	gboolean negative = at + 1 < s.len && s.at[at + 1] == '-';
	gsize sign = at + 1 < s.len && (negative || s.at[at + 1] == '+');
	gsize from = at + 1 + sign, n = digits_at(s, from);

	if (n == 0 || n > 3 || from + n != s.len)
		return FALSE;
	for (gsize i = 0; i < n; i++)
		shape->exponent = shape->exponent * 10 + (s.at[from + i] - '0');
	if (negative)
		shape->exponent = -shape->exponent;
	shape->has_exponent = TRUE;
	return TRUE;
}

static gboolean read_shape(struct slice s, struct shape *shape)
{
	gsize at = s.len && (s.at[0] == '+' || s.at[0] == '-');

	*shape = (struct shape){0};
	if (s.len > LITERAL_MAX)
		return FALSE;
	if (at < s.len && s.at[at] == 'I' && slice_is(slice_skip(s, at), "Inf"))
		return shape->infinite = TRUE;
	shape->whole = take_digits(s, at, &shape->digits);
	at += shape->whole;
	if (at < s.len && s.at[at] == '.') {
		shape->decimals = take_digits(s, at + 1, &shape->digits);
		if (!shape->decimals)
			return FALSE;
		at += 1 + shape->decimals;
	}
	if (shape->whole + shape->decimals == 0)
		return FALSE;
	if (at == s.len)
		return TRUE;
	return (s.at[at] == 'e' || s.at[at] == 'E') && read_exponent(s, at, shape);
}

#define EXACT_DIGITS_MAX 15 /* of which any number is an exact double */

static double power_of_ten(int exponent)
{
	double power;

	return decimal_exact(1, exponent, &power) ? power : pow(10, exponent);
}

static gboolean exact_value(struct slice s, const struct shape *shape, double *ret_value)
{
	if (shape->whole + shape->decimals > EXACT_DIGITS_MAX ||
		!decimal_exact(shape->digits, shape->exponent - (int)shape->decimals, ret_value))
		return FALSE;
	if (s.at[0] == '-')
		*ret_value = -*ret_value;
	return TRUE;
}

static double value_of(struct slice s, const struct shape *shape)
{
	char copy[LITERAL_MAX + 1];
	double value;

	if (shape->infinite)
		return s.at[0] == '-' ? -INFINITY : INFINITY;
	if (exact_value(s, shape, &value))
		return value;
	memcpy(copy, s.at, s.len);
	copy[s.len] = '\0';
	return g_ascii_strtod(copy, NULL);
}

gboolean literal_read(struct slice text, double *ret_value)
{
	struct shape shape;

	if (!read_shape(text, &shape))
		return FALSE;
	*ret_value = value_of(text, &shape);
	return TRUE;
}

gboolean literal_mean(struct slice text, double *ret_value, struct interval *ret_means)
{
	struct shape shape;

	if (!read_shape(text, &shape))
		return FALSE;

	double value = value_of(text, &shape);
	struct interval means = {value, value};

	if (shape.decimals || shape.has_exponent) {
		double half = 0.5 * power_of_ten(shape.exponent - (int)shape.decimals);

		means = (struct interval){value - half, value + half};
	} else if (!shape.infinite && text.at[0] == '-') {
		means.low = value - 1;
	} else if (!shape.infinite) {
		means.high = value + 1;
	}
	*ret_value = value;
	*ret_means = means;
	return TRUE;
}

/*
 * Not by GLib's g_ascii_string_to_unsigned(): it makes a locale at its first call, and a
 * thread that waits for that finds EAGAIN in errno and takes the number for none.
 */
gboolean literal_count_in(struct slice text, guint base, guint64 *ret_count)
{
	guint64 count = 0;

	if (!text.len)
		return FALSE;
	for (gsize i = 0; i < text.len; i++) {
		int digit = g_ascii_xdigit_value(text.at[i]);

		if (digit < 0 || (guint)digit >= base ||
			!g_uint64_checked_mul(&count, count, base) ||
			!g_uint64_checked_add(&count, count, (guint64)digit))
			return FALSE;
	}
	*ret_count = count;
	return TRUE;
}

gboolean literal_count(struct slice text, guint64 *ret_count)
{
	return literal_count_in(text, 10, ret_count);
}
