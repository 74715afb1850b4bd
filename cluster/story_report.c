/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_report.h"

#include <string.h>

/* "https://git.example.org/cgit/maintainer/linux.git": "maintainer/linux.git". */
static const char *name_of_tree(const char *tree)
{
	const char *end = strrchr(tree, '/'), *name = end;

	while (name && name > tree && name[-1] != '/')
		name--;
	return name && name > tree && end[1] ? name : tree;
}

static void append_claim(GString *text, const struct fact_claim *claim)
{
	if (!claim || !claim->metric)
		return;
	g_string_append_printf(text, ": %s%s%s", claim->text ? claim->text : "",
		claim->text ? " of " : "", claim->metric);
	if (claim->testcase && claim->tbox_group)
		g_string_append_printf(text, " (%s on %s)", claim->testcase, claim->tbox_group);
}

static const char *what_it_is(const struct fact_report *report)
{
	if (report->verdict == VERDICT_IMPROVEMENT)
		return "an improvement";
	if (report->kind == MESSAGE_FUNCTIONAL)
		return "a failure";
	return report->kind == MESSAGE_BUILD ? "a broken build" : "it";
}

char *story_report_told(const struct fact_report *report, const struct fact_claim *claim,
	gboolean again, gboolean superseded)
{
	GString *text = g_string_new(NULL);

	if (report->retold)
		g_string_append(text, "answers a report that is not at hand");
	else if (superseded)
		g_string_append(text, "reports on a version of a patch that another one followed");
	else
		g_string_append_printf(text, "reports %s%s", what_it_is(report),
			again && report->verdict != VERDICT_IMPROVEMENT ? " again" : "");
	if (report->tree && report->branch && !report->retold)
		g_string_append_printf(
			text, " in %s %s", name_of_tree(report->tree), report->branch);
	append_claim(text, claim);
	return g_string_free(text, FALSE);
}
