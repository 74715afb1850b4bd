/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/title.h"

#include "parse/scan.h"

#define SUBSYSTEM_MAX 40

/* "[PATCH v2 3/5] ", "Re: ": what stands before the title proper. */
static void skip_marks(struct slice *title)
{
	struct slice before, after;

	do {
		before = *title;
		scan_blanks(title);
		scan_text(title, "Re: ");
		after = *title;
		if (scan_text(&after, "[") && !slice_is_null(scan_before(&after, "]")))
			*title = after;
	} while (title->len < before.len);
}

/* One word, or several with commas between them ("mm, memcg"). */
static gboolean is_subsystem(struct slice s)
{
	for (gsize i = 0; i < s.len; i++) {
		gboolean blank = s.at[i] == ' ' && i && s.at[i - 1] == ',';

		if (!blank && !g_ascii_isalnum(s.at[i]) && !strchr("_/.,+-", s.at[i]))
			return FALSE;
	}
	return s.len && s.len <= SUBSYSTEM_MAX;
}

struct slice title_subsystem(struct slice title)
{
	struct slice rest, prefix;

	if (slice_is_null(title))
		return SLICE_NULL;
	do
		skip_marks(&title);
	while (scan_text(&title, "Revert \""));
	rest = title;
	prefix = scan_before(&rest, ":");
	if (slice_is_null(prefix))
		prefix = scan_before(&rest, "\xef\xbc\x9a"); /* a full-width colon */
	return !slice_is_null(prefix) && is_subsystem(prefix) ? prefix : SLICE_NULL;
}

struct slice title_reverted(struct slice title)
{
	if (slice_is_null(title))
		return SLICE_NULL;
	skip_marks(&title);
	title = slice_trim(title);
	if (!scan_text(&title, "Revert \"") || !slice_ends(title, "\""))
		return SLICE_NULL;
	title.len--;
	return title.len ? title : SLICE_NULL;
}
