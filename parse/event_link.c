/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/event_link.h"

#include "parse/link_wrap.h"
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
	if (n > LINK_MAX) /* cut, it would lead elsewhere */
		return 0;
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
