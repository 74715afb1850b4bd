/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a benchmark prints, read by the lines that its file names. */
#include "reproduce/benchmark_parts.h"

#include "base/literal.h"

#include <math.h>

#define NUMBER_BYTES_MAX 40
#define WORDS_MAX 64 /* of a line; behind it nothing is looked at */

struct reading {
	const struct benchmark *benchmark;
	benchmark_value_fn value;
	void *data;
	GHashTable *kept; /* name -> GArray of double */
};

static void array_unref(gpointer array)
{
	g_array_unref(array);
}

/* ---- lines ------------------------------------------------------------------------------ */

static guint split_words(struct slice line, char split, struct slice *words)
{
	guint n = 0;

	line = slice_cut(line, BENCHMARK_LINE_MAX);
	while (n < WORDS_MAX) {
		gsize len = 0;

		while (line.len && (line.at[0] == ' ' || line.at[0] == '\t' || line.at[0] == '\r'))
			line = slice_skip(line, 1);
		if (!line.len)
			break;
		while (len < line.len && !strchr(" \t\r", line.at[len]) &&
			(!split || line.at[len] != split))
			len++;
		words[n++] = (struct slice){line.at, len};
		line = slice_skip(line,
			MIN(len + (split && len < line.len && line.at[len] == split), line.len));
	}
	return n;
}

/* "123", "0.5", "12.5%", "(8", "8)", "1.0058s": the number of a word. */
static gboolean number_in(struct slice word, double *ret)
{
	gsize n = 0;

	while (word.len && (word.at[0] == '(' || word.at[0] == '['))
		word = slice_skip(word, 1);
	if (word.len > NUMBER_BYTES_MAX)
		return FALSE;
	while (n < word.len && (g_ascii_isdigit(word.at[n]) || strchr("+-.eE", word.at[n])))
		n++;
	while (n && strchr("+-eE", word.at[n - 1]))
		n--;
	return literal_read((struct slice){word.at, n}, ret) && isfinite(*ret);
}

/* "{name}", "{=name}" or NULL: the name without the braces. */
static char *name_in(const char *word, char mark)
{
	gsize len = strlen(word);
	gsize skip = mark ? 2 : 1;

	if (len < skip + 2 || word[0] != '{' || word[len - 1] != '}' ||
		(mark ? word[1] != mark : word[1] == '='))
		return NULL;
	return g_strndup(word + skip, len - skip - 1);
}

static gboolean word_fits(const struct reading *reading, const char *wanted, struct slice word)
{
	g_autofree char *param = name_in(wanted, '='), *number = name_in(wanted, 0);
	const char *value = param ? reading->value(param, reading->data) : NULL;
	double any;

	if (!strcmp(wanted, "*"))
		return TRUE;
	if (param)
		return value && slice_is(word, value);
	return number ? number_in(word, &any) : slice_is(word, wanted);
}

static gboolean is_open(const char *word)
{
	return !strcmp(word, "...");
}

/* The words of a line that stand for those that are wanted, without "..."; NULL: it is none. */
static const struct slice *words_of(
	const struct reading *reading, const GPtrArray *wanted, const struct slice *words, guint n)
{
	guint front = is_open(wanted->pdata[0]);
	guint back = wanted->len > 1 && is_open(wanted->pdata[wanted->len - 1]);
	guint least = wanted->len - front - back;

	if (front || back ? n < least : n != least)
		return NULL;
	words += front ? n - least : 0;
	for (guint i = 0; i < least; i++)
		if (!word_fits(reading, wanted->pdata[front + i], words[i]))
			return NULL;
	return words;
}

/* ---- formulas ----------------------------------------------------------------------------- */

