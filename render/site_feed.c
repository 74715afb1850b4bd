/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The feed, RFC 4287: an entry a week, the newest first.  Its moments are those of what the weeks
 * tell of, and its ids are hashes of what the site is narrowed to (UUIDs of version 5, RFC 9562),
 * so that neither depends on when or where the site is made.
 */
#include "render/site_parts.h"

#include <string.h>

#define ENTRIES_MAX 60
#define UUID_BYTES 16

/* "urn:uuid:..." of a thing of the site; g_free(). */
static char *id_of(const struct site *site, const char *thing)
{
	/* The namespace: 3d6ba1d2-5f0c-5b86-9c1c-5e3a8a4f7b10, made up for these. */
	static const guint8 space[UUID_BYTES] = {0x3d, 0x6b, 0xa1, 0xd2, 0x5f, 0x0c, 0x5b, 0x86,
		0x9c, 0x1c, 0x5e, 0x3a, 0x8a, 0x4f, 0x7b, 0x10};
	g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA1);
	const char *narrowed = site->narrowed ? site->narrowed : "";
	guint8 b[20];
	gsize len = sizeof b;

	g_checksum_update(hash, space, sizeof space);
	g_checksum_update(hash, (const guchar *)narrowed, (gssize)strlen(narrowed) + 1);
	g_checksum_update(hash, (const guchar *)thing, -1);
	g_checksum_get_digest(hash, b, &len);
	b[6] = (b[6] & 0x0f) | 0x50;
	b[8] = (b[8] & 0x3f) | 0x80;
	return g_strdup_printf("urn:uuid:%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
			       "%02x%02x%02x%02x%02x%02x",
		b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
		b[13], b[14], b[15]);
}

static void put_common(
	struct page *page, const char *title, const char *id, gint64 updated, const char *file)
{
	g_autofree char *moment = words_time(updated);

	page_newline(page);
	page_leaf(page, "title", NULL, title);
	page_leaf(page, "id", NULL, id);
	page_leaf(page, "updated", NULL, moment ? moment : "1970-01-01T00:00:00Z");
	page_void(page, "link", "rel", "alternate", "type", "text/html", "href", file, NULL);
}

static void put_entry(struct page *page, const struct site *site, const struct site_week *week)
{
	g_autofree char *file = site_week_file(week->name);
	g_autofree char *id = id_of(site, week->name);

	page_newline(page);
	page_open(page, "entry", NULL);
	put_common(page, week->subject, id, week->latest, file);
	page_leaf(page, "summary", NULL, week->prose);
	page_end(page);
}

static gint64 latest_of(const struct site *site)
{
	gint64 latest = 0;

	for (guint i = 0; i < site->weeks->len; i++)
		latest = MAX(latest, g_array_index(site->weeks, struct site_week, i).latest);
	return latest;
}

gboolean site_put_feed(struct site *site, GError **error)
{
	g_autofree char *id = id_of(site, "feed");
	g_autofree char *title = g_strdup_printf("Linux kernel performance%s%s",
		site->narrowed ? ": " : "", site->narrowed ? site->narrowed : "");
	struct page *page = page_new_xml();
	guint n = site->weeks->len;

	page_open(page, "feed", "xmlns", "http://www.w3.org/2005/Atom", "xml:lang", "en", NULL);
	put_common(page, title, id, latest_of(site), SITE_INDEX);
	page_open(page, "author", NULL);
	page_leaf(page, "name", NULL, "lkpdigest");
	page_end(page);
	for (guint i = 0; i < MIN(n, ENTRIES_MAX); i++)
		put_entry(page, site, &g_array_index(site->weeks, struct site_week, n - 1 - i));
	page_newline(page);
	page_end(page);
	page_newline(page);
	return site_put(site, SITE_FEED, page_close(page, error), error);
}
