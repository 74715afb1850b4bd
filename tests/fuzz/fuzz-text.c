/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The repair of text, any bytes, of which the first line is the charset's label: the result is
 * UTF-8; nothing that a repair puts in is a digit or a letter, and the steps for a line agree.
 */
#include "ingest/charset.h"
#include "ingest/encoding.h"
#include "ingest/flowed.h"
#include "ingest/mime.h"
#include "parse/collapsed.h"
#include "parse/link_wrap.h"
#include "parse/mend.h"
#include "parse/undecoded.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static gsize letters(struct slice text)
{
	gsize n = 0;

	for (gsize i = 0; i < text.len; i++)
		n += g_ascii_isalnum(text.at[i]);
	return n;
}

static struct slice slice_of_string(const GString *string)
{
	return (struct slice){string->str, string->len};
}

static void check_decoded(struct slice raw, GMimeContentEncoding encoding)
{
	struct decoded decoded = encoding_undo(raw, encoding);

	g_assert_true(decoded.len <= raw.len);
	g_assert_true(slice_is_null(decoded.tail) ||
		      (decoded.tail.at >= raw.at &&
			      decoded.tail.at + decoded.tail.len <= raw.at + raw.len));
	g_free(decoded.bytes);
}

static void check_lines(struct slice text)
{
	g_autoptr(GStringChunk) chunk = g_string_chunk_new(256);
	struct slice line;

	while (slice_next_line(&text, &line)) {
		g_autoptr(GString) mended = g_string_new(NULL);
		guint repairs = mend_row(line, mended);
		struct slice link = link_unwrap(line, chunk);

		g_assert_true(repairs || slice_equal(slice_of_string(mended), line));
		g_assert_true(letters(slice_of_string(mended)) <= letters(line));
		g_assert_true(link.at == line.at || slice_starts(link, "http"));
		mend_goes_on(line);
	}
}

static void check_repairs(struct slice text)
{
	struct mail_part part = {.number = 1};
	g_autoptr(GString) decoded = undecoded_repair(text, &part);
	struct slice better = decoded ? slice_of_string(decoded) : text;
	g_autoptr(GString) broken = collapsed_repair(better);

	g_assert_true(letters(better) <= letters(text));
	g_assert_true(!broken || letters(slice_of_string(broken)) == letters(better));
	g_clear_pointer(&part.mended, g_array_unref);
}

static void check_flowed(struct slice text)
{
	for (int del_sp = 0; del_sp < 2; del_sp++) {
		g_autofree char *copy = g_strndup(text.at, text.len);

		g_assert_true(flowed_undo(copy, text.len, del_sp) <= text.len);
	}
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice bytes = {size ? (const char *)data : "", size}, first = SLICE_LIT("");

	mime_init();
	slice_next_line(&bytes, &first);
	g_autofree char *label = slice_dup(first);
	struct charset_text utf8 = charset_read(bytes, label);

	check_decoded(bytes, GMIME_CONTENT_ENCODING_BASE64);
	check_decoded(bytes, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
	check_repairs(utf8.text);
	check_lines(utf8.text);
	check_flowed(utf8.text);
	g_free(utf8.owned);
	return 0;
}
