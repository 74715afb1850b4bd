/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changes that reports claim, each with what moved and where. */
#include "store/list.h"

static void narrow(struct select *s, const struct store_filter *filter)
{
	select_commit(s, "r.commit_id", filter->commit);
	select_and_text(s, "x.testcase = ?", filter->testcase);
	select_and_text(s, "x.tbox_group = ?", filter->machine);
}

static gboolean fill_move(
	struct item *item, struct query *q, struct store_move *move, GError **error)
{
	(void)error;
	*move = (struct store_move){
		.message_id = item_text(item, q, 0),
		.date = query_int_or(q, 1, DATE_UNKNOWN),
		.line = query_uint_at(q, 2),
		.headline = query_int_at(q, 3) != 0,
		.commit = item_text(item, q, 4),
		.title = item_text(item, q, 5),
		.subsystem = item_text(item, q, 6),
		.testcase = item_text(item, q, 7),
		.tbox_group = item_text(item, q, 8),
		.machine = item_text(item, q, 9),
		.metric = item_text(item, q, 10),
		.change = item_change(item, q, 11),
		.verdict = verdict_by_name(query_text_at(q, 14)),
		.direction = direction_by_name(query_text_at(q, 15)),
	};
	return TRUE;
}

static const struct list_query query_of_moves = {
	"SELECT m.message_id, m.date, x.line, x.headline, r.commit_id, r.commit_title, "
	"r.subsystem, x.testcase, x.tbox_group, x.machine, x.metric, x.change_text, x.change, "
	"x.change_unit, x.verdict, x.direction FROM changes x " FROM_MESSAGE "x.message" AND_REPORT,
	narrow, ORDER_BY_MESSAGE ", x.headline DESC, x.line, x.metric, x.change_text"};

STORE_LIST(move)
