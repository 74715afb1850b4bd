/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_flags.h"

#include "cluster/retest.h"
#include "cluster/story_rule.h"
#include "parse/commit_id.h"

#include <math.h>
#include <string.h>

#define DAY (24 * 60 * 60)
#define FLAG(name) (1u << FLAG_##name)

static const struct fact_report *report_at(
	const struct story_index *index, const struct cluster *cluster, guint i)
{
	return RECORD(
		index->facts->reports, struct fact_report, *RECORD(cluster->reports, guint, i));
}

/* Whether any of its events is of a kind. */
static gboolean has(
	const struct story_index *index, const struct cluster *cluster, enum event_kind kind)
{
	for (guint i = 0; i < cluster->events->len; i++)
		if (RECORD(index->facts->events, struct fact_event,
			    *RECORD(cluster->events, guint, i))
				->kind == kind)
			return TRUE;
	return FALSE;
}

static gboolean is_flaky(const struct story_index *index, const struct cluster *cluster)
{
	return has(index, cluster, EVENT_UNCLEAR) ||
	       (has(index, cluster, EVENT_NOT_REPRODUCED) &&
		       (has(index, cluster, EVENT_REPRODUCED) ||
			       has(index, cluster, EVENT_RETEST)));
}

static gboolean is_stale(const struct story *story, gint64 now)
{
	return now != DATE_UNKNOWN && story->heard != DATE_UNKNOWN &&
	       now - story->heard > (gint64)STALE_DAYS * DAY;
}

/* ---- baselines ------------------------------------------------------------------------ */

static gboolean differ(const char *a, const char *b)
{
	return a && b && commit_is_id(slice_of(a)) && commit_is_id(slice_of(b)) &&
	       !commit_same(slice_of(a), slice_of(b));
}

/* Whether it compares its commit with another than the first report of that commit. */
static gboolean contradicts(GHashTable *first, const struct fact_report *report)
{
	char *begin = g_strndup(report->commit, COMMIT_DIGITS_MIN);
	const struct fact_report *other = g_hash_table_lookup(first, begin);

	if (!other)
		g_hash_table_insert(first, begin, (gpointer)report);
	else
		g_free(begin);
	return other && !differ(report->commit, other->commit) &&
	       differ(report->parent, other->parent);
}

static gboolean is_mismatch(const struct story_index *index, const struct cluster *cluster)
{
	g_autoptr(GHashTable) first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < cluster->reports->len; i++) {
		const struct fact_report *report = report_at(index, cluster, i);
		const struct fact_commit *commit = story_commit(index, report->commit);

		if ((commit && differ(commit->parent, report->parent)) ||
			(report->commit && report->parent && contradicts(first, report)))
			return TRUE;
	}
	return FALSE;
}

static gboolean is_inconsistent(const struct story_index *index, const struct cluster *cluster)
{
	for (guint i = 0; i < cluster->reports->len; i++)
		if (report_at(index, cluster, i)->inconsistent)
			return TRUE;
	return FALSE;
}

/* ---- trees ---------------------------------------------------------------------------- */

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* NULL: none. */
static char *trees_of(const struct story_index *index, const struct cluster *cluster)
{
	g_autoptr(GPtrArray) trees = g_ptr_array_new();
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < cluster->events->len; i++) {
		const struct fact_event *event = RECORD(index->facts->events, struct fact_event,
			*RECORD(cluster->events, guint, i));

		if (event->kind == EVENT_STILL_ON && event->tree)
			g_ptr_array_add(trees, (char *)event->tree);
	}
	g_ptr_array_sort(trees, by_name);
	for (guint i = 0; i < trees->len; i++)
		if (!i || strcmp(trees->pdata[i], trees->pdata[i - 1]))
			g_string_append_printf(
				text, "%s%s", text->len ? ", " : "", (char *)trees->pdata[i]);
	return text->len ? g_strdup(text->str) : NULL;
}

/* ---- confirmation ----------------------------------------------------------------------- */

static gboolean is_small(const struct story_index *index, const struct cluster *cluster)
{
	const struct fact_claim *claim = cluster->claims->len
						 ? RECORD(index->facts->claims, struct fact_claim,
							   *RECORD(cluster->claims, guint, 0))
						 : NULL;

	return !claim || !isfinite(claim->change) ||
	       (claim->unit == UNIT_PERCENT && fabs(claim->change) < SMALL_PERCENT);
}

static gboolean is_alone(const struct story_index *index, const struct cluster *cluster)
{
	return cluster->reports->len == 1 && cluster->claims->len <= 1 &&
	       !report_at(index, cluster, 0)->retold && !has(index, cluster, EVENT_REPRODUCED) &&
	       !has(index, cluster, EVENT_RETEST);
}

static gboolean needs_confirmation(
	const struct story *story, const struct story_index *index, const struct cluster *cluster)
{
	const guint doubts = FLAG(FLAKY) | FLAG(INCONSISTENT_TABLE) | FLAG(BASELINE_MISMATCH);

	return story->state == STATE_OPEN && cluster->regresses && is_alone(index, cluster) &&
	       ((story->flags & doubts) || is_small(index, cluster));
}

void story_flags_set(struct story *story, const struct story_index *index,
	const struct cluster *cluster, gint64 now)
{
	gboolean unsolved = state_is_unsolved(story->state);
	g_autofree char *trees = unsolved ? trees_of(index, cluster) : NULL;

	story->still_on = facts_keep(index->facts, trees);
	story->flags = (is_flaky(index, cluster) ? FLAG(FLAKY) : 0) |
		       (unsolved && is_stale(story, now) ? FLAG(STALE) : 0) |
		       (cluster->regresses && cluster->improves ? FLAG(MIXED) : 0) |
		       (is_mismatch(index, cluster) ? FLAG(BASELINE_MISMATCH) : 0) |
		       (is_inconsistent(index, cluster) ? FLAG(INCONSISTENT_TABLE) : 0) |
		       (trees ? FLAG(STILL_ON) : 0) |
		       (story->disputed && !state_is_settled(story->state) ? FLAG(DISPUTED) : 0);
	if (needs_confirmation(story, index, cluster))
		story->flags |= FLAG(NEEDS_CONFIRMATION);
}
