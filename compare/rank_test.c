/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rank_test.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#define EACH_END .025 /* of a 95 % interval */

/* Two-sided p by u, twice Mann and Whitney's U, when no values are equal. */
struct untied {
	double *p;
	guint bound; /* see rank_test_bound() */
};

struct ranks {
	GHashTable *untied; /* smaller side << 16 | larger side -> struct untied * */
	GArray *doubled;    /* of guint: twice the midrank of each pooled value, rising */
	GArray *ways;       /* of guint32: see count_ways() */
};

static void untied_free(gpointer data)
{
	struct untied *untied = data;

	g_free(untied->p);
	g_free(untied);
}

struct ranks *ranks_new(void)
{
	struct ranks *ranks = g_new0(struct ranks, 1);

	ranks->untied = g_hash_table_new_full(NULL, NULL, NULL, untied_free);
	ranks->doubled = g_array_new(FALSE, FALSE, sizeof(guint));
	ranks->ways = g_array_new(FALSE, FALSE, sizeof(guint32));
	return ranks;
}

void ranks_free(struct ranks *ranks)
{
	if (!ranks)
		return;
	g_hash_table_unref(ranks->untied);
	g_array_unref(ranks->doubled);
	g_array_unref(ranks->ways);
	g_free(ranks);
}

/* ---- midranks ------------------------------------------------------------------------ */

struct pooled {
	guint n_a, n_b;
	guint64 u;   /* twice U of side b: 0 .. 2 n_a n_b */
	double ties; /* sum of t^3 - t over the groups of equal values */
};

static guint count_equal(const double *values, guint n, guint from, double value)
{
	guint i = from;

	while (i < n && values[i] == value)
		i++;
	return i - from;
}

/* Merges the sides; twice the midrank of places i + 1 .. i + t is 2 i + t + 1. */
static struct pooled pool(
	struct ranks *ranks, const double *a, guint n_a, const double *b, guint n_b)
{
	struct pooled pooled = {n_a, n_b, 0, 0};
	guint64 sum_b = 0;

	g_array_set_size(ranks->doubled, 0);
	for (guint i = 0, j = 0; i < n_a || j < n_b;) {
		double value = j == n_b || (i < n_a && a[i] < b[j]) ? a[i] : b[j];
		guint of_a = count_equal(a, n_a, i, value), of_b = count_equal(b, n_b, j, value);
		guint t = of_a + of_b, doubled = 2 * (i + j) + t + 1;

		for (guint k = 0; k < t; k++)
			g_array_append_val(ranks->doubled, doubled);
		sum_b += (guint64)of_b * doubled;
		pooled.ties += (double)t * t * t - t;
		i += of_a;
		j += of_b;
	}
	pooled.u = sum_b - (guint64)n_b * (n_b + 1);
	return pooled;
}

/* ---- counting ------------------------------------------------------------------------ */

/* C(n, k), or more than RANK_WAYS_MAX. */
static guint32 ways_to_deal(guint n, guint k)
{
	guint64 ways = 1;

	for (guint i = 1; i <= k && ways <= RANK_WAYS_MAX; i++)
		ways = ways * (n - k + i) / i;
	return (guint32)MIN(ways, RANK_WAYS_MAX + 1);
}

static gboolean is_countable(guint n, guint k)
{
	return n <= RANK_VALUES_MAX && ways_to_deal(n, k) <= RANK_WAYS_MAX;
}

/* Where a row of counts is not zero: low .. high; empty where high is less. */
struct span {
	int low, high;
};

/* to[s + shift] += from[s] */
static void add_shifted(guint32 *restrict to, struct span *to_span, const guint32 *restrict from,
	struct span from_span, int shift)
{
	guint32 *first = to + from_span.low + shift;
	int n = from_span.high - from_span.low + 1;

	from += from_span.low;
	for (int s = 0; s < n; s++)
		first[s] += from[s];
	if (n > 0)
		*to_span = (struct span){MIN(to_span->low, from_span.low + shift),
			MAX(to_span->high, from_span.high + shift)};
}

/*
 * In how many ways k of n values (k <= n / 2) have each rank sum.  Row j counts choices of j
 * values by their doubled sum less j (j + 1), that is by twice U, which is never negative; the
 * choice grows upward, so the j-th value shifts it by its doubled rank less 2 j.  Returns
 * row k, 2 k (n - k) + 1 wide.
 */
static const guint32 *count_ways(struct ranks *ranks, const guint *doubled, guint n, guint k)
{
	guint width = 2 * k * (n - k) + 1;
	struct span spans[RANK_VALUES_MAX / 2 + 1];
	guint32 *ways;

	g_array_set_size(ranks->ways, (k + 1) * width);
	ways = (guint32 *)(gpointer)ranks->ways->data;
	memset(ways, 0, sizeof(*ways) * (k + 1) * width);
	for (guint j = 0; j <= k; j++)
		spans[j] = (struct span){(int)width, -1};
	ways[0] = 1;
	spans[0] = (struct span){0, 0};
	for (guint i = 0; i < n; i++) {
		guint left = n - 1 - i; /* rows that can no more reach k are left behind */

		for (guint j = MIN(i + 1, k); j > 0 && j + left >= k; j--)
			add_shifted(ways + (gsize)j * width, &spans[j],
				ways + (gsize)(j - 1) * width, spans[j - 1],
				(int)doubled[i] - 2 * (int)j);
	}
	return ways + (gsize)k * width;
}

