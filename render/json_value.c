/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/json_value.h"

#include "render/json_text.h"
#include "render/listing.h"

#include <math.h>

void value_set(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value);
}

json_t *value_text(const char *string)
{
	if (!string)
		return json_null();
	if (g_utf8_validate(string, -1, NULL))
		return json_string_nocheck(string);

	g_autofree char *valid = g_utf8_make_valid(string, -1);
	return json_string_nocheck(valid);
}

json_t *value_slice(struct slice s)
{
	g_autofree char *copy = s.at ? g_utf8_make_valid(s.at, (gssize)s.len) : NULL;

	return value_text(copy);
}

json_t *value_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *value_count(guint64 n)
{
	return json_integer((json_int_t)n);
}

json_t *value_interval(struct interval interval)
{
	if (isnan(interval.low) || isnan(interval.high))
		return json_null();
	return json_pack("[o,o]", value_number(interval.low), value_number(interval.high));
}

json_t *json_of_date(gint64 seconds)
{
	g_autoptr(GDateTime) moment =
		seconds == DATE_UNKNOWN ? NULL : g_date_time_new_from_unix_utc(seconds);
	g_autofree char *written = moment ? g_date_time_format(moment, "%Y-%m-%dT%H:%M:%SZ") : NULL;

	return value_text(written);
}

json_t *value_strings(const char *const *list)
{
	json_t *array = json_array();

	for (; list && *list; list++)
		json_array_append_new(array, value_text(*list));
	return array;
}

json_t *value_words(const char *joined)
{
	g_auto(GStrv) all = g_strsplit(joined ? joined : "", ",", -1);

	return value_strings((const char *const *)all);
}

json_t *value_place(const struct store_place *at)
{
	json_t *object = json_object();

	value_set(object, "path", value_text(at->path));
	if (at->object)
		value_set(object, "object", value_text(at->object));
	else
		value_set(
			object, "offset", at->offset < 0 ? json_null() : json_integer(at->offset));
	return object;
}

json_t *value_change(const struct store_change *c)
{
	json_t *object = json_object();

	value_set(object, "text", value_text(c->text));
	value_set(object, "value", c->text ? value_number(c->value) : json_null());
	value_set(object, "unit", value_text(unit_name(c->unit)));
	return object;
}

json_t *value_change_or_null(const struct store_change *c)
{
	return c->text ? value_change(c) : json_null();
}

json_t *value_fields(const struct store_field *list, guint n)
{
	json_t *object = json_object();

	for (guint i = 0; i < n; i++) {
		g_autofree char *key = g_utf8_make_valid(list[i].key, -1);

		value_set(object, key, value_text(list[i].value));
	}
	return object;
}

char *json_line(const json_t *json)
{
	return g_string_free(json_text(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)), FALSE);
}
