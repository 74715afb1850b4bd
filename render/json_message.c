/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages, reports and what they say of commits, as JSON. */
#include "render/json_value.h"
#include "render/listing.h"

/* What a message and a report begin with. */
static json_t *head_of(const struct store_message *m)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(m->message_id));
	value_set(object, "synthetic_id", json_boolean(m->synthetic_id));
	value_set(object, "date", json_of_date(m->date));
	value_set(object, "list", value_text(m->list));
	value_set(object, "kind", value_text(message_kind_name(m->kind)));
	return object;
}

json_t *json_of_message(const struct store_message *m)
{
	json_t *object = head_of(m);

	value_set(object, "author", value_text(author_kind_name(m->author)));
	value_set(object, "subject", value_text(m->subject));
	value_set(object, "in_reply_to", value_text(m->in_reply_to));
	value_set(object, "thread", value_text(m->thread));
	value_set(object, "thread_by", value_text(thread_by_name(m->thread_by)));
	value_set(object, "attachments", value_strings(m->attachments));
	value_set(object, "repairs", value_words(m->repairs));
	value_set(object, "sightings", value_count(m->sightings));
	value_set(object, "source", value_place(&m->source));
	return object;
}

static json_t *failures(const struct store_report *r)
{
	json_t *array = json_array();

	for (guint i = 0; i < r->n_failures; i++) {
		json_t *failure = json_object(), *counts = json_array();

		for (guint c = 0; c < r->failures[i].columns; c++)
			json_array_append_new(counts, value_count(r->failures[i].counts[c]));
		value_set(failure, "name", value_text(r->failures[i].name));
		value_set(failure, "counts", counts);
		json_array_append_new(array, failure);
	}
	return array;
}

json_t *json_of_report(const struct store_report *r)
{
	const struct store_message *m = &r->message;
	json_t *object = head_of(m);

	value_set(object, "subject", value_text(m->subject));
	value_set(object, "metric", value_text(r->metric));
	value_set(object, "change", value_change_or_null(&r->change));
	value_set(object, "verdict", value_text(verdict_name(r->verdict)));
	value_set(object, "direction", value_text(direction_name(r->direction)));
	value_set(object, "failure", value_text(r->failure));
	value_set(object, "failures", failures(r));
	value_set(object, "commit", value_text(r->commit));
	value_set(object, "commit_title", value_text(r->commit_title));
	value_set(object, "parent", value_text(r->parent));
	value_set(object, "tree", value_text(r->tree));
	value_set(object, "branch", value_text(r->branch));
	value_set(object, "testcase", value_text(r->testcase));
	value_set(object, "tbox_group", value_text(r->tbox_group));
	value_set(object, "machine", value_text(r->machine));
	value_set(object, "tables", value_count(r->tables));
	value_set(object, "rows", value_count(r->rows));
	value_set(object, "fail_rows", value_count(r->fail_rows));
	value_set(object, "boxes", value_count(r->boxes));
	value_set(object, "plots", value_count(r->plots));
	value_set(object, "attachments", value_strings(m->attachments));
	value_set(object, "sightings", value_count(m->sightings));
	value_set(object, "source", value_place(&m->source));
	return object;
}

json_t *json_of_details(const struct store_report *r)
{
	json_t *object = json_object();

	value_set(object, "claim", value_text(r->claim));
	value_set(object, "subsystem", value_text(r->subsystem));
	value_set(object, "compiler", value_text(r->compiler));
	value_set(object, "kconfig", value_text(r->kconfig));
	value_set(object, "head", value_text(r->head));
	value_set(object, "link", value_text(r->link));
	value_set(object, "parameters", value_fields(r->params, r->n_params));
	value_set(object, "repairs", value_words(r->message.repairs));
	return object;
}

json_t *json_of_impact(const struct store_impact *i)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(i->message_id));
	value_set(object, "line", value_count(i->line));
	value_set(object, "text", value_text(i->text));
	value_set(object, "testcase", value_text(i->testcase));
	value_set(object, "metric", value_text(i->metric));
	value_set(object, "change", value_change_or_null(&i->change));
	value_set(object, "verdict", value_text(verdict_name(i->verdict)));
	value_set(object, "direction", value_text(direction_name(i->direction)));
	value_set(object, "machine", value_text(i->machine));
	value_set(object, "parameters", value_fields(i->params, i->n_params));
	value_set(object, "table", value_text(i->table));
	return object;
}

json_t *json_of_commit(const struct store_commit *c)
{
	json_t *object = json_object();

	value_set(object, "id", value_text(c->id));
	value_set(object, "title", value_text(c->title));
	value_set(object, "subsystem", value_text(c->subsystem));
	value_set(object, "reports", value_count(c->reports));
	value_set(object, "tables", value_count(c->tables));
	return object;
}

json_t *json_of_event(const struct store_event *e)
{
	json_t *object = json_object();

	value_set(object, "date", json_of_date(e->date));
	value_set(object, "kind", value_text(event_kind_name(e->kind)));
	value_set(object, "message_id", value_text(e->message_id));
	value_set(object, "line", e->line ? value_count(e->line) : json_null());
	value_set(object, "author", value_text(author_kind_name(e->author)));
	value_set(object, "text", value_text(e->text));
	value_set(object, "commit", value_text(e->commit));
	value_set(object, "title", value_text(e->title));
	value_set(object, "tree", value_text(e->tree));
	value_set(object, "link", value_text(e->link));
	value_set(object, "target", value_text(e->target));
	value_set(object, "repairs", value_words(e->repairs));
	return object;
}

json_t *json_of_move(const struct store_move *m)
{
	json_t *object = json_object();

	value_set(object, "message_id", value_text(m->message_id));
	value_set(object, "date", json_of_date(m->date));
	value_set(object, "line", m->line ? value_count(m->line) : json_null());
	value_set(object, "headline", json_boolean(m->headline));
	value_set(object, "commit", value_text(m->commit));
	value_set(object, "commit_title", value_text(m->title));
	value_set(object, "subsystem", value_text(m->subsystem));
	value_set(object, "testcase", value_text(m->testcase));
	value_set(object, "tbox_group", value_text(m->tbox_group));
	value_set(object, "machine", value_text(m->machine));
	value_set(object, "metric", value_text(m->metric));
	value_set(object, "change", value_change_or_null(&m->change));
	value_set(object, "verdict", value_text(verdict_name(m->verdict)));
	value_set(object, "direction", value_text(direction_name(m->direction)));
	return object;
}
