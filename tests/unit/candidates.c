/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No line that looks like a table row is lost in silence: in the samples each one that a
 * pattern of its own takes for a row was read, cites a table, or has a diagnostic.
 */
#include "ingest/mime.h"
#include "parse/parse.h"

#include <string.h>

#define BLANK "[ \\t\\x{A0}]"
#define NUMBER "-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?"

/* A number, a signed change, a number, a name; or two counts with a percentage between. */
static const char pattern[] =
	"^[> \\t\\x{A0}]*(?:" NUMBER ".{0,12}?" BLANK
	"+[+-](?:[0-9][0-9.]*(?:e[+-]?[0-9]+)?|Inf)%?" BLANK "+" NUMBER ".*" BLANK
	"[A-Za-z][^ ]*[._:/][^ ]+"
	"|[0-9]*:[0-9]+" BLANK "+-?[0-9]+%" BLANK "+[0-9]*:[0-9]+.*" BLANK "[^ ]*[a-z][^ ]*)";

struct world {
	struct records *records;
	GPtrArray *diags;
	GRegex *regex;
	guint candidates, taken;
};

static gboolean was_read(const struct records *r, guint part, guint line)
{
	for (guint i = 0; i < r->tables->len; i++) {
		const struct table *t = RECORD(r->tables, struct table, i);

		for (guint k = 0; t->part == part && k < t->rows.count; k++)
			if (RECORD(r->rows, struct row, t->rows.first + k)->line == line)
				return TRUE;
	}
	for (guint i = 0; i < r->citations->len; i++) {
		const struct citation *c = RECORD(r->citations, struct citation, i);

		if (c->part == part && c->line == line)
			return TRUE;
	}
	return FALSE;
}

static gboolean was_told(const GPtrArray *diags, guint part, guint line)
{
	for (guint i = 0; i < diags->len; i++) {
		const struct diag *d = diags->pdata[i];

		if (d->origin.part == part && d->origin.line == line)
			return TRUE;
	}
	return FALSE;
}

static void check_part(struct world *w, const struct mail_part *part)
{
	struct slice rest = part->bytes, line;

	for (guint number = 1; slice_next_line(&rest, &line); number++) {
		if (!g_regex_match_full(w->regex, line.at, (gssize)line.len, 0, 0, NULL, NULL))
			continue;
		w->candidates++;
		w->taken += was_read(w->records, part->number, number);
		if (!was_read(w->records, part->number, number) &&
			!was_told(w->diags, part->number, number))
			g_error("lost: %.*s", SLICE_ARG(line));
	}
}

static void check_mail(struct world *w, struct slice raw)
{
	struct origin origin = {"sample", -1, NULL, 0, 0};
	struct diag_sink sink;
	struct mail *mail;

	w->diags = diag_list_new();
	sink = diag_list_sink(w->diags);
	mail = mime_read(raw, &origin, &sink);
	w->records = parse_mail(mail, &sink);
	for (guint i = 0; i < mail->parts->len; i++) {
		const struct mail_part *part = mail->parts->pdata[i];

		if (part->is_text && strcmp(part->type, "text/html") != 0)
			check_part(w, part);
	}
	records_free(w->records);
	mail_free(mail);
	g_ptr_array_unref(w->diags);
}

static void check_folder(struct world *w, const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	g_assert_nonnull(dir);
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL), *raw = NULL;
		gsize length;

		g_test_message("%s", path);
		g_assert_true(g_file_get_contents(path, &raw, &length, NULL));
		check_mail(w, (struct slice){raw, length});
	}
	g_dir_close(dir);
}

static void no_row_is_lost(void)
{
	g_autoptr(GError) error = NULL;
	struct world w = {.regex = g_regex_new(pattern, G_REGEX_OPTIMIZE, 0, &error)};

	g_assert_no_error(error);
	check_folder(&w, "samples/mails");
	check_folder(&w, "samples/archive");
	g_regex_unref(w.regex);
	g_test_message("%u candidates, %u of them read", w.candidates, w.taken);
	g_assert_cmpuint(w.candidates, >=, 500);
	g_assert_cmpuint(w.taken, >=, w.candidates * 99 / 100);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/candidates/no-row-is-lost", no_row_is_lost);
	return g_test_run();
}
