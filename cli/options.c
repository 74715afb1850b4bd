/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options_text.h"

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

#include <stdlib.h>

#define JOBS_MAX 64

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

	if (!filter_words_take(&text->filter, "--", filter))
		return FALSE;
	if (text->message) {
		char *bare = show_bare_name(text->message);

		g_free(text->message);
		text->message = bare;
	}
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
	if (o->site && !*o->site)
		return refuse("site", "''", "names nothing");
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

/* What was said on the command line, and would do nothing there. */
static gboolean understand_given(struct options *o)
{
	const struct mail_options *mail = o->mail;

	o->clusters_given = o->overrides || o->linux_tree;
	if (!(mail->from || mail->to || mail->cc) || !g_strcmp0(o->format, "mail"))
		return TRUE;
	talk("--%s: goes with --format mail", mail->from ? "from" : mail->to ? "to" : "cc");
	return FALSE;
}

static gboolean understand(struct options *o, const struct command *command)
{
	if (!understand_given(o) || !defaults_take(o, o->text->config))
		return FALSE;
	if (o->jobs < 1 || o->jobs > JOBS_MAX) {
		talk("--jobs %d: from 1 to %d", o->jobs, JOBS_MAX);
		return FALSE;
	}
	if (o->reproduce && !reproduce_options_understand(o->reproduce, o->json, o->output))
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

	g_autoptr(GOptionContext) context = options_context(command, options);
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
	filter_words_clear(&text->filter);
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
	g_free(o->site);
	g_free(o->digest_table);
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
