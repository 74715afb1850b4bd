/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/ruby_format.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define QUICK_DIGITS_MAX 14 /* more are made exactly */
#define SMALL_WHOLE 1e15
#define EXACT_TENS 22   /* 10^22 is the last power of ten that is a double */
#define DIGITS_ROOM 400 /* 309 before the point and some behind it */

/* A number without its sign: 0.d1d2d3... * 10^point; no digits: zero. */
struct digits {
	char text[DIGITS_ROOM];
	int len;
	int point;
};

static const double tens[EXACT_TENS + 1] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
	1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const double big_tens[] = {1e16, 1e32, 1e64, 1e128, 1e256};

/* ---- exactly, half to even ------------------------------------------------------ */

static void drop_zeros(struct digits *d)
{
	while (d->len && d->text[d->len - 1] == '0')
		d->len--;
}

/* Takes the digits out of what printf() made; a point at `point` digits of the text. */
static void take_digits(const char *text, int point, struct digits *d)
{
	int zeros = 0;

	d->len = 0;
	d->point = point;
	for (; *text && *text != 'e'; text++) {
		if (!g_ascii_isdigit(*text))
			continue;
		if (!d->len && *text == '0')
			zeros++;
		else
			d->text[d->len++] = *text;
	}
	d->point -= zeros;
	drop_zeros(d);
}

static void make_exactly(double x, gboolean fixed, int places, struct digits *d)
{
	char format[16], text[DIGITS_ROOM];

	if (fixed) {
		g_snprintf(format, sizeof(format), "%%.%df", places);
		g_ascii_formatd(text, sizeof(text), format, x);
		take_digits(text, (int)strcspn(text, "."), d);
	} else {
		g_snprintf(format, sizeof(format), "%%.%de", places - 1);
		g_ascii_formatd(text, sizeof(text), format, x);
		take_digits(text, 1 + (int)g_ascii_strtoll(strchr(text, 'e') + 1, NULL, 10), d);
	}
}

/* ---- as Ruby does ----------------------------------------------------------------- */

/* A number scaled to [1, 10) and how it came there. */
struct scaled {
	double value;
	int k;            /* x = value * 10^k */
	int steps;        /* roundings, each an error of half an ulp */
	gboolean is_sure; /* k needs no second look */
};

/* floor(log10 x) by a line through the mantissa; outside [1, 1e22] it may be one too big. */
static int estimate_exponent(double x, gboolean *ret_is_sure)
{
	int e;
	double mantissa = 2 * frexp(x, &e);
	double guess = (mantissa - 1.5) * 0.289529654602168 + 0.1760912590558 +
		       (e - 1) * 0.301029995663981;
	int k = (int)floor(guess);

	*ret_is_sure = k >= 0 && k <= EXACT_TENS;
	if (*ret_is_sure && x < tens[k])
		k--;
	return k;
}

static struct scaled scale(double x)
{
	struct scaled s = {.value = x, .steps = 2};
	double by;

	s.k = estimate_exponent(x, &s.is_sure);
	int left = ABS(s.k) >> 4;
	by = tens[ABS(s.k) & 15];
	if (s.k < 0)
		s.value *= by;
	for (int i = 0; left; left >>= 1, i++) {
		if (!(left & 1))
			continue;
		s.steps++;
		if (s.k < 0)
			s.value *= big_tens[i];
		else
			by *= big_tens[i];
	}
	if (s.k > 0)
		s.value /= by;
	return s;
}

static void round_up(struct digits *d)
{
	while (d->len && d->text[d->len - 1] == '9')
		d->len--;
	if (d->len) {
		d->text[d->len - 1]++;
		return;
	}
	d->text[d->len++] = '1';
	d->point++;
}

/* Does the double lie beyond the tie behind the digits?  80 decimals tell. */
static gboolean is_beyond_tie(double x, const struct digits *d)
{
	char text[DIGITS_ROOM];
	const char *rest;

	g_ascii_formatd(text, sizeof(text), "%.80e", x);
	*strchr(text, 'e') = 0;
	rest = text + 1 + d->len; /* behind the digits and the point */
	return *rest > '5' || (*rest == '5' && rest[1 + strspn(rest + 1, "0")]);
}

/*
 * An odd digit goes up.  An even one stays; only of a whole number that is small does the
 * exact value count.  Zeroes at the end stay, unless the value is below the tie or on it.
 */
static void round_near_tie(double x, struct digits *d)
{
	gboolean is_odd = (d->text[d->len - 1] - '0') & 1;
	gboolean is_small = x < SMALL_WHOLE && x == floor(x);

	if (is_odd || (is_small && is_beyond_tie(x, d)))
		round_up(d);
	else if (!is_small && !is_beyond_tie(x, d))
		drop_zeros(d);
}

/* No digit is wanted: it is 1 in the place before, or nothing.  FALSE: too near a tie. */
static gboolean make_none(double scaled, double eps, struct digits *d)
{
	if (scaled - 5 > eps)
		round_up(d);
	return fabs(scaled - 5) > eps;
}

