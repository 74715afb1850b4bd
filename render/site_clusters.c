/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page a cluster: its card in full; and the pages of names that it had. */
#include "render/site_parts.h"

#include "base/week.h"

/* At once: so many get charts, and one gnuplot draws them. */
#define BATCH DIGEST_CHARTED_MAX

/* ---- the page ---------------------------------------------------------------- */

/* The weeks that tell of it, oldest first. */
static GPtrArray *weeks_of(const struct digest_entry *entry)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < entry->steps->len; i++) {
		const struct digest_step *step = entry->steps->pdata[i];
		g_autofree char *name = step->date == DATE_UNKNOWN ? NULL : week_name(step->date);

		if (!name || g_hash_table_contains(known, name))
			continue;
		g_hash_table_add(known, name);
		g_ptr_array_add(names, g_steal_pointer(&name));
	}
	return names;
}

static void put_weeks_of(struct page *page, const struct digest_entry *entry)
{
	g_autoptr(GPtrArray) names = weeks_of(entry);

	page_open(page, "p", NULL);
	page_text(page, names->len ? "In the digests of " : "In no digest of a week.");
	for (guint i = 0; i < names->len; i++) {
		g_autofree char *file = site_week_file(names->pdata[i]);
		g_autofree char *href = site_href(page, file);

		page_text(page, i ? ", " : "");
		page_link(page, href, names->pdata[i]);
	}
	page_text(page, names->len ? "." : "");
	page_end(page);
}

static void put_header(struct page *page, const struct site *site, const struct digest_entry *entry)
{
	g_autofree char *title = g_strdup_printf("Cluster %s", entry->id);
	g_autofree char *state = words_state(entry), *age = words_age(entry);

	site_header_open(page, site, "Linux kernel performance, one change", title);
	page_open(page, "p", NULL);
	page_textf(page, "%s; %s.", state, age);
	page_end(page);
	put_weeks_of(page, entry);
	put_guide(page, "../" SITE_INDEX "#read");
	page_end(page);
}

static GString *write_page(struct site *site, const char *file, const struct digest_entry *entry,
	GHashTable *charts, GError **error)
{
	g_autofree char *list = site_year_file(site_year_of(entry->first));
	const struct site_step step = {list, "Clusters of that year"};
	struct site_links links = site_links_of(site, file);
	g_autofree char *title =
		g_strdup_printf("%s: %s", entry->id, entry->title ? entry->title : entry->commit);
	const struct frame frame = {title, "To the cluster", TRUE, &links, NULL};
	struct page *page;

	links.steps = &step;
	links.n_steps = 1;
	page = frame_open(&frame);
	put_header(page, site, entry);
	page_open(page, "main", "id", "main", NULL);
	section_open(page, "cluster", "All that is known of it");
	put_card(page, entry, charts);
	page_end(page);
	page_end(page);
	return frame_close(page, &frame, error);
}

/* ---- what lists tell of it --------------------------------------------------- */

static void tell_lead(struct site *site, struct site_cluster *told, const struct digest_claim *lead)
{
	g_autofree char *change = words_claim_change(lead);
	enum grade grade = lead->row ? lead->row->grade : GRADE_UNTESTABLE;
	g_autofree char *key = g_strdup_printf("%u", GRADE_STRONG - grade);

	told->verdict = lead->verdict;
	told->change = site_keep(site, change);
	told->word = words_verdict(lead);
	told->label = site_keep(site, lead->label);
	told->grade = words_grade(lead->row);
	told->grade_key = site_keep(site, key);
}

static void tell(struct site *site, struct site_cluster *told, const struct digest_entry *entry)
{
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *breadth = words_breadth(entry);

	told->commit = site_keep(site, entry->commit);
	told->title = site_keep(site, entry->title);
	told->subsystem = site_keep(site, entry->subsystem);
	told->section = entry->section;
	told->state = site_keep(site, state);
	told->flags = site_keep(site, flags);
	told->breadth = site_keep(site, breadth);
	told->points = entry->points;
	told->heard = entry->heard;
	if (entry->lead)
		tell_lead(site, told, entry->lead);
}

/* ---- a batch ----------------------------------------------------------------- */

