/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables and their rows, as JSON. */
#include "render/json_value.h"
#include "render/listing.h"

static json_t *json_of_runs(const struct runs *runs)
{
	json_t *object = json_object();

	value_set(object, "low", runs->low ? value_count(runs->low) : json_null());
	value_set(object, "high", runs->low ? value_count(runs->high) : json_null());
	value_set(object, "source",
		runs->low ? value_text(runs_source_name(runs->source)) : json_null());
	return object;
}

json_t *json_of_table(const struct store_table *t)
{
	json_t *object = json_object(), *commits = json_array(), *runs = json_array();

	for (guint i = 0; i < t->n_commits; i++) {
		json_t *commit = json_object();

		value_set(commit, "id", value_text(t->commits[i].id));
		value_set(commit, "title", value_text(t->commits[i].title));
		json_array_append_new(commits, commit);
		json_array_append_new(runs, json_of_runs(&t->commits[i].runs));
	}
	value_set(object, "id", value_text(t->id));
	value_set(object, "message_id", value_text(t->message_id));
	value_set(object, "line", value_count(t->line));
	value_set(object, "depth", value_count(t->depth));
	value_set(object, "attachment", value_text(t->attachment));
	value_set(object, "copy_of", value_text(t->copy_of));
	value_set(object, "style", value_text(table_style_name(t->style)));
	value_set(object, "axes", value_fields(t->axes, t->n_axes));
	value_set(object, "commits", commits);
	value_set(object, "runs", runs);
	value_set(object, "rows", value_count(t->rows));
	value_set(object, "fail_rows", value_count(t->fail_rows));
	value_set(object, "repairs", value_words(t->repairs));
	return object;
}

static json_t *json_of_cell(const struct store_cell *c, enum row_kind kind)
{
	json_t *object = json_object();
	gboolean fail = kind == ROW_FAIL;

	value_set(object, "text", value_text(c->text));
	value_set(object, "mean", fail ? json_null() : value_number(c->mean));
	value_set(object, "mean_low", fail ? json_null() : value_number(c->means.low));
	value_set(object, "mean_high", fail ? json_null() : value_number(c->means.high));
	value_set(object, "stddev",
		fail || c->stddev == STDDEV_NONE ? json_null() : json_integer(c->stddev));
	value_set(object, "fails", fail ? value_count(c->fails) : json_null());
	value_set(object, "runs", fail ? value_count(c->runs) : json_null());
	return object;
}

json_t *json_of_row(const struct store_row *r)
{
	json_t *object = json_object(), *cells = json_array(), *changes = json_array();

	for (guint i = 0; i < r->n_cells; i++)
		json_array_append_new(cells, json_of_cell(&r->cells[i], r->kind));
	for (guint i = 0; i + 1 < r->n_cells; i++)
		json_array_append_new(changes, value_change(&r->changes[i]));
	value_set(object, "table", value_text(r->table));
	value_set(object, "message_id", value_text(r->message_id));
	value_set(object, "line", value_count(r->line));
	value_set(object, "stat", value_text(r->stat));
	value_set(object, "kind", value_text(row_kind_name(r->kind)));
	value_set(object, "cells", cells);
	value_set(object, "changes", changes);
	value_set(object, "consistency", value_text(consistency_name(r->consistency)));
	value_set(object, "repairs", value_words(r->repairs));
	return object;
}

json_t *json_of_citation(const struct store_citation *c)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(c->message_id));
	value_set(object, "line", value_count(c->line));
	value_set(object, "depth", value_count(c->depth));
	value_set(object, "kind", value_text(row_kind_name(c->kind)));
	value_set(object, "stat", value_text(c->stat));
	value_set(object, "text", value_text(c->text));
	value_set(object, "repairs", value_words(c->repairs));
	value_set(object, "table", value_text(c->table));
	value_set(object, "table_line", c->table ? value_count(c->table_line) : json_null());
	return object;
}
