/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/below.h"

#include "store/dismissed.h"

struct below {
	GHashTable *ids; /* hashes, as GSIZE_TO_POINTER() */
};

struct below *below_new(void)
{
	struct below *below = g_new0(struct below, 1);

	below->ids = g_hash_table_new(NULL, NULL);
	return below;
}

void below_free(struct below *below)
{
	if (!below)
		return;
	g_hash_table_unref(below->ids);
	g_free(below);
}

static gboolean has(const struct below *below, guint64 id)
{
	return g_hash_table_contains(below->ids, GSIZE_TO_POINTER(id));
}

static void add(struct below *below, guint64 id)
{
	if (id)
		g_hash_table_add(below->ids, GSIZE_TO_POINTER(id));
}

void below_take(struct below *below, const struct records *records)
{
	gboolean matters = store_makes_answers_matter(records);
	struct thread_ids ids;

	thread_ids_of(records->mail, &ids);
	for (guint i = 0; !matters && i < ids.n_parents; i++)
		matters = has(below, ids.parents[i]);
	if (matters)
		add(below, ids.id);
}

gboolean below_offer(struct below *below, const struct dismissed_record *record)
{
	for (guint i = 0; i < record->n_parents; i++)
		if (has(below, dismissed_parent(record, i))) {
			add(below, record->id);
			return TRUE;
		}
	return FALSE;
}
