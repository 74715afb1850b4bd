/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/store-lists.h"

#define R1 "r1@example.org"

/* What goes in comes out, through every list. */
static void everything_comes_back(void)
{
	static const char *const want =
		"message " R1 " 0 1465200000 date 1465200000 list=linux-mm.kvack.org performance "
		"robot kernel test robot <robot@example.org> \"[mm] " R1 "\" re=- thread=" R1
		" seen=1 at a.mbox:17:- files job.yaml config-4.6.0 reproduce\n"
		"report " R1 " 0 1465200000 date 1465200000 list=linux-mm.kvack.org performance "
		"robot kernel test robot <robot@example.org> \"[mm] " R1 "\" re=- thread=" R1
		" seen=1 at a.mbox:17:- files job.yaml config-4.6.0 reproduce"
		" | will-it-scale.per_process_ops [-6.3% -6.3 %] -6.3% regression - " MADE_HEAD
		" mm: do the thing - - - aim7 ivb42 - mm - - - - 1 2 1 0 0 main " R1 "#1:40:43"
		" cpufreq_governor=performance nr_task=1 Kernel panic:0:3\n"
		"table " R1 "#1:40 " R1 " 1 40 0 - - ncompare - rows 2 1 compiler=gcc-4.9 "
		"tbox_group=ivb42 testcase=aim7 (" MADE_BASE " " MADE_BASE " mm: do the thing -) "
		"(" MADE_HEAD " " MADE_HEAD " mm: do the thing -)\n"
		"row " R1 "#1:40 " R1
		" 42 fail dmesg.WARNING - not-checkable (- nan nan..nan -1 0:4) "
		"(- nan nan..nan -1 1:4) [25% 25 points]\n"
		"row " R1 "#1:40 " R1 " 43 mean aim7.jobs-per-min - consistent "
		"(14321 14321 14321..14322 -1 0:0) (13418 13418 13418..13419 2 0:0) [-6.3% -6.3 "
		"%]\n"
		"row " R1 "#1:40 " R1 " 44 mean vmstat.system.in - not-checkable "
		"(- nan nan..nan 1 0:0) (1.721e+08 1.721e+08 1.7205e+08..1.7215e+08 -1 0:0) "
		"[+Inf% inf %]\n"
		"impact " R1 " 30 a claim as printed aim7 aim7.jobs-per-min - improvement " R1
		"#1:40 [+3.1% 3.1 %] cpufreq_governor=performance nr_task=1\n"
		"plot " R1 " 60 0 aim7.jobs-per-min 7x70 0..30 good 4:25 8:30 bad 2:5\n"
		"plot " R1 " 80 1 - 0x0 nan..nan good bad\n"
		"job " R1 " job.yaml 2 0 /result/aim7/0 axes testcase=aim7 test=shell8 "
		"needs nr_cpu=16 fields suite=aim7 aim7.test=shell8 empty=-\n"
		"figure " R1 " ratio 1:90 0 - nr_mapped 511 530 - 103.72 made\n"
		"figure " R1 " ratio 1:91 0 - nr_none - nan made\n"
		"log " R1 " 5:454 kasan {BUG: KASAN: x}\n"
		"diff " R1 " 1:70 mm/memory.c -> mm/memory.c 1 +2 -3\n"
		"diff " R1 " 1:81 - -> mm/new file.c 1 +2 -3\n"
		"command " R1 " 4:1 setting 2016-06-04 11:23:32 {echo 1 > /proc/x}\n"
		"command " R1 " 4:2 other - {cat <<EOF\nEOF}\n"
		"attachment " R1 " 2 job.yaml application/octet-stream "
		"e3b0c44298fc1c149afbf4c8996fb924 12 job content suite: aim7\n\n"
		"attachment " R1 " 3 config-4.6.0 application/octet-stream "
		"e3b0c44298fc1c149afbf4c8996fb924 13 config -\n"
		"attachment " R1 " 4 reproduce application/octet-stream "
		"e3b0c44298fc1c149afbf4c8996fb924 0 reproduce content \n"
		"sighting " R1 " a.mbox:17:- linux-mm.kvack.org\n"
		"source a.mbox mbox 100 200 3 1 abc 1\n"
		"diag row-headless " R1 " a.mbox:17:- 1:55 line 55 is odd {\xff\001 raw}\n"
		"diag separator-refused - a.mbox:90:- 0:0 looks like one {From here}\n"
		"commit " MADE_HEAD " mm: do the thing mm 1 1\n"
		"commit " MADE_BASE " mm: do the thing - 0 1\n"
		"event " R1 " 1465200000 revert robot 0:0 Revert it " MADE_BASE " - - - -\n"
		"event " R1 " 1465200000 link robot 1:33 see there - - - - r0@example.org\n"
		"totals reports 1 tables 1 rows 2 1 inconsistent 0 sightings 1 sources 1: "
		"1 0 0 0 0 0 0 0 separator-refused 1 row-headless 1\n";
	struct store_source source = {"a.mbox", "mbox", 100, 200, 3, TRUE, "abc", 0};
	struct diag diag = {DIAG_SEPARATOR_REFUSED, {"a.mbox", 90, NULL, 0, 0}, "looks like one",
		SLICE_LIT("From here")};
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	g_assert_cmpint(put_made(store, made_whole_report("a.mbox", 17, R1, "text"), NULL), ==,
		STORE_STORED);
	for (guint again = 0; again < 2; again++) {
		g_assert_true(store_begin(store, NULL));
		g_assert_true(store_put_source(store, &source, NULL));
		g_assert_true(store_put_diag(store, &diag, NULL));
		g_assert_true(store_commit(store, NULL));
	}
	g_autofree char *got = all_lists(store);
	g_assert_cmpstr(got, ==, want);
	assert_sound(store);
	close_store(store);

	store = open_store(place.file, STORE_READ);
	g_autofree char *reopened = all_lists(store);
	g_assert_cmpstr(reopened, ==, want);
	close_store(store);
	place_remove(&place);
}

