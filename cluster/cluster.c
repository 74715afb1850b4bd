/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/cluster.h"

#include "cluster/links.h"
#include "cluster/name.h"
#include "cluster/severity.h"
#include "cluster/tie.h"
#include "cluster/title.h"

#include <math.h>
#include <string.h>

#define FULL_ID_DIGITS 40

static void cluster_free(gpointer data)
{
	struct cluster *cluster = data;

	g_ptr_array_unref(cluster->aliases);
	g_array_unref(cluster->commits);
	g_array_unref(cluster->reports);
	g_array_unref(cluster->claims);
	g_array_unref(cluster->events);
	g_array_unref(cluster->superseded);
	g_array_unref(cluster->evidence);
	g_array_unref(cluster->links);
	g_free(cluster);
}

static struct cluster *cluster_new(void)
{
	struct cluster *cluster = g_new0(struct cluster, 1);

	cluster->aliases = g_ptr_array_new();
	cluster->commits = g_array_new(FALSE, FALSE, sizeof(struct cluster_commit));
	cluster->reports = g_array_new(FALSE, FALSE, sizeof(guint));
	cluster->claims = g_array_new(FALSE, FALSE, sizeof(guint));
	cluster->events = g_array_new(FALSE, FALSE, sizeof(guint));
	cluster->superseded = g_array_new(FALSE, FALSE, sizeof(guint));
	cluster->evidence = g_array_new(FALSE, FALSE, sizeof(struct cluster_edge));
	cluster->links = g_array_new(FALSE, FALSE, sizeof(struct cluster_link));
	cluster->first = cluster->last = DATE_UNKNOWN;
	return cluster;
}

struct making {
	struct unite *u;
	GPtrArray *clusters;        /* struct cluster */
	struct cluster **of_change; /* of each change that is a root; NULL */
	GHashTable *apart;          /* clusters of a report that was split off -> its Message-ID */
};

static struct cluster *cluster_of(const struct making *m, guint change)
{
	return change == NO_NODE ? NULL : m->of_change[unite_root(m->u, change)];
}

/* ---- gathering: in the order of the facts ------------------------------------------------ */

static void gather_reports(struct making *m)
{
	for (guint i = 0; i < m->u->of_reports->len; i++) {
		guint change = g_array_index(m->u->of_reports, guint, i);
		guint root = change == NO_NODE ? NO_NODE : unite_root(m->u, change);

		if (root == NO_NODE)
			continue;
		if (!m->of_change[root]) {
			m->of_change[root] = cluster_new();
			g_ptr_array_add(m->clusters, m->of_change[root]);
		}
		g_array_append_val(m->of_change[root]->reports, i);
		if (RECORD(m->u->changes, struct node, change)->is_superseded)
			g_array_append_val(m->of_change[root]->superseded, i);
	}
}

static void gather_claims(struct making *m)
{
	const struct facts *facts = m->u->facts;

	for (guint i = 0; i < facts->claims->len; i++) {
		const struct fact_claim *claim = RECORD(facts->claims, struct fact_claim, i);
		struct cluster *cluster =
			cluster_of(m, g_array_index(m->u->of_reports, guint, claim->report));

		if (cluster && claim->alias_of == i)
			g_array_append_val(cluster->claims, i);
	}
}

static void gather_evidence(struct making *m)
{
	for (guint i = 0; i < m->u->edges->len; i++) {
		const struct edge *edge = RECORD(m->u->edges, struct edge, i);
		struct cluster *cluster = cluster_of(m, edge->a);

		if (cluster)
			g_array_append_val(cluster->evidence, edge->shown);
	}
}

/* ---- order ------------------------------------------------------------------------------ */

static double size_of(double change)
{
	return isnan(change) ? -1 : fabs(change);
}

static int compare_claims(gconstpointer a, gconstpointer b, gpointer data)
{
	const GArray *claims = data;
	guint i = *(const guint *)a, j = *(const guint *)b;
	const struct fact_claim *x = RECORD(claims, struct fact_claim, i);
	const struct fact_claim *y = RECORD(claims, struct fact_claim, j);
	double of_x = size_of(x->change), of_y = size_of(y->change);
	int order = (of_x < of_y) - (of_x > of_y);

	if (!order)
		order = g_strcmp0(x->testcase, y->testcase);
	if (!order)
		order = g_strcmp0(x->tbox_group, y->tbox_group);
	if (!order)
		order = g_strcmp0(x->metric, y->metric);
	return order ? order : (i > j) - (i < j); /* by report, then nr */
}

