/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/keep.h"

#include "cluster/ask_tree.h"
#include "cluster/cluster.h"
#include "cluster/gather.h"
#include "cluster/ids.h"
#include "cluster/story.h"

#include "store/clusters.h"
#include "store/facts.h"
#include "tree/tree.h"

struct keeping {
	struct store *store;
	struct facts *facts;
	const struct decisions *decisions;
	struct store_clusters *to;
	struct story_index *index;
	gint64 now; /* of the last message: what is stale does not depend on the clock */
};

/* ---- one cluster -------------------------------------------------------------------------- */

static int compare_texts(gconstpointer a, gconstpointer b)
{
	return g_strcmp0(*(char *const *)a, *(char *const *)b);
}

/* Texts once each, by name, joined by ", "; NULL: none.  g_free(). */
static char *join_texts(GPtrArray *texts)
{
	g_autoptr(GString) joined = g_string_new(NULL);

	g_ptr_array_sort(texts, compare_texts);
	for (guint i = 0; i < texts->len; i++)
		if (!i || g_strcmp0(texts->pdata[i], texts->pdata[i - 1]))
			g_string_append_printf(
				joined, "%s%s", i ? ", " : "", (char *)texts->pdata[i]);
	return joined->len ? g_strdup(joined->str) : NULL;
}

static char *lists_of(const struct facts *facts, const struct cluster *cluster)
{
	g_autoptr(GPtrArray) lists = g_ptr_array_new();

	for (guint i = 0; i < cluster->reports->len; i++) {
		const struct fact_report *r = RECORD(facts->reports, struct fact_report,
			g_array_index(cluster->reports, guint, i));

		for (const char *const *list = r->lists; list && *list; list++)
			g_ptr_array_add(lists, (char *)*list);
	}
	return join_texts(lists);
}

static gboolean put_cluster(
	struct keeping *k, const struct cluster *c, const struct story *story, GError **error)
{
	g_autofree char *lists = lists_of(k->facts, c);
	const struct cluster_commit *named = RECORD(c->commits, struct cluster_commit, 0);
	const struct fact_commit *known = facts_whole_commit(k->facts, named->id);
	g_autoptr(GArray) commits = g_array_new(FALSE, FALSE, sizeof(struct store_cluster_commit));
	g_autoptr(GPtrArray) aliases = g_ptr_array_new();

	for (guint i = 0; i < c->commits->len; i++) {
		const struct cluster_commit *one = RECORD(c->commits, struct cluster_commit, i);
		const struct store_cluster_commit commit = {one->id, one->title, one->role};

		g_array_append_val(commits, commit);
	}
	for (guint i = 0; i < c->aliases->len; i++)
		g_ptr_array_add(aliases, c->aliases->pdata[i]);
	g_ptr_array_add(aliases, NULL);

	const struct store_cluster cluster = {
		.id = c->id,
		.aliases = (const char *const *)aliases->pdata,
		.commits = (const struct store_cluster_commit *)(gpointer)commits->data,
		.n_commits = commits->len,
		.title = c->title,
		.author = c->author,
		.subsystem = c->subsystem,
		.subsystems = known ? known->subsystems : NULL,
		.lists = lists,
		.tag = known ? known->tag : NULL,
		.state = story->state,
		.flags = story->flags,
		.still_on = story->still_on,
		.verdict = story->verdict,
		.first = c->first,
		.last = c->last,
		.changed = story->changed,
		.heard = story->heard,
		.regresses = c->regresses,
		.improves = c->improves,
		.reports = c->reports->len,
		.members = c->claims->len,
		.testcases = c->testcases,
		.machines = c->machines,
		.severity = c->severity,
	};
	return store_put_cluster(k->to, &cluster, error);
}

