/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story.h"

#include "cluster/retest.h"
#include "cluster/story_flags.h"
#include "cluster/story_items.h"
#include "cluster/story_report.h"
#include "cluster/story_rule.h"
#include "parse/commit_id.h"

#include <string.h>

/* Digits of a commit that sentences have. */
#define ID_SHOWN 12

/* What a message says beside the event in hand. */
struct letter {
	guint signs;        /* SIGN_DEBUG, SIGN_SAID, SIGN_REVERTS */
	GPtrArray *retests; /* struct retest *, of its tables at depth 0 */
	GPtrArray *tables;  /* struct fact_table *, beside them */
};

struct fold {
	const struct story_index *index;
	const struct cluster *cluster;
	struct story *story;
	GHashTable *letters;    /* Message-ID -> struct letter * */
	GHashTable *headlines;  /* index + 1 of a report -> struct fact_claim * */
	GHashTable *superseded; /* index + 1 of a report of an older version */
	GHashTable *told;       /* Message-ID + sentence: what was told already */
	gboolean revert;        /* one was proposed */
	enum state alone;       /* before another told it */
	guint reports;          /* of a regression or a failure, so far */
};

static const char *keep(const struct fold *f, const char *text)
{
	return facts_keep(f->index->facts, text);
}

/* ---- messages ------------------------------------------------------------------------ */

static void retest_free(gpointer retest)
{
	retest_clear(retest);
	g_free(retest);
}

static void letter_free(gpointer data)
{
	struct letter *letter = data;

	g_ptr_array_unref(letter->retests);
	g_ptr_array_unref(letter->tables);
	g_free(letter);
}

static struct retest *read_retest(const struct fold *f, const struct fact_table *table)
{
	struct retest retest = retest_read(f->index->facts, f->cluster, table);

	return g_memdup2(&retest, sizeof(retest));
}

static struct letter *letter_new(const struct fold *f, const char *message_id)
{
	const GPtrArray *tables = story_list(f->index->tables, message_id);
	struct letter *letter = g_new0(struct letter, 1);

	letter->retests = g_ptr_array_new_with_free_func(retest_free);
	letter->tables = g_ptr_array_new();
	for (guint i = 0; i < tables->len; i++) {
		struct fact_table *table = g_ptr_array_index(tables, i);

		if (table->depth)
			continue;
		g_ptr_array_add(letter->tables, table);
		g_ptr_array_add(letter->retests, read_retest(f, table));
	}
	return letter;
}

static struct letter *letter_of(const struct fold *f, const char *message_id)
{
	struct letter *letter = g_hash_table_lookup(f->letters, message_id);

	if (!letter) {
		letter = letter_new(f, message_id);
		g_hash_table_insert(f->letters, (char *)message_id, letter);
	}
	return letter;
}

static gboolean is_ours(const struct fold *f, const struct fact_event *event)
{
	if (event->commit)
		return cluster_is_commit(f->cluster, event->commit);
	if (!event->title)
		return TRUE;
	for (guint i = 0; i < f->cluster->commits->len; i++)
		if (!g_strcmp0(event->title,
			    RECORD(f->cluster->commits, struct cluster_commit, i)->title))
			return TRUE;
	return !g_strcmp0(event->title, f->cluster->title);
}

static gboolean is_verdict(enum event_kind kind)
{
	return kind >= EVENT_RECOVERED && kind <= EVENT_UNCLEAR;
}

static void read_letters(const struct fold *f)
{
	for (guint i = 0; i < f->cluster->events->len; i++) {
		const struct fact_event *event = RECORD(f->index->facts->events, struct fact_event,
			*RECORD(f->cluster->events, guint, i));
		struct letter *letter = letter_of(f, event->message_id);

		if (event->kind == EVENT_DEBUG_PATCH)
			letter->signs |= SIGN_DEBUG;
		if (is_verdict(event->kind))
			letter->signs |= SIGN_SAID;
		if (event->kind == EVENT_REVERT && is_ours(f, event))
			letter->signs |= SIGN_REVERTS;
	}
}

/* That of an event's own table; of words, the one that tried their commit, else the first. */
static const struct retest *retest_of(const struct letter *letter, const struct fact_event *event)
{
	const struct retest *first = NULL;

	for (guint i = 0; i < letter->retests->len; i++) {
		const struct fact_table *table = g_ptr_array_index(letter->tables, i);
		const struct retest *retest = g_ptr_array_index(letter->retests, i);

		if (event->kind == EVENT_RETEST) {
			if (table->part == event->part && table->line == event->line)
				return retest;
			continue;
		}
		if (retest->kind == RETEST_NONE)
			continue;
		if (event->commit && retest->tried &&
			commit_same(slice_of(event->commit), slice_of(retest->tried)))
			return retest;
		if (!first)
			first = retest;
	}
	return first;
}