static int compare_evidence(gconstpointer a, gconstpointer b)
{
	const struct cluster_edge *x = a, *y = b;
	int order = strcmp(x->rule, y->rule);

	if (!order)
		order = g_strcmp0(x->message_id, y->message_id);
	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	if (!order)
		order = g_strcmp0(x->from, y->from);
	if (!order)
		order = g_strcmp0(x->to, y->to);
	return order ? order : g_strcmp0(x->text, y->text);
}

static gboolean same_evidence(const struct cluster_edge *x, const struct cluster_edge *y)
{
	return !compare_evidence(x, y);
}

static void sort_evidence(GArray *evidence)
{
	guint kept = 0;

	g_array_sort(evidence, compare_evidence);
	for (guint i = 0; i < evidence->len; i++) {
		struct cluster_edge *edge = RECORD(evidence, struct cluster_edge, i);

		if (!kept || !same_evidence(RECORD(evidence, struct cluster_edge, kept - 1), edge))
			*RECORD(evidence, struct cluster_edge, kept++) = *edge;
	}
	g_array_set_size(evidence, kept);
}

/* ---- commits ---------------------------------------------------------------------------- */

struct candidate {
	const struct node *change;
	const struct fact_commit *known; /* what a tree says; NULL */
};

/* The better an id names the change, the smaller. */
static int rank_of(const struct candidate *c)
{
	gboolean full = strlen(c->change->id) >= FULL_ID_DIGITS;

	if (c->known && c->known->is_mainline)
		return 0;
	if (full && c->change->is_upstream)
		return 1;
	if (c->change->is_reported)
		return full ? 2 : 3;
	return full ? 4 : 5;
}

static int compare_candidates(gconstpointer a, gconstpointer b)
{
	const struct candidate *x = a, *y = b;
	int order = rank_of(x) - rank_of(y);

	if (!order)
		order = facts_compare_dates(x->change->first, y->change->first);
	return order ? order : strcmp(x->change->id, y->change->id);
}

static const char *role_of(const struct candidate *c)
{
	if (c->known && c->known->is_mainline)
		return "mainline";
	if (c->change->is_upstream)
		return "upstream";
	if (c->change->is_superseded)
		return "version";
	if (c->change->is_reported)
		return "reported";
	return c->change->is_picked ? "picked" : "alias";
}

static gboolean has_commit(const struct cluster *cluster, const char *id)
{
	for (guint i = 0; i < cluster->commits->len; i++)
		if (!strcmp(RECORD(cluster->commits, struct cluster_commit, i)->id, id))
			return TRUE;
	return FALSE;
}

static void add_commit(struct cluster *cluster, const char *id, const char *title, const char *role)
{
	const struct cluster_commit commit = {id, title, role};

	if (!has_commit(cluster, id))
		g_array_append_val(cluster->commits, commit);
}

static void take_commits(const struct making *m, struct cluster *cluster, GArray *candidates)
{
	g_array_sort(candidates, compare_candidates);
	for (guint i = 0; i < candidates->len; i++) {
		const struct candidate *c = RECORD(candidates, struct candidate, i);

		add_commit(cluster, c->change->id, unite_title(m->u, c->change), role_of(c));
	}
	for (guint i = 0; i < cluster->reports->len; i++) {
		const struct fact_report *r = RECORD(m->u->facts->reports, struct fact_report,
			g_array_index(cluster->reports, guint, i));

		if (r->commit)
			add_commit(cluster, r->commit, r->title,
				cluster->commits->len ? "alias" : "reported");
	}
}

static void candidates_free(gpointer array)
{
	g_array_unref(array);
}

static void gather_commits(struct making *m)
{
	g_autoptr(GHashTable) of_cluster = g_hash_table_new_full(NULL, NULL, NULL, candidates_free);

	for (guint i = 0; i < m->clusters->len; i++)
		g_hash_table_insert(of_cluster, m->clusters->pdata[i],
			g_array_new(FALSE, FALSE, sizeof(struct candidate)));
	for (guint i = 0; i < m->u->changes->len; i++) {
		const struct node *change = RECORD(m->u->changes, struct node, i);
		const struct candidate candidate = {
			change, facts_whole_commit(m->u->facts, change->id)};
		struct cluster *cluster = cluster_of(m, i);

		if (cluster && change->is_apart)
			g_hash_table_insert(m->apart, cluster, (char *)change->id);
		else if (cluster && !change->is_patch)
			g_array_append_val(
				(GArray *)g_hash_table_lookup(of_cluster, cluster), candidate);
	}
	for (guint i = 0; i < m->clusters->len; i++) {
		struct cluster *cluster = m->clusters->pdata[i];

		take_commits(m, cluster, g_hash_table_lookup(of_cluster, cluster));
	}
}

