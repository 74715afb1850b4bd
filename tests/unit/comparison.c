/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Judged comparisons of made runs: what is missing, and what must not decide anything. */
#include "compare/comparison.h"
#include "compare/retable.h"
#include "compare/run_alias.h"

#include <math.h>
#include <string.h>

#define STATS 24
#define RUNS_MAX 9

/* ---- made runs --------------------------------------------------------------------------- */

struct made_run {
	double values[STATS]; /* NAN: missing */
	gboolean incomplete;
};

struct made {
	struct made_run runs[2][RUNS_MAX];
	guint n[2];
};

static const char *const programs[] = {
	"will-it-scale", "vmstat", "turbostat", "dmesg", "proc-vmstat"};

static char *name_of(guint stat)
{
	return g_strdup_printf("%s.stat_%02u%s", programs[stat % G_N_ELEMENTS(programs)], stat,
		stat % 7 == 6 ? "%" : "");
}

static double made_value(guint stat, guint side)
{
	double level = 100 + 50 * stat + (stat % 3 == 0 ? side * 40.0 : 0);

	if (stat % G_N_ELEMENTS(programs) == 3)
		return g_test_rand_int_range(0, 2);
	if (g_test_rand_int_range(0, 12) == 0)
		return NAN;
	return round(level * (1 + g_test_rand_double_range(-.05, .05)) * 100) / 100;
}

static void make(struct made *made)
{
	for (guint side = 0; side < 2; side++) {
		made->n[side] = (guint)g_test_rand_int_range(3, RUNS_MAX + 1);
		for (guint run = 0; run < made->n[side]; run++) {
			made->runs[side][run].incomplete = g_test_rand_int_range(0, 8) == 0;
			for (guint stat = 0; stat < STATS; stat++)
				made->runs[side][run].values[stat] = made_value(stat, side);
		}
	}
}

static void shuffle(struct made *made)
{
	for (guint side = 0; side < 2; side++)
		for (guint i = made->n[side] - 1; i > 0; i--) {
			guint k = (guint)g_test_rand_int_range(0, (gint32)i + 1);
			struct made_run swap = made->runs[side][i];

			made->runs[side][i] = made->runs[side][k];
			made->runs[side][k] = swap;
		}
}

/* ---- comparing them ------------------------------------------------------------------------ */

struct compared {
	GStringChunk *names;
	struct rules *rules;
	struct stat_book *book;
	struct matrix *all[2], *complete[2];
	struct samples *samples[2];
	GPtrArray *rows;
	struct comparison *judged;
};

static void add_number(struct compared *c, guint side, const char *name, double value)
{
	matrix_add(c->all[side], name, number_of_real(value));
	samples_add(c->samples[side], name, value);
}

static void add_run(
	struct compared *c, guint side, const struct made_run *run, guint number, double factor)
{
	g_autofree char *label = g_strdup_printf("%u", number);

	for (guint stat = 0; stat < STATS; stat++) {
		g_autofree char *name = name_of(stat);
		gboolean is_failure = g_str_has_prefix(name, "dmesg");

		if (!isnan(run->values[stat]))
			add_number(c, side, name, run->values[stat] * (is_failure ? 1 : factor));
	}
	if (run->incomplete)
		add_number(c, side, INCOMPLETE_RUN, 1);
	matrix_end_run(c->all[side]);
	samples_end_run(c->samples[side], label);
}

static void compare(struct compared *c, const struct made *made, double factor)
{
	const struct select_options options = {.from = SELECT_ALL,
		.profile_threshold = number_of_integer(SELECT_PROFILE_THRESHOLD)};
	const struct matrix *matrices[2];
	struct comparison_member members[2];
	struct member counted[2];

	*c = (struct compared){g_string_chunk_new(4096), rules_builtin()};
	c->book = stat_book_new(c->rules, NULL);
	for (guint side = 0; side < 2; side++) {
		c->all[side] = matrix_new(c->names);
		c->samples[side] = samples_new(c->names);
		for (guint run = 0; run < made->n[side]; run++)
			add_run(c, side, &made->runs[side][run], run, factor);
		matrix_pad(c->all[side]);
		c->complete[side] = matrix_complete(c->all[side]);
		matrices[side] = c->all[side];
		members[side] = (struct comparison_member){c->all[side],
			c->complete[side] ? c->complete[side] : c->all[side], c->samples[side]};
		counted[side] = (struct member){
			members[side].all, members[side].complete, c->all[side]->columns};
	}

	const struct select_members selected = {matrices, 2, NULL};
	g_autoptr(GPtrArray) names = select_stats(&options, c->book, &selected);
	c->rows = rows_make(c->book, names, counted, 2);

	const struct comparison_request request = {
		&options, &selected, members, c->rows, NULL, NULL};
	c->judged = comparison_new(c->book, &request);
}

