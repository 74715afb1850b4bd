/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs united, stats chosen, rows ordered: LKP's rules, its oddities included. */
#include "compare/group.h"
#include "compare/rows.h"
#include "compare/select.h"

#include <string.h>

/* ---- matrices from a few words ------------------------------------------------------------ */

static struct number number_of(const char *word)
{
	struct number n;

	g_assert_cmpuint(number_read(slice_of(word), &n), ==, strlen(word));
	return n;
}

/* "a=1 b=2.5|a=3": runs, separated by '|'; "b=?" is no number. */
static GStringChunk *chunk; /* of all matrices */

static struct matrix *matrix_of(const char *text)
{
	struct matrix *matrix = matrix_new(chunk);
	g_auto(GStrv) runs = g_strsplit(text, "|", 0);

	for (guint i = 0; runs[i]; i++) {
		g_auto(GStrv) items = g_strsplit(runs[i], " ", 0);

		for (guint k = 0; items[k]; k++) {
			char *equals = strrchr(items[k], '=');

			if (!equals)
				continue;
			*equals = 0;
			if (!strcmp(equals + 1, "?"))
				matrix_add_unsound(matrix, items[k]);
			else
				matrix_add(matrix, items[k], number_of(equals + 1));
		}
		matrix_end_run(matrix);
	}
	matrix_pad(matrix);
	return matrix;
}

static char *matrix_text(const struct matrix *matrix)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < matrix->series->len; i++) {
		const struct series *series = matrix->series->pdata[i];

		g_string_append_printf(text, "%s", series->name);
		for (guint k = 0; k < series->n; k++)
			g_string_append_printf(text, "%c%g%s", k ? ',' : ':',
				number_real(series->values[k]),
				number_is_float(series->values[k]) ? "f" : "");
		g_string_append_c(text, ' ');
	}
	return g_string_free(text, FALSE);
}

static void unites(const char *runs, const char *wanted)
{
	struct matrix *matrix = matrix_of(runs);
	g_autofree char *got = matrix_text(matrix);

	g_assert_cmpstr(got, ==, wanted);
	matrix_free(matrix);
}

static void test_matrix(void)
{
	unites("a=1 b=2|a=3", "a:1,3 b:2,0 ");
	unites("a=1|a=1 b=2.0", "a:1,1 b:0,2f ");
	/* integer 0 in all runs so far goes, and comes back at the end; 0.0 stays */
	unites("z=0 f=0.0 a=1|z=5 a=1", "f:0f,0 a:1,1 z:0,5 ");
	unites("a=1 a=2", "a:2 ");
	unites("sched_debug.cfs.7=1 sched_debug.cfs.x7=1 b.7=1", "sched_debug.cfs.x7:1 b.7:1 ");
}

static void test_complete(void)
{
	struct matrix *matrix = matrix_of("a=1|a=2 " INCOMPLETE_RUN "=1|a=3");
	struct matrix *all = matrix_of("a=1|a=2");
	struct matrix *complete = matrix_complete(matrix);
	g_autofree char *got = matrix_text(complete);

	g_assert_cmpstr(got, ==, "a:1,3 ");
	g_assert_cmpuint(complete->columns, ==, 2);
	g_assert_null(matrix_complete(all));
	matrix_free(matrix);
	matrix_free(all);
	matrix_free(complete);
}

/* ---- what is chosen ------------------------------------------------------------------------- */

struct fixture {
	struct rules *rules;
	struct stat_book *book;
	struct select_options options;
};

static void set_up(struct fixture *f, gconstpointer unused)
{
	(void)unused;
	f->rules = rules_builtin();
	f->book = stat_book_new(f->rules, NULL);
	f->options = (struct select_options){
		.profile_threshold = number_of_integer(SELECT_PROFILE_THRESHOLD)};
}

static void tear_down(struct fixture *f, gconstpointer unused)
{
	(void)unused;
	stat_book_free(f->book);
	rules_free(f->rules);
}

