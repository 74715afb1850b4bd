/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mean and spread of a list of numbers as Ruby computes them, to the last bit:
 * integers are added exactly; from the first float on the sum is compensated
 * (Kahan-Babuska, Neumaier's form); the variance is that of the population.
 */
#pragma once

#include "base/number.h"

#define STDDEV_UNKNOWN (-1.0) /* of fewer than two values */

/* The sum with its kind: an integer of integers. */
struct number numbers_total(const struct number *values, guint n);
struct number numbers_difference(struct number a, struct number b);

/* 0 for an empty list. */
double numbers_sum(const struct number *values, guint n);

/* Compensated from 0.0, integers as well. */
double numbers_sum_as_floats(const struct number *values, guint n);

double numbers_mean(const struct number *values, guint n);

/* About `mean`; STDDEV_UNKNOWN of fewer than two. */
double numbers_stddev(const struct number *values, guint n, double mean);
