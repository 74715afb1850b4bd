/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every week by itself: what is new in the sources, and last week's digest, as configured. */
#include "base/week.h"
#include "cli/clustered.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/defaults.h"
#include "cli/findings.h"
#include "cli/forms.h"
#include "cli/lock.h"
#include "cli/mail_options.h"
#include "cli/mailing.h"
#include "cli/output.h"
#include "cli/period.h"
#include "cli/reading.h"
#include "cli/site.h"
#include "cli/talk.h"
#include "cli/written.h"
#include "render/digest.h"

#include <string.h>
#include <unistd.h>

struct weekly {
	struct options options; /* those of the command, with what the configuration says */
	const struct config *config;
	enum form forms[FORMS];
	guint n_forms;
	char *stem; /* of the files' names */
	GPtrArray *names;
	struct site_counts site; /* where the configuration has one */
};

/* ---- what is wanted -------------------------------------------------------------------- */

/* Unless --week has said it. */
static gboolean choose_week(struct options *options)
{
	gint64 now;

	if (strcmp(options->period, "all"))
		return TRUE;
	if (!options_generated(&now))
		return FALSE;
	g_free(options->period);
	if (now == DATE_UNKNOWN)
		now = g_get_real_time() / G_USEC_PER_SEC;
	options->period = week_name(now - WEEK_SECONDS);
	return options->period &&
	       period_read_week(options->period, &options->filter.since, &options->filter.until);
}

static gboolean is_missing(const struct config *config, const char *key, gconstpointer value)
{
	if (!value)
		talk("weekly: %s: %s is missing", config->file, key);
	return !value;
}

static gboolean is_chosen(const struct weekly *w, enum form form)
{
	for (guint i = 0; i < w->n_forms; i++)
		if (w->forms[i] == form)
			return TRUE;
	return FALSE;
}

/* All files of that form, each once, however often it is named. */
static void add_forms(struct weekly *w, const char *name)
{
	for (enum form form = 0; form < FORMS; form++)
		if (form_has_name(form, name) && !is_chosen(w, form))
			w->forms[w->n_forms++] = form;
}

static gboolean choose_forms(struct weekly *w)
{
	static const char *const usual[] = {"html", "text", NULL};
	const struct config *config = w->config;
	const char *const *form = config->forms ? (const char *const *)config->forms : usual;

	for (; *form; form++) {
		struct envelope envelope;

		if (form_by_name(*form) == FORMS) {
			talk("%s: [output] forms: '%s' is none of " FORM_NAMES, config->file,
				*form);
			return FALSE;
		}
		if (form_has_name(FORM_MAIL, *form) &&
			!mail_options_envelope(w->options.mail, &envelope))
			return FALSE;
		add_forms(w, *form);
	}
	return TRUE;
}

/* An option outdoes it. */
static gboolean choose_addresses(struct weekly *w)
{
	const char *said = w->config->addresses;
	gboolean yes = said && !strcmp(said, "yes");

	if (said && !yes && strcmp(said, "no")) {
		talk("%s: [output] addresses: '%s' is neither yes nor no", w->config->file, said);
		return FALSE;
	}
	w->options.show_addresses |= yes && !w->options.hide_addresses;
	return TRUE;
}

static gboolean choose_names(struct weekly *w)
{
	const char *pattern = w->config->name ? w->config->name : "lkp-digest-" CONFIG_PERIOD;
	GString *stem = g_string_new(pattern);

	g_string_replace(stem, CONFIG_PERIOD, w->options.period, 0);
	w->stem = g_string_free(stem, FALSE);
	if (*pattern != '.' && !strchr(pattern, '/'))
		return TRUE;
	talk("%s: [output] name: '%s' is no name of a file", w->config->file, pattern);
	return FALSE;
}

static gboolean choose_filter(struct weekly *w)
{
	g_autofree char *place = g_strconcat(w->config->file, ": [filter] ", NULL);

	return filter_words_take(&w->options.config->filter, place, &w->options.filter);
}

static gboolean choose(struct weekly *w, const struct options *options)
{
	const struct config *config = options->config;

	*w = (struct weekly){.options = *options, .config = config};
	w->names = g_ptr_array_new_with_free_func(g_free);
	w->options.period = g_strdup(options->period);
	w->options.strict = TRUE; /* quiet is success */
	if (is_missing(config, "[lkpdigest] sources", config->sources) ||
		is_missing(config, "[output] directory", config->directory))
		return FALSE;
	w->options.arguments = config->sources;
	w->options.n_arguments = g_strv_length(config->sources);
	return choose_week(&w->options) && choose_filter(w) && choose_forms(w) &&
	       choose_addresses(w) && choose_names(w);
}

static void weekly_clear(struct weekly *w)
{
	g_free(w->options.period);
	g_free(w->stem);
	g_ptr_array_unref(w->names);
}

/* ---- what is written -------------------------------------------------------------------- */

