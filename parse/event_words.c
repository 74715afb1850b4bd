/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/event_words.h"

#include "parse/commit_id.h"

/* A sentence that is only a verdict needs no topic. */
#define SHORT_WORDS 8

/* ---- patterns ------------------------------------------------------------------- */

static const char *next_token(const char *pattern, struct slice *ret_token)
{
	gsize n = strcspn(pattern, " ");

	*ret_token = (struct slice){pattern, n};
	return pattern[n] ? pattern + n + 1 : pattern + n;
}

static gboolean is_alternative(const char *word, struct slice alternative)
{
	if (word[0] != alternative.at[0] && alternative.at[0] != '*')
		return FALSE;
	if (slice_ends(alternative, "*"))
		return !strncmp(word, alternative.at, alternative.len - 1);
	return slice_is(alternative, word);
}

static gboolean fits_word(const char *word, struct slice token)
{
	while (token.len) {
		const char *bar = memchr(token.at, '|', token.len);
		gsize n = bar ? (gsize)(bar - token.at) : token.len;

		if (is_alternative(word, (struct slice){token.at, n}))
			return TRUE;
		token = slice_skip(token, bar ? n + 1 : n);
	}
	return FALSE;
}

gboolean sentence_has_at(const struct sentence *s, guint i, const char *pattern)
{
	struct slice token;
	guint gap = 0;

	if (pattern[0] == '^') {
		if (i)
			return FALSE;
		pattern++;
	}
	if (!*pattern)
		return TRUE;

	const char *rest = next_token(pattern, &token);

	if (token.at[0] == '~') {
		gap = (guint)(token.at[1] - '0');
		rest = next_token(rest, &token);
	}
	for (; i < s->n; i++) {
		if (fits_word(s->words[i], token) && sentence_has_at(s, i + 1, rest))
			return TRUE;
		if (!gap-- || !strcmp(s->words[i], ","))
			return FALSE;
	}
	return FALSE;
}

/* Small letters have a bit each, other bytes share some. */
static guint32 initial(char c)
{
	return (guint32)1 << (c & 31);
}

static guint32 initials_of(const char *pattern)
{
	guint32 initials = 0;

	for (const char *at = pattern + (*pattern == '^');; at++) {
		if (!*at || *at == '*' || *at == '~') /* any word */
			return G_MAXUINT32;
		initials |= initial(*at);
		at += strcspn(at, "| ");
		if (*at != '|')
			return initials;
	}
}

static gboolean begins_with(
	const struct sentence *s, const char *pattern, guint32 initials, guint *ret_first)
{
	for (guint i = 0; i < s->n; i++)
		if ((initials & initial(s->words[i][0])) && sentence_has_at(s, i, pattern)) {
			*ret_first = i;
			return TRUE;
		}
	return FALSE;
}

static gboolean has(const struct sentence *s, const char *pattern)
{
	guint ignored;

	return begins_with(s, pattern, G_MAXUINT32, &ignored);
}

/* ---- word lists -------------------------------------------------------------------- */

#define NOT                                                                                        \
	"not|no|never|cannot|can't|cant|couldn't|doesn't|don't|didn't|isn't|wasn't|aren't|"        \
	"weren't|hasn't|haven't|won't|neither|nor|unable|fail|failed|fails"
#define BACK "recover|recovers|recovered|restore|restores|restored"
#define GONE "gone|disappear|disappears|disappeared|vanish|vanished|resolved|resoloved|eliminated"
#define REGRESSION "regression|regressions|degradation|drop|slowdown"
#define BAD REGRESSION "|issue|problem|failure|warning|panic|crash"
#define MEASURED                                                                                   \
	REGRESSION "|performance|perf|score|scores|throughput|result|results|number|numbers|"      \
		   "benchmark|bandwidth|latency|iops"
