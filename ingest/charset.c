/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/charset.h"

#include <gmime/gmime.h>

#define LABEL_MAX 40

/* What windows-1252 has in place of the C1 controls; unassigned: the replacement character. */
static const gunichar2 windows_1252[32] = {0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020,
	0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018,
	0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153,
	0xfffd, 0x017e, 0x0178};

/* End of the well-formed UTF-8 that bytes begin with; NUL is a character like others. */
static const char *utf8_end(const char *at, const char *end)
{
	while (!g_utf8_validate_len(at, end - at, &at) && at < end && !*at)
		at++;
	return at;
}

static gboolean is_ascii(struct slice s)
{
	for (gsize i = 0; i < s.len; i++)
		if ((guchar)s.at[i] >= 0x80)
			return FALSE;
	return TRUE;
}

static void append_windows_1252(GString *out, guchar byte)
{
	g_string_append_unichar(
		out, byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte);
}

/*
 * A text of one stray byte among well-formed characters keeps those: only the
 * bytes that are no UTF-8 are read as windows-1252.
 */
static GString *mend(struct slice bytes)
{
	GString *out = g_string_sized_new(bytes.len + bytes.len / 16 + 16);
	const char *end = bytes.at + bytes.len;

	for (const char *at = bytes.at; at < end; at++) {
		const char *good = utf8_end(at, end);

		g_string_append_len(out, at, good - at);
		at = good;
		if (at < end)
			append_windows_1252(out, *at);
	}
	return out;
}

static gboolean label_is(const char *label, const char *const *names)
{
	for (; *names; names++)
		if (!g_ascii_strcasecmp(label, *names))
			return TRUE;
	return FALSE;
}

/* The usual label of the robot's mails, so without iconv.  C1 controls do not fit it. */
static GString *from_latin1(struct slice bytes)
{
	GString *out = g_string_sized_new(bytes.len + bytes.len / 16 + 16);

	for (const char *at = bytes.at, *end = at + bytes.len; at < end;) {
		const char *run = at;

		while (at < end && (guchar)*at < 0x80)
			at++;
		g_string_append_len(out, run, at - run);
		if (at == end)
			break;
		if ((guchar)*at < 0xa0) {
			g_string_free(out, TRUE);
			return NULL;
		}
		g_string_append_unichar(out, (guchar)*at++);
	}
	return out;
}

/* A label is a stranger's text: no "//IGNORE", no path of a converter. */
static gboolean is_charset_name(const char *label)
{
	gsize len = strlen(label);

	return len && len <= LABEL_MAX &&
	       strspn(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "0123456789-_.:+") == len;
}

static GString *from_label(struct slice bytes, const char *label)
{
	static const char *const latin1[] = {
		"iso-8859-1", "iso8859-1", "latin1", "iso_8859-1", NULL};

	if (label_is(label, latin1))
		return from_latin1(bytes);
	if (!is_charset_name(label))
		return NULL;

	gsize len;
	char *text = g_convert(bytes.at, (gssize)bytes.len, "UTF-8",
		g_mime_charset_iconv_name(label), NULL, &len, NULL);
	if (!text)
		return NULL;
	GString *out = g_string_new_len(text, (gssize)len);
	g_free(text);
	return out;
}

/* Charsets whose every text is well-formed UTF-8 too, so that the label goes first. */
static gboolean hides_in_ascii(struct slice bytes, const char *label)
{
	if (!g_ascii_strncasecmp(label, "utf-16", 6) || !g_ascii_strncasecmp(label, "utf-32", 6))
		return memchr(bytes.at, 0, bytes.len) != NULL;
	return !g_ascii_strncasecmp(label, "iso-2022-", 9) && memchr(bytes.at, 27, bytes.len);
}

static struct charset_text converted(GString *out, gboolean fits, const char *as)
{
	struct charset_text result = {{out->str, out->len}, out->str, fits, as};

	g_string_free(out, FALSE);
	return result;
}

struct charset_text charset_read(struct slice bytes, const char *label)
{
	static const char *const utf8[] = {"utf-8", "utf8", NULL};

	if (bytes.len && label && hides_in_ascii(bytes, label)) {
		GString *out = from_label(bytes, label);
		if (out)
			return converted(out, TRUE, "label");
	}
	if (is_ascii(bytes))
		return (struct charset_text){bytes, NULL, TRUE, "utf-8"};

	const char *end = bytes.at + bytes.len;
	if (utf8_end(bytes.at, end) == end)
		return (struct charset_text){bytes, NULL, label && label_is(label, utf8), "utf-8"};

	GString *out = label && !label_is(label, utf8) ? from_label(bytes, label) : NULL;
	if (out)
		return converted(out, TRUE, "label");
	return converted(mend(bytes), FALSE, "windows-1252");
}

char *charset_string(const char *string)
{
	struct charset_text read = charset_read(slice_of(string), NULL);

	return read.owned ? read.owned : g_strdup(string);
}
