/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/encoding.h"

/* So many base64 characters in a line are base64, not words. */
#define BASE64_LINE_MIN 40

static gboolean is_base64(char c)
{
	return g_ascii_isalnum(c) || c == '+' || c == '/' || c == '=';
}

static gboolean is_base64_line(struct slice line)
{
	line = slice_trim(line);
	for (gsize i = 0; i < line.len; i++)
		if (!is_base64(line.at[i]))
			return FALSE;
	return TRUE;
}

/* Whether more base64 follows, so that a bad line before is damage and no footer. */
static gboolean resumes(struct slice rest)
{
	for (struct slice line; slice_next_line(&rest, &line);)
		if (line.len >= BASE64_LINE_MIN && is_base64_line(line))
			return TRUE;
	return FALSE;
}

/* The lines behind the base64 text; *ret_damaged: a bad line stands within it. */
static struct slice find_tail(struct slice raw, gboolean *ret_damaged)
{
	struct slice rest = raw;

	*ret_damaged = FALSE;
	for (struct slice line; slice_next_line(&rest, &line);) {
		if (is_base64_line(line))
			continue;
		struct slice tail = slice_between(line.at, raw.at + raw.len);
		*ret_damaged = line.at == raw.at || resumes(rest);
		return *ret_damaged ? SLICE_NULL : tail;
	}
	return SLICE_NULL;
}

static struct decoded undo_base64(struct slice raw)
{
	gboolean broken;
	struct slice tail = find_tail(raw, &broken);
	gsize len = tail.at ? (gsize)(tail.at - raw.at) : raw.len;
	struct decoded d = {g_malloc(len / 4 * 3 + 6), 0, tail, NULL};
	int state = 0;
	guint save = 0;

	d.len = g_base64_decode_step(raw.at, len, (guchar *)d.bytes, &state, &save);

	gsize digits = 0;
	for (gsize i = 0; i < len; i++)
		digits += is_base64(raw.at[i]);
	/* A text cut within a group of four still gives the bytes that are whole. */
	if (digits % 4 > 1)
		d.len += g_base64_decode_step(
			"==", 4 - digits % 4, (guchar *)d.bytes + d.len, &state, &save);

	if (broken)
		d.damage = "a line of the base64 text is damaged";
	else if (digits % 4)
		d.damage = "the base64 text is cut";
	else if (tail.at)
		d.damage = "text that is not base64 follows the base64 text";
	return d;
}

/* "=" stands before two hexadecimal digits or the line's end. */
static gboolean is_sound_escape(const char *at, const char *end)
{
	if (end - at >= 2 && g_ascii_isxdigit(at[0]) && g_ascii_isxdigit(at[1]))
		return TRUE;
	if (at < end && *at == '\r')
		at++;
	return at == end || *at == '\n';
}

static struct decoded undo_quoted_printable(struct slice raw)
{
	struct decoded d = {g_malloc(raw.len + 4), 0, SLICE_NULL, NULL};
	int state = 0;
	guint32 save = 0;
	const char *end = raw.at + raw.len;

	d.len = g_mime_encoding_quoted_decode_step(
		(const guchar *)raw.at, raw.len, (guchar *)d.bytes, &state, &save);
	for (const char *at = raw.at; at && at < end && !d.damage; at++) {
		at = memchr(at, '=', (gsize)(end - at));
		if (!at)
			break;
		if (!is_sound_escape(at + 1, end))
			d.damage = "a quoted-printable escape is damaged";
	}
	return d;
}

/* What stands below the line "begin 644 name"; all when there is none. */
static struct slice below_begin(struct slice raw)
{
	struct slice rest = raw, line;

	while (slice_next_line(&rest, &line))
		if (slice_starts(line, "begin "))
			return rest;
	return raw;
}

static struct decoded undo_uuencode(struct slice raw)
{
	GMimeEncoding codec;

	raw = below_begin(raw);
	g_mime_encoding_init_decode(&codec, GMIME_CONTENT_ENCODING_UUENCODE);
	struct decoded d = {
		g_malloc(g_mime_encoding_outlen(&codec, raw.len) + 4), 0, SLICE_NULL, NULL};
	d.len = g_mime_encoding_step(&codec, raw.at, raw.len, d.bytes);
	if (!d.len && raw.len)
		d.damage = "nothing of the uuencoded text can be read";
	return d;
}

struct decoded encoding_undo(struct slice raw, GMimeContentEncoding encoding)
{
	switch (encoding) {
	case GMIME_CONTENT_ENCODING_BASE64:
		return undo_base64(raw);
	case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
		return undo_quoted_printable(raw);
	case GMIME_CONTENT_ENCODING_UUENCODE:
		return undo_uuencode(raw);
	default:
		return (struct decoded){g_memdup2(raw.at, raw.len), raw.len, SLICE_NULL, NULL};
	}
}