static gboolean put_members(struct keeping *k, const struct cluster *c, GError **error)
{
	for (guint i = 0; i < c->claims->len; i++) {
		const struct fact_claim *claim = RECORD(
			k->facts->claims, struct fact_claim, g_array_index(c->claims, guint, i));
		const struct fact_report *report =
			RECORD(k->facts->reports, struct fact_report, claim->report);
		const struct store_cluster_member member = {
			.cluster = c->id,
			.message_id = report->message_id,
			.line = claim->line,
			.testcase = claim->testcase,
			.params = claim->params,
			.tbox_group = claim->tbox_group,
			.compiler = claim->compiler,
			.kconfig = claim->kconfig,
			.governor = claim->governor,
			.microcode = claim->microcode,
			.metric = claim->metric,
			.aliases = claim->aliases,
			.change = {claim->text, claim->change, claim->unit},
			.verdict = claim->verdict,
		};

		if (!store_put_cluster_member(k->to, &member, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean put_story(
	struct keeping *k, const struct cluster *c, const struct story *story, GError **error)
{
	for (guint i = 0; i < story->steps->len; i++) {
		const struct story_step *step = RECORD(story->steps, struct story_step, i);
		const struct store_cluster_event event = {
			.cluster = c->id,
			.date = step->date,
			.kind = step->kind,
			.message_id = step->message_id,
			.line = step->line,
			.who = step->who,
			.text = step->text,
			.told = step->told,
			.changes = step->before != step->after,
			.before = step->before,
			.after = step->after,
		};

		if (!store_put_cluster_event(k->to, &event, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean put_links(struct keeping *k, const struct cluster *c, GError **error)
{
	for (guint i = 0; i < c->links->len; i++) {
		const struct cluster_link *l = RECORD(c->links, struct cluster_link, i);
		const struct store_cluster_link link = {
			c->id, l->kind, l->to, l->message_id, l->line, l->text};

		if (!store_put_cluster_link(k->to, &link, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean put_evidence(struct keeping *k, const struct cluster *c, GError **error)
{
	for (guint i = 0; i < c->evidence->len; i++) {
		const struct cluster_edge *e = RECORD(c->evidence, struct cluster_edge, i);
		const struct store_cluster_evidence evidence = {
			c->id, e->rule, e->from, e->to, e->message_id, e->line, e->text};

		if (!store_put_cluster_evidence(k->to, &evidence, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- all ---------------------------------------------------------------------------------- */

static gboolean put_one(struct keeping *k, struct cluster *c, GError **error)
{
	struct story *story = story_of(k->index, c, k->decisions, k->now);
	gboolean done;

	cluster_weigh_without(c, k->facts, story->retracted);
	done = put_cluster(k, c, story, error) && put_members(k, c, error) &&
	       put_story(k, c, story, error) && put_links(k, c, error) && put_evidence(k, c, error);
	story_free(story);
	return done;
}

static gboolean put_all(struct keeping *k, const GPtrArray *clusters, GError **error)
{
	gboolean done = TRUE;

	k->index = story_index_new(k->facts);
	for (guint i = 0; i < clusters->len && done; i++)
		done = put_one(k, clusters->pdata[i], error);
	story_index_free(k->index);
	return done;
}

/* Reports whose commit may be several: each stands alone. */
static gboolean put_doubts(struct keeping *k, const struct diag_sink *sink, GError **error)
{
	g_autoptr(GArray) doubts = ids_in_doubt(k->facts);
	const struct origin nowhere = {.offset = -1};
	gboolean done = TRUE;

	for (guint i = 0; i < doubts->len && done; i++) {
		const struct fact_report *r = RECORD(
			k->facts->reports, struct fact_report, g_array_index(doubts, guint, i));
		g_autofree char *detail = g_strdup_printf(
			"the id '%s' of the report begins several known ones", r->commit);
		const struct diag diag = {DIAG_COMMIT_AMBIGUOUS, nowhere, detail, SLICE_NULL};

		diag_emit(sink, diag.id, &nowhere, SLICE_NULL, "%s: %s", r->message_id, detail);
		done = store_put_cluster_diag(k->to, r->message_id, &diag, error);
	}
	return done;
}

static gboolean is_known(struct store *store, const char *name, gboolean *ret_known, GError **error)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	gboolean done = !name || store_find_cluster(store, name, ids, error);

	*ret_known = !name || ids->len;
	return done;
}

/* A decision that names nothing does nothing. */
static gboolean tell_unknown(struct keeping *k, const struct diag_sink *sink, GError **error)
{
	for (guint i = 0; k->decisions && i < k->decisions->all->len; i++) {
		const struct decision *d = RECORD(k->decisions->all, struct decision, i);
		const struct origin at = {
			.path = k->decisions->name, .offset = -1, .line = d->line};
		const char *names[] = {d->subject, d->other};
		gboolean known;

		for (guint n = 0; n < G_N_ELEMENTS(names); n++) {
			if (!is_known(k->store, names[n], &known, error))
				return FALSE;
			if (!known)
				diag_emit(sink, DIAG_DECISION_UNKNOWN, &at, slice_of(names[n]),
					"%s: there is no such cluster, commit or report", names[n]);
		}
	}
	return TRUE;
}

static gboolean make(struct store *store, struct tree *tree, const struct decisions *decisions,
	const char *made_with, const struct diag_sink *sink, GError **error)
{
	struct keeping k = {.store = store, .decisions = decisions};
	g_autoptr(GPtrArray) clusters = NULL;
	gboolean done;

	if (!store_newest_date(store, &k.now, error))
		return FALSE;
	k.facts = facts_gather(store, error);
	if (!k.facts)
		return FALSE;
	if (tree)
		ask_tree(k.facts, tree, sink);
	clusters = clusters_of(k.facts, decisions);
	k.to = store_clusters_begin(store, made_with, error);
	done = k.to && put_all(&k, clusters, error) && put_doubts(&k, sink, error) &&
	       tell_unknown(&k, sink, error);
	store_clusters_end(k.to);
	facts_free(k.facts);
	return done;
}

/* The program, the tree and what the user decided.  g_free(). */
static char *describe(struct tree *tree, const struct decisions *decisions)
{
	g_autofree char *decided = decisions_fingerprint(decisions);

	g_autofree char *asked = tree ? tree_identity(tree) : g_strdup("none");

	return g_strdup_printf(
		"revision %d, overrides %s, tree %s", CLUSTER_REVISION, decided, asked);
}

static gboolean keep(struct store *store, gboolean alone, struct tree *tree,
	const struct decisions *decisions, const char *made_with, const struct diag_sink *sink,
	GError **error)
{
	gboolean fresh;

	if (!store_begin_keeping(store, alone, error))
		return FALSE;
	if (store_clusters_are_fresh(store, made_with, &fresh, error) &&
		(fresh || make(store, tree, decisions, made_with, sink, error)))
		return store_commit(store, error);
	store_rollback(store);
	return FALSE;
}

static gboolean cannot_be_written(const GError *error)
{
	return g_error_matches(error, STORE_ERROR, STORE_ERROR_READONLY) ||
	       g_error_matches(error, STORE_ERROR, STORE_ERROR_LOCKED) ||
	       g_error_matches(error, STORE_ERROR, STORE_ERROR_FULL);
}

gboolean clusters_bring_up_to_date(struct store *store, struct tree *tree,
	const struct decisions *decisions, const struct diag_sink *sink, GError **error)
{
	g_autofree char *made_with = describe(tree, decisions);
	g_autoptr(GError) refused = NULL;
	gboolean fresh;

	if (!store_clusters_are_fresh(store, made_with, &fresh, error))
		return FALSE;
	if (fresh || keep(store, FALSE, tree, decisions, made_with, sink, &refused))
		return TRUE;
	if (cannot_be_written(refused))
		return keep(store, TRUE, tree, decisions, made_with, sink, error);
	g_propagate_error(error, g_steal_pointer(&refused));
	return FALSE;
}