/* A commit, else a tag or what the column is called. */
static const char *tried_of(const struct retest *retest)
{
	return retest->tried ? retest->tried : retest->title;
}

static guint signs_of_retest(const struct retest *retest)
{
	static const guint signs[] = {[RETEST_NONE] = 0,
		[RETEST_AGAIN] = SIGN_AGAIN,
		[RETEST_BACK] = SIGN_BACK,
		[RETEST_PARTLY] = SIGN_PARTLY,
		[RETEST_NOT] = SIGN_NOT,
		[RETEST_SHOWN] = 0};

	return retest ? signs[retest->kind] : 0;
}

/* ---- steps ------------------------------------------------------------------------------ */

static void tell(struct fold *f, const struct story_item *item, struct story_step step, char *told,
	enum state after)
{
	struct story *story = f->story;
	g_autofree char *key =
		told ? g_strconcat(item->message_id ? item->message_id : "", "\n", told, NULL)
		     : NULL;

	step.date = item->date;
	step.message_id = item->message_id;
	step.line = item->line;
	step.before = story->state;
	step.after = after;
	if (key && !g_hash_table_contains(f->told, key)) {
		step.told = keep(f, told);
		g_hash_table_add(f->told, g_steal_pointer(&key));
	}
	g_free(told);
	story->state = after;
	if (after == STATE_SUPERSEDED && step.before != after)
		f->alone = step.before;
	if (step.before != after && item->date != DATE_UNKNOWN)
		story->changed = item->date;
	if (item->message_id && item->date != DATE_UNKNOWN)
		story->heard = item->date;
	g_array_append_val(story->steps, step);
}

/* An id is cut, a tag is not. */
static const char *short_id(const struct fold *f, const char *id)
{
	gboolean cut = id && commit_is_id(slice_of(id));
	g_autofree char *begin = cut ? g_strndup(id, ID_SHOWN) : NULL;

	return keep(f, cut ? begin : id);
}

static const char *person_of(const struct fold *f, const char *message_id)
{
	const struct fact_message *message = story_message(f->index, message_id);

	if (message && message->author == AUTHOR_ROBOT)
		return "robot";
	return message && message->from_name ? message->from_name : "somebody";
}

/* ---- reports ------------------------------------------------------------------------------ */

static gboolean is_superseded(const struct fold *f, guint report)
{
	return g_hash_table_contains(f->superseded, GUINT_TO_POINTER(report + 1));
}

static const struct fact_claim *headline_of(const struct fold *f, guint report)
{
	return g_hash_table_lookup(f->headlines, GUINT_TO_POINTER(report + 1));
}

static void read_reports(const struct fold *f)
{
	for (guint i = 0; i < f->cluster->claims->len; i++) {
		struct fact_claim *claim = RECORD(f->index->facts->claims, struct fact_claim,
			*RECORD(f->cluster->claims, guint, i));

		if (!claim->nr)
			g_hash_table_insert(
				f->headlines, GUINT_TO_POINTER(claim->report + 1), claim);
	}
	for (guint i = 0; i < f->cluster->superseded->len; i++)
		g_hash_table_add(f->superseded,
			GUINT_TO_POINTER(*RECORD(f->cluster->superseded, guint, i) + 1));
}

/* The first says that there is something; a later one that it is there still. */
static enum state after_report(const struct fold *f, const struct fact_report *report)
{
	enum state state = f->story->state;
	guint over = DONE | IN(INVALID) | IN(NOT_REPRODUCED) | IN(INCONCLUSIVE);

	if (report->verdict == VERDICT_IMPROVEMENT || report->retold)
		return state;
	if (state == STATE_IMPROVEMENT)
		return STATE_OPEN;
	return f->reports && (over & 1u << state) ? STATE_REOPENED : state;
}

static void tell_report(struct fold *f, const struct story_item *item)
{
	const struct fact_report *report =
		RECORD(f->index->facts->reports, struct fact_report, item->report);
	const struct fact_claim *claim = headline_of(f, item->report);
	struct story_item at = *item;
	struct story_step step = {
		.kind = report->retold ? event_kind_name(EVENT_QUOTED_REPORT) : "report",
		.who = report->retold ? person_of(f, report->message_id) : "robot"};
	const struct fact_message *message = story_message(f->index, report->message_id);

	step.text = message ? message->subject : NULL;
	at.line = claim ? claim->line : 0;
	tell(f, &at, step,
		story_report_told(report, claim, f->reports > 0, is_superseded(f, item->report)),
		is_superseded(f, item->report) ? f->story->state : after_report(f, report));
	f->reports += report->verdict != VERDICT_IMPROVEMENT;
}

