/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/links.h"

#include "cluster/title.h"

#include "parse/commit_id.h"
#include "parse/event_link.h"

#include <string.h>

struct linking {
	struct unite *u;
	const GPtrArray *clusters;
	struct cluster *const *of_change;
	GHashTable *by_title; /* plain title -> cluster; NULL value: several have it */
	GHashTable *ranges;   /* set of clusters that are merges or branches */
};

/* Where a link is told. */
struct place {
	const char *message_id, *text;
	guint line;
};

static struct cluster *cluster_at(const struct linking *l, guint change)
{
	return change == NO_NODE ? NULL : l->of_change[unite_root(l->u, change)];
}

static struct cluster *cluster_of_commit(const struct linking *l, const char *id)
{
	return cluster_at(l, unite_find(l->u, id));
}

static struct cluster *cluster_of_report(const struct linking *l, const char *message_id)
{
	guint report = unite_report(l->u, message_id);

	return report == NO_NODE ? NULL
				 : cluster_at(l, g_array_index(l->u->of_reports, guint, report));
}

static void add(struct cluster *from, const char *kind, const char *to, const struct place *place)
{
	const struct cluster_link link = {.kind = kind,
		.to = to,
		.message_id = place->message_id,
		.text = place->text,
		.line = place->line};

	if (from && to && strcmp(from->id, to))
		g_array_append_val(from->links, link);
}

/* From one to the other and back; either may be no cluster, its commit stands for it then. */
static void add_both(struct cluster *from, const char *from_id, struct cluster *to,
	const char *to_id, const char *const kinds[2], const struct place *place)
{
	if (from && from == to)
		return;
	add(from, kinds[0], to ? to->id : to_id, place);
	add(to, kinds[1], from ? from->id : from_id, place);
}

/* ---- parents and bases --------------------------------------------------------------------- */

/* More than one commit lies between it and its parent. */
static gboolean is_range(const struct linking *l, const struct fact_report *r, const char *parent)
{
	gboolean ambiguous;
	const char *commit = ids_whole(l->u->ids, r->commit, &ambiguous);
	const struct fact_commit *known = facts_whole_commit(l->u->facts, commit);

	if (r->title && g_str_has_prefix(r->title, "Merge "))
		return TRUE;
	return known && known->parent && parent && commit_is_id(slice_of(parent)) &&
	       !g_str_has_prefix(known->parent, parent);
}

/* Of ranges those that begin where another one did. */
static void link_base(
	GHashTable *bases, struct cluster *cluster, const char *base, const struct place *place)
{
	static const char *const kinds[] = {"base", "base"};
	struct cluster *other = g_hash_table_lookup(bases, base);

	if (other)
		add_both(cluster, NULL, other, NULL, kinds, place);
	else
		g_hash_table_insert(bases, (char *)base, cluster);
}

static void link_parents(struct linking *l)
{
	static const char *const kinds[] = {"parent", "child"};
	g_autoptr(GHashTable) bases = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < l->u->facts->reports->len; i++) {
		const struct fact_report *r = RECORD(l->u->facts->reports, struct fact_report, i);
		/* Its words would be the id that the link leads to. */
		const struct place place = {.message_id = r->message_id};
		struct cluster *cluster = cluster_at(l, g_array_index(l->u->of_reports, guint, i));
		gboolean ambiguous, range;
		const char *parent = r->parent ? ids_whole(l->u->ids, r->parent, &ambiguous) : NULL;

		if (!cluster)
			continue;
		range = is_range(l, r, parent);
		if (range)
			g_hash_table_add(l->ranges, cluster);
		if (!parent)
			continue;
		if (range)
			link_base(bases, cluster, parent, &place);
		if (range || !commit_is_id(slice_of(parent)))
			add(cluster, "base", parent, &place);
		else
			add_both(
				cluster, NULL, cluster_of_commit(l, parent), parent, kinds, &place);
	}
}

/* ---- reverts and fixes ---------------------------------------------------------------------- */

static void index_titles(struct linking *l)
{
	for (guint i = 0; i < l->clusters->len; i++) {
		struct cluster *cluster = l->clusters->pdata[i];
		char *plain = title_plain(cluster->title);

		if (!plain)
			continue;
		gboolean known = g_hash_table_contains(l->by_title, plain);
		g_hash_table_insert(l->by_title, plain, known ? NULL : cluster);
	}
}

static struct cluster *cluster_of_title(const struct linking *l, const char *title)
{
	g_autofree char *plain = title_plain(title);

	return plain && !title_is_generic(plain) ? g_hash_table_lookup(l->by_title, plain) : NULL;
}

