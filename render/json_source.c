/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources and diagnostics, as JSON. */
#include "render/json_value.h"
#include "render/listing.h"

json_t *json_of_source(const struct store_source *s)
{
	json_t *object = json_object();

	value_set(object, "path", value_text(s->path));
	value_set(object, "kind", value_text(s->kind));
	value_set(object, "size", s->size < 0 ? json_null() : json_integer(s->size));
	value_set(object, "bytes", value_count(s->bytes));
	value_set(object, "documents", value_count(s->documents));
	value_set(object, "complete", json_boolean(s->complete));
	value_set(object, "fingerprint", value_text(s->fingerprint));
	value_set(object, "sightings", value_count(s->sightings));
	return object;
}

json_t *json_of_diag(const struct store_diag *d)
{
	const struct store_place at = {d->origin.path, d->origin.offset, d->origin.object};
	json_t *object = json_object();

	value_set(object, "id", value_text(diag_name(d->id)));
	value_set(object, "level", value_text(diag_level_name(diag_level(d->id))));
	value_set(object, "message_id", value_text(d->message_id));
	value_set(object, "source", value_place(&at));
	value_set(object, "part", d->origin.part ? value_count(d->origin.part) : json_null());
	value_set(object, "line", d->origin.line ? value_count(d->origin.line) : json_null());
	value_set(object, "detail", value_text(d->detail));
	value_set(object, "excerpt", value_slice(d->excerpt));
	return object;
}
