/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of charts in words. */
#include "render/chart_layout.h"
#include "render/chart_text.h"

#include "base/show.h"

#include <string.h>

static const struct {
	const char *name, *told;
} kinds[CHART_KINDS] = {
	[CHART_CHANGES] = {"changes", "Bars of changes from zero, with their intervals"},
	[CHART_BEFORE_AFTER] = {"before-after", "Means with their spread, the base first"},
	[CHART_STRIP] = {"strip", "For each commit its runs as points, their mean and its 95 % "
				  "interval"},
	[CHART_HEAT_MAP] = {"heat-map", "Changes of test cases, in rows, by commits, in columns"},
	[CHART_TREND] = {"trend", "For each row its counts over time"},
	[CHART_SPARKLINE] = {"sparkline", "A line of the values in their order"},
	[CHART_PROFILE] = {"profile", "For each function the move of its own share and of what it "
				      "calls, side by side"},
	[CHART_HISTORY] = {"history", "Good and bad samples in the order of the bisection"},
};

const char *chart_kind_name(enum chart_kind kind)
{
	return kinds[kind].name;
}

enum chart_kind chart_kind_by_name(const char *name)
{
	enum chart_kind kind = 0;

	while (kind < CHART_KINDS && strcmp(kinds[kind].name, name) != 0)
		kind++;
	return kind;
}

char *chart_description(const struct chart *chart)
{
	g_autofree char *axis = chart_axis(chart, TRUE);
	g_autofree char *source = chart->source ? show_line(slice_of(chart->source)) : NULL;

	return g_strdup_printf("%s; %u %s.  %s%s%s", kinds[chart->kind].told, chart_rows(chart),
		chart_rows(chart) == 1 ? "row" : "rows", axis, source ? ".  " : "",
		source ? source : "");
}