/* The cluster whose commit a message's event speaks for: shown above it, reported, posted. */
static struct cluster *speaker(
	const struct linking *l, const struct fact_event *e, const char **ret_id)
{
	const char *shown = unite_shown_above(l->u, e);
	struct cluster *reported = cluster_of_report(l, e->message_id);

	*ret_id = shown;
	if (shown)
		return cluster_of_commit(l, shown);
	return reported ? reported : cluster_at(l, unite_find(l->u, e->message_id));
}

static void link_event(struct linking *l, const struct fact_event *e, const char *const kinds[2])
{
	const struct place place = {e->message_id, e->text, e->line};
	const char *from_id;
	struct cluster *from = speaker(l, e, &from_id), *to = cluster_of_commit(l, e->commit);
	gboolean ambiguous;

	if (!to && e->title)
		to = cluster_of_title(l, e->title);
	if (!to && e->target)
		to = cluster_of_report(l, e->target);
	add_both(from, from_id, to, e->commit ? ids_whole(l->u->ids, e->commit, &ambiguous) : NULL,
		kinds, &place);
}

static const char *const reverts[] = {"revert-of", "reverted-by"};
static const char *const fixes[] = {"fix-of", "fixed-by"};

static void link_events(struct linking *l)
{
	for (guint i = 0; i < l->u->facts->events->len; i++) {
		const struct fact_event *e = RECORD(l->u->facts->events, struct fact_event, i);

		if (e->kind == EVENT_REVERT)
			link_event(l, e, reverts);
		else if (e->kind == EVENT_FIXES || e->kind == EVENT_CLOSES)
			link_event(l, e, fixes);
	}
}

static void link_tree_commit(struct linking *l, const struct fact_commit *c)
{
	const struct place place = {.text = c->title};
	struct cluster *from = cluster_of_commit(l, c->id);

	if (c->reverts)
		add_both(
			from, c->id, cluster_of_commit(l, c->reverts), c->reverts, reverts, &place);
	for (const char *const *fixed = c->fixes; fixed && *fixed; fixed++)
		add_both(from, c->id, cluster_of_commit(l, *fixed), *fixed, fixes, &place);
	for (const char *const *link = c->links; link && *link; link++) {
		struct slice target = link_target(slice_of(*link), l->u->facts->text);
		g_autofree char *id = slice_is_null(target) ? NULL : slice_dup(target);
		struct cluster *to = id ? cluster_of_report(l, id) : NULL;

		if (to)
			add_both(from, c->id, to, NULL, fixes, &place);
	}
}

/* What the talk about a cluster says: the commit that fixes it, what it is the same as. */
static void link_talk(struct linking *l, struct cluster *cluster)
{
	for (guint i = 0; i < cluster->events->len; i++) {
		const struct fact_event *e = RECORD(l->u->facts->events, struct fact_event,
			g_array_index(cluster->events, guint, i));
		const struct place place = {e->message_id, e->text, e->line};
		struct cluster *named = cluster_of_commit(l, e->commit);
		struct cluster *pointed = cluster_of_report(l, e->target);

		if ((e->kind == EVENT_FIXED_BY || e->kind == EVENT_REGZBOT_FIX) && e->commit)
			add_both(named, e->commit, cluster, NULL, fixes, &place);
		else if (e->kind == EVENT_REGZBOT_DUP && (pointed || named))
			add(cluster, "dup-of", pointed ? pointed->id : named->id, &place);
	}
}

/* ---- what the user says -------------------------------------------------------------------- */

static void drop(struct cluster *from, const char *kind, const char *to)
{
	for (guint i = from->links->len; i-- > 0;) {
		const struct cluster_link *link = RECORD(from->links, struct cluster_link, i);

		if (!strcmp(link->kind, kind) && !strcmp(link->to, to))
			g_array_remove_index(from->links, i);
	}
}

static void link_decisions(struct linking *l, const struct decisions *decisions)
{
	for (guint i = 0; decisions && i < decisions->all->len; i++) {
		const struct decision *d = &g_array_index(decisions->all, struct decision, i);
		const struct place place = {
			.text = facts_keep(l->u->facts, d->reason), .line = d->line};

		if (d->kind != DECISION_DUP && d->kind != DECISION_UNDUP)
			continue;
		struct cluster *a = cluster_at(l, unite_named(l->u, d->subject));
		struct cluster *b = cluster_at(l, unite_named(l->u, d->other));
		if (!a || !b)
			continue;
		drop(a, "dup-of", b->id);
		if (d->kind == DECISION_DUP)
			add(a, "dup-of", b->id, &place);
	}
}

/* ---- the same metric ------------------------------------------------------------------------ */

