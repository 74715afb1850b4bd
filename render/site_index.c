/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index: where clusters stand, the weeks, the newest clusters; and a list of them a year. */
#include "render/site_parts.h"

#include "base/week.h"

#define NEWEST_MAX 200 /* clusters of the index */

/* ---- clusters ---------------------------------------------------------------- */

/* The newest first, what has no date last. */
static int by_first(const void *a, const void *b)
{
	const struct site_cluster *x = *(const struct site_cluster *const *)a;
	const struct site_cluster *y = *(const struct site_cluster *const *)b;

	if (x->first == y->first)
		return strcmp(x->id, y->id);
	if (x->first == DATE_UNKNOWN || y->first == DATE_UNKNOWN)
		return x->first == DATE_UNKNOWN ? 1 : -1;
	return x->first > y->first ? -1 : 1;
}

static GPtrArray *newest_first(const struct site *site)
{
	GPtrArray *all = g_ptr_array_new();

	for (guint i = 0; i < site->clusters->len; i++)
		g_ptr_array_add(all, &g_array_index(site->clusters, struct site_cluster, i));
	g_ptr_array_sort(all, by_first);
	return all;
}

static void put_change_of(struct page *page, const struct site_cluster *cluster)
{
	page_open(page, "td", "class", "name", NULL);
	if (cluster->change) {
		put_change(page, cluster->verdict, cluster->change, cluster->word);
		page_void(page, "br", NULL);
		page_leaf(page, "span", "soft", cluster->label);
	}
	page_end(page);
	page_open(page, "td", "data-key", cluster->grade_key, NULL);
	if (cluster->grade)
		page_leaf(page, "span", "grade", cluster->grade);
	page_end(page);
}

static void put_cluster(struct page *page, const struct site_cluster *cluster)
{
	g_autofree char *href = site_cluster_href(page, cluster->id);
	g_autofree char *commit = words_commit(cluster->commit);
	g_autofree char *points = words_number(cluster->points);
	g_autofree char *first = words_date(cluster->first), *heard = words_date(cluster->heard);

	table_row_open(page, NULL);
	table_cell(page, "nowrap", first);
	page_open(page, "th", "scope", "row", "class", "wide", NULL);
	page_link(page, href, cluster->title ? cluster->title : commit);
	page_void(page, "br", NULL);
	page_leaf(page, "code", "soft", commit);
	page_text(page, " ");
	page_leaf(page, "span", "soft small", cluster->subsystem);
	page_end(page);
	put_change_of(page, cluster);
	table_cell(page, NULL, cluster->breadth);
	page_open(page, "td", "class", "stands", NULL);
	page_text(page, cluster->state);
	if (cluster->flags)
		page_leaf(page, "div", "soft small", cluster->flags);
	page_end(page);
	table_cell(page, "nowrap", heard);
	table_cell(page, "num", points);
	page_end(page);
}

/* `year` -1: of any. */
static guint put_clusters(struct page *page, const GPtrArray *all, int year, guint most)
{
	static const struct table_column columns[] = {{"Reported", NULL}, {"Commit", NULL},
		{"Largest change", NULL}, {"Grade", NULL}, {"Seen in", NULL}, {"State", NULL},
		{"Last heard", NULL}, {"Score", "num"}};
	guint put = 0, omitted = 0;

	table_open(page, "clusters-listed", "Changes to the kernel, the newest first",
		"score: as of the last report", columns, G_N_ELEMENTS(columns));
	for (guint i = 0; i < all->len; i++) {
		const struct site_cluster *cluster = all->pdata[i];

		if (year >= 0 && site_year_of(cluster->first) != year)
			continue;
		if (put++ < most)
			put_cluster(page, cluster);
		else
			omitted++;
	}
	table_end(page);
	return omitted;
}

/* ---- years ------------------------------------------------------------------- */

static char *year_title(int year)
{
	return year ? g_strdup_printf("Clusters of %d", year) : g_strdup("Clusters without a date");
}

static GString *write_year(
	struct site *site, const GPtrArray *all, const char *file, int year, GError **error)
{
	struct site_links links = site_links_of(site, file);
	g_autofree char *title = year_title(year);
	const struct frame frame = {title, "To the clusters", TRUE, &links, NULL};
	struct page *page = frame_open(&frame);

	site_header_open(page, site, "Linux kernel performance", title);
	page_end(page);
	page_open(page, "main", "id", "main", NULL);
	put_clusters(page, all, year, G_MAXUINT);
	page_end(page);
	return frame_close(page, &frame, error);
}

static gboolean put_years(struct site *site, const GPtrArray *all, GError **error)
{
	for (guint i = 0; i < all->len; i++) {
		const struct site_cluster *cluster = all->pdata[i];
		int year = site_year_of(cluster->first);
		g_autofree char *file = site_year_file(year);

		if (!site_is_written(site, file) &&
			!site_put(site, file, write_year(site, all, file, year, error), error))
			return FALSE;
	}
	return TRUE;
}

