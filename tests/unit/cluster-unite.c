/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which reports are of one change: a case for each kind of edge, and what makes none. */
#include "cluster/decisions.h"
#include "cluster/ids.h"
#include "cluster/title.h"
#include "tests/unit/made-facts.h"

#define A40 "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define B40 "76742700225cad9df49f05399381ac3f1ec3dc60"
#define TITLE "mm: make faultaround produce old ptes"

/* ---- E1 ---------------------------------------------------------------------------------- */

static void test_same_id(void)
{
	struct facts *facts = facts_new();

	report(facts, "r2", 2, A40, TITLE);
	report(facts, "r1", 1, A40, TITLE);
	report(facts, "r3", 3, B40, "mm: fix MADV_FREE TLB flush");
	assert_clusters(facts, NULL, "c-5c0a85fad949: r1 r2\nc-76742700225c: r3\n");
}

static void test_abbreviation(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, "5c0a85fad", TITLE);
	report(facts, "r2", 2, A40, TITLE);
	assert_clusters(facts, NULL, "c-5c0a85fad949 c-5c0a85fad: r1 r2\n");
}

/* What two ids begin with is neither. */
static void test_ambiguous(void)
{
	struct facts *facts = facts_new();
	GArray *doubts;

	report(facts, "r1", 1, "5c0a85fad", NULL);
	report(facts, "r2", 2, A40, NULL);
	report(facts, "r3", 3, "5c0a85fadfffffffffffffffffffffffffffffff", NULL);
	facts_order(facts);
	doubts = ids_in_doubt(facts);
	g_assert_cmpuint(doubts->len, ==, 1);
	g_assert_cmpuint(g_array_index(doubts, guint, 0), ==, 0);
	g_array_unref(doubts);
	assert_clusters(facts, NULL, "c-5c0a85fad: r1\nc-5c0a85fad949: r2\nc-5c0a85fadfff: r3\n");
}

/* Twelve digits are not enough where they begin two ids. */
static void test_longer_names(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1,
		"5c0a85fad949"
		"2100000000000000000000000000",
		NULL);
	report(facts, "r2", 2,
		"5c0a85fad949"
		"2200000000000000000000000000",
		NULL);
	assert_clusters(facts, NULL, "c-5c0a85fad94921: r1\nc-5c0a85fad94922: r2\n");
}

/* ---- E2 ---------------------------------------------------------------------------------- */

/* A mail shows the backport; its second line names what stands upstream. */
static void test_backport(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, B40, TITLE);
	mail(facts, "m2", 2, MESSAGE_REPLY, "Re: stable");
	shown(facts, "m2", 10, B40, TITLE);
	event(facts, "m2", 15, EVENT_UPSTREAM)->commit = A40;
	assert_clusters(facts, NULL,
		"c-5c0a85fad949 c-76742700225c: r1\n"
		"  E2 76742700225c = 5c0a85fad949 by m2:15\n");
}

static void test_cherry_pick(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE);
	report(facts, "r2", 2, B40, TITLE);
	mail(facts, "m3", 3, MESSAGE_REPLY, "Re: stable");
	shown(facts, "m3", 10, B40, TITLE)->author_name = NULL;
	RECORD(facts->shown, struct fact_shown, 0)->author_address = NULL;
	event(facts, "m3", 30, EVENT_CHERRY_PICK)->commit = "5c0a85fad9492";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949 c-76742700225c: r1 r2\n"
		"  E2 76742700225c = 5c0a85fad949 by m3:30\n");
}

/* Rebased: title and author are equal. */
static void test_title_and_author(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE)->author_address = "author@example.org";
	report(facts, "r2", 2, B40, "mm: make  faultaround produce old ptes")->author_address =
		"Author@example.org";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949 c-76742700225c: r1 r2\n"
		"  E2 76742700225c = 5c0a85fad949 by r2:0\n");
}

static void test_twins(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE)->author_address = "author@example.org";
	report(facts, "r2", 2, B40, TITLE)->author_address = "another@example.org";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949: r1\n  suspect 5c0a85fad949 = 76742700225c by r2:0\n"
		"c-76742700225c: r2\n  suspect 76742700225c = 5c0a85fad949 by r2:0\n");
}