/* The same mail at the same place: nothing new; at another: one more sighting. */
static void again_is_nothing_new(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	gboolean differs;

	put_made(store, made_whole_report("a.mbox", 17, R1, "text"), NULL);
	g_autofree char *once = all_lists(store);
	g_assert_cmpint(put_made(store, made_whole_report("a.mbox", 17, R1, "text"), &differs), ==,
		STORE_DUPLICATE);
	g_assert_false(differs);
	g_autofree char *twice = all_lists(store);
	g_assert_cmpstr(twice, ==, once);

	g_assert_cmpint(put_made(store, made_whole_report("b.mbox", 0, R1, "text"), &differs), ==,
		STORE_DUPLICATE);
	g_assert_false(differs);
	g_autofree char *elsewhere = all_lists(store);
	g_assert_nonnull(strstr(elsewhere, "seen=2 at a.mbox:17"));
	g_assert_nonnull(strstr(elsewhere, "sighting " R1 " b.mbox:0:- linux-mm.kvack.org\n"));
	g_assert_nonnull(strstr(elsewhere, "totals reports 1 tables 1 rows 2 1 inconsistent 0 "
					   "sightings 2 "));
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

static struct made *copy_with_rows(const char *path, const char *text, guint rows)
{
	static const char *const columns[] = {MADE_BASE, MADE_HEAD, NULL};
	static const char *const axes[] = {NULL};
	struct made *m = made_new(path, 0, R1, text);

	made_table(m, 3, 0, columns, axes);
	for (guint i = 0; i < rows; i++) {
		g_autofree char *stat = g_strdup_printf("stat.%u", i);

		made_row(m, ROW_MEAN, stat);
		made_mean(m, "1", STDDEV_NONE, NULL, NAN);
		made_mean(m, "2", STDDEV_NONE, "+100.0%", 100);
	}
	made_diag(m, DIAG_ROW_DROPPED, rows, text);
	return m;
}

/* Most rows, then most bytes, then the smaller hash; the rest of the lesser copy goes. */
static void the_better_copy_is_kept(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	gboolean differs;

	put_made(store, copy_with_rows("a", "a long text that has few rows", 1), NULL);
	put_made(store, copy_with_rows("b", "short", 2), &differs);
	g_assert_true(differs);
	g_autofree char *rows_win = all_lists(store);
	g_assert_nonnull(strstr(rows_win, "rows 2 0"));
	g_assert_null(strstr(rows_win, "a long text"));
	g_assert_nonnull(strstr(rows_win, "diag row-dropped " R1 " b:0:- 1:2"));
	g_assert_nonnull(strstr(rows_win, "diag copy-differs " R1 " a:0:- 0:0"));

	put_made(store, copy_with_rows("c", "longer", 2), &differs);
	g_assert_true(differs);
	g_autofree char *bytes_win = all_lists(store);
	g_assert_nonnull(strstr(bytes_win, "{longer}"));
	g_assert_null(strstr(bytes_win, "{short}"));
	g_assert_nonnull(strstr(bytes_win, "row-dropped 1 copy-differs 2"));

	put_made(store, copy_with_rows("d", "a much longer text of one row", 1), &differs);
	g_assert_true(differs);
	g_autofree char *still = all_lists(store);
	g_assert_nonnull(strstr(still, "{longer}"));
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

/* ---- order ------------------------------------------------------------------- */

#define PUTS 40

/* Few ids, places and texts, so that all kinds of duplicates occur. */
static struct made *made_at_random(GRand *rand)
{
	static const char *const paths[] = {"a.mbox", "b.mbox", "dir/c.mbox", "z.tar!d.mbox"};
	static const char *const lists[] = {NULL, "lkml.example.org", "mm.example.org"};
	g_autofree char *id = g_strdup_printf("m%d@example.org", g_rand_int_range(rand, 0, 8));
	g_autofree char *parent = g_strdup_printf("m%d@example.org", g_rand_int_range(rand, 0, 9));
	g_autofree char *text = g_strnfill(
		g_rand_int_range(rand, 1, 4), (char)('a' + g_rand_int_range(rand, 0, 3)));
	const char *path = paths[g_rand_int_range(rand, 0, G_N_ELEMENTS(paths))];
	gint64 offset = g_rand_int_range(rand, -1, 1000000);
	struct made *m;

	if (g_rand_boolean(rand)) {
		m = made_whole_report(path, offset, id, text);
	} else {
		m = made_new(path, offset, id, text);
		m->records->kind = MESSAGE_REPLY;
		m->records->author = AUTHOR_PERSON;
		made_date(m, 1465200000 + g_rand_int_range(rand, 0, 3));
		made_diag(m, DIAG_BAD_CHARSET, 1, text);
	}
	made_list(m, lists[g_rand_int_range(rand, 0, G_N_ELEMENTS(lists))]);
	made_reply(m, g_rand_boolean(rand) ? parent : NULL, g_rand_boolean(rand) ? id : NULL);
	return m;
}

static char *lists_after(guint32 seed, const guint *order)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	char *lists;

	g_assert_true(store_begin(store, NULL));
	for (guint i = 0; i < PUTS; i++) {
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed + order[i]);
		struct made *m = made_at_random(rand);
		g_autoptr(GError) error = NULL;

		store_put(store, m->records, m->diags, NULL, NULL, &error);
		g_assert_no_error(error);
		made_free(m);
	}
	g_assert_true(store_commit(store, NULL));
	assert_sound(store);
	lists = all_lists(store);
	close_store(store);
	place_remove(&place);
	return lists;
}

