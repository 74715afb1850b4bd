/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/reading.h"
#include "cli/talk.h"
#include "cli/written.h"
#include "render/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <unistd.h>

/* The store of one report: in a directory of its own (0700) beside the output. */
struct scratch {
	char *dir, *file;
};

static gboolean scratch_make(struct scratch *scratch, const char *beside, GError **error)
{
	scratch->dir = g_build_filename(beside, ".lkpdigest-XXXXXX", NULL);
	if (!g_mkdtemp(scratch->dir)) {
		int saved = errno;

		g_set_error(error, G_IO_ERROR, (int)g_io_error_from_errno(saved),
			"%s: no room for a temporary store: %s", beside, g_strerror(saved));
		g_clear_pointer(&scratch->dir, g_free);
		return FALSE;
	}
	scratch->file = g_build_filename(scratch->dir, "store.db", NULL);
	return TRUE;
}

static void scratch_remove(struct scratch *scratch)
{
	if (scratch->dir) {
		g_auto(GStrv) files = store_files(scratch->file);

		for (char **file = files; *file; file++)
			unlink(*file);
		rmdir(scratch->dir);
	}
	g_free(scratch->dir);
	g_free(scratch->file);
}

/* ---- the three forms -------------------------------------------------------------- */

static const char *const form_names[] = {"index.html", "digest.txt", "digest.json", NULL};

/* Files of ours that may lie among the sources; free with g_strfreev(). */
static char **own_files(const struct options *options, const struct scratch *scratch)
{
	char **own = g_new0(char *, G_N_ELEMENTS(form_names) + 1);
	guint n = 0;

	own[n++] = g_strdup(scratch->dir);
	for (guint i = 0; form_names[i]; i++)
		own[n++] = g_build_filename(options->output, form_names[i], NULL);
	return own;
}

/* Whether to go on: a digest of many reports takes its time. */
static gboolean is_wanted(const struct interrupts *interrupts, GError **error)
{
	if (!interrupts_came(interrupts))
		return TRUE;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted; nothing was written");
	return FALSE;
}

static gboolean write_forms(const struct digest *digest, const struct options *options, int dir_fd,
	const struct interrupts *interrupts, GError **error)
{
	const struct diag_sink sink = talk_sink(options->quiet, options->hide_addresses);
	GString *html = digest_html(digest, NULL, &sink, error);

	if (!html)
		return FALSE;
	GString *text = digest_text(digest), *json = digest_json(digest);
	const struct output_file files[] = {
		{form_names[0], html->str, html->len},
		{form_names[1], text->str, text->len},
		{form_names[2], json->str, json->len},
	};
	gboolean written = is_wanted(interrupts, error) &&
			   output_write(dir_fd, options->output, files, G_N_ELEMENTS(files), error);
	g_string_free(html, TRUE);
	g_string_free(text, TRUE);
	g_string_free(json, TRUE);
	return written;
}

static gboolean write_digest(struct store *store, const struct options *options, int dir_fd,
	const struct interrupts *interrupts, struct findings *ret_findings, GError **error)
{
	gint64 generated;

	if (!options_generated(&generated))
		return FALSE;
	struct digest *digest = clustered_digest(store, options, generated, TRUE, error);
	if (!digest)
		return FALSE;
	gboolean written = write_forms(digest, options, dir_fd, interrupts, error) &&
			   findings_of_digest(digest, store, options, ret_findings, error);
	digest_free(digest);
	return written;
}

static void print_result(const struct options *options, const struct summary *summary)
{
	if (options->json)
		written_print_json(options->output, form_names, NULL, summary);
	else
		written_print_paths(options->output, form_names);
}

/* ---- all in one go ---------------------------------------------------------------- */

static gboolean run(const struct options *options, const struct scratch *scratch, int dir_fd,
	const struct interrupts *interrupts, struct summary *ret_summary,
	struct findings *ret_findings, GError **error)
{
	struct store *store = store_open(scratch->file, STORE_WRITE, error);

	if (!store)
		return FALSE;
	g_auto(GStrv) own = own_files(options, scratch);
	gboolean read =
		read_sources(store, options, NULL, (const char *const *)own, ret_summary, error);
	if (read)
		read_summary_say(ret_summary, options);
	gboolean done = read && is_wanted(interrupts, error) &&
			write_digest(store, options, dir_fd, interrupts, ret_findings, error);
	store_close(store, NULL); /* it goes away */
	ret_findings->failed = summary_failed(ret_summary);
	return done;
}

static gboolean run_in_scratch(const struct options *options, int dir_fd,
	struct summary *ret_summary, struct findings *ret_findings, GError **error)
{
	struct scratch scratch = {NULL};
	struct interrupts interrupts;

	/* So that the scratch directory goes whatever comes. */
	interrupts_hold(&interrupts);
	gboolean done =
		scratch_make(&scratch, options->output, error) &&
		run(options, &scratch, dir_fd, &interrupts, ret_summary, ret_findings, error);
	scratch_remove(&scratch);
	interrupts_release(&interrupts);
	return done;
}

enum exit_status command_report(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct summary summary = {0};
	struct findings findings = {0};
	gint64 generated;

	if (!options->output)
		return talk_usage("report: -o DIR is missing");
	if (options->store_given)
		return talk_usage(
			"report: has a store of its own, --store goes with ingest and digest");
	if (!options_generated(&generated))
		return EXIT_USAGE;

	int dir_fd = output_open_dir(options->output, &error);
	if (dir_fd < 0)
		return talk_system(error);
	gboolean done = run_in_scratch(options, dir_fd, &summary, &findings, &error);
	close(dir_fd);
	if (!done)
		return talk_system(error);
	print_result(options, &summary);
	return read_sources_status(options, findings_status(&findings, options));
}
