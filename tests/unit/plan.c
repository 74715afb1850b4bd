/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/plan.h"

#include "reproduce/job_value.h"

#include <math.h>
#include <string.h>

#define ROUNDS 3000

/* ---- values ------------------------------------------------------------------------------- */

static void test_values(void)
{
	guint64 n = 7;

	g_assert_true(job_value_count("100%", 16, &n) && n == 16);
	g_assert_true(job_value_count("5%", 4, &n) && n == 1);
	g_assert_true(job_value_count("0", 4, &n) && n == 0);
	g_assert_true(job_value_seconds("5m", &n) && n == 300);
	g_assert_true(job_value_seconds("300s", &n) && n == 300);
	g_assert_true(job_value_bytes("4k", &n) && n == 4096);
	g_assert_true(job_value_bytes("16GB", &n) && n == (guint64)16 << 30);
	for (const char *const *text = (const char *const[]){"", "%", "-1", "+1", " 1", "1 ",
		     "0x10", "1;id", "1\n", "1e3", "99999999999999999999", "4kk", "1%1", NULL};
		*text; text++) {
		n = 7;
		g_assert_false(job_value_count(*text, 16, &n));
		g_assert_false(job_value_seconds(*text, &n));
		g_assert_false(job_value_bytes(*text, &n));
		g_assert_cmpuint(n, ==, 7);
	}
	g_assert_false(job_value_bytes("9999999999T", &n));
	g_assert_false(job_value_seconds("999999h", &n));
}

/* ---- knobs -------------------------------------------------------------------------------- */

static enum knob_answer knob_of(const char *command, struct knob_wish *wish)
{
	*wish = (struct knob_wish){NULL, NULL, NULL};
	return knob_of_command(slice_of(command), wish);
}

static void test_known_settings(void)
{
	static const char *const known[][3] = {
		{"echo performance > /sys/devices/system/cpu/cpu10/cpufreq/scaling_governor",
			"/sys/devices/system/cpu/cpu10/cpufreq/scaling_governor", "performance"},
		{"echo never > /sys/kernel/mm/transparent_hugepage/enabled",
			"/sys/kernel/mm/transparent_hugepage/enabled", "never"},
		{"echo \"defer+madvise\" > '/sys/kernel/mm/transparent_hugepage/defrag'",
			"/sys/kernel/mm/transparent_hugepage/defrag", "defer+madvise"},
		{"sysctl -q -w vm.swappiness=010", "/proc/sys/vm/swappiness", "10"},
		{"sysctl kernel.pid_max=65536", "/proc/sys/kernel/pid_max", "65536"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
		struct knob_wish wish;

		g_assert_cmpint(knob_of(known[i][0], &wish), ==, KNOB_KNOWN);
		g_assert_cmpstr(wish.path, ==, known[i][1]);
		g_assert_cmpstr(wish.value, ==, known[i][2]);
		knob_wish_clear(&wish);
	}
}

static void test_other_settings(void)
{
	static const struct {
		const char *command;
		enum knob_answer answer;
	} others[] = {
		{"echo 1 > /sys/kernel/debug/anything", KNOB_NO_PATH},
		{"echo performance > /etc/passwd", KNOB_NO_PATH},
		{"echo performance > /sys/devices/system/cpu/cpu1/../cpu1/cpufreq/scaling_governor",
			KNOB_NO_PATH},
		{"echo performance > /sys/devices/system/cpu/cpu/cpufreq/scaling_governor",
			KNOB_NO_PATH},
		{"echo performance > /sys/devices/system/cpu/cpu99999999/cpufreq/scaling_governor",
			KNOB_NO_PATH},
		{"sysctl -w kernel.core_pattern='|/tmp/x'", KNOB_NO_PATH},
		{"sysctl -w vm.swappiness=201", KNOB_NO_VALUE},
		{"sysctl -w vm.swappiness=-1", KNOB_NO_VALUE},
		{"echo $(id) > /sys/kernel/mm/transparent_hugepage/enabled", KNOB_NO_SETTING},
		{"echo `id` > /sys/kernel/mm/transparent_hugepage/enabled", KNOB_NO_VALUE},
		{"echo 'never;id' > /sys/kernel/mm/transparent_hugepage/enabled", KNOB_NO_VALUE},
		{"echo never > /sys/kernel/mm/transparent_hugepage/enabled; id", KNOB_NO_SETTING},
		{"echo never >> /sys/kernel/mm/transparent_hugepage/enabled", KNOB_NO_SETTING},
		{"sysctl -p vm.swappiness=1", KNOB_NO_SETTING},
		{"sysctl -w", KNOB_NO_SETTING},
		{"", KNOB_NO_SETTING},
	};

	for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
		struct knob_wish wish;

		g_test_message("%s", others[i].command);
		g_assert_cmpint(knob_of(others[i].command, &wish), ==, others[i].answer);
		g_assert_null(wish.path);
	}
}

