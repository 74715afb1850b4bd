/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/show.h"

#include "cli/clustered.h"
#include "cli/addresses.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "parse/commit_id.h"
#include "render/listing.h"
#include "store/clusters.h"
#include "store/reproductions.h"

#include <stdlib.h>

#define CANDIDATES_MAX 20

/* ---- queries into arrays ---------------------------------------------------------- */

#define COLLECT(thing)                                                                             \
	static gboolean collect_##thing(const struct store_##thing *one, void *array)              \
	{                                                                                          \
		json_array_append_new(array, json_of_##thing(one));                                \
		return TRUE;                                                                       \
	}                                                                                          \
                                                                                                   \
	static gboolean list_##thing##s(struct store *store, const struct store_filter *filter,    \
		json_t *array, GError **error)                                                     \
	{                                                                                          \
		return store_list_##thing##s(store, filter, collect_##thing, array, error);        \
	}

COLLECT(message)
COLLECT(report)
COLLECT(impact)
COLLECT(table)
COLLECT(row)
COLLECT(plot)
COLLECT(figure)
COLLECT(citation)
COLLECT(diff)
COLLECT(finding)
COLLECT(command)
COLLECT(job)
COLLECT(attachment)
COLLECT(diag)
COLLECT(commit)
COLLECT(event)
COLLECT(run)
COLLECT(reproduction)
COLLECT(shown)

