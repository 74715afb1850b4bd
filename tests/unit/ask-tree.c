/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What facts learn from a tree: the commits that they name, and what became of them. */
#include "cluster/ask_tree.h"
#include "made-tree.h"

struct world {
	struct made made; /* first: its set_up() and tear_down() take it */
	struct facts *facts;
	GPtrArray *diags;
};

static void begin(struct world *w, gconstpointer data)
{
	set_up(&w->made, data);
	w->facts = facts_new();
	w->diags = diag_list_new();
}

static void end(struct world *w, gconstpointer data)
{
	facts_free(w->facts);
	g_ptr_array_unref(w->diags);
	tear_down(&w->made, data);
}

static void add_message(
	struct world *w, const char *id, enum message_kind kind, const char *subject)
{
	const struct fact_message m = {.message_id = facts_keep(w->facts, id),
		.date = BEGINNING + 100 * DAY,
		.kind = kind,
		.subject = subject};

	g_array_append_val(w->facts->messages, m);
}

static void add_report(struct world *w, const char *id, guint digits, const char *title)
{
	g_autofree char *cut = g_strndup(id, digits);
	const struct fact_report r = {.message_id = "report@example.org",
		.date = BEGINNING + 100 * DAY,
		.commit = facts_keep(w->facts, cut),
		.title = title};

	g_array_append_val(w->facts->reports, r);
	add_message(w, "report@example.org", MESSAGE_PERFORMANCE, "[lkp] report");
}

static void ask(struct world *w)
{
	const struct diag_sink sink = diag_list_sink(w->diags);

	ask_tree(w->facts, tree_of(&w->made), &sink);
}

static guint told(const struct world *w, enum diag_id id)
{
	guint n = 0;

	for (guint i = 0; i < w->diags->len; i++)
		n += ((const struct diag *)w->diags->pdata[i])->id == id;
	return n;
}

static const char *formatted(struct world *w, const char *format, const char *id, guint digits)
{
	g_autofree char *cut = g_strndup(id, digits);
	g_auto(GStrv) around = g_strsplit(format, "%", 2);
	g_autofree char *text = g_strjoin(cut, around[0], around[1], NULL);

	return facts_keep(w->facts, text);
}

/* ---- a commit, its parent, and what the tree says of it -------------------------------------- */

static const char maintainers[] = "List of maintainers\n===\n\n"
				  "SLAB ALLOCATOR\nM:\tA Person <person@example.org>\n"
				  "L:\tlinux-mm@lists.example.org\nS:\tMaintained\nF:\tmm/sl?b*\n\n"
				  "MEMORY MANAGEMENT\nL:\tlinux-mm@lists.example.org (open list)\n"
				  "F:\tmm/\n\nTHE REST\nL:\tall@lists.example.org\nF:\t*\nF:\t*/\n";

