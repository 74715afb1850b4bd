/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/benchmark.h"

#include "reproduce/benchmark_parts.h"

G_DEFINE_QUARK(lkpdigest - benchmark - error, benchmark_error)

struct benchmarks {
	GPtrArray *all; /* of struct benchmark * */
	GStringChunk *text;
};

static const char builtin[] =
#include "reproduce/benchmarks_text.h"
	;

/* ---- life ------------------------------------------------------------------------------- */

static void param_free(gpointer data)
{
	struct param *param = data;

	g_array_unref(param->choices);
	g_free(param);
}

static void addition_free(gpointer data)
{
	struct addition *addition = data;

	g_ptr_array_unref(addition->words);
	g_ptr_array_unref(addition->when);
	g_free(addition);
}

static void output_free(gpointer data)
{
	struct output *output = data;

	g_ptr_array_unref(output->words);
	g_array_unref(output->keeps);
	g_free(output);
}

static void benchmark_free(gpointer data)
{
	struct benchmark *benchmark = data;

	g_ptr_array_unref(benchmark->params);
	g_ptr_array_unref(benchmark->command);
	g_ptr_array_unref(benchmark->server);
	g_ptr_array_unref(benchmark->additions);
	g_ptr_array_unref(benchmark->outputs);
	g_ptr_array_unref(benchmark->stats);
	g_free(benchmark);
}

static struct benchmark *benchmark_new(const char *testcase)
{
	struct benchmark *benchmark = g_new0(struct benchmark, 1);

	benchmark->testcase = benchmark->prefix = testcase;
	benchmark->params = g_ptr_array_new_with_free_func(param_free);
	benchmark->command = g_ptr_array_new();
	benchmark->server = g_ptr_array_new();
	benchmark->additions = g_ptr_array_new_with_free_func(addition_free);
	benchmark->outputs = g_ptr_array_new_with_free_func(output_free);
	benchmark->stats = g_ptr_array_new_with_free_func(g_free);
	return benchmark;
}

void benchmarks_free(struct benchmarks *benchmarks)
{
	if (!benchmarks)
		return;
	g_ptr_array_unref(benchmarks->all);
	g_string_chunk_free(benchmarks->text);
	g_free(benchmarks);
}

/* ---- lines ------------------------------------------------------------------------------ */

/* The line in hand: its words, kept for as long as the benchmarks are. */
struct line {
	struct benchmarks *benchmarks;
	struct benchmark *benchmark; /* NULL: none has begun */
	GPtrArray *words;            /* of const char * */
};

static const char *word_at(const struct line *line, guint i)
{
	return i < line->words->len ? line->words->pdata[i] : NULL;
}

static void split_line(struct line *line, struct slice text)
{
	g_ptr_array_set_size(line->words, 0);
	while ((text = slice_trim(text)).len) {
		gsize n = 0;

		while (n < text.len && text.at[n] != ' ' && text.at[n] != '\t')
			n++;
		g_ptr_array_add(line->words,
			g_string_chunk_insert_len(line->benchmarks->text, text.at, (gssize)n));
		text = slice_skip(text, n);
	}
}

static void add_choice(struct line *line, struct param *param, const char *word)
{
	const char *equals = strchr(word, '=');
	struct param_choice choice = {word, word};

	if (param->kind == PARAM_MAP && equals) {
		choice.word =
			g_string_chunk_insert_len(line->benchmarks->text, word, equals - word);
		choice.text = equals + 1;
	} else if (equals) {
		choice.word = choice.text =
			g_string_chunk_insert_len(line->benchmarks->text, word, equals - word);
		param->fallback = choice.text;
	}
	if (!*choice.word)
		param->fallback = choice.text;
	else
		g_array_append_val(param->choices, choice);
}

