/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/energy.h"

#include <math.h>

struct energy {
	guint groups;
	guint *from;
	double *sums; /* [i][j]: of |x - y| over all x of groups < i and all y of groups < j */
};

/* Of all |x - y|, x of one group and y of another, both rising. */
static double sum_between(const double *x, guint n_x, const double *y, guint n_y)
{
	double sum = 0, below = 0, all = 0;
	guint j = 0;

	for (guint i = 0; i < n_y; i++)
		all += y[i];
	for (guint i = 0; i < n_x; i++) {
		while (j < n_y && y[j] <= x[i])
			below += y[j++];
		sum += x[i] * j - below + (all - below) - x[i] * (n_y - j);
	}
	return sum;
}

static double *sum_at(const struct energy *energy, guint i, guint j)
{
	return energy->sums + (gsize)i * (energy->groups + 1) + j;
}

struct energy *energy_new(const double *values, const guint *from, guint groups)
{
	struct energy *energy = g_new(struct energy, 1);

	g_assert(groups <= ENERGY_GROUPS_MAX);
	energy->groups = groups;
	energy->from = g_memdup2(from, (groups + 1) * sizeof(*from));
	energy->sums = g_new0(double, (gsize)(groups + 1) * (groups + 1));
	for (guint i = 0; i < groups; i++)
		for (guint j = 0; j < groups; j++)
			*sum_at(energy, i + 1, j + 1) =
				sum_between(values + from[i], from[i + 1] - from[i],
					values + from[j], from[j + 1] - from[j]) +
				*sum_at(energy, i, j + 1) + *sum_at(energy, i + 1, j) -
				*sum_at(energy, i, j);
	return energy;
}

void energy_free(struct energy *energy)
{
	if (!energy)
		return;
	g_free(energy->from);
	g_free(energy->sums);
	g_free(energy);
}

static double block(const struct energy *e, guint a, guint b, guint c, guint d)
{
	return *sum_at(e, b, d) - *sum_at(e, a, d) - *sum_at(e, b, c) + *sum_at(e, a, c);
}

/* mn / (m + n) times the distance; sums within a side hold each pair twice. */
static double q_of(const struct energy *e, guint begin, guint at, guint end)
{
	double m = e->from[at] - e->from[begin], n = e->from[end] - e->from[at];
	double between = 2 / (m * n) * block(e, begin, at, at, end);
	double within_x = block(e, begin, at, begin, at) / (m * (m - 1));
	double within_y = block(e, at, end, at, end) / (n * (n - 1));

	return m * n / (m + n) * (between - within_x - within_y);
}

struct energy_split energy_best_split(
	const struct energy *energy, guint begin, guint end, guint least)
{
	struct energy_split best = {begin, begin, begin, 0};

	least = MAX(least, 2);
	for (guint at = begin + 1; at < end; at++) {
		if (energy->from[at] - energy->from[begin] < least)
			continue;
		for (guint to = at + 1; to <= end; to++) {
			double q;

			if (energy->from[to] - energy->from[at] < least)
				continue;
			q = q_of(energy, begin, at, to);
			if (q > best.distance)
				best = (struct energy_split){begin, at, to, q};
		}
	}
	return best;
}
