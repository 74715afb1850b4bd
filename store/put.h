/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How one message is written: store/put.c leads, each other file writes what it knows. */
#pragma once

#include "parse/records.h"
#include "store/draft.h"
#include "store/query.h"

struct put {
	struct store *store;
	const struct records *records;
	const struct store_draft *draft;
	gint64 message; /* its id */
	GArray *tables; /* gint64: the id of each of records->tables */
};

gboolean put_tables(struct put *put, GError **error);
gboolean put_citations(struct put *put, GError **error);
gboolean put_report(struct put *put, GError **error);
gboolean put_impacts(struct put *put, GError **error);
gboolean put_plots(struct put *put, GError **error);
gboolean put_figures(struct put *put, GError **error);
gboolean put_findings(struct put *put, GError **error);
gboolean put_diffs(struct put *put, GError **error);
gboolean put_commands(struct put *put, GError **error);
gboolean put_jobs(struct put *put, GError **error);
gboolean put_events(struct put *put, GError **error);
gboolean put_shown_commits(struct put *put, GError **error);
gboolean put_failures(struct put *put, GError **error);

/* Of a row of runs: no directory holds it any more. */
#define UNSEEN_RUN "NOT EXISTS (SELECT 1 FROM run_sightings s WHERE s.run = runs.id)"

/* The id of that path; 0: it is not known. */
gboolean find_path(struct store *store, const char *path, gint64 *ret_id, GError **error);

/* The id of that path, which is made when missing. */
gboolean put_path(struct store *store, const char *path, gint64 *ret_id, GError **error);

/*
 * Runs `sql` for each of the records; it takes the message, nr, and what `bind` binds of the
 * record itself.
 */
gboolean put_each(struct put *put, const char *sql, const GArray *records,
	void (*bind)(struct query *q, gconstpointer record), GError **error);

/* A run of fields; `sql` takes the `n_owner` numbers of `owner`, then nr, key, value. */
gboolean put_fields(struct put *put, const char *sql, const gint64 *owner, guint n_owner,
	struct span fields, GError **error);

/* The id of that name of a stat, which is made when missing. */
gboolean put_stat(struct store *store, struct slice name, gint64 *ret_id, GError **error);

/* Names of repairs, joined by ','; null when there are none.  `text` is written to, and
 * must live as long as what is bound. */
#define REPAIRS_TEXT_MAX 80 /* all of them */
void query_repairs(struct query *q, guint repairs, char *text);
void repairs_text(guint repairs, char *text); /* '' when there are none */

/* text, value, unit; all null when nothing is printed. */
void query_change(struct query *q, const struct change *change);

gint64 put_table_id(const struct put *put, int index); /* -1: none */
