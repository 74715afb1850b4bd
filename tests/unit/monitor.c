/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monitors of a machine that is made up, sample by sample, and the files of a run of them. */
#include "reproduce/monitor.h"

#include "reproduce/result_dir.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define SECOND ((gint64)G_USEC_PER_SEC)
#define START (1000 * SECOND)

static char *root;

static void put(const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(root, "proc", name, NULL);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* Memory in use, pages that came and went, ticks of user, system and idle, and switches. */
static void put_machine(guint free, guint faults, guint user, guint system, guint idle, guint cs)
{
	g_autofree char *memory = g_strdup_printf(
		"MemTotal:        1000 kB\nMemFree:         %u kB\nBuffers: 7 kB\n"
		"Cached: 100 kB\nSReclaimable: 11 kB\nSwapTotal: 50 kB\nSwapFree: 20 kB\n"
		"Active(anon):     5 kB\nHugePages_Total:       0\n",
		free);
	g_autofree char *pages = g_strdup_printf("nr_free_pages %u\npgfault %u\npgpgin %u\n"
						 "pgpgout 10\npswpin 0\npswpout 0\n"
						 "nr_free_pages 12345\n",
		free / 4, faults, faults * 2);
	g_autofree char *stat = g_strdup_printf("cpu  %u 0 %u %u 0 0 0 0 0 0\ncpu0 1 1 1 1\n"
						"intr %u 1 2 3\nctxt %u\nprocs_running 4\n"
						"procs_blocked 2\n",
		user, system, idle, cs / 2, cs);

	put("meminfo", memory);
	put("vmstat", pages);
	put("stat", stat);
}

static const struct monitor_seen *seen_of(const struct monitors *monitors, const char *name)
{
	for (guint i = 0; i < monitors_count(monitors); i++)
		if (!strcmp(monitors_at(monitors, i)->name, name))
			return monitors_at(monitors, i);
	g_assert_not_reached();
}

/* "1 2 3"; NULL: there is no such series. */
static char *values_of(const struct monitors *monitors, const char *monitor, const char *name)
{
	const struct monitor_seen *seen = seen_of(monitors, monitor);

	for (guint i = 0; i < seen->series->len; i++) {
		const struct monitor_series *series = seen->series->pdata[i];
		g_autoptr(GString) text = g_string_new(NULL);

		if (strcmp(series->name, name))
			continue;
		for (guint k = 0; k < series->values->len; k++)
			g_string_append_printf(text, "%s%" G_GINT64_FORMAT, k ? " " : "",
				g_array_index(series->values, struct number, k).integer);
		return g_strdup(text->str);
	}
	return NULL;
}

#define assert_values(monitors, monitor, name, wanted)                                             \
	do {                                                                                       \
		g_autofree char *said = values_of(monitors, monitor, monitor "." name);            \
		g_assert_cmpstr(said, ==, wanted);                                                 \
	} while (0)

/* Three samples, a second apart, the last one late. */
static struct monitors *watch(const struct machine *machine)
{
	struct monitors *monitors = monitors_new(machine, monitor_names(), 1000);

	put_machine(400, 100, 1000, 500, 8000, 5000);
	monitors_tick(monitors, START);
	monitors_tick(monitors, START + SECOND / 2); /* not yet */
	put_machine(200, 160, 1030, 510, 8060, 7000);
	monitors_tick(monitors, START + SECOND);
	put_machine(300, 200, 1080, 530, 8130, 9000);
	monitors_tick(monitors, START + 3 * SECOND);
	monitors_tick(monitors, START + 3 * SECOND + SECOND / 2);
	monitors_end(monitors, START + 3 * SECOND + SECOND / 4);
	return monitors;
}

static void test_series(void)
{
	struct machine *machine = machine_read(root);
	struct monitors *monitors = watch(machine);

	assert_values(monitors, "meminfo", "MemFree", "400 200 300");
	assert_values(monitors, "meminfo", "Active(anon)", "5 5 5");
	assert_values(monitors, "meminfo", "Memused", "600 800 700");
	assert_values(monitors, "meminfo", "max_used_kB", "600 800 800");
	assert_values(monitors, "meminfo", "time", "1000 1001 1003");
	assert_values(monitors, "proc-vmstat", "nr_free_pages", "100 50 75");
	assert_values(monitors, "proc-vmstat", "pgfault", "100 160 200");
	/* Rates: the second interval is of two seconds. */
	assert_values(monitors, "vmstat", "system.cs", "2000 1000");
	assert_values(monitors, "vmstat", "system.in", "1000 500");
	assert_values(monitors, "vmstat", "io.bi", "120 40");
	assert_values(monitors, "vmstat", "cpu.us", "30 36"); /* of 100 and of 140 ticks */
	assert_values(monitors, "vmstat", "cpu.sy", "10 14");
	assert_values(monitors, "vmstat", "cpu.id", "60 50");
	assert_values(monitors, "vmstat", "procs.r", "3 3");
	assert_values(monitors, "vmstat", "procs.b", "2 2");
	assert_values(monitors, "vmstat", "memory.swpd", "30 30");
	assert_values(monitors, "vmstat", "memory.cache", "111 111");
	monitors_free(monitors);
	machine_free(machine);
}

/* A counter that appears later is filled with 0 before; one that goes is not made up. */
static void test_series_of_unequal_length(void)
{
	const char *const names[] = {"proc-vmstat", NULL};
	struct machine *machine = machine_read(root);
	struct monitors *monitors = monitors_new(machine, names, 1000);

	g_assert_cmpuint(monitors_count(monitors), ==, 1);
	put("vmstat", "a 1\nbad\"name 1\nwords only\nneg -1\n");
	monitors_tick(monitors, START);
	put("vmstat", "a 2\nb 7\n");
	monitors_tick(monitors, START + SECOND);
	put("vmstat", "b 8\n");
	monitors_tick(monitors, START + 2 * SECOND);
	assert_values(monitors, "proc-vmstat", "a", "1 2");
	assert_values(monitors, "proc-vmstat", "b", "0 7 8");
	g_assert_cmpuint(seen_of(monitors, "proc-vmstat")->series->len, ==, 3); /* and the time */
	monitors_free(monitors);
	machine_free(machine);
}

/* A run that is shorter than the interval is seen at both its ends. */
static void test_short_run(void)
{
	struct machine *machine = machine_read(root);
	struct monitors *monitors = monitors_new(machine, monitor_names(), 1000);

	put_machine(400, 100, 0, 0, 0, 0);
	monitors_tick(monitors, START);
	put_machine(300, 150, 10, 0, 0, 50);
	monitors_end(monitors, START + SECOND / 10);
	assert_values(monitors, "proc-vmstat", "pgfault", "100 150");
	assert_values(monitors, "vmstat", "system.cs", "500");
	monitors_free(monitors);
	machine_free(machine);
}

static void test_nothing_to_read(void)
{
	struct machine *machine = machine_read("/nonexistent");
	struct monitors *monitors = monitors_new(machine, monitor_names(), 1000);

	monitors_tick(monitors, START);
	monitors_end(monitors, START + SECOND);
	for (guint i = 0; i < monitors_count(monitors); i++)
		g_assert_cmpuint(monitors_at(monitors, i)->samples, ==, 0);
	monitors_free(monitors);
	machine_free(machine);
}

static void test_too_many_names(void)
{
	const char *const names[] = {"proc-vmstat", NULL};
	struct machine *machine = machine_read(root);
	struct monitors *monitors = monitors_new(machine, names, 1000);
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < MONITOR_SERIES_MAX + 10; i++)
		g_string_append_printf(text, "n%u 1\n", i);
	put("vmstat", text->str);
	monitors_tick(monitors, START);
	g_assert_true(monitors_at(monitors, 0)->is_cut);
	g_assert_cmpstr(monitors_cut(monitors), ==, monitors_at(monitors, 0)->name);
	g_assert_cmpuint(monitors_at(monitors, 0)->series->len, ==, MONITOR_SERIES_MAX);
	monitors_free(monitors);
	machine_free(machine);
}

