/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare_options.h"

#include "cli/talk.h"
#include "compare/patterns.h"

#include <math.h>

struct compare_options *compare_options_new(void)
{
	struct compare_options *options = g_new0(struct compare_options, 1);

	options->queries = g_ptr_array_new_with_free_func((GDestroyNotify)axes_query_free);
	options->dirs = g_ptr_array_new_with_free_func(g_free);
	return options;
}

void compare_options_free(struct compare_options *o)
{
	if (!o)
		return;

	char **texts[] = {&o->results, &o->order, &o->style, &o->format, &o->compared,
		&o->threshold, &o->gap, &o->forced, &o->against};
	char ***lists[] = {&o->include, &o->exclude, &o->filter, &o->explain, &o->axes};

	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		g_free(*texts[i]);
	for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
		g_strfreev(*lists[i]);
	patterns_free((struct patterns *)o->select.include);
	patterns_free((struct patterns *)o->select.exclude);
	patterns_free((struct patterns *)o->select.filter);
	g_ptr_array_unref(o->queries);
	g_ptr_array_unref(o->dirs);
	g_free(o);
}

/* ---- on the command line ------------------------------------------------------------- */

static struct axes_query *read_query(const char *name, const char *value, GError **error)
{
	struct axes_query *query = axes_query_read(value);

	if (!query)
		g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
			"%s %s: axes are written a=b/c=d", name, value);
	return query;
}

static gboolean add_search(const char *name, const char *value, void *data, GError **error)
{
	struct compare_options *options = data;
	struct axes_query *query = read_query(name, value, error);

	if (query)
		g_ptr_array_add(options->queries, query);
	return query != NULL;
}

static gboolean add_override(const char *name, const char *value, void *data, GError **error)
{
	struct compare_options *options = data;
	struct axes_query *query = read_query(name, value, error);
	GPtrArray *queries = options->queries;

	if (!query)
		return FALSE;
	if (queries->len) {
		options->is_apart |= query->names->len > 1;
		g_ptr_array_add(
			queries, axes_query_override(queries->pdata[queries->len - 1], query));
	} else {
		g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
			"%s %s: no search stands before it", name, value);
	}
	axes_query_free(query);
	return queries->len > 0;
}

static gboolean add_dir(const char *name, const char *value, void *data, GError **error)
{
	struct compare_options *options = data;

	(void)name;
	(void)error;
	g_ptr_array_add(options->dirs, g_strdup(value));
	return TRUE;
}

#define TEXT G_OPTION_ARG_FILENAME
#define TEXTS G_OPTION_ARG_FILENAME_ARRAY
#define FLAG G_OPTION_ARG_NONE
#define CALL G_OPTION_ARG_CALLBACK

static void add_sources(GOptionGroup *group, struct compare_options *o)
{
	const GOptionEntry entries[] = {
		{"results", 0, 0, TEXT, &o->results, "a directory or an archive of result roots",
			"DIR|ARCHIVE"},
		{"order", 0, 0, TEXT, &o->order,
			"result roots in the order in which they were indexed, one a line", "FILE"},
		{"search", 's', 0, CALL, (void *)add_search, "result roots by their axes: a=b/c=d",
			"AXES"},
		{"override", 'o', 0, CALL, (void *)add_override,
			"the same as the search before, but for these axes", "AXES"},
		{"job", 'j', G_OPTION_FLAG_FILENAME, CALL, (void *)add_dir,
			"a result root or a run by its directory", "DIR"},
		{"against", 0, 0, TEXT, &o->against,
			"make the tables of that report anew: Message-ID, table or commit",
			"REPORT"},
		{"history", 0, 0, FLAG, &o->history,
			"the commits as a history: series, changes of level, noise", NULL},
		{"compare", 'c', 0, TEXT, &o->compared, "compare by these axes; default commit",
			"AXIS,..."},
		{NULL},
	};

	g_option_group_add_entries(group, entries);
}

static void add_choice(GOptionGroup *group, struct compare_options *o)
{
	const GOptionEntry entries[] = {
		{"all-stats", 'a', 0, FLAG, &o->all, "every stat, changed or not", NULL},
		{"more", 'm', 0, FLAG, &o->more, "stats that are hidden by default, too", NULL},
		{"kpi", 'k', 0, FLAG, &o->kpi, "only the tests' own stats", NULL},
		{"kpi-strict", 0, 0, FLAG, &o->kpi_strict, "only stats that are known key figures",
			NULL},
		{"perf-profile", 'p', 0, TEXT, &o->threshold,
			"perf-profile stats above that, changed or not", "PERCENT"},
		{"testcase-stats", 0, 0, FLAG, &o->testcase_stats,
			"all of the tests' own stats, changed or not", NULL},
		{"all-failures", 0, 0, FLAG, &o->all_failures, "all failures, too", NULL},
		{"include", 0, 0, TEXTS, &o->include, "stats that match, too", "REGEX"},
		{"exclude", 0, 0, TEXTS, &o->exclude, "no stats that match", "REGEX"},
		{"filter", 0, 0, TEXTS, &o->filter, "only stats that match", "REGEX"},
		{"force-stat", 0, 0, TEXT, &o->forced, "that stat, whatever its change", "STAT"},
		{"gap", 0, 0, TEXT, &o->gap, "ranges must be apart by that share of the change",
			"RATIO"},
		{NULL},
	};

	g_option_group_add_entries(group, entries);
}

