/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run's files say: flat JSON, the job's tree, its axes, series as numbers. */
#include "compare/axes.h"
#include "compare/run_stats.h"
#include "ingest/stats_json.h"
#include "parse/job_tree.h"

/* ---- flat JSON ----------------------------------------------------------------------- */

static void note(const struct stats_json_item *item, void *data)
{
	GString *to = data;
	static const char *const kinds[] = {"number", "list", "texts", "other"};

	g_string_append_printf(to, "%s:%s", item->name, kinds[item->kind]);
	for (guint i = 0; i < item->n && item->kind == STATS_JSON_TEXTS; i++)
		g_string_append_printf(to, " %s", item->texts[i]);
	for (guint i = 0; i < item->n && item->kind != STATS_JSON_TEXTS; i++)
		g_string_append_printf(to, " %g%s", number_real(item->values[i]),
			number_is_float(item->values[i]) ? "f" : "");
	g_string_append_c(to, ';');
}

static void note_loss(const struct stats_json_item *item, void *data)
{
	g_ptr_array_add(data, g_strdup(item->name));
	g_ptr_array_add(data, item->why ? g_strdup(item->why)
					: g_strdup_printf("%g", number_real(item->values[0])));
}

static void reads(const char *text, const char *wanted)
{
	g_autoptr(GString) got = g_string_new(NULL);
	g_autofree char *copy = g_strdup(text);
	struct stats_json_fault fault = {0};

	if (!stats_json_read(copy, strlen(text), note, got, &fault))
		g_test_message("byte %zu: %s", fault.at, fault.why);
	g_assert_null(fault.why);
	g_assert_cmpstr(got->str, ==, wanted);
}

static void fails_at(const char *text, gsize at)
{
	g_autoptr(GString) got = g_string_new(NULL);
	g_autofree char *copy = g_strdup(text);
	struct stats_json_fault fault;
	guint line = 1;

	g_assert_false(stats_json_read(copy, strlen(text), note, got, &fault));
	g_assert_cmpuint(fault.at, ==, at);
	for (gsize i = 0; i < at; i++)
		line += text[i] == '\n';
	g_assert_cmpuint(fault.line, ==, line);
	g_assert_nonnull(fault.why);
}

static void test_json(void)
{
	reads("{}", "");
	reads(" {\n \"b\": 1,\n \"a.c\": -2.0 }\n", "b:number 1;a.c:number -2f;");
	reads("{\"a\": [1, 2.5], \"b\": []}", "a:list 1 2.5f;b:list;");
	reads("{\"a\": \"x\", \"b\": null, \"c\": [1, \"x\"], \"d\": {\"e\": [true]}, \"f\": 1}",
		"a:other;b:other;c:other;d:other;f:number 1;");
	reads("{\"q\\\"\\\\\\/\\u00b1\\ud83d\\ude00\": 1}",
		"q\"\\/\302\261\360\237\230\200:number 1;");
	reads("{\"a\\tb\": {\"c\": \"d\"}, \"\": [\"e\", 1], \"\\u00b1\\u00b1z\": 2}",
		"a\tb:other;:other;\302\261\302\261z:number 2;");
	reads("{\"s\": [\"a\", \"b\\n\"], \"m\": [\"a\", 1], \"n\": [1, \"a\"]}",
		"s:texts a b\n;m:other;n:other;");
	/* Beyond what can be held: the item is lost, and none beside it. */
	reads("{\"a\": 1e400, \"b\": -1e400, \"c\": 1e-400, \"d\": 2}",
		"a:other;b:other;c:number 0f;d:number 2;");
	reads("{\"a\": [1, 1e400, 2], \"b\": {\"c\": 1e400}, \"d\": [2]}",
		"a:other;b:other;d:list 2;");
	fails_at("", 0);
	fails_at("[1]", 0);
	fails_at("{\"a\": NaN}", 6);
	fails_at("{\"a\": 1", 7);
	fails_at("{\"a\": 1,}", 8);
	fails_at("{\"a\" 1}", 5);
	fails_at("{\"a\": 1} x", 9);
	fails_at("{\"a\\x\": 1}", 4);
	fails_at("{\"a\\u0000\": 1}", 9);
	fails_at("{\"\\ud83d\": 1}", 8);
	fails_at("{\"a", 3);
	fails_at("{\"a\377\": 1}", 4);
	fails_at("{\"a\": 01}", 6);
	fails_at("{\n\"a\": 1,\n\n\"b\\n\": x\n}", 18);
}

