/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/gather.h"

#include "cluster/gather_tables.h"
#include "cluster/measured.h"
#include "store/facts.h"

#include <math.h>
#include <string.h>

struct gathering {
	struct facts *facts;
	GHashTable *messages, *reports; /* Message-ID -> index + 1 */
	GPtrArray *pending;             /* texts of one message, */
	guint of;                       /* whose index + 1 this is; 0: none yet */
	GPtrArray *params;              /* of each claim: GPtrArray of "key=value"; NULL: none */
};

static guint lookup(GHashTable *table, const char *message_id)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(table, message_id));
}

/* ---- messages ------------------------------------------------------------------------- */

static gboolean gather_message(const struct store_message *m, void *data)
{
	static const char *const nothing[] = {NULL};
	struct gathering *g = data;
	struct facts *facts = g->facts;
	const struct fact_message fact = {
		.message_id = facts_keep(facts, m->message_id),
		.in_reply_to = facts_keep(facts, m->in_reply_to),
		.references = nothing,
		.date = m->date,
		.kind = m->kind,
		.author = m->author,
		.from_name = facts_keep(facts, m->from_name),
		.from_address = facts_keep(facts, m->from_address),
		.subject = facts_keep(facts, m->subject),
		.offset = -1,
	};

	g_array_append_val(facts->messages, fact);
	g_hash_table_insert(
		g->messages, (char *)fact.message_id, GUINT_TO_POINTER(facts->messages->len));
	return TRUE;
}

static gboolean gather_place(const struct store_message *m, void *data)
{
	struct gathering *g = data;
	guint i = lookup(g->messages, m->message_id);

	if (i) {
		struct fact_message *message =
			RECORD(g->facts->messages, struct fact_message, i - 1);

		message->path = facts_keep(g->facts, m->source.path);
		message->offset = m->source.offset;
	}
	return TRUE;
}

static void end_references(struct gathering *g)
{
	if (g->of)
		RECORD(g->facts->messages, struct fact_message, g->of - 1)->references =
			facts_keep_list(g->facts, g->pending);
	g_ptr_array_set_size(g->pending, 0);
}

static void end_lists(struct gathering *g)
{
	if (g->of)
		RECORD(g->facts->reports, struct fact_report, g->of - 1)->lists =
			facts_keep_list(g->facts, g->pending);
	g_ptr_array_set_size(g->pending, 0);
}

static void gather_text(struct gathering *g, GHashTable *owners, const char *message_id,
	const char *text, void (*end)(struct gathering *g))
{
	guint of = lookup(owners, message_id);

	if (of != g->of)
		end(g);
	g->of = of;
	g_ptr_array_add(g->pending, (char *)facts_keep(g->facts, text));
}

static gboolean gather_reference(const char *message_id, const char *reference, void *data)
{
	struct gathering *g = data;

	gather_text(g, g->messages, message_id, reference, end_references);
	return TRUE;
}

static gboolean gather_list(const char *message_id, const char *list, void *data)
{
	struct gathering *g = data;

	gather_text(g, g->reports, message_id, list, end_lists);
	return TRUE;
}

/* ---- reports ---------------------------------------------------------------------------- */

static gboolean gather_report(const struct store_accusation *a, void *data)
{
	static const char *const nothing[] = {NULL};
	struct gathering *g = data;
	struct facts *facts = g->facts;
	guint message = lookup(g->messages, a->message_id);
	const struct fact_message *m =
		message ? RECORD(facts->messages, struct fact_message, message - 1) : NULL;

	if (!m || m->kind == MESSAGE_SUMMARY)
		return TRUE;

	const struct fact_report fact = {
		.message_id = m->message_id,
		.date = m->date,
		.kind = m->kind,
		.commit = facts_keep_id(facts, a->commit),
		.title = facts_keep(facts, a->title),
		.parent = facts_keep_id(facts, a->parent),
		.tree = facts_keep(facts, a->tree),
		.branch = facts_keep(facts, a->branch),
		.subsystem = facts_keep(facts, a->subsystem),
		.lists = nothing,
		.verdict = a->verdict,
		.inconsistent = a->inconsistent,
	};
	g_array_append_val(facts->reports, fact);
	g_hash_table_insert(
		g->reports, (char *)fact.message_id, GUINT_TO_POINTER(facts->reports->len));
	return TRUE;
}