static void add_form(GOptionGroup *group, struct compare_options *o)
{
	const GOptionEntry entries[] = {
		{"style", 0, 0, TEXT, &o->style, "full: judged, the default; lkp: as LKP prints it",
			"STYLE"},
		{"format", 0, 0, TEXT, &o->format, "text (default), markdown, csv or json",
			"FORMAT"},
		{"explain", 0, 0, TEXTS, &o->explain, "tell why that stat has a row or none",
			"STAT"},
		{"by-stat", 0, 0, FLAG, &o->by_stat, "one block for each stat", NULL},
		{"compact", 0, 0, FLAG, &o->compact, "rows under one line for each group", NULL},
		{"sort-groups", 0, 0, FLAG, &o->sort_groups, "groups with the largest change first",
			NULL},
		{"show-empty", 0, 0, FLAG, &o->show_empty, "groups without rows, too", NULL},
		{NULL},
	};

	g_option_group_add_entries(group, entries);
}

void compare_options_add(GOptionContext *context, struct compare_options *options)
{
	GOptionGroup *group =
		g_option_group_new("compare", "Comparison:", "comparison", options, NULL);

	add_sources(group, options);
	add_choice(group, options);
	add_form(group, options);
	g_option_context_add_group(context, group);
}

/* ---- what it means --------------------------------------------------------------------- */

static gboolean refuse(const char *option, const char *value, const char *why)
{
	talk("compare: --%s%s%s: %s", option, *value ? " " : "", value, why);
	return FALSE;
}

static gboolean understand_number(const char *option, const char *text, double *ret_value)
{
	char *end;
	double value = g_ascii_strtod(text, &end);

	if (end == text || *end || !isfinite(value))
		return refuse(option, text, "is no number");
	*ret_value = value;
	return TRUE;
}

static gboolean understand_patterns(
	const char *option, char **texts, const struct patterns **ret_patterns)
{
	g_autoptr(GError) error = NULL;
	guint bad;

	if (!texts)
		return TRUE;
	*ret_patterns = patterns_new(
		(const char *const *)texts, g_strv_length(texts), ANCHOR_NONE, &bad, &error);
	return *ret_patterns || refuse(option, texts[bad], error->message);
}

static gboolean understand_select(struct compare_options *o)
{
	struct select_options *select = &o->select;
	double threshold = SELECT_PROFILE_THRESHOLD;

	select->from = o->all ? SELECT_ALL : o->testcase_stats ? SELECT_TESTCASE : SELECT_CHANGED;
	select->more = o->more;
	select->kpi = o->kpi;
	select->kpi_strict = o->kpi_strict;
	select->all_failures = o->all_failures;
	select->forced = o->forced;
	select->has_gap = o->gap != NULL;
	if (o->gap && !understand_number("gap", o->gap, &select->gap))
		return FALSE;
	if (o->threshold && !understand_number("perf-profile", o->threshold, &threshold))
		return FALSE;
	select->profile_threshold = o->threshold ? number_of_real(threshold)
						 : number_of_integer(SELECT_PROFILE_THRESHOLD);
	return understand_patterns("include", o->include, &select->include) &&
	       understand_patterns("exclude", o->exclude, &select->exclude) &&
	       understand_patterns("filter", o->filter, &select->filter);
}

static gboolean understand_axes(struct compare_options *o)
{
	o->axes = g_strsplit(o->compared ? o->compared : "commit", ",", 0);
	for (char **name = o->axes; *name; name++)
		if (!**name)
			return refuse("compare", o->compared, "an axis has no name");
	return o->axes[0] || refuse("compare", "''", "an axis is missing");
}

static gboolean understand_format(struct compare_options *o)
{
	static const char *const formats[] = {
		[COMPARE_TEXT] = "text",
		[COMPARE_MARKDOWN] = "markdown",
		[COMPARE_CSV] = "csv",
		[COMPARE_JSON] = "json",
	};

	o->form = o->json ? COMPARE_JSON : COMPARE_TEXT;
	if (!o->format)
		return TRUE;
	if (o->json && strcmp(o->format, "json"))
		return refuse("format", o->format, "--json is another one");
	for (guint i = COMPARE_TEXT; i < G_N_ELEMENTS(formats); i++)
		if (!strcmp(o->format, formats[i])) {
			o->form = i;
			return TRUE;
		}
	return refuse("format", o->format, "a format is text, markdown, csv or json");
}

static gboolean understand_against(struct compare_options *o)
{
	if (o->form != COMPARE_TEXT && o->form != COMPARE_JSON)
		return refuse("against", o->against, "is told as text or json");
	if (o->explain)
		return refuse("against", o->against, "chooses no stats that could be explained");
	if (o->queries->len || o->dirs->len)
		return refuse("against", o->against, "says itself which runs are wanted");
	return TRUE;
}

static gboolean understand_history(struct compare_options *o)
{
	if (o->form != COMPARE_TEXT && o->form != COMPARE_JSON)
		return refuse("history", "", "is told as text or json");
	if (o->explain || o->against)
		return refuse("history", "", "is neither explained nor held against a report");
	if (o->dirs->len || o->is_apart)
		return refuse("history", "", "is of commits");
	return TRUE;
}

/* What one style has and the other has not. */
static gboolean understand_form(struct compare_options *o)
{
	if (!o->style || !strcmp(o->style, "full")) {
		if (o->by_stat || o->compact)
			return refuse(
				o->by_stat ? "by-stat" : "compact", "", "is a form of --style lkp");
		return understand_format(o);
	}
	if (strcmp(o->style, "lkp"))
		return refuse("style", o->style, "a style is lkp or full");
	if (o->format || o->json)
		return refuse("style", "lkp", "is text; --format and --json are of the full style");
	if (o->explain)
		return refuse("style", "lkp", "explains nothing; --explain is of the full style");
	o->form = COMPARE_LKP;
	return TRUE;
}

gboolean compare_options_understand(struct compare_options *o)
{
	return understand_form(o) && (!o->against || understand_against(o)) &&
	       (!o->history || understand_history(o)) && understand_axes(o) && understand_select(o);
}
