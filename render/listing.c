/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/listing.h"

#include "render/json_text.h"

#include <math.h>

/* ---- values ------------------------------------------------------------------- */

static void set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

/* jansson refuses what is no UTF-8; such bytes of a path become U+FFFD. */
static json_t *text(const char *string)
{
	if (!string)
		return json_null();
	if (g_utf8_validate(string, -1, NULL))
		return json_string_nocheck(string);

	g_autofree char *valid = g_utf8_make_valid(string, -1);
	return json_string_nocheck(valid);
}

static json_t *slice_text(struct slice s)
{
	g_autofree char *copy = s.at ? g_utf8_make_valid(s.at, (gssize)s.len) : NULL;

	return text(copy);
}

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *count(guint64 n)
{
	return json_integer((json_int_t)n);
}

json_t *json_of_date(gint64 seconds)
{
	g_autoptr(GDateTime) moment =
		seconds == DATE_UNKNOWN ? NULL : g_date_time_new_from_unix_utc(seconds);
	g_autofree char *written = moment ? g_date_time_format(moment, "%Y-%m-%dT%H:%M:%SZ") : NULL;

	return text(written);
}

static json_t *strings(const char *const *list)
{
	json_t *array = json_array();

	for (; list && *list; list++)
		json_array_append_new(array, text(*list));
	return array;
}

static json_t *place(const struct store_place *at)
{
	json_t *object = json_object();

	set(object, "path", text(at->path));
	if (at->object)
		set(object, "object", text(at->object));
	else
		set(object, "offset", at->offset < 0 ? json_null() : json_integer(at->offset));
	return object;
}

static json_t *change(const struct store_change *c)
{
	json_t *object = json_object();

	set(object, "text", text(c->text));
	set(object, "value", c->text ? number(c->value) : json_null());
	set(object, "unit", text(unit_name(c->unit)));
	return object;
}

static json_t *change_or_null(const struct store_change *c)
{
	return c->text ? change(c) : json_null();
}

static json_t *fields(const struct store_field *list, guint n)
{
	json_t *object = json_object();

	for (guint i = 0; i < n; i++) {
		g_autofree char *key = g_utf8_make_valid(list[i].key, -1);

		set(object, key, text(list[i].value));
	}
	return object;
}

/* ---- records --------------------------------------------------------------------- */

json_t *json_of_message(const struct store_message *m)
{
	json_t *object = json_object();

	set(object, "message_id", text(m->message_id));
	set(object, "synthetic_id", json_boolean(m->synthetic_id));
	set(object, "date", json_of_date(m->date));
	set(object, "list", text(m->list));
	set(object, "kind", text(message_kind_name(m->kind)));
	set(object, "author", text(author_kind_name(m->author)));
	set(object, "subject", text(m->subject));
	set(object, "in_reply_to", text(m->in_reply_to));
	set(object, "thread", text(m->thread));
	set(object, "attachments", strings(m->attachments));
	set(object, "sightings", count(m->sightings));
	set(object, "source", place(&m->source));
	return object;
}

static json_t *failures(const struct store_report *r)
{
	json_t *array = json_array();

	for (guint i = 0; i < r->n_failures; i++) {
		json_t *failure = json_object(), *counts = json_array();

		for (guint c = 0; c < r->failures[i].columns; c++)
			json_array_append_new(counts, count(r->failures[i].counts[c]));
		set(failure, "name", text(r->failures[i].name));
		set(failure, "counts", counts);
		json_array_append_new(array, failure);
	}
	return array;
}

