/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that say the same: found by their numbers, known by their names. */
#include "compare/alias.h"

#include <math.h>
#include <stdio.h>

#define BLANK G_MININT
#define COLUMNS 3

struct made {
	struct alias_row row;
	struct alias_cell cells[COLUMNS];
	char texts[COLUMNS][40];
};

/* "14205 2|-6.3% 13310|..." : mean and spread of the base; change, mean, spread. */
static void make(struct made *made, const char *stat, const char *const *means, const int *spreads,
	const char *const *changes, guint n)
{
	made->row = (struct alias_row){slice_of(stat), made->cells, n};
	for (guint c = 0; c < n; c++) {
		double mean;

		made->cells[c] = (struct alias_cell){{NAN, NAN}, spreads[c], slice_of(changes[c])};
		if (means[c])
			g_assert_true(
				literal_mean(slice_of(means[c]), &mean, &made->cells[c].means));
	}
}

static struct alias_row two(struct made *made, const char *stat, const char *before, int spread,
	const char *change, const char *after)
{
	const char *const means[] = {before, after}, *const changes[] = {NULL, change};
	const int spreads[] = {spread, BLANK};

	make(made, stat, means, spreads, changes, 2);
	return made->row;
}

static void assert_alias(const char *before, const char *change, const char *after,
	const char *other_before, const char *other_change, const char *other_after,
	gboolean wanted)
{
	struct made a, b;
	struct alias_row rows[] = {two(&a, "x.a", before, 3, change, after),
		two(&b, "x.b", other_before, 3, other_change, other_after)};
	guint first[2];

	aliases_find(rows, 2, first);
	g_assert_cmpuint(first[0], ==, 0);
	g_assert_cmpuint(first[1], ==, wanted ? 0 : 1);
}

static void test_found(void)
{
	assert_alias("61205", "-43.3%", "34731", "239.08", "-43.3%", "135.67", TRUE); /* 1/256 */
	assert_alias("1234567", "+10.0%", "1358023", "1234567", "+10.0%", "1358023", TRUE);
	/* One change, but no ratio of their own. */
	assert_alias("61205", "-43.3%", "34731", "239.08", "-43.3%", "135.50", FALSE);
	assert_alias("61205", "-43.3%", "34731", "239.08", "-43.2%", "135.67", FALSE);
	assert_alias("100000", "+0.0%", "100001", "200000", "+0.0%", "200002", FALSE);
	assert_alias("0", "+Inf%", "10000", "0", "+Inf%", "10000", FALSE);
	assert_alias("-20000", "+10.0%", "-22000", "-20000", "+10.0%", "-22000", FALSE);
	assert_alias(NULL, "+10.0%", "22000", NULL, "+10.0%", "22000", FALSE);
	assert_alias("0.20", "+10.0%", "0.22", "0.40", "+10.0%", "0.44", FALSE); /* too coarse */
	assert_alias("20000", NULL, "22000", "20000", NULL, "22000", FALSE);
}

static void test_spreads_tell_apart(void)
{
	struct made a, b;
	struct alias_row rows[] = {two(&a, "x.a", "61205", 3, "-43.3%", "34731"),
		two(&b, "x.b", "61205", 4, "-43.3%", "34731")};
	guint first[2];

	aliases_find(rows, 2, first);
	g_assert_cmpuint(first[1], ==, 1);
}

/* Each alias points at the first of its kind, never at another alias. */
static void test_groups(void)
{
	struct made made[6];
	struct alias_row rows[6] = {two(&made[0], "a", "61205", 3, "-43.3%", "34731"),
		two(&made[1], "b", "80000", 3, "-10.0%", "72000"),
		two(&made[2], "c", "122410", 3, "-43.3%", "69462"),
		two(&made[3], "d", "160000", 3, "-10.0%", "144000"),
		two(&made[4], "e", "239.08", 3, "-43.3%", "135.67"),
		two(&made[5], "f", "90000", 3, "+10.0%", "99000")};
	static const guint wanted[] = {0, 1, 0, 1, 0, 5};
	guint first[6];

	aliases_find(rows, 6, first);
	for (guint i = 0; i < 6; i++)
		g_assert_cmpuint(first[i], ==, wanted[i]);
	aliases_find(rows, 0, first);
}

/* A row scaled by any factor and printed anew is an alias of itself. */
static void test_scaled_rows(void)
{
	for (guint i = 0; i < 2000; i++) {
		struct made made[2];
		struct alias_row rows[2];
		double base = g_test_rand_double_range(1e4, 1e8), factor = i % 2 ? 4 : 1 / 4.0;
		double head = base * g_test_rand_double_range(.2, 5);
		g_autofree char *change = g_strdup_printf("%+.1f%%", 100 * (head / base - 1));
		guint first[2];

		for (guint k = 0; k < 2; k++, base *= factor, head *= factor) {
			g_snprintf(made[k].texts[0], 40, "%.0f", floor(base));
			g_snprintf(made[k].texts[1], 40, "%.0f", floor(head));
			rows[k] = two(
				&made[k], "x", made[k].texts[0], BLANK, change, made[k].texts[1]);
		}
		aliases_find(rows, 2, first);
		if (!strcmp(change, "+0.0%") || !strcmp(change, "-0.0%"))
			continue;
		g_assert_cmpuint(first[1], ==, 0);
	}
}

/* ---- known by their names --------------------------------------------------------------- */

static void count(guint first, guint second, void *data)
{
	g_assert_cmpuint(first, <, second);
	(*(guint *)data)++;
}

static guint told(const char *stat, const char *twin, const char *after, int spread)
{
	struct made a, b;
	struct alias_row rows[] = {two(&a, stat, "300.10", BLANK, "+10.0%", "330.11"),
		two(&b, twin, "300.10", spread, "+10.0%", after)};
	guint n = 0;

	aliases_check(rows, 2, count, &n);
	return n;
}

static void test_known(void)
{
	static const char elapsed[] = "fio.time.elapsed_time", max[] = "fio.time.elapsed_time.max";

	g_assert_true(alias_is_known(slice_of(elapsed)));
	g_assert_true(alias_is_known(slice_of(max)));
	g_assert_true(alias_is_known(SLICE_LIT("numa-vmstat.node1.nr_zone_active_anon")));
	g_assert_false(alias_is_known(SLICE_LIT("proc-vmstat.nr_zone_write_pending")));
	g_assert_false(alias_is_known(SLICE_LIT("meminfo.nr_active_anon")));
	g_assert_false(alias_is_known(SLICE_NULL));

	g_assert_cmpuint(told(elapsed, max, "330.11", BLANK), ==, 0);
	g_assert_cmpuint(told(elapsed, max, "331.11", BLANK), ==, 1);
	g_assert_cmpuint(told(max, elapsed, "331.11", BLANK), ==, 1);
	g_assert_cmpuint(told(elapsed, "x.time.elapsed_time.max", "331.11", BLANK), ==, 0);
	g_assert_cmpuint(told(elapsed, elapsed, "331.11", BLANK), ==, 0);
	g_assert_cmpuint(
		told("proc-vmstat.nr_active_file", "proc-vmstat.nr_zone_active_file", "100", BLANK),
		==, 1);
	g_assert_cmpuint(told("proc-vmstat.nr_active_file", "proc-vmstat.nr_zone_inactive_file",
				 "100", BLANK),
		==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/alias/found", test_found);
	g_test_add_func("/alias/spreads", test_spreads_tell_apart);
	g_test_add_func("/alias/groups", test_groups);
	g_test_add_func("/alias/scaled-rows", test_scaled_rows);
	g_test_add_func("/alias/known", test_known);
	return g_test_run();
}