static void test_generic_title(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, "mm: fix build")->author_address = "author@example.org";
	report(facts, "r2", 2, B40, "mm: fix build")->author_address = "author@example.org";
	assert_clusters(facts, NULL, "c-5c0a85fad949: r1\nc-76742700225c: r2\n");
	g_assert_true(title_is_generic("Merge branch 'mm' into akpm of today"));
	g_assert_false(title_is_generic(TITLE));
}

static void test_one_word_is_no_author(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE)->author_name = "root";
	report(facts, "r2", 2, B40, TITLE)->author_name = "root";
	report(facts, "r3", 3, "1111111111", "mm: another title of four")->author_address =
		"author@xxxxxxxxxxx";
	report(facts, "r4", 4, "2222222222", "mm: another title of four")->author_address =
		"author@xxxxxxxxxxx";
	assert_clusters(facts, NULL,
		"c-1111111111: r3\n  suspect 1111111111 = 2222222222 by r4:0\n"
		"c-2222222222: r4\n  suspect 2222222222 = 1111111111 by r4:0\n"
		"c-5c0a85fad949: r1\n  suspect 5c0a85fad949 = 76742700225c by r2:0\n"
		"c-76742700225c: r2\n  suspect 76742700225c = 5c0a85fad949 by r2:0\n");
}

static void add_commit(struct facts *facts, const char *id, const char *patch_id, gboolean main)
{
	const struct fact_commit c = {.id = id, .patch_id = patch_id, .is_mainline = main};

	facts->has_tree = TRUE;
	g_array_append_val(facts->commits, c);
}

/* What the mainline has names the cluster, though it was reported last. */
static void test_patch_id(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, NULL);
	report(facts, "r2", 2, B40, NULL);
	add_commit(facts, A40, "1234", FALSE);
	add_commit(facts, B40, "1234", TRUE);
	assert_clusters(facts, NULL,
		"c-76742700225c c-5c0a85fad949: r1 r2\n"
		"  E2 76742700225c = 5c0a85fad949 by -:0\n");
}

/* ---- E4, E5 -------------------------------------------------------------------------------- */

/* linux-next, then the mainline: another id, and a link to the earlier report. */
static void test_reported_before(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE);
	report(facts, "r2", 9, B40, TITLE);
	event(facts, "r2", 3, EVENT_REPORTED_BEFORE)->target = "r1";
	assert_clusters(
		facts, NULL, "c-5c0a85fad949 c-76742700225c: r1 r2\n  E4 r2 = r1 by r2:3\n");
}

static void test_link_to_another(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE);
	report(facts, "r2", 9, B40, "mm: fix MADV_FREE TLB flush");
	event(facts, "r2", 3, EVENT_LINK)->target = "r1";
	assert_clusters(facts, NULL, "c-5c0a85fad949: r1\nc-76742700225c: r2\n");
}

static void test_versions(void)
{
	struct facts *facts = facts_new();

	mail(facts, "p1", 1, MESSAGE_PATCH, "[PATCH] " TITLE);
	mail(facts, "p2", 5, MESSAGE_PATCH, "[PATCH v2] " TITLE);
	report(facts, "r1", 2, A40, "[PATCH] " TITLE);
	report(facts, "r2", 6, B40, "[PATCH v2] " TITLE);
	event(facts, "r1", 3, EVENT_ON_PATCH)->target = "p1";
	event(facts, "r2", 3, EVENT_ON_PATCH)->target = "p2";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949 c-76742700225c: r1(old) r2\n"
		"  E2 r1 = p1 by r1:3\n"
		"  E2 r2 = p2 by r2:3\n"
		"  E5 p2 = p1 by p2:0\n");
}

/* A newer version that nobody reported makes the report old, too. */
static void test_answered_patch(void)
{
	struct facts *facts = facts_new();

	mail(facts, "p0", 1, MESSAGE_PATCH, "[PATCH 0/2] mm: less work for old ptes");
	mail(facts, "p1", 1, MESSAGE_PATCH, "[PATCH 1/2] " TITLE);
	mail(facts, "p2", 9, MESSAGE_PATCH, "[PATCH v2 1/2] " TITLE);
	report(facts, "r1", 2, A40, TITLE);
	RECORD(facts->messages, struct fact_message, 3)->in_reply_to = "p1";
	report(facts, "r2", 2, B40, "mm: another title of four");
	RECORD(facts->messages, struct fact_message, 4)->in_reply_to = "p0";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949: r1(old)\n"
		"  E2 r1 = p1 by r1:0\n"
		"  E5 p2 = p1 by p2:0\n"
		"c-76742700225c: r2\n");
}

