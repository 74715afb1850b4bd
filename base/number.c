/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

#include "base/decimal.h"

#include <math.h>

/* What the literal says, before it is rounded. */
struct decimal {
	gsize len;         /* of the literal */
	guint64 digits;    /* the significant ones, as far as they fit */
	int exponent;      /* value = digits * 10^exponent */
	gboolean negative; /* also of "-0" */
	gboolean is_float;
	gboolean exact; /* all digits fit */
};

#define DIGITS_MAX ((G_MAXUINT64 - 9) / 10)
#define EXPONENT_MAX 100000 /* far beyond a double; keeps the sum from overflowing */

static gboolean is_digit_at(struct slice text, gsize at)
{
	return at < text.len && text.at[at] >= '0' && text.at[at] <= '9';
}

static gsize take_digits(struct decimal *d, struct slice text, gsize at, gboolean is_fraction)
{
	gsize from = at;

	for (; is_digit_at(text, at) && d->digits <= DIGITS_MAX; at++)
		d->digits = 10 * d->digits + (guint64)(text.at[at] - '0');
	if (is_fraction)
		d->exponent -= (int)(at - from);
	for (; is_digit_at(text, at); at++) { /* beyond what fits */
		d->exact = d->exact && text.at[at] == '0';
		d->exponent += !is_fraction;
	}
	return at;
}

static gsize take_exponent(struct decimal *d, struct slice text, gsize at)
{
	gsize from = at + 1;
	int value = 0;
	gboolean negative;

	if (from < text.len && (text.at[from] == '+' || text.at[from] == '-'))
		from++;
	negative = from > at + 1 && text.at[from - 1] == '-';
	if (from == text.len || !g_ascii_isdigit(text.at[from]))
		return 0;
	for (; from < text.len && g_ascii_isdigit(text.at[from]); from++)
		value = MIN(10 * value + (text.at[from] - '0'), EXPONENT_MAX);
	d->exponent += negative ? -value : value;
	d->is_float = TRUE;
	return from;
}

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? */
static gboolean read_decimal(struct slice text, struct decimal *d)
{
	gsize at, first;

	*d = (struct decimal){.exact = TRUE};
	d->negative = text.len && text.at[0] == '-';
	first = d->negative;
	at = take_digits(d, text, first, FALSE);
	if (at == first || (text.at[first] == '0' && at > first + 1))
		return FALSE;
	if (at < text.len && text.at[at] == '.') {
		gsize end = take_digits(d, text, at + 1, TRUE);

		if (end == at + 1)
			return FALSE;
		d->is_float = TRUE;
		at = end;
	}
	if (at < text.len && (text.at[at] == 'e' || text.at[at] == 'E')) {
		at = take_exponent(d, text, at);
		if (!at)
			return FALSE;
	}
	d->len = at;
	return TRUE;
}

static double round_decimal(const struct decimal *d, struct slice text)
{
	double value;

	if (d->exact && decimal_exact(d->digits, d->exponent, &value))
		return d->negative ? -value : value;

	g_autofree char *copy = g_strndup(text.at, d->len);
	return g_ascii_strtod(copy, NULL);
}

static gboolean fits_integer(const struct decimal *d)
{
	return d->exact && !d->exponent && d->digits <= (guint64)G_MAXINT64 + d->negative;
}

gsize number_length(struct slice text)
{
	struct decimal d;

	return read_decimal(text, &d) ? d.len : 0;
}

gsize number_read(struct slice text, struct number *ret_number)
{
	struct decimal d;
	struct number n;

	if (!read_decimal(text, &d) || d.len > NUMBER_LITERAL_MAX)
		return 0;
	if (!d.is_float && fits_integer(&d)) {
		n = number_of_integer((gint64)(d.negative ? 0 - d.digits : d.digits));
	} else {
		n = number_of_real(round_decimal(&d, text));
		n.kind = d.is_float ? NUMBER_FLOAT : NUMBER_BIG;
		if (!isfinite(n.real))
			return 0;
	}
	*ret_number = n;
	return d.len;
}
