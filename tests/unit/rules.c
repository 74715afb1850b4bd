/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules on stats, test cases and programs: facts by sample, forms, limits. */
#include "compare/rules.h"

#include <math.h>
#include <string.h>

static struct rules *rules;

#define ASK(question, stat) question(rules, SLICE_LIT(stat), NULL)

/* ---- the facts -------------------------------------------------------------------- */

static void test_direction(void)
{
	static const struct {
		const char *stat;
		enum direction direction;
	} cases[] = {
		{"unixbench.score", DIRECTION_MORE},
		{"will-it-scale.per_process_ops", DIRECTION_MORE},
		{"will-it-scale.16.processes", DIRECTION_UNKNOWN},
		{"fsmark.app_overhead", DIRECTION_LESS},
		{"fsmark.files_per_sec", DIRECTION_MORE},
		{"fsmark.files_per_second", DIRECTION_UNKNOWN}, /* the whole name */
		{"x.fsmark.files_per_sec", DIRECTION_UNKNOWN},
		{"kbuild.user_time_per_iteration", DIRECTION_LESS},
		{"stress-ng.switch.ops_per_sec", DIRECTION_MORE},
		{"hackbench.throughput", DIRECTION_MORE},
		{"hackbench.throughput_best", DIRECTION_UNKNOWN},
		{"iostat.sda.wkB/s", DIRECTION_MORE},
		{"iostat.sda.rkB/s", DIRECTION_UNKNOWN},
		{"qperf.tcp.latency", DIRECTION_LESS},
		{"vm-scalability.stddev", DIRECTION_LESS},
		{"pts.fio.0.microseconds", DIRECTION_LESS},
		{"pts.fio.0.milliseconds", DIRECTION_MORE}, /* LKP's oddity */
		{"idle.turbostat%Busy%", DIRECTION_LESS},   /* a dot is any character */
		{"vmstat.system.cs", DIRECTION_UNKNOWN},
		{"", DIRECTION_UNKNOWN},
	};

	g_assert_cmpint(ASK(rules_direction, "TOTAL aim7.jobs-per-min"), ==, DIRECTION_MORE);
	g_assert_cmpint(ASK(rules_direction, "vm-scalability.migrate_mbps"), ==, DIRECTION_MORE);
	g_assert_cmpint(ASK(rules_is_kpi, "vm-scalability.migrate_mbps"), ==, ANSWER_NO);
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct slice stat = slice_of(cases[i].stat);

		g_test_message("%s", cases[i].stat);
		g_assert_cmpint(rules_direction(rules, stat, NULL), ==, cases[i].direction);
		g_assert_cmpint(rules_is_kpi(rules, stat, NULL), ==,
			cases[i].direction ? ANSWER_YES : ANSWER_NO);
	}
}

static void test_failures(void)
{
	static const char *const failures[] = {"dmesg.BUG:soft_lockup", "dmesgx.q", "kmsg.oops",
		"last_state.is_incomplete_run", "stderr.no_such_file", "foo.warning", "foo.fail.x",
		"ltp.syscalls.killed_by_signal", "xfstests.ext4.037.fail", "kvm.pass",
		"perf-profile.children.failover"};
	static const char *const none[] = {"foo.error_x", "foo.passed", "unixbench.score",
		"a.time.fail", "dmesg.timestamp:last", "kmsg.bootstage:late", ".fail", ""};

	for (guint i = 0; i < G_N_ELEMENTS(failures); i++)
		g_assert_cmpint(
			rules_is_failure(rules, slice_of(failures[i]), NULL), ==, ANSWER_YES);
	for (guint i = 0; i < G_N_ELEMENTS(none); i++)
		g_assert_cmpint(rules_is_failure(rules, slice_of(none[i]), NULL), ==, ANSWER_NO);
}

