/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/subject.h"

#include "base/literal.h"
#include "parse/claim.h"
#include "parse/commit_id.h"
#include "parse/scan.h"

#define PREFIXES_MAX 16

static gboolean take_prefix(struct slice *rest)
{
	static const char *const prefixes[] = {
		"Re:", "RE:", "re:", "AW:", "Aw:", "Fwd:", "FWD:", "Fw:", "FW:"};

	scan_blanks(rest);
	for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (scan_text(rest, prefixes[i]))
			return TRUE;
	return FALSE;
}

/* Lists and the robot put their own names into the first bracket. */
static gboolean is_list_tag(struct slice tag)
{
	static const char *const tags[] = {"lkp", "lkp-robot", "kbuild", "kbuild-all", "bisected"};

	for (guint i = 0; i < G_N_ELEMENTS(tags); i++)
		if (tag.len == strlen(tags[i]) && !g_ascii_strncasecmp(tag.at, tags[i], tag.len))
			return TRUE;
	return FALSE;
}

/* A word "PATCH", "PATCHv2", "patch", "PATCH-mm"; not "patchset". */
static gboolean has_patch_word(struct slice tag)
{
	struct slice word;

	while ((word = scan_word(&tag)).len) {
		if (word.len < 5 || g_ascii_strncasecmp(word.at, "patch", 5))
			continue;
		if (word.len == 5 || !g_ascii_isalpha(word.at[5]) || word.at[5] == 'v')
			return TRUE;
	}
	return FALSE;
}

static void read_tag(struct subject *s, struct slice tag)
{
	struct slice rest = tag = slice_trim(tag);

	if (has_patch_word(tag))
		s->patch = TRUE;
	else if (is_list_tag(tag) || !tag.len || slice_starts(tag, "confidence"))
		return;
	else if (slice_is_null(s->tree) && slice_find(tag, ":")) {
		s->tree = scan_before(&rest, ":");
		s->branch = scan_word(&rest); /* a build's bracket goes on: "master 25/37" */
	} else
		s->subsystem = tag;
}

/* One bracket; tags may be nested: "[LKP] [[tree] subsys]" stops at the first end. */
static gboolean take_tag(struct slice *rest, struct slice *ret_tag)
{
	struct slice after = *rest;

	scan_blanks(&after);
	if (!scan_text(&after, "["))
		return FALSE;
	*ret_tag = scan_before(&after, "]");
	if (slice_is_null(*ret_tag))
		return FALSE;
	*rest = after;
	return TRUE;
}

static void take_commit(struct subject *s, struct slice *rest)
{
	struct slice after = *rest, word = scan_word(&after);

	if (!slice_ends(word, ":"))
		return;
	word.len--;
	if (!commit_is_id(word))
		return;
	s->commit = word;
	*rest = after;
}

/* "metric -5.7% regression", or "-18.2% metric" as to 2015, with words before it. */
static void read_result(struct subject *s, struct slice rest)
{
	struct slice before = SLICE_NULL, word;

	s->result = slice_trim(rest);
	while ((word = scan_word(&rest)).len) {
		if (!claim_is_percent(word)) {
			before = word;
			continue;
		}
		struct slice next = scan_word(&rest);

		s->claim = word;
		s->verdict = claim_verdict(next);
		s->metric = s->verdict ? before : next;
		s->result = SLICE_NULL;
		if (!s->metric.len)
			s->metric = SLICE_NULL;
		return;
	}
}

struct subject subject_read(struct slice subject)
{
	struct subject s = {0};
	struct slice rest = subject, tag;

	for (guint i = 0; i < PREFIXES_MAX; i++) {
		if (take_prefix(&rest))
			s.reply = TRUE;
		else if (take_tag(&rest, &tag))
			read_tag(&s, tag);
		else
			break;
	}
	scan_blanks(&rest);
	s.summary = slice_starts(rest, "BUILD ");
	take_commit(&s, &rest);
	if (!slice_is_null(s.commit))
		read_result(&s, rest);
	if (slice_is(s.result, ""))
		s.result = SLICE_NULL;
	return s;
}