static void compared_clear(struct compared *c)
{
	comparison_free(c->judged);
	g_ptr_array_unref(c->rows);
	for (guint side = 0; side < 2; side++) {
		matrix_free(c->all[side]);
		matrix_free(c->complete[side]);
		samples_free(c->samples[side]);
	}
	stat_book_free(c->book);
	rules_free(c->rules);
	g_string_chunk_free(c->names);
}

static const struct comparison_row *row_named(const struct compared *c, const char *name)
{
	for (guint i = 0; i < c->judged->rows->len; i++) {
		const struct comparison_row *row = c->judged->rows->pdata[i];

		if (!strcmp(row->name, name))
			return row;
	}
	g_assert_not_reached();
}

/* ---- properties ------------------------------------------------------------------------------ */

static void assert_close(double a, double b)
{
	if (isnan(a) || isnan(b))
		g_assert_true(isnan(a) && isnan(b));
	else if (a != b)
		g_assert_cmpfloat_with_epsilon(a, b, 1e-9 * MAX(fabs(a), fabs(b)));
}

static void assert_same_verdict(const struct comparison_row *a, const struct comparison_row *b)
{
	const struct comparison_verdict *x = &a->verdicts[1], *y = &b->verdicts[1];

	g_assert_cmpint(a->kind, ==, b->kind);
	g_assert_cmpuint(a->cells[0].n, ==, b->cells[0].n);
	g_assert_cmpuint(a->cells[1].n, ==, b->cells[1].n);
	g_assert_cmpint(x->grade, ==, y->grade);
	g_assert_cmpint(x->verdict, ==, y->verdict);
	g_assert_cmpint(x->is_changed, ==, y->is_changed);
	g_assert_cmpint(x->is_exploratory, ==, y->is_exploratory);
	assert_close(x->p.high, y->p.high);
}

static void assert_same(const struct compared *a, const struct compared *b)
{
	g_assert_cmpuint(a->judged->rows->len, ==, b->judged->rows->len);
	for (guint i = 0; i < a->judged->rows->len; i++) {
		const struct comparison_row *row = a->judged->rows->pdata[i];

		assert_same_verdict(row, row_named(b, row->name));
	}
	g_assert_cmpuint(a->judged->chance[1].looked_at, ==, b->judged->chance[1].looked_at);
	g_assert_cmpuint(a->judged->chance[1].fired, ==, b->judged->chance[1].fired);
}

static void test_order_of_runs(void)
{
	for (guint round = 0; round < 30; round++) {
		struct made made;
		struct compared first, second;

		make(&made);
		compare(&first, &made, 1);
		shuffle(&made);
		compare(&second, &made, 1);
		assert_same(&first, &second);
		compared_clear(&first);
		compared_clear(&second);
	}
}

/* A power of two scales exactly; LKP's thresholds of size are another matter. */
static void test_unit(void)
{
	for (guint round = 0; round < 30; round++) {
		struct made made;
		struct compared first, second;

		make(&made);
		compare(&first, &made, 1);
		compare(&second, &made, 1024);
		for (guint i = 0; i < first.judged->rows->len; i++) {
			const struct comparison_row *row = first.judged->rows->pdata[i];
			const struct comparison_row *scaled = row_named(&second, row->name);

			g_assert_cmpint(row->verdicts[1].judged.grade, ==,
				scaled->verdicts[1].judged.grade);
			assert_close(row->verdicts[1].judged.p, scaled->verdicts[1].judged.p);
		}
		compared_clear(&first);
		compared_clear(&second);
	}
}