/* ---- files ---------------------------------------------------------------------------------- */

static char *unpacked(const char *path)
{
	g_autoptr(GFile) file = g_file_new_for_path(path);
	g_autoptr(GFileInputStream) in = g_file_read(file, NULL, NULL);
	g_autoptr(GZlibDecompressor) zip = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
	g_autoptr(GInputStream) out =
		g_converter_input_stream_new(G_INPUT_STREAM(in), G_CONVERTER(zip));
	char *text = g_malloc0(1 << 16);

	g_assert_true(g_input_stream_read_all(out, text, (1 << 16) - 1, NULL, NULL, NULL));
	return text;
}

static char *file_of(const char *run, const char *name)
{
	g_autofree char *path = g_build_filename(run, name, NULL);
	char *text = NULL;

	if (g_str_has_suffix(name, ".gz"))
		return unpacked(path);
	g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
	return text;
}

#define assert_has(run, name, wanted)                                                              \
	do {                                                                                       \
		g_autofree char *text = file_of(run, name);                                        \
		g_test_message("%s", text);                                                        \
		g_assert_nonnull(strstr(text, wanted));                                            \
	} while (0)

static void test_files_of_a_run(void)
{
	struct machine *machine = machine_read(root);
	struct monitors *monitors = watch(machine);
	struct rules *rules = rules_builtin();
	const struct result_facts facts = {.testcase = "t",
		.prefix = "t",
		.tbox_group = "box",
		.rootfs = "r",
		.kconfig = "k",
		.compiler = "c",
		.commit = "x"};
	const char *const command[] = {"true", NULL};
	const struct result_run_facts run = {.command = command,
		.out = SLICE_LIT(""),
		.err = SLICE_LIT(""),
		.monitors = monitors,
		.rules = rules};
	g_autofree char *results = g_build_filename(root, "results", NULL);
	g_autofree char *made = g_build_filename(results, "0", NULL);

	g_assert_true(result_dir_write(results, 0, &facts, &run, NULL));
	assert_has(made, "vmstat.json", "\"vmstat.system.cs\": [2000, 1000]");
	assert_has(made, "meminfo.json", "\"meminfo.MemFree\": [400, 200, 300]");
	assert_has(made, "meminfo.gz", "time: 1003\nMemTotal:        1000 kB\n");
	assert_has(made, "vmstat", "1970-01-01 00:16:43\n");
	assert_has(made, "matrix.json.gz", "\"proc-vmstat.pgfault\": [100, 160, 200]");
	/* Counters by their growth, the others by their mean, the time not at all. */
	assert_has(made, "stats.json", "\"proc-vmstat.pgfault\": 100,");
	assert_has(made, "stats.json", "\"meminfo.MemFree\": 300.0");
	assert_has(made, "stats.json", "\"vmstat.system.cs\": 1500.0");
	g_autofree char *stats = file_of(made, "stats.json"), *json = file_of(made, "meminfo.json");
	g_assert_null(strstr(stats, ".time\""));
	g_assert_null(strstr(stats, "HugePages_Total"));
	g_assert_null(strstr(json, "HugePages_Total")); /* always 0 */
	monitors_free(monitors);
	rules_free(rules);
	machine_free(machine);
}

static void remove_all(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *below = g_build_filename(path, name, NULL);

		remove_all(below);
	}
	if (dir)
		g_dir_close(dir);
	g_remove(path);
}

int main(int argc, char **argv)
{
	int status;

	g_test_init(&argc, &argv, NULL);
	root = g_dir_make_tmp("lkpdigest-monitor.XXXXXX", NULL);
	g_autofree char *proc = g_build_filename(root, "proc", NULL);
	g_mkdir(proc, 0700);
	g_test_add_func("/monitor/series", test_series);
	g_test_add_func("/monitor/series-of-unequal-length", test_series_of_unequal_length);
	g_test_add_func("/monitor/short-run", test_short_run);
	g_test_add_func("/monitor/nothing-to-read", test_nothing_to_read);
	g_test_add_func("/monitor/too-many-names", test_too_many_names);
	g_test_add_func("/monitor/files-of-a-run", test_files_of_a_run);
	status = g_test_run();
	remove_all(root);
	g_free(root);
	return status;
}
