/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/reproductions.h"

#include "store/list.h"
#include "store/put.h"

/* ---- put ------------------------------------------------------------------------------------ */

static gboolean forget(struct store *store, const struct store_reproduction *r, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "DELETE FROM reproductions WHERE message_id = ? AND base_root = ? "
		    "AND head_root = ?",
		    error))
		return FALSE;
	query_text(&q, r->message_id);
	query_text(&q, r->base_root);
	query_text(&q, r->head_root);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gboolean put_reproduced(
	struct query *q, gint64 id, guint nr, const struct store_reproduced *stat, GError **error)
{
	query_int(q, id);
	query_int(q, nr);
	query_text(q, stat->stat);
	query_int(q, stat->is_headline);
	query_text(q, stat->verdict);
	query_text(q, unit_name(stat->unit));
	query_real(q, stat->reported);
	query_real(q, stat->found);
	query_real(q, stat->low);
	query_real(q, stat->high);
	query_real(q, stat->ratio);
	query_real(q, stat->ratio_low);
	query_real(q, stat->ratio_high);
	query_int(q, stat->base_runs);
	query_int(q, stat->head_runs);
	query_known(q, stat->wanted ? (gint64)stat->wanted : -1);
	query_real(q, stat->baseline);
	query_int(q, stat->other_baseline);
	return query_run(q, error);
}

static gboolean put_stats(
	struct store *store, gint64 id, const struct store_reproduction *r, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, store,
		    "INSERT INTO reproduced VALUES "
		    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint i = 0; done && i < r->n_stats; i++)
		done = put_reproduced(&q, id, i, &r->stats[i], error);
	query_close(&q);
	return done;
}

static gboolean put(
	struct store *store, const struct store_reproduction *r, gint64 *ret_id, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "INSERT INTO reproductions (message_id, table_name, base, head, base_root, "
		    "head_root, tbox_group, same_machine, attempt, date, wrap, "
		    "apart) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_text(&q, r->message_id);
	query_text(&q, r->table);
	query_text(&q, r->base);
	query_text(&q, r->head);
	query_text(&q, r->base_root);
	query_text(&q, r->head_root);
	query_text(&q, r->tbox_group);
	query_int(&q, r->same_machine);
	query_int(&q, r->attempt);
	query_date(&q, r->date);
	query_text(&q, r->wrap);
	query_text(&q, r->apart);
	done = query_run(&q, error);
	query_close(&q);
	*ret_id = store->ops->last_id(store->engine);
	return done;
}

gboolean store_put_reproduction(
	struct store *store, const struct store_reproduction *reproduction, GError **error)
{
	gint64 id;

	return store_must_write(store, error) && forget(store, reproduction, error) &&
	       put(store, reproduction, &id, error) && put_stats(store, id, reproduction, error);
}

/* ---- list ------------------------------------------------------------------------------------ */

struct filling {
	struct item *item;
	GArray *stats;
};

static void add_stat(struct query *q, void *data)
{
	struct filling *filling = data;
	const char *unit = query_word_at(q, 3);
	struct store_reproduced stat = {
		.stat = item_text(filling->item, q, 0),
		.is_headline = query_int_at(q, 1) != 0,
		.verdict = item_text(filling->item, q, 2),
		.unit = strcmp(unit, unit_name(UNIT_POINTS)) ? UNIT_PERCENT : UNIT_POINTS,
		.reported = query_real_at(q, 4),
		.found = query_real_at(q, 5),
		.low = query_real_at(q, 6),
		.high = query_real_at(q, 7),
		.ratio = query_real_at(q, 8),
		.ratio_low = query_real_at(q, 9),
		.ratio_high = query_real_at(q, 10),
		.base_runs = query_uint_at(q, 11),
		.head_runs = query_uint_at(q, 12),
		.wanted = (guint)query_int_or(q, 13, 0),
		.baseline = query_real_at(q, 14),
		.other_baseline = query_int_at(q, 15) != 0,
	};

	g_array_append_val(filling->stats, stat);
}

static gboolean fill_reproduction(
	struct item *item, struct query *q, struct store_reproduction *r, GError **error)
{
	struct filling filling = {item, item_array(item, 0, sizeof(struct store_reproduced))};

	*r = (struct store_reproduction){
		.message_id = item_text(item, q, 1),
		.table = item_text(item, q, 2),
		.base = item_text(item, q, 3),
		.head = item_text(item, q, 4),
		.base_root = item_text(item, q, 5),
		.head_root = item_text(item, q, 6),
		.tbox_group = item_text(item, q, 7),
		.same_machine = query_int_at(q, 8) != 0,
		.attempt = query_uint_at(q, 9),
		.date = query_int_or(q, 10, DATE_UNKNOWN),
		.wrap = item_text(item, q, 11),
		.apart = item_text(item, q, 12),
	};
	if (!query_each(item->store,
		    "SELECT stat, is_headline, verdict, unit, reported, found, low, high, ratio, "
		    "ratio_low, ratio_high, base_runs, head_runs, wanted, baseline, "
		    "other_baseline FROM reproduced WHERE reproduction = ? ORDER BY nr",
		    query_int_at(q, 0), 0, add_stat, &filling, error))
		return FALSE;
	r->stats = (const struct store_reproduced *)(gpointer)filling.stats->data;
	r->n_stats = filling.stats->len;
	return TRUE;
}

static const struct list_query query_of_reproductions = {
	"SELECT p.id, p.message_id, p.table_name, p.base, p.head, p.base_root, p.head_root, "
	"p.tbox_group, p.same_machine, p.attempt, p.date, p.wrap, p.apart FROM reproductions p "
	"LEFT JOIN messages m ON m.message_id = p.message_id" AND_REPORT,
	select_where_report, " ORDER BY p.date, p.message_id, p.base_root, p.head_root"};

STORE_LIST(reproduction)
