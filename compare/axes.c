/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/axes.h"

#include "base/literal.h"

#include <string.h>

#define DEFAULT_ROOTFS "debian-x86_64.cgz"
#define DEFAULT_COMPILER "gcc-7"

/* ---- lists of axes ------------------------------------------------------------------ */

static void axis_clear(void *data)
{
	struct axis *axis = data;

	g_free(axis->name);
	g_free(axis->value);
}

static GArray *list_new(void)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct axis));

	g_array_set_clear_func(list, axis_clear);
	return list;
}

/* A later one of a name takes the earlier one's place. */
static void list_set(GArray *list, const char *name, const char *value)
{
	struct axis axis;

	for (guint i = 0; i < list->len; i++) {
		struct axis *old = &g_array_index(list, struct axis, i);

		if (!strcmp(old->name, name)) {
			char *copy = g_strdup(value);

			g_free(old->value);
			old->value = copy;
			return;
		}
	}
	axis = (struct axis){g_strdup(name), g_strdup(value)};
	g_array_append_val(list, axis);
}

static int by_text(gconstpointer a, gconstpointer b)
{
	const struct axis *x = a, *y = b;
	g_autofree char *left = g_strconcat(x->name, "=", x->value, NULL);
	g_autofree char *right = g_strconcat(y->name, "=", y->value, NULL);

	return strcmp(left, right);
}

void axes_sort(struct axes *axes)
{
	qsort(axes->axis, axes->n, sizeof(struct axis), by_text);
}

static char *sorted_line(const struct axes *axes)
{
	struct axes copy = {
		.axis = g_memdup2(axes->axis, axes->n * sizeof(struct axis)), .n = axes->n};
	GString *line = g_string_new(NULL);

	axes_sort(&copy);
	for (guint i = 0; i < copy.n; i++)
		g_string_append_printf(line, "%s=%s/", copy.axis[i].name, copy.axis[i].value);
	g_free(copy.axis);
	return g_string_free(line, FALSE);
}

void axes_free(struct axes *axes)
{
	if (!axes)
		return;
	for (guint i = 0; i < axes->n; i++)
		axis_clear(&axes->axis[i]);
	g_free(axes->axis);
	g_free(axes->line);
	g_free(axes);
}

const char *axes_value(const struct axes *axes, const char *name)
{
	for (guint i = 0; i < axes->n; i++)
		if (!strcmp(axes->axis[i].name, name))
			return axes->axis[i].value;
	return NULL;
}

gboolean axis_is_in(const char *name, const char *const *names)
{
	return g_strv_contains(names, name);
}

char *axes_line(const struct axes *axes, const char *const *names, gboolean in)
{
	GString *line = g_string_new(NULL);

	for (guint i = 0; i < axes->n; i++) {
		const struct axis *axis = &axes->axis[i];

		if (axis_is_in(axis->name, names) == in)
			g_string_append_printf(
				line, "%s%s=%s", line->len ? "/" : "", axis->name, axis->value);
	}
	return g_string_free(line, FALSE);
}

/* ---- what every job has ------------------------------------------------------------- */

struct job {
	const struct rules *rules;
	const struct job_field *fields;
	guint n;
};

static const struct job_field *top_field(const struct job *job, const char *name)
{
	for (guint i = 0; i < job->n; i++)
		if (job->fields[i].parent == JOB_FIELD_TOP && job->fields[i].value &&
			!strcmp(job->fields[i].name, name))
			return &job->fields[i];
	return NULL;
}

static gboolean is_odd(char c)
{
	return !g_ascii_isalnum(c) && !strchr("._-", c);
}

/* "/osimage/debian/debian-12.cgz" -> "debian-12.cgz": what follows the last odd character. */
static char *last_piece(const char *path)
{
	gsize end = strlen(path), start;

	while (end && is_odd(path[end - 1]))
		end--;
	for (start = end; start && !is_odd(path[start - 1]); start--)
		;
	return g_strndup(path + start, end - start);
}