static void test_choice(void)
{
	g_assert_cmpint(ASK(rules_is_hidden, "slabinfo.dentry.active_objs"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_reported, "slabinfo.dentry.active_objs"), ==, ANSWER_NO);
	g_assert_cmpint(ASK(rules_is_hidden, "vmstat.system.cs"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_reported, "vmstat.system.cs"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_hidden, "unixbench.score"), ==, ANSWER_NO);
	g_assert_cmpint(ASK(rules_is_hidden, "kmsg.T1234]x"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_hidden, "kmsg.sanitizer},at"), ==, ANSWER_NO);
	g_assert_cmpint(ASK(rules_is_hidden, "anything{#:#}else"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_fine, "turbostat.PkgWatt"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_fine, "turbostat.Avg_MHz"), ==, ANSWER_NO);
	g_assert_cmpint(ASK(rules_is_fine, "unixbench.time.user_time"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_fine, "unixbench.score"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_fine, "ltp.syscalls.seconds"), ==, ANSWER_NO);
	g_assert_cmpint(ASK(rules_is_fine, "unixbench"), ==, ANSWER_NO);
}

static void test_floor(void)
{
	struct rules_floor floor = {0};

	g_assert_cmpint(
		rules_floor_of(rules, SLICE_LIT("vmstat.cpu.sy"), &floor, NULL), ==, ANSWER_YES);
	g_assert_cmpfloat(floor.value, ==, 50);
	g_assert_true(floor.whole);
	/* The first that matches, so that the finer rule behind it is never reached. */
	rules_floor_of(rules,
		SLICE_LIT("perf-profile.children.cycles-pp.native_queued_spin_lock_slowpath"),
		&floor, NULL);
	g_assert_cmpfloat(floor.value, ==, 1);
	g_assert_cmpint(
		rules_floor_of(rules, SLICE_LIT("vmstat.cpu"), &floor, NULL), ==, ANSWER_NO);
}

static void test_series(void)
{
	g_assert_cmpint(ASK(rules_is_growth, "proc-vmstat.pgfault"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_is_growth, "proc-vmstat.nr_free_pages"), ==, ANSWER_NO);
	g_assert_cmpint(ASK(rules_is_growth, "numa-vmstat.node0.numa_hit"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_has_max, "kbuild.time.elapsed_time"), ==, ANSWER_YES);
	g_assert_cmpint(ASK(rules_has_max, "kbuild.time.elapsed_time.max"), ==, ANSWER_NO);
	g_assert_true(rules_is_sum(rules, SLICE_LIT("time.user_time")));
	g_assert_false(rules_is_sum(rules, SLICE_LIT("kbuild.time.user_time")));
	g_assert_true(rules_is_uncut(rules, SLICE_LIT("perf-stat.total.cycles")));
	g_assert_false(rules_is_uncut(rules, SLICE_LIT("perf-stat.cycles")));
}

static void test_programs(void)
{
	const struct program *kbuild = rules_program(rules, "aim7");
	const struct program *fs = rules_program(rules, "fs");

	g_assert_nonnull(kbuild);
	g_assert_cmpuint(kbuild->kinds, ==, PROGRAM_TEST | PROGRAM_PARSER);
	g_assert_true(g_strv_contains(kbuild->options, "nr_task"));
	g_assert_cmpuint(fs->kinds, ==, PROGRAM_SETUP);
	g_assert_cmpuint(
		rules_program(rules, "turbostat")->kinds, ==, PROGRAM_MONITOR | PROGRAM_PARSER);
	g_assert_null(rules_program(rules, "*"));
	g_assert_null(rules_program(rules, ""));
	g_assert_true(g_strv_contains(rules_job_options(rules), "nr_instances"));
	g_assert_cmpint(rules_cases_of(rules, "unixbench"), ==, CASES_SPEED);
	g_assert_cmpint(rules_cases_of(rules, "ltp"), ==, CASES_FUNCTION);
	g_assert_cmpint(rules_cases_of(rules, "kunit"), ==, CASES_OTHER);
	g_assert_cmpint(rules_cases_of(rules, "nosuch"), ==, CASES_UNKNOWN);
}

