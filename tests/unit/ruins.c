/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Property: a table as LKP prints it reads back with the same cells; ruined in every way
 * that was seen in archives, with the same numbers, and each ruin is named.
 */
#include "parse/repairs.h"
#include "parse/table.h"
#include "parse/undecoded.h"
#include "tests/lkp-table.h"
#include "tests/ruins.h"

#define ROUNDS 40

/* ---- reading back -------------------------------------------------------------------- */

static void assert_slice(struct slice got, const char *want)
{
	g_autofree char *text = slice_dup(got);

	g_assert_cmpstr(text, ==, want);
}

static void assert_row(
	const struct records *r, const struct row *row, const struct lkp_row *want, guint columns)
{
	assert_slice(row->stat, want->name);
	g_assert_cmpint(row->kind, ==, want->fail ? ROW_FAIL : ROW_MEAN);
	for (guint i = 0; i < columns; i++) {
		const struct cell *cell = RECORD(r->cells, struct cell, row->cells.first + i);
		const struct lkp_cell *printed = &want->cells[i];

		if (i)
			assert_slice(cell->change.text, printed->change);
		if (want->fail) {
			g_assert_cmpuint(cell->fails, ==, printed->fails);
			g_assert_cmpuint(cell->runs, ==, printed->runs);
			continue;
		}
		assert_slice(cell->text, printed->mean);
		g_assert_cmpfloat(cell->mean, ==, g_ascii_strtod(printed->mean, NULL));
		g_assert_cmpint(cell->stddev, ==,
			printed->spread == LKP_NO_SPREAD ? STDDEV_NONE : printed->spread);
	}
}

static void assert_table(const struct records *r, const struct lkp_table *want)
{
	const struct table *table = RECORD(r->tables, struct table, 0);

	g_assert_cmpuint(r->tables->len, ==, 1);
	g_assert_cmpuint(r->rows_dropped + r->citations->len, ==, 0);
	g_assert_cmpuint(table->columns.count, ==, want->columns);
	g_assert_cmpuint(table->rows.count, ==, want->n_rows);
	for (guint i = 0; i < want->columns; i++)
		assert_slice(RECORD(r->columns, struct column, table->columns.first + i)->id,
			want->ids[i]);
	for (guint i = 0; i < want->n_rows; i++)
		assert_row(r, RECORD(r->rows, struct row, table->rows.first + i), &want->rows[i],
			want->columns);
}

static void read_ruined(const struct lkp_table *table, const struct ruin *ruin, const char *text)
{
	struct origin origin = {"ruin", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);
	struct records *records = records_new(mail);

	g_autoptr(GString) decoded = undecoded_repair(slice_of(text), part);
	part->bytes = decoded ? (struct slice){decoded->str, decoded->len} : slice_of(text);
	tables_read(records, part, FALSE, NULL);
	repairs_name(records);
	assert_table(records, table);
	g_assert_cmpuint(RECORD(records->tables, struct table, 0)->repairs & ~(guint)REPAIR_NBSP,
		==, ruin->repairs & ~(guint)REPAIR_NBSP);
	records_free(records);
	mail_free(mail);
}

static void survives(gconstpointer data)
{
	const struct ruin *ruin = data;

	for (guint i = 0; i < ROUNDS; i++) {
		struct lkp_table *table = lkp_table_new(
			chance, (guint)pick(LKP_COLUMNS_MAX - 1) + 2, (guint)pick(3), 60);
		g_autoptr(GString) text = g_string_new(NULL);

		lkp_table_print(table, text);
		g_autofree char *ruined = ruin->ruin(text->str);
		g_autofree char *deeper = quoted(ruined);
		read_ruined(table, ruin, ruined);
		if (ruin->quotable)
			read_ruined(table, ruin, deeper);
		lkp_table_free(table);
	}
}

/* ---- what is refused ------------------------------------------------------------------ */

#define HEADS                                                                                      \
	"4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de \n"                                           \
	"---------------- -------------------------- \n"                                           \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"                                         \
	"     14321 ±  0%      -6.3%      13425 ±  0%  unixbench.score\n"

/* More than one number would fit: the row is dropped, and that is told. */
static void refuses_to_make_up(void)
{
	static const char *const rows[] = {
		"  - 93.66            +38.8%    -130.00        a.b", /* a sign, or a list's mark */
		"   14321.  0%         -6.3%      13425        a.b", /* "14321" cut, or a ruined
									mark */
		"     143 21           -6.3%      13425        a.b", /* parted digits */
		"   14321              -6.3%      134 25       a.b",
		"   14321              - -6.3%    13425        a.b",  /* two signs */
		"   14321              6.3%      13425        a.b",   /* no sign */
		"   14321              -6.&#51;%   13425        a.b", /* a digit as an entity */
		"   14321 =C2=B1  0%   -6.=33%    13425        a.b",  /* and as an escape */
		"   14321              -6,3%      13425        a.b",
		"   14321              -6.3%      13425 A+-", /* a mark is no name */
		"   l4321              -6.3%      13425        a.b2 ± 3%",
	};

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *text = g_strconcat(HEADS, rows[i], "\n\n", NULL);
		struct origin origin = {"ruin", -1, NULL, 0, 0};
		struct mail *mail = mail_new(&origin);
		struct mail_part *part = mail_add_part(mail);
		struct records *records = records_new(mail);
		g_autoptr(GPtrArray) diags = diag_list_new();
		struct diag_sink sink = diag_list_sink(diags);
		/* The last one begins as no row does: it is text. */
		guint dropped = i + 1 < G_N_ELEMENTS(rows);

		g_test_message("%s", rows[i]);
		part->bytes = slice_of(text);
		tables_read(records, part, FALSE, &sink);
		g_assert_cmpuint(records->rows->len, ==, 1);
		g_assert_cmpuint(records->rows_dropped, ==, dropped);
		g_assert_cmpuint(diags->len, ==, dropped);
		records_free(records);
		mail_free(mail);
	}
}

int main(int argc, char **argv)
{
	int status;

	g_test_init(&argc, &argv, NULL);
	chance = g_rand_new_with_seed((guint32)g_test_rand_int());
	for (guint i = 0; i < G_N_ELEMENTS(ruins); i++) {
		g_autofree char *path = g_strdup_printf("/ruins/%s", ruins[i].name);

		g_test_add_data_func(path, &ruins[i], survives);
	}
	g_test_add_func("/ruins/refuses-to-make-up", refuses_to_make_up);
	status = g_test_run();
	g_rand_free(chance);
	return status;
}