/* What a run lacks is counted as such, and is no 0 in a mean. */
static void test_missing(void)
{
	for (guint round = 0; round < 30; round++) {
		struct made made;
		struct compared c;

		make(&made);
		compare(&c, &made, 1);
		for (guint stat = 0; stat < STATS; stat++) {
			g_autofree char *name = name_of(stat);
			double sum = 0;
			guint n = 0, complete = 0;

			if (g_str_has_prefix(name, "dmesg") || !samples_find(c.samples[0], name))
				continue;
			for (guint run = 0; run < made.n[0]; run++) {
				const struct made_run *from = &made.runs[0][run];

				complete += !from->incomplete;
				if (from->incomplete || isnan(from->values[stat]))
					continue;
				sum += from->values[stat];
				n++;
			}
			const struct comparison_cell *cell = &row_named(&c, name)->cells[0];

			g_assert_cmpuint(cell->n, ==, n);
			g_assert_cmpuint(cell->runs, ==, complete);
			g_assert_cmpuint(cell->missing, ==, complete - n);
			assert_close(cell->mean, n ? sum / n : NAN);
		}
		compared_clear(&c);
	}
}

/* ---- aliases --------------------------------------------------------------------------------- */

static void test_aliases(void)
{
	const double shmem[] = {40120, 40480, 44120, 44480};
	const double quarter[] = {10030, 10120, 11030, 11120};
	const double other[] = {10030, 10121, 11000, 11120};
	const double coarse[] = {1, 2, 3, 4}, twice[] = {2, 4, 6, 8};
	const double constant[] = {5000, 5000, 5000, 5000};
	const double steady[] = {1000.02, 1000.3, 2000.4, 2000.1};
	const double as_steady[] = {1000.36, 1000.04, 2000.1, 2000.2};
	const struct run_alias_row rows[] = {{shmem, 4, .1, .009}, {quarter, 4, .1, .009},
		{other, 4, .1, .011}, {coarse, 4, .8, 1}, {twice, 4, .8, 1}, {constant, 4, 0, 0},
		{constant, 4, 0, 0}, {steady, 4, .7, 3e-4}, {as_steady, 4, .7, 3e-4},
		{NULL, 0, NAN, 0}};
	guint first[G_N_ELEMENTS(rows)];

	run_aliases_find(rows, G_N_ELEMENTS(rows), first);
	g_assert_cmpuint(first[1], ==, 0);
	for (guint i = 2; i < G_N_ELEMENTS(rows); i++)
		g_assert_cmpuint(first[i], ==, i);
}

/* Few of a unit are few in any unit, and many are many. */
static void test_aliases_scaled(void)
{
	const double counts[] = {5, 9, 7, 12, 25, 21}, sizes[] = {503, 911, 702, 1204, 2500, 2103};

	for (gint round = 0; round < 2000; round++) {
		double factor = exp(g_test_rand_double_range(-300, 300));
		double few[2][6], many[2][6];
		struct run_alias_row rows[4];
		guint first[4];

		for (guint i = 0; i < 2; i++) {
			for (guint k = 0; k < 6; k++) {
				few[i][k] = counts[k] * (i ? factor : 1);
				many[i][k] = sizes[k] * (i ? factor : 1);
			}
			rows[i] = (struct run_alias_row){few[i], 6, 1.1, 1.4};
			rows[i + 2] = (struct run_alias_row){many[i], 6, 1.2, 1.4};
		}
		run_aliases_find(rows, 4, first);
		for (guint i = 0; i < 4; i++)
			g_assert_cmpuint(first[i], ==, i == 3 ? 2 : i);
	}
}

/* ---- tables of mails ------------------------------------------------------------------------- */

static enum retable mean_verdict(
	const char *text, double low, double high, int stddev, double value, double spread)
{
	struct printed_cell cells[] = {{text, {low, high}, stddev, 0, 0}};
	struct figure figure = {.value = value, .stddev = spread};
	struct stat_row made = {"vmstat.x", FALSE, FALSE, 1, &figure};
	const struct printed_row printed = {FALSE, 1, cells, NULL};
	const guint column = 0;
	enum retable cell;

	return retable_row(&printed, &made, &column, &cell, NULL);
}

