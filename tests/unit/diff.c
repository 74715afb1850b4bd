/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unified diffs in mails: which files they touch, and what is none. */
#include "parse/diff.h"
#include "tests/unit/mail-text.h"

static parsed reply(const char *body)
{
	return parsed_text(mail_from("A", "a@example.org", "Re: [LKP] x"), body);
}

/* "part:line old -> new hunks +added -removed" of each, a line each. */
static char *touched_text(const parsed *p)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < p->records->touched->len; i++) {
		const struct touched *t = RECORD(p->records->touched, struct touched, i);
		struct slice none = SLICE_LIT("-");
		struct slice old = slice_is_null(t->old_path) ? none : t->old_path;
		struct slice new = slice_is_null(t->new_path) ? none : t->new_path;

		g_string_append_printf(out, "%u:%u %.*s -> %.*s %u +%u -%u\n", t->part, t->line,
			SLICE_ARG(old), SLICE_ARG(new), t->hunks, t->added, t->removed);
	}
	return g_string_free(out, FALSE);
}

static void assert_touched(const parsed *p, const char *expected, guint unreadable)
{
	g_autofree char *got = touched_text(p);

	g_assert_cmpstr(got, ==, expected);
	g_assert_cmpuint(parsed_diags(p, DIAG_DIFF_UNREADABLE), ==, unreadable);
}

static void assert_reply(const char *body, const char *expected, guint unreadable)
{
	g_auto(parsed) p = reply(body);

	assert_touched(&p, expected, unreadable);
}

static void by_git(void)
{
	assert_reply("Could you try this?\n"
		     "\n"
		     "diff --git a/mm/memory.c b/mm/memory.c\n"
		     "index 07a4203f37f0..2f8e4a6d9c31 100644\n"
		     "--- a/mm/memory.c\n"
		     "+++ b/mm/memory.c\n"
		     "@@ -10,4 +10,5 @@ static void f(void)\n"
		     " \tone;\n"
		     "--- a/not/a/name\n"
		     "+++ b/not/a/name\n"
		     "+\tthree;\n"
		     "\n"
		     " }\n"
		     "@@ -90 +91,0 @@\n"
		     "-}\n"
		     "\\ No newline at end of file\n"
		     "@@ -95,0 +95 @@\n"
		     "+}\n"
		     "-- \n"
		     "2.47.1\n"
		     "diff --git a/new file.h b/new file.h\n"
		     "new file mode 100644\n"
		     "index 000000000000..5d1c0f2b7a64\n"
		     "--- /dev/null\n"
		     "+++ b/new file.h\t\n"
		     "@@ -0,0 +1 @@\n"
		     "+int x;\n"
		     "diff --git a/old.c b/old.c\n"
		     "deleted file mode 100644\n"
		     "--- a/old.c\n"
		     "+++ /dev/null\n"
		     "@@ -1,2 +0,0 @@\n"
		     "-int x;\n"
		     "-int y;\n",
		"1:3 mm/memory.c -> mm/memory.c 3 +3 -2\n"
		"1:21 - -> new file.h 1 +1 -0\n"
		"1:28 old.c -> - 1 +0 -2\n",
		0);
}

static void without_hunks(void)
{
	assert_reply("diff --git a/tools/run b/tools/run\n"
		     "old mode 100644\n"
		     "new mode 100755\n"
		     "diff --git a/a b.c b/c d.c\n"
		     "similarity index 100%\n"
		     "rename from a b.c\n"
		     "rename to c d.c\n"
		     "diff --git a/empty b/empty\n"
		     "new file mode 100644\n"
		     "index 0000000..e69de29\n"
		     "diff --git a/x.png b/x.png\n"
		     "index 1234567..89abcde 100644\n"
		     "Binary files a/x.png and b/x.png differ\n"
		     "diff --git \"a/t\\tab\" \"b/t\\tab\"\n"
		     "deleted file mode 100644\n",
		"1:1 tools/run -> tools/run 0 +0 -0\n"
		"1:4 a b.c -> c d.c 0 +0 -0\n"
		"1:8 - -> empty 0 +0 -0\n"
		"1:11 x.png -> x.png 0 +0 -0\n"
		"1:14 t\\tab -> - 0 +0 -0\n",
		0);
}

#define HUNK "@@ -1 +1 @@\n-a\n+b\n"

