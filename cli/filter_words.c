/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/filter_words.h"

#include "cli/talk.h"
#include "parse/commit_id.h"

#include <string.h>

static gboolean refuse(const char *place, const char *name, const char *value, const char *wanted)
{
	talk("%s%s %s: %s", place, name, value, wanted);
	return FALSE;
}

/* Digits that are too few; a tag has others, too. */
static gboolean is_short(const char *commit)
{
	return strlen(commit) < COMMIT_DIGITS_MIN &&
	       strspn(commit, "0123456789abcdefABCDEF") == strlen(commit);
}

/* Lists are stored so. */
static void lower(char **list)
{
	char *lowered = *list ? g_ascii_strdown(*list, -1) : NULL;

	g_free(*list);
	*list = lowered;
}

gboolean filter_words_take(
	struct filter_words *words, const char *place, struct store_filter *filter)
{
	if (words->commit && is_short(words->commit))
		return refuse(place, "commit", words->commit, "seven digits are the least");
	if (words->kind && (filter->kind = message_kind_by_name(words->kind)) == MESSAGE_KINDS)
		return refuse(place, "kind", words->kind,
			"a kind is performance, functional, build, summary, robot-patch, reply, "
			"patch or other");
	lower(&words->list);
	filter->commit = words->commit;
	filter->subsystem = words->subsystem;
	filter->testcase = words->testcase;
	filter->machine = words->machine;
	filter->list = words->list;
	return TRUE;
}

void filter_words_clear(struct filter_words *words)
{
	g_free(words->commit);
	g_free(words->subsystem);
	g_free(words->testcase);
	g_free(words->machine);
	g_free(words->list);
	g_free(words->kind);
}
