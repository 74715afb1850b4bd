/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_items.h"

#include "cluster/retest.h"
#include "parse/commit_id.h"

#include <string.h>

struct gathering {
	const struct story_index *index;
	const struct cluster *cluster;
	GArray *items;
};

/* ---- reports and events ------------------------------------------------------------------ */

static void add_reports(struct gathering *g)
{
	for (guint i = 0; i < g->cluster->reports->len; i++) {
		guint at = *RECORD(g->cluster->reports, guint, i);
		const struct fact_report *report =
			RECORD(g->index->facts->reports, struct fact_report, at);
		const struct story_item item = {.what = ITEM_REPORT,
			.date = report->date,
			.message_id = report->message_id,
			.report = at};

		g_array_append_val(g->items, item);
	}
}

static const struct fact_event *event_of(const struct gathering *g, guint i)
{
	return RECORD(
		g->index->facts->events, struct fact_event, *RECORD(g->cluster->events, guint, i));
}

static void add_events(struct gathering *g)
{
	for (guint i = 0; i < g->cluster->events->len; i++) {
		const struct fact_event *event = event_of(g, i);
		const struct story_item item = {.what = ITEM_EVENT,
			.date = event->date,
			.message_id = event->message_id,
			.part = event->part,
			.line = event->line,
			.event = event};

		g_array_append_val(g->items, item);
	}
}

/* ---- tables ------------------------------------------------------------------------------- */

static char *place_of(const char *message_id, guint part, guint line)
{
	return g_strdup_printf("%s#%u:%u", message_id, part, line);
}

static void add_tables_of(struct gathering *g, GHashTable *told, const struct fact_message *message)
{
	const GPtrArray *tables = story_list(g->index->tables, message->message_id);

	for (guint i = 0; i < tables->len; i++) {
		const struct fact_table *table = g_ptr_array_index(tables, i);
		g_autofree char *place = place_of(message->message_id, table->part, table->line);
		const struct story_item item = {.what = ITEM_TABLE,
			.date = message->date,
			.message_id = message->message_id,
			.part = table->part,
			.line = table->line,
			.table = table};

		if (!g_hash_table_contains(told, place))
			g_array_append_val(g->items, item);
	}
}

/* Of the messages that have events, those that no event tells. */
static void add_tables(struct gathering *g)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < g->cluster->events->len; i++) {
		const struct fact_event *event = event_of(g, i);

		if (event->kind == EVENT_RETEST)
			g_hash_table_add(
				told, place_of(event->message_id, event->part, event->line));
	}
	for (guint i = 0; i < g->cluster->events->len; i++) {
		const char *id = event_of(g, i)->message_id;
		const struct fact_message *message = story_message(g->index, id);

		if (message && g_hash_table_add(seen, (char *)id))
			add_tables_of(g, told, message);
	}
}

/* ---- fixes -------------------------------------------------------------------------------- */

/* "title" of "Re: [PATCH v2 3/5] title" */
static const char *bare_title(const char *title)
{
	for (;;) {
		const char *end = title && *title == '[' ? strchr(title, ']') : NULL;

		if (end)
			title = end + 1;
		else if (title && !g_ascii_strncasecmp(title, "Re:", 3))
			title += 3;
		else
			return title;
		title += strspn(title, " ");
	}
}

static void add_known_fix(
	struct gathering *g, const struct fact_event *event, const struct fact_commit *commit)
{
	const struct story_item item = {.what = ITEM_FIXED,
		.is_said = TRUE,
		.date = event->date == DATE_UNKNOWN ? DATE_UNKNOWN : MAX(event->date, commit->date),
		.commit = commit};

	g_array_append_val(g->items, item);
}

static void add_improved(
	struct gathering *g, const struct fact_event *event, const struct fact_report *report)
{
	const struct story_item item = {.what = ITEM_IMPROVED,
		.date = report->date,
		.message_id = report->message_id,
		.improved = report};

	if (report->date == DATE_UNKNOWN || report->date >= event->date)
		g_array_append_val(g->items, item);
}

/* What somebody calls the fix, or tried with success. */
static gboolean names_fix(enum event_kind kind)
{
	return kind == EVENT_FIXED_BY || kind == EVENT_REGZBOT_FIX || kind == EVENT_MERGED ||
	       kind == EVENT_FIX_PROPOSED || kind == EVENT_RECOVERED;
}