#define REPORT "report|mail|email"
#define PARTLY "partial*|partly|mostly|half|halfway|somewhat"
#define THE_OLD "base|baseline|parent|original|previous|before|level|levels"
#define AGAIN_BAD BAD " ~4 back" /* it is the regression that came back */
#define PROFILE "profile|profiles|profiling|perf-profile|flamegraph|flamegraphs"
#define TRIED "try|tries|tried|trying|test|tests|tested|testing|check"
#define NO_MATTER "not|no only|doubt|longer|matter|problem"

enum {
	ASKED = 1,      /* a question may say it */
	DOUBTED = 2,    /* so may a condition: "if", "should", "maybe" */
	NEGATED = 4,    /* a negation is part of it, or does no harm */
	MEASURES = 8,   /* speaks of MEASURED, or is short */
	NAMES_ID = 16,  /* names a commit */
	BY_PERSON = 32, /* the robot does not say it so */
	BY_ROBOT = 64,
	QUESTION = 128, /* nothing else says it */
	ASIDE = 256,    /* beside another kind: sentence_aside() */
};

/* In order: the first that fits tells the kind. */
static const struct rule {
	enum event_kind kind;
	guint flags;
	const char *pattern;
	const char *unless[2]; /* patterns that void it */
} rules[] = {
	{EVENT_RETRACTED, DOUBTED,
		"please ignore ~3 report|mail|email|message|regression|warning|it", {0}},
	{EVENT_RETRACTED, DOUBTED, "ignore this|that|the|our|my ~2 report|mail|email|noise", {0}},
	{EVENT_RETRACTED, 0, "^please ignore", {"ignore *"}},
	{EVENT_RETRACTED, 0, "report|result|regression|this|it is|was|be ~2 noise",
		{"within", "noise level|floor|margin"}},
	{EVENT_RETRACTED, 0, "is|was ~2 false positive|alarm", {0}},
	{EVENT_RETRACTED, 0, "report ~2 is|was ~1 wrong|bogus|invalid|mistaken", {0}},
	{EVENT_RETRACTED, BY_ROBOT, "sorry for|about ~3 noise|report", {0}},

	{EVENT_SUPERSEDED, 0, "supersede*|replace|replaces|replaced|obsolete* ~4 " REPORT, {0}},
	{EVENT_SUPERSEDED, 0, REPORT " ~3 supersede*|obsolete*|replaced", {0}},
	{EVENT_SUPERSEDED, 0, "v2|v3|version|update|correction ~1 of|to|for ~3 " REPORT, {0}},
	{EVENT_SUPERSEDED, BY_ROBOT, "re-report*|rereport*|resend*|resent|re-send*|re-sent",
		{"could|can|please|pls resend|re-send"}},
	{EVENT_SUPERSEDED, BY_ROBOT, "report|reporting|send|sending ~2 again", {0}},

	{EVENT_NOT_REPRODUCED, NEGATED, NOT " ~4 reproduc*",
		{NOT " ~2 try|tried|trying|attempt*|need*|only", "parent|base"}},
	{EVENT_REPRODUCED, 0, "i|we ~3 can|could|able|managed ~2 reproduce", {0}},
	{EVENT_REPRODUCED, 0, "able|managed to reproduce", {"you"}},
	{EVENT_REPRODUCED, 0, "is|was|been|it's|still|i|we|i've|we've ~2 reproduced|reproducible",
		{0}},
	{EVENT_REPRODUCED, 0, "it|this|that reproduces", {0}},

	{EVENT_REPRODUCTION_ASKED, BY_PERSON | QUESTION | DOUBTED | NEGATED,
		"^is|was|it's ~3 reproducible", {0}},
	{EVENT_REPRODUCTION_ASKED, BY_PERSON | QUESTION | DOUBTED | NEGATED,
		"is|was it|this|that ~2 reproducible", {0}},
	{EVENT_REPRODUCTION_ASKED, BY_PERSON | QUESTION | DOUBTED | NEGATED,
		"can|could|do|did|are|were you|anyone|anybody|someone|somebody ~3 reproduc*", {0}},
	{EVENT_REPRODUCTION_ASKED, BY_PERSON | ASKED | DOUBTED,
		"how to|do|can|could|should ~3 reproduce", {"is|was how"}},

	{EVENT_UNCLEAR, NEGATED | DOUBTED,
		NOT "|hard|difficult ~3 say|tell|conclude|claim|judge ~8 " BACK "|" GONE "|" BAD,
		{0}},
	{EVENT_UNCLEAR, NEGATED | DOUBTED, "not sure ~8 " BACK "|" GONE, {0}},
	{EVENT_UNCLEAR, NEGATED | DOUBTED, "too noisy|unstable ~4 say|tell|conclude|judge", {0}},
	{EVENT_UNCLEAR, NEGATED | MEASURES, "inconclusive", {0}},

	{EVENT_FIXED_BY, DOUBTED | NAMES_ID, "fixed|resolved|addressed|cured ~1 by|in|with", {0}},

	{EVENT_NOT_RECOVERED, NEGATED, NOT " even ~2 " BACK "|" GONE, {0}},
	{EVENT_PARTLY_RECOVERED, NEGATED,
		NOT " ~1 fully|completely|entirely|totally|wholly ~2 " BACK "|" GONE "|fixed", {0}},
	{EVENT_NOT_RECOVERED, NEGATED | MEASURES, NOT " ~3 " BACK, {NO_MATTER}},
	{EVENT_NOT_RECOVERED, NEGATED, NOT " ~3 " GONE "|fixed|cured", {NO_MATTER}},
	{EVENT_NOT_RECOVERED, NEGATED | MEASURES, NOT " ~1 help|helps|helped", {NO_MATTER}},
	{EVENT_NOT_RECOVERED, 0,
		BAD " still ~1 exist*|there|present|persist*|happen*|occur*|observed|seen", {0}},
	{EVENT_NOT_RECOVERED, 0, BAD " remain|remains|remained|persist|persists", {0}},
	{EVENT_NOT_RECOVERED, 0, "still ~2 see|sees|saw|observe|observed|shows|get ~4 " REGRESSION,
		{"again|fyi"}},

	{EVENT_PARTLY_RECOVERED, MEASURES, PARTLY " ~2 " BACK "|" GONE, {0}},
	{EVENT_PARTLY_RECOVERED, MEASURES, BACK " ~2 " PARTLY "|some|part", {0}},
	{EVENT_PARTLY_RECOVERED, MEASURES, "nearly|almost|" PARTLY " ~1 back|" BACK, {AGAIN_BAD}},
	{EVENT_PARTLY_RECOVERED, MEASURES, "back to nearly|almost|half", {0}},
	{EVENT_PARTLY_RECOVERED, MEASURES,
		"is|are|was|were|comes|came|gets|got ~1 close to ~3 " THE_OLD, {0}},
	{EVENT_PARTLY_RECOVERED, 0, REGRESSION " ~3 reduced|mitigated|alleviated|smaller|narrowed",
		{0}},
	{EVENT_PARTLY_RECOVERED, 0,
		"reduces|mitigates|alleviates|reduced|mitigated|alleviated ~2 " REGRESSION, {0}},

	{EVENT_RECOVERED, NEGATED,
		"no longer ~2 see|observe|regress|regresses|happens|exists|reproduces", {0}},
	{EVENT_RECOVERED, NEGATED, "no|not ~3 " BAD " anymore|any", {0}},
	{EVENT_RECOVERED, MEASURES, BACK, {"error|data|log|journal|backup"}},
	{EVENT_RECOVERED, MEASURES, "is|are|was|were|comes|came|gets|got ~1 back",
		{AGAIN_BAD, "back to you|me|us|this|it"}},
	{EVENT_RECOVERED, MEASURES, "back to ~2 normal|" THE_OLD, {AGAIN_BAD}},
	{EVENT_RECOVERED, 0, BAD " ~6 " GONE, {"resolved|eliminated by|in"}},
	{EVENT_RECOVERED, 0, REGRESSION " ~6 fixed|cured", {"fixed|cured by|in"}},

	{EVENT_NO_IMPACT, NEGATED | MEASURES,
		"little|no|negligible|minor ~2 impact|effect|influence|difference", {"functional"}},
	{EVENT_NO_IMPACT, NEGATED | MEASURES, NOT " ~2 impact|affect|influence", {"only"}},
	{EVENT_NO_IMPACT, 0, MEASURED " ~3 still ~2 similar|same", {0}},

	{EVENT_FIX_PROPOSED, ASKED | DOUBTED | NEGATED,
		"could|can|would|please|pls|kindly ~3 try|test|retest ~6 "
		"patch|patches|fix|change|diff|branch|series|below|following|attached|this",
		{0}},
	{EVENT_FIX_PROPOSED, ASKED | DOUBTED,
		"does|do|will|would ~5 patch|fix|change|diff|below|this ~4 fix|help|work|cure",
		{0}},
	{EVENT_FIX_PROPOSED, DOUBTED,
		"this|below|following|attached|patch|diff ~4 should|would|might|may ~1 "
		"fix|help|cure|restore|recover",
		{0}},
	{EVENT_FIX_PROPOSED, DOUBTED, "posted|sent|submitted|have|here ~4 fix|patch", {"report"}},

	{EVENT_REVERT_PROPOSED, BY_PERSON | ASKED | DOUBTED,
		"should|let's|lets|i'd|we'd|propose|proposing|suggest|suggesting|vote|please ~3 "
		"revert|reverting|reverted",
		{TRIED, "revert|reverting|reverted to|back"}},
	{EVENT_REVERT_PROPOSED, BY_PERSON | DOUBTED, "and revert commit|this|that|it",
		{TRIED, "if|when|after|with|into"}},

	{EVENT_MERGED, BY_PERSON,
		"^applied|queued|pushed|picked|merged to|for|up|into|on|,|thanks|both|all",
		{"top"}},
	{EVENT_MERGED, BY_PERSON, "^applied", {"applied *"}},
	{EVENT_MERGED, BY_PERSON,
		"i've|have|has|been|now|just ~1 applied|queued|pushed|picked|merged ~1 "
		"to|for|into|up",
		{"top|bot", "test|tested|testing"}},
	{EVENT_MERGED, BY_PERSON, "been|was|just added ~1 to ~6 tree|branch|queue|patches", {0}},
	{EVENT_MERGED, BY_PERSON, "just added the patch", {0}},

	{EVENT_EXPECTED, 0,
		"this|it|that|result|" REGRESSION "|change|which is|was|are ~2 "
		"expected|intended|intentional",
		{"expected to"}},
	{EVENT_EXPECTED, 0, "kinda|somewhat|totally|quite expected", {"expected to"}},
	{EVENT_EXPECTED, 0, "expected behavior|behaviour|" REGRESSION "|tradeoff", {0}},
	{EVENT_EXPECTED, 0, "wontfix", {0}},
	{EVENT_EXPECTED, 0, "work*|behav* as intended|designed", {0}},

	{EVENT_ACKNOWLEDGED, BY_PERSON | DOUBTED | NEGATED,
		"thank*|thx ~4 report|reporting|reports|bisecting|bisection", {0}},
	{EVENT_ACKNOWLEDGED, BY_PERSON, "will|i'll|we'll ~2 look|check|investigate|dig|debug", {0}},
	{EVENT_ACKNOWLEDGED, BY_PERSON, "looking|look into|at ~1 this|it", {0}},
	{EVENT_ACKNOWLEDGED, BY_PERSON, "let me ~2 look|check|investigate", {0}},

	{EVENT_DEBUG_PATCH, ASIDE | ASKED | DOUBTED | NEGATED,
		"debug|debugging|dbg patch|patches|diff|hack", {0}},
	{EVENT_PROFILED, ASIDE, "here|attached|below|following ~5 " PROFILE, {0}},
	{EVENT_PROFILED, ASIDE, PROFILE " ~2 is|are ~1 attached|below|here", {0}},
	{EVENT_PROFILED, ASIDE | DOUBTED, "find ~3 " PROFILE, {0}},
};