static void test_commit(struct world *w, gconstpointer data)
{
	struct made *m = &w->made;
	const char *a, *b, *c;
	const struct fact_commit *fact;

	(void)data;
	put(m, "MAINTAINERS", maintainers);
	put(m, "mm/slub.c", "int a;\n");
	a = commit(m, "mm: begin with an integer\n", 0, NULL, NULL);
	put(m, "mm/slub.c", "int b;\n");
	b = commit(m, "mm: take another integer\n", 1, a, NULL);
	c = commit(m, "mm: the rest\n", 2, b, NULL);
	set_ref(m, "refs/heads/master", c);
	set_ref(m, "refs/tags/v6.9-rc1", c);
	set_ref(m, "refs/tags/v6.9", c);
	add_report(w, b, 12, NULL);
	RECORD(w->facts->reports, struct fact_report, 0)->parent = a;
	ask(w);

	g_assert_true(w->facts->has_tree);
	g_assert_nonnull(fact = facts_commit(w->facts, formatted(w, "%", b, 12)));
	g_assert_true(fact == facts_commit(w->facts, b));
	g_assert_true(fact == facts_whole_commit(w->facts, b));
	g_assert_cmpstr(fact->id, ==, b);
	g_assert_cmpstr(fact->title, ==, "mm: take another integer");
	g_assert_cmpstr(fact->author_address, ==, "author@example.org");
	g_assert_cmpstr(fact->parent, ==, a);
	g_assert_cmpstr(fact->tag, ==, "v6.9-rc1");
	g_assert_true(fact->is_mainline);
	g_assert_nonnull(fact->patch_id);
	g_assert_cmpstr(fact->subsystems, ==, "SLAB ALLOCATOR, MEMORY MANAGEMENT");
	g_assert_cmpstr(fact->lists, ==, "linux-mm@lists.example.org");
	g_assert_null(fact->reverts);
	g_assert_null(*fact->fixes);

	g_assert_nonnull(fact = facts_commit(w->facts, a));
	g_assert_null(fact->parent);
	g_assert_null(facts_commit(w->facts, c));
	g_assert_null(facts_commit(w->facts, NULL));
	g_assert_cmpuint(w->facts->commits->len, ==, 2);
	g_assert_cmpuint(w->diags->len, ==, 0);
}

static void test_no_tree(struct world *w, gconstpointer data)
{
	(void)data;
	add_report(w, "5c0a85fad949212b3e059692deecdeed74ae7ec7", 40, NULL);
	g_assert_null(facts_commit(w->facts, "5c0a85fad949212b3e059692deecdeed74ae7ec7"));
	g_assert_false(w->facts->has_tree);
}

/* ---- what became of it ----------------------------------------------------------------------- */

/* Whatever names it, whole or short, or has its title; and nothing else of the main branch. */
static void test_mentions(struct world *w, gconstpointer data)
{
	static const char *const messages[] = {"mm: mend it\n\nFixes: % (\"mm: make it slow\")\n",
		"Revert \"mm: make it slow\"\n\nThis reverts commit %.\n",
		"mm: take the report in\n\nCloses: "
		"https://lore.kernel.org/oe-lkp/report@example.org/\n",
		"mm: use a better lock\n\nLink: https://lore.kernel.org/r/none@example.org\n",
		"mm: no one asks for this\n\nFixes: 0123456789ab (\"mm: another\")\n"};
	const guint wanted = 4;
	struct made *m = &w->made;
	const char *bad = commit(m, "mm: make it very slow indeed\n", 5, NULL, NULL), *tip = bad;
	const char *ids[G_N_ELEMENTS(messages)], *backport;
	const struct fact_commit *fact;

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(messages); i++)
		tip = ids[i] =
			commit(m, formatted(w, messages[i], bad, i ? 40 : 12), 10 + i, tip, NULL);
	backport = commit(
		m, formatted(w, "mm: a backport\n\ncommit % upstream.\n", bad, 40), 20, NULL, NULL);
	set_ref(m, "refs/heads/master", tip);
	set_ref(m, "refs/tags/v6.8.1", backport);
	set_ref(m, "refs/tags/v6.9-rc1", ids[0]);
	add_report(w, bad, 14, "mm: make it very slow indeed");
	add_message(w, "patch@example.org", MESSAGE_PATCH,
		"Re: [PATCH v2 1/2]  mm: use a\tbetter lock");
	ask(w);

	for (guint i = 0; i < G_N_ELEMENTS(ids); i++)
		g_assert_cmpint(facts_commit(w->facts, ids[i]) != NULL, ==, i < wanted);
	g_assert_cmpuint(w->facts->commits->len, ==, 2 + wanted);
	fact = facts_commit(w->facts, ids[0]);
	g_assert_cmpstr(fact->fixes[0], ==, bad);
	g_assert_cmpstr(fact->tag, ==, "v6.9-rc1");
	g_assert_cmpstr(facts_commit(w->facts, ids[1])->reverts, ==, bad);
	g_assert_null(facts_commit(w->facts, ids[1])->tag);
	g_assert_cmpstr(facts_commit(w->facts, ids[2])->links[0], ==,
		"https://lore.kernel.org/oe-lkp/report@example.org/");
	fact = facts_commit(w->facts, backport);
	g_assert_cmpstr(fact->upstream, ==, bad);
	g_assert_cmpstr(fact->tag, ==, "v6.8.1");
	g_assert_false(fact->is_mainline);
}