static void own_chart(GHashTable *owners, const struct digest_chart *chart, gpointer entry)
{
	if (chart)
		g_hash_table_insert(owners, (gpointer)chart, entry);
}

/* Each page counts its own charts, so that it does not depend on what was drawn beside it. */
static void count_charts(struct digest *digest)
{
	g_autoptr(GHashTable) owners = g_hash_table_new(NULL, NULL);
	gconstpointer owner = NULL;
	guint first = 0;

	for (guint i = 0; i < digest->all->len; i++) {
		struct digest_entry *entry = digest->all->pdata[i];

		for (guint k = 0; k < entry->charts->len; k++)
			own_chart(owners, entry->charts->pdata[k], entry);
		own_chart(owners, entry->again, entry);
		entry->rank = 1;
	}
	for (guint i = 0; i < digest->charts->len; i++) {
		struct digest_chart *chart = digest->charts->pdata[i];
		gconstpointer own = g_hash_table_lookup(owners, chart);

		if (own != owner)
			first = i;
		owner = own;
		chart->drawn.first = first;
	}
}

static gboolean put_entry(struct site *site, const struct digest *digest, struct site_cluster *told,
	const struct digest_entry *entry, GHashTable *charts, GError **error)
{
	struct store_filter filter = site->options->filter;
	g_autofree char *file = site_cluster_file(entry->id);

	tell(site, told, entry);
	if (!site_put(site, file, write_page(site, file, entry, charts, error), error))
		return FALSE;
	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		filter.message = report->key;
		if (!site_put_tables(site, &filter, digest, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean put_batch(struct site *site, struct digest *digest, guint from, GError **error)
{
	g_autoptr(GHashTable) charts = NULL;

	digest_full(digest);
	digest_rank(digest);
	count_charts(digest);
	charts = draw_charts(digest, site->gnuplot, site->diags);
	for (guint i = 0; i < digest->all->len; i++)
		if (!put_entry(site, digest,
			    &g_array_index(site->clusters, struct site_cluster, from + i),
			    digest->all->pdata[i], charts, error))
			return FALSE;
	return TRUE;
}

static gboolean read_batch(
	struct site *site, struct digest *digest, guint from, guint to, GError **error)
{
	for (; from < to; from++)
		if (!digest_clusters_take(digest, site->store,
			    g_array_index(site->clusters, struct site_cluster, from).id, error))
			return FALSE;
	return TRUE;
}

gboolean site_put_clusters(struct site *site, GError **error)
{
	gboolean done = TRUE;

	for (guint from = 0; done && from < site->clusters->len; from += BATCH) {
		struct digest *digest = digest_empty(site->options);
		guint to = MIN(from + BATCH, site->clusters->len);

		done = read_batch(site, digest, from, to, error) &&
		       put_batch(site, digest, from, error);
		digest_free(digest);
	}
	return done;
}

/* ---- names that it had ------------------------------------------------------- */

static GString *write_pointer(
	struct site *site, const struct site_alias *alias, const char *what, GError **error)
{
	struct site_links links = site_links_of(site, alias->file);
	g_autofree char *to = g_strconcat("../", alias->to, NULL);
	g_autofree char *title = g_strdup_printf("%s: see %s", alias->name, alias->now);
	const struct frame frame = {title, "To where it stands now", FALSE, &links, to};
	struct page *page = frame_open(&frame);

	site_header_open(page, site, "Moved", title);
	page_end(page);
	page_open(page, "main", "id", "main", NULL);
	page_open(page, "p", NULL);
	page_textf(page, "%s ", what);
	page_link(page, to, alias->now);
	page_text(page, ".");
	page_end(page);
	page_end(page);
	return frame_close(page, &frame, error);
}

gboolean site_put_aliases(struct site *site, GError **error)
{
	for (guint i = 0; i < site->aliases->len; i++) {
		const struct site_alias *alias =
			&g_array_index(site->aliases, struct site_alias, i);
		const char *what = g_str_has_prefix(alias->file, "table/")
					   ? "These rows are a copy of the table"
					   : "The change is told of under another of its names,";

		if (!site_is_written(site, alias->file) &&
			!site_put(
				site, alias->file, write_pointer(site, alias, what, error), error))
			return FALSE;
	}
	return TRUE;
}
