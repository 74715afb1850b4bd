/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/cluster.h"
#include "compare/severity.h"

#include <math.h>
#include <string.h>

#define ABBREVIATION_MIN 7
#define ID_DIGITS 12

/* The reports and claims that are being gathered, for the sort functions. */
struct input {
	const struct cluster_report *reports;
	const struct cluster_claim *claims;
};

/* ---- ids ------------------------------------------------------------------------ */

static gboolean is_abbreviation(const char *id)
{
	return strlen(id) >= ABBREVIATION_MIN && !id[strspn(id, "0123456789abcdef")];
}

static int compare_ids(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each known id once, in order: whatever begins with an id stands right behind it. */
static GPtrArray *known_ids(const struct cluster_report *reports, guint n)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < n; i++) {
		if (!reports[i].commit || !*reports[i].commit)
			continue;

		g_autofree char *id = g_ascii_strdown(reports[i].commit, -1);

		if (g_hash_table_contains(seen, id))
			continue;
		g_hash_table_add(seen, id);
		g_ptr_array_add(ids, g_steal_pointer(&id));
	}
	g_ptr_array_sort(ids, compare_ids);
	return ids;
}

/* Whether any id goes on where id i ends. */
static gboolean is_begun(const GPtrArray *ids, guint i)
{
	return is_abbreviation(ids->pdata[i]) && i + 1 < ids->len &&
	       g_str_has_prefix(ids->pdata[i + 1], ids->pdata[i]);
}

/* The one longest id that id i begins; i itself when there is none, or several. */
static guint whole_of(const GPtrArray *ids, guint i)
{
	guint whole = i, found = 0;

	if (!is_begun(ids, i))
		return i;
	for (guint j = i + 1; j < ids->len && found < 2; j++) {
		if (!g_str_has_prefix(ids->pdata[j], ids->pdata[i]))
			break;
		if (is_begun(ids, j))
			continue;
		whole = j;
		found++;
	}
	return found == 1 ? whole : i;
}

/* ---- gathering -------------------------------------------------------------------- */

static void cluster_free(struct cluster *cluster)
{
	g_free(cluster->id);
	g_free(cluster->commit);
	g_array_unref(cluster->reports);
	g_array_unref(cluster->claims);
	g_free(cluster);
}

static struct cluster *cluster_new(const char *commit)
{
	struct cluster *cluster = g_new0(struct cluster, 1);

	cluster->commit = g_strdup(commit);
	cluster->reports = g_array_new(FALSE, FALSE, sizeof(guint));
	cluster->claims = g_array_new(FALSE, FALSE, sizeof(guint));
	cluster->first = cluster->last = G_MININT64;
	return cluster;
}

/* By known id, lower case: the cluster of it. */
static GHashTable *clusters_by_id(const GPtrArray *ids, GPtrArray *clusters)
{
	GHashTable *by_id = g_hash_table_new(g_str_hash, g_str_equal);
	g_autofree struct cluster **of = g_new0(struct cluster *, ids->len + 1);

	for (guint i = 0; i < ids->len; i++) {
		guint whole = whole_of(ids, i);

		if (!of[whole]) {
			of[whole] = cluster_new(ids->pdata[whole]);
			g_ptr_array_add(clusters, of[whole]);
		}
		g_hash_table_insert(by_id, ids->pdata[i], of[whole]);
	}
	return by_id;
}

/* Returns the cluster of each report, NULL of none. */
static struct cluster **gather_reports(
	GPtrArray *clusters, const struct cluster_report *reports, guint n)
{
	g_autoptr(GPtrArray) ids = known_ids(reports, n);
	g_autoptr(GHashTable) by_id = clusters_by_id(ids, clusters);
	struct cluster **of_report = g_new0(struct cluster *, n + 1);

	for (guint i = 0; i < n; i++) {
		if (!reports[i].commit || !*reports[i].commit)
			continue;

		g_autofree char *id = g_ascii_strdown(reports[i].commit, -1);

		of_report[i] = g_hash_table_lookup(by_id, id);
		g_array_append_val(of_report[i]->reports, i);
	}
	return of_report;
}

static void gather_claims(struct cluster *const *of_report, guint n_reports,
	const struct cluster_claim *claims, guint n)
{
	for (guint i = 0; i < n; i++)
		if (claims[i].report < n_reports && of_report[claims[i].report])
			g_array_append_val(of_report[claims[i].report]->claims, i);
}

/* ---- order ------------------------------------------------------------------------ */

static int compare_reports(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct input *input = data;
	const struct cluster_report *x = &input->reports[*(const guint *)a];
	const struct cluster_report *y = &input->reports[*(const guint *)b];

	if (x->date != y->date) {
		if (x->date == G_MININT64 || y->date == G_MININT64)
			return x->date == G_MININT64 ? 1 : -1;
		return x->date < y->date ? -1 : 1;
	}
	return g_strcmp0(x->message_id, y->message_id);
}

