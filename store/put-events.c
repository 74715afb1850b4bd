/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mail says and shows of others, and the failing things of its own report. */
#include "store/put.h"

/* `repairs` is written to, and is to live until the query has run. */
static void bind_event(
	struct query *q, const struct put *put, guint nr, const struct event *event, char *repairs)
{
	query_int(q, put->message);
	query_int(q, nr);
	query_text(q, event_kind_name(event->kind));
	if (event->line) {
		query_int(q, event->part);
		query_int(q, event->line);
	} else {
		query_null(q);
		query_null(q);
	}
	query_slice(q, event->words);
	query_slice(q, event->commit);
	query_slice(q, event->title);
	query_slice(q, event->tree);
	query_slice(q, event->link);
	query_slice(q, event->target);
	query_repairs(q, event->repairs, repairs);
}

gboolean put_events(struct put *put, GError **error)
{
	const GArray *events = put->records->events;
	char repairs[REPAIRS_TEXT_MAX];
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO events (message, nr, kind, part, line, text, commit_id, title, "
		    "tree, link, target, repairs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint nr = 0; done && nr < events->len; nr++) {
		bind_event(&q, put, nr, RECORD(events, struct event, nr), repairs);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static void bind_shown_commit(struct query *q, gconstpointer record)
{
	const struct shown_commit *shown = record;

	query_int(q, shown->part);
	query_int(q, shown->line);
	query_int(q, shown->depth);
	query_slice(q, shown->commit);
	query_slice(q, shown->title);
	query_slice(q, shown->author_name);
	query_slice(q, shown->author_address);
}

gboolean put_shown_commits(struct put *put, GError **error)
{
	return put_each(put,
		"INSERT INTO shown_commits (message, nr, part, line, depth, commit_id, title, "
		"author_name, author_address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		put->records->shown_commits, bind_shown_commit, error);
}

static gboolean put_counts(struct put *put, guint nr, struct span counts, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO failure_counts (message, nr, col, count) VALUES (?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint col = 0; done && col < counts.count; col++) {
		query_int(&q, put->message);
		query_int(&q, nr);
		query_int(&q, col);
		query_int(&q, (gint64)*RECORD(put->records->counts, guint64, counts.first + col));
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean put_failure(
	struct put *put, guint nr, const struct failure *failure, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO failures (message, nr, line, name) VALUES (?, ?, ?, ?)", error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, nr);
	query_int(&q, failure->line);
	query_slice(&q, failure->name);
	done = query_run(&q, error);
	query_close(&q);
	return done && put_counts(put, nr, failure->counts, error);
}

gboolean put_failures(struct put *put, GError **error)
{
	const GArray *failures = put->records->failures;

	for (guint nr = 0; nr < failures->len; nr++)
		if (!put_failure(put, nr, RECORD(failures, struct failure, nr), error))
			return FALSE;
	return TRUE;
}
