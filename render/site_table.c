/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/site_table.h"

#include "compare/correction.h"
#include "compare/runs.h"
#include "render/digest_words.h"

struct reading {
	struct site_table *table;
	const struct runs *runs; /* of the columns */
	struct runs assumed;     /* of one that nothing is known of */
	const char *metric;      /* of the report, or the test case: which test it is */
	GArray *questions;       /* struct corrected_row, a change each */
	GPtrArray *asked;        /* of struct site_change *: theirs */
};

/* ---- heads ------------------------------------------------------------------- */

static void take_columns(struct site_table *table, const struct store_table *from)
{
	struct digest *texts = table->texts;

	table->n_columns = from->n_commits;
	table->columns = g_new0(struct site_column, from->n_commits + 1);
	for (guint i = 0; i < from->n_commits; i++) {
		const struct store_column *column = &from->commits[i];
		g_autofree char *runs = column->runs.low ? words_runs_of(column->runs) : NULL;

		table->columns[i] = (struct site_column){
			.id = digest_keep(texts, column->id ? column->id : column->head),
			.title = digest_keep(texts, column->title),
			.runs = digest_keep(texts, runs),
		};
	}
}

static void take_heads(struct site_table *table, const struct store_table *from)
{
	struct digest *texts = table->texts;

	table->key = digest_key(texts, from->id);
	table->id = digest_keep(texts, from->id);
	table->message_id = digest_keep(texts, from->message_id);
	table->url = digest_message_url(texts, from->message_id);
	table->attachment = digest_keep(texts, from->attachment);
	table->repairs = digest_keep(texts, from->repairs);
	table->style = table_style_name(from->style);
	table->testcase = digest_keep(texts, store_table_axis(from, "testcase"));
	table->machine = digest_keep(texts, store_table_axis(from, "tbox_group"));
	table->line = from->line;
	table->depth = from->depth;
	table->date = from->date;
	for (guint i = 0; i < from->n_axes; i++) {
		g_ptr_array_add(table->axes, (char *)digest_keep(texts, from->axes[i].key));
		g_ptr_array_add(table->axes, (char *)digest_keep(texts, from->axes[i].value));
	}
	take_columns(table, from);
}

/* ---- rows -------------------------------------------------------------------- */

static const char *cell_text(
	struct digest *texts, const struct store_cell *cell, enum row_kind kind)
{
	if (kind == ROW_FAIL)
		return digest_keepf(
			texts, "%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, cell->fails, cell->runs);

	const struct digest_cell printed = {.text = cell->text, .stddev = cell->stddev};

	if (!cell->text && cell->stddev == STDDEV_NONE)
		return "";
	if (!cell->text)
		return digest_keepf(texts, "± %d%%", cell->stddev);

	g_autofree char *words = words_cell(&printed);

	return digest_keep(texts, words);
}

static struct side side_of(const struct reading *reading, const struct store_row *from, guint i)
{
	const struct store_cell *cell = &from->cells[i];

