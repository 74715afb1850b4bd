/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/declared.h"

#include "parse/scan.h"

#define RUNS_MIN 2
#define RUNS_MAX 1000
#define WORD_MAX 16 /* bytes of a longer word do not matter */
#define WORDS_MAX 64

/* ---- the runs one by one -------------------------------------------------------- */

static double mean_of(const struct records *records, struct span values)
{
	double sum = 0;

	for (guint i = 0; i < values.count; i++)
		sum += *RECORD(records->figure_values, double, values.first + i);
	return sum / values.count;
}

static void declare_by_mean(struct records *records, const struct table *table,
	const struct row *row, double mean, guint runs)
{
	for (guint i = 0; i < row->cells.count && i < table->columns.count; i++) {
		const struct cell *cell = RECORD(records->cells, struct cell, row->cells.first + i);
		struct column *column =
			RECORD(records->columns, struct column, table->columns.first + i);

		if (!column->declared && mean >= cell->means.low && mean <= cell->means.high)
			column->declared = runs;
	}
}

static void declare_by_samples(struct records *records, const struct mail_figure *figure)
{
	double mean = mean_of(records, figure->values);

	for (guint t = 0; t < records->tables->len; t++) {
		const struct table *table = RECORD(records->tables, struct table, t);

		for (guint i = 0; table->part == figure->part && i < table->rows.count; i++) {
			const struct row *row =
				RECORD(records->rows, struct row, table->rows.first + i);

			if (row->kind == ROW_MEAN && slice_equal(row->stat, figure->name))
				declare_by_mean(records, table, row, mean, figure->values.count);
		}
	}
}

/* ---- words ----------------------------------------------------------------------- */

struct words {
	char word[WORDS_MAX][WORD_MAX + 1]; /* small letters, punctuation off */
	guint n;
};

static void read_words(struct words *words, struct slice line)
{
	struct slice word;

	for (words->n = 0; words->n < WORDS_MAX && (word = scan_word(&line)).len; words->n++) {
		gsize n = 0;

		while (word.len && g_ascii_ispunct(word.at[word.len - 1]))
			word.len--;
		for (gsize i = 0; i < word.len && n < WORD_MAX; i++)
			words->word[words->n][n++] = g_ascii_tolower(word.at[i]);
		words->word[words->n][n] = '\0';
	}
}

static gboolean is_among(const struct words *words, guint i, const char *const *among)
{
	return i < words->n && g_strv_contains(among, words->word[i]);
}

static gboolean has_near(
	const struct words *words, guint from, guint more, const char *const *among)
{
	for (guint i = from; i <= from + more; i++)
		if (is_among(words, i, among))
			return TRUE;
	return FALSE;
}

static guint number_of(const char *word)
{
	static const char *const names[] = {"two", "three", "four", "five", "six", "seven", "eight",
		"nine", "ten", "eleven", "twelve"};
	guint64 count;

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (!strcmp(word, names[i]))
			return RUNS_MIN + i;
	if (!literal_count(slice_of(word), &count) || count < RUNS_MIN || count > RUNS_MAX)
		return 0;
	return (guint)count;
}

/* "10 runs for each commit", "each commit was run 10 times", "ran 10 times per kernel" */
static guint runs_told(const struct words *words)
{
	static const char *const runs[] = {"runs", NULL}, *const times[] = {"times", NULL};
	static const char *const link[] = {"for", "of", "per", "on", "with", NULL};
	static const char *const each[] = {"each", "every", "both", "per", NULL};
	static const char *const ran[] = {"run", "ran", "tested", "repeated", NULL};

	for (guint i = 0; i < words->n; i++) {
		guint n = number_of(words->word[i]);

		if (n && is_among(words, i + 1, runs) && is_among(words, i + 2, link) &&
			has_near(words, i + 2, 2, each))
			return n;
		if (n && i && is_among(words, i + 1, times) && is_among(words, i - 1, ran) &&
			(has_near(words, i + 2, 3, each) ||
				has_near(words, i > 6 ? i - 6 : 0, MIN(i, 5), each)))
			return n;
	}
	return 0;
}

/* The next table of the mail's own below a line. */
static struct table *next_table(struct records *records, const struct body_line *line)
{
	for (guint t = 0; t < records->tables->len; t++) {
		struct table *table = RECORD(records->tables, struct table, t);

		if (!table->depth && table->part == line->part && table->line > line->number)
			return table;
	}
	return NULL;
}

static void declare_by_words(struct records *records, const struct body_line *line, guint runs)
{
	const struct table *table = next_table(records, line);

	for (guint i = 0; table && i < table->columns.count; i++) {
		struct column *column =
			RECORD(records->columns, struct column, table->columns.first + i);

		if (!column->declared)
			column->declared = runs;
	}
}

static gboolean may_tell(struct slice line)
{
	return slice_find(line, " runs ") || slice_find(line, " times");
}

static void read_lists(struct records *records)
{
	guint lists = 0;

	for (guint i = 0; i < records->figures->len && lists < DECLARING_LISTS_MAX; i++) {
		const struct mail_figure *figure = RECORD(records->figures, struct mail_figure, i);

		if (figure->kind != FIGURE_SAMPLES || figure->values.count < RUNS_MIN ||
			figure->values.count > RUNS_MAX)
			continue;
		declare_by_samples(records, figure);
		lists++;
	}
}

void declared_read(struct records *records, const GArray *lines)
{
	struct words words;

	read_lists(records);
	for (guint i = 0; records->tables->len && i < lines->len; i++) {
		struct slice line = body_own(lines, i);
		guint runs;

		if (!line.len || BODY_LINE(lines, i)->is_row || !may_tell(line))
			continue;
		read_words(&words, line);
		runs = runs_told(&words);
		if (runs)
			declare_by_words(records, BODY_LINE(lines, i), runs);
	}
}
