/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commits that mails show with their authors, and lines that only look so. */
#include "tests/unit/mail-text.h"

#include "parse/shown_commit.h"
#include "parse/titles.h"

#define H40 "5c0a85fad949212b3e059692deecdeed74ae7ec7"

static void append(GString *text, struct slice s)
{
	if (slice_is_null(s))
		s = SLICE_LIT("-");
	g_string_append_printf(text, " %.*s;", SLICE_ARG(s));
}

/* "line depth: id; title; name; address;" of each. */
static void assert_shown(const char *subject, const char *body, const char *expected)
{
	g_auto(parsed) p = parsed_text(
		mail_from("Subsystem Maintainer", "maintainer@example.org", subject), body);
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < p.records->shown_commits->len; i++) {
		const struct shown_commit *s =
			RECORD(p.records->shown_commits, struct shown_commit, i);

		g_string_append_printf(text, "%u %u:", s->line, s->depth);
		append(text, s->commit);
		append(text, s->title);
		append(text, s->author_name);
		append(text, s->author_address);
		g_string_append_c(text, '\n');
	}
	g_assert_cmpstr(text->str, ==, expected);
}

static void test_git_show(void)
{
	assert_shown("Re: x",
		"Here is the result:\n"
		"\n"
		"commit " H40 " (HEAD, tag: v4.7-rc1)\n"
		"Merge: 1234567 89abcde\n"
		"Author: Patch Author <author@example.org>\n"
		"Date:   Thu May 19 17:13:00 2016 -0700\n"
		"\n"
		"    mm: make faultaround produce old ptes\n"
		"    \n"
		"    Text.\n",
		"3 0: " H40 "; mm: make faultaround produce old ptes; Patch Author; "
		"author@example.org;\n");
}

/* An archive took the indentation away, and masked the address. */
static void test_by_an_archive(void)
{
	assert_shown("Re: x",
		"> commit 5c0a85fad949\n"
		"> Author: \"Author, Patch\" <author@xxxxxxx>\n"
		"> Date: Thu Aug 11 17:57:21 2016 +0200\n"
		">\n"
		"> dbg fix 68a9f5e700\n",
		"1 1: 5c0a85fad949; dbg fix 68a9f5e700; Author, Patch; author@xxxxxxx;\n");
}

static void test_notice(void)
{
	assert_shown("[tip: sched/core] sched/fair: Wake up on another core",
		"The following commit has been merged into the sched/core branch of tip:\n"
		"\n"
		"Commit-ID:     " H40 "\n"
		"Gitweb:        https://git.example.org/tip/5c0a85fad949\n"
		"Author:        Patch Author <author@example.org>\n"
		"AuthorDate:    Thu, 19 May 2016 17:13:00 -07:00\n",
		"3 0: " H40
		"; [tip: sched/core] sched/fair: Wake up on another core; Patch Author; "
		"author@example.org;\n");
}

static void test_patch(void)
{
	assert_shown("[PATCH] mm: make faultaround produce old ptes",
		"\n"
		"From: Patch Author <author@example.org>\n"
		"\n"
		"Text.\n"
		"\n"
		"diff --git a/mm/memory.c b/mm/memory.c\n"
		"--- a/mm/memory.c\n"
		"+++ b/mm/memory.c\n"
		"@@ -1 +1 @@\n"
		"-a\n"
		"+b\n",
		"2 0: -; -; Patch Author; author@example.org;\n");
}

static void test_none(void)
{
	assert_shown("Re: x",
		"From: Patch Author <author@example.org>\n"
		"commit " H40 " upstream.\n"
		"Author: Patch Author <author@example.org>\n"
		"\n"
		"commit: " H40 "\n"
		"Author: Patch Author <author@example.org>\n"
		"\n"
		"commit " H40 "\n"
		"\n\n\n\n\n"
		"Author: Patch Author <author@example.org>\n"
		"commit " H40 "\n"
		"Author: nobody\n"
		"commit " H40 "\n"
		"> Author: Patch Author <author@example.org>\n"
		"commit me\n"
		"Author: <>\n",
		"");
}

static void test_too_many(void)
{
	g_autoptr(GString) body = g_string_new(NULL);

	for (guint i = 0; i < SHOWN_COMMITS_MAX + 3; i++)
		g_string_append(body, "commit " H40 "\nAuthor: A B <a@example.org>\n\n");

	g_auto(parsed) p = parsed_text(mail_from("A", "a@example.org", "Re: x"), body->str);
	g_assert_cmpuint(p.records->shown_commits->len, ==, SHOWN_COMMITS_MAX);
	g_assert_cmpuint(parsed_diags(&p, DIAG_LIST_TOO_LONG), ==, 1);
}

/* Cut between characters, and told once for the mail. */
static void test_long_titles(void)
{
	g_autoptr(GString) body = g_string_new(NULL);
	g_autofree char *fits = g_strnfill(TITLE_BYTES_MAX, 'x');

	g_string_append_printf(
		body, "commit " H40 "\nAuthor: A B <a@example.org>\n\n    %s\n\n", fits);
	for (guint i = 0; i < 2; i++)
		g_string_append_printf(body,
			"commit " H40 "\nAuthor: A B <a@example.org>\n\n    %.*s\xc3\xab\n\n",
			TITLE_BYTES_MAX - 1, fits);

	g_auto(parsed) p = parsed_text(mail_from("A", "a@example.org", "Re: x"), body->str);
	g_autofree char *whole =
		slice_dup(RECORD(p.records->shown_commits, struct shown_commit, 0)->title);
	g_autofree char *cut =
		slice_dup(RECORD(p.records->shown_commits, struct shown_commit, 1)->title);
	g_autofree char *wanted = g_strdup_printf("%.*s\xe2\x80\xa6", TITLE_BYTES_MAX - 1, fits);
	g_assert_cmpstr(whole, ==, fits);
	g_assert_cmpstr(cut, ==, wanted);
	g_assert_cmpuint(parsed_diags(&p, DIAG_TITLE_TOO_LONG), ==, 1);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/shown-commit/git-show", test_git_show);
	g_test_add_func("/shown-commit/by-an-archive", test_by_an_archive);
	g_test_add_func("/shown-commit/notice", test_notice);
	g_test_add_func("/shown-commit/patch", test_patch);
	g_test_add_func("/shown-commit/none", test_none);
	g_test_add_func("/shown-commit/too-many", test_too_many);
	g_test_add_func("/shown-commit/long-titles", test_long_titles);
	return g_test_run();
}
