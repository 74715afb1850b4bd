/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/result_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORD_MAX 64
#define PARAM_MAX 31 /* of a value in a path, as LKP cuts it */
#define GIB ((guint64)1 << 30)

/* ---- words ---------------------------------------------------------------------------------- */

static char *word_of(const char *text, gsize most)
{
	char *word = g_strndup(text, most);

	for (char *at = word; *at; at++)
		if (!g_ascii_isalnum(*at) && !strchr("=+:.%-", *at))
			*at = '_';
	return word;
}

char *result_word(const char *text)
{
	char *word = word_of(text, WORD_MAX);

	if (*word == '.')
		*word = '_'; /* neither "." nor "..", nor hidden */
	return word;
}

static char *path_of_params(const struct result_facts *facts)
{
	g_autoptr(GString) path = g_string_new(NULL);
	guint p = 0, s = 0;

	while (p < facts->n_params || s < facts->n_settings) {
		gboolean takes_param =
			s == facts->n_settings ||
			(p < facts->n_params &&
				strcmp(facts->params[p].name, facts->settings[s].name) < 0);
		const struct result_field *field =
			takes_param ? &facts->params[p++] : &facts->settings[s++];
		g_autofree char *word = word_of(field->value, PARAM_MAX);

		g_string_append_printf(path, "%s%s", path->len ? "-" : "", word);
	}
	return path->len ? result_word(path->str) : g_strdup("defaults");
}

char *result_dir_path(const struct result_facts *facts)
{
	const char *const parts[] = {facts->testcase, NULL, facts->tbox_group, facts->rootfs,
		facts->kconfig, facts->compiler, facts->commit};
	g_autoptr(GString) path = g_string_new(NULL);

	for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
		g_autofree char *word = parts[i] ? result_word(parts[i]) : path_of_params(facts);

		g_string_append_printf(path, "%s%s", i ? "/" : "", word);
	}
	return g_strdup(path->str);
}

/* ---- what lies there --------------------------------------------------------------------------
 */

#define INCOMPLETE "last_state.is_incomplete_run"

static gboolean is_complete(const char *run)
{
	g_autofree char *path = g_build_filename(run, "stats.json", NULL);
	g_autofree char *text = NULL;

	return g_file_get_contents(path, &text, NULL, NULL) && !strstr(text, INCOMPLETE);
}

guint result_dir_count(const char *root, guint *ret_free)
{
	guint count = 0;

	*ret_free = RESULT_RUNS_OF_SERIES_MAX;
	for (guint i = RESULT_RUNS_OF_SERIES_MAX; i > 0; i--) {
		g_autofree char *run = g_strdup_printf("%s/%u", root, i - 1);

		if (g_file_test(run, G_FILE_TEST_EXISTS))
			count += is_complete(run);
		else
			*ret_free = i - 1;
	}
	return count;
}

/* ---- job.yaml -----------------------------------------------------------------------------------
 */

/* In single quotes, where nothing but a quote means anything; one line. */
static void append_yaml(GString *out, const char *indent, const char *key, const char *value)
{
	if (!value)
		return;
	g_string_append_printf(out, "%s%s: '", indent, key);
	for (; *value; value++) {
		if (*value == '\'')
			g_string_append_c(out, '\'');
		g_string_append_c(out, (guchar)*value < ' ' || (guchar)*value > '~' ? '?' : *value);
	}
	g_string_append(out, "'\n");
}

static void append_number(GString *out, const char *key, guint64 number)
{
	if (number)
		g_string_append_printf(out, "%s: %" G_GUINT64_FORMAT "\n", key, number);
}

