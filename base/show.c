/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/show.h"

/* Shown as nothing, or as a change to the character before, and of no such type. */
static gboolean is_invisible(gunichar c)
{
	return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 ||
	       (c >= 0x180b && c <= 0x180f) || c == 0x2800 || c == 0x3164 ||
	       (c >= 0xfe00 && c <= 0xfe0f) || c == 0xffa0 || (c >= 0xe0100 && c <= 0xe01ef);
}

gboolean show_is_unsafe(gunichar c)
{
	if (is_invisible(c))
		return TRUE;
	switch (g_unichar_type(c)) {
	case G_UNICODE_CONTROL:
	case G_UNICODE_FORMAT: /* U+202A..E, U+2066..9, U+200E/F, U+061C, zero widths, tags */
	case G_UNICODE_LINE_SEPARATOR:
	case G_UNICODE_PARAGRAPH_SEPARATOR:
	case G_UNICODE_SURROGATE:
	case G_UNICODE_PRIVATE_USE:
	case G_UNICODE_UNASSIGNED:
		return TRUE;
	default:
		return FALSE;
	}
}

/* Nearly all text is safe ASCII, which is taken in pieces. */
static gsize safe_ascii(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && *at >= 0x20 && *at < 0x7f)
		at++;
	return (gsize)(at - from);
}

void show_line_to(GString *out, struct slice text)
{
	const char *at = text.at, *end = text.at ? text.at + text.len : NULL;

	while (at < end) {
		gsize n = safe_ascii(at, end);

		if (n) {
			g_string_append_len(out, at, (gssize)n);
			at += n;
			continue;
		}

		gunichar c = g_utf8_get_char_validated(at, end - at);

		if (c == (gunichar)-1 || c == (gunichar)-2 || c < 0x20 || c == 0x7f) {
			g_string_append_printf(out, "\\x%02X", (guchar)*at);
			at++;
			continue;
		}

		const char *next = g_utf8_next_char(at);

		if (show_is_unsafe(c))
			g_string_append_printf(out, "\\u{%04X}", c);
		else
			g_string_append_len(out, at, next - at);
		at = next;
	}
}

char *show_line(struct slice text)
{
	GString *out = g_string_sized_new(text.len);

	show_line_to(out, text);
	return g_string_free(out, FALSE);
}
