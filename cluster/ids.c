/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/ids.h"

#include "parse/commit_id.h"

#include <string.h>

struct ids {
	GPtrArray *sorted; /* each once: whatever begins with an id stands right behind it */
	GHashTable *place; /* id -> index + 1 */
};

static int compare_ids(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add(struct ids *ids, const char *id)
{
	if (!id || g_hash_table_contains(ids->place, id))
		return;
	g_hash_table_insert(ids->place, (char *)id, GUINT_TO_POINTER(1));
	g_ptr_array_add(ids->sorted, (char *)id);
}

static void add_all(struct ids *ids, const struct facts *facts)
{
	for (guint i = 0; i < facts->reports->len; i++) {
		const struct fact_report *r = RECORD(facts->reports, struct fact_report, i);

		add(ids, r->commit);
		add(ids, r->parent);
	}
	for (guint i = 0; i < facts->events->len; i++)
		add(ids, RECORD(facts->events, struct fact_event, i)->commit);
	for (guint i = 0; i < facts->commits->len; i++) {
		const struct fact_commit *c = RECORD(facts->commits, struct fact_commit, i);

		add(ids, c->id);
		add(ids, c->reverts);
	}
}

struct ids *ids_new(const struct facts *facts)
{
	struct ids *ids = g_new0(struct ids, 1);

	ids->sorted = g_ptr_array_new();
	ids->place = g_hash_table_new(g_str_hash, g_str_equal);
	add_all(ids, facts);
	g_ptr_array_sort(ids->sorted, compare_ids);
	for (guint i = 0; i < ids->sorted->len; i++)
		g_hash_table_insert(ids->place, ids->sorted->pdata[i], GUINT_TO_POINTER(i + 1));
	return ids;
}

void ids_free(struct ids *ids)
{
	g_ptr_array_unref(ids->sorted);
	g_hash_table_unref(ids->place);
	g_free(ids);
}

/* Whether any id goes on where id i ends. */
static gboolean is_begun(const struct ids *ids, guint i)
{
	const GPtrArray *sorted = ids->sorted;

	return i + 1 < sorted->len && g_str_has_prefix(sorted->pdata[i + 1], sorted->pdata[i]) &&
	       commit_is_id(slice_of(sorted->pdata[i]));
}

const char *ids_whole(const struct ids *ids, const char *id, gboolean *ret_ambiguous)
{
	guint place = GPOINTER_TO_UINT(g_hash_table_lookup(ids->place, id));
	const char *whole = id;
	guint found = 0;

	*ret_ambiguous = FALSE;
	if (!place || !is_begun(ids, place - 1))
		return id;
	for (guint i = place; i < ids->sorted->len && found < 2; i++) {
		if (!g_str_has_prefix(ids->sorted->pdata[i], id))
			break;
		if (is_begun(ids, i))
			continue;
		whole = ids->sorted->pdata[i];
		found++;
	}
	*ret_ambiguous = found > 1;
	return found == 1 ? whole : id;
}
