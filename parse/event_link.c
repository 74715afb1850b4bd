/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/event_link.h"

#include "parse/address.h"
#include "parse/link_wrap.h"
#include "parse/records.h"
#include "parse/scan.h"

#define LINK_MAX 1000

static gboolean ends_link(char c)
{
	return (guchar)c <= ' ' || strchr("<>\"')]}|\\^`", c);
}

static gsize link_length(struct slice text)
{
	gsize n = 0;

	if (!slice_starts(text, "http://") && !slice_starts(text, "https://"))
		return 0;
	while (n < text.len && n <= LINK_MAX && !ends_link(text.at[n]))
		n++;
	if (n > LINK_MAX || slice_ends((struct slice){text.at, n}, "[email"))
		return 0; /* cut, it would lead elsewhere */
	while (n && strchr(".,;:!?", text.at[n - 1]))
		n--;
	return n;
}

struct slice link_find(struct slice text)
{
	const char *at;

	while ((at = slice_find(text, "http"))) {
		text = slice_between(at, text.at + text.len);
		gsize n = link_length(text);

		if (n)
			return (struct slice){text.at, n};
		text = slice_skip(text, strlen("http"));
	}
	return SLICE_NULL;
}

/* The piece between slashes that holds the '@'; null: none does. */
static struct slice segment_of_id(struct slice link)
{
	const char *sign = memchr(link.at, '@', link.len), *from = sign, *to = sign;
	const char *end = link.at + link.len;

	if (!sign)
		return SLICE_NULL;
	while (from > link.at && from[-1] != '/')
		from--;
	while (to < end && *to != '/')
		to++;
	return slice_between(from, to);
}

/* A link of the archives whose last piece may be the beginning of a Message-ID. */
static gboolean may_be_cut(struct slice link)
{
	const char *slash = memrchr(link.at, '/', link.len);
	struct slice id = slice_between(slash + 1, link.at + link.len);

	if (!slice_find(link, "://lore.kernel.org/") && !slice_find(link, "://lkml.kernel.org/r/"))
		return FALSE;
	for (gsize i = 0; i < id.len; i++)
		if (g_ascii_isdigit(id.at[i]))
			return TRUE;
	return FALSE;
}

/* ".../202605121549.4b9f0f7e-lkp at intel.com": it ends in a line as if cut. */
static struct slice spelled_link(struct slice line, struct slice link, GStringChunk *text)
{
	g_autofree char *whole = address_put_back(slice_between(link.at, line.at + line.len));
	struct slice found = whole ? link_find(slice_of(whole)) : SLICE_NULL;

	if (slice_is_null(found) ||
		(!address_is_robots_id(segment_of_id(found)) && !may_be_cut(link)))
		return SLICE_NULL;
	return (struct slice){
		g_string_chunk_insert_len(text, found.at, (gssize)found.len), found.len};
}

static struct slice masked_link(struct slice link, GStringChunk *text)
{
	struct slice masked = segment_of_id(link);
	g_autofree char *id = address_unmask_id(masked);
	g_autofree char *whole = NULL;

	if (!id)
		return SLICE_NULL;
	whole = g_strdup_printf("%.*s%s%.*s", (int)(masked.at - link.at), link.at, id,
		(int)(link.at + link.len - masked.at - masked.len), masked.at + masked.len);
	return slice_of(g_string_chunk_insert(text, whole));
}

struct slice link_read(struct slice line, GStringChunk *text, guint *repairs)
{
	struct slice link = link_find(line), whole;

	if (slice_is_null(link))
		return link;
	whole = link_unwrap(link, text);
	if (!slice_equal(whole, link)) {
		*repairs |= REPAIR_LINK;
		return whole;
	}
	whole = memchr(link.at, '@', link.len) ? masked_link(link, text)
					       : spelled_link(line, link, text);
	if (slice_is_null(whole))
		return link;
	*repairs |= REPAIR_ADDRESS;
	return whole;
}

/* Text with one '@' inside, no blank and no control character. */
static gboolean is_message_id(const char *id)
{
	const char *at = strchr(id, '@');

	if (!at || at == id || !at[1])
		return FALSE;
	for (const char *c = id; *c; c++)
		if ((guchar)*c <= ' ' || strchr("<>\"", *c) || *c == 0x7f)
			return FALSE;
	return TRUE;
}

struct slice link_target(struct slice link, GStringChunk *text)
{
	struct slice rest = link_unwrap(link, text), segment;

	if (slice_is_null(scan_before(&rest, "://")) || slice_is_null(scan_before(&rest, "/")))
		return SLICE_NULL;
	while (rest.len) {
		segment = scan_before(&rest, "/");
		if (slice_is_null(segment)) {
			segment = rest;
			rest.len = 0;
		}
		g_autofree char *raw = slice_dup(segment);
		raw[strcspn(raw, "?#")] = '\0';
		g_autofree char *id = g_uri_unescape_string(raw, "/");

		if (id && g_utf8_validate(id, -1, NULL) && is_message_id(id))
			return slice_of(g_string_chunk_insert(text, id));
	}
	return SLICE_NULL;
}
