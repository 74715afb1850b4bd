/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What else a mail carries, as JSON: plots, figures, jobs, logs, diffs, scripts. */
#include "render/json_value.h"
#include "render/listing.h"

static json_t *scale(const struct store_plot *p)
{
	json_t *object = json_object();

	if (!p->lines) {
		json_decref(object);
		return json_null();
	}
	value_set(object, "low", value_number(p->low));
	value_set(object, "high", value_number(p->high));
	value_set(object, "half_line", value_number((p->high - p->low) / (p->lines - 1) / 2));
	value_set(object, "lines", value_count(p->lines));
	value_set(object, "columns", value_count(p->columns));
	return object;
}

static json_t *series_values(const struct store_series *series)
{
	json_t *array = json_array();

	for (guint i = 0; i < series->n; i++)
		json_array_append_new(array, value_number(series->values[i]));
	return array;
}

static json_t *series_columns(const struct store_series *series)
{
	json_t *array = json_array();

	for (guint i = 0; i < series->n; i++)
		json_array_append_new(array, value_count(series->columns[i]));
	return array;
}

json_t *json_of_plot(const struct store_plot *p)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(p->message_id));
	value_set(object, "line", value_count(p->line));
	value_set(object, "depth", value_count(p->depth));
	value_set(object, "title", value_text(p->title));
	value_set(object, "scale", scale(p));
	value_set(object, "good", series_values(&p->good));
	value_set(object, "bad", series_values(&p->bad));
	value_set(object, "good_columns", series_columns(&p->good));
	value_set(object, "bad_columns", series_columns(&p->bad));
	return object;
}

json_t *json_of_figure(const struct store_figure *f)
{
	json_t *object = json_object(), *values = json_array();

	for (guint i = 0; i < f->n_values; i++)
		json_array_append_new(values, value_number(f->values[i]));
	value_set(object, "message_id", value_text(f->message_id));
	value_set(object, "part", value_count(f->part));
	value_set(object, "line", value_count(f->line));
	value_set(object, "depth", value_count(f->depth));
	value_set(object, "kind", value_text(figure_kind_name(f->kind)));
	value_set(object, "block", value_text(f->block));
	value_set(object, "name", value_text(f->name));
	value_set(object, "values", values);
	value_set(object, "unit", value_text(f->unit));
	value_set(object, "percent", value_number(f->percent));
	value_set(object, "note", value_text(f->note));
	return object;
}

json_t *json_of_job(const struct store_job *j)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(j->message_id));
	value_set(object, "attachment", value_text(j->attachment));
	value_set(object, "part", value_count(j->part));
	value_set(object, "document", value_count(j->document));
	value_set(object, "result_root", value_text(j->result_root));
	value_set(object, "axes", value_fields(j->axes, j->n_axes));
	value_set(object, "needs", value_fields(j->needs, j->n_needs));
	value_set(object, "fields", value_fields(j->fields, j->n_fields));
	return object;
}

json_t *json_of_finding(const struct store_finding *f)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(f->message_id));
	value_set(object, "part", value_count(f->part));
	value_set(object, "line", value_count(f->line));
	value_set(object, "kind", value_text(f->kind));
	value_set(object, "text", value_text(f->text));
	return object;
}

json_t *json_of_diff(const struct store_diff *d)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(d->message_id));
	value_set(object, "part", value_count(d->part));
	value_set(object, "line", value_count(d->line));
	value_set(object, "old", value_text(d->old_path));
	value_set(object, "new", value_text(d->new_path));
	value_set(object, "hunks", value_count(d->hunks));
	value_set(object, "added", value_count(d->added));
	value_set(object, "removed", value_count(d->removed));
	return object;
}

json_t *json_of_command(const struct store_command *c)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(c->message_id));
	value_set(object, "part", value_count(c->part));
	value_set(object, "line", value_count(c->line));
	value_set(object, "kind", value_text(command_kind_name(c->kind)));
	value_set(object, "time", value_text(c->time));
	value_set(object, "text", value_text(c->text));
	return object;
}

json_t *json_of_attachment(const struct store_attachment *a)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(a->message_id));
	value_set(object, "part", value_count(a->part));
	value_set(object, "name", value_text(a->name));
	value_set(object, "type", value_text(a->type));
	value_set(object, "size", value_count(a->size));
	value_set(object, "sha256", value_text(a->sha256 && *a->sha256 ? a->sha256 : NULL));
	value_set(object, "present", json_boolean(a->sha256 && *a->sha256));
	value_set(object, "kind", value_text(attachment_kind_name(a->kind)));
	return object;
}

json_t *json_of_shown(const struct store_shown *shown)
{
	json_t *object = json_object();

	value_set(object, "part", json_integer(shown->part));
	value_set(object, "line", json_integer(shown->line));
	value_set(object, "depth", json_integer(shown->depth));
	value_set(object, "commit", value_text(shown->commit));
	value_set(object, "title", value_text(shown->title));
	value_set(object, "author", value_text(shown->author_name));
	value_set(object, "address", value_text(shown->author_address));
	return object;
}