static void test_retable_means(void)
{
	g_assert_cmpint(
		mean_verdict("14321", 14321, 14322, G_MININT, 14321.9, 10), ==, RETABLE_SAME);
	g_assert_cmpint(
		mean_verdict("14321", 14321, 14322, G_MININT, 14322, 10), ==, RETABLE_ROUNDING);
	g_assert_cmpint(
		mean_verdict("14321", 14321, 14322, G_MININT, 14322.5, 10), ==, RETABLE_DIFFERENT);
	g_assert_cmpint(
		mean_verdict("3.77", 3.765, 3.775, G_MININT, 3.775, .01), ==, RETABLE_ROUNDING);
	g_assert_cmpint(mean_verdict("100.00", 99.995, 100.005, 5, 100, 5.5), ==, RETABLE_SAME);
	g_assert_cmpint(mean_verdict("100.00", 99.995, 100.005, 5, 100, 6), ==, RETABLE_ROUNDING);
	g_assert_cmpint(
		mean_verdict("100.00", 99.995, 100.005, 5, 100, 6.5), ==, RETABLE_DIFFERENT);
	g_assert_cmpint(
		mean_verdict("100.00", 99.995, 100.005, G_MININT, 100, 3), ==, RETABLE_DIFFERENT);
	g_assert_cmpint(mean_verdict("100.00", 99.995, 100.005, 1, 100, 1.5), ==, RETABLE_SAME);
}

static enum retable change_verdict(const char *text, double value, guint base_column)
{
	struct printed_cell cells[] = {
		{NULL, {NAN, NAN}, G_MININT, 0, 0}, {NULL, {NAN, NAN}, G_MININT, 0, 0}};
	struct printed_change change = {text, 0, UNIT_PERCENT};
	struct figure figures[] = {{.value = 1}, {.value = 1, .change = value}};
	struct stat_row made = {"vmstat.x", FALSE, FALSE, 2, figures};
	const struct printed_row printed = {FALSE, 2, cells, &change};
	const guint columns[] = {base_column, 1};
	enum retable of_cells[2], of_changes[1];

	retable_row(&printed, &made, columns, of_cells, of_changes);
	return of_changes[0];
}

static void test_retable_changes(void)
{
	g_assert_cmpint(change_verdict("-6.3%", -6.26, 0), ==, RETABLE_SAME);
	g_assert_cmpint(change_verdict("-6.3%", -6.35, 0), ==, RETABLE_ROUNDING);
	g_assert_cmpint(change_verdict("-6.3%", -6.41, 0), ==, RETABLE_DIFFERENT);
	g_assert_cmpint(change_verdict("-19%", -18.6, 0), ==, RETABLE_ROUNDING);
	g_assert_cmpint(change_verdict("-19%", -17.9, 0), ==, RETABLE_DIFFERENT);
	g_assert_cmpint(change_verdict(NULL, 5, 0), ==, RETABLE_SAME);
	g_assert_cmpint(change_verdict("-6.3%", -6.3, G_MAXUINT), ==, RETABLE_MISSING);
}

static void test_retable_failures(void)
{
	struct printed_cell cells[] = {{NULL, {NAN, NAN}, G_MININT, 3, 4}};
	struct figure figure = {.value = 3, .runs = 4};
	struct stat_row made = {"dmesg.x", TRUE, FALSE, 1, &figure};
	const struct printed_row printed = {TRUE, 1, cells, NULL};
	const guint column = 0;
	enum retable cell;

	g_assert_cmpint(retable_row(&printed, &made, &column, &cell, NULL), ==, RETABLE_SAME);
	figure.runs = 5;
	g_assert_cmpint(retable_row(&printed, &made, &column, &cell, NULL), ==, RETABLE_DIFFERENT);
	g_assert_cmpint(retable_row(&printed, NULL, &column, &cell, NULL), ==, RETABLE_MISSING);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/comparison/order-of-runs", test_order_of_runs);
	g_test_add_func("/comparison/unit", test_unit);
	g_test_add_func("/comparison/missing", test_missing);
	g_test_add_func("/comparison/aliases", test_aliases);
	g_test_add_func("/comparison/aliases-scaled", test_aliases_scaled);
	g_test_add_func("/retable/means", test_retable_means);
	g_test_add_func("/retable/changes", test_retable_changes);
	g_test_add_func("/retable/failures", test_retable_failures);
	return g_test_run();
}
