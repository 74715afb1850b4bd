/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of pcre2 patterns as one question: does any match, and which is the first?
 *
 * Names are subjects, never patterns.  Matching is bounded; a bound that is reached is an
 * answer of its own, never "no".  Immutable once made, so for any number of threads.
 */
#pragma once

#include "base/slice.h"

#include <glib.h>

#define PATTERNS_ERROR patterns_error_quark()
GQuark patterns_error_quark(void);

enum patterns_error {
	PATTERNS_ERROR_SYNTAX, /* pcre2 refuses it, or it is no UTF-8 or too long */
};

enum anchor {
	ANCHOR_NONE,  /* anywhere, unless the pattern says '^' */
	ANCHOR_START, /* at the beginning of the name, the end is open */
	ANCHOR_WHOLE, /* the whole name */
};

enum answer {
	ANSWER_NO,
	ANSWER_YES,
	ANSWER_UNKNOWN, /* a limit was reached before it was clear */
};

struct patterns;

/*
 * A pattern that is refused is named by *ret_bad, its index; NULL with *error then.
 * Groups capture nothing, so that there are no back references by number; "(*" and "\C"
 * are refused: what they say to pcre2 would reach beyond the pattern.
 */
struct patterns *patterns_new(
	const char *const *patterns, guint n, enum anchor anchor, guint *ret_bad, GError **error);
void patterns_free(struct patterns *patterns); /* NULL is allowed */

/*
 * *ret_first (NULL: not wanted) becomes the index of the pattern that matches, the first
 * of them unless ANCHOR_NONE.  Bytes of the name that are no UTF-8 match nothing.
 */
enum answer patterns_match(const struct patterns *patterns, struct slice name, guint *ret_first);