/* Gives each table its rows. */
static gboolean add_rows(struct store *store, json_t *tables, GError **error)
{
	gsize i;
	json_t *table;

	json_array_foreach(tables, i, table)
	{
		struct store_filter filter = STORE_FILTER_ALL;
		json_t *rows = json_array();

		json_object_set_new(table, "rows", rows);
		filter.table = json_string_value(json_object_get(table, "id"));
		if (!list_rows(store, &filter, rows, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- documents: NULL with *error; JSON null when there is no such thing --------------- */

static json_t *first_or_null(const json_t *array)
{
	json_t *first = json_array_get(array, 0);

	return first ? json_incref(first) : json_null();
}

/* What hangs on a message, in the document's order. */
static const struct part {
	const char *key;
	gboolean (*list)(struct store *store, const struct store_filter *filter, json_t *array,
		GError **error);
} parts[] = {
	{"impacts", list_impacts},
	{"tables", list_tables},
	{"citations", list_citations},
	{"plots", list_plots},
	{"figures", list_figures},
	{"touches", list_diffs},
	{"jobs", list_jobs},
	{"runs", list_runs},
	{"commands", list_commands},
	{"log", list_findings},
	{"attachments", list_attachments},
	{"events", list_events},
	{"shown", list_showns},
	{"reproductions", list_reproductions},
	{"diagnostics", list_diags},
};

static gboolean add_parts(
	struct store *store, const struct store_filter *filter, json_t *document, GError **error)
{
	for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
		json_t *array = json_array();

		json_object_set_new(document, parts[i].key, array);
		if (!parts[i].list(store, filter, array, error))
			return FALSE;
	}
	return add_rows(store, json_object_get(document, "tables"), error);
}

/* What others say of a message, in the document's order. */
static gboolean add_said(struct store *store, const char *id, json_t *document, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	json_t *events = json_array(), *copies = json_array(), *cited = json_array();
	g_autofree char *own = g_strconcat(id, "#", NULL);
	gsize i = 0;

	filter.about = id;
	json_object_set_new(document, "said", events);
	json_object_set_new(document, "copies", copies);
	json_object_set_new(document, "cited", cited);
	if (!list_events(store, &filter, events, error) ||
		!list_tables(store, &filter, copies, error) ||
		!list_citations(store, &filter, cited, error))
		return FALSE;
	while (i < json_array_size(cited)) { /* other tables may have the same row */
		const char *table =
			json_string_value(json_object_get(json_array_get(cited, i), "table"));

		if (table && g_str_has_prefix(table, own))
			i++;
		else
			json_array_remove(cited, i);
	}
	return TRUE;
}

static gboolean collect_details(const struct store_report *report, void *array)
{
	json_array_append_new(array, json_of_details(report));
	return TRUE;
}

static json_t *message_document(struct store *store, const char *id, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	json_t *messages = json_array(), *reports = json_array(), *details = json_array();
	json_t *document = json_object();
	gboolean done;

	filter.message = id;
	done = list_messages(store, &filter, messages, error) &&
	       list_reports(store, &filter, reports, error) &&
	       store_list_reports(store, &filter, collect_details, details, error);
	json_object_set_new(document, "message", first_or_null(messages));
	json_object_set_new(document, "report", first_or_null(reports));
	json_object_set_new(document, "details", first_or_null(details));
	done = done && add_parts(store, &filter, document, error) &&
	       add_said(store, id, document, error);
	if (!done || !json_array_size(messages)) {
		json_decref(document);
		document = done ? json_null() : NULL;
	}
	json_decref(messages);
	json_decref(reports);
	json_decref(details);
	return document;
}

static json_t *table_document(struct store *store, const char *id, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	json_t *tables = json_array(), *document = NULL;

	filter.table = id;
	if (list_tables(store, &filter, tables, error) && add_rows(store, tables, error))
		document = first_or_null(tables);
	json_decref(tables);
	return document;
}

struct run_collector {
	json_t *document; /* NULL: not found yet */
	gint64 id;
};

/* The first; of others of the same name their directories tell. */
static gboolean collect_whole_run(const struct store_run *run, void *data)
{
	struct run_collector *collector = data;

	collector->id = run->id;
	collector->document = json_of_run(run);
	json_object_set_new(collector->document, "fields", json_of_run_fields(run));
	return FALSE;
}

static gboolean collect_sample(const struct store_sample *sample, void *document)
{
	const char *run = json_string_value(json_object_get(document, "id"));

	json_array_append_new(json_object_get(document, "values"), json_of_sample(run, sample));
	return TRUE;
}

static json_t *run_document(struct store *store, const char *id, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	struct run_collector collector = {NULL, 0};

	filter.run = id;
	if (!store_list_runs(store, &filter, collect_whole_run, &collector, error))
		return NULL;
	if (!collector.document)
		return json_null();
	json_object_set_new(collector.document, "values", json_array());
	if (store_list_samples(store, collector.id, collect_sample, collector.document, error))
		return collector.document;
	json_decref(collector.document);
	return NULL;
}

struct cluster_collector {
	struct store *store;
	const char *id;
	json_t *document;
	GError **error;
};

static gboolean collect_whole_cluster(const struct store_cluster *cluster, void *data)
{
	struct cluster_collector *to = data;

	if (strcmp(cluster->id, to->id))
		return TRUE;
	to->document = json_of_whole_cluster(cluster, to->store, to->error);
	return FALSE;
}

struct member_collector {
	struct store *store;
	json_t *array;
	GHashTable *seen; /* messages */
	GError **error;
	gboolean failed;
};

static gboolean collect_member_reproductions(const struct store_cluster_member *member, void *data)
{
	struct member_collector *to = data;
	struct store_filter filter = STORE_FILTER_ALL;

	if (!g_hash_table_add(to->seen, g_strdup(member->message_id)))
		return TRUE;
	filter.message = member->message_id;
	to->failed = !list_reproductions(to->store, &filter, to->array, to->error);
	return !to->failed;
}

/* Gives the cluster those of its reports. */
static gboolean add_reproductions(
	struct store *store, const char *id, json_t *document, GError **error)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct member_collector to = {store, json_array(), seen, error, FALSE};

	json_object_set_new(document, "reproductions", to.array);
	return store_list_cluster_members(store, id, collect_member_reproductions, &to, error) &&
	       !to.failed;
}

static json_t *one_cluster_document(struct store *store, const char *id, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	struct cluster_collector to = {store, id, NULL, error};

	filter.cluster = id;
	if (!store_list_clusters(store, &filter, collect_whole_cluster, &to, error))
		return NULL;
	if (!to.document || add_reproductions(store, id, to.document, error))
		return to.document;
	json_decref(to.document);
	return NULL;
}

/* By an id that it has or had, or the beginning of one; candidates when that is ambiguous. */
static json_t *cluster_document(struct store *store, const char *name, GError **error)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	json_t *candidates;

	if (!store_find_cluster(store, name, ids, error))
		return NULL;
	if (!ids->len)
		return json_null();
	if (ids->len == 1)
		return one_cluster_document(store, ids->pdata[0], error);
	candidates = json_array();
	for (guint i = 0; i < ids->len; i++)
		json_array_append_new(candidates, json_pack("{ss}", "id", ids->pdata[i]));
	return candidates;
}

/* An array of ids of the clusters of a commit. */
static json_t *clusters_of_commit(struct store *store, const char *id, GError **error)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	json_t *array;

	if (!store_find_cluster(store, id, ids, error))
		return NULL;
	array = json_array();
	for (guint i = 0; i < ids->len; i++)
		json_array_append_new(array, json_string(ids->pdata[i]));
	return array;
}