/* A commit of linux-next that was written anew; a reported backport leads upstream. */
static void test_twins(struct world *w, gconstpointer data)
{
	static const char title[] = "sched/fair: wake up on the same core\n";
	struct made *m = &w->made;
	const char *base = commit(m, "base\n", 0, NULL, NULL);
	const char *rebased = commit(m, title, 3, base, NULL);
	const char *taken = commit(m, formatted(w, "mm: upstream\n", base, 0), 4, rebased, NULL);

	(void)data;
	put(m, "other.c", "int a;\n");
	const char *other = commit(m, "other\n", 1, base, NULL);
	const char *next = commit(m, title, 2, other, NULL);
	const char *backport = commit(m,
		formatted(w, "mm: on stable\n\n[ Upstream commit % ]\n", taken, 40), 9, base, NULL);
	set_ref(m, "refs/heads/master", taken);
	set_ref(m, "refs/heads/next", next);
	set_ref(m, "refs/heads/stable", backport);
	add_report(w, next, 40, NULL);
	add_report(w, backport, 40, NULL);
	add_report(w, "5c0a85fad949212b3e059692deecdeed74ae7ec7", 40, "base");
	ask(w);
	g_assert_false(facts_commit(w->facts, next)->is_mainline);
	g_assert_true(facts_commit(w->facts, rebased)->is_mainline);
	g_assert_true(facts_commit(w->facts, taken)->is_mainline);
	g_assert_cmpstr(facts_commit(w->facts, backport)->upstream, ==, taken);
	g_assert_null(facts_commit(w->facts, base)); /* one word is no title to go by */
}

/* ---- what it cannot say ---------------------------------------------------------------------- */

static void test_gaps(struct world *w, gconstpointer data)
{
	struct made *m = &w->made;
	const char *a = commit(m, "a", 0, NULL, NULL), *b = commit(m, "b", 1, a, NULL);
	g_autofree char *twin = g_strdup(b), *from = object_path(m, b), *bytes = NULL;
	gsize len;

	(void)data;
	twin[20] = twin[20] == '0' ? '1' : '0';
	g_autofree char *to = object_path(m, twin);
	g_assert_true(g_file_get_contents(from, &bytes, &len, NULL));
	g_assert_true(g_file_set_contents(to, bytes, (gssize)len, NULL));
	lose(m, a);
	write_file(m, "shallow", b);
	add_report(w, b, 12, NULL);
	add_report(w, b, 40, NULL);
	add_report(w, "5c0a85fad949212b3e059692deecdeed74ae7ec7", 9, NULL);
	ask(w);
	g_assert_cmpuint(told(w, DIAG_COMMIT_AMBIGUOUS), ==, 1);
	g_assert_cmpuint(told(w, DIAG_TREE_INCOMPLETE), ==, 2); /* no branch, and objects */
	g_assert_null(facts_commit(w->facts, formatted(w, "%", b, 12)));
	g_assert_nonnull(facts_commit(w->facts, b));
	g_assert_false(facts_commit(w->facts, b)->is_mainline);
}

#define ADD(name, function) g_test_add("/ask-tree/" name, struct world, NULL, begin, function, end)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("commit", test_commit);
	ADD("no-tree", test_no_tree);
	ADD("mentions", test_mentions);
	ADD("twins", test_twins);
	ADD("gaps", test_gaps);
	return g_test_run();
}
