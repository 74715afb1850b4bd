/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "render/digest.h"

static void say_diag(const struct diag *diag, void *options)
{
	if (!((const struct options *)options)->quiet)
		talk_diag(diag);
}

static gboolean print_form(
	const struct digest *digest, const struct options *options, GError **error)
{
	const char *form = options->json ? "json" : options->format ? options->format : "text";
	struct diag_sink sink = {say_diag, (void *)options};
	GString *out = NULL;

	if (!strcmp(form, "html"))
		out = digest_html(digest, NULL, &sink, error);
	else
		out = !strcmp(form, "json") ? digest_json(digest) : digest_text(digest);
	if (!out)
		return FALSE;

	gboolean written = TRUE;
	if (options->output && strcmp(options->output, "-"))
		written = output_write_file(options->output, out->str, out->len, error);
	else
		output_print(out->str);
	g_string_free(out, TRUE);
	return written;
}

static gboolean make(struct store *store, const struct options *options, gint64 generated,
	struct findings *ret_findings, GError **error)
{
	const struct digest_options wanted = {
		options->filter, options->period, generated, options->rules};
	struct digest *digest = digest_new(store, &wanted, error);

	if (!digest)
		return FALSE;
	gboolean made = print_form(digest, options, error);
	digest_free(digest);
	return made && findings_of_store(store, options, ret_findings, error);
}

enum exit_status command_digest(const struct options *options)
{
	static const char *const forms[] = {"text", "html", "json", NULL};
	g_autoptr(GError) error = NULL;
	struct findings findings;
	gint64 generated;

	if (options->format && !g_strv_contains(forms, options->format))
		return talk_usage("--format %s: a form is text, html or json", options->format);
	if (options->json && options->format && strcmp(options->format, "json"))
		return talk_usage("--format %s: goes not with --json", options->format);
	if (!options_generated(&generated))
		return EXIT_USAGE;

	struct store *store = store_open(options->store, STORE_READ, &error);
	if (!store)
		return talk_system(error);
	gboolean made = make(store, options, generated, &findings, &error);
	store_close(store, NULL);
	return made ? findings_status(&findings, options) : talk_system(error);
}