/* ---- claims ----------------------------------------------------------------------------- */

static gboolean gather_claim(const struct store_claim *c, void *data)
{
	struct gathering *g = data;
	struct facts *facts = g->facts;
	guint report = lookup(g->reports, c->message_id);
	const struct fact_claim fact = {
		.report = report - 1,
		.nr = c->nr,
		.line = c->line,
		.testcase = facts_keep(facts, c->testcase),
		.tbox_group = facts_keep(facts, c->tbox_group),
		.compiler = facts_keep(facts, c->compiler),
		.kconfig = facts_keep(facts, c->kconfig),
		.metric = facts_keep(facts, c->metric),
		.text = facts_keep(facts, c->change.text),
		.change = c->change.text ? c->change.value : NAN,
		.unit = c->change.unit,
		.verdict = c->verdict,
	};

	if (report)
		g_array_append_val(facts->claims, fact);
	return TRUE;
}

static int compare_claims(gconstpointer a, gconstpointer b)
{
	const struct fact_claim *x = a, *y = b;

	if (x->report != y->report)
		return x->report < y->report ? -1 : 1;
	return (x->nr > y->nr) - (x->nr < y->nr);
}

static gboolean find_claim(
	const struct gathering *g, const char *message_id, guint nr, guint *ret_claim)
{
	const struct fact_claim wanted = {.report = lookup(g->reports, message_id) - 1, .nr = nr};

	return g_array_binary_search(g->facts->claims, &wanted, compare_claims, ret_claim);
}

/* Where a key of its own is kept; NULL: it is a parameter. */
static const char **field_of(struct fact_claim *claim, const char *key)
{
	const struct {
		const char *key, **field;
	} fields[] = {
		{"testcase", &claim->testcase},
		{"tbox_group", &claim->tbox_group},
		{"compiler", &claim->compiler},
		{"kconfig", &claim->kconfig},
		{"cpufreq_governor", &claim->governor},
		{"ucode", &claim->microcode},
	};

	for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
		if (!strcmp(fields[i].key, key))
			return fields[i].field;
	return NULL;
}

/* A box prints the machine in words, its table has the group. */
static gboolean is_better(const struct store_setting *s)
{
	return s->of_table && s->claim && !strcmp(s->key, "tbox_group");
}

static gboolean gather_setting(const struct store_setting *s, void *data)
{
	struct gathering *g = data;
	guint i;

	if (!s->value || !find_claim(g, s->message_id, s->claim, &i))
		return TRUE;

	const char **field = field_of(RECORD(g->facts->claims, struct fact_claim, i), s->key);
	if (field && (!*field || is_better(s)))
		*field = facts_keep(g->facts, s->value);
	if (field)
		return TRUE;
	g_autofree char *pair = g_strconcat(s->key, "=", s->value, NULL);
	if (!g->params->pdata[i])
		g->params->pdata[i] = g_ptr_array_new();
	g_ptr_array_add(g->params->pdata[i], (char *)facts_keep(g->facts, pair));
	return TRUE;
}

static int compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each pair once: the axes of a table and the words of the mail say the same. */
static const char *join_params(struct facts *facts, GPtrArray *pairs)
{
	g_autoptr(GString) text = g_string_new(NULL);

	g_ptr_array_sort(pairs, compare_names);
	for (guint i = 0; i < pairs->len; i++)
		if (!i || strcmp(pairs->pdata[i], pairs->pdata[i - 1]))
			g_string_append_printf(
				text, "%s%s", text->len ? " " : "", (char *)pairs->pdata[i]);
	return facts_keep(facts, text->str);
}

/* The machine that a box does not name is the headline's. */
static void complete_claims(struct gathering *g)
{
	GArray *claims = g->facts->claims;
	const struct fact_claim *head = NULL;

	for (guint i = 0; i < claims->len; i++) {
		struct fact_claim *claim = RECORD(claims, struct fact_claim, i);

		if (!head || head->report != claim->report)
			head = claim;
		if (g->params->pdata[i])
			claim->params = join_params(g->facts, g->params->pdata[i]);
		if (!claim->tbox_group)
			claim->tbox_group = head->tbox_group;
	}
}

