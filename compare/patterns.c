/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/patterns.h"

#include "base/literal.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdio.h>

#define PATTERN_LEN_MAX 4096
/* Text of alternatives in one program; pcre2 compiles at most 64 KiB of code. */
#define PROGRAM_TEXT_MAX (8 * 1024)
/* Some thousand times what the dearest of the rules takes for a name of 300 bytes. */
#define MATCH_LIMIT 1000000
#define DEPTH_LIMIT 10000
#define HEAP_LIMIT_KIB 4096

/* Alternatives, each marked with its index. */
struct matcher {
	pcre2_code *code;
	gsize is_translated; /* by JIT; of g_once_init_enter() */
};

struct patterns {
	GPtrArray *programs; /* of struct matcher * */
	pcre2_match_context *limits;
};

G_DEFINE_QUARK(lkpdigest - patterns - error, patterns_error)

static guint32 options_of(enum anchor anchor)
{
	guint32 options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NO_AUTO_CAPTURE |
			  PCRE2_NEVER_BACKSLASH_C;

	if (anchor != ANCHOR_NONE)
		options |= PCRE2_ANCHORED;
	if (anchor == ANCHOR_WHOLE)
		options |= PCRE2_ENDANCHORED;
	return options;
}

static pcre2_code *compile(const char *text, gsize len, guint32 options, GError **error)
{
	PCRE2_SIZE at = 0;
	int why = 0;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)text, len, options, &why, &at, NULL);

	if (!code) {
		char message[128] = "";

		pcre2_get_error_message(why, (PCRE2_UCHAR *)message, sizeof(message));
		g_set_error(error, PATTERNS_ERROR, PATTERNS_ERROR_SYNTAX, "%s at byte %zu", message,
			(size_t)at);
	}
	return code;
}

/* Alone, so that an unbalanced bracket cannot reach into its neighbours. */
static gboolean check(const char *pattern, guint32 options, gboolean *ret_anchored, GError **error)
{
	guint32 found = 0;

	if (strlen(pattern) > PATTERN_LEN_MAX || strstr(pattern, "(*")) {
		g_set_error(error, PATTERNS_ERROR, PATTERNS_ERROR_SYNTAX, "%s",
			strstr(pattern, "(*") ? "a verb of pcre2 is no part of a rule"
					      : "the pattern is too long");
		return FALSE;
	}
	pcre2_code *code = compile(pattern, strlen(pattern), options, error);
	if (!code)
		return FALSE;
	pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &found);
	*ret_anchored = (found & PCRE2_ANCHORED) != 0;
	pcre2_code_free(code);
	return TRUE;
}

static gboolean add_program(
	struct patterns *patterns, GString *alternatives, guint32 options, GError **error)
{
	if (!alternatives->len)
		return TRUE;
	pcre2_code *code = compile(alternatives->str, alternatives->len, options, error);
	struct matcher *matcher;

	g_string_truncate(alternatives, 0);
	if (!code)
		return FALSE;
	matcher = g_new0(struct matcher, 1);
	matcher->code = code;
	g_ptr_array_add(patterns->programs, matcher);
	return TRUE;
}

static void matcher_free(void *data)
{
	struct matcher *matcher = data;

	pcre2_code_free(matcher->code);
	g_free(matcher);
}

/*
 * JIT takes as long as compiling, and no command asks all rules.  Without it (no
 * executable memory to be had) matching is slower and as right.
 */
static const pcre2_code *translated(struct matcher *matcher)
{
	if (g_once_init_enter(&matcher->is_translated)) {
		pcre2_jit_compile(matcher->code, PCRE2_JIT_COMPLETE);
		g_once_init_leave(&matcher->is_translated, 1);
	}
	return matcher->code;
}

/*
 * The patterns that begin with '^' are kept from those that may stand anywhere: these are
 * tried at every byte of a name, which is not for hundreds of alternatives.
 */
static gboolean add_programs(struct patterns *to, const char *const *patterns, guint n,
	const gboolean *anchored, gboolean wanted, guint32 options, GError **error)
{
	g_autoptr(GString) alternatives = g_string_new(NULL);

	for (guint i = 0; i < n; i++) {
		if (anchored[i] != wanted)
			continue;
		if (alternatives->len > PROGRAM_TEXT_MAX &&
			!add_program(to, alternatives, options, error))
			return FALSE;
		g_string_append_printf(alternatives, "%s(?:%s)(*MARK:%u)",
			alternatives->len ? "|" : "", patterns[i], i);
	}
	return add_program(to, alternatives, options, error);
}

struct patterns *patterns_new(
	const char *const *patterns, guint n, enum anchor anchor, guint *ret_bad, GError **error)
{
	struct patterns *made = g_new0(struct patterns, 1);
	g_autofree gboolean *anchored = g_new0(gboolean, n + 1);
	guint32 options = options_of(anchor);

	made->programs = g_ptr_array_new_with_free_func(matcher_free);
	made->limits = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(made->limits, MATCH_LIMIT);
	pcre2_set_depth_limit(made->limits, DEPTH_LIMIT);
	pcre2_set_heap_limit(made->limits, HEAP_LIMIT_KIB);
	for (guint i = 0; i < n; i++)
		if (!check(patterns[i], options, &anchored[i], error)) {
			*ret_bad = i;
			patterns_free(made);
			return NULL;
		}
	*ret_bad = 0;
	if (!add_programs(made, patterns, n, anchored, TRUE, options, error) ||
		!add_programs(made, patterns, n, anchored, FALSE, options, error))
		g_clear_pointer(&made, patterns_free);
	return made;
}

void patterns_free(struct patterns *patterns)
{
	if (!patterns)
		return;
	g_ptr_array_unref(patterns->programs);
	pcre2_match_context_free(patterns->limits);
	g_free(patterns);
}

/*
 * Each alternative ends in its mark.  Not read by g_ascii_string_to_unsigned(): a thread
 * that waits in it for another one's making of the C locale has EAGAIN in errno behind
 * it, and is told that "21" is no number.
 */
static gboolean read_mark(pcre2_match_data *data, guint *ret_index)
{
	guint64 index;

	if (!literal_count(slice_of((const char *)pcre2_get_mark(data)), &index))
		return FALSE;
	*ret_index = (guint)index;
	return TRUE;
}

enum answer patterns_match(const struct patterns *patterns, struct slice name, guint *ret_first)
{
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	enum answer answer = ANSWER_NO;

	for (guint i = 0; i < patterns->programs->len && answer == ANSWER_NO; i++) {
		int got = pcre2_match(translated(patterns->programs->pdata[i]),
			(PCRE2_SPTR)(name.at ? name.at : ""), name.len, 0, 0, data,
			patterns->limits);

		/* Any other failure (no memory, no JIT stack) tells as little as a limit. */
		if (got != PCRE2_ERROR_NOMATCH)
			answer = got >= 0 ? ANSWER_YES : ANSWER_UNKNOWN;
	}
	if (answer == ANSWER_YES && ret_first && !read_mark(data, ret_first))
		answer = ANSWER_UNKNOWN;
	pcre2_match_data_free(data);
	return answer;
}
