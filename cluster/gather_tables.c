/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/gather_tables.h"

#include "parse/commit_id.h"
#include "parse/subject.h"
#include "parse/title.h"

#include <math.h>
#include <string.h>

/* Tables with more columns are read up to there. */
#define COLUMNS_MAX 64

struct gathering {
	struct facts *facts;
	struct store *store;
	GHashTable *messages; /* Message-ID -> struct fact_message * */
	struct fact_table *table;
	struct slice metric; /* that the subject names; null: none */
	GError **error;
	gboolean failed;
};

/* ---- a table ---------------------------------------------------------------------------- */

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take_axes(struct facts *facts, struct fact_table *table, const struct store_table *t)
{
	g_autoptr(GPtrArray) axes = g_ptr_array_new();

	for (guint i = 0; i < t->n_axes; i++) {
		const struct store_field *axis = &t->axes[i];
		g_autofree char *pair =
			g_strconcat(axis->key, "=", axis->value ? axis->value : "", NULL);

		g_ptr_array_add(axes, (char *)facts_keep(facts, pair));
		if (!strcmp(axis->key, "testcase"))
			table->testcase = facts_keep(facts, axis->value);
		if (!strcmp(axis->key, "tbox_group"))
			table->tbox_group = facts_keep(facts, axis->value);
	}
	g_ptr_array_sort(axes, by_name);
	table->axes = facts_keep_list(facts, axes);
}

static void take_columns(struct facts *facts, struct fact_table *table, const struct store_table *t)
{
	struct fact_column *columns;

	table->n_columns = MIN(t->n_commits, COLUMNS_MAX);
	columns = facts_keep_block(facts, g_new0(struct fact_column, table->n_columns));
	for (guint i = 0; i < table->n_columns; i++) {
		const struct store_column *c = &t->commits[i];

		columns[i].change = NAN;
		columns[i].title = facts_keep(facts, c->title ? c->title : c->note);
		columns[i].id = facts_keep_id(facts, c->id);
		if (columns[i].id && !commit_is_id(slice_of(columns[i].id)))
			columns[i].id = NULL; /* a tag */
		if (!columns[i].id && !columns[i].title)
			columns[i].title = facts_keep(facts, c->id ? c->id : c->head);
	}
	table->columns = columns;
}

#define GEO_MEAN "GEO-MEAN "

/* Where rows are tests of one stat, their mean: "GEO-MEAN fio.read_iops". */
static const char *metric_of(const struct store_row *row)
{
	return g_str_has_prefix(row->stat, GEO_MEAN) ? row->stat + strlen(GEO_MEAN) : row->stat;
}

/* The first row of means is kept until that of the metric comes. */
static gboolean take_row(const struct store_row *row, void *data)
{
	struct gathering *g = data;
	struct fact_table *table = g->table;
	struct fact_column *columns = (struct fact_column *)table->columns;
	const char *metric = metric_of(row);
	gboolean wanted = slice_is(g->metric, metric) || metric != row->stat;

	if (row->kind != ROW_MEAN || (table->row && !wanted))
		return TRUE;
	table->row = row->line;
	table->metric = facts_keep(g->facts, metric);
	for (guint i = 1; i < MIN(table->n_columns, row->n_cells); i++) {
		const struct store_change *change = &row->changes[i - 1];

		columns[i].text = facts_keep(g->facts, change->text);
		columns[i].change = change->text ? change->value : NAN;
		columns[i].unit = change->unit;
	}
	return !wanted;
}

static gboolean take_table(const struct store_table *t, void *data)
{
	struct gathering *g = data;
	const struct fact_message *message = g_hash_table_lookup(g->messages, t->message_id);
	struct store_filter filter = STORE_FILTER_ALL;
	struct fact_table table = {.part = t->part, .line = t->line, .depth = t->depth};

	if (!message || t->copy_of || t->attachment || t->n_commits < 2)
		return TRUE;
	table.message_id = message->message_id;
	take_axes(g->facts, &table, t);
	take_columns(g->facts, &table, t);
	g->table = &table;
	g->metric = subject_read(slice_of(message->subject)).metric;
	filter.table = t->id;
	g->failed = !store_list_rows(g->store, &filter, take_row, g, g->error);
	g_array_append_val(g->facts->tables, table);
	return !g->failed;
}

