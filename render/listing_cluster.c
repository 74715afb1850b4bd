/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters of what a store holds, and how scripts see them. */
#include "render/listing_event.h"
#include "render/json_value.h"
#include "render/listing_event.h"
#include <math.h>

struct gathering {
	struct listing_clusters *of;
	GHashTable *by_message; /* Message-ID -> index + 1 of its report */
	GHashTable *by_table;   /* table id -> its tbox_group */
	GPtrArray *machines;    /* of each report: that of a box that names none */
};

static const char *keep(struct listing_clusters *of, const char *text)
{
	return text ? g_string_chunk_insert_const(of->text, text) : NULL;
}

/* A summary's commit is a branch head: it founds and joins no cluster. */
static gboolean gather_report(const struct store_report *r, void *data)
{
	struct gathering *g = data;
	struct listing_clusters *of = g->of;

	if (r->message.kind == MESSAGE_SUMMARY || !r->commit)
		return TRUE;

	const struct cluster_report report = {
		.message_id = keep(of, r->message.message_id),
		.date = r->message.date,
		.commit = keep(of, r->commit),
		.title = keep(of, r->commit_title),
		.subsystem = keep(of, r->subsystem),
		.performance = r->message.kind == MESSAGE_PERFORMANCE,
		.verdict = r->verdict,
	};
	const struct cluster_claim claim = {
		.report = of->reports->len,
		.line = r->headline_line,
		.testcase = keep(of, r->testcase),
		.tbox_group = keep(of, r->tbox_group),
		.metric = keep(of, r->metric),
		.change = r->change.text ? r->change.value : NAN,
		.unit = r->change.unit,
		.verdict = r->verdict,
	};
	g_array_append_val(of->reports, report);
	g_array_append_val(of->claims, claim);
	g_ptr_array_add(of->changes, (char *)keep(of, r->change.text));
	g_ptr_array_add(g->machines, (char *)claim.tbox_group);
	g_hash_table_insert(
		g->by_message, (char *)report.message_id, GUINT_TO_POINTER(of->reports->len));
	return TRUE;
}

/* A box prints the machine in words; its table has the group. */
static gboolean gather_table(const struct store_table *t, void *data)
{
	struct gathering *g = data;

	for (guint i = 0; i < t->n_axes; i++)
		if (!strcmp(t->axes[i].key, "tbox_group"))
			g_hash_table_insert(g->by_table, g_strdup(t->id),
				(char *)keep(g->of, t->axes[i].value));
	return TRUE;
}

static const char *machine_of(const struct gathering *g, const struct store_impact *i, guint report)
{
	const char *group = i->table ? g_hash_table_lookup(g->by_table, i->table) : NULL;

	if (group)
		return group;
	return i->machine ? keep(g->of, i->machine) : g->machines->pdata[report];
}

static gboolean gather_impact(const struct store_impact *i, void *data)
{
	struct gathering *g = data;
	guint place = GPOINTER_TO_UINT(g_hash_table_lookup(g->by_message, i->message_id));

	if (!place)
		return TRUE;

	const struct cluster_claim claim = {
		.report = place - 1,
		.line = i->line,
		.testcase = keep(g->of, i->testcase),
		.tbox_group = machine_of(g, i, place - 1),
		.metric = keep(g->of, i->metric),
		.change = i->change.text ? i->change.value : NAN,
		.unit = i->change.unit,
		.verdict = i->verdict,
	};
	g_array_append_val(g->of->claims, claim);
	g_ptr_array_add(g->of->changes, (char *)keep(g->of, i->change.text));
	return TRUE;
}

struct listing_clusters *listing_clusters_new(
	struct store *store, const struct store_filter *filter, GError **error)
{
	struct listing_clusters *of = g_new0(struct listing_clusters, 1);
	g_autoptr(GHashTable) by_message = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) by_table =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GPtrArray) machines = g_ptr_array_new();
	struct gathering gathering = {of, by_message, by_table, machines};

	of->reports = g_array_new(FALSE, FALSE, sizeof(struct cluster_report));
	of->claims = g_array_new(FALSE, FALSE, sizeof(struct cluster_claim));
	of->changes = g_ptr_array_new();
	of->events = g_array_new(FALSE, FALSE, sizeof(struct listing_event));
	of->text = g_string_chunk_new(4096);
	if (!store_list_reports(store, filter, gather_report, &gathering, error) ||
		!store_list_tables(store, filter, gather_table, &gathering, error) ||
		!store_list_impacts(store, filter, gather_impact, &gathering, error)) {
		listing_clusters_free(of);
		return NULL;
	}
	of->clusters = clusters_of_reports((const struct cluster_report *)of->reports->data,
		of->reports->len, (const struct cluster_claim *)of->claims->data, of->claims->len);
	if (!listing_events_tie(of, store, error)) {
		listing_clusters_free(of);
		return NULL;
	}
	return of;
}

