/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives of result roots, any bytes: runs come whole, and can be read within the limits. */
#define _GNU_SOURCE
#include "cli/run_record.h"
#include "ingest/ingest.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

struct seen {
	const struct rules *rules;
	guint64 runs;
};

static void ignore(const struct diag *diag, void *data)
{
	(void)data;
	g_assert_nonnull(diag->detail);
}

static void check_record(const struct run_record *record)
{
	const struct store_run *run = &record->run;

	g_assert_true(*run->root && run->job.len);
	g_assert_cmpuint(run->n_samples, ==, record->samples->len);
	g_assert_true(run->numbers || !run->n_samples);
	for (guint i = 0; i < record->samples->len; i++) {
		const struct store_sample *sample =
			&g_array_index(record->samples, struct store_sample, i);

		g_assert_true(g_utf8_validate(sample->stat, -1, NULL));
		g_assert_cmpuint(strlen(sample->stat), <=, STATS_JSON_NAME_MAX + strlen(".max"));
	}
}

static gboolean take_run(struct result_run *run, void *data)
{
	struct seen *seen = data;
	const struct diag_sink sink = {ignore, NULL};
	struct run_record *record;

	seen->runs++;
	g_assert_true(result_is_run_name(run->name) && run->is_held);
	record = run_record_new(run, seen->rules, &sink);
	if (record)
		check_record(record);
	run_record_free(record);
	result_run_free(run);
	return TRUE;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static struct rules *rules;
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
	const char *const sources[] = {path, NULL};
	const struct ingest_options options = {.bytes_max = 8 << 20, .only_runs = TRUE};
	struct seen seen = {.runs = 0};
	const struct ingest_handler handler = {
		.run = take_run, .diags = {ignore, NULL}, .data = &seen};
	struct ingest_counts counts;

	if (!rules)
		rules = rules_builtin();
	seen.rules = rules;
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	g_assert_true(ingest_run(sources, &options, &handler, &counts, NULL));
	g_assert_cmpuint(counts.runs, ==, seen.runs);
	close(fd);
	return 0;
}