/* ---- links --------------------------------------------------------------------------------- */

static void test_revert_link(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE);
	report(facts, "r2", 9, B40, "Revert \"" TITLE "\"");
	event(facts, "r2", 7, EVENT_REVERT)->title = TITLE;
	assert_clusters(facts, NULL,
		"c-5c0a85fad949: r1\n  reverted-by c-76742700225c\n"
		"c-76742700225c: r2\n  revert-of c-5c0a85fad949\n");
}

static void test_fix_link(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE);
	mail(facts, "p1", 8, MESSAGE_PATCH, "[PATCH] mm: fix the faultaround regression");
	event(facts, "p1", 7, EVENT_FIXES)->commit = "5c0a85fad949";
	report(facts, "r2", 9, B40, "[PATCH] mm: fix the faultaround regression");
	event(facts, "r2", 3, EVENT_ON_PATCH)->target = "p1";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949: r1\n  fixed-by c-76742700225c\n"
		"c-76742700225c: r2\n  E2 r2 = p1 by r2:3\n  fix-of c-5c0a85fad949\n");
}

static void test_parent_link(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, TITLE)->parent = "v6.10-rc1";
	report(facts, "r2", 2, B40, "mm: fix MADV_FREE TLB flush")->parent = "5c0a85fad949";
	assert_clusters(facts, NULL,
		"c-5c0a85fad949: r1\n  base v6.10-rc1\n  child c-76742700225c\n"
		"c-76742700225c: r2\n  parent c-5c0a85fad949\n");
}

static guint count_links(const struct cluster *c, const char *kind)
{
	guint n = 0;

	for (guint i = 0; i < c->links->len; i++)
		n += !strcmp(RECORD(c->links, struct cluster_link, i)->kind, kind);
	return n;
}

static void test_competitors(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, NULL);
	report(facts, "r2", 20, B40, NULL);
	report(facts, "r3", 60, "1111111111", NULL);
	report(facts, "r4", 61, "2222222222", "Merge branch 'x' into next");

	g_autoptr(GPtrArray) clusters = clusters_of(facts, NULL);
	g_assert_cmpuint(count_links(clusters->pdata[0], "competes-with"), ==, 0);
	g_assert_cmpuint(count_links(clusters->pdata[0], "upstream-of"), ==, 1);
	g_assert_cmpuint(count_links(clusters->pdata[1], "downstream-of"), ==, 1);
	g_assert_cmpuint(count_links(clusters->pdata[2], "competes-with"), ==, 1);
	g_assert_cmpuint(count_links(clusters->pdata[3], "competes-with"), ==, 1);
	facts_free(facts);

	facts = facts_new();
	report(facts, "r3", 60, "1111111111", NULL);
	report(facts, "r4", 61, "2222222222", "Merge branch 'x' into next")->parent = A40;
	assert_clusters(facts, NULL,
		"c-1111111111: r3\n  upstream-of c-2222222222\n"
		"c-2222222222: r4\n  base 5c0a85fad94921\n  downstream-of c-1111111111\n");
}

/* ---- what the user decides ------------------------------------------------------------------ */

static struct decisions *decide(const char *text)
{
	return decisions_read("overrides", text, strlen(text), NULL);
}

static void test_merge_and_split(void)
{
	struct facts *facts = facts_new();
	struct decisions *decisions = decide("merge c-5c0a85fad949 7674270 one bisection\n"
					     "split 5c0a85fad949 r2 another machine's trouble\n");

	report(facts, "r1", 1, A40, TITLE);
	report(facts, "r2", 2, A40, TITLE);
	report(facts, "r3", 3, B40, "mm: fix MADV_FREE TLB flush");
	assert_clusters(facts, decisions,
		"c-5c0a85fad949 c-76742700225c: r1 r3\n"
		"  override c-5c0a85fad9 = 7674270 by -:1\n"
		"  override 5c0a85fad949 = r2 by -:2\n"
		"c-db77fd01af95: r2\n"
		"  override 5c0a85fad949 = r2 by -:2\n");
	decisions_free(decisions);
}

static void test_split_commit(void)
{
	struct facts *facts = facts_new();
	struct decisions *decisions = decide("split 5c0a85fad949 76742700225c no rebase\n");

	report(facts, "r1", 1, A40, TITLE)->author_address = "author@example.org";
	report(facts, "r2", 2, B40, TITLE)->author_address = "author@example.org";
	assert_clusters(facts, decisions,
		"c-5c0a85fad949: r1\n"
		"  override 5c0a85fad949 = 76742700225c by -:1\n"
		"c-76742700225c: r2\n"
		"  override 5c0a85fad949 = 76742700225c by -:1\n");
	decisions_free(decisions);
}

