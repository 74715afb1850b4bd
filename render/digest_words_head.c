/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for what was read and where from. */
#include "render/digest_words.h"

static char *period_of(const struct digest_head *head)
{
	g_autofree char *since = words_date(head->since);
	g_autofree char *until = words_date(head->until);

	if (head->since == DATE_UNKNOWN && head->until == DATE_UNKNOWN)
		return g_strdup(head->period);
	return g_strdup_printf("%s: %s up to, not including, %s (UTC)", head->period,
		head->since == DATE_UNKNOWN ? "the beginning" : since,
		head->until == DATE_UNKNOWN ? "the end" : until);
}

static char *documents_of(const struct digest_head *head)
{
	const struct store_documents *d = &head->documents;
	g_autofree char *seen = words_plural(d->seen, "document", "documents");
	g_autofree char *messages = words_plural(d->messages, "message", "messages");
	g_autofree char *copies = words_plural(d->copies, "further copy", "further copies");
	g_autofree char *skipped = words_count(d->skipped), *failed = words_count(d->failed);

	return g_strdup_printf("%s in all sources: %s kept, %s, %s skipped, %s failed", seen,
		messages, copies, skipped, failed);
}

static char *messages_of(const struct digest_head *head)
{
	g_autofree char *all = words_plural(head->messages_read, "message", "messages");
	GString *words = g_string_new(all);

	for (int kind = 0; kind < MESSAGE_KINDS; kind++) {
		if (!head->messages[kind])
			continue;

		g_autofree char *count = words_count(head->messages[kind]);

		g_string_append_printf(words, "%s %s %s", words->len == strlen(all) ? ":" : ",",
			count, message_kind_name(kind));
	}
	return g_string_free(words, FALSE);
}

static char *tables_of(const struct digest_head *head)
{
	g_autofree char *tables = words_plural(head->tables, "table", "tables");
	g_autofree char *rows = words_plural(head->rows, "mean row", "mean rows");
	g_autofree char *fails = words_plural(head->fail_rows, "fail row", "fail rows");
	g_autofree char *bad = words_count(head->inconsistent);

	return g_strdup_printf("%s with %s and %s; %s inconsistent", tables, rows, fails, bad);
}

static const char *const runs_known_from[] = {
	[RUNS_ASSUMED] = "assumed (3 to 6)",
	[RUNS_INFERRED] = "inferred from the spreads",
	[RUNS_FAIL_RUNS] = "read off fail:runs rows",
	[RUNS_DECLARED] = "declared",
};

static char *run_sources_of(const struct digest_head *head)
{
	GString *words = g_string_new(NULL);

	for (int source = 0; source <= RUNS_DECLARED; source++) {
		if (!head->runs_from[source])
			continue;

		g_autofree char *rows = words_plural(head->runs_from[source], "row", "rows");

		g_string_append_printf(words, "%s%s in %s", words->len ? ", " : "their number is ",
			runs_known_from[source], rows);
	}
	return g_string_free(words, FALSE);
}

void words_each_read(const struct digest_head *head, words_fact_fn fact, void *data)
{
	g_autofree char *period = period_of(head);
	g_autofree char *sources = words_plural(head->sources, "source", "sources");
	g_autofree char *documents = documents_of(head);
	g_autofree char *messages = messages_of(head);
	g_autofree char *tables = tables_of(head);
	g_autofree char *runs = run_sources_of(head);

	fact("Period", period, data);
	if (head->narrowed)
		fact("Narrowed", head->narrowed, data);
	if (head->sources) {
		fact("Sources", sources, data);
		fact("Documents", documents, data);
	}
	fact("Messages", messages, data);
	fact("Tables", tables, data);
	if (*runs)
		fact("Runs", runs, data);
}
