/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Grades of an entry's rows, for the number of its rows: whoever asks many key figures about
 * one commit gets some answers by chance.
 */
#include "compare/correction.h"
#include "render/digest_parts.h"

/* The row that says it, not its alias; the same line of a table is one row. */
static const struct digest_row *spokesman(GHashTable *known, const struct digest_row *row)
{
	g_autofree char *place = NULL;
	const struct digest_row *first;

	if (row->alias_of)
		row = row->alias_of;
	place = g_strdup_printf("%u %s", row->line, row->table_key ? row->table_key : "");
	first = g_hash_table_lookup(known, place);
	if (first)
		return first;
	g_hash_table_insert(known, g_steal_pointer(&place), (gpointer)row);
	return row;
}

static void correct_spokesmen(const GPtrArray *rows)
{
	g_autofree struct corrected_row *asked = g_new0(struct corrected_row, rows->len + 1);

	for (guint i = 0; i < rows->len; i++) {
		const struct digest_row *row = rows->pdata[i];

		asked[i] = (struct corrected_row){
			.p = row->effect.p, .is_kpi = TRUE, .limit = GRADE_STRONG};
	}
	correct_rows(asked, rows->len, 0);
	for (guint i = 0; i < rows->len; i++) {
		struct digest_row *row = rows->pdata[i];

		row->corrected = asked[i].adjusted;
		row->grade = asked[i].grade;
	}
}

void digest_correct(const GPtrArray *reports)
{
	g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GPtrArray) speaking = g_ptr_array_new();

	for (guint i = 0; i < reports->len; i++) {
		const struct digest_report *report = reports->pdata[i];

		for (guint k = 0; k < report->judged->len; k++)
			if (spokesman(known, report->judged->pdata[k]) == report->judged->pdata[k])
				g_ptr_array_add(speaking, report->judged->pdata[k]);
	}
	correct_spokesmen(speaking);
	for (guint i = 0; i < reports->len; i++) {
		const struct digest_report *report = reports->pdata[i];

		for (guint k = 0; k < report->judged->len; k++) {
			struct digest_row *row = report->judged->pdata[k];
			const struct digest_row *first = spokesman(known, row);

			row->corrected = first->corrected;
			row->grade = first->grade;
		}
	}
}
