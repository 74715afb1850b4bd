/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/cluster_event.h"

#include <string.h>

#define DIGITS_MIN 7
#define DIGITS_MAX 64
/* Longer chains of answers are rings. */
#define CHAIN_MAX 100
/* Instead of a cluster: none, several. */
#define NO_CLUSTER G_MAXUINT
#define MANY_CLUSTERS (G_MAXUINT - 1)

struct tie {
	const GPtrArray *clusters;
	GArray *sorted;        /* guint: the clusters by their commits */
	GHashTable *by_commit; /* commit -> index + 1 of its cluster */
	GHashTable *by_report; /* Message-ID -> index + 1 of its cluster */
	GHashTable *first;     /* Message-ID -> its first event */
	GHashTable *named;     /* Message-ID -> index + 1 of what its events name; or many */
};

static guint lookup(GHashTable *table, const char *key)
{
	gpointer value = key ? g_hash_table_lookup(table, key) : NULL;

	return value ? GPOINTER_TO_UINT(value) - 1 : NO_CLUSTER;
}

static guint either(guint a, guint b)
{
	if (a == NO_CLUSTER || a == b)
		return b;
	return b == NO_CLUSTER ? a : MANY_CLUSTERS;
}

static const char *commit_of(const struct tie *tie, guint place)
{
	guint cluster = g_array_index(tie->sorted, guint, place);

	return ((const struct cluster *)g_ptr_array_index(tie->clusters, cluster))->commit;
}

/* Place of the first commit that does not sort before. */
static guint lower_bound(const struct tie *tie, const char *commit)
{
	guint from = 0, to = tie->sorted->len;

	while (from < to) {
		guint middle = from + (to - from) / 2;

		if (strcmp(commit_of(tie, middle), commit) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* The cluster whose commit begins so, or is an abbreviation of it. */
static guint of_commit(const struct tie *tie, const char *commit)
{
	gsize len = commit ? strlen(commit) : 0;
	guint found = NO_CLUSTER;

	if (len < DIGITS_MIN || len > DIGITS_MAX)
		return NO_CLUSTER;
	for (guint i = lower_bound(tie, commit); i < tie->sorted->len && found != MANY_CLUSTERS &&
						 g_str_has_prefix(commit_of(tie, i), commit);
		i++)
		found = either(found, g_array_index(tie->sorted, guint, i));
	for (gsize n = DIGITS_MIN; n < len; n++) {
		char shorter[DIGITS_MAX + 1];

		g_strlcpy(shorter, commit, n + 1);
		found = either(found, lookup(tie->by_commit, shorter));
	}
	return found;
}

static guint of_names(const struct tie *tie, const struct cluster_event *event)
{
	return either(of_commit(tie, event->commit), lookup(tie->by_report, event->target));
}

/* What is tied to the message itself, or to the nearest that it answers. */
static guint of_answers(const struct tie *tie, GHashTable *ties, const struct cluster_event *event)
{
	for (guint n = 0; event && n < CHAIN_MAX; n++) {
		const char *const *answer = event->answers;
		guint found = lookup(ties, event->message_id);

		for (; found == NO_CLUSTER && answer && *answer; answer++)
			found = lookup(ties, *answer);
		if (found != NO_CLUSTER)
			return found;
		event = event->answers && *event->answers
				? g_hash_table_lookup(tie->first, *event->answers)
				: NULL;
	}
	return NO_CLUSTER;
}

static gint by_commit(gconstpointer a, gconstpointer b, gpointer data)
{
	const GPtrArray *clusters = data;
	const struct cluster *x = g_ptr_array_index(clusters, *(const guint *)a);
	const struct cluster *y = g_ptr_array_index(clusters, *(const guint *)b);

	return strcmp(x->commit, y->commit);
}

static void tie_clusters(struct tie *tie, const struct cluster_report *reports)
{
	for (guint i = 0; i < tie->clusters->len; i++) {
		const struct cluster *cluster = g_ptr_array_index(tie->clusters, i);

		g_array_append_val(tie->sorted, i);
		g_hash_table_insert(tie->by_commit, cluster->commit, GUINT_TO_POINTER(i + 1));

		for (guint k = 0; k < cluster->reports->len; k++) {
			guint report = g_array_index(cluster->reports, guint, k);

			g_hash_table_insert(tie->by_report, (char *)reports[report].message_id,
				GUINT_TO_POINTER(i + 1));
		}
	}
	g_array_sort_with_data(tie->sorted, by_commit, (gpointer)tie->clusters);
}

static void tie_messages(struct tie *tie, const struct cluster_event *events, guint n)
{
	for (guint i = 0; i < n; i++) {
		char *message = (char *)events[i].message_id;
		guint named = either(lookup(tie->named, message), of_names(tie, &events[i]));

		if (!g_hash_table_contains(tie->first, message))
			g_hash_table_insert(tie->first, message, (gpointer)&events[i]);
		if (named != NO_CLUSTER)
			g_hash_table_insert(tie->named, message, GUINT_TO_POINTER(named + 1));
	}
}

static void add(const GPtrArray *lists, guint cluster, guint event)
{
	GArray *list = cluster < lists->len ? g_ptr_array_index(lists, cluster) : NULL;

	if (list && (!list->len || g_array_index(list, guint, list->len - 1) != event))
		g_array_append_val(list, event);
}

static void add_event(
	const struct tie *tie, const GPtrArray *lists, const struct cluster_event *event, guint i)
{
	guint thread = of_answers(tie, tie->by_report, event), named = of_names(tie, event);

	if (thread == NO_CLUSTER && named == NO_CLUSTER)
		named = of_answers(tie, tie->named, event);
	add(lists, thread, i);
	add(lists, named, i);
}

static struct tie tie_new(const GPtrArray *clusters, const struct cluster_report *reports,
	const struct cluster_event *events, guint n_events)
{
	struct tie tie = {
		.clusters = clusters,
		.sorted = g_array_new(FALSE, FALSE, sizeof(guint)),
		.by_commit = g_hash_table_new(g_str_hash, g_str_equal),
		.by_report = g_hash_table_new(g_str_hash, g_str_equal),
		.first = g_hash_table_new(g_str_hash, g_str_equal),
		.named = g_hash_table_new(g_str_hash, g_str_equal),
	};

	tie_clusters(&tie, reports);
	tie_messages(&tie, events, n_events);
	return tie;
}

static void tie_clear(struct tie *tie)
{
	g_array_unref(tie->sorted);
	g_hash_table_unref(tie->by_commit);
	g_hash_table_unref(tie->by_report);
	g_hash_table_unref(tie->first);
	g_hash_table_unref(tie->named);
}

GPtrArray *cluster_events(const GPtrArray *clusters, const struct cluster_report *reports,
	const struct cluster_event *events, guint n_events)
{
	struct tie tie = tie_new(clusters, reports, events, n_events);
	GPtrArray *lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);

	for (guint i = 0; i < clusters->len; i++)
		g_ptr_array_add(lists, g_array_new(FALSE, FALSE, sizeof(guint)));
	for (guint i = 0; i < n_events; i++)
		add_event(&tie, lists, &events[i], i);
	tie_clear(&tie);
	return lists;
}
