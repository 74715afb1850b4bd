/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"
#include "cli/colour.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/forms.h"
#include "cli/mail_options.h"
#include "cli/mailing.h"
#include "cli/output.h"
#include "cli/since_last.h"
#include "cli/site.h"
#include "cli/talk.h"
#include "render/digest.h"
#include "render/listing.h"

static enum form form_of(const struct options *options)
{
	if (options->json)
		return FORM_JSON;
	if (options->digest_table)
		return form_of_table(options->digest_table);
	return options->format ? form_by_name(options->format) : FORM_TEXT;
}

static gboolean is_mail(const struct options *options)
{
	return form_of(options) == FORM_MAIL;
}

static void print_text(const char *text)
{
	g_autofree char *coloured = colour_is_wanted() ? colour_text(text) : NULL;

	output_print(coloured ? coloured : text);
}

/* `mailing`: of a mail, else NULL. */
static gboolean print_form(const struct digest *digest, const struct mailing *mailing,
	const struct options *options, GError **error)
{
	const struct diag_sink sink = talk_sink(options->quiet, options->hide_addresses);
	GString *out = form_make(form_of(options), digest, mailing, &sink, error);

	if (!out)
		return FALSE;

	gboolean written = TRUE;
	if (options->output && strcmp(options->output, "-"))
		written = output_write_file(options->output, out->str, out->len, error);
	else if (form_of(options) == FORM_TEXT)
		print_text(out->str);
	else
		output_print(out->str);
	g_string_free(out, TRUE);
	return written;
}

static gboolean print_mail(struct store *store, const struct digest *digest,
	const struct options *options, gint64 generated, GError **error)
{
	struct mailing mailing;
	gboolean made = mailing_begin(&mailing, store, digest, options, generated, error) &&
			print_form(digest, &mailing, options, error) &&
			mailing_end(&mailing, store, options, error);

	mailing_clear(&mailing);
	return made;
}

static gboolean make(struct store *store, const struct options *options, gint64 generated,
	struct findings *ret_findings, GError **error)
{
	/* A mail says in its header when it was made. */
	struct digest *digest =
		clustered_digest(store, options, is_mail(options) ? DATE_UNKNOWN : generated,
			form_is_for_others(form_of(options)), error);

	if (!digest)
		return FALSE;
	gboolean made = (is_mail(options) ? print_mail(store, digest, options, generated, error)
					  : print_form(digest, NULL, options, error)) &&
			findings_of_digest(digest, store, options, ret_findings, error);
	digest_free(digest);
	return made;
}

static gboolean make_since_last(struct store *store, const struct options *options,
	gint64 generated, struct findings *ret_findings, GError **error)
{
	gint64 now = generated == DATE_UNKNOWN ? g_get_real_time() / G_USEC_PER_SEC : generated;
	struct options dated;

	if (!since_last_begin(store, options, now, &dated, error))
		return FALSE;
	gboolean made = make(store, &dated, generated, ret_findings, error) &&
			(is_mail(options) || since_last_end(store, &dated, error));
	g_free(dated.period);
	return made;
}

/* A digest that the next one answers, or begins behind. */
static gboolean is_remembered(const struct options *options)
{
	return is_mail(options) || options->since_last;
}

static struct store *open_store(const struct options *options, GError **error)
{
	struct store *store = store_open(options->store, STORE_READ, error);

	if (!store || !is_remembered(options))
		return store;
	return store_close(store, error) ? store_open(options->store, STORE_WRITE, error) : NULL;
}

static gboolean make_site(struct store *store, const struct options *options,
	struct findings *ret_findings, GError **error)
{
	struct site_counts counts;

	if (!site_make(store, options, options->site, &counts, error) ||
		!findings_of_store(store, options, ret_findings, error))
		return FALSE;
	if (options->json) {
		json_t *told = site_json(options->site, &counts);
		char *line = json_line(told);

		output_printf("%s\n", line);
		g_free(line);
		json_decref(told);
	} else if (!options->quiet) {
		site_say(options->site, &counts);
	}
	return TRUE;
}

static gboolean make_wanted(struct store *store, const struct options *options, gint64 generated,
	struct findings *ret_findings, GError **error)
{
	if (options->site)
		return make_site(store, options, ret_findings, error);
	if (options->since_last)
		return make_since_last(store, options, generated, ret_findings, error);
	return make(store, options, generated, ret_findings, error);
}

static enum exit_status check_form(const struct options *options)
{
	struct envelope envelope;

	if (options->site)
		return site_options_understand(options) ? EXIT_DONE : EXIT_USAGE;
	if (options->format && form_by_name(options->format) == FORMS)
		return talk_usage("--format %s: a form is " FORM_NAMES, options->format);
	if (options->json && options->format && strcmp(options->format, "json"))
		return talk_usage("--format %s: goes not with --json", options->format);
	if (options->digest_table && g_strcmp0(options->format, "csv"))
		return talk_usage("--table %s: goes with --format csv only", options->digest_table);
	if (options->digest_table && form_of_table(options->digest_table) == FORMS)
		return talk_usage("--table %s: a table is " FORM_TABLES, options->digest_table);
	if (is_mail(options) && !mail_options_envelope(options->mail, &envelope))
		return EXIT_USAGE;
	return EXIT_DONE;
}

enum exit_status command_digest(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct findings findings;
	gint64 generated;

	if (check_form(options) != EXIT_DONE || !options_generated(&generated))
		return EXIT_USAGE;

	struct store *store = open_store(options, &error);
	if (!store)
		return talk_system(error);
	gboolean made = make_wanted(store, options, generated, &findings, &error);
	if (!store_close(store, made ? &error : NULL) || !made)
		return talk_system(error);
	return findings_status(&findings, options);
}
