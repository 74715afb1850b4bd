/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/draft.h"

#include "store/packed_rows.h"
#include "store/prints.h"

/* Of most: a text that grows is copied as often as it doubles. */
#define ROW_BYTES 80

static struct drafted_table draft_table(const struct records *records, const struct table *table)
{
	struct drafted_table drafted = {
		g_string_sized_new((gsize)table->rows.count * ROW_BYTES), NULL, 0};

	drafted.prints = prints_of_table(records, table);
	packed_rows_write(drafted.rows, records, table, &drafted.inconsistent);
	return drafted;
}

struct store_draft *store_draft_new(const struct records *records, const GPtrArray *diags)
{
	struct store_draft *draft = g_new0(struct store_draft, 1);

	draft->copy = copy_of(records, diags);
	draft->n_tables = records->tables->len;
	draft->tables = g_new0(struct drafted_table, draft->n_tables);
	for (guint i = 0; i < draft->n_tables; i++)
		draft->tables[i] = draft_table(records, RECORD(records->tables, struct table, i));
	return draft;
}

void store_draft_free(struct store_draft *draft)
{
	if (!draft)
		return;
	for (guint i = 0; i < draft->n_tables; i++) {
		g_string_free(draft->tables[i].rows, TRUE);
		g_byte_array_unref(draft->tables[i].prints);
	}
	g_free(draft->tables);
	g_free(draft);
}
