/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters as they are kept, and what belongs to one. */
#include "store/clusters.h"

#include "parse/commit_id.h"
#include "store/list.h"

/* ---- which clusters ---------------------------------------------------------------------- */

static gboolean asks_of_reports(const struct store_filter *f)
{
	return f->subsystem || f->testcase || f->machine || f->list || f->message || f->metric ||
	       f->kind < MESSAGE_KINDS;
}

static gboolean has_period(const struct store_filter *f)
{
	return f->since != DATE_UNKNOWN || f->until != DATE_UNKNOWN;
}

static void where_any_report(struct select *s, const struct store_filter *filter)
{
	select_below(s, "c.nr IN (SELECT k.cluster FROM messages m JOIN cluster_members k "
			"ON k.message = m.id LEFT JOIN reports r ON r.message = m.id");
	select_where_message(s, filter);
	select_and_text(s, "k.testcase = ?", filter->testcase);
	select_and_text(s, "k.tbox_group = ?", filter->machine);
	select_and_text(s, "k.metric = ?", filter->metric);
	select_below_end(s);
}

static void where_any_event(struct select *s, const struct store_filter *filter)
{
	select_below(s, "c.nr IN (SELECT e.cluster FROM cluster_events e");
	if (filter->since != DATE_UNKNOWN)
		select_and_number(s, "e.date >= ?", filter->since);
	if (filter->until != DATE_UNKNOWN)
		select_and_number(s, "e.date < ?", filter->until);
	select_below_end(s);
}

static void where_cluster(struct select *s, const struct store_filter *filter)
{
	struct store_filter ever = *filter;

	ever.since = ever.until = DATE_UNKNOWN;
	select_and_text(s, "c.id = ?", filter->cluster);
	if (filter->commit) {
		select_and(s, "");
		select_below(s, "c.nr IN (SELECT i.cluster FROM cluster_commits i");
		select_commit(s, "i.commit_id", filter->commit);
		select_below_end(s);
	}
	if (has_period(filter)) {
		select_and(s, "(");
		where_any_report(s, filter);
		g_string_append(s->sql, " OR ");
		where_any_event(s, filter);
		g_string_append_c(s->sql, ')');
	}
	if (asks_of_reports(filter)) {
		select_and(s, "");
		where_any_report(s, &ever);
	}
}

/* ---- clusters ---------------------------------------------------------------------------- */

static gboolean read_names(
	struct item *item, struct query *q, struct store_cluster *c, GError **error)
{
	gboolean done = query_each(item->store,
		"SELECT n.name FROM cluster_names n JOIN clusters c ON c.nr = n.cluster "
		"WHERE n.cluster = ? AND n.name <> c.id ORDER BY n.name",
		query_int_at(q, 0), 0, item_add_name, item, error);

	g_ptr_array_add(item->names, NULL);
	c->aliases = (const char *const *)item->names->pdata;
	return done;
}

static void add_commit(struct query *q, void *data)
{
	struct item *item = data;
	struct store_cluster_commit commit = {
		item_text(item, q, 0), item_text(item, q, 1), item_text(item, q, 2)};

	g_array_append_val(item_array(item, 0, sizeof commit), commit);
}

static gboolean read_commits(
	struct item *item, struct query *q, struct store_cluster *c, GError **error)
{
	const GArray *commits = item_array(item, 0, sizeof(struct store_cluster_commit));
	gboolean done = query_each(item->store,
		"SELECT commit_id, title, role FROM cluster_commits WHERE cluster = ? ORDER BY nr",
		query_int_at(q, 0), 0, add_commit, item, error);

	c->commits = (const struct store_cluster_commit *)(gpointer)commits->data;
	c->n_commits = commits->len;
	return done;
}

static guint flags_of_names(const char *names)
{
	g_auto(GStrv) each = g_strsplit(names ? names : "", ",", -1);
	guint flags = 0;

	for (enum state_flag flag = 0; flag < STATE_FLAGS; flag++)
		if (g_strv_contains((const char *const *)each, state_flag_name(flag)))
			flags |= 1u << flag;
	return flags;
}

/* A report of 2014 says no word of its verdict. */
#define OF_PERFORMANCE                                                                             \
	"(c.regresses OR c.improves OR EXISTS (SELECT 1 FROM cluster_members p "                   \
	"WHERE p.cluster = c.nr AND p.metric IS NOT NULL))"