static void by_other_tools(void)
{
	assert_reply("--- a/mm/slub.c~slub-fix\n+++ a/mm/slub.c\n" HUNK
		     "Index: linux/kernel/fork.c\n"
		     "--- linux.orig/kernel/fork.c\t2013-06-05 10:00:00.000000000 +0200\n"
		     "+++ linux/kernel/fork.c   2013-06-05 10:00:01.000000000 +0200\n" HUNK
		     "--- i/fs/inode.c\n+++ w/fs/inode.c\n" HUNK
		     "--- /dev/null\n+++ linux/fs/new.c\n@@ -0,0 +1 @@\n+b\n"
		     "diff --git fs/x.c fs/x.c\n--- fs/x.c\n+++ fs/x.c\n" HUNK,
		"1:1 mm/slub.c -> mm/slub.c 1 +1 -1\n"
		"1:7 kernel/fork.c -> kernel/fork.c 1 +1 -1\n"
		"1:12 fs/inode.c -> fs/inode.c 1 +1 -1\n"
		"1:17 - -> linux/fs/new.c 1 +1 -0\n"
		"1:21 fs/x.c -> fs/x.c 1 +1 -1\n",
		0);
}

/* What a test prints, prose, quotations. */
static void no_patches(void)
{
	assert_reply(
		"generic/001       - output mismatch (see /r/generic/001.out.bad)\n"
		"    --- tests/generic/001.out\t2020-08-01 12:00:00.000000000 +0000\n"
		"    +++ /r/generic/001.out.bad\t2020-08-01 12:00:01.000000000 +0000\n"
		"    @@ -1 +1 @@\n    -a\n    +b\n"
		"--- tests/generic/001.out\n+++ /r/generic/001.out.bad\n" HUNK
		"--- tests/generic/001.out\n+++ results/generic/001.out.bad\n" HUNK
		"--- /lkp/tests/001.out\n+++ /lkp/tests/001.out.bad\n" HUNK
		"--- old\n+++ new\n" HUNK "--- /dev/null\n+++ /dev/null\n" HUNK
		"--- /dev/null\n+++ /etc/passwd\n" HUNK
		"--- a/in/prose\n+++ b/in/prose\nand so on\n" HUNK "--- a/x\n"
		"> diff --git a/q.c b/q.c\n> --- a/q.c\n> +++ b/q.c\n> @@ -1 +1 @@\n> -a\n> +b\n",
		"", 0);
}

static void damaged(void)
{
	/* Folded by a mail program: what follows is read. */
	assert_reply("--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,4 @@\n one long\nline folded\n+two\n"
		     " three\n+four\n@@ -9 +10 @@\n-a\n+b\n",
		"1:1 x.c -> x.c 2 +3 -1\n", 1);
	/* Cut by its author. */
	assert_reply("--- a/x.c\n+++ b/x.c\n@@ -1,9 +1,10 @@\n one\n+two\n[...]\n"
		     "--- a/y.c\n+++ b/y.c\n" HUNK,
		"1:1 x.c -> x.c 1 +1 -0\n1:7 y.c -> y.c 1 +1 -1\n", 1);
	assert_reply("--- a/x.c\n+++ b/x.c\n@@ -1,9 +1,10 @@\n one\n+two\nSo much.\nAnd\nthen\n"
		     "+no line of it\n",
		"1:1 x.c -> x.c 1 +1 -0\n", 1);
	/* Lines written into it by hand; the signature is none. */
	assert_reply("--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n+four\n five\n"
		     "@@ -9 +10 @@\n-a\n+b\n-- \nA\n",
		"1:1 x.c -> x.c 2 +3 -2\n", 1);
	/* A quotation stands in it. */
	assert_reply(
		"--- a/x.c\n+++ b/x.c\n@@ -1,3 +1,3 @@\n one\n> what for?\n-two\n+three\n four\n",
		"1:1 x.c -> x.c 1 +1 -1\n", 1);
	assert_reply("diff --git a/x.c b/x.c\n", "1:1 x.c -> x.c 0 +0 -0\n", 1);
	assert_reply("diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\nand so on\n",
		"1:1 x.c -> x.c 0 +0 -0\n", 1);
	assert_reply("diff --git a/a b b/c d\nindex 1..2\n", "", 1);
}