static void make_some(double x, double scaled, double eps, int wanted, struct digits *d)
{
	double rest = scaled;

	eps *= tens[wanted - 1];
	for (;; rest *= 10) {
		int digit = (int)rest;

		rest -= digit;
		d->text[d->len++] = (char)('0' + digit);
		if (rest == 0 || d->len == wanted)
			break;
	}
	if (rest > 0.5 + eps)
		round_up(d);
	else if (rest < 0.5 - eps)
		drop_zeros(d);
	else
		round_near_tie(x, d);
}

/* x > 0.  `places`: decimals when fixed, else digits. */
static void make_digits(double x, gboolean fixed, int places, struct digits *d)
{
	struct scaled s = scale(x);
	int wanted = fixed ? 1 + s.k + places : places;

	if (wanted < 0 || wanted > QUICK_DIGITS_MAX) {
		make_exactly(x, fixed, places, d);
		return;
	}
	if (!s.is_sure && s.value < 1 && wanted > 0) {
		wanted -= fixed;
		if (wanted <= 0) {
			make_exactly(x, fixed, places, d);
			return;
		}
		s.k--;
		s.value *= 10;
		s.steps++;
	}

	double eps = (s.steps * s.value + 7) * DBL_EPSILON;
	d->len = 0;
	d->point = s.k + 1;
	if (wanted)
		make_some(x, s.value, eps, wanted, d);
	else if (!make_none(s.value, eps, d))
		make_exactly(x, fixed, places, d);
}

/* ---- printing ----------------------------------------------------------------------- */

/* Blanks before what was appended since `from`, so that it has that width. */
static void pad_left(GString *out, gsize from, int width)
{
	gsize len = out->len - from, blanks = (gsize)width > len ? (gsize)width - len : 0;

	g_string_set_size(out, out->len + blanks);
	memmove(out->str + from + blanks, out->str + from, len);
	memset(out->str + from, ' ', blanks);
}

static void append_sign(GString *text, double x, gboolean plus)
{
	if (signbit(x) && !isnan(x))
		g_string_append_c(text, '-');
	else if (plus)
		g_string_append_c(text, '+');
}

static gboolean append_not_finite(GString *text, double x)
{
	if (isfinite(x))
		return FALSE;
	g_string_append(text, isnan(x) ? "NaN" : "Inf");
	return TRUE;
}

static char digit_at(const struct digits *d, int i)
{
	return i >= 0 && i < d->len ? d->text[i] : '0';
}

static void append_fixed(GString *text, const struct digits *d, int decimals)
{
	if (d->point <= 0)
		g_string_append_c(text, '0');
	for (int i = 0; i < d->point; i++)
		g_string_append_c(text, digit_at(d, i));
	if (decimals > 0)
		g_string_append_c(text, '.');
	for (int i = 0; i < decimals; i++)
		g_string_append_c(text, digit_at(d, d->point + i));
}

static void append_scientific(GString *text, const struct digits *d)
{
	int exponent = d->point - 1;

	g_string_append_c(text, d->text[0]);
	if (d->len > 1) {
		g_string_append_c(text, '.');
		g_string_append_len(text, d->text + 1, d->len - 1);
	}
	g_string_append_printf(text, "e%c%02d", exponent < 0 ? '-' : '+', ABS(exponent));
}

void ruby_fixed(GString *out, double x, int width, int decimals, gboolean plus)
{
	gsize from = out->len;
	struct digits d;

	d.len = 0;
	append_sign(out, x, plus);
	if (!append_not_finite(out, x)) {
		if (x != 0)
			make_digits(fabs(x), TRUE, decimals, &d);
		if (!d.len)
			d.point = 0;
		append_fixed(out, &d, decimals);
	}
	pad_left(out, from, width);
}

void ruby_general(GString *out, double x, int width, int digits, gboolean plus)
{
	gsize from = out->len;
	struct digits d = {.text = "0", .len = 1, .point = 1};

	append_sign(out, x, plus);
	if (!append_not_finite(out, x)) {
		if (x != 0)
			make_digits(fabs(x), FALSE, digits, &d);
		if (d.point <= -4 || d.point > digits)
			append_scientific(out, &d);
		else
			append_fixed(out, &d, MAX(d.len - d.point, 0));
	}
	pad_left(out, from, width);
}

#define WHOLE_DIGITS 20 /* of 64 bits */

static void append_whole(GString *out, guint64 n)
{
	char text[WHOLE_DIGITS];
	int at = WHOLE_DIGITS;

	do
		text[--at] = (char)('0' + n % 10);
	while (n /= 10);
	g_string_append_len(out, text + at, WHOLE_DIGITS - at);
}

void ruby_integer(GString *out, double x, int width)
{
	gsize from = out->len;

	if (!append_not_finite(out, x)) {
		if (fabs(x) >= SMALL_WHOLE) {
			g_string_append_printf(out, "%.0f", trunc(x));
		} else {
			append_sign(out, trunc(x) + 0.0, FALSE);
			append_whole(out, (guint64)fabs(x));
		}
	}
	pad_left(out, from, width);
}
