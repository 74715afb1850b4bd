/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/lkp_job.h"

#include "reproduce/job_writer.h"
#include "reproduce/knob.h"

#include <string.h>

G_DEFINE_QUARK(lkpdigest - lkp - job - error, lkp_job_error)

struct job_map { /* of a program; its options as they are handed on */
	const char *name;
	GArray *fields; /* of struct result_field */
};

struct sorting {
	const struct reported *reported;
	const struct rules *rules;
	const struct program *test; /* that the test case runs */
	struct lkp_job *job;
	GError **error;
};

static void map_free(gpointer data)
{
	struct job_map *map = data;

	g_array_unref(map->fields);
	g_free(map);
}

void lkp_job_free(struct lkp_job *job)
{
	if (!job)
		return;
	g_ptr_array_unref(job->maps);
	g_array_unref(job->params);
	g_ptr_array_unref(job->left_out);
	g_free(job);
}

static gboolean refuse(const struct sorting *sorting, const char *key, const char *why)
{
	const struct reported *reported = sorting->reported;

	g_set_error(sorting->error, LKP_JOB_ERROR, LKP_JOB_ERROR_WRONG, "%s: '%s' %s",
		reported->job_name ? reported->job_name : "the report", key, why);
	return FALSE;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Nothing that a shell, LKP or a program could take for more than a word. */
static gboolean is_word(const char *text)
{
	gsize len = strlen(text);

	if (!len || len > LKP_JOB_VALUE_MAX || !(g_ascii_isalnum(*text) || *text == '.'))
		return FALSE;
	for (const char *at = text; *at; at++)
		if (!g_ascii_isalnum(*at) && !strchr("._:+=@%,-", *at))
			return FALSE;
	return TRUE;
}

static gboolean is_block(const char *key)
{
	static const char *const words[] = {
		"if", "for", "while", "until", "elif", "else", "case", "function", "script"};
	gsize len = strcspn(key, " \t");

	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (key[len] && len == strlen(words[i]) && !strncmp(key, words[i], len))
			return TRUE;
	return FALSE;
}

/* ---- programs -------------------------------------------------------------------------------- */

static gboolean has_option(const struct program *program, const char *name)
{
	return program && g_strv_contains(program->options, name);
}

/* "fio" runs fio-basic; "fio-setup-basic" is a part of it. */
static gboolean is_part(const struct sorting *sorting, const char *name)
{
	gsize len = strlen(sorting->test->name);

	return !strcmp(name, sorting->test->name) ||
	       (g_str_has_prefix(name, sorting->test->name) && name[len] == '-');
}

/* Of "fio-basic" the program of that name, else "fio". */
static const struct program *find_test(const struct rules *rules, const char *testcase)
{
	g_autofree char *name = g_strdup(testcase);

	for (;;) {
		const struct program *program = rules_program(rules, name);
		char *dash = strrchr(name, '-');

		if (program && program->kinds & PROGRAM_TEST)
			return program;
		if (!dash)
			return NULL;
		*dash = 0;
	}
}

/* ---- what is handed on ----------------------------------------------------------------------- */

static struct job_map *map_of(struct lkp_job *job, const char *name)
{
	struct job_map *map;

	for (guint i = 0; i < job->maps->len; i++) {
		map = job->maps->pdata[i];
		if (!strcmp(map->name, name))
			return map;
	}
	map = g_new0(struct job_map, 1);
	*map = (struct job_map){name, g_array_new(FALSE, FALSE, sizeof(struct result_field))};
	g_ptr_array_add(job->maps, map);
	return map;
}

/* The last one counts, as in a map. */
static void put(GArray *fields, const char *name, const char *value)
{
	struct result_field field = {name, value};

	for (guint i = 0; i < fields->len; i++) {
		struct result_field *there = &g_array_index(fields, struct result_field, i);

		if (!strcmp(there->name, name)) {
			*there = field;
			return;
		}
	}
	g_array_append_val(fields, field);
}

static gboolean hand_on(
	struct sorting *sorting, const struct reported_field *field, const char *map)
{
	struct lkp_job *job = sorting->job;

	if (!is_word(field->value))
		return refuse(sorting, field->name, "has a value that is no plain word");
	put(map_of(job, map)->fields, field->name, field->value);
	put(job->params, field->name, field->value);
	return TRUE;
}

static void leave_out(struct sorting *sorting, const char *name)
{
	if (!g_ptr_array_find_with_equal_func(sorting->job->left_out, name, g_str_equal, NULL))
		g_ptr_array_add(sorting->job->left_out, (char *)name);
}

/* A key whose map a program of LKP would get, or which is one itself. */
static gboolean refuse_program(const struct sorting *sorting, const struct program *program)
{
	return refuse(sorting, program->name,
		program->kinds & PROGRAM_SETUP
			? "would be set up by LKP as the superuser, and is no setting that we know"
			: "would be run by LKP beside the test");
}

static gboolean runs(const struct program *program)
{
	return program && program->kinds & (PROGRAM_TEST | PROGRAM_DAEMON | PROGRAM_SETUP) &&
	       strcmp(program->name, "testcase") != 0;
}

/* A field within the map of a key. */
static gboolean sort_inner(struct sorting *sorting, const struct reported_field *field)
{
	const struct program *program = rules_program(sorting->rules, field->parent);

	if (is_part(sorting, field->parent) && has_option(program, field->name))
		return hand_on(sorting, field, field->parent);
	if (!knob_by_name(field->name) && runs(program) && !is_part(sorting, field->parent))
		return refuse_program(sorting, program);
	leave_out(sorting, field->name);
	return TRUE;
}

static gboolean sort_top(struct sorting *sorting, const struct reported_field *field)
{
	static const char *const ours[] = {"testcase", "category", "commit"};
	const struct program *program = rules_program(sorting->rules, field->name);

	for (guint i = 0; i < G_N_ELEMENTS(ours); i++)
		if (!strcmp(field->name, ours[i]))
			return TRUE;
	if (has_option(sorting->test, field->name))
		return hand_on(sorting, field, sorting->test->name);
	if (!knob_by_name(field->name) && runs(program) && !is_part(sorting, field->name))
		return refuse_program(sorting, program);
	leave_out(sorting, field->name);
	return TRUE;
}

/* ---- sorting --------------------------------------------------------------------------------- */

static gboolean sort_fields(struct sorting *sorting)
{
	const GPtrArray *fields = sorting->reported->fields;

	for (guint i = 0; i < fields->len; i++) {
		const struct reported_field *field = fields->pdata[i];

		if (is_block(field->name) || (field->parent && is_block(field->parent)))
			return refuse(sorting, is_block(field->name) ? field->name : field->parent,
				"is a block of commands to LKP");
		if (!(field->parent ? sort_inner : sort_top)(sorting, field))
			return FALSE;
		if (sorting->job->maps->len > LKP_JOB_MAPS_MAX)
			return refuse(sorting, field->name, "is one map too many");
	}
	return TRUE;
}

static gint by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(
		((const struct result_field *)a)->name, ((const struct result_field *)b)->name);
}