/* Names are gone over in words: what is no plain byte must be seen at each place. */
static void test_json_places(void)
{
	static const struct {
		const char *written, *meant; /* NULL: it is not allowed */
	} bytes[] = {{" ", " "}, {"~", "~"}, {"\\\"", "\""}, {"\\\\", "\\"},
		{"\302\261", "\302\261"}, {"\\u0041", "A"}, {"\037", NULL}, {"\377", NULL},
		{"\n", NULL}, {"\\x", NULL}};

	for (guint i = 0; i < G_N_ELEMENTS(bytes); i++)
		for (int place = 0; place < 20; place++) {
			g_autofree char *text = g_strdup_printf("{\"%.*s%s%.*s\":1}", place,
				"abcdefghijklmnopqrstuvwxyz", bytes[i].written, 20 - place,
				"ABCDEFGHIJKLMNOPQRSTUVWXYZ");
			g_autofree char *wanted = g_strdup_printf("%.*s%s%.*s:number 1;", place,
				"abcdefghijklmnopqrstuvwxyz", bytes[i].meant, 20 - place,
				"ABCDEFGHIJKLMNOPQRSTUVWXYZ");
			struct stats_json_fault fault;

			if (bytes[i].meant)
				reads(text, wanted);
			else
				g_assert_false(
					stats_json_read(text, strlen(text), note, NULL, &fault));
		}
}

/* The first item is lost for that reason, the one behind it is read. */
static void loses_first(const char *name, const char *value, const char *why)
{
	g_autofree char *text = g_strdup_printf("{\"%s\": %s, \"next\": 7}", name, value);
	g_autoptr(GPtrArray) got = g_ptr_array_new_with_free_func(g_free);
	struct stats_json_fault fault;

	g_assert_true(stats_json_read(text, strlen(text), note_loss, got, &fault));
	g_assert_cmpuint(got->len, ==, 4);
	g_assert_cmpuint(strlen(got->pdata[0]), ==, MIN(strlen(name), STATS_JSON_NAME_MAX));
	g_assert_true(g_str_has_prefix(name, got->pdata[0]));
	g_assert_nonnull(strstr(got->pdata[1], why));
	g_assert_cmpstr(got->pdata[2], ==, "next");
	g_assert_cmpstr(got->pdata[3], ==, "7");
}

static void test_json_limits(void)
{
	g_autofree char *fits = g_strnfill(STATS_JSON_NAME_MAX, 'n');
	g_autofree char *name = g_strnfill(STATS_JSON_NAME_MAX + 1, 'n');
	g_autofree char *fits_text = g_strdup_printf("{\"%s\": 1}", fits);
	g_autofree char *fits_item = g_strdup_printf("%s:number 1;", fits);
	g_autofree char *digits = g_strnfill(NUMBER_LITERAL_MAX + 1, '1');
	g_autofree char *fraction = g_strdup_printf("0.%s", digits);
	g_autoptr(GString) list = g_string_new("[0");

	for (guint i = 0; i < STATS_JSON_SERIES_MAX; i++)
		g_string_append(list, ",1");
	g_string_append_c(list, ']');
	reads(fits_text, fits_item);
	loses_first(name, "1", "name is longer");
	loses_first("a", digits, "too long");
	loses_first("a", fraction, "too long");
	loses_first("a", list->str, "list stands there that is longer");
	loses_first("a", "\"text\"", "something else than a number");
}

static void test_json_depth(void)
{
	g_autoptr(GString) deep = g_string_new("{\"a\": ");

	for (guint i = 0; i < 100000; i++)
		g_string_append_c(deep, '[');
	struct stats_json_fault fault;
	g_assert_false(stats_json_read(deep->str, deep->len, note, NULL, &fault));
	g_assert_cmpstr(fault.why, ==, "nested too deeply");
}

/* ---- jobs ------------------------------------------------------------------------------ */

static void count(const struct diag *diag, void *data)
{
	g_assert_cmpint(diag->id, ==, DIAG_JOB_UNREADABLE);
	++*(guint *)data;
}

static struct job_tree *read_job(const char *text, guint wanted_faults)
{
	struct origin at = {"job.yaml", -1, NULL, 0, 0};
	guint faults = 0;
	const struct diag_sink sink = {count, &faults};
	struct job_tree *job = job_tree_read(slice_of(text), &at, &sink);

	g_assert_cmpuint(faults, ==, wanted_faults);
	g_assert_true((job == NULL) == (wanted_faults > 0));
	return job;
}