static gboolean take_tables(struct gathering *g)
{
	static const enum message_kind kinds[] = {
		MESSAGE_ROBOT_PATCH, MESSAGE_REPLY, MESSAGE_PATCH, MESSAGE_OTHER};

	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct store_filter filter = STORE_FILTER_ALL;

		filter.kind = kinds[i];
		if (!store_list_tables(g->store, &filter, take_table, g, g->error) || g->failed)
			return FALSE;
	}
	return TRUE;
}

/* ---- retold reports ------------------------------------------------------------------------ */

struct retelling {
	const struct fact_message *message;
	const struct fact_table *table;
	const char *commit, *title;
	struct slice subsystem;
	enum verdict verdict;
};

static gboolean is_reported(GHashTable *reported, const struct facts *facts, const char *commit)
{
	g_autofree char *begin = g_strndup(commit, COMMIT_DIGITS_MIN);
	const GArray *list = g_hash_table_lookup(reported, begin);

	for (guint i = 0; list && i < list->len; i++) {
		const struct fact_report *report =
			RECORD(facts->reports, struct fact_report, *RECORD(list, guint, i));

		if (commit_same(slice_of(report->commit), slice_of(commit)))
			return TRUE;
	}
	return FALSE;
}

/* Begin of a commit -> GArray of guint, its reports. */
static GHashTable *reported_commits(const struct facts *facts)
{
	GHashTable *reported = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);

	for (guint i = 0; i < facts->reports->len; i++) {
		const char *commit = RECORD(facts->reports, struct fact_report, i)->commit;
		char *begin = commit ? g_strndup(commit, COMMIT_DIGITS_MIN) : NULL;
		GArray *list = begin ? g_hash_table_lookup(reported, begin) : NULL;

		if (!begin)
			continue;
		if (list) {
			g_free(begin);
		} else {
			list = g_array_new(FALSE, FALSE, sizeof(guint));
			g_hash_table_insert(reported, begin, list);
		}
		g_array_append_val(list, i);
	}
	return reported;
}

/* The commit that the subject names, as answers repeat a report's. */
static gboolean read_subject(struct retelling *r)
{
	struct subject subject = subject_read(slice_of(r->message->subject));

	if (!commit_same(subject.commit, slice_of(r->table->columns[1].id)))
		return FALSE;
	r->commit = r->table->columns[1].id;
	r->title = r->table->columns[1].title;
	r->subsystem = subject.subsystem;
	r->verdict =
		subject.verdict == VERDICT_IMPROVEMENT ? VERDICT_IMPROVEMENT : VERDICT_REGRESSION;
	return TRUE;
}

/* Where the quoted words and the subject contradict each other: none. */
static enum verdict quoted_verdict(
	const struct fact_message *message, const struct fact_event *event)
{
	enum verdict subject = subject_read(slice_of(message->subject)).verdict;
	enum verdict words = event->text && strstr(event->text, "improvement") ? VERDICT_IMPROVEMENT
									       : VERDICT_REGRESSION;

	return subject == VERDICT_NONE || subject == words ? words : VERDICT_NONE;
}

static gboolean read_quoted(struct retelling *r, const struct fact_event *event)
{
	const char *id = r->table->columns[1].id;

	if (!event || !event->commit || !commit_same(slice_of(event->commit), slice_of(id)))
		return FALSE;
	r->commit = strlen(event->commit) > strlen(id) ? event->commit : id;
	r->title = event->title ? event->title : r->table->columns[1].title;
	r->subsystem = title_subsystem(slice_of(r->title));
	r->verdict = quoted_verdict(r->message, event);
	return TRUE;
}

static gboolean is_before(const struct retelling *x, const struct retelling *y)
{
	gint64 a = x->message->date, b = y->message->date;

	if (a != b)
		return b == DATE_UNKNOWN || (a != DATE_UNKNOWN && a < b);
	if (x->message != y->message)
		return strcmp(x->message->message_id, y->message->message_id) < 0;
	return x->table->part != y->table->part ? x->table->part < y->table->part
						: x->table->line < y->table->line;
}

static int by_commit(gconstpointer a, gconstpointer b)
{
	const struct retelling *x = a, *y = b;
	int order = strcmp(x->commit, y->commit);

	return order ? order : is_before(y, x) - is_before(x, y);
}