	return (struct side){cell->mean, cell->means, cell->stddev,
		i < reading->table->n_columns ? reading->runs[i] : reading->assumed};
}

static void ask(struct reading *reading, const struct store_row *from, struct site_change *change)
{
	const struct rules *rules = reading->table->texts->rules;
	struct corrected_row question = {.p = change->effect.p,
		.is_kpi = rules_is_of_this_test(
			rules, slice_of(from->stat), slice_of(reading->metric)),
		.limit = GRADE_STRONG};

	g_array_append_val(reading->questions, question);
	g_ptr_array_add(reading->asked, change);
}

static void judge(struct reading *reading, const struct store_row *from, struct site_row *row)
{
	const struct side base = side_of(reading, from, 0);

	for (guint i = 1; i < from->n_cells; i++) {
		const struct store_change *printed = &from->changes[i - 1];
		struct site_change *change = &row->changes[i - 1];
		const struct side head = side_of(reading, from, i);

		change->printed = digest_keep(reading->table->texts, printed->text);
		if (from->kind != ROW_MEAN || !from->stat)
			continue;
		change->effect = effect_of_row(&base, &head, printed->unit);
		ask(reading, from, change);
	}
}

static gboolean take_row(const struct store_row *from, void *data)
{
	struct reading *reading = data;
	struct digest *texts = reading->table->texts;
	struct site_row *row = g_new0(struct site_row, 1);

	*row = (struct site_row){.line = from->line,
		.kind = from->kind,
		.stat = digest_keep(texts, from->stat),
		.note = digest_keep(texts, from->note),
		.repairs = digest_keep(texts, from->repairs),
		.cells = g_new0(const char *, from->n_cells),
		.changes = from->n_cells > 1 ? g_new0(struct site_change, from->n_cells - 1) : NULL,
		.n_cells = from->n_cells,
		.consistency = from->consistency};
	for (guint i = 0; i < from->n_cells; i++)
		row->cells[i] = cell_text(texts, &from->cells[i], from->kind);
	judge(reading, from, row);
	g_ptr_array_add(reading->table->rows, row);
	return TRUE;
}

/* ---- grades ------------------------------------------------------------------ */

static void correct(const struct reading *reading)
{
	struct corrected_row *questions =
		(struct corrected_row *)(gpointer)reading->questions->data;

	correct_rows(questions, reading->questions->len, 0);
	for (guint i = 0; i < reading->questions->len; i++) {
		struct site_change *change = reading->asked->pdata[i];

		change->corrected = questions[i].adjusted;
		change->grade = questions[i].grade;
		change->is_exploratory = questions[i].is_exploratory;
	}
}

static void take_grade(const struct site_table *table, guint column, const struct digest_row *known)
{
	for (guint i = 0; i < table->rows->len; i++) {
		const struct site_row *row = table->rows->pdata[i];

		if (row->line != known->line || column >= row->n_cells || row->kind != ROW_MEAN)
			continue;
		row->changes[column - 1].corrected = known->corrected;
		row->changes[column - 1].grade = known->grade;
		row->changes[column - 1].is_exploratory = FALSE;
	}
}

/* A row has one grade, wherever it is told of. */
static void take_grades(
	const struct site_table *table, guint column, const struct digest_report *report)
{
	for (guint i = 0; i < report->judged->len; i++) {
		const struct digest_row *known = report->judged->pdata[i];

		if (!g_strcmp0(known->table_key, table->key))
			take_grade(table, column, known);
	}
}

/* ---- all --------------------------------------------------------------------- */

static void row_free(gpointer data)
{
	struct site_row *row = data;

	g_free(row->cells);
	g_free(row->changes);
	g_free(row);
}

void site_table_free(struct site_table *table)
{
	if (!table)
		return;
	g_ptr_array_unref(table->rows);
	g_free(table->columns);
	g_ptr_array_unref(table->axes);
	digest_free(table->texts);
	g_free(table);
}

static gboolean fill(struct reading *reading, struct store *store, const struct store_table *from,
	const struct digest_report *report, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;

	filter.table = from->id;
	take_heads(reading->table, from);
	reading->metric = report && report->metric ? report->metric : reading->table->testcase;
	if (!store_list_rows(store, &filter, take_row, reading, error))
		return FALSE;
	correct(reading);
	if (report)
		take_grades(reading->table, digest_blamed_column(from, report->commit), report);
	return TRUE;
}

struct site_table *site_table_new(struct store *store, const struct store_table *from,
	const struct digest_options *options, const struct digest *digest, GError **error)
{
	g_autoptr(GArray) questions = g_array_new(FALSE, FALSE, sizeof(struct corrected_row));
	g_autoptr(GPtrArray) asked = g_ptr_array_new();
	g_autofree struct runs *runs = g_new0(struct runs, from->n_commits + 1);
	struct site_table *table = g_new0(struct site_table, 1);
	const struct runs assumed = runs_of(&(struct runs_evidence){0});
	struct reading reading = {table, runs, assumed, NULL, questions, asked};

	table->texts = digest_empty(options);
	table->axes = g_ptr_array_new();
	table->rows = g_ptr_array_new_with_free_func(row_free);
	for (guint i = 0; i < from->n_commits; i++)
		runs[i] = from->commits[i].runs.low ? from->commits[i].runs : assumed;
	if (fill(&reading, store, from,
		    digest ? g_hash_table_lookup(digest->by_id, from->message_id) : NULL, error))
		return table;
	site_table_free(table);
	return NULL;
}