json_t *json_of_report(const struct store_report *r)
{
	const struct store_message *m = &r->message;
	json_t *object = json_object();

	set(object, "message_id", text(m->message_id));
	set(object, "synthetic_id", json_boolean(m->synthetic_id));
	set(object, "date", json_of_date(m->date));
	set(object, "list", text(m->list));
	set(object, "kind", text(message_kind_name(m->kind)));
	set(object, "subject", text(m->subject));
	set(object, "metric", text(r->metric));
	set(object, "change", change_or_null(&r->change));
	set(object, "verdict", text(verdict_name(r->verdict)));
	set(object, "direction", text(direction_name(r->direction)));
	set(object, "failure", text(r->failure));
	set(object, "failures", failures(r));
	set(object, "commit", text(r->commit));
	set(object, "commit_title", text(r->commit_title));
	set(object, "parent", text(r->parent));
	set(object, "tree", text(r->tree));
	set(object, "branch", text(r->branch));
	set(object, "testcase", text(r->testcase));
	set(object, "tbox_group", text(r->tbox_group));
	set(object, "machine", text(r->machine));
	set(object, "tables", count(r->tables));
	set(object, "rows", count(r->rows));
	set(object, "fail_rows", count(r->fail_rows));
	set(object, "boxes", count(r->boxes));
	set(object, "plots", count(r->plots));
	set(object, "attachments", strings(m->attachments));
	set(object, "sightings", count(m->sightings));
	set(object, "source", place(&m->source));
	return object;
}

static json_t *json_of_runs(const struct runs *runs)
{
	json_t *object = json_object();

	set(object, "low", runs->low ? count(runs->low) : json_null());
	set(object, "high", runs->low ? count(runs->high) : json_null());
	set(object, "source", runs->low ? text(runs_source_name(runs->source)) : json_null());
	return object;
}

/* Words joined by ','. */
static json_t *words(const char *joined)
{
	g_auto(GStrv) all = g_strsplit(joined ? joined : "", ",", -1);

	return strings((const char *const *)all);
}

json_t *json_of_details(const struct store_report *r)
{
	json_t *object = json_object();

	set(object, "claim", text(r->claim));
	set(object, "subsystem", text(r->subsystem));
	set(object, "compiler", text(r->compiler));
	set(object, "kconfig", text(r->kconfig));
	set(object, "head", text(r->head));
	set(object, "link", text(r->link));
	set(object, "parameters", fields(r->params, r->n_params));
	return object;
}

json_t *json_of_table(const struct store_table *t)
{
	json_t *object = json_object(), *commits = json_array(), *runs = json_array();

	for (guint i = 0; i < t->n_commits; i++) {
		json_t *commit = json_object();

		set(commit, "id", text(t->commits[i].id));
		set(commit, "title", text(t->commits[i].title));
		json_array_append_new(commits, commit);
		json_array_append_new(runs, json_of_runs(&t->commits[i].runs));
	}
	set(object, "id", text(t->id));
	set(object, "message_id", text(t->message_id));
	set(object, "line", count(t->line));
	set(object, "depth", count(t->depth));
	set(object, "attachment", text(t->attachment));
	set(object, "copy_of", text(t->copy_of));
	set(object, "style", text(table_style_name(t->style)));
	set(object, "axes", fields(t->axes, t->n_axes));
	set(object, "commits", commits);
	set(object, "runs", runs);
	set(object, "rows", count(t->rows));
	set(object, "fail_rows", count(t->fail_rows));
	set(object, "repairs", words(t->repairs));
	return object;
}

static json_t *json_of_cell(const struct store_cell *c, enum row_kind kind)
{
	json_t *object = json_object();
	gboolean fail = kind == ROW_FAIL;

	set(object, "text", text(c->text));
	set(object, "mean", fail ? json_null() : number(c->mean));
	set(object, "mean_low", fail ? json_null() : number(c->means.low));
	set(object, "mean_high", fail ? json_null() : number(c->means.high));
	set(object, "stddev",
		fail || c->stddev == STDDEV_NONE ? json_null() : json_integer(c->stddev));
	set(object, "fails", fail ? count(c->fails) : json_null());
	set(object, "runs", fail ? count(c->runs) : json_null());
	return object;
}

