/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Letters are read back as they were written, whatever they hold. */
#include "base/own_id.h"
#include "base/show.h"
#include "ingest/mime.h"
#include "render/letter.h"

#define ROUNDS 200
#define DATE 1700000000

static const struct envelope envelope = {"Digest B\xc3\xb6t <digest@example.org>",
	"maintainer@example.org, \"Doe, J\" <jd@example.org>", NULL};

static GString *write_letter(const char *subject, const char *text, const char *page)
{
	const struct letter letter = {&envelope, subject, DATE, "lkpdigest.a.b@example.org",
		"lkpdigest.before.b@example.org", text, page};

	return letter_write(&letter);
}

/* What every mail program on the way lets alone. */
static void assert_harmless(const GString *bytes)
{
	g_auto(GStrv) lines = g_strsplit(bytes->str, "\n", -1);

	g_assert_cmpuint(strlen(bytes->str), ==, bytes->len);
	for (char **line = lines; *line; line++) {
		g_assert_cmpuint(strlen(*line), <=, 78);
		g_assert_cmpstr(*line, !=, ".");
		g_assert_false(g_str_has_prefix(*line, "From "));
		for (const char *c = *line; *c; c++)
			g_assert_true(*c == '\t' || (*c >= 0x20 && *c < 0x7f));
	}
}

static void assert_part(const struct mail *mail, guint nr, const char *type, const char *text)
{
	const struct mail_part *part = mail->parts->pdata[nr];
	g_autofree char *got = slice_dup(part->bytes);

	g_assert_cmpstr(part->type, ==, type);
	g_assert_false(part->attached);
	g_assert_cmpstr(got, ==, text);
}

static void assert_comes_back(const char *subject, const char *text, const char *page)
{
	const struct origin origin = {"letter", 0, NULL, 0, 0};
	GString *bytes = write_letter(subject, text, page);
	GString *again = write_letter(subject, text, page);
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	struct mail *mail = mime_read((struct slice){bytes->str, bytes->len}, &origin, &sink);

	assert_harmless(bytes);
	g_assert_cmpstr(bytes->str, ==, again->str);
	g_assert_cmpstr(mail->subject, ==, subject);
	g_assert_cmpstr(mail->message_id, ==, "lkpdigest.a.b@example.org");
	g_assert_cmpstr(mail->in_reply_to, ==, "lkpdigest.before.b@example.org");
	g_assert_cmpuint(mail->references->len, ==, 1);
	g_assert_cmpstr(mail->from_name, ==, "Digest B\xc3\xb6t");
	g_assert_cmpstr(mail->from_address, ==, "digest@example.org");
	g_assert_cmpint(mail->date, ==, DATE);
	g_assert_cmpuint(mail->parts->len, ==, 2);
	assert_part(mail, 0, "text/plain", text);
	assert_part(mail, 1, "text/html", page);
	g_assert_cmpuint(diags->len, ==, 0);
	mail_free(mail);
	g_string_free(bytes, TRUE);
	g_string_free(again, TRUE);
}

static void test_plain(void)
{
	assert_comes_back("[lkp-digest] 2016-W23: 1 regression", "One line.\n\n  Another.\n",
		"<!DOCTYPE html>\n<html><body><p>One.</p></body></html>\n");
}

static void test_awkward(void)
{
	static const char text[] =
		"From the start\nFrom here\n.\n..\n--=_00\n--\nblank at the end \n"
		"tab\t\n=3D soft=\n\xe2\x96\xbc \xc3\xa9\n.\nFrom\n";
	g_autofree char *wide = g_strnfill(5000, 'x');
	g_autofree char *page = g_strdup_printf("<p>%s</p>\n.\nFrom %s\n", wide, wide);
	g_autofree char *subject = g_strdup_printf("%s \xc3\xa9 %s", "a",
		"a subject that is much longer than a line of a header may be, so that it is "
		"folded "
		"at some of its blanks");

	assert_comes_back(subject, text, page);
	assert_comes_back("\xf0\x9f\x90\xa7", ".\n", "From \n");
}