static GString *job_text(
	const struct result_facts *facts, const struct result_run_facts *run, guint number)
{
	g_autofree char *path = result_dir_path(facts);
	g_autofree char *root = g_strdup_printf("/result/%s/%u", path, number);
	GString *out = g_string_new("---\n");
	const char *const top[][2] = {{"testcase", facts->testcase}, {"category", "benchmark"},
		{"commit", facts->commit}, {"testbox", facts->tbox_group},
		{"tbox_group", facts->tbox_group}, {"rootfs", facts->rootfs},
		{"kconfig", facts->kconfig}, {"compiler", facts->compiler},
		{"kernel", facts->kernel}, {"model", facts->model}, {"result_root", root}};

	for (guint i = 0; i < G_N_ELEMENTS(top); i++)
		append_yaml(out, "", top[i][0], top[i][1]);
	append_number(out, "nr_cpu", facts->nr_cpu);
	if (facts->memory)
		g_string_append_printf(
			out, "memory: %" G_GUINT64_FORMAT "G\n", (facts->memory + GIB / 2) / GIB);
	for (guint i = 0; i < facts->n_settings; i++)
		append_yaml(out, "", facts->settings[i].name, facts->settings[i].value);
	g_string_append_printf(out, "%s:\n", facts->testcase);
	for (guint i = 0; i < facts->n_params; i++)
		append_yaml(out, "  ", facts->params[i].name, facts->params[i].value);
	g_string_append_printf(out,
		"start_time: '%" G_GINT64_FORMAT "'\nend_time: '%" G_GINT64_FORMAT "'\n"
		"job_state: finished\nlkpdigest:\n  sandbox: %s\n",
		run->start, run->end, facts->is_contained ? "bubblewrap" : "none");
	append_yaml(out, "  ", "reproduces", facts->report);
	append_yaml(out, "  ", "wrap", facts->wrap);
	return out;
}

/* ---- stats
 * ---------------------------------------------------------------------------------------- */

struct number {
	char *name;
	double value;
};

static void number_clear(gpointer data)
{
	g_free(((struct number *)data)->name);
}

static void add_number(GArray *numbers, const char *prefix, const char *name, double value)
{
	struct number number = {g_strconcat(prefix, name, NULL), value};

	g_array_append_val(numbers, number);
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* What GNU time tells, by the names that LKP gives it. */
static void add_times(
	GArray *numbers, const struct result_facts *facts, const struct result_run_facts *run)
{
	g_autofree char *prefix = g_strconcat(facts->prefix, ".time.", NULL);
	const struct rusage *u = &run->usage;
	double user = seconds_of(u->ru_utime), system = seconds_of(u->ru_stime);

	add_number(numbers, prefix, "user_time", user);
	add_number(numbers, prefix, "system_time", system);
	add_number(numbers, prefix, "percent_of_cpu_this_job_got",
		floor(100 * (user + system) / MAX(run->seconds, 1e-6)));
	add_number(numbers, prefix, "elapsed_time", run->seconds);
	add_number(numbers, prefix, "elapsed_time.max", run->seconds);
	add_number(numbers, prefix, "maximum_resident_set_size", (double)u->ru_maxrss);
	add_number(numbers, prefix, "major_page_faults", (double)u->ru_majflt);
	add_number(numbers, prefix, "minor_page_faults", (double)u->ru_minflt);
	add_number(numbers, prefix, "voluntary_context_switches", (double)u->ru_nvcsw);
	add_number(numbers, prefix, "involuntary_context_switches", (double)u->ru_nivcsw);
	add_number(numbers, prefix, "file_system_inputs", (double)u->ru_inblock);
	add_number(numbers, prefix, "file_system_outputs", (double)u->ru_oublock);
	add_number(numbers, prefix, "page_size", (double)sysconf(_SC_PAGESIZE));
	add_number(numbers, prefix, "exit_status", run->exit_status);
}

static GArray *numbers_of(const struct result_facts *facts, const struct result_run_facts *run)
{
	GArray *numbers = g_array_new(FALSE, FALSE, sizeof(struct number));

	g_array_set_clear_func(numbers, number_clear);
	for (guint i = 0; run->stats && i < run->stats->len; i++) {
		const struct benchmark_stat *stat =
			&g_array_index(run->stats, struct benchmark_stat, i);

		add_number(numbers, "", stat->name, stat->value);
	}
	add_times(numbers, facts, run);
	if (!run->stats)
		add_number(numbers, "", INCOMPLETE, 1);
	return numbers;
}

/* Whole numbers without a fraction: LKP tells integers and floats apart. */
static const char *number_text(double value, char *buffer, int size)
{
	gboolean is_whole = value == floor(value) && fabs(value) < 1e15;

	return g_ascii_formatd(buffer, size, is_whole ? "%.0f" : "%.15g", value);
}

/* Names are of letters, digits and a few marks: nothing in them is to be escaped. */
static GString *stats_text(const GArray *numbers, const char *before, const char *behind)
{
	GString *out = g_string_new("{");

	for (guint i = 0; i < numbers->len; i++) {
		const struct number *number = &g_array_index(numbers, struct number, i);
		char buffer[G_ASCII_DTOSTR_BUF_SIZE];

		g_string_append_printf(out, "%s\n  \"%s\": %s%s%s", i ? "," : "", number->name,
			before, number_text(number->value, buffer, sizeof buffer), behind);
	}
	g_string_append(out, "\n}\n");
	return out;
}

static GBytes *gzip(const GString *text)
{
	g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
	g_autoptr(GZlibCompressor) zip = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
	g_autoptr(GOutputStream) out = g_converter_output_stream_new(memory, G_CONVERTER(zip));

	g_output_stream_write_all(out, text->str, text->len, NULL, NULL, NULL);
	g_output_stream_close(out, NULL, NULL);
	return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

/* ---- the run
 * -------------------------------------------------------------------------------------- */

static gboolean write_file(
	const char *dir, const char *name, const char *bytes, gsize len, GError **error)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	return g_file_set_contents_full(path, bytes, (gssize)len,
		G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}

static GString *script_text(const struct result_run_facts *run)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; run->command[i]; i++) {
		g_autofree char *quoted = g_shell_quote(run->command[i]);

		g_string_append_printf(out, "%s%s", i ? " " : "", quoted);
	}
	g_string_append_c(out, '\n');
	return out;
}