struct mover {
	struct cluster *cluster;
	const struct fact_report *report;
	const struct fact_claim *claim;
};

static char *key_of(const struct fact_claim *c)
{
	return g_strjoin("\n", c->testcase ? c->testcase : "", c->params ? c->params : "",
		c->tbox_group, c->metric, NULL);
}

static void link_movers(
	const struct linking *l, const struct mover *before, const struct mover *after)
{
	static const char *const equals[] = {"competes-with", "competes-with"};
	static const char *const downstream[] = {"downstream-of", "upstream-of"};
	const struct place place = {
		after->report->message_id, after->claim->metric, after->claim->line};
	gboolean range_before = g_hash_table_contains(l->ranges, before->cluster);
	gboolean range_after = g_hash_table_contains(l->ranges, after->cluster);

	if (range_before == range_after)
		add_both(after->cluster, NULL, before->cluster, NULL, equals, &place);
	else if (range_after)
		add_both(after->cluster, NULL, before->cluster, NULL, downstream, &place);
	else
		add_both(before->cluster, NULL, after->cluster, NULL, downstream, &place);
}

/* Claims stand by report, and those by date: each with the last one before it. */
static void link_claims(struct linking *l)
{
	g_autoptr(GHashTable) last = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	const struct facts *facts = l->u->facts;

	for (guint i = 0; i < facts->claims->len; i++) {
		const struct fact_claim *c = RECORD(facts->claims, struct fact_claim, i);
		const struct fact_report *r = RECORD(facts->reports, struct fact_report, c->report);
		struct mover mover = {
			cluster_at(l, g_array_index(l->u->of_reports, guint, c->report)), r, c};

		if (!mover.cluster || !c->metric || !c->tbox_group || r->date == DATE_UNKNOWN)
			continue;
		char *key = key_of(c);
		const struct mover *before = g_hash_table_lookup(last, key);
		if (before && before->cluster != mover.cluster &&
			r->date - before->report->date <= LINK_DAYS * G_GINT64_CONSTANT(86400))
			link_movers(l, before, &mover);
		g_hash_table_insert(last, key, g_memdup2(&mover, sizeof mover));
	}
}

/* ---- all ------------------------------------------------------------------------------------ */

static int compare_links(gconstpointer a, gconstpointer b)
{
	const struct cluster_link *x = a, *y = b;
	int order = strcmp(x->kind, y->kind);

	if (!order)
		order = strcmp(x->to, y->to);
	if (!order)
		order = g_strcmp0(x->message_id, y->message_id);
	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	return order ? order : g_strcmp0(x->text, y->text);
}

/* Each once, by the first that tells it. */
static void sort_links(GArray *links)
{
	guint kept = 0;

	g_array_sort(links, compare_links);
	for (guint i = 0; i < links->len; i++) {
		struct cluster_link *link = RECORD(links, struct cluster_link, i);
		const struct cluster_link *last =
			kept ? RECORD(links, struct cluster_link, kept - 1) : NULL;

		if (!last || strcmp(last->kind, link->kind) || strcmp(last->to, link->to))
			*RECORD(links, struct cluster_link, kept++) = *link;
	}
	g_array_set_size(links, kept);
}

/* A fix moves what it fixes: that is no competition. */
static void drop_plain_rivals(GArray *links)
{
	for (guint i = links->len; i-- > 0;) {
		const struct cluster_link *rival = RECORD(links, struct cluster_link, i);
		gboolean related = FALSE;

		if (strcmp(rival->kind, "competes-with"))
			continue;
		for (guint k = 0; k < links->len; k++) {
			const struct cluster_link *link = RECORD(links, struct cluster_link, k);

			related |= k != i && !strcmp(link->to, rival->to);
		}
		if (related)
			g_array_remove_index(links, i);
	}
}

void link_clusters(struct unite *u, const GPtrArray *clusters, struct cluster *const *of_change,
	const struct decisions *decisions)
{
	g_autoptr(GHashTable) by_title =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) ranges = g_hash_table_new(NULL, NULL);
	struct linking l = {u, clusters, of_change, by_title, ranges};

	index_titles(&l);
	link_parents(&l);
	link_events(&l);
	for (guint i = 0; i < u->facts->commits->len; i++)
		link_tree_commit(&l, RECORD(u->facts->commits, struct fact_commit, i));
	for (guint i = 0; i < clusters->len; i++)
		link_talk(&l, clusters->pdata[i]);
	link_claims(&l);
	link_decisions(&l, decisions);
	for (guint i = 0; i < clusters->len; i++) {
		GArray *links = ((struct cluster *)clusters->pdata[i])->links;

		sort_links(links);
		drop_plain_rivals(links);
	}
}