/* Not what a test was built on, or brought it back in one: that may be any head. */
static gboolean is_fix_of_tree(enum event_kind kind)
{
	return kind != EVENT_RECOVERED && kind != EVENT_FIX_PROPOSED;
}

static void add_fix_by_id(struct gathering *g, const struct fact_event *event)
{
	const GPtrArray *better = story_list_of_commit(g->index->improvements, event->commit);
	const struct fact_commit *commit = story_commit(g->index, event->commit);

	if (commit && commit->is_mainline && is_fix_of_tree(event->kind))
		add_known_fix(g, event, commit);
	for (guint i = 0; i < better->len; i++) {
		const struct fact_report *report = g_ptr_array_index(better, i);

		if (commit_same(slice_of(report->commit), slice_of(event->commit)))
			add_improved(g, event, report);
	}
}

static void add_fix_by_title(struct gathering *g, const struct fact_event *event)
{
	const char *title = bare_title(event->title);
	const GPtrArray *known = story_list(g->index->titled, title);
	const GPtrArray *better = story_list(g->index->improved, title);

	for (guint i = 0; i < known->len; i++)
		add_known_fix(g, event, g_ptr_array_index(known, i));
	for (guint i = 0; i < better->len; i++)
		add_improved(g, event, g_ptr_array_index(better, i));
}

static void add_named_fixes(struct gathering *g)
{
	for (guint i = 0; i < g->cluster->events->len; i++) {
		const struct fact_event *event = event_of(g, i);

		if (!names_fix(event->kind))
			continue;
		if (event->commit && !cluster_is_commit(g->cluster, event->commit))
			add_fix_by_id(g, event);
		if (event->title && event->kind != EVENT_RECOVERED)
			add_fix_by_title(g, event);
	}
}

/* ---- the tree ------------------------------------------------------------------------------ */

static void add_of_tree(struct gathering *g, enum item_what what, const GPtrArray *commits)
{
	for (guint i = 0; i < commits->len; i++) {
		const struct fact_commit *commit = g_ptr_array_index(commits, i);
		const struct story_item item = {
			.what = what, .date = commit->date, .commit = commit};

		if (!cluster_is_commit(g->cluster, commit->id))
			g_array_append_val(g->items, item);
	}
}

/* Those whose trailer names one of the cluster's commits, not another that begins so. */
static GPtrArray *of_commit(GHashTable *lists, const char *id)
{
	const GPtrArray *all = story_list_of_commit(lists, id);
	GPtrArray *own = g_ptr_array_new();

	for (guint i = 0; i < all->len; i++) {
		const struct fact_commit *commit = g_ptr_array_index(all, i);
		gboolean ours =
			commit->reverts && commit_same(slice_of(commit->reverts), slice_of(id));

		for (const char *const *fixes = commit->fixes; fixes && *fixes; fixes++)
			ours |= commit_same(slice_of(*fixes), slice_of(id));
		if (ours)
			g_ptr_array_add(own, g_ptr_array_index(all, i));
	}
	return own;
}

static void add_tree(struct gathering *g)
{
	for (guint i = 0; i < g->cluster->commits->len; i++) {
		const char *id = RECORD(g->cluster->commits, struct cluster_commit, i)->id;
		g_autoptr(GPtrArray) fixers = of_commit(g->index->fixers, id);
		g_autoptr(GPtrArray) reverters = of_commit(g->index->reverters, id);

		add_of_tree(g, ITEM_FIXED, fixers);
		add_of_tree(g, ITEM_REVERTED, reverters);
	}
	for (guint i = 0; i < g->cluster->reports->len; i++) {
		guint at = *RECORD(g->cluster->reports, guint, i);

		add_of_tree(g, ITEM_FIXED,
			story_list(g->index->closers,
				RECORD(g->index->facts->reports, struct fact_report, at)
					->message_id));
	}
}

/* ---- own runs ----------------------------------------------------------------------------- */

static void add_measured(struct gathering *g)
{
	for (guint i = 0; i < g->cluster->reports->len; i++) {
		guint at = *RECORD(g->cluster->reports, guint, i);
		const GPtrArray *own = story_list(g->index->measured,
			RECORD(g->index->facts->reports, struct fact_report, at)->message_id);

		for (guint k = 0; k < own->len; k++) {
			const struct fact_measured *measured = g_ptr_array_index(own, k);
			const struct story_item item = {.what = ITEM_MEASURED,
				.date = measured->date,
				.message_id = measured->message_id,
				.measured = measured};

			g_array_append_val(g->items, item);
		}
	}
}

