/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/run_record.h"

#include "compare/axes.h"
#include "compare/matrix.h"
#include "parse/job.h"
#include "parse/job_tree.h"
#include "parse/klog.h"

struct run_owned {
	char *job, *log, *root, *path;
	struct mail mail; /* none: the records want one for what they tell */
	struct records *records;
	struct axes *axes;
	struct run_numbers *numbers;
	GArray *axis_fields, *fields; /* of struct store_field */
	GArray *findings;             /* of struct store_run_finding */
	GStringChunk *text;
};

static const char *keep(struct run_owned *o, struct slice text)
{
	return slice_is_null(text) ? NULL
				   : g_string_chunk_insert_len(o->text, text.at, (gssize)text.len);
}

/* ---- the job ------------------------------------------------------------------------- */

/* The fields as they are printed; what is wrong with the job was told before. */
static void read_fields(struct run_owned *o, struct slice job)
{
	job_read(o->records, 0, job, NULL);
	for (guint i = 0; i < o->records->fields->len; i++) {
		const struct field *field = RECORD(o->records->fields, struct field, i);
		struct store_field kept = {keep(o, field->key), keep(o, field->value)};

		g_array_append_val(o->fields, kept);
	}
}

static void add_axes(struct run_owned *o)
{
	for (guint i = 0; i < o->axes->n; i++) {
		struct store_field kept = {o->axes->axis[i].name, o->axes->axis[i].value};

		g_array_append_val(o->axis_fields, kept);
	}
}

static const char *field_of(const struct run_owned *o, const char *key)
{
	for (guint i = 0; i < o->fields->len; i++) {
		const struct store_field *field = &g_array_index(o->fields, struct store_field, i);

		if (!strcmp(field->key, key))
			return field->value;
	}
	return NULL;
}

/* ---- the result root ------------------------------------------------------------------- */

/* From the last part of that name on, without the run at its end; NULL: there is none. */
static char *root_from(const char *path, const char *testcase)
{
	g_auto(GStrv) parts = g_strsplit(path, "/", -1);
	guint n = g_strv_length(parts), from = n;

	while (n && (!*parts[n - 1] || result_is_run_name(parts[n - 1])))
		g_clear_pointer(&parts[--n], g_free);
	for (guint i = 0; i < n; i++)
		if (!strcmp(parts[i], testcase))
			from = i;
	return from < n ? g_strjoinv("/", parts + from) : NULL;
}

/*
 * Wherever a copy of the results lies, their path from the test case on is the same.  Where
 * that is not to be seen, the job may tell it; else it is the directory.
 */
static char *root_of(const struct run_owned *o, const struct result_run *run)
{
	const char *testcase = axes_value(o->axes, "testcase"), *told = field_of(o, "result_root");
	const char *member = run->is_held ? strrchr(run->dir, '!') : NULL;
	char *root = testcase ? root_from(member ? member + 1 : run->dir, testcase) : NULL;

	if (!root && testcase && told)
		root = root_from(told, testcase);
	if (root && strlen(root) > RUN_ROOT_MAX)
		g_clear_pointer(&root, g_free);
	return root ? root : g_path_get_dirname(run->dir);
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void add_samples(struct run_record *record)
{
	const GArray *items = record->owned->numbers->items;

	g_array_set_size(record->samples, items->len);
	for (guint i = 0; i < items->len; i++) {
		const struct run_number *item = &g_array_index(items, struct run_number, i);

		g_array_index(record->samples, struct store_sample, i) =
			(struct store_sample){item->name, item->value, item->is_sound};
		if (item->is_sound && !strcmp(item->name, INCOMPLETE_RUN))
			record->run.incomplete = number_real(item->value) != 0;
	}
	record->run.n_samples = items->len;
}

static const char *name_of_source(const struct run_numbers *numbers)
{
	static const char *const names[RUN_SOURCES] = {"stats", "monitors", "matrix"};

	return numbers ? names[numbers->source] : NULL;
}

/* ---- the kernel's log ------------------------------------------------------------------------ */

static void read_log(
	struct run_owned *o, const struct result_run *run, const struct diag_sink *sink)
{
	static const char *const names[] = {
		"dmesg", "dmesg.xz", "dmesg.gz", "kmsg", "kmsg.xz", "kmsg.gz", NULL};
	const char *name = result_run_first(run, names);
	struct slice log;

	if (!name)
		return;
	log.at = o->log = result_run_read(run, name, RUN_LOG_MAX, &log.len, sink);
	if (!log.at)
		return;
	log_read(o->records, 0, log);
	for (guint i = 0; i < o->records->findings->len; i++) {
		const struct log_finding *finding =
			RECORD(o->records->findings, struct log_finding, i);
		struct store_run_finding kept = {
			name, finding->line, finding->kind, keep(o, finding->text)};

		g_array_append_val(o->findings, kept);
	}
}

/* ---- what tells copies apart --------------------------------------------------------------- */

static void update(GChecksum *sum, const void *bytes, gsize len)
{
	g_checksum_update(sum, bytes, (gssize)len);
}

/* With its NUL; NULL is as none other. */
static void update_text(GChecksum *sum, const char *text)
{
	update(sum, text ? text : "\xff", text ? strlen(text) + 1 : 2);
}

static void update_samples(GChecksum *sum, const GArray *samples)
{
	for (guint i = 0; i < samples->len; i++) {
		const struct store_sample *sample = &g_array_index(samples, struct store_sample, i);
		guint8 kind = sample->is_sound ? sample->value.kind : G_MAXUINT8;
		gint64 bits = sample->is_sound ? sample->value.integer : 0;

		update_text(sum, sample->stat);
		update(sum, &kind, sizeof kind);
		update(sum, &bits, sizeof bits);
	}
}

static void update_axes(GChecksum *sum, const struct store_run *run)
{
	for (guint i = 0; i < run->n_axes; i++) {
		update_text(sum, run->axes[i].key);
		update_text(sum, run->axes[i].value);
	}
}

static void update_findings(GChecksum *sum, const struct store_run *run)
{
	for (guint i = 0; i < run->n_findings; i++) {
		const struct store_run_finding *finding = &run->findings[i];

		update_text(sum, finding->file);
		update(sum, &finding->line, sizeof finding->line);
		update_text(sum, finding->kind);
		update_text(sum, finding->text);
	}
}

/* Of all that is stored and may differ; the axes do by the rules alone. */
static void take_content(struct run_record *record)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	gsize len = STORE_CONTENT_BYTES;

	update(sum, record->run.job.at, record->run.job.len);
	update_text(sum, record->run.numbers);
	update_axes(sum, &record->run);
	update_samples(sum, record->samples);
	update_findings(sum, &record->run);
	g_checksum_get_digest(sum, record->content, &len);
	g_checksum_free(sum);
}

