/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/digests.h"

#include "store/query.h"

static void add(GString *series, const char *key, const char *value)
{
	if (value)
		g_string_append_printf(series, "%s%s=%s", series->len ? ", " : "", key, value);
}

char *store_series_of(const struct store_filter *filter)
{
	GString *series = g_string_new(NULL);

	add(series, "commit", filter->commit);
	add(series, "kind", filter->kind < MESSAGE_KINDS ? message_kind_name(filter->kind) : NULL);
	add(series, "list", filter->list);
	add(series, "machine", filter->machine);
	add(series, "subsystem", filter->subsystem);
	add(series, "testcase", filter->testcase);
	return g_string_free(series, FALSE);
}

static gboolean forget(struct store *store, const struct store_digest *digest, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "DELETE FROM digests WHERE series = ? AND since IS ? AND until IS ?", error))
		return FALSE;
	query_text(&q, digest->series);
	query_date(&q, digest->since);
	query_date(&q, digest->until);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

gboolean store_put_digest(struct store *store, const struct store_digest *digest, GError **error)
{
	gboolean done;
	struct query q;

	if (!store_must_write(store, error) || !forget(store, digest, error) ||
		!query_open(&q, store,
			"INSERT INTO digests (series, period, since, until, message_id, made) "
			"VALUES (?, ?, ?, ?, ?, ?)",
			error))
		return FALSE;
	query_text(&q, digest->series);
	query_text(&q, digest->period);
	query_date(&q, digest->since);
	query_date(&q, digest->until);
	query_text(&q, digest->message_id);
	query_date(&q, digest->made);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gint64 moment_at(struct query *q, guint column)
{
	return query_int_or(q, column, DATE_UNKNOWN);
}

gboolean store_last_digest(struct store *store, const char *series, gint64 moment,
	void (*each)(const struct store_digest *digest, void *data), void *data, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT series, period, since, until, message_id, made FROM digests "
		    "WHERE series = ? AND until <= ? "
		    "ORDER BY until DESC, ifnull(since, 0) DESC LIMIT 1",
		    error))
		return FALSE;
	query_text(&q, series);
	query_int(&q, moment == DATE_UNKNOWN ? G_MAXINT64 : moment);
	step = query_step(&q, error);
	if (step == STEP_ROW) {
		const struct store_digest digest = {query_text_at(&q, 0), query_text_at(&q, 1),
			moment_at(&q, 2), moment_at(&q, 3), query_text_at(&q, 4), moment_at(&q, 5)};

		each(&digest, data);
	}
	query_close(&q);
	return step != STEP_FAILED;
}