static char *fields_text(const char *yaml)
{
	struct job_tree *job = read_job(yaml, 0);
	GString *text = g_string_new(NULL);
	guint n;
	const struct job_field *fields = job_tree_fields(job, &n);

	for (guint i = 0; i < n; i++)
		g_string_append_printf(text, "%d:%s=%s;", fields[i].parent, fields[i].name,
			fields[i].value ? fields[i].value : "{}");
	job_tree_free(job);
	return g_string_free(text, FALSE);
}

static void scalar_is(const char *plain, const char *wanted)
{
	g_autofree char *yaml = g_strdup_printf("a: %s\n", plain);
	g_autofree char *got = fields_text(yaml);
	g_autofree char *field = g_strdup_printf("-1:a=%s;", wanted);

	g_assert_cmpstr(got, ==, field);
}

static void test_scalars(void)
{
	static const char *const table[][2] = {{"010", "8"}, {"08", "08"}, {"0x14", "20"},
		{"-0x14", "-20"}, {"0b101", "5"}, {"1_000", "1000"}, {"1,000", "1000"},
		{"+12", "12"}, {"-12", "-12"},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{"yes", "true"}, {"On", "true"}, {"off", "false"}, {"no", "false"}, {"y", "y"},
		{"~", ""}, {"null", ""}, {"1.50", "1.5"}, {"6.10", "6.1"}, {"1.", "1.0"},
		{".5", "0.5"}, {"1e5", "1e5"}, {"1.5e5", "1.5e5"}, {"1.5e+5", "150000.0"},
		{"1.0e+20", "1.0e+20"}, {"0.00001", "1.0e-05"}, {"1_0.5", "10.5"},
		{".inf", "Infinity"}, {"-.Inf", "-Infinity"}, {".nan", "NaN"}, {"1:30", "5400"},
		{"0:1:05", "65"}, {"1:75", "1:75"}, {"100%", "100%"}, {"300s", "300s"},
		{"2024-06-01", "2024-06-01"}, {":sym", "sym"}, {"v6.1", "v6.1"}, {"'010'", "010"},
		{"\"yes\"", "yes"}, {"!!str 010", "010"},
		{"[a, 1, 010, ~, 'b\"c']", "[\"a\", 1, 8, nil, \"b\\\"c\"]"}, {"-", NULL}};

	for (guint i = 0; table[i][1]; i++)
		scalar_is(table[i][0], table[i][1]);
}

static void test_tree(void)
{
	g_autofree char *nested = fields_text("a: 1\nb:\n  c: x\n  d: {e: 2}\nf: 3\na: 4\n");
	g_autofree char *alias = fields_text("a: &x {k: 1}\nb: *x\n---\nc: 2\n");

	g_assert_cmpstr(nested, ==, "-1:a=4;-1:b={};1:c=x;1:d={};3:e=2;-1:f=3;");
	g_assert_cmpstr(alias, ==, "-1:a={};0:k=1;-1:b={};2:k=1;");
	for (const char *const *bad = (const char *const[]){"", "text", "- 1\n", "a: [1\n",
		     "a: *x\n", "a: &x {b: *x}\n", "? [a]\n: 1\n", "a: \"b\\0c\"\n", NULL};
		*bad; bad++)
		read_job(*bad, 1);
}

/* Aliases of aliases: each doubles the fields. */
static void test_bomb(void)
{
	g_autoptr(GString) yaml = g_string_new("a0: &a0 {x: 1, y: 2}\n");

	for (guint i = 1; i < 30; i++)
		g_string_append_printf(yaml, "a%u: &a%u {l: *a%u, r: *a%u}\n", i, i, i - 1, i - 1);
	read_job(yaml->str, 1);
}

/* ---- axes ------------------------------------------------------------------------------- */

static char *axes_text(const char *yaml, gboolean sorted)
{
	struct job_tree *job = read_job(yaml, 0);
	struct rules *rules = rules_builtin();
	static const char *const none[] = {NULL};
	guint n;
	const struct job_field *fields = job_tree_fields(job, &n);
	struct axes *axes = axes_of_job(rules, fields, n);

	if (sorted)
		axes_sort(axes);
	char *text = axes_line(axes, none, FALSE);
	axes_free(axes);
	job_tree_free(job);
	rules_free(rules);
	return text;
}

static void axes_are(const char *yaml, const char *wanted)
{
	g_autofree char *got = axes_text(yaml, FALSE);

	g_assert_cmpstr(got, ==, wanted);
}

