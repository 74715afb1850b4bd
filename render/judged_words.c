/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/judged.h"

#include "compare/lkp_text.h"

#include <math.h>

char *judged_change_text(const struct reproduced *result, double estimate)
{
	double change = judged_change(result, estimate);

	if (isnan(change))
		return g_strdup("unknown");
	return g_strdup_printf("%+.1f%s", change, result->unit == UNIT_PERCENT ? "%" : "");
}

char *judged_interval_text(const struct reproduced *result, struct interval interval)
{
	g_autofree char *low = judged_change_text(result, interval.low);
	g_autofree char *high = judged_change_text(result, interval.high);

	return g_strdup_printf("[%s, %s]", low, high);
}

char *judged_ratio_text(const struct reproduced *result)
{
	if (isnan(result->ratio) || isnan(result->ratio_ci.low))
		return NULL;
	if (isinf(result->ratio_ci.low))
		return g_strdup_printf("%.2f of it [no bounds]", result->ratio);
	return g_strdup_printf("%.2f of it [%.2f, %.2f]", result->ratio, result->ratio_ci.low,
		result->ratio_ci.high);
}

char *judged_baseline_text(const struct judged_stat *stat)
{
	const struct reproduced *result = &stat->result;
	g_autofree char *by = judged_change_text(result, result->baseline);
	g_autoptr(GString) own = g_string_new(NULL);

	if (!result->other_baseline)
		return NULL;
	lkp_text_mean(own, stat->means[0], 0);
	return g_strdup_printf("the base is another one: %s reported, %s here (%s)",
		stat->printed[0] ? stat->printed[0] : "?", own->str, by);
}
