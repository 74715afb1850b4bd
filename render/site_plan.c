/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files a site has. */
#include "render/site_parts.h"

#include "base/week.h"
#include "store/clusters.h"

#define DAY_SECONDS (24 * 60 * 60)

struct planning {
	struct site *site;
	GHashTable *weeks; /* gint64 * : their beginnings */
	GError **error;
	gboolean failed;
};

static void plan_file(struct site *site, const char *file)
{
	g_hash_table_insert(
		site->files, (char *)site_keep(site, file), GINT_TO_POINTER(SITE_FILE_PLANNED));
}

/* A page for the week of a moment, where a calendar has one. */
static void plan_week(struct planning *planning, gint64 date)
{
	gint64 since = date == DATE_UNKNOWN ? 0 : week_begin(date);
	g_autofree char *name = date == DATE_UNKNOWN ? NULL : week_name(since);

	if (!name || g_hash_table_contains(planning->weeks, &since))
		return;

	g_autofree char *file = site_week_file(name);

	plan_file(planning->site, file);
	g_hash_table_add(planning->weeks, g_memdup2(&since, sizeof since));
	g_array_append_val(planning->site->since, since);
}

/* ---- clusters ---------------------------------------------------------------- */

static void note_end(struct site *site, gint64 date)
{
	if (date != DATE_UNKNOWN && (site->end == DATE_UNKNOWN || date >= site->end))
		site->end = date + 1;
}

static gboolean plan_event(const struct store_cluster_event *event, void *planning)
{
	plan_week(planning, event->date);
	return TRUE;
}

static void plan_aliases(struct site *site, const struct store_cluster *cluster)
{
	g_autofree char *to = site_cluster_file(cluster->id);

	for (guint i = 0; cluster->aliases && cluster->aliases[i]; i++) {
		g_autofree char *file = site_cluster_file(cluster->aliases[i]);
		struct site_alias alias = {site_keep(site, file), site_keep(site, to),
			site_keep(site, cluster->aliases[i]), site_keep(site, cluster->id)};

		g_array_append_val(site->aliases, alias);
	}
}

static gboolean plan_cluster(const struct store_cluster *cluster, void *data)
{
	struct planning *planning = data;
	struct site *site = planning->site;
	g_autofree char *file = site_cluster_file(cluster->id);
	g_autofree char *list = site_year_file(site_year_of(cluster->first));
	struct site_cluster told = {site_keep(site, cluster->id), cluster->first};

	plan_file(site, file);
	plan_file(site, list);
	g_array_append_val(site->clusters, told);
	plan_aliases(site, cluster);
	note_end(site, cluster->last);
	note_end(site, cluster->heard);
	planning->failed = !store_list_cluster_events(
		site->store, cluster->id, plan_event, planning, planning->error);
	return !planning->failed;
}

/* A cluster's own page goes before. */
static void settle_aliases(struct site *site)
{
	guint kept = 0;

	for (guint i = 0; i < site->aliases->len; i++) {
		struct site_alias alias = g_array_index(site->aliases, struct site_alias, i);

		if (site_has(alias.file, site))
			continue;
		plan_file(site, alias.file);
		g_array_index(site->aliases, struct site_alias, kept++) = alias;
	}
	g_array_set_size(site->aliases, kept);
}

/* ---- tables and weeks -------------------------------------------------------- */

static gboolean plan_day(gint64 day, void *planning)
{
	plan_week(planning, day * DAY_SECONDS);
	return TRUE;
}

static gboolean plan_table(const struct store_table *table, void *data)
{
	struct planning *planning = data;
	g_autofree char *week = table->date == DATE_UNKNOWN ? NULL : week_name(table->date);
	g_autofree char *file = site_table_file(table->id);
	g_autofree char *list = site_week_tables_file(week);

	plan_file(planning->site, file);
	plan_file(planning->site, list);
	plan_week(planning, table->date);
	return TRUE;
}

/* ---- all --------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
	gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

	return (x > y) - (x < y);
}

static int by_id(const void *a, const void *b)
{
	const struct site_cluster *x = a, *y = b;

	return strcmp(x->id, y->id);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static gboolean plan(struct planning *planning, GError **error)
{
	struct site *site = planning->site;
	const struct store_filter *filter = &site->options->filter;

	plan_file(site, SITE_INDEX);
	plan_file(site, SITE_FEED);
	if (!store_list_clusters(site->store, filter, plan_cluster, planning, error) ||
		planning->failed ||
		!store_list_days(site->store, filter, plan_day, planning, error) ||
		!store_list_tables(site->store, filter, plan_table, planning, error))
		return FALSE;
	settle_aliases(site);
	g_array_sort(site->clusters, by_id);
	g_array_sort(site->since, by_number);
	return TRUE;
}

static gboolean tell(struct site *site, GError **error)
{
	g_autoptr(GPtrArray) files = g_ptr_array_new();
	GHashTableIter iter;
	gpointer file;

	g_hash_table_iter_init(&iter, site->files);
	while (g_hash_table_iter_next(&iter, &file, NULL))
		g_ptr_array_add(files, file);
	g_ptr_array_sort(files, by_text);
	return site->sink->begin(
		(const char *const *)files->pdata, files->len, site->sink->data, error);
}

gboolean site_plan(struct site *site, GError **error)
{
	g_autoptr(GHashTable) weeks =
		g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	struct planning planning = {site, weeks, error, FALSE};

	return plan(&planning, error) && tell(site, error);
}
