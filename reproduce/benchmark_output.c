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

static gboolean line_fits(const struct reading *reading, const struct output *output,
	const struct slice *words, guint n)
{
	const GPtrArray *wanted = output->words;
	gboolean is_open = !strcmp(wanted->pdata[wanted->len - 1], "...");
	guint least = wanted->len - is_open;

	if (is_open ? n < least : n != least)
		return FALSE;
	for (guint i = 0; i < least; i++)
		if (!word_fits(reading, wanted->pdata[i], words[i]))
			return FALSE;
	return TRUE;
}

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
	for (guint i = 0; i < output->words->len; i++) {
		g_autofree char *name = name_in(output->words->pdata[i], 0);
		double value;

		if (name && number_in(words[i], &value))
			keep(reading, name, value);
	}
}

static void read_lines(struct reading *reading, struct slice text)
{
	const struct benchmark *benchmark = reading->benchmark;
	struct slice words[WORDS_MAX], line;

	while (slice_next_line(&text, &line)) {
		guint n = split_words(line, benchmark->split, words);

		for (guint i = 0; i < benchmark->outputs->len; i++)
			if (line_fits(reading, benchmark->outputs->pdata[i], words, n))
				keep_words(reading, benchmark->outputs->pdata[i], words);
	}
}

/* ---- formulas ----------------------------------------------------------------------------- */

static double together(const GArray *values, const char *how)
{
	double last = 0, sum = 0, low = INFINITY, high = -INFINITY;

	for (guint i = 0; i < values->len; i++) {
		last = g_array_index(values, double, i);
		sum += last;
		low = MIN(low, last);
		high = MAX(high, last);
	}
	if (!strcmp(how, "min"))
		return low;
	if (!strcmp(how, "max"))
		return high;
	if (!strcmp(how, "sum"))
		return sum;
	return !strcmp(how, "avg") ? sum / values->len : last;
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

/* "=a*b//c/d", from left to right. */
static double work_out(const struct reading *reading, const char *formula)
{
	double all = 1;
	char operation = '*';
	gboolean is_whole = FALSE;

	do {
		gsize len = strcspn(++formula, "*/");
		g_autofree char *word = g_strndup(formula, len);
		double one = factor_of(reading, word);

		all = operation == '*' ? all * one : all / one;
		if (is_whole)
			all = floor(all);
		formula += len;
		operation = *formula;
		is_whole = operation == '/' && formula[1] == '/';
		formula += is_whole;
	} while (operation);
	return all;
}

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

GArray *benchmark_stats(const struct benchmark *benchmark, benchmark_value_fn value, void *data,
	struct slice output, char **ret_why)
{
	struct reading reading = {benchmark, value, data,
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, array_unref)};
	GArray *stats = g_array_new(FALSE, FALSE, sizeof(struct benchmark_stat));

	*ret_why = NULL;
	g_array_set_clear_func(stats, stat_clear);
	read_lines(&reading, output);
	for (guint i = 0; !*ret_why && i < benchmark->stats->len; i++) {
		const struct formula_stat *wanted = benchmark->stats->pdata[i];
		struct benchmark_stat stat = {
			stat_name(&reading, wanted->name), work_out(&reading, wanted->formula)};

		if (!isfinite(stat.value) || !is_name(stat.name))
			*ret_why = g_strdup_printf("the output does not tell %s", stat.name);
		g_array_append_val(stats, stat);
	}
	g_hash_table_unref(reading.kept);
	if (!*ret_why)
		return stats;
	g_array_unref(stats);
	return NULL;
}
