/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/site_links.h"

#include "render/digest_html.h"

#include <string.h>

#define HEX "0123456789abcdef"
#define DIGITS_MAX 64 /* of a commit id */
#define HASH_DIGITS 32

/* ---- names ------------------------------------------------------------------- */

static char *hash_of(const char *text)
{
	g_autofree char *whole = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);

	return g_strndup(whole, HASH_DIGITS);
}

static gboolean is_hex(const char *text, gsize len)
{
	return len && strspn(text, HEX) == len;
}

/* What names a commit otherwise, a tag or a stranger's word, is hashed; 'x' is no digit. */
char *site_cluster_file(const char *id)
{
	const char *digits = id + (g_str_has_prefix(id, "c-") ? 2 : 0);

	if (digits != id && strlen(digits) <= DIGITS_MAX && is_hex(digits, strlen(digits)))
		return g_strdup_printf("cluster/%s.html", id);

	g_autofree char *hash = hash_of(id);

	return g_strdup_printf("cluster/c-x%s.html", hash);
}

char *site_table_file(const char *id)
{
	g_autofree char *hash = hash_of(id);

	return g_strdup_printf("table/t-%s.html", hash);
}

char *site_week_file(const char *week)
{
	return g_strdup_printf("week/%s.html", week);
}

char *site_week_tables_file(const char *week)
{
	return g_strdup_printf("week/%s-tables.html", week ? week : "undated");
}

char *site_year_file(int year)
{
	return year ? g_strdup_printf("clusters-%d.html", year) : g_strdup("clusters-undated.html");
}

/* ---- whether a name is one --------------------------------------------------- */

/* The text between both; NULL: it does not begin and end so.  g_free(). */
static char *between(const char *text, const char *begin, const char *end)
{
	gsize len = strlen(text), before = strlen(begin), behind = strlen(end);

	if (len < before + behind || !g_str_has_prefix(text, begin) || !g_str_has_suffix(text, end))
		return NULL;
	return g_strndup(text + before, len - before - behind);
}

static gboolean is_week(const char *text)
{
	const char *dash = strstr(text, "-W");

	return dash && dash > text && strspn(text, "0123456789") == (gsize)(dash - text) &&
	       strlen(dash) == 4 && strspn(dash + 2, "0123456789") == 2;
}

static gboolean is_week_file(const char *file)
{
	g_autofree char *week = between(file, "week/", ".html");
	g_autofree char *of_tables = between(file, "week/", "-tables.html");

	return (week && is_week(week)) ||
	       (of_tables && (is_week(of_tables) || !strcmp(of_tables, "undated")));
}

static gboolean is_year_file(const char *file)
{
	g_autofree char *year = between(file, "clusters-", ".html");

	return year && *year &&
	       (strspn(year, "0123456789") == strlen(year) || !strcmp(year, "undated"));
}

gboolean site_is_file(const char *file)
{
	g_autofree char *cluster = between(file, "cluster/c-", ".html");
	g_autofree char *table = between(file, "table/t-", ".html");

	if (cluster)
		return is_hex(cluster + (*cluster == 'x'), strlen(cluster + (*cluster == 'x')));
	if (table)
		return is_hex(table, strlen(table));
	return !strcmp(file, SITE_INDEX) || !strcmp(file, SITE_FEED) || is_week_file(file) ||
	       is_year_file(file);
}

/* ---- links ------------------------------------------------------------------- */

char *site_href(const struct page *page, const char *file)
{
	const struct site_links *links = page_links(page);

	if (!links || !strcmp(file, links->self) || !links->has(file, links->data))
		return NULL;
	return g_strconcat(strchr(links->self, '/') ? "../" : "", file, NULL);
}

char *site_cluster_href(const struct page *page, const char *id)
{
	g_autofree char *file = site_cluster_file(id);

	return site_href(page, file);
}

static void put_way(struct page *page, const struct site_step *step)
{
	g_autofree char *href = site_href(page, step->file);

	if (!href)
		return;
	page_open(page, "li", NULL);
	page_link(page, href, step->label);
	page_end(page);
}

void put_site_nav(struct page *page)
{
	static const struct site_step index = {SITE_INDEX, "All weeks and clusters"};
	const struct site_links *links = page_links(page);

	if (!links || !strcmp(links->self, SITE_INDEX))
		return;
	page_newline(page);
	page_open(page, "nav", "aria-label", "Site", NULL);
	page_open(page, "ul", NULL);
	put_way(page, &index);
	for (guint i = 0; i < links->n_steps; i++)
		put_way(page, &links->steps[i]);
	page_end(page);
	page_end(page);
}
