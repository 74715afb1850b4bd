/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and their samples, as JSON. */
#include "render/json_value.h"
#include "render/listing.h"

static json_t *findings(const struct store_run *r)
{
	json_t *array = json_array();

	for (guint i = 0; i < r->n_findings; i++) {
		json_t *finding = json_object();

		value_set(finding, "file", value_text(r->findings[i].file));
		value_set(finding, "line", value_count(r->findings[i].line));
		value_set(finding, "kind", value_text(r->findings[i].kind));
		value_set(finding, "text", value_text(r->findings[i].text));
		json_array_append_new(array, finding);
	}
	return array;
}

json_t *json_of_run(const struct store_run *r)
{
	const struct store_place at = {r->path, -1, NULL};
	json_t *object = json_object();

	value_set(object, "id", value_text(r->name));
	value_set(object, "result_root", value_text(r->root));
	value_set(object, "number", value_count(r->number));
	value_set(object, "started", value_text(*r->started ? r->started : NULL));
	value_set(object, "commit", value_text(r->commit));
	value_set(object, "testcase", value_text(r->testcase));
	value_set(object, "tbox_group", value_text(r->tbox_group));
	value_set(object, "state", value_text(r->state));
	value_set(object, "incomplete", json_boolean(r->incomplete));
	value_set(object, "numbers", value_text(r->numbers));
	value_set(object, "samples", value_count(r->n_samples));
	value_set(object, "axes", value_fields(r->axes, r->n_axes));
	value_set(object, "log", findings(r));
	value_set(object, "sightings", value_count(r->sightings));
	value_set(object, "source", value_place(&at));
	return object;
}

json_t *json_of_run_fields(const struct store_run *run)
{
	return value_fields(run->fields, run->n_fields);
}

static const char *kind_of(const struct store_sample *s)
{
	if (!s->is_sound)
		return "none";
	return number_is_float(s->value) ? "float" : "integer";
}

static json_t *value_of(const struct store_sample *s)
{
	if (!s->is_sound)
		return json_null();
	return s->value.kind == NUMBER_INTEGER ? json_integer(s->value.integer)
					       : value_number(s->value.real);
}

json_t *json_of_sample(const char *run, const struct store_sample *s)
{
	json_t *object = json_object();

	value_set(object, "run", value_text(run));
	value_set(object, "stat", value_text(s->stat));
	value_set(object, "value", value_of(s));
	value_set(object, "kind", json_string(kind_of(s)));
	return object;
}