/* ---- all ---------------------------------------------------------------------------------- */

static struct run_owned *owned_new(void)
{
	struct run_owned *o = g_new0(struct run_owned, 1);

	o->records = records_new(&o->mail);
	o->axis_fields = g_array_new(FALSE, FALSE, sizeof(struct store_field));
	o->fields = g_array_new(FALSE, FALSE, sizeof(struct store_field));
	o->findings = g_array_new(FALSE, FALSE, sizeof(struct store_run_finding));
	o->text = g_string_chunk_new(4096);
	return o;
}

static void owned_free(struct run_owned *o)
{
	records_free(o->records);
	axes_free(o->axes);
	g_clear_pointer(&o->numbers, run_numbers_free);
	g_array_unref(o->axis_fields);
	g_array_unref(o->fields);
	g_array_unref(o->findings);
	g_string_chunk_free(o->text);
	g_free(o->job);
	g_free(o->log);
	g_free(o->root);
	g_free(o->path);
	g_free(o);
}

/* FALSE: told. */
static gboolean read_job(struct run_record *record, const struct result_run *run,
	const struct rules *rules, const struct diag_sink *sink)
{
	struct run_owned *o = record->owned;
	g_autofree char *path = g_strconcat(run->dir, "/job.yaml", NULL);
	struct origin at = {path, -1, NULL, 0, 0};
	struct slice job;
	guint n;

	job.at = o->job = result_run_read(run, "job.yaml", JOB_TREE_BYTES_MAX, &job.len, sink);
	struct job_tree *tree = job.at ? job_tree_read(job, &at, sink) : NULL;
	if (!tree)
		return FALSE;
	const struct job_field *fields = job_tree_fields(tree, &n);
	o->axes = axes_of_job(rules, fields, n);
	job_tree_free(tree);
	read_fields(o, job);
	add_axes(o);
	record->run.job = job;
	return TRUE;
}

static void fill(struct run_record *record, const struct result_run *of)
{
	struct run_owned *o = record->owned;
	struct store_run *run = &record->run;
	const char *started = field_of(o, "start_time");

	o->root = root_of(o, of);
	o->path = g_strdup(of->dir);
	run->root = o->root;
	run->path = o->path;
	run->number = (guint)g_ascii_strtoull(of->name, NULL, 10);
	run->started = started ? started : "";
	run->testcase = axes_value(o->axes, "testcase");
	run->tbox_group = axes_value(o->axes, "tbox_group");
	run->commit = axes_value(o->axes, "commit");
	run->state = field_of(o, "job_state");
	run->numbers = name_of_source(o->numbers);
	run->axes = (const struct store_field *)(gpointer)o->axis_fields->data;
	run->n_axes = o->axis_fields->len;
	run->fields = (const struct store_field *)(gpointer)o->fields->data;
	run->n_fields = o->fields->len;
	run->findings = (const struct store_run_finding *)(gpointer)o->findings->data;
	run->n_findings = o->findings->len;
}

struct run_record *run_record_new(
	const struct result_run *run, const struct rules *rules, const struct diag_sink *sink)
{
	struct run_record *record = g_new0(struct run_record, 1);

	record->owned = owned_new();
	record->samples = g_array_new(FALSE, FALSE, sizeof(struct store_sample));
	if (!read_job(record, run, rules, sink)) {
		run_record_free(record);
		return NULL;
	}
	record->owned->numbers = run_numbers_read(run, rules, sink);
	if (record->owned->numbers)
		add_samples(record);
	read_log(record->owned, run, sink);
	fill(record, run);
	take_content(record);
	return record;
}

void run_record_free(struct run_record *record)
{
	if (!record)
		return;
	owned_free(record->owned);
	g_array_unref(record->samples);
	g_free(record);
}