static void put_year_links(struct page *page, const GPtrArray *all)
{
	int last = -1;

	page_open(page, "p", NULL);
	page_text(page, "All, by the year of their first report:");
	for (guint i = 0; i < all->len; i++) {
		int year = site_year_of(((const struct site_cluster *)all->pdata[i])->first);
		g_autofree char *file = site_year_file(year);
		g_autofree char *href = site_href(page, file);
		g_autofree char *name = year ? g_strdup_printf("%d", year) : g_strdup("undated");

		if (year == last)
			continue;
		last = year;
		page_text(page, " ");
		page_link(page, href, name);
	}
	page_text(page, ".");
	page_end(page);
}

/* ---- weeks ------------------------------------------------------------------- */

static void put_week(struct page *page, const struct site_week *week)
{
	g_autofree char *file = site_week_file(week->name);
	g_autofree char *href = site_href(page, file);
	g_autofree char *since = words_date(week->since);
	g_autofree char *others = g_strdup_printf("%u", week->others);

	table_row_open(page, NULL);
	page_open(page, "th", "scope", "row", "class", "nowrap", NULL);
	page_link(page, href, week->name);
	page_end(page);
	table_cell(page, "nowrap", since);
	for (int section = 0; section < SECTIONS; section++) {
		g_autofree char *count = g_strdup_printf("%u", week->counts[section]);

		table_cell(page, "num", count);
	}
	table_cell(page, "num", others);
	table_cell(page, "wide", week->lead);
	page_end(page);
}

static void put_weeks(struct page *page, const struct site *site)
{
	static const struct table_column columns[] = {{"Week", NULL}, {"From", NULL},
		{"Regressions", "num"}, {"Mixed", "num"}, {"Settled", "num"},
		{"Improvements", "num"}, {"No verdict", "num"}, {"Other reports", "num"},
		{"In short", NULL}};

	G_STATIC_ASSERT(G_N_ELEMENTS(columns) == SECTIONS + 4);
	section_open(page, "digests", "Digests");
	table_open(page, "digests-listed", "A page a week, the newest first",
		"clusters that the week has news of", columns, G_N_ELEMENTS(columns));
	for (guint i = site->weeks->len; i-- > 0;)
		put_week(page, &g_array_index(site->weeks, struct site_week, i));
	table_end(page);
	page_end(page);
}

/* ---- all --------------------------------------------------------------------- */

static void put_contents(struct page *page, struct site *site)
{
	static const struct {
		const char *href, *text;
	} items[] = {{"#ledger", "Ledger"}, {"#digests", "Digests"}, {"#clusters", "Clusters"},
		{"#read", "What was read"}, {SITE_FEED, "Feed"}};
	g_autofree char *undated = site_week_tables_file(NULL);
	g_autofree char *href = site_href(page, undated);

	page_open(page, "nav", "aria-label", "Contents", NULL);
	page_open(page, "ul", NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(items); i++) {
		if (!i && site->end == DATE_UNKNOWN)
			continue;
		page_open(page, "li", NULL);
		page_link(page, items[i].href, items[i].text);
		page_end(page);
	}
	if (href) {
		page_open(page, "li", NULL);
		page_link(page, href, "Tables without a date");
		page_end(page);
	}
	page_end(page);
	page_end(page);
}

static void put_newest(struct page *page, const GPtrArray *all)
{
	section_open(page, "clusters", "Clusters");
	if (all->len)
		put_year_links(page, all);
	put_more(page, "p", put_clusters(page, all, -1, NEWEST_MAX));
	page_end(page);
}

static GString *write_index(
	struct site *site, const struct digest *digest, const GPtrArray *all, GError **error)
{
	struct site_links links = site_links_of(site, SITE_INDEX);
	g_autoptr(GHashTable) charts = draw_charts(digest, site->gnuplot, site->diags);
	const struct frame frame = {
		"Linux kernel performance", "To the digests", TRUE, &links, NULL};
	struct page *page = frame_open(&frame);

	site_header_open(page, site, "Linux kernel performance", "Week by week, change by change");
	put_guide(page, "#read");
	put_contents(page, site);
	page_end(page);
	page_open(page, "main", "id", "main", NULL);
	put_ledger(page, digest);
	put_weeks(page, site);
	put_newest(page, all);
	put_views(page, digest, charts);
	put_read(page, digest);
	page_end(page);
	return frame_close(page, &frame, error);
}

gboolean site_put_index(struct site *site, GError **error)
{
	g_autoptr(GPtrArray) all = newest_first(site);
	struct digest *digest = digest_overview_new(site->store, site->options, site->end, error);
	gboolean done = digest && put_years(site, all, error) &&
			site_put(site, SITE_INDEX, write_index(site, digest, all, error), error);

	digest_free(digest);
	return done;
}