static int compare_sizes(double a, double b)
{
	a = isnan(a) ? -1 : fabs(a);
	b = isnan(b) ? -1 : fabs(b);
	return (a < b) - (a > b);
}

static int compare_claims(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct input *input = data;
	const struct cluster_claim *x = &input->claims[*(const guint *)a];
	const struct cluster_claim *y = &input->claims[*(const guint *)b];
	int order = compare_sizes(x->change, y->change);

	if (!order)
		order = g_strcmp0(x->testcase, y->testcase);
	if (!order)
		order = g_strcmp0(x->tbox_group, y->tbox_group);
	if (!order)
		order = g_strcmp0(x->metric, y->metric);
	if (!order)
		order = g_strcmp0(
			input->reports[x->report].message_id, input->reports[y->report].message_id);
	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	if (!order) /* -5 and +5 */
		order = (x->change > y->change) - (x->change < y->change);
	if (!order)
		order = (int)x->unit - (int)y->unit;
	return order ? order : (int)x->verdict - (int)y->verdict;
}

static int compare_clusters(gconstpointer a, gconstpointer b)
{
	const struct cluster *x = *(struct cluster *const *)a, *y = *(struct cluster *const *)b;

	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	return strcmp(x->id, y->id);
}

/* ---- what a cluster says ------------------------------------------------------------ */

static void note_verdict(struct cluster *cluster, enum verdict verdict)
{
	cluster->regresses |= verdict == VERDICT_REGRESSION;
	cluster->improves |= verdict == VERDICT_IMPROVEMENT;
}

static void sum_up_reports(struct cluster *cluster, const struct cluster_report *reports)
{
	for (guint i = 0; i < cluster->reports->len; i++) {
		const struct cluster_report *r =
			&reports[g_array_index(cluster->reports, guint, i)];

		if (!cluster->title)
			cluster->title = r->title;
		if (!cluster->subsystem)
			cluster->subsystem = r->subsystem;
		if (i == 0)
			cluster->first = r->date;
		if (r->date != G_MININT64)
			cluster->last = r->date;
		note_verdict(cluster, r->verdict);
	}
}

static void note_name(GHashTable *names, const char *name)
{
	if (name)
		g_hash_table_add(names, (char *)name);
}

static void sum_up_claims(struct cluster *cluster, const struct cluster_claim *claims)
{
	g_autoptr(GHashTable) testcases = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) machines = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < cluster->claims->len; i++) {
		const struct cluster_claim *c = &claims[g_array_index(cluster->claims, guint, i)];

		note_name(testcases, c->testcase);
		note_name(machines, c->tbox_group);
		note_verdict(cluster, c->verdict);
	}
	cluster->testcases = g_hash_table_size(testcases);
	cluster->machines = g_hash_table_size(machines);
}

/* How many digits tell commit i from its neighbours in the order of their ids. */
static gsize digits_in_common(const char *a, const char *b)
{
	gsize n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

static int compare_commits(gconstpointer a, gconstpointer b)
{
	return strcmp((*(struct cluster *const *)a)->commit, (*(struct cluster *const *)b)->commit);
}

static void name_clusters(GPtrArray *clusters)
{
	gsize before = 0;

	g_ptr_array_sort(clusters, compare_commits);
	for (guint i = 0; i < clusters->len; i++) {
		struct cluster *cluster = clusters->pdata[i];
		gsize behind = 0;

		if (i + 1 < clusters->len) {
			const struct cluster *next = clusters->pdata[i + 1];

			behind = digits_in_common(cluster->commit, next->commit);
		}
		cluster->id = g_strdup_printf("c-%.*s",
			(int)MIN(MAX(ID_DIGITS, MAX(before, behind) + 1), G_MAXINT),
			cluster->commit);
		before = behind;
	}
}

GPtrArray *clusters_of_reports(const struct cluster_report *reports, guint n_reports,
	const struct cluster_claim *claims, guint n_claims)
{
	struct input input = {reports, claims};
	GPtrArray *clusters = g_ptr_array_new_with_free_func((GDestroyNotify)cluster_free);
	g_autofree struct cluster **of_report = gather_reports(clusters, reports, n_reports);

	gather_claims(of_report, n_reports, claims, n_claims);
	name_clusters(clusters);
	for (guint i = 0; i < clusters->len; i++) {
		struct cluster *cluster = clusters->pdata[i];

		g_array_sort_with_data(cluster->reports, compare_reports, &input);
		g_array_sort_with_data(cluster->claims, compare_claims, &input);
		sum_up_reports(cluster, reports);
		sum_up_claims(cluster, claims);
		cluster->severity = severity_of(claims, cluster->claims);
	}
	g_ptr_array_sort(clusters, compare_clusters);
	return clusters;
}
