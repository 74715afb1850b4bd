/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/release.h"

#include <string.h>

#define NUMBERS 4              /* v2.6.32.71 */
#define DIGITS_MAX 6           /* of a number: no release has more */
#define CANDIDATE_NONE 1000000 /* behind all candidates of it */

struct release {
	guint numbers[NUMBERS]; /* missing ones are 0 */
	guint n;
	guint candidate; /* of "-rc" */
};

static gboolean read_number(const char **at, guint *ret_number)
{
	gsize len = strspn(*at, "0123456789");

	if (!len || len > DIGITS_MAX)
		return FALSE;
	*ret_number = (guint)g_ascii_strtoull(*at, NULL, 10);
	*at += len;
	return TRUE;
}

static gboolean read_release(const char *tag, struct release *ret)
{
	struct release release = {.candidate = CANDIDATE_NONE};

	if (*tag != 'v')
		return FALSE;
	do {
		tag++;
		if (release.n == NUMBERS || !read_number(&tag, &release.numbers[release.n++]))
			return FALSE;
	} while (*tag == '.');
	if (g_str_has_prefix(tag, "-rc")) {
		tag += strlen("-rc");
		if (!read_number(&tag, &release.candidate))
			return FALSE;
	}
	*ret = release;
	return release.n >= 2 && !*tag;
}

gboolean release_is_tag(const char *tag)
{
	struct release release;

	return read_release(tag, &release);
}

int release_compare(const char *a, const char *b)
{
	struct release first, second;

	if (!read_release(a, &first) || !read_release(b, &second))
		return strcmp(a, b);
	for (guint i = 0; i < NUMBERS; i++)
		if (first.numbers[i] != second.numbers[i])
			return first.numbers[i] < second.numbers[i] ? -1 : 1;
	if (first.candidate != second.candidate)
		return first.candidate < second.candidate ? -1 : 1;
	return strcmp(a, b);
}