/* A line of words of all sorts, some of them such as mails are made of. */
static char *random_line(void)
{
	static const char *const words[] = {"From ", ".", "=A", "--", "\xe2\x96\xbc", "\xc3\xa9",
		" ", "word", "=2", "\t", "Subject:", "boundary", "<br>", "&amp;", "\\x0D\\x0A",
		"averylongwordthatgoesonandonandonandonandonandonandon"};
	GString *line = g_string_new(NULL);

	for (int n = g_test_rand_int_range(0, 12); n > 0; n--)
		g_string_append(line, words[g_test_rand_int_range(0, G_N_ELEMENTS(words))]);
	return g_string_free(line, FALSE);
}

static char *random_text(void)
{
	GString *text = g_string_new(NULL);

	for (int n = g_test_rand_int_range(1, 8); n > 0; n--) {
		g_autofree char *line = random_line();

		g_string_append_printf(text, "%s\n", line);
	}
	return g_string_free(text, FALSE);
}

static void test_random(void)
{
	for (guint i = 0; i < ROUNDS; i++) {
		g_autofree char *text = random_text(), *page = random_text();

		assert_comes_back("a subject", text, page);
	}
}

/* Nothing that a subject holds begins a field of its own. */
static void test_subject(void)
{
	static const char hostile[] = "a\r\nBcc: someone@example.org\r\n\r\nbody\x01\xff";
	g_autofree char *safe = show_line(slice_of(hostile));
	GString *bytes = write_letter(safe, "text\n", "page\n");

	g_assert_null(strstr(bytes->str, "\nBcc"));
	assert_harmless(bytes);
	g_string_free(bytes, TRUE);
	bytes = write_letter("=?utf-8?q?=0d=0a?= \xc3\xa9", "text\n", "page\n");
	g_assert_null(strstr(bytes->str, "=?utf-8?q?=0d"));
	g_string_free(bytes, TRUE);
}

static void test_addresses(void)
{
	static const char *const sound[] = {"a@example.org", "A B <a@example.org>",
		"\"B, A\" <a@example.org>, c@example.org", "\"a@b\" <a@example.org>",
		"B\xc3\xb6 <a+b@example.org>"};
	static const char *const bad[] = {"", "a", "a@", "@b", "a@b\nBcc: c@example.org", "a@b\r\n",
		"a b@example.org c", "group: a@example.org;", "a@-example.org", "a@example..org",
		"\xff@example.org", "A <b@c@d>"};

	for (guint i = 0; i < G_N_ELEMENTS(sound); i++) {
		g_autoptr(GError) error = NULL;

		letter_check_addresses(sound[i], FALSE, &error);
		g_assert_no_error(error);
	}
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;

		if (letter_check_addresses(bad[i], FALSE, &error))
			g_test_message("taken: %s", bad[i]);
		g_assert_nonnull(error);
	}
	g_assert_false(letter_check_addresses("a@example.org, b@example.org", TRUE, NULL));

	g_autofree char *host = letter_host("A B <a@Example.ORG>");
	g_assert_cmpstr(host, ==, "example.org");
}

static void test_own_id(void)
{
	g_autofree char *id = own_id_new(
		"2016-W23", "0123456789abcdef0123456789abcdef0123456789abcdef", "example.org");

	g_assert_cmpstr(id, ==, "lkpdigest.2016-W23.0123456789abcdef01234567@example.org");
	g_assert_true(own_id_is(slice_of(id)));
	g_assert_false(
		own_id_is(slice_of("lkpdigest.2016-W23.0123456789abcdef0123456@example.org")));
	g_assert_false(own_id_is(slice_of("lkpdigest.2016-W23")));
	g_assert_false(own_id_is(slice_of("lkpdigest.a@example.org")));
	g_assert_false(own_id_is(slice_of("")));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/letter/plain", test_plain);
	g_test_add_func("/letter/awkward", test_awkward);
	g_test_add_func("/letter/random", test_random);
	g_test_add_func("/letter/subject", test_subject);
	g_test_add_func("/letter/addresses", test_addresses);
	g_test_add_func("/letter/own-id", test_own_id);
	return g_test_run();
}