static void test_of_test(void)
{
	g_assert_true(rules_is_of_test(rules, SLICE_LIT("unixbench.score")));
	g_assert_false(rules_is_of_test(rules, SLICE_LIT("unixbench.time.user_time")));
	g_assert_false(rules_is_of_test(rules, SLICE_LIT("unixbench.incomplete_result")));
	g_assert_false(rules_is_of_test(rules, SLICE_LIT("vmstat.system.cs")));
	g_assert_false(rules_is_of_test(rules, SLICE_LIT("")));
}

static gboolean is_kpi(const char *stat, const char *metric)
{
	return rules_is_of_this_test(rules, slice_of(stat), slice_of(metric));
}

static void test_of_this_test(void)
{
	g_assert_true(is_kpi("unixbench.score", "unixbench.score"));
	g_assert_true(is_kpi("unixbench.throughput", "unixbench"));
	g_assert_true(is_kpi("TOTAL aim7.jobs-per-min", "aim7.jobs-per-min"));
	g_assert_true(is_kpi("unixbench.timeouts", "unixbench.score"));
	g_assert_false(is_kpi("unixbench.time.user_time", "unixbench.score"));
	g_assert_false(is_kpi("unixbench", "unixbench"));
	g_assert_false(is_kpi("unixbench.", "unixbench"));
	g_assert_false(is_kpi("unixbenchy.score", "unixbench.score"));
	g_assert_false(is_kpi("vmstat.system.cs", "unixbench.score"));
	g_assert_true(is_kpi("a-new-test.score", "a-new-test.ops"));
	g_assert_true(is_kpi("fsmark.files_per_sec", NULL));
	g_assert_false(is_kpi("vm-scalability.stddev", "vm-scalability.median"));
	g_assert_false(is_kpi("vmstat.system.cs", NULL));
	g_assert_false(is_kpi("vmstat.system.cs", ""));
	g_assert_false(is_kpi(NULL, "unixbench.score"));
	g_assert_false(is_kpi("", ""));
}

static void test_verdict(void)
{
	g_assert_cmpint(rules_verdict(DIRECTION_MORE, 1), ==, VERDICT_IMPROVEMENT);
	g_assert_cmpint(rules_verdict(DIRECTION_MORE, -1), ==, VERDICT_REGRESSION);
	g_assert_cmpint(rules_verdict(DIRECTION_LESS, 1), ==, VERDICT_REGRESSION);
	g_assert_cmpint(rules_verdict(DIRECTION_LESS, -G_MAXDOUBLE), ==, VERDICT_IMPROVEMENT);
	g_assert_cmpint(rules_verdict(DIRECTION_LESS, 0), ==, VERDICT_NONE);
	g_assert_cmpint(rules_verdict(DIRECTION_LESS, NAN), ==, VERDICT_NONE);
	g_assert_cmpint(rules_verdict(DIRECTION_UNKNOWN, 1), ==, VERDICT_NONE);
}

/* ---- its own form ------------------------------------------------------------------- */

static struct rules *read_text(const char *text, GError **error)
{
	return rules_read(slice_of(text), "own.rules", error);
}

static void test_text(void)
{
	g_autoptr(GError) error = NULL;
	struct rules *own = read_text("# a note\n\n  more  a\\.b # no note\nlatency -1 c\n"
				      "program p test\noptions p x y\noptions p z\ncases other q r",
		&error);

	g_assert_no_error(error);
	g_assert_cmpint(rules_direction(own, SLICE_LIT("a.b # no note"), NULL), ==, DIRECTION_MORE);
	g_assert_cmpint(rules_direction(own, SLICE_LIT("a.b"), NULL), ==, DIRECTION_UNKNOWN);
	g_assert_cmpint(rules_direction(own, SLICE_LIT("c"), NULL), ==, DIRECTION_MORE);
	g_assert_cmpuint(g_strv_length((char **)rules_program(own, "p")->options), ==, 3);
	g_assert_cmpint(rules_cases_of(own, "r"), ==, CASES_OTHER);
	rules_free(own);
}