#define CLUSTER_COLUMNS                                                                            \
	"c.nr, c.id, c.title, c.author, c.subsystem, c.subsystems, c.lists, c.tag, c.still_on, "   \
	"c.verdict, "                                                                              \
	"c.state, c.flags, c.first_date, c.last_date, c.changed, c.heard, c.regresses, "           \
	"c.improves, c.reports, c.members, c.testcases, c.machines, c.severity, " OF_PERFORMANCE

static gboolean fill_cluster(
	struct item *item, struct query *q, struct store_cluster *c, GError **error)
{
	const char **texts[] = {&c->id, &c->title, &c->author, &c->subsystem, &c->subsystems,
		&c->lists, &c->tag, &c->still_on, &c->verdict};
	gint64 *dates[] = {&c->first, &c->last, &c->changed, &c->heard};
	guint *counts[] = {&c->reports, &c->members, &c->testcases, &c->machines};
	guint column = 1;

	*c = (struct store_cluster){0};
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		*texts[i] = item_text(item, q, column++);
	c->state = state_by_name(query_word_at(q, column++));
	c->flags = flags_of_names(query_text_at(q, column++));
	for (guint i = 0; i < G_N_ELEMENTS(dates); i++)
		*dates[i] = query_int_or(q, column++, DATE_UNKNOWN);
	c->regresses = query_int_at(q, column++) != 0;
	c->improves = query_int_at(q, column++) != 0;
	for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
		*counts[i] = query_uint_at(q, column++);
	c->severity = query_real_at(q, column++);
	c->performs = query_int_at(q, column) != 0;
	item->unknown = c->state == STATES;
	return read_names(item, q, c, error) && read_commits(item, q, c, error);
}

static const struct list_query query_of_clusters = {"SELECT " CLUSTER_COLUMNS " FROM clusters c",
	where_cluster, " ORDER BY c.severity DESC, c.id", TRUE};

STORE_LIST(cluster)

/* ---- what belongs to one ------------------------------------------------------------------ */

/* The whole list function of a thing that a cluster has, beside its fill function. */
#define LIST_OF_CLUSTER(thing, name, sql)                                                          \
	gboolean store_list_cluster_##name(struct store *store, const char *cluster,               \
		gboolean (*each)(const struct store_cluster_##thing *, void *), void *data,        \
		GError **error)                                                                    \
	{                                                                                          \
		struct store_cluster_##thing one;                                                  \
		struct list l;                                                                     \
                                                                                                   \
		list_begin_of(&l, store, sql, cluster, error);                                     \
		while (list_next(&l)) {                                                            \
			fill_##thing(&l.item, &l.select.query, &one);                              \
			if (!l.item.unknown && !each(&one, data))                                  \
				break;                                                             \
		}                                                                                  \
		return list_end(&l);                                                               \
	}

static void list_begin_of(
	struct list *l, struct store *store, const char *sql, const char *cluster, GError **error)
{
	*l = (struct list){.store = store, .error = error};
	item_init(&l->item, store);
	select_init(&l->select, sql);
	select_and_text(&l->select, "c.id = ?", cluster);
	l->done = store_read_begin(store, error);
	if (!l->done)
		l->store = NULL;
	else
		l->done = select_open(&l->select, store, " ORDER BY x.nr", error);
}

static void fill_member(struct item *item, struct query *q, struct store_cluster_member *m)
{
	*m = (struct store_cluster_member){
		.cluster = item_text(item, q, 0),
		.message_id = item_text(item, q, 1),
		.line = query_uint_at(q, 2),
		.date = query_int_or(q, 3, DATE_UNKNOWN),
		.testcase = item_text(item, q, 4),
		.params = item_text(item, q, 5),
		.tbox_group = item_text(item, q, 6),
		.compiler = item_text(item, q, 7),
		.kconfig = item_text(item, q, 8),
		.governor = item_text(item, q, 9),
		.microcode = item_text(item, q, 10),
		.metric = item_text(item, q, 11),
		.aliases = item_text(item, q, 12),
		.change = item_change(item, q, 13),
		.verdict = verdict_by_name(query_text_at(q, 16)),
	};
}