static void test_axes(void)
{
	g_autofree char *sorted = axes_text("testcase: fio-basic\nfs2: nfsv4\nfs: xfs\n"
					    "fio-setup-basic:\n  test_size: 4G\n",
		TRUE);

	axes_are("commit: abc\ntestcase: aim7\ntbox_group: m\nkconfig: k\ncompiler: gcc-13\n"
		 "rootfs: /os/deb.cgz/\nsuite: aim7\naim7:\n  load: 010\n  test: disk\nfs: ext4\n",
		"tbox_group=m/testcase=aim7/rootfs=deb.cgz/kconfig=k/compiler=gcc-13/commit=abc/"
		"load=8/test=disk/fs=ext4");
	/* what is absent comes behind what is there; what is null keeps its place */
	axes_are("testcase: aim7\ncommit: abc\ncompiler:\n",
		"testcase=aim7/compiler=gcc-7/commit=abc/rootfs=debian-x86_64.cgz");
	axes_are("testcase: hwinfo\ntbox_group: m\n", "tbox_group=m/testcase=hwinfo");
	/* neither null nor false is a parameter; nor is what a monitor is told */
	axes_are("testcase: hwinfo\nmpstat:\n  test: x\naim7:\n  test:\n  load: false\n",
		"testcase=hwinfo");
	/* only of programs that the job names */
	axes_are("testcase: hwinfo\nload: 1\n", "testcase=hwinfo");
	g_assert_nonnull(strstr(sorted, "fs2=nfsv4/fs=xfs"));
}

/* ---- series ------------------------------------------------------------------------------- */

static void note_stat(const char *name, struct number value, void *data)
{
	g_string_append_printf(
		data, "%s=%g%s;", name, number_real(value), number_is_float(value) ? "f" : "");
}

static void test_series(void)
{
	struct rules *rules = rules_builtin();
	g_autoptr(GString) got = g_string_new(NULL);
	const struct number time[] = {number_of_integer(100), number_of_integer(101),
		number_of_integer(102), number_of_integer(103)};
	const struct number up[] = {number_of_integer(10), number_of_integer(20),
		number_of_integer(30), number_of_integer(44)};
	const struct run_series vmstat[] = {
		{"vmstat.time", time, 4}, {"vmstat.cpu.us", up, 4}, {"vmstat.cpu.sy", up, 3}};
	const struct run_series counters[] = {
		{"interrupts.CPU0.LOC", up, 4}, {"interrupts.CPU1.LOC", up, 1}};
	const struct run_part whole = {FALSE, 0, 0}, part = {TRUE, 1, 3}, none = {TRUE, 7, 9};

	run_stats_of_monitor(rules, "vmstat", vmstat, 3, &whole, note_stat, got);
	g_assert_cmpstr(got->str, ==, "vmstat.cpu.us=26f;vmstat.cpu.sy=15f;");
	g_string_truncate(got, 0);
	run_stats_of_monitor(rules, "vmstat", vmstat, 3, &part, note_stat, got);
	g_assert_cmpstr(got->str, ==, "vmstat.cpu.us=25f;vmstat.cpu.sy=25f;");
	g_string_truncate(got, 0);
	run_stats_of_monitor(rules, "vmstat", vmstat, 3, &none, note_stat, got);
	g_assert_cmpstr(got->str, ==, "");
	run_stats_of_monitor(rules, "interrupts", counters, 2, &whole, note_stat, got);
	g_assert_cmpstr(got->str, ==, "interrupts.CPU0.LOC=34;interrupts.CPU1.LOC=10;");
	g_assert_true(run_stats_is_monitor(rules, "vmstat"));
	g_assert_true(run_stats_is_monitor(rules, "ftrace.x"));
	g_assert_true(run_stats_is_monitor(rules, "x.time"));
	g_assert_false(run_stats_is_monitor(rules, ".time"));
	g_assert_false(run_stats_is_monitor(rules, "unheard-of"));
	rules_free(rules);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/stats-json/items", test_json);
	g_test_add_func("/stats-json/places", test_json_places);
	g_test_add_func("/stats-json/limits", test_json_limits);
	g_test_add_func("/stats-json/depth", test_json_depth);
	g_test_add_func("/job-tree/scalars", test_scalars);
	g_test_add_func("/job-tree/tree", test_tree);
	g_test_add_func("/job-tree/bomb", test_bomb);
	g_test_add_func("/axes/of-job", test_axes);
	g_test_add_func("/run-stats/series", test_series);
	return g_test_run();
}
