/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A piece of somebody else's text: <pointer, length>, never owned, not
 * NUL-terminated.  at == NULL means "absent" (null in JSON), which is another
 * thing than empty.
 *
 * Own code because GLib has no view type: GBytes and GString own or copy, and a
 * table cell must not cost an allocation.
 */
#pragma once

#include <glib.h>
#include <string.h>

struct slice {
	const char *at;
	gsize len;
};

#define SLICE_NULL ((struct slice){NULL, 0})
#define SLICE_LIT(literal) ((struct slice){(literal), sizeof(literal) - 1})

/* For printf-like "%.*s". */
#define SLICE_ARG(s) (int)(s).len, (s).at ? (s).at : ""

static inline struct slice slice_of(const char *string)
{
	return (struct slice){string, string ? strlen(string) : 0};
}

static inline struct slice slice_between(const char *from, const char *to)
{
	return (struct slice){from, (gsize)(to - from)};
}

static inline gboolean slice_is_null(struct slice s)
{
	return !s.at;
}

static inline gboolean slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

static inline gboolean slice_is(struct slice s, const char *string)
{
	return slice_equal(s, slice_of(string));
}

/* Whether it is one of these words, of which NULL is the end. */
gboolean slice_is_one_of(struct slice s, const char *const *words);

static inline gboolean slice_starts(struct slice s, const char *prefix)
{
	gsize n = strlen(prefix);

	return s.len >= n && !memcmp(s.at, prefix, n);
}

static inline gboolean slice_ends(struct slice s, const char *suffix)
{
	gsize n = strlen(suffix);

	return s.len >= n && !memcmp(s.at + s.len - n, suffix, n);
}

/* Bytewise order, shorter first on a common prefix; absent before empty. */
int slice_compare(struct slice a, struct slice b);

/* First occurrence of needle, or NULL. */
const char *slice_find(struct slice s, const char *needle);

/* Without the ASCII blanks and tabs (and CR, LF) at its ends. */
struct slice slice_trim(struct slice s);

/* The part from byte n on; empty when n is beyond the end. */
static inline struct slice slice_skip(struct slice s, gsize n)
{
	n = MIN(n, s.len);
	return (struct slice){n ? s.at + n : s.at, s.len - n};
}

/* Without the mark that some editors put before UTF-8. */
static inline struct slice slice_skip_mark(struct slice s)
{
	return slice_skip(s, slice_starts(s, "\xEF\xBB\xBF") ? 3 : 0);
}

/* Its first bytes, at most n, without a UTF-8 character that would be cut in two. */
struct slice slice_cut(struct slice s, gsize n);

/* A NUL-terminated copy, NULL for an absent slice; free with g_free(). */
char *slice_dup(struct slice s);

/*
 * Takes the next line off *rest, without its LF or CRLF.  FALSE when nothing is
 * left.  A last line without LF is a line; behind a last LF there is none.
 */
gboolean slice_next_line(struct slice *rest, struct slice *ret_line);
