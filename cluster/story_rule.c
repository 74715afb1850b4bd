/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_rule.h"

#include <string.h>

#define NEW (IN(OPEN) | IN(REOPENED))
#define TAKEN_UP (NEW | IN(ACKNOWLEDGED))
#define PROPOSED (IN(FIX_PROPOSED) | IN(FIX_TESTED))
#define UNSOLVED (TAKEN_UP | PROPOSED | IN(CLAIMED_FIXED))
#define ANY (~0u)
#define STAYS STATES
#define BYSTANDER ", as a bystander"

/* Of one kind the first that fits; the last of a kind tells what changes nothing. */
static const struct story_rule rules[] = {
	/* the report again */
	{EVENT_REPORTED_BEFORE, 0, ANY, STAYS, "tells of an earlier report[ of {commit}]"},
	{EVENT_ON_PATCH, 0, ANY, STAYS, "reports on a posted patch[: {title}]"},
	{EVENT_STILL_ON, 0, ANY, STAYS, "finds it on {tree}, too[, at {commit}]"},
	{EVENT_STILL_ON_FIX, 0, DONE | IN(FIX_TESTED), STATE_REOPENED,
		"finds it on the commit that should fix it[, {commit}]"},
	{EVENT_STILL_ON_FIX, 0, ANY, STAYS,
		"finds it on the commit that should fix it[, {commit}]"},

	/* talk */
	{EVENT_ACKNOWLEDGED, SIGN_PERSON, NEW, STATE_ACKNOWLEDGED, "takes it up"},
	{EVENT_ACKNOWLEDGED, 0, ANY, STAYS, "takes it up"},
	{EVENT_REPRODUCTION_ASKED, 0, ANY, STAYS, "asks whether it can be reproduced"},
	{EVENT_REPRODUCED, SIGN_REPORT, ANY, STAYS, "has reproduced it"},
	{EVENT_REPRODUCED, 0, NEW | IN(NOT_REPRODUCED) | IN(INCONCLUSIVE), STATE_ACKNOWLEDGED,
		"could reproduce it"},
	{EVENT_REPRODUCED, 0, ANY, STAYS, "could reproduce it"},
	{EVENT_NOT_REPRODUCED, 0, TAKEN_UP | IN(INCONCLUSIVE), STATE_NOT_REPRODUCED,
		"could not reproduce it"},
	{EVENT_NOT_REPRODUCED, 0, ANY, STAYS, "could not reproduce it"},

	/* looking for the cause */
	{EVENT_PROFILED, 0, ANY, STAYS, "shows a run under a profiler"},
	{EVENT_MEASURED, 0, ANY, STAYS, "shows figures of a run of their own"},
	{EVENT_DEBUG_PATCH, 0, ANY, STAYS, "has a debug patch, to find the cause"},

	/* retests: a table first, which words of its message may say better */
	{EVENT_RETEST, SIGN_AGAIN, ANY, STAYS, "measured it again[ with {setting}][: {numbers}]"},
	{EVENT_RETEST, SIGN_SAID, ANY, STAYS, NULL},
	{EVENT_RETEST, SIGN_DEBUG, ANY, STAYS, "measured a debug patch[ ({commit})][: {numbers}]"},
	{EVENT_RETEST, SIGN_BACK, UNSOLVED | GIVEN_UP, STATE_RECOVERED,
		"finds it recovered[ by {commit}][: {numbers}]"},
	{EVENT_RETEST, SIGN_BACK, ANY, STAYS, "finds it recovered[ by {commit}][: {numbers}]"},
	{EVENT_RETEST, SIGN_PARTLY, ANY, STAYS, "finds some of it back[ by {commit}][: {numbers}]"},
	{EVENT_RETEST, SIGN_NOT, ANY, STAYS, "finds it not recovered[ by {commit}][: {numbers}]"},
	{EVENT_RETEST, 0, ANY, STAYS, "measured[ {commit}][: {numbers}]"},

	{EVENT_RECOVERED, SIGN_REPORT, ANY, STAYS, "says what makes it go away"},
	{EVENT_RECOVERED, SIGN_DEBUG, NEW, STATE_ACKNOWLEDGED,
		"finds it recovered by a debug patch[ ({commit})][: {numbers}]"},
	{EVENT_RECOVERED, SIGN_DEBUG, ANY, STAYS,
		"finds it recovered by a debug patch[ ({commit})][: {numbers}]"},
	{EVENT_RECOVERED, SIGN_ROBOT, IN(CLAIMED_FIXED), STATE_FIXED,
		"finds it fixed[ by {commit}][: {numbers}]"},
	{EVENT_RECOVERED, SIGN_BACK, UNSOLVED | GIVEN_UP, STATE_RECOVERED,
		"finds it recovered[ by {commit}][: {numbers}]"},
	{EVENT_RECOVERED, 0, TAKEN_UP | IN(FIX_PROPOSED), STATE_FIX_TESTED,
		"says that it recovers[ by {commit}][: {numbers}]"},
	{EVENT_RECOVERED, 0, ANY, STAYS, "says that it recovers[ by {commit}][: {numbers}]"},
	{EVENT_PARTLY_RECOVERED, SIGN_DEBUG, ANY, STAYS,
		"finds some of it back by a debug patch[ ({commit})][: {numbers}]"},
	{EVENT_PARTLY_RECOVERED, 0, ANY, STAYS, "finds some of it back[ by {commit}][: {numbers}]"},
	{EVENT_NOT_RECOVERED, SIGN_AGAIN, ANY, STAYS, "still finds it"},
	{EVENT_NOT_RECOVERED, SIGN_DEBUG, ANY, STAYS,
		"finds it not recovered by a debug patch[ ({commit})][: {numbers}]"},
	{EVENT_NOT_RECOVERED, 0, PROPOSED, STATE_ACKNOWLEDGED,
		"finds that the fix does not help[ ({commit})][: {numbers}]"},
	{EVENT_NOT_RECOVERED, 0, DONE, STATE_REOPENED,
		"finds it not recovered[ by {commit}][: {numbers}]"},
	{EVENT_NOT_RECOVERED, 0, ANY, STAYS, "finds it not recovered[ by {commit}][: {numbers}]"},
	{EVENT_NO_IMPACT, 0, ANY, STAYS, "finds no effect of what was tried[ ({commit})]"},
	{EVENT_UNCLEAR, 0, ANY, STAYS, "cannot tell whether it is gone"},

	/* fixes */
	{EVENT_FIX_PROPOSED, SIGN_REVERTS, ANY, STAYS, NULL},
	{EVENT_FIX_PROPOSED, 0, TAKEN_UP | GIVEN_UP, STATE_FIX_PROPOSED, "offers a fix[: {title}]"},
	{EVENT_FIX_PROPOSED, 0, ANY, STAYS, "offers a fix[: {title}]"},
	{EVENT_REVERT_PROPOSED, SIGN_OURS, TAKEN_UP | GIVEN_UP, STATE_FIX_PROPOSED,
		"proposes to revert it"},
	{EVENT_REVERT_PROPOSED, SIGN_OURS, ANY, STAYS, "proposes to revert it"},
	{EVENT_REVERT_PROPOSED, 0, ANY, STAYS, "proposes to revert[ {commit}]"},
	{EVENT_FIXED_BY, 0, TAKEN_UP | PROPOSED | GIVEN_UP, STATE_CLAIMED_FIXED,
		"says that {commit} fixes it"},
	{EVENT_FIXED_BY, 0, ANY, STAYS, "says that {commit} fixes it"},
	{EVENT_TESTED_BY, 0, TAKEN_UP | IN(FIX_PROPOSED), STATE_FIX_TESTED, "tested the fix"},
	{EVENT_TESTED_BY, 0, ANY, STAYS, "tested the fix"},
	{EVENT_MERGED, SIGN_REVERT | SIGN_CONCERNED, PROPOSED, STATE_REVERTED,
		"took the revert[ into {tree}]"},
	{EVENT_MERGED, SIGN_REVERT, PROPOSED, STATE_CLAIMED_FIXED, "took the revert[ into {tree}]"},
	{EVENT_MERGED, 0, PROPOSED, STATE_CLAIMED_FIXED, "took the fix[ into {tree}]"},
	{EVENT_MERGED, 0, ANY, STAYS, "took a patch[ into {tree}]"},
	{EVENT_REVERT, SIGN_OURS | SIGN_REPORT, UNSOLVED | GIVEN_UP | IN(FIXED) | IN(RECOVERED),
		STATE_REVERTED, "reports on its revert, which is in a tree"},
	{EVENT_REVERT, SIGN_OURS, TAKEN_UP | GIVEN_UP, STATE_FIX_PROPOSED, "posts a revert of it"},
	{EVENT_REVERT, SIGN_OURS, ANY, STAYS, "posts a revert of it"},
	{EVENT_REVERT, 0, ANY, STAYS, "says that it takes another commit back[: {title}]"},
	{EVENT_UPSTREAM, 0, ANY, STAYS, "takes it over from {commit} upstream"},
	{EVENT_CHERRY_PICK, 0, ANY, STAYS, "picks it from {commit}"},

	/* ends without a fix: by whom it concerns; the word of all others is told */
	{EVENT_RETRACTED, SIGN_ROBOT, ANY, STATE_INVALID, "takes the report back[: {report}]"},
	{EVENT_RETRACTED, SIGN_CONCERNED, ANY, STATE_INVALID, "calls the report wrong[: {report}]"},
	{EVENT_RETRACTED, 0, ANY, STAYS, "calls the report wrong" BYSTANDER},
	{EVENT_SUPERSEDED, SIGN_REPORT, ANY, STAYS, "takes the place of an earlier report"},
	{EVENT_SUPERSEDED, SIGN_CONCERNED, UNSOLVED | GIVEN_UP, STATE_SUPERSEDED,
		"says that another report takes its place"},
	{EVENT_SUPERSEDED, SIGN_CONCERNED, ANY, STAYS, "says that another report takes its place"},
	{EVENT_SUPERSEDED, 0, ANY, STAYS, "says that another report takes its place" BYSTANDER},
	{EVENT_EXPECTED, SIGN_PERSON | SIGN_CONCERNED,
		TAKEN_UP | IN(NOT_REPRODUCED) | IN(INCONCLUSIVE), STATE_WONTFIX,
		"calls the result expected"},
	{EVENT_EXPECTED, SIGN_CONCERNED, ANY, STAYS, "calls the result expected"},
	{EVENT_EXPECTED, 0, ANY, STAYS, "calls the result expected" BYSTANDER},

	/* commands to the tracker */
	{EVENT_REGZBOT_INTRODUCED, 0, NEW, STATE_ACKNOWLEDGED, "has the tracker follow it"},
	{EVENT_REGZBOT_INTRODUCED, 0, ANY, STAYS, "has the tracker follow it"},
	{EVENT_REGZBOT_LINK, 0, ANY, STAYS, "tells the tracker of another thread"},
	{EVENT_REGZBOT_DUP, SIGN_TARGET, ANY, STAYS,
		"tells the tracker that another is the same as it"},
	{EVENT_REGZBOT_DUP, SIGN_CONCERNED, UNSOLVED | GIVEN_UP, STATE_SUPERSEDED,
		"tells the tracker that it is the same as another[, {target}]"},
	{EVENT_REGZBOT_DUP, SIGN_CONCERNED, ANY, STAYS,
		"tells the tracker that it is the same as another[, {target}]"},
	{EVENT_REGZBOT_DUP, 0, ANY, STAYS,
		"tells the tracker that it is the same as another[, {target}]" BYSTANDER},
	{EVENT_REGZBOT_FIX, 0, TAKEN_UP | PROPOSED | GIVEN_UP, STATE_CLAIMED_FIXED,
		"tells the tracker its fix[: {commit}][: {title}]"},
	{EVENT_REGZBOT_FIX, 0, ANY, STAYS, "tells the tracker its fix[: {commit}][: {title}]"},
	{EVENT_REGZBOT_RESOLVED, 0, UNSOLVED | GIVEN_UP, STATE_CLAIMED_FIXED,
		"tells the tracker that it is resolved"},
	{EVENT_REGZBOT_RESOLVED, 0, ANY, STAYS, "tells the tracker that it is resolved"},
	{EVENT_REGZBOT_INVALID, SIGN_CONCERNED, ANY, STATE_INVALID,
		"tells the tracker that it is none[: {report}]"},
	{EVENT_REGZBOT_INVALID, 0, ANY, STAYS, "tells the tracker that it is none" BYSTANDER},
	{EVENT_REGZBOT_INCONCLUSIVE, SIGN_CONCERNED, UNSOLVED | GIVEN_UP, STATE_INCONCLUSIVE,
		"tells the tracker that it was given up"},
	{EVENT_REGZBOT_INCONCLUSIVE, SIGN_CONCERNED, ANY, STAYS,
		"tells the tracker that it was given up"},
	{EVENT_REGZBOT_INCONCLUSIVE, 0, ANY, STAYS,
		"tells the tracker that it was given up" BYSTANDER},
};

