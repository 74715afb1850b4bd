/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/link_wrap.h"

#define LINK_MAX 4000

/* What stands between two texts, the first of each. */
static struct slice between(struct slice text, const char *from, const char *to)
{
	const char *start = slice_find(text, from), *end;

	if (!start)
		return SLICE_NULL;
	text = slice_skip(text, (gsize)(start - text.at) + strlen(from));
	end = slice_find(text, to);
	return end ? slice_between(text.at, end) : text;
}

/* A '*' stands for a character that is kept elsewhere, and shortened: then it is left wrapped. */
static char *unwrap_third(struct slice link)
{
	struct slice inside = between(link, "/v3/__", "__;");

	return inside.len && !memchr(inside.at, '*', inside.len) ? slice_dup(inside) : NULL;
}

/* '-' stands for '%' and '_' for '/'. */
static char *unwrap_second(struct slice link)
{
	g_autofree char *inside = slice_dup(between(link, "/v2/url?u=", "&"));

	if (!inside)
		return NULL;
	g_strdelimit(inside, "-", '%');
	g_strdelimit(inside, "_", '/');
	return g_uri_unescape_string(inside, NULL);
}

static char *unwrap_outlook(struct slice link)
{
	g_autofree char *inside = slice_dup(between(link, "?url=", "&"));

	return inside ? g_uri_unescape_string(inside, NULL) : NULL;
}

static char *unwrap(struct slice link)
{
	if (slice_find(link, "://urldefense.") && slice_find(link, "/v3/__"))
		return unwrap_third(link);
	if (slice_find(link, "://urldefense."))
		return unwrap_second(link);
	if (slice_find(link, ".safelinks.protection.outlook.com/"))
		return unwrap_outlook(link);
	return NULL;
}

static gboolean is_link(const char *text)
{
	if (!g_str_has_prefix(text, "https://") && !g_str_has_prefix(text, "http://"))
		return FALSE;
	for (; *text; text++)
		if ((guchar)*text <= ' ' || *text == 0x7f)
			return FALSE;
	return TRUE;
}

struct slice link_unwrap(struct slice link, GStringChunk *text)
{
	g_autofree char *inside = link.len && link.len <= LINK_MAX ? unwrap(link) : NULL;

	if (!inside || !is_link(inside) || !g_utf8_validate(inside, -1, NULL))
		return link;
	return slice_of(g_string_chunk_insert(text, inside));
}
