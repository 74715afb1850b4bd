/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of each command, and what its help says of them. */
#include "cli/command.h"
#include "cli/compare_options.h"
#include "cli/mail_options.h"
#include "cli/options_text.h"
#include "cli/plot_options.h"
#include "cli/reproduce_options.h"

/* Every text is FILENAME, so that bytes come as they were typed, whatever the locale. */
#define TEXT G_OPTION_ARG_FILENAME

static void add_common(GOptionContext *context, struct options *o, guint set)
{
	const int of_findings = set & OPTIONS_FINDINGS ? 0 : G_OPTION_FLAG_HIDDEN;
	const GOptionEntry entries[] = {
		{"store", 0, set & OPTIONS_OWN_STORE ? G_OPTION_FLAG_HIDDEN : 0, TEXT, &o->store,
			"the store; default $LKPDIGEST_STORE, else "
			"$XDG_DATA_HOME/lkpdigest/store.db",
			"FILE"},
		{"config", 0, 0, TEXT, &o->text->config,
			"the configuration; default $XDG_CONFIG_HOME/lkpdigest/lkpdigest.conf",
			"FILE"},
		{"jobs", set & OPTIONS_COMPARE ? 0 : 'j',
			set & OPTIONS_JOBS ? 0 : G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &o->jobs,
			"parse with N threads", "N"},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &o->quiet,
			"say nothing but errors that end the run", NULL},
		{"verbose", 'v', 0, G_OPTION_ARG_NONE, &o->verbose, "say every diagnostic", NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &o->json, "print JSON (JSON Lines for lists)",
			NULL},
		{"strict", 0, of_findings, G_OPTION_ARG_NONE, &o->strict,
			"exit with 1 when a document failed", NULL},
		{"fail-on", 0, of_findings, G_OPTION_ARG_FILENAME_ARRAY, &o->text->fail_on,
			set & OPTIONS_COMPARE
				? "exit with 1 on: regression, diagnostics, the id of a "
				  "diagnostic; "
				  "with --against different, missing"
				: "exit with 1 on: regression, new-regression, inconsistent, "
				  "diagnostics, a state (reopened), or the id of a diagnostic",
			"WHAT,..."},
		{"help", 'h', 0, G_OPTION_ARG_NONE, &o->help, "print this", NULL},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->text->arguments, NULL,
			NULL},
		{NULL},
	};

	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_filter(GOptionContext *context, struct options_text *text, guint set)
{
	const GOptionEntry entries[] = {
		{"since", 0, 0, TEXT, &text->since, "not before DATE", "DATE"},
		{"until", 0, 0, TEXT, &text->until, "before DATE", "DATE"},
		{"week", 0, 0, TEXT, &text->week, "in that ISO week (2016-W23)", "WEEK"},
		{"month", 0, 0, TEXT, &text->month, "in that month (2016-06)", "MONTH"},
		{"commit", 0, 0, TEXT, &text->filter.commit,
			"a commit by 7 digits or more, or a tag", "COMMIT"},
		{"subsystem", 0, 0, TEXT, &text->filter.subsystem,
			"of the commit's title (mm, sched/fair)", "NAME"},
		{"testcase", 0, 0, TEXT, &text->filter.testcase, "a test case (will-it-scale)",
			"NAME"},
		{"machine", 0, 0, TEXT, &text->filter.machine, "a tbox_group (lkp-csl-2sp7)",
			"NAME"},
		{"list", 0, 0, TEXT, &text->filter.list, "a mailing list by its List-Id", "ID"},
		{NULL},
	};
	const GOptionEntry kind[] = {
		{"kind", 0, 0, TEXT, &text->filter.kind,
			"performance, functional, build, summary, "
			"robot-patch, reply, patch or other",
			"KIND"},
		{NULL},
	};
	GOptionGroup *group = g_option_group_new("filter", "Filters:", "filters", NULL, NULL);

	g_option_group_add_entries(group, entries);
	if (!(set & OPTIONS_PLOT))
		g_option_group_add_entries(group, kind);
	g_option_context_add_group(context, group);
}

/* What a cluster is made of, and which week. */
static void add_clusters(GOptionContext *context, struct options *o, guint set)
{
	const GOptionEntry clusters[] = {
		{"overrides", 0, 0, TEXT, &o->overrides,
			"what was decided about clusters; default "
			"$XDG_CONFIG_HOME/lkpdigest/overrides",
			"FILE"},
		{NULL},
	};
	const GOptionEntry linux_tree[] = {
		{"linux", 0, 0, TEXT, &o->linux_tree,
			set & OPTIONS_COMPARE
				? "a git tree of the kernel, for tags and the order of "
				  "commits"
				: "a git tree of the kernel, for what became of commits",
			"REPO"},
		{NULL},
	};
	const GOptionEntry week[] = {
		{"week", 0, 0, TEXT, &o->text->week,
			"that ISO week (2016-W23), not the one before this", "WEEK"},
		{NULL},
	};

	if (set & OPTIONS_CLUSTERS)
		g_option_context_add_main_entries(context, clusters, NULL);
	if (set & (OPTIONS_CLUSTERS | OPTIONS_COMPARE))
		g_option_context_add_main_entries(context, linux_tree, NULL);
	if (set & OPTIONS_WEEK)
		g_option_context_add_main_entries(context, week, NULL);
}

