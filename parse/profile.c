/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/profile.h"

/* The part before the next '.', taken off; null at the end. */
static struct slice take_part(struct slice *rest)
{
	const char *dot = rest->len ? memchr(rest->at, '.', rest->len) : NULL;
	struct slice part = *rest;

	if (!rest->at)
		return SLICE_NULL;
	if (!dot) {
		*rest = SLICE_NULL;
		return part;
	}
	part.len = (gsize)(dot - rest->at);
	*rest = slice_skip(*rest, part.len + 1);
	return part;
}

/* What compilers append to the name of a function, with its number. */
static gboolean is_suffix(struct slice part)
{
	static const char *const words[] = {"isra", "constprop", "part", "cold", "llvm", NULL};

	if (slice_is_one_of(part, words))
		return TRUE;
	for (gsize i = 0; i < part.len; i++)
		if (!g_ascii_isdigit(part.at[i]))
			return FALSE;
	return part.len > 0;
}

static gboolean read_chain(struct slice rest, struct profile *p)
{
	struct slice part;

	while (!slice_is_null(part = take_part(&rest))) {
		if (!part.len)
			return FALSE;
		if (p->depth && is_suffix(part))
			p->chain[p->depth - 1].len += 1 + part.len;
		else if (p->depth == PROFILE_DEPTH_MAX)
			return FALSE;
		else
			p->chain[p->depth++] = part;
	}
	return p->depth > 0;
}

gboolean profile_read(struct slice stat, struct profile *p)
{
	static const char *const groups[] = {"calltrace", "children", "self", NULL};
	struct slice part;

	if (!slice_is(take_part(&stat), "perf-profile"))
		return FALSE;
	*p = (struct profile){0};
	part = take_part(&stat);
	if (slice_is_one_of(part, groups)) {
		p->group = part;
		part = take_part(&stat);
	}
	p->event = part;
	return slice_find(part, "cycles") && read_chain(stat, p);
}