/* ---- what voids a rule -------------------------------------------------------------- */

static gboolean is_doubtful(const struct sentence *s)
{
	return has(s, "if|whether|unless|until|would|should|might|may|maybe|perhaps|hope|hopefully|"
		      "suppose|wonder|assume|guess") ||
	       has(s, "^to " BACK) ||
	       has(s, "need|needs|want|order|try|tried|trying|how|going|about|attempt to " BACK);
}

static gboolean is_negated(const struct sentence *s)
{
	for (guint i = 0; i < s->n; i++)
		if (sentence_has_at(s, i, NOT) && !sentence_has_at(s, i, NO_MATTER))
			return TRUE;
	return FALSE;
}

/* Of measurements, or nothing but a verdict: "NOT recovered, even a little worse". */
static gboolean speaks_of_measures(const struct sentence *s)
{
	return has(s, MEASURED) ||
	       (s->n <= SHORT_WORDS &&
		       (has(s, "it|it's|this|that|patch") ||
			       has(s, "^not|recovered|restored|partly|partially|fully|entirely|"
				      "completely|yes|no|still|inconclusive")));
}

gboolean word_is_id(const char *word)
{
	return commit_is_id(slice_of(word)) && word[strcspn(word, "0123456789")];
}

static gboolean names_id(const struct sentence *s)
{
	for (guint i = 0; i < s->n; i++)
		if (word_is_id(s->words[i]))
			return TRUE;
	return FALSE;
}

