/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/cluster.h"

#include <math.h>

#define UNKNOWN G_MININT64
#define R VERDICT_REGRESSION
#define I VERDICT_IMPROVEMENT

#define FULL_A "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define FULL_B "dc7e995ac54d5a8a1e1c3e4a1dbb8a3c4f5d2e6b"

static const struct cluster_report reports[] = {
	{"b@x", 200, FULL_A, "mm: second", "mm", TRUE, R},
	{"a@x", 100, "5c0a85fad949212b", "mm: first", "mm", TRUE, R},
	{"c@x", UNKNOWN, "5C0A85FAD949", "mm: undated", "x", TRUE, I},
	{"d@x", 300, FULL_B, NULL, NULL, TRUE, I},
	{"e@x", 50, NULL, "no commit", NULL, TRUE, R},
	{"f@x", 60, "", "no commit either", NULL, TRUE, R},
	{"g@x", 400, "v5.8", "a tag", NULL, FALSE, VERDICT_NONE},
	{"h@x", 400, "v5.8-rc1", "another", NULL, FALSE, VERDICT_NONE},
};

static const struct cluster_claim claims[] = {
	{0, 10, "unixbench", "lkp-a", "unixbench.score", -11.6, UNIT_PERCENT, R},
	{1, 20, "unixbench", "lkp-b", "unixbench.score", -37.0, UNIT_PERCENT, R},
	{1, 21, "aim7", "lkp-b", "aim7.jobs", +80.0, UNIT_PERCENT, I},
	{2, 30, "aim7", "lkp-a", "aim7.jobs", NAN, UNIT_PERCENT, R},
	{3, 40, "fio", "lkp-a", "fio.iops", +900.0, UNIT_PERCENT, I},
	{4, 50, "fio", "lkp-a", "fio.iops", -99.0, UNIT_PERCENT, R},
	{99, 60, "fio", "lkp-a", "fio.iops", -99.0, UNIT_PERCENT, R},
};

static void test_gathering(void)
{
	g_autoptr(GPtrArray) clusters =
		clusters_of_reports(reports, G_N_ELEMENTS(reports), claims, G_N_ELEMENTS(claims));

	g_assert_cmpuint(clusters->len, ==, 4);

	const struct cluster *c = clusters->pdata[0];

	g_assert_cmpstr(c->id, ==, "c-5c0a85fad949");
	g_assert_cmpstr(c->commit, ==, FULL_A);
	g_assert_cmpstr(c->title, ==, "mm: first");
	g_assert_cmpint(c->first, ==, 100);
	g_assert_cmpint(c->last, ==, 200);
	g_assert_true(c->regresses && c->improves);
	g_assert_cmpuint(c->testcases, ==, 2);
	g_assert_cmpuint(c->machines, ==, 2);
	g_assert_cmpuint(c->reports->len, ==, 3);
	g_assert_cmpuint(g_array_index(c->reports, guint, 0), ==, 1);
	g_assert_cmpuint(g_array_index(c->reports, guint, 2), ==, 2);

	static const guint order[] = {2, 1, 0, 3};

	g_assert_cmpuint(c->claims->len, ==, G_N_ELEMENTS(order));
	for (guint i = 0; i < G_N_ELEMENTS(order); i++)
		g_assert_cmpuint(g_array_index(c->claims, guint, i), ==, order[i]);
	/* Two test cases on two machines regress. */
	g_assert_cmpfloat_with_epsilon(c->severity, 100 * -log(.63) * 2, 1e-9);

	c = clusters->pdata[1];
	g_assert_cmpstr(c->commit, ==, FULL_B);
	g_assert_false(c->regresses);
	g_assert_true(c->improves);
	g_assert_cmpfloat_with_epsilon(c->severity, .1 * log(10), 1e-9);
	/* A tag is no abbreviation of another. */
	g_assert_cmpstr(((struct cluster *)clusters->pdata[2])->id, ==, "c-v5.8");
	g_assert_cmpstr(((struct cluster *)clusters->pdata[3])->id, ==, "c-v5.8-rc1");
}