static void heads_that_lie(void)
{
	assert_reply("--- a/x\n+++ b/x\n@@ -1,99999999999999999999 +1 @@\n+a\n", "", 0);
	assert_reply(
		"--- a/x\n+++ b/x\n@@ -1,99999999 +1,99999999 @@\n+a\n", "1:1 x -> x 1 +1 -0\n", 1);
	assert_reply("--- a/x\n+++ b/x\n@@ -0,0 +0,0 @@\n+a\n", "1:1 x -> x 1 +1 -0\n", 1);
	assert_reply("--- a/x\n+++ b/x\n@@ -,1 +1 @@\n+a\n", "", 0);
	assert_reply("--- a/\n+++ b/\n" HUNK, "", 0);
	assert_reply("diff --git \n", "", 1);
	assert_reply("diff --git a/../../etc/passwd b/../../etc/passwd\nnew mode 100644\n",
		"1:1 ../../etc/passwd -> ../../etc/passwd 0 +0 -0\n", 0);
}

static void attached(void)
{
	struct mail *mail = mail_from("A", "a@example.org", "[PATCH] x");
	const char *body = "As attached.\n", *patch = "--- a/x.c\n+++ b/x.c\n" HUNK;

	mail_add_text(mail, NULL, body, strlen(body));
	mail_add_text(mail, "fix.patch", patch, strlen(patch));
	mail_add_text(mail, "notes.patch", body, strlen(body));
	g_auto(parsed) p = parsed_of(mail);

	assert_touched(&p, "2:1 x.c -> x.c 1 +1 -1\n", 0);
	g_assert_cmpint(
		RECORD(p.records->attachments, struct attachment, 0)->kind, ==, ATTACHMENT_PATCH);
	g_assert_cmpint(
		RECORD(p.records->attachments, struct attachment, 1)->kind, ==, ATTACHMENT_OTHER);
}

static void limits(void)
{
	g_autoptr(GString) many = g_string_new(NULL);
	g_autofree char *name = g_strnfill(DIFF_NAME_LINE_MAX, 'x');
	g_autofree char *big = g_strdup_printf("--- a/%s\n+++ b/%s\n" HUNK, name, name);

	for (guint i = 0; i < DIFF_FILES_MAX + 10; i++)
		g_string_append(many, "--- a/x\n+++ b/x\n" HUNK);
	g_auto(parsed) p = reply(many->str);
	g_assert_cmpuint(p.records->touched->len, ==, DIFF_FILES_MAX);
	g_assert_cmpuint(parsed_diags(&p, DIAG_DIFF_UNREADABLE), ==, 1);

	assert_reply(big, "", 1);
}

/* Cut anywhere or with any byte changed: names lie in the mail, counts fit its lines. */
static void truncated(void)
{
	static const char whole[] = "diff --git a/x.c b/y.c\nrename from x.c\nrename to y.c\n"
				    "--- a/x.c\n+++ b/y.c\n@@ -1,3 +1,4 @@ f\n a\n-b\n+c\n+d\n e\n"
				    "\\ No newline at end of file\n--- /dev/null\n+++ b/z\n"
				    "@@ -0,0 +1,2 @@\n+a\n+b\n";
	static const char bytes[] = "\n+- @,0>\"/\t\\a";

	for (gsize cut = 0; cut < sizeof whole; cut++) {
		g_autofree char *text = g_strndup(whole, cut);

		for (guint i = 0; i < 20 && cut; i++) {
			text[g_test_rand_int_range(0, (int)cut)] =
				bytes[g_test_rand_int_range(0, sizeof bytes - 1)];
			g_auto(parsed) p = reply(text);

			for (guint t = 0; t < p.records->touched->len; t++) {
				const struct touched *file =
					RECORD(p.records->touched, struct touched, t);
				struct slice name = slice_is_null(file->new_path) ? file->old_path
										  : file->new_path;

				g_assert_true(name.at >= text && name.at + name.len <= text + cut);
				g_assert_cmpuint(file->added + file->removed, <=, cut);
			}
		}
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/diff/by-git", by_git);
	g_test_add_func("/diff/without-hunks", without_hunks);
	g_test_add_func("/diff/by-other-tools", by_other_tools);
	g_test_add_func("/diff/no-patches", no_patches);
	g_test_add_func("/diff/damaged", damaged);
	g_test_add_func("/diff/heads-that-lie", heads_that_lie);
	g_test_add_func("/diff/attached", attached);
	g_test_add_func("/diff/limits", limits);
	g_test_add_func("/diff/truncated", truncated);
	return g_test_run();
}