static gboolean is_void(const struct sentence *s, const struct rule *rule)
{
	return (s->question ? !(rule->flags & (ASKED | QUESTION)) : rule->flags & QUESTION) ||
	       (!(rule->flags & DOUBTED) && is_doubtful(s)) ||
	       (!(rule->flags & NEGATED) && is_negated(s)) ||
	       (rule->unless[0] && has(s, rule->unless[0])) ||
	       (rule->unless[1] && has(s, rule->unless[1]));
}

static gboolean is_on_topic(const struct sentence *s, const struct rule *rule)
{
	guint flags = rule->flags;

	return (!(flags & MEASURES) || speaks_of_measures(s)) &&
	       (!(flags & NAMES_ID) || names_id(s)) &&
	       (!(flags & BY_PERSON) || s->author == AUTHOR_PERSON) &&
	       (!(flags & BY_ROBOT) || s->author == AUTHOR_ROBOT);
}

G_STATIC_ASSERT(G_N_ELEMENTS(rules) <= SENTENCE_RULES_MAX);

void sentence_rules_init(struct sentence_rules *ready)
{
	for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
		const char *last = strrchr(rules[i].pattern, ' ');

		ready->initials[i] = initials_of(rules[i].pattern);
		ready->last[i] = initials_of(last ? last + 1 : rules[i].pattern);
	}
}

static guint32 initials_in(const struct sentence *s)
{
	guint32 initials = 0;

	for (guint i = 0; i < s->n; i++)
		initials |= initial(s->words[i][0]);
	return initials;
}

/* Of the rules that have the flag ASIDE, or of those that have not. */
static enum event_kind kind_by(
	const struct sentence_rules *ready, const struct sentence *s, guint aside, guint *ret_first)
{
	guint32 initials = initials_in(s);

	for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
		if ((rules[i].flags & ASIDE) == aside && (ready->last[i] & initials) &&
			begins_with(s, rules[i].pattern, ready->initials[i], ret_first) &&
			is_on_topic(s, &rules[i]) && !is_void(s, &rules[i]))
			return rules[i].kind;
	return EVENT_KINDS;
}

enum event_kind sentence_kind(
	const struct sentence_rules *ready, const struct sentence *s, guint *ret_first)
{
	return kind_by(ready, s, 0, ret_first);
}

enum event_kind sentence_aside(
	const struct sentence_rules *ready, const struct sentence *s, guint *ret_first)
{
	return kind_by(ready, s, ASIDE, ret_first);
}