static const char *read_param(struct line *line)
{
	static const char *const kinds[] = {"count", "seconds", "bytes", "word", "map"};
	const char *name = word_at(line, 1), *kind = word_at(line, 2);
	struct param *param;
	guint i = 0;

	while (i < G_N_ELEMENTS(kinds) && g_strcmp0(kind, kinds[i]))
		i++;
	if (i == G_N_ELEMENTS(kinds))
		return "a parameter has a name and a kind";
	if (benchmark_param(line->benchmark, name))
		return "the parameter is there already";

	param = g_new0(struct param, 1);
	*param = (struct param){name, (enum param_kind)i, NULL,
		g_array_new(FALSE, FALSE, sizeof(struct param_choice))};
	g_ptr_array_add(line->benchmark->params, param);
	if (param->kind < PARAM_WORD) {
		param->fallback = word_at(line, 3);
		return line->words->len > 4 ? "a number has one default" : NULL;
	}
	for (guint k = 3; k < line->words->len; k++)
		add_choice(line, param, word_at(line, k));
	return param->choices->len ? NULL : "there is nothing to choose from";
}

static const char *read_words(struct line *line, GPtrArray *to)
{
	for (guint i = 1; i < line->words->len; i++)
		g_ptr_array_add(to, line->words->pdata[i]);
	return line->words->len > 1 ? NULL : "a command has words";
}

static const char *read_addition(struct line *line)
{
	struct addition *addition = g_new0(struct addition, 1);
	guint i = 1;

	addition->words = g_ptr_array_new();
	addition->when = g_ptr_array_new();
	g_ptr_array_add(line->benchmark->additions, addition);
	for (; word_at(line, i) && strcmp(word_at(line, i), "when"); i++)
		g_ptr_array_add(addition->words, line->words->pdata[i]);
	addition->param = word_at(line, i) ? word_at(line, i + 1) : NULL;
	for (i += 2; i < line->words->len; i++)
		g_ptr_array_add(addition->when, line->words->pdata[i]);
	if (!addition->words->len || !addition->when->len)
		return "written: add WORD... when NAME WORD...";
	return benchmark_param(line->benchmark, addition->param) ? NULL
								 : "there is no such parameter";
}

static const char *read_output(struct line *line)
{
	struct output *output = g_new0(struct output, 1);

	output->words = g_ptr_array_new();
	output->keeps = g_array_new(FALSE, FALSE, sizeof(struct formula_stat));
	g_ptr_array_add(line->benchmark->outputs, output);
	for (guint i = 1; i < line->words->len; i++)
		g_ptr_array_add(output->words, line->words->pdata[i]);
	return output->words->len ? NULL : "a line has words";
}

static gboolean read_formula(const struct line *line, struct formula_stat *ret)
{
	if (line->words->len != 3 || *word_at(line, 2) != '=')
		return FALSE;
	*ret = (struct formula_stat){.name = word_at(line, 1), .formula = word_at(line, 2)};
	return TRUE;
}

static const char *read_stat(struct line *line, gboolean is_optional)
{
	struct formula_stat *stat = g_new0(struct formula_stat, 1);

	g_ptr_array_add(line->benchmark->stats, stat);
	if (!read_formula(line, stat))
		return "written: stat NAME =FORMULA";
	stat->is_optional = is_optional;
	return NULL;
}

static const char *read_keep(struct line *line)
{
	const GPtrArray *outputs = line->benchmark->outputs;
	struct formula_stat keep;

	if (!outputs->len)
		return "a line of output comes first";
	if (!read_formula(line, &keep))
		return "written: keep NAME =FORMULA";
	g_array_append_val(((struct output *)outputs->pdata[outputs->len - 1])->keeps, keep);
	return NULL;
}

static const char *read_split(struct line *line)
{
	const char *word = word_at(line, 1);

	if (line->words->len != 2 || strlen(word) != 1)
		return "one character is wanted";
	line->benchmark->split = *word;
	return NULL;
}

static const char *read_name(struct line *line, const char **field)
{
	*field = word_at(line, 1);
	return benchmark_param(line->benchmark, *field) ? NULL : "there is no such parameter";
}

static const char *read_checked(struct line *line)
{
	const char *how = word_at(line, 1);

	line->benchmark->was_run = !g_strcmp0(how, "run");
	return line->benchmark->was_run || !g_strcmp0(how, "quoted") ? NULL : "run or quoted";
}

static const char *read_text(struct line *line, const char **field)
{
	*field = word_at(line, 1);
	return line->words->len == 2 ? NULL : "one word is wanted";
}

