/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/cluster_event.h"

#include <string.h>

#define A "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define B "5c0a85fbc54d5a8a1e1c3e4a1dbb8a3c4f5d2e6b"

static const struct cluster_report reports[] = {
	{"a1@x", 100, A, "mm: a", "mm", TRUE, VERDICT_REGRESSION},
	{"a2@x", 200, A, "mm: a", "mm", FALSE, VERDICT_NONE},
	{"b1@x", 300, B, "fs: b", "fs", TRUE, VERDICT_REGRESSION},
};

/* The events of the cluster of A and of that of B: "0 2|1". */
static char *ties(const struct cluster_event *events, guint n)
{
	g_autoptr(GPtrArray) clusters =
		clusters_of_reports(reports, G_N_ELEMENTS(reports), NULL, 0);
	g_autoptr(GPtrArray) lists = cluster_events(clusters, reports, events, n);
	g_autoptr(GString) of_a = g_string_new(NULL);
	g_autoptr(GString) of_b = g_string_new(NULL);

	g_assert_cmpuint(lists->len, ==, 2);
	for (guint i = 0; i < lists->len; i++) {
		const struct cluster *cluster = g_ptr_array_index(clusters, i);
		const GArray *list = g_ptr_array_index(lists, i);
		GString *out = strcmp(cluster->commit, B) ? of_a : of_b;

		for (guint k = 0; k < list->len; k++)
			g_string_append_printf(
				out, "%s%u", k ? " " : "", g_array_index(list, guint, k));
	}
	return g_strdup_printf("%s|%s", of_a->str, of_b->str);
}

#define ASSERT_TIES(events, expected)                                                              \
	do {                                                                                       \
		g_autofree char *got_ = ties(events, G_N_ELEMENTS(events));                        \
		g_assert_cmpstr(got_, ==, expected);                                               \
	} while (0)

#define ANSWERS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void by_thread(void)
{
	const struct cluster_event events[] = {
		{"a1@x", NULL, NULL, NULL},                                 /* the report's own */
		{"r1@x", ANSWERS("a1@x"), NULL, NULL},                      /* an answer */
		{"r2@x", ANSWERS("gone@x", "patch@x", "b1@x"), NULL, NULL}, /* by a reference */
		{"r3@x", ANSWERS("r1@x"), NULL, NULL},         /* an answer to an answer */
		{"r4@x", ANSWERS("patch@x"), NULL, NULL},      /* to something else */
		{"r5@x", ANSWERS("b1@x", "a1@x"), NULL, NULL}, /* the nearest counts */
	};

	ASSERT_TIES(events, "0 1 3|2 5");
}

static void by_name(void)
{
	const struct cluster_event events[] = {
		{"p1@x", NULL, "5c0a85fad949", NULL}, /* abbreviated */
		{"p1@x", NULL, NULL, NULL},           /* goes with its message */
		{"p2@x", NULL, NULL, "b1@x"},         /* a link */
		{"p3@x", NULL, "5c0a85f", NULL},      /* of two commits: no one's */
		{"p4@x", NULL, "5c0a85", NULL},       /* too short */
		{"p5@x", NULL, B, NULL},
		{"p6@x", NULL, A "00", NULL},          /* longer than the known id */
		{"p7@x", NULL, "0123456789ab", "y@x"}, /* unknown */
	};

	ASSERT_TIES(events, "0 1 6|2 5");
}

/* A mail about many regressions: each line is tied to what it names, the rest to none. */
static void of_many(void)
{
	const struct cluster_event events[] = {
		{"week@x", NULL, NULL, "a2@x"}, {"week@x", NULL, NULL, "b1@x"},
		{"week@x", NULL, NULL, NULL}, {"r1@x", ANSWERS("a1@x"), NULL, NULL},
		{"r1@x", ANSWERS("a1@x"), NULL, "b1@x"}, /* an answer that points elsewhere */
	};

	ASSERT_TIES(events, "0 3 4|1 4");
}

/* The answer to a fix, and the answer to that. */
static void of_a_fix(void)
{
	const struct cluster_event events[] = {
		{"fix@x", NULL, A, NULL},
		{"r1@x", ANSWERS("fix@x"), NULL, NULL},
		{"r2@x", ANSWERS("r1@x"), NULL, NULL},
		{"week@x", NULL, A, NULL},
		{"week@x", NULL, B, NULL},
		{"r3@x", ANSWERS("week@x"), NULL, NULL},
	};

	ASSERT_TIES(events, "0 1 2 3|4");
}

static void rings(void)
{
	const struct cluster_event events[] = {
		{"r1@x", ANSWERS("r2@x"), NULL, NULL},
		{"r2@x", ANSWERS("r1@x"), NULL, NULL},
		{"r3@x", ANSWERS("r3@x"), NULL, NULL},
	};

	ASSERT_TIES(events, "|");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/cluster-event/by-thread", by_thread);
	g_test_add_func("/cluster-event/by-name", by_name);
	g_test_add_func("/cluster-event/of-many", of_many);
	g_test_add_func("/cluster-event/of-a-fix", of_a_fix);
	g_test_add_func("/cluster-event/rings", rings);
	return g_test_run();
}