/* ---- events ------------------------------------------------------------------------------- */

static gboolean is_report(const struct fold *f, const char *message_id)
{
	const struct fact_message *message = story_message(f->index, message_id);

	return message && message->author == AUTHOR_ROBOT && message->kind <= MESSAGE_SUMMARY;
}

static gboolean points_here(const struct fold *f, const struct fact_event *event)
{
	return event->target && cluster_is_named(f->index->facts, f->cluster, event->target);
}

static guint signs_of(const struct fold *f, const struct fact_event *event,
	const struct letter *letter, const struct retest *retest)
{
	return (event->author == AUTHOR_ROBOT ? SIGN_ROBOT : SIGN_PERSON) |
	       (is_report(f, event->message_id) ? SIGN_REPORT : 0) |
	       (is_ours(f, event) ? SIGN_OURS : 0) | (f->revert ? SIGN_REVERT : 0) |
	       (points_here(f, event) ? SIGN_TARGET : 0) | signs_of_retest(retest) | letter->signs;
}

static struct story_words words_of(
	const struct fold *f, const struct fact_event *event, const struct retest *retest)
{
	gboolean measured = retest && (retest->kind != RETEST_AGAIN || event->kind == EVENT_RETEST);
	gboolean tests = is_verdict(event->kind) || event->kind == EVENT_RETEST;
	const char *tried = tests && retest ? tried_of(retest) : NULL;

	return (struct story_words){
		.commit = short_id(f, event->commit ? event->commit : tried),
		.numbers = measured ? retest->numbers : NULL,
		.setting = retest ? retest->setting : NULL,
		.title = event->title,
		.tree = event->tree,
		.target = event->target,
	};
}

static void tell_event(struct fold *f, const struct story_item *item)
{
	const struct fact_event *event = item->event;
	const struct letter *letter = letter_of(f, event->message_id);
	const struct retest *retest = retest_of(letter, event);
	const struct story_rule *rule =
		story_rule_of(event->kind, signs_of(f, event, letter, retest), f->story->state);
	const struct story_words words = words_of(f, event, retest);
	const struct story_step step = {.kind = event_kind_name(event->kind),
		.who = event->author == AUTHOR_ROBOT ? "robot"
		       : event->person               ? event->person
						     : "somebody",
		.text = event->text};

	f->revert |= event->kind == EVENT_REVERT_PROPOSED ||
		     (event->kind == EVENT_REVERT && is_ours(f, event));
	tell(f, item, step, rule ? story_rule_told(rule->told, &words) : NULL,
		rule && rule->to != STATES ? rule->to : f->story->state);
}

/* A table that no event tells: the numbers alone say it. */
static void tell_table(struct fold *f, const struct story_item *item)
{
	g_autofree struct retest *retest = read_retest(f, item->table);
	const struct story_rule *rule = NULL;
	const struct story_step step = {.kind = event_kind_name(EVENT_RETEST),
		.who = item->table->depth ? "a quoted table" : person_of(f, item->message_id)};

	/* a quoted table of the commit alone is the report's own */
	if (retest->kind >= RETEST_BACK && retest->kind <= RETEST_NOT)
		rule = story_rule_of(EVENT_RETEST, signs_of_retest(retest), f->story->state);
	if (rule) {
		const struct story_words words = {.commit = short_id(f, tried_of(retest)),
			.numbers = retest->numbers,
			.setting = retest->setting};

		tell(f, item, step, story_rule_told(rule->told, &words),
			rule->to != STATES ? rule->to : f->story->state);
	}
	retest_clear(retest);
}

/* ---- evidence of fixes -------------------------------------------------------------------- */

static void tell_improved(struct fold *f, const struct story_item *item)
{
	static const guint from = DONE | IN(FIX_PROPOSED) | IN(FIX_TESTED);
	const struct story_step step = {.kind = "report", .who = "robot"};
	char *told = g_strdup_printf(
		"reports the fix, %s, as an improvement", short_id(f, item->improved->commit));

	tell(f, item, step, told, from & 1u << f->story->state ? STATE_FIXED : f->story->state);
}