static gboolean write_forms(struct weekly *w, const struct digest *digest,
	const struct mailing *mailing, GError **error)
{
	const struct diag_sink sink = talk_sink(w->options.quiet, w->options.hide_addresses);
	GString *made[FORMS] = {NULL};
	struct output_file files[FORMS];
	gboolean done = TRUE;
	int dir_fd;

	for (guint i = 0; done && i < w->n_forms; i++) {
		char *name = g_strconcat(w->stem, form_ending(w->forms[i]), NULL);

		g_ptr_array_add(w->names, name);
		made[i] = form_make(w->forms[i], digest, mailing, &sink, error);
		done = made[i] != NULL;
		if (done)
			files[i] = (struct output_file){name, made[i]->str, made[i]->len};
	}
	dir_fd = done ? output_open_dir(w->config->directory, error) : -1;
	done = dir_fd >= 0 && output_write(dir_fd, w->config->directory, files, w->n_forms, error);
	if (dir_fd >= 0)
		close(dir_fd);
	for (guint i = 0; i < w->n_forms; i++)
		if (made[i])
			g_string_free(made[i], TRUE);
	return done;
}

static gboolean make_digest(
	struct weekly *w, struct store *store, struct findings *ret_findings, GError **error)
{
	struct digest *digest = clustered_digest(store, &w->options, DATE_UNKNOWN, TRUE, error);
	struct mailing mailing = {.series = NULL};
	gint64 generated;

	gboolean done =
		digest && options_generated(&generated) &&
		(!is_chosen(w, FORM_MAIL) ||
			mailing_begin(&mailing, store, digest, &w->options, generated, error)) &&
		write_forms(w, digest, &mailing, error) &&
		(!is_chosen(w, FORM_MAIL) || mailing_end(&mailing, store, &w->options, error)) &&
		findings_of_digest(digest, store, &w->options, ret_findings, error) &&
		(!w->config->site ||
			site_make(store, &w->options, w->config->site, &w->site, error));
	mailing_clear(&mailing);
	digest_free(digest);
	return done;
}

/* What was written and read: nothing, unless it is asked for. */
static void print_result(const struct weekly *w, const struct summary *summary)
{
	const char *const *names = (const char *const *)w->names->pdata;

	if (w->options.verbose)
		read_summary_say(summary, &w->options);
	if (w->options.verbose && w->config->site)
		site_say(w->config->site, &w->site);
	if (w->options.json)
		written_print_json(w->config->directory, names,
			w->config->site ? site_json(w->config->site, &w->site) : NULL, summary);
	else if (w->options.verbose)
		written_print_paths(w->config->directory, names);
}

/* ---- all ----------------------------------------------------------------------------------- */

/* The store, and what was written the weeks before, are no source; g_strfreev(). */
static char **own_files(const struct weekly *w)
{
	g_auto(GStrv) files = store_files(w->options.store);
	g_autoptr(GStrvBuilder) own = g_strv_builder_new();

	g_strv_builder_addv(own, (const char **)files);
	g_strv_builder_add(own, w->config->directory);
	if (w->config->site)
		g_strv_builder_add(own, w->config->site);
	return g_strv_builder_end(own);
}

static gboolean run(struct weekly *w, struct store *store, struct summary *ret_summary,
	struct findings *ret_findings, GError **error)
{
	g_auto(GStrv) own = own_files(w);

	if (!read_sources(store, &w->options, w->options.store, (const char *const *)own,
		    ret_summary, error) ||
		!make_digest(w, store, ret_findings, error))
		return FALSE;
	ret_findings->failed = summary_failed(ret_summary);
	return TRUE;
}

static enum exit_status run_locked(struct weekly *w)
{
	g_autoptr(GError) error = NULL;
	struct summary summary = {0};
	struct findings findings = {0};
	struct store *store;

	if (!defaults_make_store_folder(&w->options))
		return EXIT_SYSTEM;
	store = store_open(w->options.store, STORE_WRITE, &error);
	if (!store)
		return talk_system(error);
	gboolean done = run(w, store, &summary, &findings, &error);
	if (!store_close(store, done ? &error : NULL) || !done)
		return talk_system(error);
	g_ptr_array_add(w->names, NULL);
	print_result(w, &summary);
	return read_sources_status(&w->options, findings_status(&findings, &w->options));
}

static enum exit_status run_alone(struct weekly *w)
{
	g_autoptr(GError) error = NULL;
	int lock = lock_take(w->config->file, &error);

	if (lock < 0)
		return talk_system(error);
	enum exit_status status = run_locked(w);
	lock_release(lock);
	return status;
}

enum exit_status command_weekly(const struct options *options)
{
	g_autofree char *usual = config_default_file();
	struct weekly w;

	if (!options->config)
		return talk_usage("weekly: there is no configuration; --config names one, or %s "
				  "is it",
			usual);
	enum exit_status status = choose(&w, options) ? run_alone(&w) : EXIT_USAGE;
	weekly_clear(&w);
	return status;
}
