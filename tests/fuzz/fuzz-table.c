/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table reader on any text: rows seen are rows stored and dropped, every span lies
 * in its array, every slice that a row holds can be read.
 */
#include "parse/table.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static volatile unsigned sum;

static void touch(struct slice text)
{
	for (gsize i = 0; i < text.len; i++)
		sum += (unsigned char)text.at[i];
}

static void check_span(struct span span, const GArray *array)
{
	g_assert_true(span.first <= array->len && span.count <= array->len - span.first);
}

static void check_cells(const struct records *r, struct span cells)
{
	check_span(cells, r->cells);
	for (guint i = 0; i < cells.count; i++) {
		const struct cell *c = RECORD(r->cells, struct cell, cells.first + i);

		touch(c->text);
		touch(c->change.text);
		g_assert_true(!(c->means.low > c->means.high));
	}
}

static void check_row(const struct records *r, const struct table *t, const struct row *row)
{
	check_cells(r, row->cells);
	g_assert_true(row->cells.count == t->columns.count && row->stat.len > 0);
	g_assert_true(!(row->repairs & ~t->repairs) && row->repairs < 1u << REPAIRS);
	touch(row->stat);
	touch(row->note);
}

static void check_citation(const struct records *r, const struct citation *c)
{
	check_cells(r, c->cells);
	g_assert_true(c->line > 0 && c->stat.len > 0 && c->cells.count > 1);
	touch(c->text);
	touch(c->stat);
}

static guint check_table(const struct records *r, const struct table *t)
{
	check_span(t->axes, r->fields);
	check_span(t->columns, r->columns);
	check_span(t->rows, r->rows);
	g_assert_true(t->mean_rows + t->fail_rows == t->rows.count && t->line > 0);
	for (guint i = 0; i < t->columns.count; i++) {
		const struct column *c = RECORD(r->columns, struct column, t->columns.first + i);

		touch(c->head);
		touch(c->listed);
		touch(c->title);
		touch(c->note);
		touch(c->id);
	}
	for (guint i = 0; i < t->axes.count; i++) {
		touch(RECORD(r->fields, struct field, t->axes.first + i)->key);
		touch(RECORD(r->fields, struct field, t->axes.first + i)->value);
	}
	for (guint i = 0; i < t->rows.count; i++)
		check_row(r, t, RECORD(r->rows, struct row, t->rows.first + i));
	return t->rows.count;
}

static void touch_diag(const struct diag *d, void *data)
{
	(void)data;
	g_assert_true(d->detail && d->origin.line > 0);
	touch(d->excerpt);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct diag_sink sink = {touch_diag, NULL};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);
	struct records *records = records_new(mail);
	guint rows = 0;

	part->bytes = (struct slice){(const char *)data, size};
	tables_read(records, part, size & 1, &sink);
	for (guint i = 0; i < records->tables->len; i++)
		rows += check_table(records, RECORD(records->tables, struct table, i));
	for (guint i = 0; i < records->citations->len; i++)
		check_citation(records, RECORD(records->citations, struct citation, i));
	g_assert_true(rows == records->rows->len);
	g_assert_true(records->rows_seen ==
		      records->rows->len + records->citations->len + records->rows_dropped);
	records_free(records);
	mail_free(mail);
	return 0;
}
