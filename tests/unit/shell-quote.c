/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is quoted comes out of a shell as it was, whatever it is. */
#include "reproduce/shell_quote.h"

#include <glib/gstdio.h>
#include <string.h>

#define WORDS 400
#define WORD_BYTES 24

/* Any bytes, but often those that mean something to a shell. */
static char *any_word(void)
{
	static const char special[] = "'\"\\$`;&|<>(){}[]*?!#~ \t\n\r=%-\x01\x7f\x81\x84\x88\xff";
	gsize len = (gsize)g_test_rand_int_range(0, WORD_BYTES);
	char *word = g_malloc0(len + 1);

	for (gsize i = 0; i < len; i++)
		word[i] = g_test_rand_bit() ? special[g_test_rand_int_range(0, sizeof special - 1)]
					    : (char)g_test_rand_int_range(1, 256);
	return word;
}

/* Prints its arguments, a NUL behind each. */
static void round_trip(const char *shell)
{
	g_autoptr(GString) script = g_string_new("printf '%s\\0'"), wanted = g_string_new(NULL);
	const char *const words[] = {shell, "-c", NULL, NULL};
	g_autofree char **argv = g_memdup2(words, sizeof words);
	g_autoptr(GError) error = NULL;
	GString got = {0};
	int fd, status;

	for (guint i = 0; i < WORDS; i++) {
		g_autofree char *word = any_word();

		g_string_append_c(script, ' ');
		shell_quote_to(script, word);
		g_string_append_len(wanted, word, (gssize)strlen(word) + 1);
	}
	g_autofree char *path = NULL;
	fd = g_file_open_tmp("lkpdigest-quote-XXXXXX", &path, &error);
	g_assert_no_error(error);
	g_close(fd, NULL);
	g_autofree char *quoted = g_shell_quote(path);
	g_string_append_printf(script, " >%s\n", quoted);
	argv[2] = script->str;
	g_assert_true(g_spawn_sync(
		NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error));
	g_assert_cmpint(status, ==, 0);
	g_assert_true(g_file_get_contents(path, &got.str, &got.len, &error));
	g_assert_cmpmem(got.str, got.len, wanted->str, wanted->len);
	g_free(got.str);
	g_unlink(path);
}

static void test_any_word(void)
{
	for (guint i = 0; i < 5; i++)
		round_trip("sh");
	round_trip("bash");
}

static void test_plain(void)
{
	static const char *const cases[][2] = {{"taskset", "taskset"}, {"", "''"}, {"a b", "'a b'"},
		{"it's", "'it'\\''s'"}, {"~", "'~'"},
		{"a=b/c,d:e@f+g%h.i-j_k", "a=b/c,d:e@f+g%h.i-j_k"}};
	g_autoptr(GString) out = g_string_new(NULL);

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_string_truncate(out, 0);
		shell_quote_to(out, cases[i][0]);
		g_assert_cmpstr(out->str, ==, cases[i][1]);
	}
	g_string_truncate(out, 0);
	shell_assign(out, "mark", "$(id)");
	shell_assign_number(out, "seconds", 7);
	g_assert_cmpstr(out->str, ==, "mark='$(id)'\nseconds=7\n");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/shell-quote/plain", test_plain);
	g_test_add_func("/shell-quote/any-word", test_any_word);
	return g_test_run();
}
