/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/site_parts.h"

#include "store/digests.h"

const char *site_keep(struct site *site, const char *text)
{
	return text ? g_string_chunk_insert_const(site->strings, text) : NULL;
}

int site_year_of(gint64 date)
{
	g_autoptr(GDateTime) time =
		date == DATE_UNKNOWN ? NULL : g_date_time_new_from_unix_utc(date);

	return time ? g_date_time_get_year(time) : 0;
}

gboolean site_has(const char *file, void *data)
{
	const struct site *site = data;

	return g_hash_table_contains(site->files, file);
}

gboolean site_is_written(const struct site *site, const char *file)
{
	return GPOINTER_TO_INT(g_hash_table_lookup(site->files, file)) == SITE_FILE_WRITTEN;
}

struct site_links site_links_of(struct site *site, const char *file)
{
	return (struct site_links){.self = file, .has = site_has, .data = site};
}

gboolean site_put(struct site *site, const char *file, GString *page, GError **error)
{
	gboolean done =
		page && site->sink->put(file, page->str, page->len, site->sink->data, error);

	g_hash_table_insert(
		site->files, (char *)site_keep(site, file), GINT_TO_POINTER(SITE_FILE_WRITTEN));
	if (page)
		g_string_free(page, TRUE);
	return done;
}

void site_header_open(
	struct page *page, const struct site *site, const char *above, const char *title)
{
	page_newline(page);
	page_open(page, "header", NULL);
	put_site_nav(page);
	page_open(page, "p", "class", "eyebrow", NULL);
	page_text(page, above);
	if (site->narrowed)
		page_textf(page, "; %s", site->narrowed);
	page_end(page);
	page_leaf(page, "h1", NULL, title);
}

/* What others point to comes first. */
static gboolean write_all(struct site *site, GError **error)
{
	return site_plan(site, error) && site_put_clusters(site, error) &&
	       site_put_tables(site, &site->options->filter, NULL, error) &&
	       site_put_aliases(site, error) && site_put_weeks(site, error) &&
	       site_put_feed(site, error) && site_put_index(site, error);
}

gboolean site_write(struct store *store, const struct digest_options *options, const char *gnuplot,
	const struct diag_sink *diags, const struct site_sink *sink, GError **error)
{
	g_autofree char *series = store_series_of(&options->filter);
	struct site site = {store, options, gnuplot, diags, sink};
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	site.strings = g_string_chunk_new(4096);
	site.files = g_hash_table_new(g_str_hash, g_str_equal);
	site.aliases = g_array_new(FALSE, FALSE, sizeof(struct site_alias));
	site.since = g_array_new(FALSE, FALSE, sizeof(gint64));
	site.clusters = g_array_new(FALSE, FALSE, sizeof(struct site_cluster));
	site.weeks = g_array_new(FALSE, FALSE, sizeof(struct site_week));
	site.end = DATE_UNKNOWN;
	site.narrowed = *series ? series : NULL;
	done = write_all(&site, error);
	g_array_unref(site.weeks);
	g_array_unref(site.clusters);
	g_array_unref(site.since);
	g_array_unref(site.aliases);
	g_hash_table_unref(site.files);
	g_string_chunk_free(site.strings);
	return store_read_end(store, done, error);
}
