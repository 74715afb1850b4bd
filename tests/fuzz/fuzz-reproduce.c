/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job file, then a line "---script", then lines of a reproduce script: of any bytes a plan is
 * made, whose script holds them in comments only.  The same bytes as a benchmark's output.
 */
#include "reproduce/plan.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char *const testcases[] = {"hackbench", "stress-ng", "fio-basic", "will-it-scale"};

static void add_script(struct reported *reported, struct slice script)
{
	struct slice line;

	for (guint i = 1; slice_next_line(&script, &line); i++) {
		g_autofree char *text = slice_dup(line);

		reported_add_command(
			reported, (enum command_kind)(line.len % (COMMAND_OTHER + 1)), i, text);
	}
}

/* Lines that are no comments are of our own making: printable ASCII. */
static void check_script(const struct plan *plan)
{
	g_autoptr(GString) script = plan_script(plan);

	for (gsize i = 0; i < script->len; i++) {
		gboolean is_comment = FALSE;

		for (gsize k = i; k < script->len && script->str[k] != '\n'; k++) {
			is_comment |= k == i && script->str[k] == '#';
			g_assert_true(script->str[k] == '\t' || (guchar)script->str[k] >= ' ');
			g_assert_true(is_comment || (guchar)script->str[k] < 0x7f);
		}
		i += strcspn(script->str + i, "\n");
	}
	g_assert_cmpuint(strlen(script->str), ==, script->len);
}

static void check_stats(
	const struct benchmarks *all, struct reported *reported, struct slice output)
{
	for (guint i = 0; i < G_N_ELEMENTS(testcases); i++) {
		g_autofree char *why = NULL;
		g_autoptr(GArray) stats = benchmark_stats(benchmark_find(all, testcases[i]),
			reported_value_of, reported, output, &why);

		g_assert_true(!stats == (why != NULL));
		for (guint k = 0; stats && k < stats->len; k++)
			g_assert_true(
				isfinite(g_array_index(stats, struct benchmark_stat, k).value));
	}
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static const char mark[] = "\n---script\n";
	struct slice job = {(const char *)data, size}, script = {job.at + size, 0};
	struct benchmarks *all = benchmarks_builtin();
	struct machine *machine = machine_read("/nonexistent");
	struct reported *reported = reported_new();
	const char *at = slice_find(job, mark);

	machine->nr_cpu = 4;
	if (at) {
		script = slice_between(at + strlen(mark), job.at + size);
		job = slice_between(job.at, at + 1);
	}
	reported_add_job(reported, "job.yaml", job, &ORIGIN_NONE, NULL);
	add_script(reported, script);
	struct plan *plan = plan_new(reported, machine, all, NULL);
	check_script(plan);
	check_stats(all, reported, (struct slice){(const char *)data, size});
	plan_free(plan);
	reported_free(reported);
	machine_free(machine);
	benchmarks_free(all);
	return 0;
}