/* ---- ids --------------------------------------------------------------------------------- */

static int compare_texts(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_alias(struct cluster *cluster, const char *name)
{
	if (strcmp(name, cluster->id) &&
		!g_ptr_array_find_with_equal_func(cluster->aliases, name, g_str_equal, NULL))
		g_ptr_array_add(cluster->aliases, (char *)name);
}

/* What names a report that is no longer of its commit's cluster. */
static const char *checksum(const struct making *m, const char *message_id)
{
	g_autofree char *digits = g_compute_checksum_for_string(G_CHECKSUM_SHA256, message_id, -1);

	return facts_keep(m->u->facts, digits);
}

/* All ids that its commits ever had name a cluster. */
static void give_names(const struct making *m)
{
	g_autoptr(GArray) names = g_array_new(FALSE, FALSE, sizeof(struct name));

	for (guint i = 0; i < m->clusters->len; i++) {
		struct cluster *cluster = m->clusters->pdata[i];
		const char *apart = g_hash_table_lookup(m->apart, cluster);

		for (guint k = 0; k < (apart ? 1 : cluster->commits->len); k++) {
			const char *commit = RECORD(cluster->commits, struct cluster_commit, k)->id;
			struct name name = {apart ? checksum(m, apart) : commit, i, NULL};

			g_array_append_val(names, name);
			if (k == 0)
				cluster->id = name.commit; /* for now */
		}
	}
	name_clusters(m->u->facts, names);
	for (guint i = 0; i < names->len; i++) {
		const struct name *name = RECORD(names, struct name, i);
		struct cluster *cluster = m->clusters->pdata[name->cluster];

		if (!strcmp(cluster->id, name->commit))
			cluster->id = name->name;
	}
	for (guint i = 0; i < names->len; i++) {
		const struct name *name = RECORD(names, struct name, i);

		add_alias(m->clusters->pdata[name->cluster], name->name);
	}
	for (guint i = 0; i < m->clusters->len; i++)
		g_ptr_array_sort(((struct cluster *)m->clusters->pdata[i])->aliases, compare_texts);
}

/* ---- what a cluster says ------------------------------------------------------------------ */

static void note_verdict(struct cluster *cluster, enum verdict verdict)
{
	cluster->regresses |= verdict == VERDICT_REGRESSION;
	cluster->improves |= verdict == VERDICT_IMPROVEMENT;
}

/* "mm" of "linux-mm.kvack.org"; NULL: a list of everything, or of the robot's. */
static const char *subsystem_of_list(struct facts *facts, const char *list)
{
	static const char *const general[] = {"kernel", "lkp", "oe-lkp", "oe-kbuild-all",
		"kbuild-all", "next", "stable", "regressions"};
	g_autofree char *name = g_strndup(list, strcspn(list, "."));
	const char *rest = g_str_has_prefix(name, "linux-") ? name + strlen("linux-") : name;

	for (guint i = 0; i < G_N_ELEMENTS(general); i++)
		if (!strcmp(rest, general[i]))
			return NULL;
	return *rest ? facts_keep(facts, rest) : NULL;
}

/* Where no title tells. */
static const char *subsystem_of_lists(struct facts *facts, const struct cluster *cluster)
{
	const char *subsystem = NULL;

	for (guint i = 0; i < cluster->reports->len && !subsystem; i++) {
		const struct fact_report *r = RECORD(facts->reports, struct fact_report,
			g_array_index(cluster->reports, guint, i));

		for (const char *const *list = r->lists; list && *list && !subsystem; list++)
			subsystem = subsystem_of_list(facts, *list);
	}
	return subsystem;
}

static void sum_up_reports(struct cluster *cluster, struct facts *facts)
{
	const struct cluster_commit *named = RECORD(cluster->commits, struct cluster_commit, 0);

	cluster->title = named->title;
	for (guint i = 0; i < cluster->reports->len; i++) {
		const struct fact_report *r = RECORD(facts->reports, struct fact_report,
			g_array_index(cluster->reports, guint, i));

		if (!cluster->title)
			cluster->title = r->title;
		if (!cluster->subsystem)
			cluster->subsystem = r->subsystem;
		if (i == 0)
			cluster->first = r->date;
		if (r->date != DATE_UNKNOWN)
			cluster->last = r->date;
		note_verdict(cluster, r->verdict);
	}

	if (!cluster->subsystem)
		cluster->subsystem = subsystem_of_lists(facts, cluster);

	g_autofree char *plain = title_plain(cluster->title);
	cluster->title = facts_keep(facts, plain);
}

static void note_name(GHashTable *names, const char *name)
{
	if (name)
		g_hash_table_add(names, (char *)name);
}

/* How broad and how grave it is by these of its claims. */
static void weigh(struct cluster *cluster, const struct facts *facts, const GArray *claims)
{
	g_autoptr(GHashTable) testcases = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) machines = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < claims->len; i++) {
		const struct fact_claim *c =
			RECORD(facts->claims, struct fact_claim, g_array_index(claims, guint, i));

		note_name(testcases, c->testcase);
		note_name(machines, c->tbox_group);
	}
	cluster->testcases = g_hash_table_size(testcases);
	cluster->machines = g_hash_table_size(machines);
	cluster->severity = severity_of_claims(facts, claims);
}