LIST_OF_CLUSTER(member, members,
	"SELECT c.id, m.message_id, x.line, m.date, x.testcase, x.params, x.tbox_group, "
	"x.compiler, x.kconfig, x.governor, x.microcode, x.metric, x.aliases, x.change_text, "
	"x.change, "
	"x.change_unit, x.verdict FROM cluster_members x JOIN clusters c ON c.nr = x.cluster "
	"LEFT JOIN messages m ON m.id = x.message")

static void fill_event(struct item *item, struct query *q, struct store_cluster_event *e)
{
	*e = (struct store_cluster_event){
		.cluster = item_text(item, q, 0),
		.date = query_int_or(q, 1, DATE_UNKNOWN),
		.kind = item_text(item, q, 2),
		.message_id = item_text(item, q, 3),
		.line = query_uint_at(q, 4),
		.who = item_text(item, q, 5),
		.text = item_text(item, q, 6),
		.told = item_text(item, q, 7),
		.before = state_by_name(query_word_at(q, 8)),
		.after = state_by_name(query_word_at(q, 9)),
	};
	e->changes = e->before != e->after;
	item->unknown = e->before == STATES || e->after == STATES;
}

LIST_OF_CLUSTER(event, events,
	"SELECT c.id, x.date, x.kind, m.message_id, x.line, x.who, x.text, x.told, "
	"x.state_before, x.state_after FROM cluster_events x JOIN clusters c "
	"ON c.nr = x.cluster LEFT JOIN messages m ON m.id = x.message")

static void fill_link(struct item *item, struct query *q, struct store_cluster_link *l)
{
	*l = (struct store_cluster_link){
		.cluster = item_text(item, q, 0),
		.kind = item_text(item, q, 1),
		.to = item_text(item, q, 2),
		.message_id = item_text(item, q, 3),
		.line = query_uint_at(q, 4),
		.text = item_text(item, q, 5),
	};
}

LIST_OF_CLUSTER(link, links,
	"SELECT c.id, x.kind, x.target, m.message_id, x.line, x.text FROM cluster_links x "
	"JOIN clusters c ON c.nr = x.cluster LEFT JOIN messages m ON m.id = x.message")

static void fill_evidence(struct item *item, struct query *q, struct store_cluster_evidence *e)
{
	*e = (struct store_cluster_evidence){
		.cluster = item_text(item, q, 0),
		.rule = item_text(item, q, 1),
		.from = item_text(item, q, 2),
		.to = item_text(item, q, 3),
		.message_id = item_text(item, q, 4),
		.line = query_uint_at(q, 5),
		.text = item_text(item, q, 6),
	};
}

LIST_OF_CLUSTER(evidence, evidence,
	"SELECT c.id, x.rule, x.source, x.target, m.message_id, x.line, x.text "
	"FROM cluster_evidence x JOIN clusters c ON c.nr = x.cluster "
	"LEFT JOIN messages m ON m.id = x.message")

/* ---- by name ------------------------------------------------------------------------------ */

/* Appends what `head`, narrowed by `narrow`, selects; each id is the caller's. */
static gboolean collect_ids(struct store *store, const char *head,
	void (*narrow)(struct select *s, const char *name), const char *name, GPtrArray *ids,
	GError **error)
{
	enum step step = STEP_FAILED;
	struct select s;

	select_init(&s, head);
	narrow(&s, name);
	if (select_open(&s, store, " ORDER BY c.id", error))
		while ((step = query_step(&s.query, error)) == STEP_ROW)
			g_ptr_array_add(ids, g_strdup(query_word_at(&s.query, 0)));
	select_close(&s);
	return step == STEP_DONE;
}

static void by_whole_name(struct select *s, const char *name)
{
	select_and_text(s, "n.name = ?", name);
}

/* 'g' is what follows the last hexadecimal digit. */
static void by_beginning(struct select *s, const char *name)
{
	g_autofree char *end = g_strconcat(name, "g", NULL);

	select_and_text(s, "n.name >= ?", name);
	select_and_text(s, "n.name < ?", end);
}

static void by_commit(struct select *s, const char *name)
{
	select_commit(s, "i.commit_id", name);
}

static void by_message(struct select *s, const char *name)
{
	select_and_text(s, "m.message_id = ?", name);
}

#define NAMED "SELECT DISTINCT c.id FROM clusters c JOIN "

static gboolean is_commit(const char *name)
{
	return strspn(name, "0123456789abcdefABCDEF") == strlen(name) &&
	       strlen(name) >= COMMIT_DIGITS_MIN;
}