static void tell_tree(struct fold *f, const struct story_item *item)
{
	gboolean fixed = item->what == ITEM_FIXED;
	enum state state = f->story->state;
	guint from = IN(CLAIMED_FIXED) | IN(RECOVERED) | IN(FIX_PROPOSED) | IN(FIX_TESTED);
	const struct story_step step = {
		.kind = event_kind_name(fixed ? EVENT_FIXES : EVENT_REVERT), .who = "tree"};
	const char *tag = item->commit->tag;
	char *told = g_strdup_printf("has its %s, %s%s%s", fixed ? "fix" : "revert",
		short_id(f, item->commit->id), tag ? ", first in " : "", tag ? tag : "");

	if (!item->is_said)
		from |= IN(OPEN) | IN(ACKNOWLEDGED) | IN(REOPENED) | GIVEN_UP;
	if (from & 1u << state)
		state = fixed ? STATE_FIXED : STATE_REVERTED;
	tell(f, item, step, told, state);
}

/* ---- decisions ------------------------------------------------------------------------------ */

static gboolean is_subject(const struct fold *f, const struct decision *decision)
{
	return cluster_is_named(f->index->facts, f->cluster, decision->subject);
}

static enum state after_decision(const struct fold *f, const struct decision *decision)
{
	enum state state = f->story->state;
	gboolean subject = is_subject(f, decision);

	switch (decision->kind) {
	case DECISION_INVALID:
		return subject ? STATE_INVALID : state;
	case DECISION_STATE:
		return subject ? decision->state : state;
	case DECISION_DUP:
		return subject && !cluster_is_named(f->index->facts, f->cluster, decision->other)
			       ? STATE_SUPERSEDED
			       : state;
	case DECISION_UNDUP:
		return subject && state == STATE_SUPERSEDED ? f->alone : state;
	default:
		return state;
	}
}

static char *told_of_decision(const struct decision *d)
{
	return g_strdup_printf("say %s %s%s%s%s%s: %s", decision_kind_name(d->kind), d->subject,
		d->other ? " " : "", d->other ? d->other : "", d->kind == DECISION_STATE ? " " : "",
		d->kind == DECISION_STATE ? state_name(d->state) : "", d->reason);
}

static void tell_decision(struct fold *f, const struct story_item *item)
{
	const struct story_step step = {
		.kind = "override", .who = "overrides", .text = keep(f, item->decision->reason)};

	tell(f, item, step, told_of_decision(item->decision), after_decision(f, item->decision));
}

/* ---- all ------------------------------------------------------------------------------------ */

static void tell_item(struct fold *f, const struct story_item *item)
{
	static void (*const tellers[])(struct fold *, const struct story_item *) = {
		[ITEM_REPORT] = tell_report,
		[ITEM_EVENT] = tell_event,
		[ITEM_TABLE] = tell_table,
		[ITEM_IMPROVED] = tell_improved,
		[ITEM_FIXED] = tell_tree,
		[ITEM_REVERTED] = tell_tree,
		[ITEM_DECISION] = tell_decision,
	};

	tellers[item->what](f, item);
}

/* An improvement until something worse is reported of it, if ever. */
static enum state first_state(
	const struct facts *facts, const struct cluster *cluster, const GArray *items)
{
	const struct fact_report *first = NULL;
	gboolean worse = FALSE;

	for (guint i = 0; i < items->len; i++) {
		const struct story_item *item = RECORD(items, struct story_item, i);
		const struct fact_report *report;

		if (item->what != ITEM_REPORT)
			continue;
		report = RECORD(facts->reports, struct fact_report, item->report);
		first = first ? first : report;
		worse |= report->verdict != VERDICT_IMPROVEMENT;
	}
	if (first && first->verdict == VERDICT_IMPROVEMENT && worse)
		return STATE_IMPROVEMENT;
	return cluster->improves && !cluster->regresses ? STATE_IMPROVEMENT : STATE_OPEN;
}

static struct story *story_new(enum state state)
{
	struct story *story = g_new0(struct story, 1);

	story->steps = g_array_new(FALSE, FALSE, sizeof(struct story_step));
	story->state = state;
	story->changed = story->heard = DATE_UNKNOWN;
	return story;
}

struct story *story_of(const struct story_index *index, const struct cluster *cluster,
	const struct decisions *decisions, gint64 now)
{
	g_autoptr(GHashTable) letters =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, letter_free);
	g_autoptr(GHashTable) headlines = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) superseded = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GArray) items = story_items(index, cluster, decisions);
	struct fold f = {.index = index,
		.cluster = cluster,
		.story = story_new(first_state(index->facts, cluster, items)),
		.letters = letters,
		.headlines = headlines,
		.superseded = superseded,
		.told = told};

	read_letters(&f);
	read_reports(&f);
	for (guint i = 0; i < items->len; i++)
		tell_item(&f, RECORD(items, struct story_item, i));
	story_flags_set(f.story, index, cluster, now);
	return f.story;
}

void story_free(struct story *story)
{
	if (!story)
		return;
	g_array_unref(story->steps);
	g_free(story);
}
