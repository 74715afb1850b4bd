/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user's own runs say of an entry's reports, as far as the period reaches. */
#include "render/digest_parts.h"
#include "store/clusters.h"
#include "store/verdict_words.h"

struct reader {
	struct digest *digest;
	struct digest_entry *entry;
};

static gboolean collect_verdict(const struct store_reproduction *from, void *data)
{
	const struct reader *reader = data;
	struct digest *digest = reader->digest;
	const struct store_reproduced *stat = verdict_stat(from);
	g_autofree char *told = verdict_sentence(from);
	gint64 until = digest->head.until;
	struct digest_verdict *verdict;

	if (!stat || (from->date != DATE_UNKNOWN && until != DATE_UNKNOWN && from->date >= until))
		return TRUE;
	verdict = g_new0(struct digest_verdict, 1);
	*verdict = (struct digest_verdict){
		.message_id = digest_keep(digest, from->message_id),
		.date = from->date,
		.word = digest_keep(digest, stat->verdict),
		.stat = digest_keep(digest, stat->stat),
		.told = digest_keep(digest, told),
		.unit = stat->unit,
		.reported = stat->reported,
		.found = stat->found,
		.low = stat->low,
		.high = stat->high,
		.ratio = stat->ratio,
		.ratio_low = stat->ratio_low,
		.ratio_high = stat->ratio_high,
		.base_runs = stat->base_runs,
		.head_runs = stat->head_runs,
		.wanted = stat->wanted,
		.tbox_group = digest_keep(digest, from->tbox_group),
		.same_machine = from->same_machine,
		.apart = digest_keep(digest, from->apart),
		.other_baseline = stat->other_baseline,
		.attempt = from->attempt,
	};
	g_ptr_array_add(reader->entry->verdicts, verdict);
	return TRUE;
}

static int by_date(const void *a, const void *b)
{
	const struct digest_verdict *x = *(const struct digest_verdict *const *)a;
	const struct digest_verdict *y = *(const struct digest_verdict *const *)b;
	int order;

	if (x->date != y->date)
		return x->date < y->date ? -1 : 1;
	order = g_strcmp0(x->message_id, y->message_id);
	return order ? order : g_strcmp0(x->told, y->told);
}

static void find_last(const struct digest_entry *entry)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = entry->verdicts->len; i-- > 0;) {
		struct digest_verdict *verdict = entry->verdicts->pdata[i];

		verdict->is_last = g_hash_table_add(seen, (char *)verdict->message_id);
	}
}

/* The steps of the story have the words, and end with the period. */
static void sum_up(struct digest *digest, struct digest_entry *entry)
{
	struct verdicts *verdicts = verdicts_new();
	g_autofree char *joined = NULL;

	for (guint i = 0; i < entry->steps->len; i++) {
		const struct digest_step *step = entry->steps->pdata[i];

		if (!g_strcmp0(step->kind, KIND_MEASURED_HERE))
			verdicts_add(verdicts, step->message_id, step->words);
	}
	joined = verdicts_join(verdicts);
	entry->verdict = digest_keep(digest, joined);
	verdicts_free(verdicts);
}

gboolean digest_verdicts_read(
	struct digest *digest, struct store *store, struct digest_entry *entry, GError **error)
{
	struct reader reader = {digest, entry};

	for (guint i = 0; i < entry->reports->len; i++) {
		struct store_filter filter = STORE_FILTER_ALL;

		filter.message = ((const struct digest_report *)entry->reports->pdata[i])->key;
		if (!store_list_reproductions(store, &filter, collect_verdict, &reader, error))
			return FALSE;
	}
	g_ptr_array_sort(entry->verdicts, by_date);
	find_last(entry);
	sum_up(digest, entry);
	return TRUE;
}