const struct story_rule *story_rule_of(enum event_kind kind, guint signs, enum state state)
{
	for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
		if (rules[i].kind == kind && (rules[i].needs & signs) == rules[i].needs &&
			(rules[i].from & 1u << state))
			return &rules[i];
	return NULL;
}

/* ---- words ---------------------------------------------------------------------------- */

/* The word of a place, "{commit}"; *at moves behind it. */
static const char *word_at(const char **at, const struct story_words *words)
{
	const struct {
		const char *place, *word;
	} places[] = {{"{commit}", words->commit}, {"{numbers}", words->numbers},
		{"{setting}", words->setting}, {"{title}", words->title}, {"{tree}", words->tree},
		{"{target}", words->target}, {"{report}", words->report}};

	for (guint i = 0; i < G_N_ELEMENTS(places); i++)
		if (g_str_has_prefix(*at, places[i].place)) {
			*at += strlen(places[i].place);
			return places[i].word;
		}
	g_assert_not_reached();
}

char *story_rule_told(const char *told, const struct story_words *words)
{
	GString *text;
	gsize bracket = 0;
	gboolean empty = FALSE;

	if (!told)
		return NULL;
	text = g_string_new(NULL);
	while (*told) {
		if (*told == '{') {
			const char *word = word_at(&told, words);

			g_string_append(text, word ? word : "");
			empty |= !word;
			continue;
		}
		if (*told == '[') {
			bracket = text->len;
			empty = FALSE;
		} else if (*told == ']') {
			if (empty)
				g_string_truncate(text, bracket);
		} else {
			g_string_append_c(text, *told);
		}
		told++;
	}
	return g_string_free(text, FALSE);
}