static json_t *one_commit_document(struct store *store, const json_t *commit, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	json_t *reports = json_array(), *tables = json_array(), *document = NULL;

	filter.commit = json_string_value(json_object_get(commit, "id"));
	json_t *clusters = clusters_of_commit(store, filter.commit, error);
	if (clusters && list_reports(store, &filter, reports, error) &&
		list_tables(store, &filter, tables, error))
		document = json_pack("{sO sO sO sO}", "commit", commit, "clusters", clusters,
			"reports", reports, "tables", tables);
	json_decref(clusters);
	json_decref(reports);
	json_decref(tables);
	return document;
}

/* An array of candidates when the prefix is ambiguous. */
static json_t *commit_document(struct store *store, const char *id, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	json_t *commits = json_array(), *document = NULL;

	filter.commit = id;
	if (!list_commits(store, &filter, commits, error))
		;
	else if (json_array_size(commits) > 1)
		document = json_incref(commits);
	else if (!json_array_size(commits))
		document = json_null();
	else
		document = one_commit_document(store, json_array_get(commits, 0), error);
	json_decref(commits);
	return document;
}

/* ---- which thing ---------------------------------------------------------------------- */

gboolean show_may_be_commit(const char *name)
{
	gsize digits = strspn(name, "0123456789abcdefABCDEF");

	return name[digits] ? !strpbrk(name, "@#") : digits >= COMMIT_DIGITS_MIN;
}

static void add_unknown(json_t *document, const struct options *options)
{
	const char *unknown = clustered_unknown(options);

	json_object_set_new(document, "not_known", unknown ? json_string(unknown) : json_null());
}

/* JSON null when nothing has that name; NULL with *error. */
static json_t *find(struct store *store, const char *name, const struct options *options,
	enum thing *ret_thing, GError **error)
{
	json_t *(*const documents[])(struct store *, const char *, GError **) = {
		[THING_MESSAGE] = message_document,
		[THING_TABLE] = table_document,
		[THING_CLUSTER] = cluster_document,
		[THING_RUN] = run_document,
		[THING_COMMIT] = commit_document,
	};

	for (enum thing thing = THING_MESSAGE; thing <= THING_COMMIT; thing++) {
		if (thing == THING_CLUSTER && !g_str_has_prefix(name, "c-"))
			continue;
		if (thing == THING_COMMIT && !show_may_be_commit(name))
			continue;
		if ((thing == THING_CLUSTER || thing == THING_COMMIT) &&
			!clustered(store, options, error))
			return NULL;

		json_t *document = documents[thing](store, name, error);
		*ret_thing = thing;
		if (thing == THING_CLUSTER && json_is_object(document))
			add_unknown(document, options);
		if (!document || !json_is_null(document))
			return document;
	}
	return json_null();
}

static enum exit_status say_candidates(const char *name, const json_t *commits)
{
	gsize i;
	json_t *commit;

	talk("show: '%s' may be one of:", name);
	json_array_foreach(commits, i, commit)
	{
		const char *title = json_string_value(json_object_get(commit, "title"));

		if (i == CANDIDATES_MAX)
			return talk_usage("  and %zu more", json_array_size(commits) - i);
		talk("  %s %s", json_string_value(json_object_get(commit, "id")),
			title ? title : "");
	}
	return EXIT_USAGE;
}

static enum exit_status print_document(
	const struct options *options, enum thing thing, const json_t *document)
{
	const char *name = options->arguments[0];

	if (json_is_null(document))
		return talk_usage(
			"show: the store has no message, table, cluster, run or commit '%s'", name);
	if (json_is_array(document))
		return say_candidates(name, document);
	if (!options->json) {
		show_text(thing, document);
		return EXIT_DONE;
	}

	char *line = json_line(document);
	output_printf("%s\n", line);
	g_free(line);
	return EXIT_DONE;
}

char *show_bare_name(const char *name)
{
	gsize len = strlen(name);

	if (len > 2 && name[0] == '<' && name[len - 1] == '>')
		return g_strndup(name + 1, len - 2);
	return g_strdup(name);
}

enum exit_status command_show(const struct options *options)
{
	g_autofree char *name = show_bare_name(options->arguments[0]);
	g_autoptr(GError) error = NULL;
	enum thing thing = THING_MESSAGE;
	struct store *store = store_open(options->store, STORE_READ, &error);

	if (!store)
		return talk_system(error);
	struct people *people = NULL;
	json_t *document = addresses_take(options, FALSE, store, &people, &error)
				   ? find(store, name, options, &thing, &error)
				   : NULL;
	store_close(store, NULL);
	people_hide_json(people, document);
	people_free(people);
	if (!document)
		return talk_system(error);
	enum exit_status status = print_document(options, thing, document);
	json_decref(document);
	return status;
}