void listing_clusters_free(struct listing_clusters *of)
{
	if (!of)
		return;
	if (of->clusters)
		g_ptr_array_unref(of->clusters);
	if (of->own)
		g_ptr_array_unref(of->own);
	g_array_unref(of->events);
	g_array_unref(of->reports);
	g_array_unref(of->claims);
	g_ptr_array_unref(of->changes);
	g_string_chunk_free(of->text);
	g_free(of);
}

const char *cluster_state(const struct cluster *cluster)
{
	return cluster->improves && !cluster->regresses ? "improvement" : "open";
}

/* ---- JSON ----------------------------------------------------------------------- */

static json_t *change(const struct cluster_claim *claim, const char *printed)
{
	if (!printed)
		return json_null();

	json_t *object = json_object();
	value_set(object, "text", value_text(printed));
	value_set(object, "value", value_number(claim->change));
	value_set(object, "unit", value_text(unit_name(claim->unit)));
	return object;
}

static const struct cluster_report *report_of(
	const struct listing_clusters *of, const struct cluster_claim *claim)
{
	return &g_array_index(of->reports, struct cluster_report, claim->report);
}

static json_t *json_of_member(const struct listing_clusters *of, guint nr)
{
	const struct cluster_claim *claim = &g_array_index(of->claims, struct cluster_claim, nr);
	json_t *member = json_object();

	value_set(member, "message_id", value_text(report_of(of, claim)->message_id));
	value_set(member, "testcase", value_text(claim->testcase));
	value_set(member, "tbox_group", value_text(claim->tbox_group));
	value_set(member, "metric", value_text(claim->metric));
	value_set(member, "change", change(claim, of->changes->pdata[nr]));
	return member;
}

/* Every report is in for the one reason that there is so far: E1, the same id. */
static json_t *json_of_evidence(const struct cluster_report *report)
{
	json_t *evidence = json_object();

	value_set(evidence, "rule", value_text("E1"));
	value_set(evidence, "message_id", value_text(report->message_id));
	value_set(evidence, "line", json_null());
	value_set(evidence, "text", value_text(report->commit));
	return evidence;
}

static json_t *members_of(const struct listing_clusters *of, const struct cluster *cluster)
{
	json_t *members = json_array();

	for (guint i = 0; i < cluster->claims->len; i++)
		json_array_append_new(
			members, json_of_member(of, g_array_index(cluster->claims, guint, i)));
	return members;
}

static json_t *evidence_of(const struct listing_clusters *of, const struct cluster *cluster)
{
	json_t *evidence = json_array();

	for (guint i = 0; i < cluster->reports->len; i++) {
		guint nr = g_array_index(cluster->reports, guint, i);

		json_array_append_new(evidence,
			json_of_evidence(&g_array_index(of->reports, struct cluster_report, nr)));
	}
	return evidence;
}

static json_t *flags_of(const struct cluster *cluster)
{
	json_t *flags = json_array();

	if (cluster->regresses && cluster->improves)
		json_array_append_new(flags, value_text("mixed"));
	return flags;
}

json_t *json_of_cluster(const struct listing_clusters *of, const struct cluster *cluster)
{
	json_t *object = json_object(), *commit = json_object();

	value_set(commit, "id", value_text(cluster->commit));
	value_set(commit, "title", value_text(cluster->title));

	value_set(object, "id", value_text(cluster->id));
	value_set(object, "aliases", json_array());
	value_set(object, "commits", json_pack("[o]", commit));
	value_set(object, "state", value_text(cluster_state(cluster)));
	value_set(object, "flags", flags_of(cluster));
	value_set(object, "subsystem", value_text(cluster->subsystem));
	value_set(object, "members", members_of(of, cluster));
	value_set(object, "events", json_of_events(of, cluster));
	value_set(object, "links", json_array());
	value_set(object, "evidence", evidence_of(of, cluster));
	return object;
}