static void sum_up_claims(struct cluster *cluster, const struct facts *facts)
{
	for (guint i = 0; i < cluster->claims->len; i++)
		note_verdict(cluster, RECORD(facts->claims, struct fact_claim,
					      g_array_index(cluster->claims, guint, i))
					      ->verdict);
	weigh(cluster, facts, cluster->claims);
}

static gboolean holds(const GArray *reports, guint report)
{
	for (guint i = 0; i < reports->len; i++)
		if (g_array_index(reports, guint, i) == report)
			return TRUE;
	return FALSE;
}

void cluster_weigh_without(
	struct cluster *cluster, const struct facts *facts, const GArray *retracted)
{
	g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(guint));

	if (!retracted->len)
		return;
	for (guint i = 0; i < cluster->claims->len; i++) {
		guint claim = g_array_index(cluster->claims, guint, i);

		if (!holds(retracted, RECORD(facts->claims, struct fact_claim, claim)->report))
			g_array_append_val(left, claim);
	}
	weigh(cluster, facts, left);
}

/* ---- all --------------------------------------------------------------------------------- */

static int compare_clusters(gconstpointer a, gconstpointer b)
{
	return strcmp((*(struct cluster *const *)a)->id, (*(struct cluster *const *)b)->id);
}

/* Of its commits, in their order, the first whose author is known; else of a patch. */
static void take_author(const struct making *m, struct cluster *cluster)
{
	for (guint i = 0; i < cluster->commits->len && !cluster->author; i++) {
		const char *id = RECORD(cluster->commits, struct cluster_commit, i)->id;

		cluster->author = unite_author(m->u, id);
	}
}

static void sum_up(const struct making *m)
{
	struct facts *facts = m->u->facts;

	for (guint i = 0; i < m->clusters->len; i++) {
		struct cluster *cluster = m->clusters->pdata[i];

		g_array_sort_with_data(cluster->claims, compare_claims, facts->claims);
		sort_evidence(cluster->evidence);
		sum_up_reports(cluster, facts);
		take_author(m, cluster);
		sum_up_claims(cluster, facts);
	}
}

static void make(struct making *m, const struct decisions *decisions)
{
	gather_reports(m);
	gather_claims(m);
	gather_evidence(m);
	gather_commits(m);
	give_names(m);
	tie_events(m->u, m->of_change);
	sum_up(m);
	link_clusters(m->u, m->clusters, m->of_change, decisions);
	g_ptr_array_sort(m->clusters, compare_clusters);
}

GPtrArray *clusters_of(struct facts *facts, const struct decisions *decisions)
{
	g_autoptr(GHashTable) apart = g_hash_table_new(NULL, NULL);
	struct making m = {
		.clusters = g_ptr_array_new_with_free_func(cluster_free), .apart = apart};

	facts_order(facts);
	m.u = unite_new(facts);
	unite_same_id(m.u);
	unite_patches(m.u);
	unite_names(m.u);
	unite_titles(m.u);
	unite_reports(m.u);
	unite_decisions(m.u, decisions);
	unite_all(m.u);
	unite_suspects(m.u);
	m.of_change = g_new0(struct cluster *, m.u->changes->len + 1);
	make(&m, decisions);
	g_free(m.of_change);
	unite_free(m.u);
	return m.clusters;
}