/* The first that retells a commit stands for its report. */
static void keep_first(GArray *all)
{
	guint kept = 0;

	g_array_sort(all, by_commit);
	for (guint i = 0; i < all->len; i++) {
		struct retelling *last = RECORD(all, struct retelling, MAX(kept, 1) - 1);
		const struct retelling *r = RECORD(all, struct retelling, i);

		if (!kept || !commit_same(slice_of(last->commit), slice_of(r->commit)))
			*RECORD(all, struct retelling, kept++) = *r;
		else if (is_before(r, last))
			*last = *r;
	}
	g_array_set_size(all, kept);
}

static GHashTable *quoted_reports(const struct facts *facts)
{
	GHashTable *quoted = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < facts->events->len; i++) {
		struct fact_event *event = RECORD(facts->events, struct fact_event, i);

		if (event->kind == EVENT_QUOTED_REPORT)
			g_hash_table_insert(quoted, (char *)event->message_id, event);
	}
	return quoted;
}

static GArray *retellings(const struct gathering *g)
{
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct retelling));
	g_autoptr(GHashTable) quoted = quoted_reports(g->facts);
	g_autoptr(GHashTable) reported = reported_commits(g->facts);

	for (guint i = 0; i < g->facts->tables->len; i++) {
		const struct fact_table *table = RECORD(g->facts->tables, struct fact_table, i);
		struct retelling r = {
			.message = g_hash_table_lookup(g->messages, table->message_id),
			.table = table};

		if (!table->row || !table->columns[1].id ||
			is_reported(reported, g->facts, table->columns[1].id))
			continue;
		if (read_quoted(&r, g_hash_table_lookup(quoted, table->message_id)) ||
			read_subject(&r))
			g_array_append_val(all, r);
	}
	keep_first(all);
	return all;
}

/* An axis that has a field of its own among the claim's; NULL: it is a parameter. */
static const char **field_of(struct fact_claim *claim, const char *pair, gsize *ret_key)
{
	const struct {
		const char *key, **field;
	} fields[] = {{"testcase=", &claim->testcase}, {"tbox_group=", &claim->tbox_group},
		{"compiler=", &claim->compiler}, {"kconfig=", &claim->kconfig},
		{"cpufreq_governor=", &claim->governor}, {"ucode=", &claim->microcode}};

	for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
		if (g_str_has_prefix(pair, fields[i].key)) {
			*ret_key = strlen(fields[i].key);
			return fields[i].field;
		}
	return NULL;
}

static void take_settings(
	struct facts *facts, struct fact_claim *claim, const struct fact_table *table)
{
	g_autoptr(GString) params = g_string_new(NULL);

	for (const char *const *axis = table->axes; *axis; axis++) {
		gsize key = 0;
		const char **field = field_of(claim, *axis, &key);

		if (field)
			*field = *axis + key;
		else
			g_string_append_printf(params, "%s%s", params->len ? " " : "", *axis);
	}
	claim->params = params->len ? facts_keep(facts, params->str) : NULL;
}

static void add_retold(struct facts *facts, const struct retelling *r)
{
	static const char *const nothing[] = {NULL};
	g_autofree char *subsystem = slice_dup(r->subsystem);
	const struct fact_column *column = &r->table->columns[1];
	const struct fact_report report = {.message_id = r->message->message_id,
		.date = r->message->date,
		.kind = MESSAGE_PERFORMANCE,
		.commit = r->commit,
		.title = r->title,
		.parent = r->table->columns[0].id,
		.subsystem = facts_keep(facts, subsystem),
		.lists = nothing,
		.verdict = r->verdict,
		.retold = TRUE};
	struct fact_claim claim = {.report = facts->reports->len,
		.line = r->table->row,
		.metric = r->table->metric,
		.text = column->text,
		.change = column->change,
		.unit = column->unit,
		.verdict = r->verdict};

	take_settings(facts, &claim, r->table);
	g_array_append_val(facts->reports, report);
	g_array_append_val(facts->claims, claim);
}

gboolean gather_tables(struct facts *facts, struct store *store, GError **error)
{
	g_autoptr(GHashTable) messages = g_hash_table_new(g_str_hash, g_str_equal);
	struct gathering g = {.facts = facts, .store = store, .messages = messages, .error = error};

	for (guint i = 0; i < facts->messages->len; i++) {
		struct fact_message *m = RECORD(facts->messages, struct fact_message, i);

		g_hash_table_insert(messages, (char *)m->message_id, m);
	}
	if (!take_tables(&g))
		return FALSE;

	g_autoptr(GArray) retold = retellings(&g);
	for (guint i = 0; i < retold->len; i++)
		add_retold(facts, RECORD(retold, struct retelling, i));
	return TRUE;
}
