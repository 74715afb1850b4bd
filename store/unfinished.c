/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an ingest left to the next one: not unsound, and not yet what it will be. */
#include "store/position.h"

#include "store/query.h"

/* Each row that one of these gives is a sentence. */
static const char *const sentences[] = {
	"SELECT 'source ' || p.path || ' is to be read on' FROM positions o "
	"JOIN paths p ON p.id = o.path_id WHERE NOT o.finished ORDER BY 1",

	"SELECT 'message ' || m.message_id || ' is kept as it stands nowhere any more' "
	"FROM messages m WHERE m.copy_rows < 0 ORDER BY 1",

	"SELECT 'copies of tables are to be looked for' "
	"WHERE EXISTS (SELECT 1 FROM stale_families)",
};

static gboolean tell(struct store *store, const char *sql,
	void (*each)(const char *sentence, void *data), void *data, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW)
		each(query_word_at(&q, 0), data);
	query_close(&q);
	return step == STEP_DONE;
}

gboolean store_each_unfinished(struct store *store, void (*each)(const char *sentence, void *data),
	void *data, GError **error)
{
	gboolean done = store_read_begin(store, error);

	if (!done)
		return FALSE;
	for (guint i = 0; done && i < G_N_ELEMENTS(sentences); i++)
		done = tell(store, sentences[i], each, data, error);
	return store_read_end(store, done, error);
}