json_t *json_of_row(const struct store_row *r)
{
	json_t *object = json_object(), *cells = json_array(), *changes = json_array();

	for (guint i = 0; i < r->n_cells; i++)
		json_array_append_new(cells, json_of_cell(&r->cells[i], r->kind));
	for (guint i = 0; i + 1 < r->n_cells; i++)
		json_array_append_new(changes, change(&r->changes[i]));
	set(object, "table", text(r->table));
	set(object, "message_id", text(r->message_id));
	set(object, "line", count(r->line));
	set(object, "stat", text(r->stat));
	set(object, "kind", text(row_kind_name(r->kind)));
	set(object, "cells", cells);
	set(object, "changes", changes);
	set(object, "consistency", text(consistency_name(r->consistency)));
	set(object, "repairs", words(r->repairs));
	return object;
}

json_t *json_of_citation(const struct store_citation *c)
{
	json_t *object = json_object();

	set(object, "message_id", text(c->message_id));
	set(object, "line", count(c->line));
	set(object, "depth", count(c->depth));
	set(object, "kind", text(row_kind_name(c->kind)));
	set(object, "stat", text(c->stat));
	set(object, "text", text(c->text));
	set(object, "repairs", words(c->repairs));
	set(object, "table", text(c->table));
	set(object, "table_line", c->table ? count(c->table_line) : json_null());
	return object;
}

json_t *json_of_impact(const struct store_impact *i)
{
	json_t *object = json_object();

	set(object, "message_id", text(i->message_id));
	set(object, "line", count(i->line));
	set(object, "text", text(i->text));
	set(object, "testcase", text(i->testcase));
	set(object, "metric", text(i->metric));
	set(object, "change", change_or_null(&i->change));
	set(object, "verdict", text(verdict_name(i->verdict)));
	set(object, "direction", text(direction_name(i->direction)));
	set(object, "machine", text(i->machine));
	set(object, "parameters", fields(i->params, i->n_params));
	set(object, "table", text(i->table));
	return object;
}

static json_t *scale(const struct store_plot *p)
{
	json_t *object = json_object();

	if (!p->lines) {
		json_decref(object);
		return json_null();
	}
	set(object, "low", number(p->low));
	set(object, "high", number(p->high));
	set(object, "half_line", number((p->high - p->low) / (p->lines - 1) / 2));
	set(object, "lines", count(p->lines));
	set(object, "columns", count(p->columns));
	return object;
}

static json_t *series_values(const struct store_series *series)
{
	json_t *array = json_array();

	for (guint i = 0; i < series->n; i++)
		json_array_append_new(array, number(series->values[i]));
	return array;
}

static json_t *series_columns(const struct store_series *series)
{
	json_t *array = json_array();

	for (guint i = 0; i < series->n; i++)
		json_array_append_new(array, count(series->columns[i]));
	return array;
}

json_t *json_of_plot(const struct store_plot *p)
{
	json_t *object = json_object();

	set(object, "message_id", text(p->message_id));
	set(object, "line", count(p->line));
	set(object, "depth", count(p->depth));
	set(object, "title", text(p->title));
	set(object, "scale", scale(p));
	set(object, "good", series_values(&p->good));
	set(object, "bad", series_values(&p->bad));
	set(object, "good_columns", series_columns(&p->good));
	set(object, "bad_columns", series_columns(&p->bad));
	return object;
}

json_t *json_of_job(const struct store_job *j)
{
	json_t *object = json_object();

	set(object, "message_id", text(j->message_id));
	set(object, "attachment", text(j->attachment));
	set(object, "part", count(j->part));
	set(object, "document", count(j->document));
	set(object, "result_root", text(j->result_root));
	set(object, "axes", fields(j->axes, j->n_axes));
	set(object, "needs", fields(j->needs, j->n_needs));
	set(object, "fields", fields(j->fields, j->n_fields));
	return object;
}

json_t *json_of_figure(const struct store_figure *f)
{
	json_t *object = json_object(), *values = json_array();

	for (guint i = 0; i < f->n_values; i++)
		json_array_append_new(values, number(f->values[i]));
	set(object, "message_id", text(f->message_id));
	set(object, "part", count(f->part));
	set(object, "line", count(f->line));
	set(object, "depth", count(f->depth));
	set(object, "kind", text(figure_kind_name(f->kind)));
	set(object, "block", text(f->block));
	set(object, "name", text(f->name));
	set(object, "values", values);
	set(object, "unit", text(f->unit));
	set(object, "percent", number(f->percent));
	set(object, "note", text(f->note));
	return object;
}

