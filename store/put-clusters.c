/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the clusters are kept: all made anew, one statement for each kind of row. */
#include "store/clusters.h"

#include "store/query.h"

#include <math.h>

enum kept_row {
	KEPT_CLUSTER,
	KEPT_NAME,
	KEPT_COMMIT,
	KEPT_MEMBER,
	KEPT_EVENT,
	KEPT_LINK,
	KEPT_EVIDENCE,
	KEPT_ROWS
};

static const char *const insertions[KEPT_ROWS] = {
	[KEPT_CLUSTER] =
		"INSERT INTO clusters (nr, id, title, author, subsystem, subsystems, lists, tag, "
		"state, flags, still_on, verdict, first_date, last_date, changed, heard, "
		"regresses, "
		"improves, reports, members, testcases, machines, severity) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[KEPT_NAME] = "INSERT INTO cluster_names (cluster, name) VALUES (?, ?)",
	[KEPT_COMMIT] = "INSERT INTO cluster_commits (cluster, nr, commit_id, title, role) "
			"VALUES (?, ?, ?, ?, ?)",
	[KEPT_MEMBER] =
		"INSERT INTO cluster_members (cluster, nr, message, line, testcase, params, "
		"tbox_group, compiler, kconfig, governor, microcode, metric, aliases, "
		"change_text, "
		"change, change_unit, verdict) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
		"?, ?, ?)",
	[KEPT_EVENT] =
		"INSERT INTO cluster_events (cluster, nr, message, date, kind, line, who, "
		"text, told, state_before, state_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[KEPT_LINK] = "INSERT INTO cluster_links (cluster, nr, message, kind, target, line, text) "
		      "VALUES (?, ?, ?, ?, ?, ?, ?)",
	[KEPT_EVIDENCE] = "INSERT INTO cluster_evidence (cluster, nr, message, rule, source, "
			  "target, line, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
};

struct place { /* of a cluster */
	gint64 nr;
	gint64 rows[KEPT_ROWS]; /* so many were put */
};

struct store_clusters {
	struct store *store;
	struct query queries[KEPT_ROWS];
	GHashTable *places;   /* id -> struct place */
	GHashTable *messages; /* Message-ID -> its number in the store */
	GStringChunk *text;   /* of those */
};

/* ---- the whole -------------------------------------------------------------------------- */

static gboolean remove_all(struct store *store, GError **error)
{
	static const char *const removals[] = {
		"DELETE FROM clusters_made",
		"DELETE FROM clusters",
		"DELETE FROM cluster_names",
		"DELETE FROM cluster_commits",
		"DELETE FROM cluster_members",
		"DELETE FROM cluster_events",
		"DELETE FROM cluster_links",
		"DELETE FROM cluster_evidence",
	};

	for (guint i = 0; i < G_N_ELEMENTS(removals); i++)
		if (!store_run(store, removals[i], 0, 0, error))
			return FALSE;
	return TRUE;
}