static char *chosen(struct fixture *f, const char *const *texts)
{
	g_autoptr(GPtrArray) matrices = g_ptr_array_new_with_free_func((GDestroyNotify)matrix_free);

	for (; *texts; texts++)
		g_ptr_array_add(matrices, matrix_of(*texts));
	const struct select_members members = {
		(const struct matrix *const *)matrices->pdata, matrices->len, NULL};
	g_autoptr(GPtrArray) names = select_stats(&f->options, f->book, &members);
	g_ptr_array_add(names, NULL);
	return g_strjoinv(" ", (char **)names->pdata);
}

static void chooses(struct fixture *f, const char *base, const char *head, const char *wanted)
{
	const char *const both[] = {base, head, NULL};
	g_autofree char *got = chosen(f, both);

	g_assert_cmpstr(got, ==, wanted);
}

static void test_ranges(struct fixture *f, gconstpointer unused)
{
	(void)unused;
	chooses(f, "x.a=10|x.a=11|x.a=12", "x.a=20|x.a=21|x.a=22", "x.a");
	/* the head's lowest is not beyond the base's middle */
	chooses(f, "x.a=10|x.a=20|x.a=30", "x.a=20|x.a=31|x.a=40", "");
	chooses(f, "x.a=10|x.a=20|x.a=30", "x.a=21|x.a=31|x.a=40", "x.a");
	/* 5 % is wanted, of a test's own stats 1 % */
	chooses(f, "x.a=100|x.a=100|x.a=100", "x.a=105|x.a=105|x.a=105", "");
	chooses(f, "x.a=100|x.a=100|x.a=100", "x.a=106|x.a=106|x.a=106", "x.a");
	chooses(f, "aim7.a=1000|aim7.a=1000|aim7.a=1000", "aim7.a=1011|aim7.a=1011|aim7.a=1011",
		"aim7.a");
	/* two runs a side are too few, three on one side are enough */
	chooses(f, "x.a=1|x.a=1", "x.a=2|x.a=2", "");
	chooses(f, "x.a=1|x.a=1", "x.a=2|x.a=2|x.a=2", "x.a");
	/* what only the head has cannot be seen; what only the base has can */
	chooses(f, "x.b=1|x.b=1|x.b=1", "x.a=2|x.a=2|x.a=2", "x.b");
	/* -1 is no value */
	chooses(f, "x.a=-1|x.a=10|x.a=10", "x.a=20|x.a=20|x.a=20", "x.a");
	chooses(f, "x.a=-1|x.a=-1|x.a=-1", "x.a=20|x.a=20|x.a=20", "");
}

static void test_failures(struct fixture *f, gconstpointer unused)
{
	(void)unused;
	chooses(f, "x.b=1", "dmesg.oops=1 x.b=1", "dmesg.oops");
	/* only the largest counts: one of three or all of them is the same */
	chooses(f, "dmesg.oops=1|x.b=1|x.b=1", "dmesg.oops=1|dmesg.oops=1|dmesg.oops=1", "");
	/* a test's failure wants its pass in the base, and the other way round */
	chooses(f, "x.b=1", "t.one.fail=1", "");
	chooses(f, "t.one.pass=1", "t.one.fail=1", "t.one.fail");
	chooses(f, "t.one.fail=1", "t.one.pass=1", "t.one.pass");
	chooses(f, "t.two.fail=1", "t.one.pass=1", "");
	/* the stem is a pattern, one that is broken or endless costs its own row only */
	chooses(f, "t.oXe.fail=1", "t.o.e.pass=1", "t.o.e.pass");
	chooses(f, "t(a.fail=1 x.b=1", "t(a.pass=1 dmesg.oops=1", "dmesg.oops");
	chooses(f, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab.fail=1",
		"(((a+)+)+)+.pass=1 dmesg.oops=1", "dmesg.oops");
}

static void test_incomplete(struct fixture *f, gconstpointer unused)
{
	const char *const three[] = {"x.a=1|x.a=1 " INCOMPLETE_RUN "=1|x.a=1", "x.a=1|x.a=1|x.a=1",
		"x.a=1|x.a=1 " INCOMPLETE_RUN "=1|x.a=1", NULL};
	g_autofree char *got = chosen(f, three);

	(void)unused;
	/* what such a run measured does not count */
	chooses(f, "x.a=10|x.a=10|x.a=10|x.a=10", "x.a=20|x.a=20|x.a=20|x.a=2 " INCOMPLETE_RUN "=1",
		INCOMPLETE_RUN " x.a");
	/* and the base's flags are gone for the third, so that its own differ */
	g_assert_cmpstr(got, ==, INCOMPLETE_RUN);
}

