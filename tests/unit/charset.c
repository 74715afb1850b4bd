/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/charset.h"

#include "ingest/flowed.h"
#include "ingest/mime.h"

static void read_as(
	const char *bytes, gsize len, const char *label, const char *want, gboolean fits)
{
	struct charset_text read = charset_read((struct slice){bytes, len}, label);
	g_autofree char *text = slice_dup(read.text);

	g_assert_cmpstr(text, ==, want);
	g_assert_cmpint(read.fits, ==, fits);
	g_assert_true(!read.owned || read.text.at == read.owned);
	g_free(read.owned);
}

#define READ_AS(bytes, label, want, fits) read_as(bytes, sizeof(bytes) - 1, label, want, fits)

static void test_labels(void)
{
	READ_AS("plain", "us-ascii", "plain", TRUE);
	READ_AS("plain", NULL, "plain", TRUE);
	READ_AS("", "utf-8", "", TRUE);
	/* The robot's usual form: one byte B1 for the sign. */
	READ_AS("14321 \xb1  2%", "iso-8859-1", "14321 ±  2%", TRUE);
	READ_AS("\xb1 2%", "ISO-8859-1", "± 2%", TRUE);
	READ_AS("\xb1 2%", "windows-1252", "± 2%", TRUE);
	READ_AS("\xc2\xb1 2%", "utf-8", "± 2%", TRUE);
	READ_AS("\xb1 2%", "iso-8859-2", "ą 2%", TRUE);
	READ_AS("\xa4\xe5", "big5", "文", TRUE);
	READ_AS("\x1b$B4A\x1b(B", "iso-2022-jp", "漢", TRUE);
}

static void test_lying_labels(void)
{
	READ_AS("\xb1 2%", "us-ascii", "± 2%", FALSE);
	READ_AS("\xb1 2%", NULL, "± 2%", FALSE);
	READ_AS("\xb1 2%", "yes", "± 2%", FALSE);
	READ_AS("\xb1 2%", "utf-8", "± 2%", FALSE);
	READ_AS("\xc2\xb1 2%", "us-ascii", "± 2%", FALSE);
	READ_AS("\xc2\xb1 2%", "iso-8859-1", "± 2%", FALSE);
	READ_AS("\x93q\x94", "iso-8859-1", "“q”", FALSE);
	READ_AS("\x81", "iso-8859-1", "\xef\xbf\xbd", FALSE);
	/* Surrogates and overlong forms are no UTF-8. */
	READ_AS("\xed\xa0\x80", "utf-8", "í\xc2\xa0€", FALSE);
	/* What iconv would do on being asked for it: delete. */
	READ_AS("\xc2\xb1\xff", "utf-8//IGNORE", "±ÿ", FALSE);
	READ_AS("\xb1", "../../x", "±", FALSE);
}

static void test_stray_byte(void)
{
	/* One raw byte quoted into a UTF-8 mail leaves the others alone. */
	READ_AS("\xc2\xb1 1% \xb1 2% \xe2\x80\x9cx", "utf-8", "± 1% ± 2% “x", FALSE);
}

static void test_nul(void)
{
	struct charset_text read = charset_read(SLICE_LIT("a\0\xc2\xb1\0b"), "utf-8");

	g_assert_true(slice_equal(read.text, SLICE_LIT("a\0\xc2\xb1\0b")));
	g_assert_null(read.owned);
	read = charset_read(SLICE_LIT("a\0\xb1\0b"), "utf-8");
	g_assert_true(slice_equal(read.text, SLICE_LIT("a\0\xc2\xb1\0b")));
	g_free(read.owned);
}

/* Whatever the bytes and the label, UTF-8 comes out and ASCII stays. */
static void test_any_bytes(void)
{
	static const char *const labels[] = {
		NULL, "utf-8", "iso-8859-1", "us-ascii", "shift_jis", "gb18030", "utf-7", "x"};

	for (int round = 0; round < 3000; round++) {
		char bytes[64];
		gsize len = (gsize)g_test_rand_int_range(0, sizeof bytes);

		for (gsize i = 0; i < len; i++)
			bytes[i] = (char)g_test_rand_int_range(1, 256);
		struct charset_text read = charset_read((struct slice){bytes, len},
			labels[g_test_rand_int_range(0, G_N_ELEMENTS(labels))]);
		g_assert_true(g_utf8_validate_len(read.text.at, read.text.len, NULL) ||
			      memchr(read.text.at, 0, read.text.len));
		g_free(read.owned);
	}
}

static void unflow(const char *text, gboolean del_sp, const char *want)
{
	g_autofree char *copy = g_strdup(text);
	gsize len = flowed_undo(copy, strlen(copy), del_sp);
	g_autofree char *got = g_strndup(copy, len);

	g_assert_cmpstr(got, ==, want);
}

static void test_flowed(void)
{
	unflow("  a\n b \nc", FALSE, " a\nb \nc");
	unflow(" From here\n >no quote\n", FALSE, "From here\n>no quote\n");
	unflow("> quoted\n>  more\n", FALSE, "> quoted\n>  more\n");
	unflow("one \ntwo  \n-- \nname \n", TRUE, "one\ntwo \n-- \nname\n");
	unflow("", TRUE, "");
	unflow(" ", FALSE, "");
	unflow("\n\n", TRUE, "\n\n");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/charset/labels", test_labels);
	g_test_add_func("/charset/lying-labels", test_lying_labels);
	g_test_add_func("/charset/stray-byte", test_stray_byte);
	g_test_add_func("/charset/nul", test_nul);
	g_test_add_func("/charset/any-bytes", test_any_bytes);
	g_test_add_func("/flowed", test_flowed);
	return g_test_run();
}