static void test_refused(void)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"\nbetter x", "own.rules:2: there is no word 'better'"},
		{"more", "own.rules:1: a pattern is missing"},
		{"floor ten x", "own.rules:1: 'ten' is no number"},
		{"floor Inf x", "own.rules:1: 'Inf' is no number"},
		{"options p x", "own.rules:1: there is no program 'p' above"},
		{"program p robot", "own.rules:1: there is no kind 'robot'"},
		{"program", "own.rules:1: a program's name is missing"},
		{"cases fast x", "own.rules:1: 'fast' is none of speed, function, other"},
		{"hide a\nhide (b", "own.rules:2: missing closing parenthesis at byte 2"},
		{"hide a)|(b", "own.rules:1: unmatched closing parenthesis at byte 1"},
		{"more (*COMMIT)x", "own.rules:1: a verb of pcre2 is no part of a rule"},
		{"more \xff", NULL},
		{"more \\C", NULL},
		{"more (a)\\1", NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;

		g_assert_null(read_text(cases[i].text, &error));
		g_assert_error(error, RULES_ERROR, RULES_ERROR_SYNTAX);
		if (cases[i].message)
			g_assert_cmpstr(error->message, ==, cases[i].message);
	}
}

/* ---- a checkout ----------------------------------------------------------------------- */

/* All lists empty but those given. */
static struct rules *read_checkout(const struct rules_file *own, guint n_own, GError **error)
{
	g_autoptr(GArray) files = g_array_new(FALSE, FALSE, sizeof(struct rules_file));

	g_array_append_vals(files, own, n_own);
	for (guint i = 0; rules_lkp_file(i); i++) {
		struct rules_file empty = {rules_lkp_file(i), SLICE_NULL};

		g_array_append_val(files, empty);
	}
	return rules_read_lkp((struct rules_file *)(gpointer)files->data, files->len, error);
}

static void test_checkout(void)
{
	static const struct rules_file files[] = {
		{"etc/index-perf-all.yaml",
			SLICE_LIT("---\n# note\na\\..+: 1\n'b\\.c': -1\na\\.b: -1\n")},
		{"etc/index-latency-all.yaml", SLICE_LIT("d:e: -0.1\n")},
		{"etc/perf-metrics-threshold.yaml", SLICE_LIT("f.*: 2.00\n")},
		{"etc/stat-denylist", SLICE_LIT("#no\nx y\n\n")},
		{"etc/linux-test-cases", SLICE_LIT(" ltp \n")},
		{"programs/p/setup", SLICE_LIT("#!/bin/sh\n# - of_setup\n")},
		{"programs/p/run",
			SLICE_LIT("#!/bin/sh\n# - size\n# = mode\n# - no (told)\n#- no\n\n# - "
				  "late\n")},
		{"programs/q/daemon", SLICE_LIT("# no option\n")},
		{"programs/q/run", SLICE_LIT("# - hidden\n")},
		{"programs/m/one-shot-monitor", SLICE_NULL},
		{"programs/m/parse", SLICE_NULL},
		{"programs/m/pkg/monitor", SLICE_NULL},
		{"programs/m/README", SLICE_NULL},
	};
	g_autoptr(GError) error = NULL;
	struct rules *lkp = read_checkout(files, G_N_ELEMENTS(files), &error);
	struct rules_floor floor = {0};

	g_assert_no_error(error);
	g_assert_cmpint(rules_direction(lkp, SLICE_LIT("a.b"), NULL), ==, DIRECTION_MORE);
	g_assert_cmpint(rules_direction(lkp, SLICE_LIT("b.c"), NULL), ==, DIRECTION_LESS);
	g_assert_cmpint(rules_direction(lkp, SLICE_LIT("d:e"), NULL), ==, DIRECTION_LESS);
	rules_floor_of(lkp, SLICE_LIT("fx"), &floor, NULL);
	g_assert_false(floor.whole);
	g_assert_cmpint(rules_is_hidden(lkp, SLICE_LIT("ax yb"), NULL), ==, ANSWER_YES);
	g_assert_cmpint(rules_is_hidden(lkp, SLICE_LIT("#no"), NULL), ==, ANSWER_NO);
	g_assert_cmpint(rules_cases_of(lkp, "ltp"), ==, CASES_FUNCTION);

	const struct program *p = rules_program(lkp, "p"), *q = rules_program(lkp, "q");
	g_autofree char *options = g_strjoinv(" ", (char **)p->options);

	g_assert_cmpstr(options, ==, "size mode");
	g_assert_cmpuint(p->kinds, ==, PROGRAM_TEST | PROGRAM_SETUP);
	g_assert_null(q->options[0]);
	g_assert_cmpuint(rules_program(lkp, "m")->kinds, ==, PROGRAM_MONITOR | PROGRAM_PARSER);
	g_assert_true(rules_is_set_aside(lkp, SLICE_LIT("unixbench.incomplete_result")));
	rules_free(lkp);
}