static void params_free(gpointer params)
{
	if (params)
		g_ptr_array_unref(params);
}

/* ---- commits that are shown ------------------------------------------------------------- */

static gboolean gather_shown(const struct store_shown *s, void *data)
{
	struct gathering *g = data;
	struct facts *facts = g->facts;
	const struct fact_shown fact = {
		.message_id = facts_keep(facts, s->message_id),
		.part = s->part,
		.line = s->line,
		.depth = s->depth,
		.commit = facts_keep_id(facts, s->commit),
		.title = facts_keep(facts, s->title),
		.author_name = facts_keep(facts, s->author_name),
		.author_address = facts_keep(facts, s->author_address),
	};

	g_array_append_val(facts->shown, fact);
	return TRUE;
}

/* ---- recipients ------------------------------------------------------------------------- */

static gboolean gather_recipient(const struct store_recipient *r, void *data)
{
	struct gathering *g = data;
	const struct fact_recipient fact = {
		.message_id = facts_keep(g->facts, r->message_id),
		.name = facts_keep(g->facts, r->name),
		.address = facts_keep(g->facts, r->address),
	};

	g_array_append_val(g->facts->recipients, fact);
	return TRUE;
}

/* ---- events ----------------------------------------------------------------------------- */

static gboolean gather_event(const struct store_event *e, void *data)
{
	struct gathering *g = data;
	struct facts *facts = g->facts;
	guint message = lookup(g->messages, e->message_id);

	if (!message)
		return TRUE;

	const struct fact_event fact = {
		.message_id = RECORD(facts->messages, struct fact_message, message - 1)->message_id,
		.date = e->date,
		.kind = e->kind,
		.author = e->author,
		.part = e->part,
		.line = e->line,
		.text = facts_keep(facts, e->text),
		.commit = facts_keep_id(facts, e->commit),
		.title = facts_keep(facts, e->title),
		.tree = facts_keep(facts, e->tree),
		.link = facts_keep(facts, e->link),
		.target = facts_keep(facts, e->target),
		.person = RECORD(facts->messages, struct fact_message, message - 1)->from_name,
	};
	g_array_append_val(facts->events, fact);
	return TRUE;
}

/* ---- all -------------------------------------------------------------------------------- */

static gboolean gather_messages(struct gathering *g, struct store *store, GError **error)
{
	gboolean done = store_each_message(store, gather_message, g, error) &&
			store_each_undated(store, gather_place, g, error) &&
			store_each_reference(store, gather_reference, g, error);

	end_references(g);
	g->of = 0;
	return done;
}

static gboolean gather_reports(struct gathering *g, struct store *store, GError **error)
{
	gboolean done = store_each_accusation(store, gather_report, g, error) &&
			store_each_report_list(store, gather_list, g, error);

	end_lists(g);
	g->of = 0;
	return done;
}

static gboolean gather_claims(struct gathering *g, struct store *store, GError **error)
{
	if (!store_each_claim(store, gather_claim, g, error))
		return FALSE;
	g_array_sort(g->facts->claims, compare_claims);
	g_ptr_array_set_size(g->params, (int)g->facts->claims->len);
	if (!store_each_setting(store, gather_setting, g, error))
		return FALSE;
	complete_claims(g);
	return TRUE;
}

struct facts *facts_gather(struct store *store, GError **error)
{
	g_autoptr(GHashTable) messages = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) reports = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) pending = g_ptr_array_new();
	g_autoptr(GPtrArray) params = g_ptr_array_new_with_free_func(params_free);
	struct gathering g = {facts_new(), messages, reports, pending, 0, params};
	const struct store_filter all = STORE_FILTER_ALL;

	if (gather_messages(&g, store, error) && gather_reports(&g, store, error) &&
		gather_claims(&g, store, error) &&
		store_list_showns(store, &all, gather_shown, &g, error) &&
		store_each_recipient(store, gather_recipient, &g, error) &&
		store_each_event(store, gather_event, &g, error) &&
		gather_tables(g.facts, store, error) && gather_measured(g.facts, store, error))
		return g.facts;
	facts_free(g.facts);
	return NULL;
}