static gboolean is_known(struct sorting *sorting)
{
	const char *testcase = sorting->reported->testcase;
	enum case_table table = testcase ? rules_cases_of(sorting->rules, testcase) : CASES_UNKNOWN;

	if (table == CASES_SPEED || table == CASES_FUNCTION)
		sorting->test = find_test(sorting->rules, testcase);
	if (sorting->test)
		return TRUE;
	g_set_error(sorting->error, LKP_JOB_ERROR, LKP_JOB_ERROR_UNKNOWN,
		testcase ? "the test case %s is none that is known of lkp-tests"
			 : "no test case is told%s",
		testcase ? testcase : "");
	return FALSE;
}

/* Wherever in the job it stands, and whether or not it is looked at. */
static gboolean has_code(const struct reported *reported, GError **error)
{
	if (!reported->code_line)
		return FALSE;
	g_set_error(error, LKP_JOB_ERROR, LKP_JOB_ERROR_CODE,
		"%s: line %u: %s, which LKP takes for code and runs as the superuser",
		reported->code_job, reported->code_line, reported->code_why);
	return TRUE;
}

struct lkp_job *lkp_job_new(
	const struct reported *reported, const struct rules *rules, GError **error)
{
	struct sorting sorting = {reported, rules, NULL, NULL, error};
	struct lkp_job *job;

	if (has_code(reported, error) || !is_known(&sorting))
		return NULL;
	job = sorting.job = g_new0(struct lkp_job, 1);
	job->testcase = reported->testcase;
	job->maps = g_ptr_array_new_with_free_func(map_free);
	job->params = g_array_new(FALSE, FALSE, sizeof(struct result_field));
	job->left_out = g_ptr_array_new();
	map_of(job, sorting.test->name);
	if (!sort_fields(&sorting)) {
		lkp_job_free(job);
		return NULL;
	}
	g_array_sort(job->params, by_name);
	return job;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_map(struct job_writer *writer, const struct job_map *map)
{
	if (!map->fields->len) {
		job_writer_add(writer, map->name, NULL);
		return;
	}
	job_writer_open(writer, map->name);
	for (guint i = 0; i < map->fields->len; i++) {
		const struct result_field *field =
			&g_array_index(map->fields, struct result_field, i);

		job_writer_add(writer, field->name, field->value);
	}
	job_writer_close(writer);
}

char *lkp_job_text(const struct lkp_job *job, const char *commit)
{
	struct job_writer *writer = job_writer_new();

	job_writer_add(writer, "testcase", job->testcase);
	job_writer_add(writer, "category", "benchmark");
	job_writer_add(writer, "commit", commit);
	for (guint i = 0; i < job->maps->len; i++)
		write_map(writer, job->maps->pdata[i]);
	return job_writer_end(writer);
}
