/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits that are nobody's main matter, each at its value and one beyond: what is within it is
 * whole, what is beyond costs no more than it says (doc/limits.md).
 */
#include "cluster/decisions.h"
#include "ingest/caps.h"
#include "ingest/mime.h"
#include "parse/body.h"
#include "parse/job_tree.h"
#include "parse/quote.h"
#include "parse/script.h"
#include "parse/thread_ids.h"
#include "tests/unit/mail-text.h"
#include "tree/commit_text.h"

static const struct origin origin = {"limits", -1, NULL, 0, 0};

static guint told(const GPtrArray *diags, enum diag_id id)
{
	guint n = 0;

	for (guint i = 0; i < diags->len; i++)
		n += ((const struct diag *)diags->pdata[i])->id == id;
	return n;
}

/* text, n times, behind what `to` holds */
static void repeat(GString *to, const char *text, guint n)
{
	for (guint i = 0; i < n; i++)
		g_string_append(to, text);
}

/* ---- mails -------------------------------------------------------------------------------- */

static guint told_of_mail(const char *head, const char *text, guint n, enum diag_id id)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	g_autoptr(GString) raw = g_string_new("From: a@example.org\nMessage-ID: <1@example.org>\n");

	g_string_append(raw, head);
	repeat(raw, text, n);
	g_string_append(raw, "\n\nbody\n");
	mail_free(mime_read((struct slice){raw->str, raw->len}, &origin, &sink));
	return told(diags, id);
}

static void test_headers(void)
{
	static const char *const field = "A: b\n"; /* of which GMime takes its time */

	g_assert_cmpuint(
		told_of_mail("", field, CAPS_FIELDS_MAX - 10, DIAG_HEADER_TOO_LARGE), ==, 0);
	g_assert_cmpuint(
		told_of_mail("", field, CAPS_FIELDS_MAX + 1, DIAG_HEADER_TOO_LARGE), ==, 1);
	g_assert_cmpuint(
		told_of_mail("A: ", "x", CAPS_FIELD_MAX - 10, DIAG_HEADER_TOO_LARGE), ==, 0);
	g_assert_cmpuint(
		told_of_mail("A: ", "x", CAPS_FIELD_MAX + 1, DIAG_HEADER_TOO_LARGE), ==, 1);
	g_assert_cmpuint(told_of_mail("Content-Type: text/plain; a=", "x",
				 CAPS_CONTENT_FIELD_MAX + 1, DIAG_HEADER_TOO_LARGE),
		==, 1);
	g_assert_cmpuint(
		told_of_mail("", "A: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
			MIME_HEADER_MAX / 60, DIAG_HEADER_TOO_LARGE),
		==, 1);
}

static void test_lines(void)
{
	g_autoptr(GString) body = g_string_new(NULL);

	repeat(body, "x\n", BODY_LINES_MAX);
	for (guint beyond = 0; beyond < 2; beyond++) {
		g_auto(parsed) p = parsed_text(mail_from_robot("x"), body->str);

		g_assert_cmpuint(parsed_diags(&p, DIAG_BODY_TOO_LONG), ==, beyond);
		g_string_append(body, "x\n");
	}
}

static void test_quotes(void)
{
	g_autoptr(GString) line = g_string_new(NULL);
	guint depth;

	repeat(line, ">", QUOTE_DEPTH_MAX + 5);

	struct slice rest = quote_strip((struct slice){line->str, line->len}, &depth);

	g_assert_cmpuint(depth, ==, QUOTE_DEPTH_MAX);
	g_assert_cmpuint(rest.len, ==, 5);
}

/* ---- attachments ---------------------------------------------------------------------------- */

static guint told_of_job(const char *before, const char *text, guint n, const char *after)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	g_autoptr(GString) job = g_string_new(before);
	struct job_tree *tree;

	repeat(job, text, n);
	g_string_append(job, after);
	tree = job_tree_read((struct slice){job->str, job->len}, &origin, &sink);
	g_assert_cmpuint(tree == NULL, ==, told(diags, DIAG_JOB_UNREADABLE));
	job_tree_free(tree);
	return told(diags, DIAG_JOB_UNREADABLE);
}