static const char *begin_benchmark(struct line *line)
{
	const char *testcase = word_at(line, 1);

	if (line->words->len != 2)
		return "one word is wanted";
	if (benchmark_find(line->benchmarks, testcase))
		return "the test case is there already";
	line->benchmark = benchmark_new(testcase);
	g_ptr_array_add(line->benchmarks->all, line->benchmark);
	return NULL;
}

/* What is said of the output. */
static const char *read_output_line(struct line *line, const char *key)
{
	if (!strcmp(key, "output"))
		return read_output(line);
	if (!strcmp(key, "keep"))
		return read_keep(line);
	if (!strcmp(key, "split"))
		return read_split(line);
	if (!strcmp(key, "stat") || !strcmp(key, "maybe"))
		return read_stat(line, *key == 'm');
	return "no such line is known";
}

/* NULL, or what is wrong with it. */
static const char *read_line(struct line *line)
{
	const char *key = word_at(line, 0);

	if (!strcmp(key, "testcase"))
		return begin_benchmark(line);
	if (!line->benchmark)
		return "a benchmark begins with testcase";
	if (!strcmp(key, "package"))
		return read_text(line, &line->benchmark->package);
	if (!strcmp(key, "program"))
		return read_text(line, &line->benchmark->program);
	if (!strcmp(key, "prefix"))
		return read_text(line, &line->benchmark->prefix);
	if (!strcmp(key, "folder"))
		return read_text(line, &line->benchmark->folder);
	if (!strcmp(key, "checked"))
		return read_checked(line);
	if (!strcmp(key, "param"))
		return read_param(line);
	if (!strcmp(key, "command"))
		return read_words(line, line->benchmark->command);
	if (!strcmp(key, "server"))
		return read_words(line, line->benchmark->server);
	if (!strcmp(key, "add"))
		return read_addition(line);
	if (!strcmp(key, "until"))
		return read_name(line, &line->benchmark->until);
	if (!strcmp(key, "times"))
		return read_name(line, &line->benchmark->times);
	if (!strcmp(key, "copies"))
		return read_name(line, &line->benchmark->copies);
	return read_output_line(line, key);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static const char *missing_of(const struct benchmarks *benchmarks)
{
	for (guint i = 0; i < benchmarks->all->len; i++) {
		const struct benchmark *benchmark = benchmarks->all->pdata[i];

		if (!benchmark->program || !benchmark->command->len)
			return benchmark->testcase;
	}
	return NULL;
}

struct benchmarks *benchmarks_read(struct slice text, GError **error)
{
	struct benchmarks *benchmarks = g_new0(struct benchmarks, 1);
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	struct line line = {benchmarks, NULL, words};
	const char *why = NULL, *missing;
	struct slice one;
	guint number = 0;

	benchmarks->all = g_ptr_array_new_with_free_func(benchmark_free);
	benchmarks->text = g_string_chunk_new(4096);
	while (!why && slice_next_line(&text, &one)) {
		number++;
		split_line(&line, one);
		if (words->len && *word_at(&line, 0) != '#')
			why = read_line(&line);
	}
	missing = missing_of(benchmarks);
	if (!why && !missing)
		return benchmarks;
	if (why)
		g_set_error(error, BENCHMARK_ERROR, 0, "line %u: %s", number, why);
	else
		g_set_error(error, BENCHMARK_ERROR, 0, "%s has no program or command", missing);
	benchmarks_free(benchmarks);
	return NULL;
}

struct benchmarks *benchmarks_builtin(void)
{
	g_autoptr(GError) error = NULL;
	struct benchmarks *benchmarks = benchmarks_read(slice_of(builtin), &error);

	if (!benchmarks)
		g_critical("benchmarks: %s", error->message);
	return benchmarks;
}

const struct benchmark *benchmark_find(const struct benchmarks *benchmarks, const char *testcase)
{
	for (guint i = 0; testcase && i < benchmarks->all->len; i++) {
		const struct benchmark *benchmark = benchmarks->all->pdata[i];

		if (!strcmp(benchmark->testcase, testcase))
			return benchmark;
	}
	return NULL;
}

guint benchmarks_count(const struct benchmarks *benchmarks)
{
	return benchmarks->all->len;
}

const struct benchmark *benchmark_at(const struct benchmarks *benchmarks, guint i)
{
	return benchmarks->all->pdata[i];
}
