/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A number of a stats file, with its kind: LKP's rules treat 6 and 6.0 differently
 * (a list of zeroes is dropped, one of 0.0 stays; a threshold holds for one kind only).
 */
#pragma once

#include "base/slice.h"

#include <glib.h>

enum number_kind {
	NUMBER_INTEGER,
	NUMBER_BIG,   /* an integer beyond 64 bits, held as the nearest double */
	NUMBER_FLOAT, /* the literal has a fraction or an exponent */
};

struct number {
	union {
		gint64 integer; /* of NUMBER_INTEGER */
		double real;    /* of the others; finite */
	};
	guint8 kind; /* enum number_kind */
};

static inline double number_real(struct number n)
{
	return n.kind == NUMBER_INTEGER ? (double)n.integer : n.real;
}

static inline gboolean number_is_float(struct number n)
{
	return n.kind == NUMBER_FLOAT;
}

static inline struct number number_of_integer(gint64 value)
{
	return (struct number){.integer = value, .kind = NUMBER_INTEGER};
}

static inline struct number number_of_real(double value)
{
	return (struct number){.real = value, .kind = NUMBER_FLOAT};
}

/* Below 0, 0, above 0, by value whatever the kinds. */
static inline int number_compare(struct number a, struct number b)
{
	if (a.kind == NUMBER_INTEGER && b.kind == NUMBER_INTEGER)
		return (a.integer > b.integer) - (a.integer < b.integer);

	double x = number_real(a), y = number_real(b);

	return (x > y) - (x < y);
}

/* Digits of a literal that are read; longer ones are none. */
#define NUMBER_LITERAL_MAX 1024

/*
 * Reads JSON's number literal from the start of `text` and returns its length; 0: there
 * is none, or it is beyond a double's range.  Correctly rounded, whatever the locale.
 */
gsize number_read(struct slice text, struct number *ret_number);

/* The length of such a literal, be it too long or too large to be read; 0: there is none. */
gsize number_length(struct slice text);
