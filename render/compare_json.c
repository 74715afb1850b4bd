/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/compare_json.h"
#include "render/json_value.h"

#include "render/json_text.h"

#define DIGITS 15 /* which give every number back as it was read */

json_t *compare_json_axes(const struct axes *axes)
{
	json_t *object = json_object();

	for (guint i = 0; i < axes->n; i++) {
		g_autofree char *name = g_utf8_make_valid(axes->axis[i].name, -1);

		json_object_set_new(object, name, value_text(axes->axis[i].value));
	}
	return object;
}

json_t *compare_json_calibration(const struct aa_counts *counts)
{
	return json_pack("{s:I,s:I,s:I}", "judged", (json_int_t)aa_total(counts), "supported",
		(json_int_t)aa_flagged(counts, GRADE_SUPPORTED), "strong",
		(json_int_t)aa_flagged(counts, GRADE_STRONG));
}

void compare_json_print(GString *out, json_t *document)
{
	GString *text =
		json_text(document, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(DIGITS));

	g_string_append(out, text->str);
	g_string_append_c(out, '\n');
	g_string_free(text, TRUE);
	json_decref(document);
}

void compare_json_groups(GString *out, const char *schema, json_t *groups, const char *reason)
{
	compare_json_print(out, json_pack("{s:s,s:o,s:o}", "schema", schema, "groups", groups,
					"reason", value_text(reason)));
}