/* The share of ways that are as far from the middle as u. */
static double share_beyond(const guint32 *ways, guint width, guint u, guint32 all)
{
	guint middle = width / 2, from = u > middle ? u - middle : middle - u;
	guint64 beyond = 0;

	for (guint s = 0; s + from <= middle; s++)
		beyond += ways[s];
	for (guint s = MAX(middle + from, middle + 1); s < width; s++)
		beyond += ways[s];
	return MIN(1, (double)beyond / all);
}

static struct untied *count_untied(struct ranks *ranks, guint n, guint k)
{
	struct untied *untied = g_new0(struct untied, 1);
	guint width = 2 * k * (n - k) + 1;
	guint32 all = ways_to_deal(n, k);
	g_autofree guint *doubled = g_new(guint, n);
	const guint32 *ways;
	guint64 below = 0;

	for (guint i = 0; i < n; i++)
		doubled[i] = 2 * (i + 1);
	ways = count_ways(ranks, doubled, n, k);
	untied->p = g_new(double, width);
	for (guint u = 0; u < width; u++)
		untied->p[u] = share_beyond(ways, width, u, all);
	for (guint u = 0; u < width && (below += ways[2 * u]) <= EACH_END * all; u++)
		untied->bound = u + 1;
	return untied;
}

static const struct untied *untied_of(struct ranks *ranks, guint n_a, guint n_b)
{
	guint k = MIN(n_a, n_b), n = n_a + n_b;
	gpointer key = GUINT_TO_POINTER(k << 16 | (n - k));
	struct untied *untied = g_hash_table_lookup(ranks->untied, key);

	if (!untied) {
		untied = count_untied(ranks, n, k);
		g_hash_table_insert(ranks->untied, key, untied);
	}
	return untied;
}

/* ---- with ties --------------------------------------------------------------------------- */

/* Of n sorted midranks, twice U of the k smallest. */
static guint least_u(const guint *doubled, guint k)
{
	guint sum = 0;

	for (guint i = 0; i < k; i++)
		sum += doubled[i];
	return sum - k * (k + 1);
}

static guint most_u(const guint *doubled, guint n, guint k)
{
	guint sum = 0;

	for (guint i = n - k; i < n; i++)
		sum += doubled[i];
	return sum - k * (k + 1);
}

static void count_tied(struct ranks *ranks, const struct pooled *pooled, struct rank_test *test)
{
	guint n = pooled->n_a + pooled->n_b, k = MIN(pooled->n_a, pooled->n_b);
	guint width = 2 * k * (n - k) + 1, middle = width / 2;
	const guint *doubled = (const guint *)(gconstpointer)ranks->doubled->data;
	const guint32 *ways = count_ways(ranks, doubled, n, k);
	guint low = middle - least_u(doubled, k), high = most_u(doubled, n, k) - middle;
	guint32 all = ways_to_deal(n, k);

	/* U of the larger side is the mirror of the smaller one's. */
	test->p = share_beyond(ways, width,
		pooled->n_b == k ? (guint)pooled->u : width - 1 - (guint)pooled->u, all);
	test->p_least = share_beyond(ways, width, middle + MAX(low, high), all);
}

/* ---- beyond counting --------------------------------------------------------------------- */

static double spread_of_u(const struct pooled *pooled)
{
	double n = (double)pooled->n_a + pooled->n_b;

	return sqrt((double)pooled->n_a * pooled->n_b / 12 *
		    MAX(0, n + 1 - pooled->ties / (n * (n - 1))));
}

static double normal_p(double distance, double spread)
{
	if (!(spread > 0))
		return 1;
	return MIN(1, 2 * gsl_cdf_ugaussian_Q(MAX(0, distance - .5) / spread));
}

static void approximate(const struct pooled *pooled, struct rank_test *test)
{
	double middle = (double)pooled->n_a * pooled->n_b / 2, spread = spread_of_u(pooled);

	test->p = normal_p(fabs((double)pooled->u / 2 - middle), spread);
	test->p_least = normal_p(middle, spread);
}

struct rank_test rank_test(
	struct ranks *ranks, const double *a, guint n_a, const double *b, guint n_b)
{
	struct pooled pooled = pool(ranks, a, n_a, b, n_b);
	double pairs = (double)n_a * n_b;
	struct rank_test test = {
		.delta = ((double)pooled.u - pairs) / pairs,
		.is_exact = is_countable(n_a + n_b, MIN(n_a, n_b)),
	};

	if (!test.is_exact) {
		approximate(&pooled, &test);
	} else if (pooled.ties > 0) {
		count_tied(ranks, &pooled, &test);
	} else {
		const struct untied *untied = untied_of(ranks, n_a, n_b);

		test.p = untied->p[pooled.u];
		test.p_least = untied->p[0];
	}
	return test;
}

guint64 rank_test_bound(struct ranks *ranks, guint n_a, guint n_b)
{
	if (is_countable(n_a + n_b, MIN(n_a, n_b)))
		return untied_of(ranks, n_a, n_b)->bound;

	double pairs = (double)n_a * n_b;
	double bound = floor(pairs / 2 - gsl_cdf_ugaussian_Qinv(EACH_END) *
						 sqrt(pairs * ((double)n_a + n_b + 1) / 12));

	return bound > 0 ? (guint64)bound : 0;
}