static GPtrArray *clusters_of_commits(const char *const *commits, guint n)
{
	g_autofree struct cluster_report *of = g_new0(struct cluster_report, n);

	for (guint i = 0; i < n; i++)
		of[i] = (struct cluster_report){"m@x", 0, commits[i], NULL, NULL, TRUE, R};
	return clusters_of_reports(of, n, NULL, 0);
}

static void test_ambiguous_abbreviation(void)
{
	static const char *const commits[] = {
		"5c0a85fad949212b3e059692deecdeed74ae7ec7",
		"5c0a85fad949ffffffffffffffffffffffffffff",
		"5c0a85fad949",  /* begins both */
		"5c0a85fad9492", /* begins one */
		"5c0a85f",
		"dc7e99", /* too short to abbreviate anything */
		"dc7e995ac54d5a8a1e1c3e4a1dbb8a3c4f5d2e6b",
	};
	g_autoptr(GPtrArray) clusters = clusters_of_commits(commits, G_N_ELEMENTS(commits));
	static const char *const ids[] = {"c-5c0a85f", "c-5c0a85fad949", "c-5c0a85fad9492",
		"c-5c0a85fad949f", "c-dc7e99", "c-dc7e995ac54d"};
	static const guint members[] = {1, 1, 2, 1, 1, 1};

	g_assert_cmpuint(clusters->len, ==, G_N_ELEMENTS(ids));
	for (guint i = 0; i < clusters->len; i++) {
		const struct cluster *c = clusters->pdata[i];

		g_assert_cmpstr(c->id, ==, ids[i]);
		g_assert_cmpuint(c->reports->len, ==, members[i]);
	}
}

static void test_nothing(void)
{
	g_autoptr(GPtrArray) clusters = clusters_of_reports(NULL, 0, NULL, 0);

	g_assert_cmpuint(clusters->len, ==, 0);
	g_assert_nonnull(strstr(cluster_severity_formula(), "regression"));
}

static double severity_of_one(double change, enum unit unit, enum verdict verdict)
{
	struct cluster_report report = {"a@x", 0, FULL_A, NULL, NULL, TRUE, verdict};
	struct cluster_claim claim = {0, 1, "t", "m", "t.x", change, unit, verdict};
	g_autoptr(GPtrArray) clusters = clusters_of_reports(&report, 1, &claim, 1);

	return ((struct cluster *)clusters->pdata[0])->severity;
}

static void test_severity(void)
{
	/* Halved and doubled are equally grave; the sign of less-is-better does not count. */
	g_assert_cmpfloat_with_epsilon(
		severity_of_one(-50, UNIT_PERCENT, R), severity_of_one(100, UNIT_PERCENT, R), 1e-9);
	g_assert_cmpfloat(severity_of_one(-100, UNIT_PERCENT, R), ==, 300);
	g_assert_cmpfloat(severity_of_one(-678.6, UNIT_PERCENT, R), ==, 300);
	g_assert_cmpfloat(severity_of_one(INFINITY, UNIT_PERCENT, R), ==, 300);
	g_assert_cmpfloat_with_epsilon(severity_of_one(-7, UNIT_POINTS, R), 7, 1e-9);
	g_assert_cmpfloat(severity_of_one(NAN, UNIT_PERCENT, R), >, 0);
	/* The greatest improvement stands behind the least regression. */
	g_assert_cmpfloat(severity_of_one(INFINITY, UNIT_PERCENT, I), <,
		severity_of_one(NAN, UNIT_PERCENT, R));
	g_assert_cmpfloat(severity_of_one(-50, UNIT_PERCENT, VERDICT_NONE), ==, 0);
}

/* ---- the order of the input changes nothing ----------------------------------------- */

#define REPORTS 40
#define CLAIMS 120

struct world {
	struct cluster_report reports[REPORTS];
	struct cluster_claim claims[CLAIMS];
	char texts[REPORTS][2][64];
};