static void order_changes_nothing(void)
{
	for (guint round = 0; round < 4; round++) {
		guint32 seed = (guint32)g_test_rand_int();
		g_autofree char *want = NULL;
		guint order[PUTS];

		for (guint i = 0; i < PUTS; i++)
			order[i] = i;
		want = lists_after(seed, order);
		for (guint shuffle = 0; shuffle < 3; shuffle++) {
			g_autofree char *got = NULL;

			for (guint i = PUTS - 1; i > 0; i--) {
				guint k = (guint)g_test_rand_int_range(0, (gint32)i + 1);
				guint swap = order[i];

				order[i] = order[k];
				order[k] = swap;
			}
			got = lists_after(seed, order);
			g_assert_cmpstr(got, ==, want);
		}
	}
}

/* ---- transactions ------------------------------------------------------------ */

static void nothing_is_put_outside(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	struct made *m = made_whole_report("a", 0, R1, "text");
	g_autoptr(GError) error = NULL;

	g_assert_false(store_put(store, m->records, m->diags, NULL, NULL, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FAILED);
	g_clear_error(&error);
	g_assert_false(store_commit(store, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FAILED);
	g_clear_error(&error);

	g_autofree char *before = all_lists(store);
	g_assert_true(store_begin(store, NULL));
	g_assert_false(store_begin(store, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FAILED);
	g_assert_true(store_put(store, m->records, m->diags, NULL, NULL, NULL));
	store_rollback(store);
	g_autofree char *after = all_lists(store);
	g_assert_cmpstr(after, ==, before);

	/* What a rollback takes back is not believed to be there by the next transaction. */
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_put(store, m->records, m->diags, NULL, NULL, NULL));
	g_assert_true(store_commit(store, NULL));
	assert_sound(store);
	made_free(m);
	close_store(store);
	place_remove(&place);
}

static gboolean stop(const struct store_row *row G_GNUC_UNUSED, void *data)
{
	++*(guint *)data;
	return FALSE;
}

struct nested {
	struct store *store;
	guint rows;
};

static gboolean count_row(const struct store_row *row G_GNUC_UNUSED, void *data)
{
	((struct nested *)data)->rows++;
	return TRUE;
}

static gboolean rows_of(const struct store_row *row, void *data)
{
	struct store_filter filter = STORE_FILTER_ALL;
	struct nested *nested = data;

	filter.table = row->table;
	g_assert_true(store_list_rows(nested->store, &filter, count_row, nested, NULL));
	g_assert_true(g_str_has_prefix(row->table, R1 "#1:40"));
	return TRUE;
}

/* A callback may end its list, and may list further things. */
static void lists_nest_and_stop(void)
{
	struct store_filter all = STORE_FILTER_ALL;
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	struct nested nested = {store, 0};
	guint n = 0;

	put_made(store, made_whole_report("a", 0, R1, "text"), NULL);
	g_assert_true(store_list_rows(store, &all, stop, &n, NULL));
	g_assert_cmpuint(n, ==, 1);
	g_assert_true(store_list_rows(store, &all, rows_of, &nested, NULL));
	g_assert_cmpuint(nested.rows, ==, 9);
	g_assert_true(store_begin(store, NULL));
	store_rollback(store);
	close_store(store);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/everything-comes-back", everything_comes_back);
	g_test_add_func("/store/again-is-nothing-new", again_is_nothing_new);
	g_test_add_func("/store/the-better-copy-is-kept", the_better_copy_is_kept);
	g_test_add_func("/store/order-changes-nothing", order_changes_nothing);
	g_test_add_func("/store/nothing-is-put-outside", nothing_is_put_outside);
	g_test_add_func("/store/lists-nest-and-stop", lists_nest_and_stop);
	return g_test_run();
}