/* How mails are read, kept and shown. */
static void add_store(GOptionContext *context, struct options *o, guint set)
{
	const GOptionEntry prune[] = {
		{"before", 0, 0, TEXT, &o->text->before, "what is older than DATE", "DATE"},
		{"dry-run", 0, 0, G_OPTION_ARG_NONE, &o->dry_run, "only tell what would be removed",
			NULL},
		{NULL},
	};
	const GOptionEntry addresses[] = {
		{"addresses", 0, 0, G_OPTION_ARG_NONE, &o->show_addresses,
			"show addresses of people", NULL},
		{"no-addresses", 0, 0, G_OPTION_ARG_NONE, &o->hide_addresses,
			"hide addresses of people", NULL},
		{NULL},
	};
	const GOptionEntry again[] = {
		{"again", 0, 0, G_OPTION_ARG_NONE, &o->again,
			"read whole what was read before, too", NULL},
		{NULL},
	};
	const GOptionEntry rules[] = {
		{"lkp-src", 0, 0, TEXT, &o->lkp_src,
			"take the rules on stats from this checkout of lkp-tests", "DIR"},
		{NULL},
	};

	if (set & OPTIONS_PRUNE)
		g_option_context_add_main_entries(context, prune, NULL);
	if (set & OPTIONS_ADDRESSES)
		g_option_context_add_main_entries(context, addresses, NULL);
	if (set & OPTIONS_AGAIN)
		g_option_context_add_main_entries(context, again, NULL);
	if (set & OPTIONS_RULES)
		g_option_context_add_main_entries(context, rules, NULL);
}

/* Of what is written, where to and in which form. */
static void add_output(GOptionContext *context, struct options *o, guint set)
{
	const GOptionEntry output[] = {
		{"output", 'o', 0, TEXT, &o->output, "write there",
			set & (OPTIONS_FORMAT | OPTIONS_PLOT) ? "FILE" : "DIR"},
		{NULL},
	};
	const GOptionEntry format[] = {
		{"format", 0, 0, TEXT, &o->format,
			"text (default), html, mail, markdown, json, csv, junit, kcidb or "
			"openmetrics",
			"FORM"},
		{"table", 0, 0, TEXT, &o->digest_table,
			"of csv: clusters (default), claims, rows, events or ledger", "KIND"},
		{NULL},
	};
	const GOptionEntry site[] = {
		{"site", 0, 0, TEXT, &o->site,
			"write pages of all weeks, clusters and tables there", "DIR"},
		{NULL},
	};
	const GOptionEntry since_last[] = {
		{"since-last", 0, 0, G_OPTION_ARG_NONE, &o->since_last,
			"since the last digest of the same filters", NULL},
		{NULL},
	};
	const GOptionEntry rows[] = {
		{"table", 0, 0, TEXT, &o->text->table, "rows of that table", "TABLE"},
		{"message", 0, 0, TEXT, &o->text->message, "of that message", "MESSAGE-ID"},
		{"unanswered", 0, 0, G_OPTION_ARG_NONE, &o->filter.unanswered,
			"reports that no person answered", NULL},
		{"retracted", 0, 0, G_OPTION_ARG_NONE, &o->filter.retracted,
			"reports that were taken back", NULL},
		{NULL},
	};

	if (set & OPTIONS_OUTPUT)
		g_option_context_add_main_entries(context, output, NULL);
	if (set & OPTIONS_FORMAT)
		g_option_context_add_main_entries(context, format, NULL);
	if (set & OPTIONS_SITE)
		g_option_context_add_main_entries(context, site, NULL);
	if (set & OPTIONS_SINCE_LAST)
		g_option_context_add_main_entries(context, since_last, NULL);
	if (set & OPTIONS_ROWS)
		g_option_context_add_main_entries(context, rows, NULL);
}

GOptionContext *options_context(const struct command *command, struct options *o)
{
	GOptionContext *context = g_option_context_new(command->operands);
	g_autofree char *summary = g_strdup_printf(
		"%c%s.", g_ascii_toupper(command->summary[0]), command->summary + 1);

	g_option_context_set_help_enabled(context, FALSE);
	g_option_context_set_summary(context, summary);
	g_option_context_set_description(context, command->details);
	add_clusters(context, o, command->options);
	add_store(context, o, command->options);
	add_output(context, o, command->options);
	add_common(context, o, command->options);
	if (command->options & OPTIONS_FILTER)
		add_filter(context, o->text, command->options);
	if (command->options & OPTIONS_MAIL)
		mail_options_add(context, o->mail);
	if (command->options & OPTIONS_COMPARE)
		compare_options_add(context, o->compare);
	if (command->options & OPTIONS_REPRODUCE)
		reproduce_options_add(context, o->reproduce);
	if (command->options & OPTIONS_PLOT)
		plot_options_add(context, o->plot);
	return context;
}

char *options_help(const struct command *command)
{
	struct options_text text = {NULL};
	struct mail_options mail = {NULL};
	struct options o = {.text = &text,
		.compare = compare_options_new(),
		.mail = &mail,
		.reproduce = reproduce_options_new(),
		.plot = plot_options_new()};
	g_autoptr(GOptionContext) context = options_context(command, &o);
	g_autofree char *name = g_strdup_printf("lkpdigest %s", command->name);

	g_set_prgname(name); /* the usage line is made of it */
	compare_options_free(o.compare);
	reproduce_options_free(o.reproduce);
	plot_options_free(o.plot);
	return g_option_context_get_help(context, FALSE, NULL);
}
