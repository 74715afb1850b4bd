/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/benchmark_parts.h"
#include "reproduce/job_value.h"

#include "base/literal.h"

#define DEFAULT_DEPTH_MAX 8 /* defaults that are made of other parameters */

#define NOTHING "-" /* the default of a number that may be missing */

struct making {
	const struct benchmark *benchmark;
	benchmark_value_fn value;
	void *data;
	guint nr_cpu;
	char **ret_why;
};

const struct param *benchmark_param(const struct benchmark *benchmark, const char *name)
{
	for (guint i = 0; name && i < benchmark->params->len; i++) {
		const struct param *param = benchmark->params->pdata[i];

		if (!strcmp(param->name, name))
			return param;
	}
	return NULL;
}

gboolean benchmark_knows(const struct benchmark *benchmark, const char *name)
{
	return benchmark_param(benchmark, name) != NULL;
}

static gboolean refuse(const struct making *making, const struct param *param, const char *why)
{
	g_free(*making->ret_why);
	*making->ret_why = g_strdup_printf("%s %s", param->name, why);
	return FALSE;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static gboolean read_number(
	const struct making *making, const struct param *param, const char *text, guint64 *ret)
{
	switch (param->kind) {
	case PARAM_SECONDS:
		return job_value_seconds(text, ret);
	case PARAM_BYTES:
		return job_value_bytes(text, ret);
	default:
		return job_value_count(text, making->nr_cpu, ret);
	}
}

static gboolean number_of(
	const struct making *making, const struct param *param, guint depth, guint64 *ret);

/* A factor of a default. */
static gboolean factor_of(
	const struct making *making, const char *name, gsize len, guint depth, guint64 *ret)
{
	g_autofree char *word = g_strndup(name, len);
	const struct param *param = benchmark_param(making->benchmark, word);

	if (literal_count(slice_of(word), ret))
		return TRUE;
	*ret = making->nr_cpu;
	if (!strcmp(word, "nr_cpu"))
		return making->nr_cpu > 0;
	return param && number_of(making, param, depth + 1, ret);
}

/* FALSE: beyond the limits. */
static gboolean calculate(guint64 *all, char operation, guint64 by)
{
	switch (operation) {
	case '/':
		if (!by)
			return FALSE;
		*all /= by;
		return TRUE;
	case '-':
		*all -= MIN(*all, by);
		return TRUE;
	default:
		if (by && *all > JOB_VALUE_MAX / by)
			return FALSE;
		*all *= by;
		return TRUE;
	}
}

/* "=a*b/c-d", from left to right. */
static gboolean work_out(
	const struct making *making, const char *formula, guint depth, guint64 *ret)
{
	char operation = '*';
	guint64 all = 1, one;

	do {
		gsize len = strcspn(++formula, "*/-");

		if (depth == DEFAULT_DEPTH_MAX || !factor_of(making, formula, len, depth, &one) ||
			!calculate(&all, operation, one))
			return FALSE;
		formula += len;
		operation = *formula;
	} while (operation);
	*ret = all;
	return TRUE;
}

static gboolean number_of(
	const struct making *making, const struct param *param, guint depth, guint64 *ret)
{
	const char *text = making->value(param->name, making->data);

	if (text)
		return read_number(making, param, text, ret) ||
		       refuse(making, param, "is no number that is allowed");
	if (!param->fallback)
		return refuse(making, param, "is not told");
	if (*param->fallback == '=')
		return work_out(making, param->fallback, depth, ret) ||
		       refuse(making, param, "cannot be worked out");
	return read_number(making, param, param->fallback, ret) ||
	       refuse(making, param, "has a default that is no number");
}

/* ---- words ----------------------------------------------------------------------------------- */

static const char *choice_of(const struct making *making, const struct param *param)
{
	const char *text = making->value(param->name, making->data);

	if (!text) {
		if (!param->fallback)
			refuse(making, param, "is not told");
		return param->fallback;
	}
	for (guint i = 0; i < param->choices->len; i++) {
		const struct param_choice *choice =
			&g_array_index(param->choices, struct param_choice, i);

		if (!strcmp(choice->word, text))
			return choice->text;
	}
	refuse(making, param, "is none of the words that are known");
	return NULL;
}

static gboolean append_param(const struct making *making, const char *name, GString *to)
{
	const struct param *param = benchmark_param(making->benchmark, name);
	const char *text;
	guint64 number;

	if (!param) {
		g_free(*making->ret_why);
		*making->ret_why = g_strdup_printf("%s is no parameter of it", name);
		return FALSE;
	}
	if (param->kind < PARAM_WORD) {
		if (!number_of(making, param, 0, &number))
			return FALSE;
		g_string_append_printf(to, "%" G_GUINT64_FORMAT, number);
		return TRUE;
	}
	text = choice_of(making, param);
	if (text)
		g_string_append(to, text);
	return text != NULL;
}

/* A number that may be missing, and is. */
static gboolean is_nothing(const struct making *making, const char *name)
{
	const struct param *param = benchmark_param(making->benchmark, name);

	return param && param->kind < PARAM_WORD && !g_strcmp0(param->fallback, NOTHING) &&
	       !making->value(name, making->data);
}

/* A word with nothing in it becomes empty. */
static gboolean append_word(const struct making *making, const char *word, GString *to)
{
	const char *open, *close;

	while ((open = strchr(word, '{')) && (close = strchr(open, '}'))) {
		g_autofree char *name = g_strndup(open + 1, (gsize)(close - open - 1));

		g_string_append_len(to, word, open - word);
		if (is_nothing(making, name)) {
			g_string_truncate(to, 0);
			return TRUE;
		}
		if (!append_param(making, name, to))
			return FALSE;
		word = close + 1;
	}
	g_string_append(to, word);
	return TRUE;
}

/* "{NAME}" of a map. */
static gboolean is_all_of_a_map(const struct making *making, const char *word)
{
	gsize len = strlen(word);
	g_autofree char *name = len > 2 ? g_strndup(word + 1, len - 2) : NULL;
	const struct param *param = benchmark_param(making->benchmark, name);

	return *word == '{' && param && param->kind == PARAM_MAP;
}

static void add_pieces(GStrvBuilder *to, const char *text)
{
	g_auto(GStrv) pieces = g_strsplit(text, ",", 0);

	g_strv_builder_addv(to, (const char **)pieces);
}

static gboolean add_words(const struct making *making, const GPtrArray *words, GStrvBuilder *to)
{
	for (guint i = 0; i < words->len; i++) {
		g_autoptr(GString) word = g_string_new(NULL);

		if (!append_word(making, words->pdata[i], word))
			return FALSE;
		if (word->len && is_all_of_a_map(making, words->pdata[i]))
			add_pieces(to, word->str);
		else if (word->len)
			g_strv_builder_add(to, word->str);
	}
	return TRUE;
}

static gboolean is_wanted(const struct making *making, const struct addition *addition)
{
	const char *text = making->value(addition->param, making->data);

	return text && g_ptr_array_find_with_equal_func(addition->when, text, g_str_equal, NULL);
}

/* ---- the command ----------------------------------------------------------------------------- */

char **benchmark_command(const struct benchmark *benchmark, benchmark_value_fn value, void *data,
	guint nr_cpu, char **ret_why)
{
	const struct making making = {benchmark, value, data, nr_cpu, ret_why};
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	gboolean done;

	*ret_why = NULL;
	done = add_words(&making, benchmark->command, words);
	for (guint i = 0; done && i < benchmark->additions->len; i++) {
		const struct addition *addition = benchmark->additions->pdata[i];

		if (is_wanted(&making, addition))
			done = add_words(&making, addition->words, words);
	}
	if (done) {
		g_clear_pointer(ret_why, g_free);
		return g_strv_builder_end(words);
	}
	return NULL;
}

/*
 * $1 and so on up to "--" are the server, maybe none; then comes the number of copies, then the
 * command.  The server is not waited for: it ends with the sandbox.
 */
#define BESIDE                                                                                     \
	"server=; while [ \"$1\" != -- ]; do server=\"$server $1\"; shift; done; "                 \
	"copies=$2; shift 2; [ -z \"$server\" ] || { $server >/dev/null 2>&1 & sleep 1; }; "       \
	"[ \"$copies\" -gt 1 ] || exec \"$@\"; pids=; status=0; "                                  \
	"while [ \"$copies\" -gt 0 ]; do \"$@\" & pids=\"$pids $!\"; copies=$((copies - 1)); "     \
	"done; "                                                                                   \
	"for pid in $pids; do wait \"$pid\" || status=$?; done; exit $status"

static void add_all(GStrvBuilder *to, const char *const *words)
{
	for (; words && *words; words++)
		g_strv_builder_add(to, *words);
}

char **benchmark_wrap(const struct benchmark *benchmark, guint copies, const char *const *before,
	const char *const *command)
{
	static const char *const shell[] = {"sh", "-c", BESIDE, "sh", NULL};
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	g_autofree char *number = g_strdup_printf("%u", copies);

	if (benchmark->server->len || copies > 1) {
		add_all(words, shell);
		for (guint i = 0; i < benchmark->server->len; i++)
			g_strv_builder_add(words, benchmark->server->pdata[i]);
		g_strv_builder_add(words, "--");
		g_strv_builder_add(words, number);
	}
	add_all(words, before);
	add_all(words, command);
	return g_strv_builder_end(words);
}

char *benchmark_param_text(const struct benchmark *benchmark, const char *name,
	benchmark_value_fn value, void *data, guint nr_cpu, char **ret_why)
{
	const struct making making = {benchmark, value, data, nr_cpu, ret_why};
	g_autoptr(GString) text = g_string_new(NULL);

	*ret_why = NULL;
	return append_param(&making, name, text) ? g_strdup(text->str) : NULL;
}

/* 0: there is no such number. */
static guint64 number_of_name(const struct making *making, const char *name)
{
	const struct param *param = benchmark_param(making->benchmark, name);
	guint64 number;

	if (!param || is_nothing(making, name) || !number_of(making, param, 0, &number))
		return 0;
	return number;
}

struct benchmark_repeat benchmark_repeat(
	const struct benchmark *benchmark, benchmark_value_fn value, void *data, guint nr_cpu)
{
	g_autofree char *why = NULL;
	const struct making making = {benchmark, value, data, nr_cpu, &why};
	guint64 copies = number_of_name(&making, benchmark->copies);

	return (struct benchmark_repeat){
		.copies = (guint)CLAMP(copies, 1, BENCHMARK_COPIES_MAX),
		.times = number_of_name(&making, benchmark->times),
		.seconds = number_of_name(&making, benchmark->until),
	};
}
