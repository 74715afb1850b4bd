/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/job_axes.h"

/* In LKP's order; they lie at the top of a job. */
static const char *const fixed_axes[] = {
	"tbox_group", "testcase", "rootfs", "kconfig", "compiler", "commit"};

/* Hardware that a job names, beside need_*. */
static const char *const hardware[] = {"arch", "model", "nr_node", "nr_cpu", "memory", "disk",
	"nr_hdd_partitions", "hdd_partitions", "nr_ssd_partitions", "ssd_partitions",
	"nr_pmem_partitions", "pmem_partitions", "swap_partitions", "rootfs_partition", "ucode"};

static const struct field *field_at(const struct records *records, struct span span, guint i)
{
	return RECORD(records->fields, struct field, span.first + i);
}

/* The last field of a job with that whole key: as in YAML, a later one counts. */
static struct slice value_of(const struct records *records, const struct job *job, const char *key)
{
	for (guint i = job->fields.count; i-- > 0;) {
		const struct field *field = field_at(records, job->fields, i);

		if (slice_is(field->key, key))
			return field->value;
	}
	return SLICE_NULL;
}

static void add_field(struct records *records, struct span *span, struct field field)
{
	g_array_append_val(records->fields, field);
	span->count++;
}

/* ---- axes --------------------------------------------------------------------------- */

static gboolean is_fixed(struct slice name)
{
	for (guint i = 0; i < G_N_ELEMENTS(fixed_axes); i++)
		if (slice_is(name, fixed_axes[i]))
			return TRUE;
	return FALSE;
}

/* "aim7.test" is "test"; what lies in a list has no name. */
static struct slice name_of(struct slice key)
{
	const char *dot = key.len ? memrchr(key.at, '.', key.len) : NULL;

	if (slice_find(key, "["))
		return SLICE_NULL;
	return dot ? slice_between(dot + 1, key.at + key.len) : key;
}

/* The names over the values in the headers of the mail's own tables. */
static GHashTable *header_names(const struct records *records)
{
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint t = 0; t < records->tables->len; t++) {
		const struct table *table = RECORD(records->tables, struct table, t);

		for (guint i = 0; !table->depth && i < table->axes.count; i++)
			g_hash_table_add(names, slice_dup(field_at(records, table->axes, i)->key));
	}
	return names;
}

static gboolean is_option(struct slice name, GHashTable *names)
{
	g_autofree char *text = slice_dup(name);

	return name.len && !is_fixed(name) && g_hash_table_contains(names, text);
}

/* The axis of that name, to be overwritten; NULL: not there yet. */
static struct field *axis_named(struct records *records, struct span axes, struct slice name)
{
	for (guint i = 0; i < axes.count; i++) {
		struct field *axis = RECORD(records->fields, struct field, axes.first + i);

		if (slice_equal(axis->key, name))
			return axis;
	}
	return NULL;
}

static struct span add_axes(struct records *records, const struct job *job, GHashTable *names)
{
	struct span axes = {records->fields->len, 0};

	for (guint i = 0; i < G_N_ELEMENTS(fixed_axes); i++) {
		struct slice value = value_of(records, job, fixed_axes[i]);

		if (value.len)
			add_field(records, &axes, (struct field){slice_of(fixed_axes[i]), value});
	}
	for (guint i = 0; i < job->fields.count && axes.count < JOB_AXES_MAX; i++) {
		struct field field = *field_at(records, job->fields, i);
		struct slice name = name_of(field.key);

		if (!is_option(name, names) || !field.value.len)
			continue;
		struct field *known = axis_named(records, axes, name);
		if (known)
			known->value = field.value;
		else
			add_field(records, &axes, (struct field){name, field.value});
	}
	return axes;
}

/* ---- needs -------------------------------------------------------------------------- */

static gboolean is_need(struct slice key)
{
	if (slice_starts(key, "need_"))
		return TRUE;
	for (guint i = 0; i < G_N_ELEMENTS(hardware); i++)
		if (slice_is(key, hardware[i]))
			return TRUE;
	return FALSE;
}

static struct span add_needs(struct records *records, const struct job *job)
{
	struct span needs = {records->fields->len, 0};

	for (guint i = 0; i < job->fields.count; i++) {
		struct field field = *field_at(records, job->fields, i);

		if (is_need(field.key) && field.value.len)
			add_field(records, &needs, field);
	}
	return needs;
}

/* ---- the whole ---------------------------------------------------------------------- */

void jobs_explain(struct records *records)
{
	if (!records->jobs->len)
		return;

	GHashTable *names = header_names(records);
	for (guint i = 0; i < records->jobs->len; i++) {
		struct job *job = RECORD(records->jobs, struct job, i);

		job->result_root = value_of(records, job, "result_root");
		if (!job->result_root.len)
			job->result_root = value_of(records, job, "_rt");
		if (!job->result_root.len)
			job->result_root = SLICE_NULL;
		job->axes = add_axes(records, job, names);
		job->needs = add_needs(records, job);
	}
	g_hash_table_unref(names);
}