/* The same for the same files, in whatever order a folder lists them. */
static void test_fingerprint(void)
{
	static const struct rules_file files[] = {
		{"etc/stat-denylist", SLICE_LIT("a\n")}, {"etc/failure", SLICE_LIT("b\n")}};
	static const struct rules_file turned[] = {
		{"etc/failure", SLICE_LIT("b\n")}, {"etc/stat-denylist", SLICE_LIT("a\n")}};
	static const struct rules_file other[] = {
		{"etc/stat-denylist", SLICE_LIT("a\n")}, {"etc/failure", SLICE_LIT("c\n")}};
	struct rules *a = read_checkout(files, 2, NULL), *b = read_checkout(turned, 2, NULL);
	struct rules *c = read_checkout(other, 2, NULL);

	g_assert_cmpstr(rules_fingerprint(a), ==, rules_fingerprint(b));
	g_assert_cmpstr(rules_fingerprint(a), !=, rules_fingerprint(c));
	g_assert_cmpstr(rules_fingerprint(a), !=, rules_fingerprint(rules));
	rules_free(a);
	rules_free(b);
	rules_free(c);
}

static void test_broken_checkout(void)
{
	static const struct rules_file broken = {
		"etc/index-perf-all.yaml", SLICE_LIT("a: 1\nb: fast\n")};
	g_autoptr(GError) error = NULL;

	g_assert_null(rules_read_lkp(NULL, 0, &error));
	g_assert_error(error, RULES_ERROR, RULES_ERROR_MISSING);
	g_assert_nonnull(strstr(error->message, rules_lkp_file(0)));
	g_clear_error(&error);
	g_assert_null(read_checkout(&broken, 1, &error));
	g_assert_cmpstr(error->message, ==,
		"etc/index-perf-all.yaml:2: not of the form \"pattern: number\"");
}

/* ---- hostile ---------------------------------------------------------------------------- */

/* A copy, valid until the next one, amid bytes that are set: code made by the JIT reads
 * whole words around a name, which valgrind would not have. */
static struct slice settled(const char *name, gsize len)
{
	static char room[8192];

	g_assert_cmpuint(len + 128, <, sizeof(room));
	memset(room, 0, sizeof(room));
	memcpy(room + 64, name, len);
	return (struct slice){room + 64, len};
}

static void test_limit(void)
{
	g_autoptr(GPtrArray) told = diag_list_new();
	struct diag_sink sink = diag_list_sink(told);
	const struct rules_asker asker = {&sink, {.path = "a.mbox", .offset = 7}};
	struct rules *slow = read_text("hide (x+x+)+[yw]\nreport z\n", NULL);
	g_autofree char *sixty = g_strnfill(60, 'x');
	struct slice name = settled(sixty, 60);

	g_assert_cmpint(rules_is_hidden(slow, SLICE_LIT("xxy"), &asker), ==, ANSWER_YES);
	g_assert_cmpuint(told->len, ==, 0);
	g_assert_cmpint(rules_is_hidden(slow, name, &asker), ==, ANSWER_UNKNOWN);
	g_assert_cmpint(rules_is_reported(slow, name, &asker), ==, ANSWER_NO);
	g_assert_cmpuint(told->len, ==, 1);

	const struct diag *diag = told->pdata[0];

	g_assert_cmpint(diag->id, ==, DIAG_RULE_LIMIT);
	g_assert_cmpint(diag->origin.offset, ==, 7);
	g_assert_true(slice_equal(diag->excerpt, name));
	rules_free(slow);
}