static gboolean find_cluster(struct store *store, const char *name, GPtrArray *ids, GError **error)
{
	static const char *const by_names = NAMED "cluster_names n ON n.cluster = c.nr";
	gboolean whole = g_str_has_prefix(name, "c-"), begun = whole && is_commit(name + 2);

	if (whole && !collect_ids(store, by_names, by_whole_name, name, ids, error))
		return FALSE;
	if (begun && !ids->len && !collect_ids(store, by_names, by_beginning, name, ids, error))
		return FALSE;
	if (is_commit(name))
		return collect_ids(store, NAMED "cluster_commits i ON i.cluster = c.nr", by_commit,
			name, ids, error);
	if (!ids->len && !collect_ids(store,
				 NAMED "cluster_members k ON k.cluster = c.nr "
				       "JOIN messages m ON m.id = k.message",
				 by_message, name, ids, error))
		return FALSE;
	return ids->len || collect_ids(store,
				   NAMED "cluster_events e ON e.cluster = c.nr "
					 "JOIN messages m ON m.id = e.message",
				   by_message, name, ids, error);
}

gboolean store_find_cluster(
	struct store *store, const char *name, GPtrArray *ret_ids, GError **error)
{
	if (!store_read_begin(store, error))
		return FALSE;
	return store_read_end(store, find_cluster(store, name, ret_ids, error), error);
}

/* ---- at a moment -------------------------------------------------------------------------- */

/* Changes of a cluster's state, all of one after the other. */
struct moments {
	const gint64 *at;
	guint n;
	guint *counts;       /* STATES of each */
	gint64 cluster;      /* the one at hand; -1: none yet */
	gint64 first;        /* of its reports */
	enum state last;     /* in the end */
	enum state *then;    /* of each moment; STATES: no change behind it yet */
	gboolean is_decided; /* what has no date, as what the user decided, holds at any moment */
};

static void end_cluster(struct moments *m)
{
	for (guint i = 0; m->cluster >= 0 && i < m->n; i++) {
		enum state state = m->then[i];

		if (m->first == DATE_UNKNOWN || m->first >= m->at[i])
			continue;
		if (m->is_decided || state == STATES)
			state = m->last;
		if (state < STATES)
			m->counts[i * STATES + state]++;
	}
}

/* Where a cluster stood is what its next change began with. */
static void add_change(struct moments *m, struct query *q)
{
	gint64 date = query_int_or(q, 4, DATE_UNKNOWN);
	enum state before = state_by_name(query_word_at(q, 5));

	if (before == STATES) /* it has none */
		return;
	if (date == DATE_UNKNOWN)
		m->is_decided = TRUE;
	for (guint i = 0; i < m->n; i++)
		if (date != DATE_UNKNOWN && date >= m->at[i] && m->then[i] == STATES)
			m->then[i] = before;
}

static void add_moment_row(struct moments *m, struct query *q)
{
	gint64 cluster = query_int_at(q, 0);

	if (cluster != m->cluster) {
		end_cluster(m);
		m->cluster = cluster;
		m->first = query_int_or(q, 1, DATE_UNKNOWN);
		m->last = state_by_name(query_word_at(q, 2));
		m->is_decided = FALSE;
		for (guint i = 0; i < m->n; i++)
			m->then[i] = STATES;
	}
	add_change(m, q);
}

gboolean store_states_at(struct store *store, const struct store_filter *filter,
	const gint64 *moments, guint n, guint *ret_counts, GError **error)
{
	enum step step = STEP_FAILED;
	g_autofree enum state *then = g_new(enum state, n);
	struct moments m = {
		.at = moments, .n = n, .counts = ret_counts, .cluster = -1, .then = then};
	struct select s;

	memset(ret_counts, 0, (gsize)n * STATES * sizeof *ret_counts);
	select_init(&s,
		"SELECT c.nr, c.first_date, c.state, e.nr, e.date, e.state_before FROM clusters c "
		"LEFT JOIN cluster_events e ON e.cluster = c.nr "
		"AND e.state_before <> e.state_after");
	select_and(&s, OF_PERFORMANCE);
	where_cluster(&s, filter);
	if (select_open(&s, store, " ORDER BY c.nr, e.nr", error))
		while ((step = query_step(&s.query, error)) == STEP_ROW)
			add_moment_row(&m, &s.query);
	end_cluster(&m);
	select_close(&s);
	return step == STEP_DONE;
}
