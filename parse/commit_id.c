/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/commit_id.h"

gboolean commit_is_id(struct slice text)
{
	if (text.len < COMMIT_DIGITS_MIN || text.len > COMMIT_DIGITS_MAX)
		return FALSE;
	for (gsize i = 0; i < text.len; i++)
		if (!g_ascii_isxdigit(text.at[i]) || g_ascii_isupper(text.at[i]))
			return FALSE;
	return TRUE;
}

gboolean commit_same(struct slice a, struct slice b)
{
	return commit_is_id(a) && commit_is_id(b) && !memcmp(a.at, b.at, MIN(a.len, b.len));
}
