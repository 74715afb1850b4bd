/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/score.h"

#include <math.h>
#include <string.h>

/* A twentyfold change is as grave as can be: beyond, the base was all but nothing. */
#define SIZE_MAX_LOG 3
/* A claim whose size cannot be read counts as one percent: it was worth a report. */
#define SIZE_UNKNOWN .01

static const double grades[] = {
	[GRADE_UNTESTABLE] = .3,
	[GRADE_UNSUPPORTED] = .1,
	[GRADE_WEAK] = .5,
	[GRADE_SUPPORTED] = .8,
	[GRADE_STRONG] = 1,
};

static const struct {
	double factor;
	const char *name;
} trees[] = {
	[SCORE_TREE_PATCH] = {.6, "a posted patch"},
	[SCORE_TREE_OTHER] = {.8, "another tree"},
	[SCORE_TREE_NEXT] = {.9, "linux-next"},
	[SCORE_TREE_STABLE] = {1, "stable"},
	[SCORE_TREE_MAINLINE] = {1, "mainline"},
};

const char *score_formula(void)
{
	return "size x grade x breadth x tree x freshness; size: 100 x |ln(after/before)| of the "
	       "change that leads (points: as they are), at most 300; grade: STRONG 1, SUPPORTED "
	       ".8, WEAK .5, UNTESTABLE .3, UNSUPPORTED .1; breadth: sqrt(test cases x machines "
	       "that it moves so); tree: mainline and stable 1, linux-next .9, another .8, a "
	       "posted patch .6; freshness: last report at most 28 days before the end of the "
	       "period 1, 90 days .7, else .5. The change that leads is the one with the largest "
	       "size x grade.";
}

double score_product(const struct score *score)
{
	return score->size * score->grade * score->breadth * score->tree * score->freshness;
}

double score_size(double change, enum unit unit)
{
	double size;

	if (isnan(change))
		size = SIZE_UNKNOWN;
	else if (unit == UNIT_POINTS)
		size = fabs(change) / 100;
	else if (change <= -100)
		size = SIZE_MAX_LOG;
	else
		size = fabs(log1p(change / 100));
	return 100 * MIN(size, SIZE_MAX_LOG);
}

double score_grade(enum grade grade)
{
	return grades[grade];
}

double score_breadth(unsigned testcases, unsigned machines)
{
	return sqrt((double)MAX(1, testcases) * MAX(1, machines));
}

double score_of_tree(enum score_tree tree)
{
	return trees[tree].factor;
}

const char *score_tree_name(enum score_tree tree)
{
	return trees[tree].name;
}

double score_freshness(gint64 days)
{
	if (days < 0)
		return .5;
	if (days <= 28)
		return 1;
	return days <= 90 ? .7 : .5;
}

/* The robot applies a posted series to a branch named "...-20220609-013837" or "…/20220609-…". */
static gboolean ends_in_a_time(const char *name)
{
	static const char form[] = "/00000000-000000";
	gsize length = name ? strlen(name) : 0, wanted = strlen(form);

	if (length < wanted)
		return FALSE;
	name += length - wanted;
	if (*name != '/' && *name != '-')
		return FALSE;
	for (gsize i = 1; i < wanted; i++)
		if (form[i] == '0' ? !g_ascii_isdigit(name[i]) : name[i] != form[i])
			return FALSE;
	return TRUE;
}

enum score_tree score_tree_of(const char *tree, const char *branch)
{
	if (ends_in_a_time(tree) || ends_in_a_time(branch))
		return SCORE_TREE_PATCH;
	if (!tree)
		return SCORE_TREE_OTHER;
	if (strstr(tree, "torvalds/linux") || !strcmp(tree, "linus"))
		return SCORE_TREE_MAINLINE;
	if (strstr(tree, "linux-next"))
		return SCORE_TREE_NEXT;
	return strstr(tree, "/stable/") ? SCORE_TREE_STABLE : SCORE_TREE_OTHER;
}
