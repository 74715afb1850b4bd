/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story.h"

#include "cluster/story_flags.h"
#include "cluster/story_fold.h"
#include "cluster/story_report.h"
#include "cluster/story_rule.h"
#include "parse/commit_id.h"
#include "store/verdict_words.h"

#include <string.h>

/* Digits of a commit that sentences have. */
#define ID_SHOWN 12

static const char *keep(const struct fold *f, const char *text)
{
	return facts_keep(f->index->facts, text);
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

void story_tell(struct fold *f, const struct story_item *item, struct story_step step, char *told,
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
	if (item->message_id && item->what != ITEM_MEASURED && item->date != DATE_UNKNOWN)
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
	return f->worse && (over & 1u << state) ? STATE_REOPENED : state;
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
	gboolean superseded = is_superseded(f, item->report);
	enum state after = superseded ? f->story->state : after_report(f, report);

	step.text = message ? message->subject : NULL;
	at.line = claim ? claim->line : 0;
	g_array_append_val(f->reports, item->report);
	if (story_is_retracted(f, item->report)) /* by a mail whose clock was behind */
		after = story_after_retraction(f);
	story_tell(f, &at, step, story_report_told(report, claim, f->worse > 0, superseded), after);
	f->worse += report->verdict != VERDICT_IMPROVEMENT;
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

static gboolean concerns(struct fold *f, const struct fact_event *event)
{
	return (event_kind_ends(event->kind) || event->kind == EVENT_MERGED) &&
	       story_concerns(f, story_message(f->index, event->message_id));
}

static guint signs_of(struct fold *f, const struct fact_event *event, const struct letter *letter,
	const struct retest *retest)
{
	return (event->author == AUTHOR_ROBOT ? SIGN_ROBOT : SIGN_PERSON) |
	       (is_report(f, event->message_id) ? SIGN_REPORT : 0) |
	       (concerns(f, event) ? SIGN_CONCERNED : 0) |
	       (story_is_ours(f, event) ? SIGN_OURS : 0) | (f->revert ? SIGN_REVERT : 0) |
	       (points_here(f, event) ? SIGN_TARGET : 0) | signs_of_retest(retest) | letter->signs;
}

static struct story_words words_of(
	const struct fold *f, const struct fact_event *event, const struct retest *retest)
{
	gboolean measured = retest && (retest->kind != RETEST_AGAIN || event->kind == EVENT_RETEST);
	gboolean tests = story_is_verdict(event->kind) || event->kind == EVENT_RETEST;
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

/* Whom it concerns could have changed something by the same words. */
static gboolean is_dispute(const struct fold *f, const struct fact_event *event, guint signs,
	const struct story_rule *rule)
{
	return event_kind_ends(event->kind) &&
	       story_rule_of(event->kind, signs | SIGN_CONCERNED, f->story->state) != rule;
}

static enum state after_event(struct fold *f, const struct fact_event *event,
	const struct story_rule *rule, struct story_words *words)
{
	enum state to = rule && rule->to != STATES ? rule->to : f->story->state;
	const char *subject;

	if (!rule || rule->to != STATE_INVALID)
		return to;
	if (story_retract(f, event, &subject))
		words->report = subject;
	return f->reports->len ? story_after_retraction(f) : f->story->state;
}

static void tell_event(struct fold *f, const struct story_item *item)
{
	const struct fact_event *event = item->event;
	const struct letter *letter = story_letter(f, event->message_id);
	const struct retest *retest = story_retest(letter, event);
	guint signs = signs_of(f, event, letter, retest);
	const struct story_rule *rule = story_rule_of(event->kind, signs, f->story->state);
	struct story_words words = words_of(f, event, retest);
	enum state after = after_event(f, event, rule, &words);
	const struct story_step step = {.kind = event_kind_name(event->kind),
		.who = event->author == AUTHOR_ROBOT ? "robot"
		       : event->person               ? event->person
						     : "somebody",
		.text = event->text};

	f->revert |= event->kind == EVENT_REVERT_PROPOSED ||
		     (event->kind == EVENT_REVERT && story_is_ours(f, event));
	f->story->disputed |= is_dispute(f, event, signs, rule);
	story_tell(f, item, step, rule ? story_rule_told(rule->told, &words) : NULL, after);
}

/* A table that no event tells: the numbers alone say it. */
static void tell_table(struct fold *f, const struct story_item *item)
{
	g_autofree struct retest *retest = story_read_retest(f, item->table);
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

		story_tell(f, item, step, story_rule_told(rule->told, &words),
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

	story_tell(
		f, item, step, told, from & 1u << f->story->state ? STATE_FIXED : f->story->state);
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
	story_tell(f, item, step, told, state);
}

/* ---- own runs ------------------------------------------------------------------------------- */

static void tell_measured(struct fold *f, const struct story_item *item)
{
	const struct story_step step = {.kind = KIND_MEASURED_HERE, .text = item->measured->words};

	verdicts_add(f->verdicts, item->message_id, item->measured->words);
	story_tell(f, item, step, g_strdup(item->measured->told), f->story->state);
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
		[ITEM_MEASURED] = tell_measured,
		[ITEM_DECISION] = story_tell_decision,
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

static void take_retracted(const struct fold *f)
{
	for (guint i = 0; i < f->cluster->reports->len; i++) {
		guint report = *RECORD(f->cluster->reports, guint, i);

		if (story_is_retracted(f, report))
			g_array_append_val(f->story->retracted, report);
	}
}

static struct story *story_new(enum state state)
{
	struct story *story = g_new0(struct story, 1);

	story->steps = g_array_new(FALSE, FALSE, sizeof(struct story_step));
	story->retracted = g_array_new(FALSE, FALSE, sizeof(guint));
	story->state = state;
	story->changed = story->heard = DATE_UNKNOWN;
	return story;
}

struct story *story_of(const struct story_index *index, const struct cluster *cluster,
	const struct decisions *decisions, gint64 now)
{
	g_autoptr(GHashTable) letters =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, story_letter_free);
	g_autoptr(GHashTable) headlines = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) superseded = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) retracted = g_hash_table_new(NULL, NULL);
	g_autoptr(GArray) reports = g_array_new(FALSE, FALSE, sizeof(guint));
	g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GArray) items = story_items(index, cluster, decisions);
	struct fold f = {.index = index,
		.cluster = cluster,
		.story = story_new(first_state(index->facts, cluster, items)),
		.letters = letters,
		.headlines = headlines,
		.superseded = superseded,
		.retracted = retracted,
		.reports = reports,
		.told = told,
		.verdicts = verdicts_new()};
	g_autofree char *verdict = NULL;

	story_read_letters(&f);
	read_reports(&f);
	for (guint i = 0; i < items->len; i++)
		tell_item(&f, RECORD(items, struct story_item, i));
	take_retracted(&f);
	story_flags_set(f.story, index, cluster, now);
	verdict = verdicts_join(f.verdicts);
	f.story->verdict = facts_keep(index->facts, verdict);
	verdicts_free(f.verdicts);
	if (f.concerned)
		g_hash_table_unref(f.concerned);
	return f.story;
}

void story_free(struct story *story)
{
	if (!story)
		return;
	g_array_unref(story->steps);
	g_array_unref(story->retracted);
	g_free(story);
}
