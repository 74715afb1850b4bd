/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/bimodal.h"

#include <math.h>

#define PART_MIN 2
#define PARTS 5 /* a part has one in so many of the values at least */
#define RATIO_BY_VALUES 24.0
#define RATIO_MIN 1.0
#define ABOVE (1 + 1e-9) /* by more than rounding: whole numbers often meet a bound */

static double least_step(const double *sorted, guint n)
{
	double step = INFINITY;

	for (guint i = 1; i < n; i++)
		if (sorted[i] > sorted[i - 1])
			step = MIN(step, sorted[i] - sorted[i - 1]);
	return step;
}

double largest_gap(const double *sorted, guint n, guint *ret_below)
{
	guint part = MAX(PART_MIN, (n + PARTS - 1) / PARTS);
	double step = least_step(sorted, n), largest = 0;

	*ret_below = 0;
	for (guint i = part; i + part <= n; i++) {
		double gap = sorted[i] - sorted[i - 1];
		double width = MAX(sorted[i - 1] - sorted[0], sorted[n - 1] - sorted[i]);

		if (gap > 0 && gap / MAX(width, step) > largest) {
			largest = gap / MAX(width, step);
			*ret_below = i;
		}
	}
	return largest;
}

gboolean is_bimodal(const double *sorted, guint n, guint *ret_below)
{
	if (n < BIMODAL_VALUES_MIN) {
		*ret_below = 0;
		return FALSE;
	}
	return largest_gap(sorted, n, ret_below) > ABOVE * MAX(RATIO_MIN, RATIO_BY_VALUES / n);
}
