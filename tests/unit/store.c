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
		" mm: do the thing - - - aim7 ivb42 - mm - - - 1 2 1 0 0 main " R1 "#1:40:43"
		" cpufreq_governor=performance nr_task=1\n"
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
		"(- nan nan..nan 1 0:0) (1.721e+08 1.721e+08 1.721e+08..1.721e+08 -1 0:0) "
		"[+Inf% inf %]\n"
		"impact " R1 " 30 a claim as printed aim7 aim7.jobs-per-min - improvement " R1
		"#1:40 [+3.1% 3.1 %] cpufreq_governor=performance nr_task=1\n"
		"job " R1 " job.yaml 2 0 suite=aim7 aim7.test=shell8 empty=-\n"
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

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/everything-comes-back", everything_comes_back);
	return g_test_run();
}