static void test_jobs(void)
{
	g_assert_cmpuint(told_of_job("a: b\n#", "x", JOB_TREE_BYTES_MAX - 100, "\n"), ==, 0);
	g_assert_cmpuint(told_of_job("a: b\n#", "x", JOB_TREE_BYTES_MAX, "\n"), ==, 1);
	g_assert_cmpuint(told_of_job("a: ", "[", JOB_TREE_DEPTH_MAX + 1, "\n"), ==, 1);
	g_assert_cmpuint(told_of_job("a: ", "[ ", JOB_TREE_DEPTH_MAX + 1, "x\n"), ==, 1);
	g_assert_cmpuint(told_of_job("a:\n", "- b\n", JOB_TREE_NODES_MAX - 100, ""), ==, 0);
	g_assert_cmpuint(told_of_job("a:\n", "- b\n", JOB_TREE_NODES_MAX, ""), ==, 1);
	g_assert_cmpuint(
		told_of_job("a: &a b\nc:\n", "- *a\n", JOB_TREE_ALIASES_MAX - 1, ""), ==, 0);
	g_assert_cmpuint(
		told_of_job("a: &a b\nc:\n", "- *a\n", JOB_TREE_ALIASES_MAX + 1, ""), ==, 1);
}

static void test_scripts(void)
{
	g_autoptr(GString) script = g_string_new("echo a\n#");

	repeat(script, "x", SCRIPT_BYTES_MAX);
	g_string_append(script, "\necho b\n");

	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	struct mail *mail = mail_new(&origin);
	struct records *records = records_new(mail);

	script_read(records, 1, (struct slice){script->str, script->len}, &sink);
	g_assert_cmpuint(told(diags, DIAG_SCRIPT_UNREADABLE), ==, 1);
	g_assert_cmpuint(records->commands->len, <=, 1);
	records_free(records);
	mail_free(mail);
}

/* ---- ids of threads -------------------------------------------------------------------------- */

static gboolean has_parent(const GString *header, const char *id)
{
	struct thread_ids ids;

	thread_ids_scan((struct slice){header->str, header->len}, &ids);
	for (guint i = 0; i < ids.n_parents; i++)
		if (ids.parents[i] == thread_hash(slice_of(id)))
			return TRUE;
	return FALSE;
}

static void test_thread_fields(void)
{
	g_autoptr(GString) header = g_string_new("Message-ID: <1@example.org>\nReferences:");
	gsize begin = header->len;

	while (header->len - begin < THREAD_FIELD_MAX - 100)
		g_string_append_printf(header, " <%zu@example.org>", header->len);
	g_string_append(header, " <within@example.org>");
	g_assert_true(has_parent(header, "within@example.org"));
	while (header->len - begin < THREAD_FIELD_MAX)
		g_string_append_printf(header, " <%zu@example.org>", header->len);
	g_string_append(header, " <beyond@example.org>");
	g_assert_true(has_parent(header, "within@example.org"));
	g_assert_false(has_parent(header, "beyond@example.org"));
}

/* ---- what users write ------------------------------------------------------------------------ */

static void test_decisions(void)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	g_autoptr(GString) text = g_string_new("invalid 0c9429415614 ");

	repeat(text, "x", DECISION_LINE_MAX);
	g_string_append_c(text, '\n');
	repeat(text, "invalid 0c9429415614 y\n", DECISIONS_MAX + 1);
	struct decisions *decisions = decisions_read("o", text->str, text->len, &sink);
	g_assert_cmpuint(decisions->all->len, ==, DECISIONS_MAX);
	g_assert_cmpuint(told(diags, DIAG_DECISION_UNREADABLE), ==, 2);
	decisions_free(decisions);
}

/* ---- commits --------------------------------------------------------------------------------- */

static void count(enum commit_mention kind, struct slice what, void *data)
{
	(void)kind;
	g_assert_cmpuint(what.len, ==, 12);
	++*(guint *)data;
}

static void test_commits(void)
{
	g_autoptr(GString) bytes =
		g_string_new("tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n\n");
	g_autoptr(GString) title = g_string_new(NULL);
	struct commit_text text;
	guint n = 0;

	repeat(bytes, "x", COMMIT_TITLE_MAX + 1);
	g_string_append(bytes, "\n\n");
	repeat(bytes, "Fixes: 761475268f76 (\"a\")\n", COMMIT_MENTIONS_MAX + 1);
	g_assert_true(commit_text_read((struct slice){bytes->str, bytes->len}, &text));
	commit_text_title(&text, title);
	g_assert_cmpuint(title->len, ==, COMMIT_TITLE_MAX);
	commit_text_mentions(&text, count, &n);
	g_assert_cmpuint(n, ==, COMMIT_MENTIONS_MAX);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/limits/headers", test_headers);
	g_test_add_func("/limits/lines", test_lines);
	g_test_add_func("/limits/quotes", test_quotes);
	g_test_add_func("/limits/jobs", test_jobs);
	g_test_add_func("/limits/scripts", test_scripts);
	g_test_add_func("/limits/thread-fields", test_thread_fields);
	g_test_add_func("/limits/decisions", test_decisions);
	g_test_add_func("/limits/commits", test_commits);
	return g_test_run();
}
