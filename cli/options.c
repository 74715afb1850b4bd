/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include "base/literal.h"
#include "cli/command.h"
#include "cli/compare_options.h"
#include "cli/fail_on.h"
#include "cli/defaults.h"
#include "cli/mail_options.h"
#include "cli/period.h"
#include "cli/plot_options.h"
#include "cli/reproduce_options.h"
#include "cli/show.h"
#include "cli/talk.h"
#include "parse/commit_id.h"

#include <stdlib.h>

#define JOBS_MAX 64

/* What was written, before it is understood; the filter points into it. */
struct options_text {
	char *config;
	char *before;
	char *since, *until, *week, *month, *kind;
	char *commit, *subsystem, *testcase, *machine, *list;
	char *table, *message;
	char **fail_on;
	char **arguments;
};

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
		{"commit", 0, 0, TEXT, &text->commit, "a commit by 7 digits or more, or a tag",
			"COMMIT"},
		{"subsystem", 0, 0, TEXT, &text->subsystem,
			"of the commit's title (mm, sched/fair)", "NAME"},
		{"testcase", 0, 0, TEXT, &text->testcase, "a test case (will-it-scale)", "NAME"},
		{"machine", 0, 0, TEXT, &text->machine, "a tbox_group (lkp-csl-2sp7)", "NAME"},
		{"list", 0, 0, TEXT, &text->list, "a mailing list by its List-Id", "ID"},
		{NULL},
	};
	const GOptionEntry kind[] = {
		{"kind", 0, 0, TEXT, &text->kind,
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

static void add_own(GOptionContext *context, struct options *o, guint set)
{
	const GOptionEntry output[] = {
		{"output", 'o', 0, TEXT, &o->output, "write there",
			set & (OPTIONS_FORMAT | OPTIONS_PLOT) ? "FILE" : "DIR"},
		{NULL},
	};
	const GOptionEntry format[] = {
		{"format", 0, 0, TEXT, &o->format, "text (default), html, json or mail", "FORM"},
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
	const GOptionEntry week[] = {
		{"week", 0, 0, TEXT, &o->text->week,
			"that ISO week (2016-W23), not the one before this", "WEEK"},
		{NULL},
	};

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

	if (set & OPTIONS_CLUSTERS)
		g_option_context_add_main_entries(context, clusters, NULL);
	if (set & (OPTIONS_CLUSTERS | OPTIONS_COMPARE))
		g_option_context_add_main_entries(context, linux_tree, NULL);
	if (set & OPTIONS_WEEK)
		g_option_context_add_main_entries(context, week, NULL);
	if (set & OPTIONS_PRUNE)
		g_option_context_add_main_entries(context, prune, NULL);
	if (set & OPTIONS_ADDRESSES)
		g_option_context_add_main_entries(context, addresses, NULL);
	if (set & OPTIONS_AGAIN)
		g_option_context_add_main_entries(context, again, NULL);
	if (set & OPTIONS_RULES)
		g_option_context_add_main_entries(context, rules, NULL);
	if (set & OPTIONS_OUTPUT)
		g_option_context_add_main_entries(context, output, NULL);
	if (set & OPTIONS_FORMAT)
		g_option_context_add_main_entries(context, format, NULL);
	if (set & OPTIONS_SINCE_LAST)
		g_option_context_add_main_entries(context, since_last, NULL);
	if (set & OPTIONS_ROWS)
		g_option_context_add_main_entries(context, rows, NULL);
}

static GOptionContext *context_new(const struct command *command, struct options *o)
{
	GOptionContext *context = g_option_context_new(command->operands);
	g_autofree char *summary = g_strdup_printf(
		"%c%s.", g_ascii_toupper(command->summary[0]), command->summary + 1);

	g_option_context_set_help_enabled(context, FALSE);
	g_option_context_set_summary(context, summary);
	g_option_context_set_description(context, command->details);
	add_own(context, o, command->options);
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
	g_autoptr(GOptionContext) context = context_new(command, &o);
	g_autofree char *name = g_strdup_printf("lkpdigest %s", command->name);

	g_set_prgname(name); /* the usage line is made of it */
	compare_options_free(o.compare);
	reproduce_options_free(o.reproduce);
	plot_options_free(o.plot);
	return g_option_context_get_help(context, FALSE, NULL);
}

/* ---- what the words mean -------------------------------------------------------- */

static gboolean refuse(const char *option, const char *value, const char *wanted)
{
	talk("--%s %s: %s", option, value, wanted);
	return FALSE;
}

static char *name_period(const struct options_text *text)
{
	if (text->since && text->until)
		return g_strdup_printf("%s..%s", text->since, text->until);
	if (text->since)
		return g_strdup_printf("since %s", text->since);
	if (text->until)
		return g_strdup_printf("before %s", text->until);
	if (text->week)
		return g_strdup(text->week);
	return g_strdup(text->month ? text->month : "all");
}

/* A name of a period says both of its ends. */
static gboolean understand_named(struct options *o)
{
	const struct options_text *text = o->text;

	if (text->week && (text->since || text->until || text->month))
		return refuse("week", text->week, "goes with no other period");
	if (text->month && (text->since || text->until))
		return refuse("month", text->month, "goes with no other period");
	if (text->week && !period_read_week(text->week, &o->filter.since, &o->filter.until))
		return refuse("week", text->week, "a week is 2016-W23");
	if (text->month && !period_read_month(text->month, &o->filter.since, &o->filter.until))
		return refuse("month", text->month, "a month is 2016-06");
	return TRUE;
}

static gboolean understand_dates(struct options *o)
{
	const struct options_text *text = o->text;
	static const char wanted[] = "a date is 2016-06-06, 2016-06-06T08:00:00Z or 2016-W23";

	if (!understand_named(o))
		return FALSE;
	if (o->since_last && (text->week || text->month || text->since || text->until)) {
		talk("--since-last: goes with no other period");
		return FALSE;
	}
	if (text->before && !period_read_moment(text->before, &o->before))
		return refuse("before", text->before, wanted);
	if (text->since && !period_read_moment(text->since, &o->filter.since))
		return refuse("since", text->since, wanted);
	if (text->until && !period_read_moment(text->until, &o->filter.until))
		return refuse("until", text->until, wanted);
	if (text->since && text->until && o->filter.since >= o->filter.until)
		return refuse("until", text->until, "is not after --since");

	o->period = name_period(text);
	return TRUE;
}

static gboolean understand_filter(struct options *o)
{
	struct options_text *text = o->text;
	struct store_filter *filter = &o->filter;

	if (text->commit && strlen(text->commit) < COMMIT_DIGITS_MIN &&
		strspn(text->commit, "0123456789abcdefABCDEF") == strlen(text->commit))
		return refuse("commit", text->commit, "seven digits are the least");
	if (text->kind && (filter->kind = message_kind_by_name(text->kind)) == MESSAGE_KINDS)
		return refuse("kind", text->kind,
			"a kind is performance, functional, build, summary, robot-patch, reply, "
			"patch "
			"or other");
	if (text->message) {
		char *bare = show_bare_name(text->message);

		g_free(text->message);
		text->message = bare;
	}
	if (text->list) {
		char *lower = g_ascii_strdown(text->list, -1); /* as they are stored */

		g_free(text->list);
		text->list = lower;
	}
	filter->commit = text->commit;
	filter->subsystem = text->subsystem;
	filter->testcase = text->testcase;
	filter->machine = text->machine;
	filter->list = text->list;
	filter->table = text->table;
	filter->message = text->message;
	return TRUE;
}

static gboolean understand_findings(struct options *o, const struct command *command)
{
	if (command->options & OPTIONS_FINDINGS)
		return fail_on_understand(o, o->text->fail_on);
	if (!o->strict && !o->text->fail_on)
		return TRUE;
	talk("%s: looks for nothing, and takes neither --strict nor --fail-on", command->name);
	return FALSE;
}

static gboolean understand_arguments(struct options *o, const struct command *command)
{
	o->arguments =
		o->text->arguments ? g_steal_pointer(&o->text->arguments) : g_new0(char *, 1);
	o->n_arguments = g_strv_length(o->arguments);
	if (o->n_arguments < command->least)
		talk("%s: %s is missing", command->name, command->operands);
	else if (command->operands[0] && command->most && o->n_arguments > command->most)
		talk("%s: one operand is enough, '%s' is too much", command->name,
			o->arguments[command->most]);
	else if (!command->operands[0] && o->n_arguments)
		talk("%s: takes no operand, '%s' is too much", command->name, o->arguments[0]);
	else
		return TRUE;
	return FALSE;
}

static gboolean understand_addresses(const struct options *o)
{
	if (!o->show_addresses || !o->hide_addresses)
		return TRUE;
	talk("--addresses: goes not with --no-addresses");
	return FALSE;
}

/* An empty variable of a script; an empty $LKPDIGEST_STORE is none. */
static gboolean names_files(const struct options *o)
{
	if (o->output && !*o->output)
		return refuse("output", "''", "names nothing");
	if (o->store && !*o->store)
		return refuse("store", "''", "names nothing");
	if (o->overrides && !*o->overrides)
		return refuse("overrides", "''", "names nothing");
	if (o->linux_tree && !*o->linux_tree)
		return refuse("linux", "''", "names nothing");
	return TRUE;
}

static gboolean understand_compare(struct options *o)
{
	if (!o->compare)
		return TRUE;
	o->compare->json = o->json;
	if (o->compare->against && o->text->arguments)
		return refuse(
			"against", o->compare->against, "says itself which commits are wanted");
	return compare_options_understand(o->compare);
}

static gboolean understand(struct options *o, const struct command *command)
{
	if (!defaults_take(o, o->text->config))
		return FALSE;
	if (o->jobs < 1 || o->jobs > JOBS_MAX) {
		talk("--jobs %d: from 1 to %d", o->jobs, JOBS_MAX);
		return FALSE;
	}
	if (o->reproduce && !reproduce_options_understand(o->reproduce, o->json))
		return FALSE;
	if (o->plot && !plot_options_understand(o->plot, o->json, o->output))
		return FALSE;
	return names_files(o) && understand_compare(o) && understand_dates(o) &&
	       understand_filter(o) && mail_options_understand(o->mail) &&
	       understand_addresses(o) && understand_findings(o, command) &&
	       understand_arguments(o, command);
}

/* A short option with its value in one word: GOption wants two. */
static gboolean is_joined(const char *word)
{
	return word[0] == '-' && (word[1] == 'j' || word[1] == 'o') && word[2];
}

/* GOption takes argv[0] for the program's name and takes away what it knows. */
static char **prepare(const char *const *argv)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	gboolean operands = FALSE; /* behind "--" */

	g_strv_builder_add(words, "lkpdigest");
	for (; *argv; argv++) {
		operands |= !strcmp(*argv, "--");
		if (!operands && is_joined(*argv)) {
			g_strv_builder_add(words, (char[]){'-', (*argv)[1], 0});
			g_strv_builder_add(words, *argv + 2);
		} else {
			g_strv_builder_add(words, *argv);
		}
	}
	return g_strv_builder_end(words);
}

gboolean options_read(
	struct options *options, const struct command *command, const char *const *argv)
{
	struct options_text *text = g_new0(struct options_text, 1);

	*options = (struct options){
		.jobs = (int)MIN(g_get_num_processors(), JOBS_MAX),
		.filter = STORE_FILTER_ALL,
		.before = DATE_UNKNOWN,
		.text = text,
		.mail = g_new0(struct mail_options, 1),
	};
	if (command->options & OPTIONS_COMPARE)
		options->compare = compare_options_new();
	if (command->options & OPTIONS_REPRODUCE)
		options->reproduce = reproduce_options_new();
	if (command->options & OPTIONS_PLOT)
		options->plot = plot_options_new();

	g_autoptr(GOptionContext) context = context_new(command, options);
	g_autoptr(GError) error = NULL;
	g_auto(GStrv) rest = prepare(argv);

	if (!g_option_context_parse_strv(context, &rest, &error)) {
		talk("%s: %s", command->name, error->message);
		return FALSE;
	}
	return options->help || understand(options, command);
}

void options_clear(struct options *o)
{
	struct options_text *text = o->text;

	g_free(text->config);
	g_free(text->before);
	g_free(text->since);
	g_free(text->until);
	g_free(text->week);
	g_free(text->month);
	g_free(text->kind);
	g_free(text->commit);
	g_free(text->subsystem);
	g_free(text->testcase);
	g_free(text->machine);
	g_free(text->list);
	g_free(text->table);
	g_free(text->message);
	g_strfreev(text->fail_on);
	g_strfreev(text->arguments);
	g_free(text);
	compare_options_free(o->compare);
	defaults_clear(o);
	mail_options_clear(o->mail);
	g_free(o->mail);
	reproduce_options_free(o->reproduce);
	plot_options_free(o->plot);
	g_free(o->store);
	g_free(o->period);
	g_free(o->output);
	g_free(o->format);
	g_free(o->lkp_src);
	g_free(o->overrides);
	g_free(o->linux_tree);
	rules_free(o->rules);
	g_strfreev(o->arguments);
}

gboolean options_generated(gint64 *ret_seconds)
{
	const char *text = g_getenv("SOURCE_DATE_EPOCH");
	guint64 seconds;

	*ret_seconds = DATE_UNKNOWN;
	if (!text || !*text)
		return TRUE;
	if (!literal_count(slice_of(text), &seconds) ||
		seconds > G_MAXINT32 * G_GUINT64_CONSTANT(64)) {
		talk("SOURCE_DATE_EPOCH: '%s' is no number of seconds", text);
		return FALSE;
	}
	*ret_seconds = (gint64)seconds;
	return TRUE;
}
