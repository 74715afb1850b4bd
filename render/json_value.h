/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of JSON, whatever prints it; what is unknown is null. */
#pragma once

#include "base/literal.h"
#include "store/store.h"

#include <jansson.h>

/* The value becomes the object's. */
void value_set(json_t *object, const char *key, json_t *value);

/* jansson refuses what is no UTF-8; such bytes of a path become U+FFFD. */
json_t *value_text(const char *string);
json_t *value_slice(struct slice s);

json_t *value_number(double value); /* of NAN and infinities: null */
json_t *value_count(guint64 n);
/* [low, high]; an end that has no bound is null, as is all where it is not known. */
json_t *value_interval(struct interval interval);

json_t *value_strings(const char *const *list); /* NULL-terminated, or NULL */
json_t *value_words(const char *joined);        /* by ',' */
json_t *value_fields(const struct store_field *list, guint n);

json_t *value_place(const struct store_place *at);
json_t *value_change(const struct store_change *change);
json_t *value_change_or_null(const struct store_change *change); /* null: has no text */
