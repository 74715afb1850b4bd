/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/own_id.h"

#define PREFIX "lkpdigest."
#define HASH_DIGITS 24

char *own_id_new(const char *word, const char *sha256, const char *host)
{
	return g_strdup_printf(PREFIX "%s.%.*s@%s", word, HASH_DIGITS, sha256, host);
}

gboolean own_id_is(struct slice id)
{
	const char *end = id.at + id.len;
	gsize digits = 0;

	if (!slice_starts(id, PREFIX))
		return FALSE;
	id = slice_skip(id, strlen(PREFIX));

	const char *dot = id.len ? memchr(id.at, '.', id.len) : NULL;
	if (!dot)
		return FALSE;
	id = slice_between(dot + 1, end);
	while (digits < id.len && g_ascii_isxdigit(id.at[digits]))
		digits++;
	return digits == HASH_DIGITS && digits < id.len && id.at[digits] == '@';
}