static gboolean write_files(const char *dir, guint number, const struct result_facts *facts,
	const struct result_run_facts *run, GError **error)
{
	g_autoptr(GArray) numbers = numbers_of(facts, run);
	g_autoptr(GString) job = job_text(facts, run, number), script = script_text(run);
	g_autoptr(GString) stats = stats_text(numbers, "", "");
	g_autoptr(GString) matrix = stats_text(numbers, "[", "]");
	g_autoptr(GBytes) packed = gzip(matrix);
	gsize len;
	const char *bytes = g_bytes_get_data(packed, &len);

	return write_file(dir, "stats.json", stats->str, stats->len, error) &&
	       write_file(dir, "matrix.json.gz", bytes, len, error) &&
	       write_file(dir, "stdout", run->out.at, run->out.len, error) &&
	       write_file(dir, "stderr", run->err.at, run->err.len, error) &&
	       write_file(dir, "reproduce.sh", script->str, script->len, error) &&
	       write_file(dir, "job.yaml", job->str, job->len, error);
}

static gboolean fail(GError **error, const char *path)
{
	int code = errno;

	g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", path,
		g_strerror(code));
	return FALSE;
}

/* What an interrupted run left. */
static void remove_leftover(const char *dir)
{
	GDir *open = g_dir_open(dir, 0, NULL);
	const char *name;

	while (open && (name = g_dir_read_name(open))) {
		g_autofree char *path = g_build_filename(dir, name, NULL);

		g_unlink(path);
	}
	if (open)
		g_dir_close(open);
	g_rmdir(dir);
}

gboolean result_dir_write(const char *root, guint number, const struct result_facts *facts,
	const struct result_run_facts *run, GError **error)
{
	g_autofree char *making = g_strdup_printf("%s/.making", root);
	g_autofree char *made = g_strdup_printf("%s/%u", root, number);

	remove_leftover(making);
	if (g_mkdir_with_parents(making, 0755))
		return fail(error, making);
	if (!write_files(making, number, facts, run, error)) {
		remove_leftover(making);
		return FALSE;
	}
	return !g_rename(making, made) || fail(error, made);
}