static void test_dup(void)
{
	struct decisions *dup = decide("dup 5c0a85fad949 r2 told there\n");
	struct decisions *undup = decide("undup r1 r2 it is not\n");

	for (guint i = 0; i < 2; i++) {
		struct facts *facts = facts_new();

		report(facts, "r1", 1, A40, NULL);
		report(facts, "r2", 2, B40, NULL);
		event(facts, "r1", 4, EVENT_REGZBOT_DUP)->target = "r2";
		assert_clusters(facts, i ? undup : dup,
			i ? "c-5c0a85fad949: r1\nc-76742700225c: r2\n"
			  : "c-5c0a85fad949: r1\n  dup-of c-76742700225c\nc-76742700225c: r2\n");
	}
	decisions_free(dup);
	decisions_free(undup);
}

/* ---- members --------------------------------------------------------------------------------- */

static void test_aliases(void)
{
	struct facts *facts = facts_new();

	report(facts, "r1", 1, A40, NULL);
	for (guint nr = 1; nr < 4; nr++) {
		struct fact_claim claim = *RECORD(facts->claims, struct fact_claim, 0);

		claim.nr = nr;
		claim.metric = nr == 1 ? "unixbench.workload" : "unixbench.throughput";
		if (nr == 3)
			claim.tbox_group = "another";
		g_array_append_val(facts->claims, claim);
	}

	g_autoptr(GPtrArray) clusters = clusters_of(facts, NULL);
	const struct cluster *c = clusters->pdata[0];
	g_assert_cmpuint(c->claims->len, ==, 2);
	const struct fact_claim *first =
		RECORD(facts->claims, struct fact_claim, g_array_index(c->claims, guint, 1));
	g_assert_cmpstr(first->aliases, ==, "unixbench.workload, unixbench.throughput");
	facts_free(facts);
}

static void test_titles(void)
{
	static const char *const titles[][2] = {
		{"Re: [PATCH v2 3/5] mm:  memcg: x", "mm: memcg: x"},
		{"[linux-next:master] [mm] 5c0a85fad9", "5c0a85fad9"},
		{"[tip: sched/core] sched/fair: x", "sched/fair: x"},
		{"[unclosed x", "[unclosed x"},
		{"[PATCH]", "[PATCH]"},
		{"", ""},
	};

	for (guint i = 0; i < G_N_ELEMENTS(titles); i++) {
		g_autofree char *plain = title_plain(titles[i][0]);

		g_assert_cmpstr(plain, ==, titles[i][1]);
	}
	g_assert_null(title_plain(NULL));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/unite/same-id", test_same_id);
	g_test_add_func("/unite/abbreviation", test_abbreviation);
	g_test_add_func("/unite/ambiguous", test_ambiguous);
	g_test_add_func("/unite/longer-names", test_longer_names);
	g_test_add_func("/unite/backport", test_backport);
	g_test_add_func("/unite/cherry-pick", test_cherry_pick);
	g_test_add_func("/unite/title-and-author", test_title_and_author);
	g_test_add_func("/unite/twins", test_twins);
	g_test_add_func("/unite/generic-title", test_generic_title);
	g_test_add_func("/unite/one-word-is-no-author", test_one_word_is_no_author);
	g_test_add_func("/unite/patch-id", test_patch_id);
	g_test_add_func("/unite/reported-before", test_reported_before);
	g_test_add_func("/unite/link-to-another", test_link_to_another);
	g_test_add_func("/unite/versions", test_versions);
	g_test_add_func("/unite/answered-patch", test_answered_patch);
	g_test_add_func("/links/revert", test_revert_link);
	g_test_add_func("/links/fix", test_fix_link);
	g_test_add_func("/links/parent", test_parent_link);
	g_test_add_func("/links/competitors", test_competitors);
	g_test_add_func("/decisions/merge-and-split", test_merge_and_split);
	g_test_add_func("/decisions/split-commit", test_split_commit);
	g_test_add_func("/decisions/dup", test_dup);
	g_test_add_func("/members/aliases", test_aliases);
	g_test_add_func("/titles", test_titles);
	return g_test_run();
}
