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
		add(ids, c->upstream);
		for (const char *const *fixed = c->fixes; fixed && *fixed; fixed++)
			add(ids, *fixed);
	}
	for (guint i = 0; i < facts->shown->len; i++)
		add(ids, RECORD(facts->shown, struct fact_shown, i)->commit);
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct fact_table *t = RECORD(facts->tables, struct fact_table, i);

		for (guint k = 0; k < t->n_columns; k++)
			add(ids, t->columns[k].id);
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

/* The one longest id from place i on that begins so; *ret_found: how many there are, 2: more. */
static const char *longest(const struct ids *ids, guint i, const char *begin, guint *ret_found)
{
	const char *whole = NULL;

	*ret_found = 0;
	for (; i < ids->sorted->len && *ret_found < 2; i++) {
		if (!g_str_has_prefix(ids->sorted->pdata[i], begin))
			break;
		if (is_begun(ids, i))
			continue;
		whole = ids->sorted->pdata[i];
		++*ret_found;
	}
	return whole;
}

const char *ids_whole(const struct ids *ids, const char *id, gboolean *ret_ambiguous)
{
	guint place = GPOINTER_TO_UINT(g_hash_table_lookup(ids->place, id));
	const char *whole;
	guint found;

	*ret_ambiguous = FALSE;
	if (!place || !is_begun(ids, place - 1))
		return id;
	whole = longest(ids, place, id, &found);
	*ret_ambiguous = found > 1;
	return found == 1 ? whole : id;
}

const char *ids_begun(const struct ids *ids, const char *digits)
{
	guint from = 0, to = ids->sorted->len, found;
	const char *whole;

	if (!commit_is_id(slice_of(digits)))
		return NULL;
	while (from < to) {
		guint middle = from + (to - from) / 2;

		if (strcmp(ids->sorted->pdata[middle], digits) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	whole = longest(ids, from, digits, &found);
	return found == 1 ? whole : NULL;
}

GArray *ids_in_doubt(const struct facts *facts)
{
	GArray *doubts = g_array_new(FALSE, FALSE, sizeof(guint));
	struct ids *ids = ids_new(facts);

	for (guint i = 0; i < facts->reports->len; i++) {
		const char *commit = RECORD(facts->reports, struct fact_report, i)->commit;
		gboolean ambiguous = FALSE;

		if (commit)
			ids_whole(ids, commit, &ambiguous);
		if (ambiguous)
			g_array_append_val(doubts, i);
	}
	ids_free(ids);
	return doubts;
}