/* ---- decisions ------------------------------------------------------------------------------ */

gboolean cluster_is_named(
	const struct facts *facts, const struct cluster *cluster, const char *name)
{
	if (!name)
		return FALSE;
	if (!strcmp(name, cluster->id) || cluster_is_commit(cluster, name) ||
		(g_str_has_prefix(name, "c-") && cluster_is_commit(cluster, name + 2)))
		return TRUE;
	for (guint i = 0; i < cluster->aliases->len; i++)
		if (!strcmp(name, g_ptr_array_index(cluster->aliases, i)))
			return TRUE;
	for (guint i = 0; i < cluster->reports->len; i++) {
		guint at = *RECORD(cluster->reports, guint, i);

		if (!strcmp(name, RECORD(facts->reports, struct fact_report, at)->message_id))
			return TRUE;
	}
	return FALSE;
}

static void add_decisions(struct gathering *g, const struct decisions *decisions)
{
	for (guint i = 0; decisions && i < decisions->all->len; i++) {
		const struct decision *decision = RECORD(decisions->all, struct decision, i);
		const struct story_item item = {.what = ITEM_DECISION,
			.date = DATE_UNKNOWN,
			.line = decision->line,
			.decision = decision};

		if (cluster_is_named(g->index->facts, g->cluster, decision->subject) ||
			cluster_is_named(g->index->facts, g->cluster, decision->other))
			g_array_append_val(g->items, item);
	}
}

/* ---- order ----------------------------------------------------------------------------------- */

static int by_number(gint64 x, gint64 y)
{
	return (x > y) - (x < y);
}

static int by_place(const struct story_index *index, const char *x, const char *y)
{
	const struct fact_message *a = story_message(index, x), *b = story_message(index, y);
	int order;

	if (!a || !b)
		return (a == NULL) - (b == NULL);
	order = g_strcmp0(a->path, b->path);
	return order ? order : by_number(a->offset, b->offset);
}

static const char *name_of(const struct story_item *item)
{
	return item->message_id ? item->message_id : item->commit ? item->commit->id : "";
}

static int in_message(const struct story_item *x, const struct story_item *y)
{
	int order = (y->what == ITEM_REPORT) - (x->what == ITEM_REPORT);

	if (!order)
		order = by_number(x->part, y->part);
	if (!order)
		order = by_number(x->line, y->line);
	if (!order)
		order = by_number(x->what, y->what);
	if (!order && x->measured)
		order = strcmp(x->measured->told, y->measured->told);
	if (!order && x->event)
		order = by_number(x->event->kind, y->event->kind);
	if (!order && x->event)
		order = g_strcmp0(x->event->commit, y->event->commit);
	if (!order && x->event)
		order = g_strcmp0(x->event->text, y->event->text);
	return order;
}

static gint by_story(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct story_item *x = a, *y = b;
	int order = (x->what == ITEM_DECISION) - (y->what == ITEM_DECISION);

	if (!order)
		order = (x->date == DATE_UNKNOWN) - (y->date == DATE_UNKNOWN);
	if (!order)
		order = by_number(x->date, y->date);
	if (!order && x->date == DATE_UNKNOWN && x->what != ITEM_DECISION)
		order = by_place(data, x->message_id, y->message_id);
	if (!order) /* the tree's word behind what names its commit */
		order = (x->message_id == NULL) - (y->message_id == NULL);
	if (!order)
		order = strcmp(name_of(x), name_of(y));
	return order ? order : in_message(x, y);
}

GArray *story_items(const struct story_index *index, const struct cluster *cluster,
	const struct decisions *decisions)
{
	struct gathering g = {index, cluster, g_array_new(FALSE, FALSE, sizeof(struct story_item))};

	add_reports(&g);
	add_events(&g);
	add_tables(&g);
	add_named_fixes(&g);
	add_tree(&g);
	add_measured(&g);
	add_decisions(&g, decisions);
	g_array_sort_with_data(g.items, by_story, (gpointer)index);
	return g.items;
}