/* Names are subjects only: no name makes the builtin rules reach a limit. */
static void test_hostile_names(void)
{
	static const char alphabet[] = "aA0._-%/:(){}[]*+?^$|\\#\n\xc3\xa9\xff ";
	static const char *const starts[] = {"", "dmesg.", "kmsg.", "perf-profile.", "pts.",
		"stress-ng.", "sched_debug.", "iostat.", "x.time.", "dmesg.BUG:Dentry"};
	g_autoptr(GPtrArray) told = diag_list_new();
	struct diag_sink sink = diag_list_sink(told);
	const struct rules_asker asker = {&sink, ORIGIN_NONE};
	struct rules_floor floor;

	for (guint i = 0; i < 2000; i++) {
		g_autoptr(GString) name =
			g_string_new(starts[g_test_rand_int_range(0, G_N_ELEMENTS(starts))]);
		gint len = g_test_rand_int_range(0, i % 100 ? 60 : 3000);

		while (len-- > 0)
			g_string_append_c(
				name, alphabet[g_test_rand_int_range(0, sizeof(alphabet))]);

		struct slice stat = settled(name->str, name->len);

		rules_direction(rules, stat, &asker);
		rules_is_failure(rules, stat, &asker);
		rules_is_hidden(rules, stat, &asker);
		rules_is_reported(rules, stat, &asker);
		rules_is_fine(rules, stat, &asker);
		rules_is_growth(rules, stat, &asker);
		rules_has_max(rules, stat, &asker);
		rules_floor_of(rules, stat, &floor, &asker);
		rules_is_of_test(rules, stat);
	}
	g_assert_cmpuint(told->len, ==, 0);
}

/* More alternatives than one program holds: each is found, with its own number. */
static void test_many(void)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < 3000; i++)
		g_string_append_printf(text,
			"floor %u name-of-a-stat-%u(x|y)\nhide ^n%u$\nhide s%u;\n", i, i, i, i);

	struct rules *many = read_text(text->str, NULL);
	g_assert_nonnull(many);
	for (guint i = 0; i < 3000; i += 37) {
		g_autofree char *stat = g_strdup_printf("name-of-a-stat-%uy", i);
		g_autofree char *hidden = g_strdup_printf("n%u", i);
		g_autofree char *inside = g_strdup_printf("a stat s%u; it is", i);
		struct rules_floor floor = {0};

		g_assert_cmpint(rules_floor_of(many, settled(stat, strlen(stat)), &floor, NULL), ==,
			ANSWER_YES);
		g_assert_cmpfloat(floor.value, ==, i);
		g_assert_cmpint(rules_is_hidden(many, settled(hidden, strlen(hidden)), NULL), ==,
			ANSWER_YES);
		g_assert_cmpint(rules_is_hidden(many, settled(inside, strlen(inside)), NULL), ==,
			ANSWER_YES);
	}
	g_assert_cmpint(rules_is_hidden(many, SLICE_LIT("n3000"), NULL), ==, ANSWER_NO);
	rules_free(many);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	rules = rules_builtin();
	g_test_add_func("/rules/direction", test_direction);
	g_test_add_func("/rules/failures", test_failures);
	g_test_add_func("/rules/choice", test_choice);
	g_test_add_func("/rules/floor", test_floor);
	g_test_add_func("/rules/series", test_series);
	g_test_add_func("/rules/programs", test_programs);
	g_test_add_func("/rules/of-test", test_of_test);
	g_test_add_func("/rules/of-this-test", test_of_this_test);
	g_test_add_func("/rules/verdict", test_verdict);
	g_test_add_func("/rules/text", test_text);
	g_test_add_func("/rules/refused", test_refused);
	g_test_add_func("/rules/checkout", test_checkout);
	g_test_add_func("/rules/fingerprint", test_fingerprint);
	g_test_add_func("/rules/broken-checkout", test_broken_checkout);
	g_test_add_func("/rules/limit", test_limit);
	g_test_add_func("/rules/hostile-names", test_hostile_names);
	g_test_add_func("/rules/many", test_many);
	int status = g_test_run();
	rules_free(rules);
	return status;
}