static void test_profiles(struct fixture *f, gconstpointer unused)
{
	const char *base = "perf-profile.s.a=6.0|perf-profile.s.a=6.0|perf-profile.s.a=6.0";

	(void)unused;
	chooses(f, base, base, "");
	/* the default threshold is an integer and holds for integers alone */
	chooses(f, "perf-profile.s.a=6|perf-profile.s.a=6|perf-profile.s.a=6",
		"perf-profile.s.a=6|perf-profile.s.a=6|perf-profile.s.a=6", "perf-profile.s.a");
	f->options.profile_threshold = number_of_real(5);
	chooses(f, base, base, "perf-profile.s.a");
	f->options.profile_threshold = number_of_real(7);
	chooses(f, base, base, "");
}

static void test_options(struct fixture *f, gconstpointer unused)
{
	const char *base = "x.a=1 interrupts.b=100000 x.s=5 dmesg.oops=1 x.u=1|x.a=1 "
			   "interrupts.b=100000 x.s=5 x.u=1|x.a=1 interrupts.b=100000 x.s=5 x.u=?";
	const char *head = "x.a=2 interrupts.b=200000 x.s=5 dmesg.oops=1 x.u=2|x.a=2 "
			   "interrupts.b=200000 x.s=5 x.u=2|x.a=2 interrupts.b=200000 x.s=5 x.u=2";

	(void)unused;
	chooses(f, base, head, "x.a");
	f->options.more = TRUE;
	chooses(f, base, head, "x.a interrupts.b");
	f->options.more = FALSE;
	f->options.forced = "x.s";
	chooses(f, base, head, "x.a x.s");
	f->options.forced = NULL;
	f->options.all_failures = TRUE;
	chooses(f, base, head, "x.a dmesg.oops");
	f->options.from = SELECT_ALL;
	chooses(f, base, head, "x.a interrupts.b x.s dmesg.oops");
	f->options.from = SELECT_TESTCASE;
	chooses(f, "aim7.a=1 aim7.time.b=1 x.a=1", "aim7.a=1 aim7.c=1", "aim7.a aim7.c");
}

/* The order of the runs changes the order of the stats alone. */
static void test_permuted(struct fixture *f, gconstpointer unused)
{
	(void)unused;
	for (guint turn = 0; turn < 50; turn++) {
		g_autoptr(GString) base = g_string_new(NULL), back = g_string_new(NULL);
		g_autoptr(GString) head = g_string_new(NULL);

		for (guint run = 0; run < 5; run++) {
			g_autofree char *one = g_strdup_printf("x.a=%d x.b=%d dmesg.c=%d|",
				g_test_rand_int_range(1, 50), g_test_rand_int_range(1, 50),
				g_test_rand_int_range(0, 2));

			g_string_append(base, one);
			g_string_prepend(back, one);
			g_string_append_printf(head, "x.a=%d x.b=%d|",
				g_test_rand_int_range(40, 90), g_test_rand_int_range(40, 90));
		}
		const char *const one[] = {base->str, head->str, NULL};
		const char *const other[] = {back->str, head->str, NULL};
		g_autofree char *got = chosen(f, one), *again = chosen(f, other);
		g_assert_cmpstr(got, ==, again);
	}
}

/* ---- rows ---------------------------------------------------------------------------------- */

static void test_rows(struct fixture *f, gconstpointer unused)
{
	struct matrix *base = matrix_of("v.b=1 v.a=1 aim7.z=1 dmesg.x=0 p.c=0.0 n%=1");
	struct matrix *head = matrix_of("v.b=2 v.a=2 aim7.z=3 dmesg.x=1 p.c=5.0 n%=4");
	const struct member members[] = {{base, base, 4}, {head, head, 4}, {head, head, 2}};
	const struct select_members all = {(const struct matrix *const[]){base, head}, 2, NULL};
	g_autoptr(GString) order = g_string_new(NULL);

	(void)unused;
	f->options.from = SELECT_ALL;
	g_autoptr(GPtrArray) names = select_stats(&f->options, f->book, &all);
	g_autoptr(GPtrArray) rows = rows_make(f->book, names, members, 3);
	for (guint i = 0; i < rows->len; i++) {
		const struct stat_row *row = rows->pdata[i];

		g_string_append_printf(order, "%s %g;", row->name, row->cells[2].change);
	}
	/* a failure's program first, tests, then monitors with few rows */
	g_assert_cmpstr(order->str, ==, "dmesg.x 25;aim7.z 200;n% 3;p.c 5e+102;v.a 100;v.b 100;");
	g_assert_cmpfloat(rows_largest_change(rows), ==, 5e102);
	matrix_free(base);
	matrix_free(head);
}

