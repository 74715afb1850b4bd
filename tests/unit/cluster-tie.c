/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which events belong to which cluster. */
#include "tests/unit/made-facts.h"

#define A40 "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define B40 "5c0a85fbc54d5a8a1e1c3e4a1dbb8a3c4f5d2e6b"

/* Two reports of A, one of B. */
static struct facts *begin(void)
{
	struct facts *facts = facts_new();

	report(facts, "a1", 1, A40, "mm: a");
	report(facts, "a2", 2, A40, "mm: a");
	report(facts, "b1", 3, B40, "fs: b");
	return facts;
}

/* An event of a message that answers another; its line names it. */
static struct fact_event *said(
	struct facts *facts, const char *message_id, const char *answers, guint line)
{
	mail(facts, message_id, 9, MESSAGE_REPLY, "Re: x")->in_reply_to = answers;
	return event(facts, message_id, line, EVENT_FIXES);
}

/* The lines of the events of A and of B: "1 2|3"; frees the facts. */
static void assert_ties(struct facts *facts, const char *expected)
{
	g_autoptr(GPtrArray) clusters = clusters_of(facts, NULL);
	g_autoptr(GString) lines = g_string_new(NULL);

	g_assert_cmpuint(clusters->len, ==, 2);
	for (guint i = 0; i < clusters->len; i++) {
		const GArray *events = ((const struct cluster *)clusters->pdata[i])->events;

		g_string_append(lines, i ? "|" : "");
		for (guint k = 0; k < events->len; k++)
			g_string_append_printf(lines, "%s%u", k ? " " : "",
				RECORD(facts->events, struct fact_event,
					g_array_index(events, guint, k))
					->line);
	}
	g_assert_cmpstr(lines->str, ==, expected);
	facts_free(facts);
}

static void test_by_thread(void)
{
	static const char *const references[] = {"gone", "patch", "b1", NULL};
	struct facts *facts = begin();

	event(facts, "a1", 1, EVENT_TAG_ASKED);
	said(facts, "r1", "a1", 2);
	said(facts, "r2", NULL, 3);
	RECORD(facts->messages, struct fact_message, 4)->references = references;
	said(facts, "r3", "r1", 4);
	said(facts, "r4", "patch", 5);
	assert_ties(facts, "1 2 4|3");
}

static void test_by_name(void)
{
	struct facts *facts = begin();

	said(facts, "p1", NULL, 1)->commit = "5c0a85fad949";
	event(facts, "p1", 2, EVENT_REPLY);
	said(facts, "p2", NULL, 3)->target = "b1";
	said(facts, "p3", NULL, 4)->commit = "5c0a85f"; /* of two commits */
	said(facts, "p4", NULL, 5)->commit = B40;
	said(facts, "p5", NULL, 6)->commit = "0123456789ab";
	assert_ties(facts, "1 2|3 5");
}

/* A mail about many: each line goes where it points, the rest nowhere. */
static void test_of_many(void)
{
	struct facts *facts = begin();

	said(facts, "week", NULL, 1)->target = "a2";
	event(facts, "week", 2, EVENT_LINK)->target = "b1";
	event(facts, "week", 3, EVENT_REPLY);
	said(facts, "z", "a1", 4)->target = "b1"; /* an answer that points elsewhere */
	assert_ties(facts, "1 4|2 4");
}

/* The answer to a fix, and the answer to that; rings end. */
static void test_of_a_fix(void)
{
	struct facts *facts = begin();

	said(facts, "fix", NULL, 1)->commit = A40;
	said(facts, "s1", "fix", 2);
	said(facts, "s2", "s1", 3);
	said(facts, "t1", "t2", 4);
	said(facts, "t2", "t1", 5);
	said(facts, "u", "u", 6);
	assert_ties(facts, "1 2 3|");
}

/* 'Revert "title"' without an id: of the one cluster whose commit has the title. */
static void test_by_reverted_title(void)
{
	struct facts *facts = begin();

	said(facts, "p1", NULL, 1)->title = "mm: reclaim less often than before";
	said(facts, "p2", NULL, 2)->title = "[PATCH] mm: reclaim less often than before";
	said(facts, "p3", NULL, 3)->title = "mm: of nobody in this store";
	for (guint i = 0; i < facts->events->len; i++)
		RECORD(facts->events, struct fact_event, i)->kind = EVENT_REVERT;
	RECORD(facts->reports, struct fact_report, 0)->title = "mm: reclaim less often than before";
	assert_ties(facts, "1 2|");

	facts = begin();
	said(facts, "p1", NULL, 1)->title = "mm: reclaim less often than before";
	RECORD(facts->events, struct fact_event, 0)->kind = EVENT_REVERT;
	for (guint i = 0; i < 3; i++) /* two commits have it */
		RECORD(facts->reports, struct fact_report, i)->title =
			"mm: reclaim less often than before";
	assert_ties(facts, "|");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/tie/by-thread", test_by_thread);
	g_test_add_func("/tie/by-name", test_by_name);
	g_test_add_func("/tie/by-reverted-title", test_by_reverted_title);
	g_test_add_func("/tie/of-many", test_of_many);
	g_test_add_func("/tie/of-a-fix", test_of_a_fix);
	return g_test_run();
}
