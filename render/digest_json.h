/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pieces of the digest as JSON: digest_json.c is the document, digest_json_entry.c a
 * cluster, digest_json_report.c a report and its numbers.  Unknown values are null; an end of an
 * interval that has no bound is, too.
 */
#pragma once

#include "render/digest_words.h"

#include <jansson.h>

json_t *json_put_time(gint64 date);
json_t *json_put_line(guint line); /* 0: null */

json_t *json_put_change(const struct digest_change *change);

/* An array of what `make` makes of each element. */
#define JSON_ARRAY(list, make)                                                                     \
	({                                                                                         \
		json_t *array_ = json_array();                                                     \
		for (guint i_ = 0; i_ < (list)->len; i_++)                                         \
			json_array_append_new(array_, make((list)->pdata[i_]));                    \
		array_;                                                                            \
	})

json_t *json_put_claim(const struct digest_claim *claim);
json_t *json_put_report(const struct digest_report *report);
/* With what failed. */
json_t *json_put_failing(const struct digest_report *report);
json_t *json_put_chart(const struct digest_chart *chart); /* as plot prints it */
json_t *json_put_entry(const struct digest_entry *entry);
