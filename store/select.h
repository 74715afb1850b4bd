/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A SELECT narrowed by a filter.  Its text comes from this folder alone; what the user
 * named is bound, never written into it.
 *
 * Aliases that the conditions speak of: m messages, r reports (perhaps of no row),
 * t tables, i impacts, e events.
 */
#pragma once

#include "store/query.h"

#define ORDER_BY_MESSAGE " ORDER BY m.date IS NULL, m.date, m.message_id"

struct select {
	GString *sql;
	GArray *values; /* struct select_value */
	gboolean narrowed;
	struct query query;
};

/* `head` is all before WHERE. */
void select_init(struct select *s, const char *head);

/* The message's own facts: period, kind, id, list, subsystem of its report. */
void select_where_message(struct select *s, const struct store_filter *filter);
/* Commit, test case and machine of the report, of the table, of the impact;
 * of the event, or of the report that its message is. */
void select_where_report(struct select *s, const struct store_filter *filter);
void select_where_table(struct select *s, const struct store_filter *filter);
void select_where_impact(struct select *s, const struct store_filter *filter);
void select_where_citation(struct select *s, const struct store_filter *filter);
void select_where_event(struct select *s, const struct store_filter *filter);

/* All that can be asked of a run, whose alias is `run`; there is no message. */
void select_where_run(struct select *s, const struct store_filter *filter);

/* Binds a parameter of the head; before all conditions. */
void select_number(struct select *s, gint64 number);

/* One more condition, without parameters. */
void select_and(struct select *s, const char *condition);
/* One with a parameter; none when that is NULL. */
void select_and_text(struct select *s, const char *condition, const char *text);
void select_and_number(struct select *s, const char *condition, gint64 number);
void select_commit(struct select *s, const char *column, const char *commit);

/*
 * "condition (" of a query below, to be narrowed as this one was, up to its end.  What
 * stands before `condition`, an AND or an OR, is the caller's.
 */
void select_below(struct select *s, const char *condition);
void select_below_end(struct select *s);

/* Another SELECT below it, to be narrowed anew; then ORDER BY is of both. */
void select_union(struct select *s, const char *head);

/* Puts `tail` behind it all and opens s->query; select_close() in any case. */
gboolean select_open(struct select *s, struct store *store, const char *tail, GError **error);
void select_close(struct select *s);
