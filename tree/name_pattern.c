/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/name_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

/* A hundred times what the kernel's own take for a path. */
#define MATCH_LIMIT 20000
#define DEPTH_LIMIT 1000
#define HEAP_LIMIT_KIB 1024

struct name_pattern {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *limits;
};

struct name_pattern *name_pattern_new(const char *text)
{
	const guint32 options = PCRE2_NO_AUTO_CAPTURE | PCRE2_NEVER_BACKSLASH_C | PCRE2_NEVER_UTF;
	PCRE2_SIZE at;
	int why;
	pcre2_code *code = strstr(text, "(*") ? NULL
					      : pcre2_compile((PCRE2_SPTR)text, strlen(text),
							options, &why, &at, NULL);
	if (!code)
		return NULL;

	struct name_pattern *pattern = g_new0(struct name_pattern, 1);
	pattern->code = code;
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* without it slower, and as right */
	pattern->match = pcre2_match_data_create(1, NULL);
	pattern->limits = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(pattern->limits, MATCH_LIMIT);
	pcre2_set_depth_limit(pattern->limits, DEPTH_LIMIT);
	pcre2_set_heap_limit(pattern->limits, HEAP_LIMIT_KIB);
	return pattern;
}

void name_pattern_free(struct name_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_match_context_free(pattern->limits);
	pcre2_match_data_free(pattern->match);
	pcre2_code_free(pattern->code);
	g_free(pattern);
}

gboolean name_pattern_fits(const struct name_pattern *pattern, const char *path)
{
	return pcre2_match(pattern->code, (PCRE2_SPTR)path, strlen(path), 0, 0, pattern->match,
		       pattern->limits) >= 0;
}