static void make_world(struct world *w)
{
	static const char *const commits[] = {FULL_A, FULL_B,
		"5c0a85fad949ffffffffffffffffffffffffffff", "0123456789abcdef", "fedcba9876543210"};
	static const char *const names[] = {NULL, "aim7", "fio", "unixbench"};

	for (guint i = 0; i < REPORTS; i++) {
		const char *commit = commits[g_test_rand_int_range(0, G_N_ELEMENTS(commits))];

		g_snprintf(w->texts[i][0], 64, "%02u@example.org", i);
		g_snprintf(w->texts[i][1], 64, "%.*s", g_test_rand_int_range(5, 41), commit);
		w->reports[i] = (struct cluster_report){w->texts[i][0],
			g_test_rand_bit() ? UNKNOWN : g_test_rand_int_range(0, 3),
			g_test_rand_int_range(0, 9) ? w->texts[i][1] : NULL, w->texts[i][0],
			names[g_test_rand_int_range(0, 4)], TRUE,
			(enum verdict)g_test_rand_int_range(0, 3)};
	}
	for (guint i = 0; i < CLAIMS; i++)
		w->claims[i] = (struct cluster_claim){(guint)g_test_rand_int_range(0, REPORTS),
			(guint)g_test_rand_int_range(0, 3), names[g_test_rand_int_range(0, 4)],
			names[g_test_rand_int_range(0, 4)], names[g_test_rand_int_range(0, 4)],
			g_test_rand_bit() ? g_test_rand_int_range(-3, 4) : NAN,
			g_test_rand_bit() ? UNIT_PERCENT : UNIT_POINTS,
			(enum verdict)g_test_rand_int_range(0, 3)};
}

static char *print_world(const struct world *w)
{
	g_autoptr(GPtrArray) clusters = clusters_of_reports(w->reports, REPORTS, w->claims, CLAIMS);
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < clusters->len; i++) {
		const struct cluster *c = clusters->pdata[i];

		g_string_append_printf(out,
			"%s %s %s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d%d %u %u %.17g\n",
			c->id, c->commit, c->title, c->subsystem, c->first, c->last, c->regresses,
			c->improves, c->testcases, c->machines, c->severity);
		for (guint r = 0; r < c->reports->len; r++)
			g_string_append_printf(out, " %s\n",
				w->reports[g_array_index(c->reports, guint, r)].message_id);
		for (guint k = 0; k < c->claims->len; k++) {
			const struct cluster_claim *claim =
				&w->claims[g_array_index(c->claims, guint, k)];

			g_string_append_printf(out, " %s:%u %s %s %s %g %d %d\n",
				w->reports[claim->report].message_id, claim->line, claim->testcase,
				claim->tbox_group, claim->metric, claim->change, claim->unit,
				claim->verdict);
		}
	}
	return g_string_free(out, FALSE);
}

static void shuffle(const struct world *from, struct world *to)
{
	guint place[REPORTS];

	*to = *from;
	for (guint i = 0; i < REPORTS; i++)
		place[i] = i;
	for (guint i = REPORTS - 1; i > 0; i--) {
		guint j = (guint)g_test_rand_int_range(0, (int)i + 1), kept = place[i];

		place[i] = place[j];
		place[j] = kept;
	}
	for (guint i = 0; i < REPORTS; i++)
		to->reports[place[i]] = from->reports[i];
	for (guint i = CLAIMS - 1; i > 0; i--) {
		guint j = (guint)g_test_rand_int_range(0, (int)i + 1);
		struct cluster_claim kept = to->claims[i];

		to->claims[i] = to->claims[j];
		to->claims[j] = kept;
	}
	for (guint i = 0; i < CLAIMS; i++)
		to->claims[i].report = place[to->claims[i].report];
}

static void test_shuffles(void)
{
	for (guint round = 0; round < 100; round++) {
		struct world world, other;

		make_world(&world);

		g_autofree char *printed = print_world(&world);

		g_assert_cmpuint(strlen(printed), >, 0);
		for (guint again = 0; again < 5; again++) {
			shuffle(&world, &other);

			g_autofree char *shuffled = print_world(&other);

			g_assert_true(g_str_equal(shuffled, printed));
		}
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/cluster/gathering", test_gathering);
	g_test_add_func("/cluster/ambiguous-abbreviation", test_ambiguous_abbreviation);
	g_test_add_func("/cluster/nothing", test_nothing);
	g_test_add_func("/cluster/severity", test_severity);
	g_test_add_func("/cluster/shuffles", test_shuffles);
	return g_test_run();
}