/* Where the result root's path has no such level, there is no default either. */
static const char *default_of(const char *name, const char *testcase)
{
	static const char *const without_rootfs[] = {
		"health-stats", "hwinfo", "kvm-kernel-boot-test", NULL};

	if (testcase && axis_is_in(testcase, without_rootfs))
		return NULL;
	if (!strcmp(name, "rootfs"))
		return DEFAULT_ROOTFS;
	if (!strcmp(name, "compiler") && g_strcmp0(testcase, "deploy-clang"))
		return DEFAULT_COMPILER;
	return NULL;
}

static void set_base(GArray *list, const char *name, const char *value)
{
	g_autofree char *piece = strcmp(name, "rootfs") ? g_strdup(value) : last_piece(value);

	list_set(list, name, piece);
}

/* What is present comes first; what is there but null keeps its place. */
static void add_base(const struct job *job, GArray *list)
{
	static const char *const names[] = {
		"tbox_group", "testcase", "rootfs", "kconfig", "compiler", "commit"};
	const struct job_field *testcase = top_field(job, "testcase");

	for (guint pass = 0; pass < 2; pass++)
		for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
			const struct job_field *field = top_field(job, names[i]);
			const char *fallback =
				default_of(names[i], testcase ? testcase->value : NULL);
			const char *value =
				field && !(field->is_null && fallback) ? field->value : fallback;

			if (value && (pass == 0) == (field != NULL))
				set_base(list, names[i], value);
		}
}

/* ---- parameters --------------------------------------------------------------------- */

static guint kinds_of(const struct job *job, const char *name)
{
	const struct program *program = rules_program(job->rules, name);

	return program ? program->kinds : 0;
}

static void add_names(GHashTable *set, const char *const *names)
{
	for (; names && *names; names++)
		g_hash_table_add(set, (char *)*names);
}

/* Names of the options that the job's programs declare. */
static GHashTable *options_of(const struct job *job)
{
	GHashTable *options = g_hash_table_new(g_str_hash, g_str_equal);

	add_names(options, rules_job_options(job->rules));
	for (guint i = 0; i < job->n; i++) {
		const struct program *program = rules_program(job->rules, job->fields[i].name);

		if (program)
			add_names(options, program->options);
	}
	return options;
}

/* What a monitor is told is no parameter, though it may be called like one. */
static gboolean is_of_monitor(const struct job *job, const struct job_field *field)
{
	return field->parent != JOB_FIELD_TOP &&
	       kinds_of(job, job->fields[field->parent].name) & PROGRAM_MONITOR;
}

static void add_parameters(const struct job *job, GArray *list)
{
	const guint started = PROGRAM_SETUP | PROGRAM_DAEMON | PROGRAM_TEST;
	g_autoptr(GHashTable) options = options_of(job);

	for (guint i = 0; i < job->n; i++) {
		const struct job_field *field = &job->fields[i];

		if (!field->value || !field->is_set || is_of_monitor(job, field))
			continue;
		if (g_hash_table_contains(options, field->name) ||
			kinds_of(job, field->name) & started)
			list_set(list, field->name, field->value);
	}
}

/* LKP keeps an index a day; a job that does not say when it ended is of the last. */
static guint day_of(const struct job *job)
{
	const struct job_field *field = top_field(job, AXES_END_TIME);

	return field ? axes_day_of_time(field->value) : G_MAXUINT;
}

guint axes_day_of_time(const char *seconds_text)
{
	guint64 seconds;

	if (!literal_count(slice_of(seconds_text), &seconds) || seconds > G_MAXUINT32)
		return G_MAXUINT;
	return (guint)(seconds / 86400);
}

guint axes_day(const struct job_field *fields, guint n)
{
	const struct job job = {NULL, fields, n};

	return day_of(&job);
}

struct axes *axes_of_job(const struct rules *rules, const struct job_field *fields, guint n)
{
	const struct job job = {rules, fields, n};
	GArray *list = list_new();
	struct axes *axes = g_new0(struct axes, 1);

	add_base(&job, list);
	add_parameters(&job, list);
	axes->n = list->len;
	axes->axis = g_array_steal(list, NULL);
	g_array_unref(list);
	axes->day = day_of(&job);
	axes->line = sorted_line(axes);
	return axes;
}
