/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/literal.h"

#include <math.h>

#define LITERAL_MAX 40

static gsize digits_at(struct slice s, gsize from)
{
	gsize n = 0;

	while (from + n < s.len && g_ascii_isdigit(s.at[from + n]))
		n++;
	return n;
}

/* Digits before the point, behind it, and the exponent's length, of a literal. */
struct shape {
	gsize whole, decimals;
	gboolean has_exponent, infinite;
	int exponent;
};

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
	if (slice_is(slice_skip(s, at), "Inf"))
		return shape->infinite = TRUE;
	shape->whole = digits_at(s, at);
	at += shape->whole;
	if (at < s.len && s.at[at] == '.') {
		shape->decimals = digits_at(s, at + 1);
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

static double value_of(struct slice s, const struct shape *shape)
{
	char copy[LITERAL_MAX + 1];

	if (shape->infinite)
		return s.at[0] == '-' ? -INFINITY : INFINITY;
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
		double half = 0.5 * pow(10, shape.exponent - (double)shape.decimals);

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

gboolean literal_count(struct slice text, guint64 *ret_count)
{
	guint64 count = 0;

	if (!text.len || digits_at(text, 0) != text.len)
		return FALSE;
	for (gsize i = 0; i < text.len; i++)
		if (!g_uint64_checked_mul(&count, count, 10) ||
			!g_uint64_checked_add(&count, count, (guint64)(text.at[i] - '0')))
			return FALSE;
	*ret_count = count;
	return TRUE;
}
