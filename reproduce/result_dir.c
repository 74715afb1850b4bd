/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/result_dir.h"

#include "reproduce/file_error.h"
#include "reproduce/result_parts.h"

#include <fcntl.h>
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

/* ---- what lies there ------------------------------------------------------------------------- */

#define INCOMPLETE "last_state.is_incomplete_run"
#define BLANKS " \t\r\n"

/* An object with a number, as far as one can tell without reading it all: `"NAME": 1`. */
static gboolean has_number(const char *text)
{
	text += strspn(text, BLANKS);
	for (const char *at = *text == '{' ? strstr(text, "\":") : NULL; at;
		at = strstr(at, "\":")) {
		at += strlen("\":");
		at += strspn(at, BLANKS);
		if (g_ascii_isdigit(*at) || (*at == '-' && g_ascii_isdigit(at[1])))
			return TRUE;
	}
	return FALSE;
}

gboolean result_dir_is_complete(const char *run)
{
	g_autofree char *path = g_build_filename(run, "stats.json", NULL);
	g_autofree char *text = NULL;

	return g_file_get_contents(path, &text, NULL, NULL) && !strstr(text, INCOMPLETE) &&
	       has_number(text);
}

guint result_dir_count(const char *root, guint *ret_free)
{
	guint count = 0;

	*ret_free = RESULT_RUNS_OF_SERIES_MAX;
	for (guint i = RESULT_RUNS_OF_SERIES_MAX; i > 0; i--) {
		g_autofree char *run = g_strdup_printf("%s/%u", root, i - 1);

		if (g_file_test(run, G_FILE_TEST_EXISTS) ||
			g_file_test(run, G_FILE_TEST_IS_SYMLINK))
			count += result_dir_is_complete(run);
		else
			*ret_free = i - 1;
	}
	return count;
}

/* ---- job.yaml -------------------------------------------------------------------------------- */

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

/* ---- stats ----------------------------------------------------------------------------------- */

static void add_number(GArray *stats, const char *prefix, const char *name, double value)
{
	/* Whole numbers without a fraction: LKP tells integers and floats apart. */
	gboolean is_whole = value == floor(value) && fabs(value) < 1e15;

	result_add_stat(stats, g_strconcat(prefix, name, NULL),
		is_whole ? number_of_integer((gint64)value) : number_of_real(value));
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* What GNU time tells, by the names that LKP gives it. */
static void add_times(
	GArray *stats, const struct result_facts *facts, const struct result_run_facts *run)
{
	g_autofree char *prefix = g_strconcat(facts->prefix, ".time.", NULL);
	const struct rusage *u = &run->usage;
	double user = seconds_of(u->ru_utime), system = seconds_of(u->ru_stime);

	add_number(stats, prefix, "user_time", user);
	add_number(stats, prefix, "system_time", system);
	add_number(stats, prefix, "percent_of_cpu_this_job_got",
		floor(100 * (user + system) / MAX(run->seconds, 1e-6)));
	add_number(stats, prefix, "elapsed_time", run->seconds);
	add_number(stats, prefix, "elapsed_time.max", run->seconds);
	add_number(stats, prefix, "maximum_resident_set_size", (double)u->ru_maxrss);
	add_number(stats, prefix, "major_page_faults", (double)u->ru_majflt);
	add_number(stats, prefix, "minor_page_faults", (double)u->ru_minflt);
	add_number(stats, prefix, "voluntary_context_switches", (double)u->ru_nvcsw);
	add_number(stats, prefix, "involuntary_context_switches", (double)u->ru_nivcsw);
	add_number(stats, prefix, "file_system_inputs", (double)u->ru_inblock);
	add_number(stats, prefix, "file_system_outputs", (double)u->ru_oublock);
	add_number(stats, prefix, "page_size", (double)sysconf(_SC_PAGESIZE));
	add_number(stats, prefix, "exit_status", run->exit_status);
}

static GArray *stats_of(const struct result_facts *facts, const struct result_run_facts *run)
{
	GArray *stats = result_stats_new();

	for (guint i = 0; run->stats && i < run->stats->len; i++) {
		const struct benchmark_stat *stat =
			&g_array_index(run->stats, struct benchmark_stat, i);

		add_number(stats, "", stat->name, stat->value);
	}
	add_times(stats, facts, run);
	if (!run->stats)
		add_number(stats, "", INCOMPLETE, 1);
	return stats;
}

/* ---- the run --------------------------------------------------------------------------------- */

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

static gboolean write_text(const char *dir, const char *name, struct slice text, GError **error)
{
	return result_write(dir, name, text, FALSE, error);
}

/* The matrix of a run has the series of its monitors, and all else as lists of one. */
static gboolean write_stats(const char *dir, const struct result_facts *facts,
	const struct result_run_facts *run, GError **error)
{
	g_autoptr(GArray) stats = stats_of(facts, run);
	g_autoptr(GString) matrix = g_string_new("{"), text = NULL;

	for (guint i = 0; i < stats->len; i++) {
		const struct result_stat *stat = &g_array_index(stats, struct result_stat, i);

		result_append_list(matrix, stat->name, &stat->value, 1);
	}
	if (run->monitors) {
		result_append_series(matrix, run->monitors);
		result_add_monitored(stats, run->monitors, run->rules);
	}
	g_string_append(matrix, "\n}\n");
	text = result_stats_text(stats);
	return write_text(dir, "stats.json", (struct slice){text->str, text->len}, error) &&
	       result_write(
		       dir, "matrix.json", (struct slice){matrix->str, matrix->len}, TRUE, error);
}

static gboolean write_files(const char *dir, guint number, const struct result_facts *facts,
	const struct result_run_facts *run, GError **error)
{
	g_autoptr(GString) job = job_text(facts, run, number), script = script_text(run);

	return write_stats(dir, facts, run, error) &&
	       (!run->monitors || result_write_monitors(dir, run->monitors, error)) &&
	       write_text(dir, "stdout", run->out, error) &&
	       write_text(dir, "stderr", run->err, error) &&
	       write_text(dir, "reproduce.sh", (struct slice){script->str, script->len}, error) &&
	       write_text(dir, "job.yaml", (struct slice){job->str, job->len}, error);
}

/* What an interrupted run left; of a link nothing but the link. */
static void remove_leftover(const char *dir)
{
	GDir *open = g_unlink(dir) ? g_dir_open(dir, 0, NULL) : NULL;
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
		return file_error(error, making);
	if (!write_files(making, number, facts, run, error)) {
		remove_leftover(making);
		return FALSE;
	}
	return !g_rename(making, made) || file_error(error, made);
}