json_t *json_of_finding(const struct store_finding *f)
{
	json_t *object = json_object();

	set(object, "message_id", text(f->message_id));
	set(object, "part", count(f->part));
	set(object, "line", count(f->line));
	set(object, "kind", text(f->kind));
	set(object, "text", text(f->text));
	return object;
}

json_t *json_of_diff(const struct store_diff *d)
{
	json_t *object = json_object();

	set(object, "message_id", text(d->message_id));
	set(object, "part", count(d->part));
	set(object, "line", count(d->line));
	set(object, "old", text(d->old_path));
	set(object, "new", text(d->new_path));
	set(object, "hunks", count(d->hunks));
	set(object, "added", count(d->added));
	set(object, "removed", count(d->removed));
	return object;
}

json_t *json_of_command(const struct store_command *c)
{
	json_t *object = json_object();

	set(object, "message_id", text(c->message_id));
	set(object, "part", count(c->part));
	set(object, "line", count(c->line));
	set(object, "kind", text(command_kind_name(c->kind)));
	set(object, "time", text(c->time));
	set(object, "text", text(c->text));
	return object;
}

json_t *json_of_attachment(const struct store_attachment *a)
{
	json_t *object = json_object();

	set(object, "message_id", text(a->message_id));
	set(object, "part", count(a->part));
	set(object, "name", text(a->name));
	set(object, "type", text(a->type));
	set(object, "size", count(a->size));
	set(object, "sha256", text(a->sha256 && *a->sha256 ? a->sha256 : NULL));
	set(object, "present", json_boolean(a->sha256 && *a->sha256));
	set(object, "kind", text(attachment_kind_name(a->kind)));
	return object;
}

json_t *json_of_source(const struct store_source *s)
{
	json_t *object = json_object();

	set(object, "path", text(s->path));
	set(object, "kind", text(s->kind));
	set(object, "size", s->size < 0 ? json_null() : json_integer(s->size));
	set(object, "bytes", count(s->bytes));
	set(object, "documents", count(s->documents));
	set(object, "complete", json_boolean(s->complete));
	set(object, "fingerprint", text(s->fingerprint));
	set(object, "sightings", count(s->sightings));
	return object;
}

json_t *json_of_diag(const struct store_diag *d)
{
	const struct store_place at = {d->origin.path, d->origin.offset, d->origin.object};
	json_t *object = json_object();

	set(object, "id", text(diag_name(d->id)));
	set(object, "level", text(diag_level_name(diag_level(d->id))));
	set(object, "message_id", text(d->message_id));
	set(object, "source", place(&at));
	set(object, "part", d->origin.part ? count(d->origin.part) : json_null());
	set(object, "line", d->origin.line ? count(d->origin.line) : json_null());
	set(object, "detail", text(d->detail));
	set(object, "excerpt", slice_text(d->excerpt));
	return object;
}

json_t *json_of_commit(const struct store_commit *c)
{
	json_t *object = json_object();

	set(object, "id", text(c->id));
	set(object, "title", text(c->title));
	set(object, "subsystem", text(c->subsystem));
	set(object, "reports", count(c->reports));
	set(object, "tables", count(c->tables));
	return object;
}

json_t *json_of_event(const struct store_event *e)
{
	json_t *object = json_object();

	set(object, "date", json_of_date(e->date));
	set(object, "kind", text(event_kind_name(e->kind)));
	set(object, "message_id", text(e->message_id));
	set(object, "line", e->line ? count(e->line) : json_null());
	set(object, "author", text(author_kind_name(e->author)));
	set(object, "text", text(e->text));
	set(object, "commit", text(e->commit));
	set(object, "title", text(e->title));
	set(object, "tree", text(e->tree));
	set(object, "link", text(e->link));
	set(object, "target", text(e->target));
	return object;
}

char *json_line(const json_t *json)
{
	return g_string_free(json_text(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)), FALSE);
}