/* ---- searches and groups --------------------------------------------------------------------- */

static struct axes *axes_from(const char *commit, const char *size, guint day)
{
	struct axes *axes = g_new0(struct axes, 1);

	axes->n = 3;
	axes->axis = g_new0(struct axis, 3);
	axes->axis[0] = (struct axis){g_strdup("commit"), g_strdup(commit)};
	axes->axis[1] = (struct axis){g_strdup("test_size"), g_strdup(size)};
	axes->axis[2] = (struct axis){g_strdup("testcase"), g_strdup("fio-basic")};
	axes->line = g_strdup_printf("commit=%s/test_size=%s/testcase=fio-basic/", commit, size);
	axes->day = day;
	return axes;
}

static void finds(
	struct fixture *f, const struct axes *const *nodes, const char *text, const char *wanted)
{
	struct axes_query *query = axes_query_read(text);
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint));
	g_autoptr(GString) got = g_string_new(NULL);

	axes_query_find(query, f->rules, nodes, 4, found);
	for (guint i = 0; i < found->len; i++)
		g_string_append_printf(got, "%u ", g_array_index(found, guint, i));
	g_assert_cmpstr(got->str, ==, wanted);
	axes_query_free(query);
}

static void test_groups(struct fixture *f, gconstpointer unused)
{
	struct axes *nodes[] = {axes_from("a", "16G", 3), axes_from("b", "16G", 2),
		axes_from("a", "4G", 3), axes_from("b", "6G", 1)};
	const struct axes *const *all = (const struct axes *const *)nodes;
	static const char *const commit[] = {"commit", NULL};
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint));

	(void)unused;
	finds(f, all, "commit=a", "2 0 ");
	finds(f, all, "size=16G", "0 1 "); /* as text, the last day first */
	finds(f, all, "testcase=fio-basic", "2 0 1 3 ");
	finds(f, all, "test_size=", "2 0 1 3 ");
	finds(f, all, "testcase=unheard-of", "");
	finds(f, all, "commit=a/test_size=16G", "0 ");
	g_assert_null(axes_query_read("commit"));
	g_assert_null(axes_query_read("=x"));
	g_assert_null(axes_query_read(""));

	for (guint i = 0; i < 4; i++)
		g_array_append_val(found, i);
	for (guint i = 0; i < 2; i++)
		g_array_append_val(found, i); /* a second time: counts once */
	g_autoptr(GPtrArray) groups = group_nodes(all, found, commit, FALSE);
	g_assert_cmpuint(groups->len, ==, 1);
	g_assert_cmpuint(((GArray *)groups->pdata[0])->len, ==, 2);
	g_autoptr(GPtrArray) together = group_nodes(all, found, commit, TRUE);
	g_assert_cmpuint(((GArray *)together->pdata[0])->len, ==, 4);
	for (guint i = 0; i < 4; i++)
		axes_free(nodes[i]);
}

int main(int argc, char **argv)
{
	int status;

	chunk = g_string_chunk_new(4096);
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/matrix/unite", test_matrix);
	g_test_add_func("/matrix/complete", test_complete);
#define TEST(name, function) g_test_add(name, struct fixture, NULL, set_up, function, tear_down)
	TEST("/select/ranges", test_ranges);
	TEST("/select/failures", test_failures);
	TEST("/select/incomplete", test_incomplete);
	TEST("/select/profiles", test_profiles);
	TEST("/select/options", test_options);
	TEST("/select/permuted", test_permuted);
	TEST("/rows/order", test_rows);
	TEST("/group/search", test_groups);
	status = g_test_run();
	g_string_chunk_free(chunk);
	return status;
}
