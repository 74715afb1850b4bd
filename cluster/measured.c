/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/measured.h"

#include "store/verdict_words.h"

static gboolean gather(const struct store_reproduction *r, void *data)
{
	struct facts *facts = data;
	g_autofree char *words = verdict_words(r), *told = verdict_sentence(r);
	const struct fact_measured fact = {
		.message_id = facts_keep(facts, r->message_id),
		.date = r->date,
		.words = facts_keep(facts, words),
		.told = facts_keep(facts, told),
	};

	if (words)
		g_array_append_val(facts->measured, fact);
	return TRUE;
}

gboolean gather_measured(struct facts *facts, struct store *store, GError **error)
{
	const struct store_filter all = STORE_FILTER_ALL;

	return store_list_reproductions(store, &all, gather, facts, error);
}