static gboolean run_with_text(
	struct store *store, const char *sql, const char *text, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	query_text(&q, text);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* What clusters told of messages the last time. */
static gboolean remove_diags(struct store *store, GError **error)
{
	return store->keeps_alone || run_with_text(store,
					     "DELETE FROM diagnostics WHERE kind = ? "
					     "AND message IS NOT NULL",
					     diag_name(DIAG_COMMIT_AMBIGUOUS), error);
}

static void clusters_free(struct store_clusters *to)
{
	for (guint i = 0; i < KEPT_ROWS; i++)
		if (to->queries[i].statement)
			query_close(&to->queries[i]);
	g_hash_table_unref(to->places);
	g_hash_table_unref(to->messages);
	g_string_chunk_free(to->text);
	g_free(to);
}

static void add_message(struct query *q, void *data)
{
	struct store_clusters *to = data;

	g_hash_table_insert(to->messages, g_string_chunk_insert(to->text, query_word_at(q, 1)),
		GSIZE_TO_POINTER((gsize)query_int_at(q, 0)));
}

/* Each message is named many times: looking it up in the store took a third of all. */
static gboolean read_messages(struct store_clusters *to, GError **error)
{
	return query_each(
		to->store, "SELECT id, message_id FROM messages", 0, 0, add_message, to, error);
}

struct store_clusters *store_clusters_begin(
	struct store *store, const char *made_with, GError **error)
{
	struct store_clusters *to;
	gboolean done;

	if (!store_must_write(store, error))
		return NULL;
	to = g_new0(struct store_clusters, 1);
	to->store = store;
	to->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	to->messages = g_hash_table_new(g_str_hash, g_str_equal);
	to->text = g_string_chunk_new(64 << 10);
	done = remove_all(store, error) && remove_diags(store, error) && read_messages(to, error) &&
	       run_with_text(
		       store, "INSERT INTO clusters_made (made_with) VALUES (?)", made_with, error);
	for (guint i = 0; done && i < KEPT_ROWS; i++)
		done = query_open(&to->queries[i], store, insertions[i], error);
	if (done)
		return to;
	store_clusters_end(to);
	store_rollback(store);
	return NULL;
}

void store_clusters_end(struct store_clusters *to)
{
	if (to)
		clusters_free(to);
}

gboolean store_clusters_are_fresh(
	struct store *store, const char *made_with, gboolean *ret_fresh, GError **error)
{
	struct query q;

	if (!query_open(&q, store, "SELECT 1 FROM clusters_made WHERE made_with = ?", error))
		return FALSE;
	query_text(&q, made_with);
	return query_has_row(&q, ret_fresh, error);
}

gboolean store_begin_keeping(struct store *store, gboolean alone, GError **error)
{
	if (store->writing || store->readers) {
		g_set_error_literal(error, STORE_ERROR, STORE_ERROR_FAILED,
			"a transaction was begun inside of another");
		return FALSE;
	}
	store->writing = store->ops->begin_keeping(store->engine, alone, error);
	store->keeps_alone |= alone;
	return store->writing;
}

/* ---- rows ------------------------------------------------------------------------------- */

/* The row's statement, its cluster and nr bound; NULL with *error. */
static struct query *begin_row(
	struct store_clusters *to, enum kept_row row, const char *cluster, GError **error)
{
	struct place *place = g_hash_table_lookup(to->places, cluster);
	struct query *q = &to->queries[row];

	if (!place) {
		g_set_error(error, STORE_ERROR, STORE_ERROR_FAILED, "there is no cluster '%s'",
			cluster);
		return NULL;
	}
	query_int(q, place->nr);
	if (row > KEPT_NAME)
		query_int(q, place->rows[row]++);
	return q;
}

static gboolean end_row(struct store_clusters *to, struct query *q, GError **error)
{
	if (query_run(q, error))
		return TRUE;
	store_rollback(to->store);
	return FALSE;
}

static void bind_message(const struct store_clusters *to, struct query *q, const char *message_id)
{
	gpointer id = message_id ? g_hash_table_lookup(to->messages, message_id) : NULL;

	if (id)
		query_int(q, (gint64)GPOINTER_TO_SIZE(id));
	else
		query_null(q);
}

static void bind_line(struct query *q, guint line)
{
	if (line)
		query_int(q, line);
	else
		query_null(q);
}

/* "mixed,still-on"; NULL: none.  g_free(). */
static char *names_of_flags(guint flags)
{
	g_autoptr(GString) names = g_string_new(NULL);

	for (enum state_flag flag = 0; flag < STATE_FLAGS; flag++)
		if (flags & 1u << flag)
			g_string_append_printf(
				names, "%s%s", names->len ? "," : "", state_flag_name(flag));
	return names->len ? g_strdup(names->str) : NULL;
}

static gboolean put_head(
	struct store_clusters *to, const struct store_cluster *c, gint64 nr, GError **error)
{
	g_autofree char *flags = names_of_flags(c->flags);
	const char *texts[] = {c->id, c->title, c->author, c->subsystem, c->subsystems, c->lists,
		c->tag, state_name(c->state), flags, c->still_on, c->verdict};
	const gint64 dates[] = {c->first, c->last, c->changed, c->heard};
	const gint64 counts[] = {c->regresses != 0, c->improves != 0, c->reports, c->members,
		c->testcases, c->machines};
	struct query *q = &to->queries[KEPT_CLUSTER];

	query_int(q, nr);
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		query_text(q, texts[i]);
	for (guint i = 0; i < G_N_ELEMENTS(dates); i++)
		query_date(q, dates[i]);
	for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
		query_int(q, counts[i]);
	query_real(q, c->severity);
	return end_row(to, q, error);
}

static gboolean put_name(
	struct store_clusters *to, const char *cluster, const char *name, GError **error)
{
	struct query *q = begin_row(to, KEPT_NAME, cluster, error);

	if (!q)
		return FALSE;
	query_text(q, name);
	return end_row(to, q, error);
}

static gboolean put_commit(struct store_clusters *to, const char *cluster,
	const struct store_cluster_commit *commit, GError **error)
{
	struct query *q = begin_row(to, KEPT_COMMIT, cluster, error);

	if (!q)
		return FALSE;
	query_text(q, commit->id);
	query_text(q, commit->title);
	query_text(q, commit->role);
	return end_row(to, q, error);
}

gboolean store_put_cluster(
	struct store_clusters *to, const struct store_cluster *cluster, GError **error)
{
	struct place place = {.nr = g_hash_table_size(to->places)};

	g_hash_table_insert(to->places, g_strdup(cluster->id), g_memdup2(&place, sizeof place));
	if (!put_head(to, cluster, place.nr, error) ||
		!put_name(to, cluster->id, cluster->id, error))
		return FALSE;
	for (const char *const *name = cluster->aliases; name && *name; name++)
		if (!put_name(to, cluster->id, *name, error))
			return FALSE;
	for (guint i = 0; i < cluster->n_commits; i++)
		if (!put_commit(to, cluster->id, &cluster->commits[i], error))
			return FALSE;
	return TRUE;
}

gboolean store_put_cluster_member(
	struct store_clusters *to, const struct store_cluster_member *m, GError **error)
{
	const char *texts[] = {m->testcase, m->params, m->tbox_group, m->compiler, m->kconfig,
		m->governor, m->microcode, m->metric, m->aliases, m->change.text};
	struct query *q = begin_row(to, KEPT_MEMBER, m->cluster, error);

	if (!q)
		return FALSE;
	bind_message(to, q, m->message_id);
	bind_line(q, m->line);
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		query_text(q, texts[i]);
	query_real(q, m->change.text ? m->change.value : NAN);
	query_text(q, m->change.text ? unit_name(m->change.unit) : NULL);
	query_text(q, verdict_name(m->verdict));
	return end_row(to, q, error);
}

gboolean store_put_cluster_event(
	struct store_clusters *to, const struct store_cluster_event *event, GError **error)
{
	struct query *q = begin_row(to, KEPT_EVENT, event->cluster, error);

	if (!q)
		return FALSE;
	bind_message(to, q, event->message_id);
	query_date(q, event->date);
	query_text(q, event->kind);
	bind_line(q, event->line);
	query_text(q, event->who);
	query_text(q, event->text);
	query_text(q, event->told);
	query_text(q, state_name(event->before));
	query_text(q, state_name(event->after));
	return end_row(to, q, error);
}

gboolean store_put_cluster_link(
	struct store_clusters *to, const struct store_cluster_link *link, GError **error)
{
	struct query *q = begin_row(to, KEPT_LINK, link->cluster, error);

	if (!q)
		return FALSE;
	bind_message(to, q, link->message_id);
	query_text(q, link->kind);
	query_text(q, link->to);
	bind_line(q, link->line);
	query_text(q, link->text);
	return end_row(to, q, error);
}

gboolean store_put_cluster_evidence(
	struct store_clusters *to, const struct store_cluster_evidence *evidence, GError **error)
{
	struct query *q = begin_row(to, KEPT_EVIDENCE, evidence->cluster, error);

	if (!q)
		return FALSE;
	bind_message(to, q, evidence->message_id);
	query_text(q, evidence->rule);
	query_text(q, evidence->from);
	query_text(q, evidence->to);
	bind_line(q, evidence->line);
	query_text(q, evidence->text);
	return end_row(to, q, error);
}

gboolean store_put_cluster_diag(
	struct store_clusters *to, const char *message_id, const struct diag *diag, GError **error)
{
	gboolean done;
	struct query q;

	if (to->store->keeps_alone)
		return TRUE;
	if (!query_open(&q, to->store,
		    "INSERT INTO diagnostics (message, kind, part, line, detail) "
		    "VALUES (?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	bind_message(to, &q, message_id);
	query_text(&q, diag_name(diag->id));
	query_int(&q, diag->origin.part);
	query_int(&q, diag->origin.line);
	query_text(&q, diag->detail);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}
