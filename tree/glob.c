/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/glob.h"

#include <string.h>

#define WILDCARDS "*?["

/* Past a "[...]"; NULL: it has no end, and '[' is a letter. */
static const char *set_end(const char *set)
{
	const char *at = set + 1;

	if (*at == '!' || *at == '^')
		at++;
	at = *at ? strchr(at + 1, ']') : NULL;
	return at ? at + 1 : NULL;
}

static gboolean set_has(const char *set, const char *end, char c)
{
	const char *at = set + 1;
	gboolean excludes = *at == '!' || *at == '^', found = FALSE;

	for (at += excludes; at < end - 1; at++) {
		if (at + 2 < end - 1 && at[1] == '-') {
			found |= c >= at[0] && c <= at[2];
			at += 2;
		} else {
			found |= c == *at;
		}
	}
	return found != excludes && c != '/';
}

/* One element of the pattern against one byte of a path. */
static gboolean takes(const char *at, char c, const char **ret_next)
{
	const char *end = *at == '[' ? set_end(at) : NULL;

	*ret_next = end ? end : at + 1;
	if (end)
		return set_has(at, end, c);
	return *at == '?' ? c != '/' : *at == c;
}

/* Which places of the pattern may come next; all are tried together. */
struct places {
	const char *pattern;
	guint8 *here, *next; /* by place; the last is the end */
	gsize n;
};

/* A star may take nothing, too. */
static void add_place(const struct places *p, guint8 *to, gsize at)
{
	to[at] = TRUE;
	while (p->pattern[at] == '*')
		to[++at] = TRUE;
}

static gboolean step(struct places *p, char c)
{
	guint8 *swapped = p->here;
	gboolean any = FALSE;
	const char *next;

	memset(p->next, 0, p->n);
	for (gsize i = 0; i + 1 < p->n; i++) {
		if (!p->here[i])
			continue;
		if (p->pattern[i] == '*') {
			gboolean is_double =
				p->pattern[i + 1] == '*' || (i && p->pattern[i - 1] == '*');

			if (c != '/' || is_double)
				add_place(p, p->next, i);
		} else if (takes(p->pattern + i, c, &next)) {
			add_place(p, p->next, (gsize)(next - p->pattern));
		}
	}
	for (gsize i = 0; i < p->n; i++)
		any |= p->next[i];
	p->here = p->next;
	p->next = swapped;
	return any;
}

/* Whether the pattern is through somewhere from `least` bytes of the path on. */
static gboolean fits_from(const char *pattern, const char *path, const char *least)
{
	struct places p = {.pattern = pattern, .n = strlen(pattern) + 1};
	g_autofree guint8 *one = g_malloc0(p.n), *two = g_malloc0(p.n);

	p.here = one;
	p.next = two;
	add_place(&p, p.here, 0);
	for (;; path++) {
		if (path >= least && p.here[p.n - 1])
			return TRUE;
		if (!*path || !step(&p, *path))
			return FALSE;
	}
}

gboolean glob_fits(const char *pattern, const char *path)
{
	gsize len = strlen(pattern);
	const char *slash = strrchr(path, '/');

	if (!len)
		return FALSE;
	if (strpbrk(pattern, WILDCARDS)) /* a file's ends within the last name of the path */
		return fits_from(pattern, path,
			pattern[len - 1] == '/' ? path
			: slash                 ? slash + 1
						: path);
	return g_str_has_prefix(path, pattern) &&
	       (pattern[len - 1] == '/' || path[len] == '/' || !strchr(path + len, '/'));
}

guint glob_weight(const char *pattern)
{
	guint weight = 0;

	for (const char *at = pattern; *at;) {
		const char *end = *at == '[' ? set_end(at) : NULL;

		weight += !strchr("*?", *at);
		at = end ? end : at + 1;
	}
	return weight;
}

gsize glob_folder(const char *pattern)
{
	gsize len = strcspn(pattern, WILDCARDS);

	while (len && pattern[len - 1] != '/')
		len--;
	return len;
}
