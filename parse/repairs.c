/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/repairs.h"

#include "parse/body.h"

static guint mended(const struct records *records, guint part, guint line)
{
	if (!part || !line)
		return 0;
	return mail_part_mended(g_ptr_array_index(records->mail->parts, part - 1), line);
}

static void name_rows(struct records *records, struct table *table)
{
	for (guint i = 0; i < table->rows.count; i++) {
		struct row *row = RECORD(records->rows, struct row, table->rows.first + i);

		row->repairs |= mended(records, table->part, row->line);
		table->repairs |= row->repairs;
	}
	table->repairs |= mended(records, table->part, table->line);
}

static void name_body(struct records *records)
{
	for (guint i = 0; i < records->mail->parts->len; i++) {
		const struct mail_part *part = g_ptr_array_index(records->mail->parts, i);

		if (body_has(part))
			records->repairs |= mail_part_repairs(part);
	}
}

void repairs_name(struct records *records)
{
	name_body(records);
	for (guint i = 0; i < records->tables->len; i++) {
		struct table *table = RECORD(records->tables, struct table, i);

		name_rows(records, table);
		records->repairs |= table->repairs;
	}
	for (guint i = 0; i < records->citations->len; i++) {
		struct citation *c = RECORD(records->citations, struct citation, i);

		c->repairs |= mended(records, c->part, c->line);
		records->repairs |= c->repairs;
	}
	for (guint i = 0; i < records->events->len; i++) {
		struct event *event = RECORD(records->events, struct event, i);

		event->repairs |= mended(records, event->part, event->line);
		records->repairs |= event->repairs;
	}
}
