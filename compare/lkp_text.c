/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/lkp_text.h"

#include "compare/ruby_format.h"

#include <math.h>

#define DECIMALS_BELOW 1000
#define EXPONENT_ABOVE 100000000
#define SPREAD_TOLD 2          /* percent; up to here it is not told */
#define CHANGE_EXPONENT 100000 /* from here on */

void lkp_text_mean(GString *out, double mean, int width)
{
	if (fabs(mean) < DECIMALS_BELOW)
		ruby_fixed(out, mean, width, 2, FALSE);
	else if (fabs(mean) > EXPONENT_ABOVE)
		ruby_general(out, mean, width, 4, FALSE);
	else
		ruby_integer(out, mean, width);
}

gboolean lkp_text_spread(double stddev, double mean, GString *out, int width)
{
	double spread = lkp_spread(stddev, mean);

	if (!(spread > SPREAD_TOLD))
		return FALSE;
	ruby_integer(out, spread, width);
	return TRUE;
}

double lkp_spread(double stddev, double mean)
{
	return mean != 0 ? 100 * stddev / mean : stddev;
}

void lkp_text_change(GString *out, const struct stat_row *row, guint column, int width)
{
	double change = row->cells[column].change;

	if (row->is_failure)
		ruby_fixed(out, change, width, 0, FALSE);
	else if (fabs(change) < CHANGE_EXPONENT)
		ruby_fixed(out, change, width, 1, TRUE);
	else
		ruby_general(out, change, width, 2, TRUE);
	if (row->is_failure || !row->is_absolute)
		g_string_append_c(out, '%');
}