/* Whatever stands in a command, a wish names a file of the table and a value of it. */
static void test_any_setting(void)
{
	static const char *const pieces[] = {"echo", "sysctl", "-w", " ", ">", ">>", "never",
		"performance", "/sys/kernel/mm/transparent_hugepage/enabled",
		"vm.swappiness=", "/sys/devices/system/cpu/cpu", "7", "/cpufreq/scaling_governor",
		";", "'", "\"", "$(", "`", "\n", "\\", "..", "/", "\xff"};

	for (guint round = 0; round < ROUNDS; round++) {
		g_autoptr(GString) command = g_string_new(NULL);
		struct knob_wish wish;

		for (gint i = g_test_rand_int_range(1, 10); i > 0; i--)
			g_string_append(
				command, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
		if (knob_of(command->str, &wish) != KNOB_KNOWN)
			continue;
		g_autofree char *again = knob_value(wish.knob, wish.value);
		g_assert_cmpstr(again, ==, wish.value);
		g_assert_null(strpbrk(wish.value, " \n'\"`$;\\/"));
		g_assert_null(strpbrk(wish.path, " \n'\"`$;\\*"));
		g_assert_null(strstr(wish.path, ".."));
		knob_wish_clear(&wish);
	}
}

/* ---- benchmarks ----------------------------------------------------------------------------- */

struct fields {
	const char *const *names_and_values;
};

static const char *value_of(const char *name, void *data)
{
	const char *const *at = ((struct fields *)data)->names_and_values;

	for (; *at; at += 2)
		if (!strcmp(at[0], name))
			return at[1];
	return NULL;
}

/* The command's words joined, or "!" and why there is none.  16 CPUs. */
static char *command_of(
	const struct benchmarks *all, const char *testcase, const char *const *fields)
{
	struct fields data = {fields};
	g_autofree char *why = NULL;
	g_auto(GStrv) command =
		benchmark_command(benchmark_find(all, testcase), value_of, &data, 16, &why);

	g_assert_true(!command == (why != NULL));
	return command ? g_strjoinv(" ", command) : g_strconcat("!", why, NULL);
}

#define assert_command(testcase, wanted, ...)                                                      \
	do {                                                                                       \
		g_autofree char *said =                                                            \
			command_of(all, testcase, (const char *const[]){__VA_ARGS__, NULL});       \
		g_assert_cmpstr(said, ==, wanted);                                                 \
	} while (0)

static void test_commands(void)
{
	struct benchmarks *all = benchmarks_builtin();

	g_assert_nonnull(all);
	assert_command("unixbench", "./Run shell8 -c 1", "test", "shell8", "nr_task", "1");
	assert_command("unixbench", "./Run pipe -c 8", "test", "pipe", "nr_task", "50%");
	assert_command("will-it-scale", "./runtest.py brk1 295 process 16", "test", "brk1", "mode",
		"process", "nr_task", "16");
	assert_command("hackbench", "hackbench -g 4 -f 20 --process --pipe -l 120000 -s 100",
		"nr_threads", "4", "mode", "process", "ipc", "pipe");
	assert_command("hackbench", "hackbench -g 16 -f 20 --threads -l 5 -s 100", "nr_threads",
		"100%", "mode", "threads", "ipc", "socket", "loops", "5");
	assert_command("stress-ng",
		"stress-ng --timeout 60 --times --verify --metrics --no-rand-seed --switch 16",
		"test", "switch", "nr_threads", "100%", "testtime", "60s");
	assert_command("netperf", "netperf -4 -H 127.0.0.1 -t TCP_CRR -c -C -l 300 --", "ip",
		"ipv4", "test", "TCP_CRR", "runtime", "300s", "nr_threads", "100%");
	assert_command("netperf", "netperf -6 -H ::1 -t SCTP_STREAM_MANY -c -C -l 300 -- -m10240",
		"ip", "ipv6", "test", "SCTP_STREAM_MANY", "send_size", "10K", "runtime", "300",
		"nr_threads", "1");
	assert_command("vm-scalability", "env runtime=300 unit_size=9663676416 ./case-anon-w-seq",
		"test", "anon-w-seq", "unit_size", "9G");
	assert_command("fio-basic",
		"fio --minimal --terse-version=3 --name=job --directory=. --group_reporting=1 "
		"--runtime=60 --rw=randread --bs=4096 --ioengine=libaio --iodepth=32 --numjobs=4 "
		"--size=268435456 --direct=1",
		"runtime", "60", "rw", "randread", "ioengine", "libaio", "nr_task", "4",
		"test_size", "1G", "direct", "1");
	assert_command("sysbench-threads",
		"sysbench --threads=8 --time=60 threads --thread-yields=1000 --thread-locks=8 run",
		"nr_threads", "50%", "runtime", "60s");
	assert_command("iperf", "iperf3 -c 127.0.0.1 -f k -t 300 -u", "protocol", "udp");
	assert_command("stress-ng",
		"stress-ng --timeout 1 --times --verify --metrics --no-rand-seed --brk 2 "
		"--oom-avoid",
		"test", "brk", "nr_threads", "2");
	benchmarks_free(all);
}

static struct benchmark_repeat repeat_of(
	const struct benchmarks *all, const char *testcase, const char *const *fields)
{
	struct fields data = {fields};

	return benchmark_repeat(benchmark_find(all, testcase), value_of, &data, 16);
}

/* How often a command makes a run: its copies, and again. */
static void test_repeated_commands(void)
{
	static const char *const twice[] = {"iterations", "2", "nr_threads", "1", NULL};
	static const char *const halves[] = {"nr_threads", "50%", NULL};
	static const char *const many[] = {"nr_threads", "1000000000", NULL};
	struct benchmarks *all = benchmarks_builtin();
	struct benchmark_repeat repeat = repeat_of(all, "hackbench", twice);

	g_assert_cmpuint(repeat.times, ==, 2);
	g_assert_cmpuint(repeat.copies, ==, 1);
	repeat = repeat_of(all, "hackbench", halves);
	g_assert_cmpuint(repeat.times, ==, 0);
	g_assert_cmpuint(repeat.seconds, ==, 600);
	g_assert_cmpuint(repeat_of(all, "netperf", halves).copies, ==, 8);
	g_assert_cmpuint(repeat_of(all, "netperf", many).copies, ==, BENCHMARK_COPIES_MAX);
	benchmarks_free(all);
}

/* What stands around it: a shell with its own words, which takes ours as they are. */
static void test_wrapped_commands(void)
{
	static const char *const command[] = {"printf", "a b;$x\\n", NULL};
	struct benchmarks *all = benchmarks_builtin();
	const struct benchmark *plain = benchmark_find(all, "hackbench");
	g_auto(GStrv) once = benchmark_wrap(plain, 1, (const char *const[]){"nice", NULL}, command);
	g_auto(GStrv) thrice = benchmark_wrap(plain, 3, NULL, command);
	g_autofree char *words = g_strjoinv(" ", once), *said = NULL;
	gint status;

	g_assert_cmpstr(words, ==, "nice printf a b;$x\\n");
	g_assert_true(g_spawn_sync(
		NULL, thrice, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL, &status, NULL));
	g_assert_cmpint(status, ==, 0);
	g_assert_cmpstr(said, ==, "a b;$x\na b;$x\na b;$x\n");
	/* one that fails makes all fail */
	static const char *const failing[] = {"false", NULL};
	g_auto(GStrv) failed = benchmark_wrap(plain, 2, NULL, failing);
	g_assert_true(g_spawn_sync(
		NULL, failed, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
	g_assert_cmpint(status, !=, 0);
	benchmarks_free(all);
}

static void test_refused_commands(void)
{
	struct benchmarks *all = benchmarks_builtin();

	assert_command("unixbench", "!nr_task is not told", "test", "shell8");
	assert_command("unixbench", "!test is none of the words that are known", "test",
		"shell8; id", "nr_task", "1");
	assert_command("unixbench", "!nr_task is no number that is allowed", "test", "shell8",
		"nr_task", "-c1");
	assert_command("hackbench", "!loops cannot be worked out", "nr_threads", "0");
	assert_command("stress-ng", "!test is none of the words that are known", "test",
		"temp-path", "nr_threads", "1");
	benchmarks_free(all);
}

static void test_bad_files(void)
{
	static const char *const bad[][2] = {
		{"program x\n", "line 1: a benchmark begins with testcase"},
		{"testcase x\nprogram x\n", "x has no program or command"},
		{"testcase x\nprogram x\ncommand x\ntestcase x\n",
			"line 4: the test case is there already"},
		{"testcase x\nparam a number\n", "line 2: a parameter has a name and a kind"},
		{"testcase x\nparam a word\n", "line 2: there is nothing to choose from"},
		{"testcase x\nadd -v when b 1\n", "line 2: there is no such parameter"},
		{"testcase x\nkeep a =b\n", "line 2: a line of output comes first"},
		{"testcase x\noutput a\nkeep a b\n", "line 3: written: keep NAME =FORMULA"},
		{"testcase x\nmaybe a\n", "line 2: written: stat NAME =FORMULA"},
		{"testcase x\ncopies a\n", "line 2: there is no such parameter"},
		{"testcase x\nfrobnicate\n", "line 2: no such line is known"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;

		g_assert_null(benchmarks_read(slice_of(bad[i][0]), &error));
		g_assert_cmpstr(error->message, ==, bad[i][1]);
	}
}

/* Defaults that are made of each other end. */
static void test_defaults_in_a_ring(void)
{
	struct benchmarks *all = benchmarks_read(
		SLICE_LIT("testcase x\nprogram x\nparam a count =b\nparam b count =a*2\n"
			  "param c count =1000000000*1000000000*1000000000\ncommand x {a}\n"
			  "testcase y\nprogram y\nparam c count =1000000000*1000000000\n"
			  "command y {c}\n"),
		NULL);

	g_assert_nonnull(all);
	assert_command("x", "!a cannot be worked out", "d", "1");
	assert_command("y", "!c cannot be worked out", "d", "1");
	benchmarks_free(all);
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static struct reported *reported_of(const char *yaml)
{
	struct reported *reported = reported_new();

	g_assert_true(reported_add_job(reported, "job.yaml", slice_of(yaml), &ORIGIN_NONE, NULL));
	return reported;
}

static void test_fields_of_a_job(void)
{
	struct reported *reported = reported_of("testcase: unixbench\n"
						"test: top\n"
						"other:\n  test: nested\n  only: here\n"
						"unixbench:\n  test: shell8\n"
						"nr_task: 010\nrepeat_to: 2\n"
						"start_time: '100'\nend_time: '289'\n");
	const struct reported_runs *runs = reported->runs->pdata[0];

	g_assert_cmpstr(reported_value(reported, "test"), ==, "shell8");
	g_assert_cmpstr(reported_value(reported, "only"), ==, "here");
	g_assert_cmpstr(reported_value(reported, "nr_task"), ==, "8");
	g_assert_null(reported_value(reported, "none"));
	g_assert_cmpuint(runs->runs.low, ==, 2);
	g_assert_cmpfloat(reported->seconds, ==, 189);
	g_assert_cmpuint(reported->code_line, ==, 0);
	reported_free(reported);
}

static void test_code_in_a_job(void)
{
	static const char *const jobs[] = {"a: 1\nb: <%= `id` %>\n", "a: 1\nb: \"{{ 1 }}\"\n",
		"a: 1\n<<: other\n", "a: 1\n  \n"};
	static const guint lines[] = {2, 2, 2, 0};

	for (guint i = 0; i < G_N_ELEMENTS(jobs); i++) {
		struct reported *reported = reported_of(jobs[i]);

		g_assert_cmpuint(reported->code_line, ==, lines[i]);
		reported_free(reported);
	}
}

static void test_runs_in_words(void)
{
	g_assert_cmpuint(reported_runs_of_words("'./Run shell8 -c 1' (3 runs)"), ==, 3);
	g_assert_cmpuint(reported_runs_of_words("(3 runs) more"), ==, 0);
	g_assert_cmpuint(reported_runs_of_words("(-3 runs)"), ==, 0);
	g_assert_cmpuint(reported_runs_of_words("(99999999999 runs)"), ==, 0);
	g_assert_cmpuint(reported_runs_of_words(NULL), ==, 0);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static struct side side_of(const char *mean, int stddev, guint runs)
{
	struct side side = {NAN, {NAN, NAN}, stddev, {runs, runs, RUNS_DECLARED}};

	literal_mean(slice_of(mean), &side.mean, &side.means);
	return side;
}

static struct plan_runs runs_of(const char *base, const char *head, int stddev, enum unit unit)
{
	struct side a = side_of(base, stddev, 4), b = side_of(head, stddev, 4);

	return plan_runs_of_row(&a, &b, unit);
}

static void test_planned_runs(void)
{
	struct plan_runs plan = runs_of("14321", "13425", 0, UNIT_PERCENT);

	g_assert_cmpuint(plan.runs, ==, PLAN_RUNS_MIN);
	g_assert_true(plan.is_enough);
	g_assert_cmpfloat_with_epsilon(plan.effect, -6.26, .01);
	/* 5.5 % of the population are 6.35 % of the sample; half of 20 % are wanted: by
	 * detectable_change(), 1.58 spreads. */
	plan = runs_of("100.00", "81.873", 5, UNIT_PERCENT);
	g_assert_cmpfloat_with_epsilon(plan.spread, 6.35, .01);
	g_assert_cmpuint(plan.runs, ==, 8);
	g_assert_cmpfloat(plan.least, <, 10.0);
	plan = runs_of("100.00", "98.00", 9, UNIT_PERCENT);
	g_assert_cmpuint(plan.runs, ==, PLAN_RUNS_MAX);
	g_assert_false(plan.is_enough);
	plan = runs_of("40.00", "30.00", 4, UNIT_POINTS);
	g_assert_true(plan.has_points);
	g_assert_cmpfloat_with_epsilon(plan.effect, -10, 1e-9);
	plan = runs_of("-40.00", "-30.00", 4, UNIT_PERCENT);
	g_assert_cmpuint(plan.runs, ==, 0);
}

/* ---- the script ------------------------------------------------------------------------------ */

/* All that a stranger says stays in comments, on one line each. */
static void test_script_is_safe(void)
{
	static const char evil[] = "x\n$(touch pwned)\r`id`'\"\\\xe2\x80\xa8;id\x1b[2J";
	struct benchmarks *all = benchmarks_builtin();
	struct machine *machine = machine_read("/nonexistent");
	struct reported *reported = reported_new();
	char **texts[] = {&reported->message_id, &reported->metric, &reported->change,
		&reported->testcase, &reported->commit[0], &reported->commit[1]};

	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		*texts[i] = g_strdup(evil);
	reported_add_field(reported, NULL, "cpufreq_governor", evil);
	reported_add_field(reported, NULL, "test", evil);
	for (guint i = 0; i <= COMMAND_OTHER; i++)
		reported_add_command(reported, (enum command_kind)i, i + 1, evil);
	struct plan *plan = plan_new(reported, machine, all, NULL);
	g_autoptr(GString) script = plan_script(plan);
	g_auto(GStrv) lines = g_strsplit(script->str, "\n", 0);

	g_assert_cmpuint(plan->counts[STEP_SHOW], ==, plan->steps->len);
	for (char **line = lines; *line; line++)
		g_assert_true(**line == '#' || !**line || !strcmp(*line, "set -eu") ||
			      !strcmp(*line, "exit 1"));
	for (const char *at = script->str; *at; at++)
		g_assert_true(*at == '\n' || (guchar)*at >= ' ');
	plan_free(plan);
	reported_free(reported);
	machine_free(machine);
	benchmarks_free(all);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/plan/values", test_values);
	g_test_add_func("/plan/known-settings", test_known_settings);
	g_test_add_func("/plan/other-settings", test_other_settings);
	g_test_add_func("/plan/any-setting", test_any_setting);
	g_test_add_func("/plan/commands", test_commands);
	g_test_add_func("/plan/repeated", test_repeated_commands);
	g_test_add_func("/plan/wrapped", test_wrapped_commands);
	g_test_add_func("/plan/refused-commands", test_refused_commands);
	g_test_add_func("/plan/bad-files", test_bad_files);
	g_test_add_func("/plan/defaults-in-a-ring", test_defaults_in_a_ring);
	g_test_add_func("/plan/fields-of-a-job", test_fields_of_a_job);
	g_test_add_func("/plan/code-in-a-job", test_code_in_a_job);
	g_test_add_func("/plan/runs-in-words", test_runs_in_words);
	g_test_add_func("/plan/planned-runs", test_planned_runs);
	g_test_add_func("/plan/script-is-safe", test_script_is_safe);
	return g_test_run();
}
