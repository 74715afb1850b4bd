/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/summary.h"

static const char *const skip_reasons[SKIP_REASONS] = {
	"not-relevant", "nothing-to-keep", "read-before", "not-a-run", "own-digest", "pruned"};

guint64 summary_failed(const struct summary *summary)
{
	guint64 all = 0;

	for (int id = 0; id < DIAG_COUNT; id++)
		all += summary->failed[id];
	return all;
}

void summary_add(struct summary *summary, const struct records *records)
{
	summary->messages[records->kind]++;
	summary->rows_dropped += records->rows_dropped;
	summary->citations += records->citations->len;
	for (guint i = 0; i < records->rows->len; i++) {
		const struct row *row = RECORD(records->rows, struct row, i);

		*(row->kind == ROW_FAIL ? &summary->fail_rows : &summary->rows) += 1;
		summary->inconsistent += row->consistency == CONSISTENCY_INCONSISTENT;
	}
}

static void set_count(json_t *object, const char *key, guint64 n)
{
	json_object_set_new(object, key, json_integer((json_int_t)n));
}

/* {name: n} of the counts that are not zero. */
static json_t *json_of_counts(const guint64 *counts, guint n, const char *(*name)(guint))
{
	json_t *object = json_object();

	for (guint i = 0; i < n; i++)
		if (counts[i])
			set_count(object, name(i), counts[i]);
	return object;
}

static const char *name_of_skip(guint i)
{
	return skip_reasons[i];
}

static const char *name_of_diag(guint i)
{
	return diag_name(i);
}

static const char *name_of_kind(guint i)
{
	return message_kind_name(i);
}

static const char *name_of_drop(guint i)
{
	(void)i;
	return diag_name(DIAG_ROW_DROPPED);
}

json_t *summary_json(const struct summary *s)
{
	json_t *documents = json_object(), *all = json_object();

	set_count(documents, "seen", s->seen);
	set_count(documents, "stored", s->stored);
	set_count(documents, "duplicate", s->duplicate);
	json_object_set_new(
		documents, "skipped", json_of_counts(s->skipped, SKIP_REASONS, name_of_skip));
	json_object_set_new(
		documents, "failed", json_of_counts(s->failed, DIAG_COUNT, name_of_diag));

	json_object_set_new(all, "documents", documents);
	set_count(all, "removed", s->removed);
	json_object_set_new(
		all, "messages", json_of_counts(s->messages, MESSAGE_KINDS, name_of_kind));
	set_count(all, "tables", s->tables);
	set_count(all, "copies", s->copies);
	set_count(all, "rows", s->rows);
	set_count(all, "fail_rows", s->fail_rows);
	set_count(all, "citations", s->citations);
	json_object_set_new(all, "rows_dropped", json_of_counts(&s->rows_dropped, 1, name_of_drop));
	set_count(all, "runs", s->runs);
	set_count(all, "samples", s->samples);
	json_object_set_new(all, "diagnostics", json_of_counts(s->diags, DIAG_COUNT, name_of_diag));
	set_count(all, "bytes", s->bytes);
	json_object_set_new(all, "seconds", json_real(s->seconds));
	return all;
}

static void append_counts(
	GString *out, const char *title, const guint64 *counts, guint n, const char *(*name)(guint))
{
	gboolean any = FALSE;

	for (guint i = 0; i < n; i++) {
		if (!counts[i])
			continue;
		g_string_append_printf(
			out, "%s%" G_GUINT64_FORMAT " %s", any ? ", " : title, counts[i], name(i));
		any = TRUE;
	}
	if (any)
		g_string_append_c(out, '\n');
}

char *summary_text(const struct summary *s)
{
	GString *out = g_string_new(NULL);
	guint64 skipped = 0;

	for (int i = 0; i < SKIP_REASONS; i++)
		skipped += s->skipped[i];
	g_string_append_printf(out,
		"documents: %" G_GUINT64_FORMAT " seen = %" G_GUINT64_FORMAT
		" stored + %" G_GUINT64_FORMAT " duplicate + %" G_GUINT64_FORMAT
		" skipped + %" G_GUINT64_FORMAT " failed\n",
		s->seen, s->stored, s->duplicate, skipped, summary_failed(s));
	append_counts(out, "skipped: ", s->skipped, SKIP_REASONS, name_of_skip);
	append_counts(out, "failed: ", s->failed, DIAG_COUNT, name_of_diag);
	if (s->removed)
		g_string_append_printf(out,
			"removed: %" G_GUINT64_FORMAT
			" messages that their sources do not hold any more\n",
			s->removed);
	append_counts(out, "messages: ", s->messages, MESSAGE_KINDS, name_of_kind);
	g_string_append_printf(out,
		"tables: %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
		" copies of them; rows: %" G_GUINT64_FORMAT " seen = %" G_GUINT64_FORMAT
		" of means + %" G_GUINT64_FORMAT " of fails + %" G_GUINT64_FORMAT
		" cited + %" G_GUINT64_FORMAT " dropped\n",
		s->tables, s->copies, s->rows + s->fail_rows + s->citations + s->rows_dropped,
		s->rows, s->fail_rows, s->citations, s->rows_dropped);
	if (s->runs)
		g_string_append_printf(out,
			"runs: %" G_GUINT64_FORMAT " with %" G_GUINT64_FORMAT " samples\n", s->runs,
			s->samples);
	append_counts(out, "diagnostics: ", s->diags, DIAG_COUNT, name_of_diag);
	g_string_append_printf(out, "%.1f MB in %.1f s\n", (double)s->bytes / 1e6, s->seconds);
	return g_string_free(out, FALSE);
}
