/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads as text and reports on one line, any bytes: messages lie in the text in their
 * order; a repair adds white space alone.
 */
#include "ingest/charset.h"
#include "ingest/dump.h"
#include "ingest/mime.h"
#include "parse/collapsed.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_messages(struct slice text)
{
	struct origin origin = {"fuzz", 0, NULL, 0, 0};
	g_autoptr(GArray) messages = dump_split(text);
	const char *end = text.at;

	for (guint i = 0; i < messages->len; i++) {
		const struct loose *loose = &g_array_index(messages, struct loose, i);

		g_assert_true(loose->text.at >= end);
		end = loose->text.at + loose->text.len;
		g_assert_true(end <= text.at + text.len);
		mail_free(loose_mail(loose, &origin, "first@example.org", NULL));
	}
}

static char *without_blanks(const char *at, gsize len)
{
	GString *out = g_string_sized_new(len);

	for (gsize i = 0; i < len; i++)
		if (!at[i] || !strchr(" \t\r\n", at[i]))
			g_string_append_c(out, at[i] ? at[i] : '0');
	return g_string_free(out, FALSE);
}

static void check_repair(struct slice text)
{
	g_autoptr(GString) repaired = collapsed_repair(text);

	if (!repaired)
		return;
	g_autofree char *before = without_blanks(text.at, text.len);
	g_autofree char *after = without_blanks(repaired->str, repaired->len);
	g_assert_cmpstr(before, ==, after);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct charset_text utf8 =
		charset_read((struct slice){size ? (const char *)data : "", size}, NULL);

	mime_init();
	dump_bid(utf8.text);
	check_messages(utf8.text);
	check_repair(utf8.text);
	g_free(utf8.owned);
	return 0;
}
