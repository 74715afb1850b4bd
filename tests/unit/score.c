/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The factors of a cluster's score, and what digests say of how often grades are wrong. */
#include "compare/calibration.h"
#include "compare/score.h"

#include <math.h>
#include <string.h>

static void near(double value, double wanted)
{
	g_assert_cmpfloat_with_epsilon(value, wanted, 1e-9);
}

static void test_size(void)
{
	near(score_size(-50, UNIT_PERCENT), 100 * M_LN2);
	near(score_size(100, UNIT_PERCENT), 100 * M_LN2); /* as grave as half of it */
	near(score_size(-100, UNIT_PERCENT), 300);
	near(score_size(-120, UNIT_PERCENT), 300);
	near(score_size(INFINITY, UNIT_PERCENT), 300);
	near(score_size(-7, UNIT_POINTS), 7);
	near(score_size(NAN, UNIT_PERCENT), 1);
	near(score_size(0, UNIT_PERCENT), 0);
}

static void test_factors(void)
{
	const struct score score = {100, .8, 2, .9, .5};

	near(score_product(&score), 72);
	for (int grade = GRADE_UNSUPPORTED; grade < GRADE_STRONG; grade++)
		g_assert_cmpfloat(
			score_grade((enum grade)grade), <, score_grade((enum grade)(grade + 1)));
	near(score_grade(GRADE_STRONG), 1);
	near(score_breadth(0, 0), 1);
	near(score_breadth(2, 8), 4);
	near(score_freshness(0), 1);
	near(score_freshness(28), 1);
	near(score_freshness(29), .7);
	near(score_freshness(90), .7);
	near(score_freshness(91), .5);
	near(score_freshness(-1), .5);
}

static void test_trees(void)
{
	static const struct {
		const char *tree, *branch;
		enum score_tree wanted;
	} cases[] = {
		{NULL, NULL, SCORE_TREE_OTHER},
		{"https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git", "master",
			SCORE_TREE_MAINLINE},
		{"https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git",
			"A-Developer/ext4-drop-a-lock/20210210-054647", SCORE_TREE_PATCH},
		{"https://git.kernel.org/cgit/linux/kernel/git/next/linux-next.git", "master",
			SCORE_TREE_NEXT},
		{"git://git.linux-nfs.org/projects/example/linux-nfs.git", "linux-next",
			SCORE_TREE_OTHER},
		{"https://git.kernel.org/cgit/linux/kernel/git/stable/linux-stable-rc.git",
			"linux-5.4.y", SCORE_TREE_STABLE},
		{"https://github.com/intel-lab-lkp/linux/commits/A-Developer/fs-a-patch/"
		 "20220609-013837",
			NULL, SCORE_TREE_PATCH},
		{"https://github.com/example/linux", "patch-20220609", SCORE_TREE_OTHER},
		{"", "", SCORE_TREE_OTHER},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
		g_assert_cmpint(score_tree_of(cases[i].tree, cases[i].branch), ==, cases[i].wanted);
	near(score_of_tree(SCORE_TREE_MAINLINE), 1);
	g_assert_cmpfloat(score_of_tree(SCORE_TREE_PATCH), <, score_of_tree(SCORE_TREE_OTHER));
	g_assert_cmpfloat(score_of_tree(SCORE_TREE_OTHER), <, score_of_tree(SCORE_TREE_NEXT));
}

/* Every weight of the code stands in the formula that is printed. */
static void test_formula(void)
{
	static const char *const wanted[] = {"STRONG 1", "SUPPORTED .8", "WEAK .5", "UNTESTABLE .3",
		"UNSUPPORTED .1", "linux-next .9", "another .8", "a posted patch .6", "28 days",
		"90 days .7", "else .5", "at most 300"};

	for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
		g_assert_nonnull(strstr(score_formula(), wanted[i]));
}

/* ---- calibration ---------------------------------------------------------------------- */

static double worst(double a, double b)
{
	return a > b ? a : b;
}

/* "| 3:3 | 3.51 / 0.041 | ... |": the first cell is gaussian noise. */
static void add_line(struct calibration *to, const char *line)
{
	g_auto(GStrv) cells = g_strsplit(line, "|", -1);

	for (guint i = 2; cells[i] && *g_strstrip(cells[i]); i++) {
		double supported = g_ascii_strtod(cells[i], NULL);
		double strong = g_ascii_strtod(strchr(cells[i], '/') + 1, NULL);

		to->supported = worst(to->supported, supported);
		to->strong = worst(to->strong, strong);
		if (i > 2)
			continue;
		to->supported_gaussian = worst(to->supported_gaussian, supported);
		to->strong_gaussian = worst(to->strong_gaussian, strong);
	}
}

/* The figures are those of the first table of doc/calibration.md. */
static void test_calibration(void)
{
	const struct calibration *told = calibration_of_rows();
	struct calibration measured = {0};
	g_autofree char *text = NULL;
	g_autofree char *table = NULL;

	g_assert_true(g_file_get_contents("doc/calibration.md", &text, NULL, NULL));
	table = g_strndup(text, (gsize)(strstr(text, "So, of Welch") - text));
	for (int runs = CALIBRATION_RUNS_MIN; runs <= CALIBRATION_RUNS_MAX; runs++) {
		g_autofree char *head = g_strdup_printf("\n| %d:%d |", runs, runs);
		const char *line = strstr(table, head);

		g_assert_nonnull(line);
		g_autofree char *row = g_strndup(line + 1, strcspn(line + 1, "\n"));
		add_line(&measured, row);
	}
	near(told->supported, measured.supported);
	near(told->strong, measured.strong);
	near(told->supported_gaussian, measured.supported_gaussian);
	near(told->strong_gaussian, measured.strong_gaussian);
	g_assert_nonnull(strstr(calibration_told(), "4.9 %"));
	g_assert_nonnull(strstr(calibration_told(), "3 to 6"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/score/size", test_size);
	g_test_add_func("/score/factors", test_factors);
	g_test_add_func("/score/trees", test_trees);
	g_test_add_func("/score/formula", test_formula);
	g_test_add_func("/score/calibration", test_calibration);
	return g_test_run();
}
