/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference of two means whose variances differ.
 *
 * Source: Welch, Biometrika 34 (1947); degrees of freedom after Satterthwaite, Biometrics
 * Bulletin 2 (1946).  Distributions are GSL's.
 */
#pragma once

#include "base/literal.h"

/* An estimate's standard error, and how far to trust it. */
struct std_error {
	double se, df; /* df 0: no spread at all was seen */
};

/* Of b - a, from the variances of the two means (squares of their standard errors) and the
 * degrees of freedom of each. */
struct std_error welch_error(double variance_a, double df_a, double variance_b, double df_b);

/* Two-sided.  Without any spread every difference is one: 0, or 1 where there is none. */
double welch_p(double difference, struct std_error error);

double welch_quantile(struct std_error error); /* t of a 95 % interval; 0 without spread */
/* The t above which a share of `tail` lies: .025 is welch_quantile(). */
double welch_quantile_at(struct std_error error, double tail);
struct interval welch_interval(double estimate, struct std_error error); /* 95 % */