static gint by_value(gconstpointer a, gconstpointer b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double upper_median(const GArray *values)
{
	g_autoptr(GArray) sorted = g_array_copy((GArray *)values);

	g_array_sort(sorted, by_value);
	return g_array_index(sorted, double, sorted->len / 2);
}

static double deviation(const GArray *values, double mean)
{
	double sum = 0;

	for (guint i = 0; i < values->len; i++) {
		double off = g_array_index(values, double, i) - mean;

		sum += off * off;
	}
	return sqrt(sum / values->len);
}

static double sum_of(const GArray *values)
{
	double sum = 0;

	for (guint i = 0; i < values->len; i++)
		sum += g_array_index(values, double, i);
	return sum;
}

static double extreme(const GArray *values, gboolean is_max)
{
	double found = g_array_index(values, double, 0);

	for (guint i = 1; i < values->len; i++) {
		double one = g_array_index(values, double, i);

		found = is_max ? MAX(found, one) : MIN(found, one);
	}
	return found;
}

/* Of at least one value. */
static double together(const GArray *values, const char *how)
{
	if (!strcmp(how, "min") || !strcmp(how, "max"))
		return extreme(values, how[1] == 'a');
	if (!strcmp(how, "sum"))
		return sum_of(values);
	if (!strcmp(how, "avg"))
		return sum_of(values) / values->len;
	if (!strcmp(how, "count"))
		return values->len;
	if (!strcmp(how, "median"))
		return upper_median(values);
	if (!strcmp(how, "dev"))
		return deviation(values, sum_of(values) / values->len);
	return g_array_index(values, double, values->len - 1);
}

/* A number, NAME, or HOW:NAME.  NAN: nothing of that name was printed. */
static double factor_of(const struct reading *reading, const char *word)
{
	const char *colon = strchr(word, ':');
	g_autofree char *how = g_strndup(word, colon ? (gsize)(colon - word) : 0);
	const GArray *values = g_hash_table_lookup(reading->kept, colon ? colon + 1 : word);
	double number;

	if (literal_read(slice_of(word), &number))
		return number;
	return values ? together(values, how) : NAN;
}

/* "a*b//c/d", from left to right. */
static double product_of(const struct reading *reading, const char *text)
{
	double all = 1;
	char operation = '*';
	gboolean is_whole = FALSE;

	for (;;) {
		gsize len = strcspn(text, "*/");
		g_autofree char *word = g_strndup(text, len);
		double one = factor_of(reading, word);

		all = operation == '*' ? all * one : all / one;
		if (is_whole)
			all = floor(all);
		text += len;
		operation = *text;
		if (!operation)
			return all;
		is_whole = operation == '/' && text[1] == '/';
		text += 1 + is_whole;
	}
}

/* "=a*b+c*d" */
static double work_out(const struct reading *reading, const char *formula)
{
	g_auto(GStrv) terms = g_strsplit(formula + 1, "+", 0);
	double all = 0;

	for (char **term = terms; *term; term++)
		all += product_of(reading, *term);
	return all;
}

/* ---- lines, and what is kept of them --------------------------------------------------------- */

static void keep(struct reading *reading, const char *name, double value)
{
	GArray *values = g_hash_table_lookup(reading->kept, name);

	if (!values) {
		values = g_array_new(FALSE, FALSE, sizeof(double));
		g_hash_table_insert(reading->kept, g_strdup(name), values);
	}
	if (values->len < BENCHMARK_VALUES_MAX)
		g_array_append_val(values, value);
}

static void keep_words(
	struct reading *reading, const struct output *output, const struct slice *words)
{
	guint front = is_open(output->words->pdata[0]);

	for (guint i = front; i < output->words->len; i++) {
		g_autofree char *name = name_in(output->words->pdata[i], 0);
		double value;

		if (name && number_in(words[i - front], &value))
			keep(reading, name, value);
	}
	for (guint i = 0; i < output->keeps->len; i++) {
		const struct formula_stat *more =
			&g_array_index(output->keeps, struct formula_stat, i);
		double value = work_out(reading, more->formula);

		if (isfinite(value))
			keep(reading, more->name, value);
	}
}

static void read_lines(struct reading *reading, struct slice text)
{
	const struct benchmark *benchmark = reading->benchmark;
	struct slice words[WORDS_MAX], line;

	while (slice_next_line(&text, &line)) {
		guint n = split_words(line, benchmark->split, words);

		for (guint i = 0; i < benchmark->outputs->len; i++) {
			const struct output *output = benchmark->outputs->pdata[i];
			const struct slice *found = words_of(reading, output->words, words, n);

			if (found)
				keep_words(reading, output, found);
		}
	}
}

/* ---- stats ----------------------------------------------------------------------------------- */

static gboolean is_name(const char *name)
{
	return strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
			    "._-/%+") == strlen(name);
}

/* "{=test}.ops": with the parameter's value. */
static char *stat_name(const struct reading *reading, const char *name)
{
	const char *close = strchr(name, '}');
	g_autofree char *param = close ? g_strndup(name, (gsize)(close + 1 - name)) : NULL;
	g_autofree char *key = param ? name_in(param, '=') : NULL;
	const char *value = key ? reading->value(key, reading->data) : NULL;

	return g_strconcat(reading->benchmark->prefix, ".", value ? value : "",
		close ? close + 1 : name, NULL);
}

static void stat_clear(gpointer data)
{
	g_free(((struct benchmark_stat *)data)->name);
}

/* NULL, or why there cannot be any; g_free(). */
static char *add_stat(
	const struct reading *reading, const struct formula_stat *wanted, GArray *stats)
{
	struct benchmark_stat stat = {
		stat_name(reading, wanted->name), work_out(reading, wanted->formula)};
	char *why = NULL;

	if (!is_name(stat.name) || (!isfinite(stat.value) && !wanted->is_optional))
		why = g_strdup_printf("the output does not tell %s", stat.name);
	if (!why && isfinite(stat.value) && stat.value != 0)
		g_array_append_val(stats, stat);
	else
		stat_clear(&stat);
	return why;
}

GArray *benchmark_stats(const struct benchmark *benchmark, benchmark_value_fn value, void *data,
	struct slice output, char **ret_why)
{
	struct reading reading = {benchmark, value, data,
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, array_unref)};
	GArray *stats = g_array_new(FALSE, FALSE, sizeof(struct benchmark_stat));

	*ret_why = NULL;
	g_array_set_clear_func(stats, stat_clear);
	read_lines(&reading, output);
	for (guint i = 0; !*ret_why && i < benchmark->stats->len; i++)
		*ret_why = add_stat(&reading, benchmark->stats->pdata[i], stats);
	if (!*ret_why && !stats->len)
		*ret_why = g_strdup_printf(
			"the output tells no stat of %s that is not 0", benchmark->prefix);
	g_hash_table_unref(reading.kept);
	if (!*ret_why)
		return stats;
	g_array_unref(stats);
	return NULL;
}
