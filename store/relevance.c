/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which dismissed mails belong to threads that matter. */
#include "store/closure.h"
#include "store/dismissed_rows.h"
#include "store/query.h"
#include "store/stale.h"

/* A message of the store. */
struct node {
	guint64 id;
	guint first, n; /* of parents */
};

struct relevance {
	struct store *store;
	struct closure closure;
	GHashTable *stored;   /* hashes of all messages' ids */
	GHashTable *answered; /* hashes of the ids that the robot answers */
	GArray *nodes;        /* struct node */
	GArray *parents;      /* guint64, little-endian */
};

static void relevance_init(struct relevance *r, struct store *store)
{
	*r = (struct relevance){.store = store};
	closure_init(&r->closure);
	r->stored = g_hash_table_new(NULL, NULL);
	r->answered = g_hash_table_new(NULL, NULL);
	r->nodes = g_array_new(FALSE, FALSE, sizeof(struct node));
	r->parents = g_array_new(FALSE, FALSE, sizeof(guint64));
}

static void relevance_release(struct relevance *r)
{
	closure_release(&r->closure);
	g_hash_table_unref(r->stored);
	g_hash_table_unref(r->answered);
	g_array_unref(r->nodes);
	g_array_unref(r->parents);
}

gboolean store_makes_answers_matter(const struct records *r)
{
	return r->author == AUTHOR_ROBOT || r->tables->len || r->citations->len || r->impacts->len;
}

/* ---- what is stored ----------------------------------------------------------------- */

static void add_parent(struct relevance *r, struct node *node, guint64 hash)
{
	hash = GUINT64_TO_LE(hash);
	g_array_append_val(r->parents, hash);
	node->n++;
}

/* The References of `message`, at which `q` stands (*step) or which it has not reached. */
static gboolean read_references(struct relevance *r, struct node *node, gint64 message,
	struct query *q, enum step *step, GError **error)
{
	while (*step == STEP_ROW && query_int_at(q, 0) <= message) {
		if (query_int_at(q, 0) == message)
			add_parent(r, node, thread_hash(slice_of(query_word_at(q, 1))));
		*step = query_step(q, error);
	}
	return *step != STEP_FAILED;
}

/* Whether a message that matters has the subject of an answer, up to a month before it. */
static gboolean has_subject(
	struct store *store, const char *subject, gint64 date, gboolean *ret_has, GError **error)
{
	gboolean reply;
	g_autofree char *key = subject ? thread_subject(subject, &reply) : NULL;
	struct query q;

	*ret_has = FALSE;
	if (!key || !reply || date == DATE_UNKNOWN)
		return TRUE;
	if (!query_open(&q, store,
		    "SELECT 1 FROM messages m WHERE m.subject_key = ? "
		    "AND m.date BETWEEN ? AND ? AND m.matters = 1 LIMIT 1",
		    error))
		return FALSE;
	query_text(&q, key);
	query_int(&q, date - STORE_SUBJECT_SECONDS);
	query_int(&q, date);
	return query_has_row(&q, ret_has, error);
}

static void add_subject(struct closure *closure, const char *subject)
{
	g_autofree char *key = subject ? thread_subject(subject, NULL) : NULL;

	if (key)
		closure_add(closure, thread_subject_hash(key));
}

/* Columns: id, message_id, in_reply_to, subject, by the robot, matters by itself, date. */
static gboolean read_node(struct relevance *r, struct query *messages, struct query *refs,
	enum step *refs_step, GError **error)
{
	const char *answered = query_text_at(messages, 2), *subject = query_text_at(messages, 3);
	gboolean matters = query_int_at(messages, 5) != 0, below = matters;
	struct node node = {
		.id = thread_hash(slice_of(query_word_at(messages, 1))),
		.first = r->parents->len,
	};

	g_hash_table_add(r->stored, GSIZE_TO_POINTER(node.id));
	if (answered) {
		guint64 hash = thread_hash(slice_of(answered));

		add_parent(r, &node, hash);
		if (query_int_at(messages, 4))
			g_hash_table_add(r->answered, GSIZE_TO_POINTER(hash));
	}
	if (!read_references(r, &node, query_int_at(messages, 0), refs, refs_step, error) ||
		(!matters && !node.n &&
			!has_subject(r->store, subject, query_int_or(messages, 6, DATE_UNKNOWN),
				&below, error)))
		return FALSE;
	if (matters)
		add_subject(&r->closure, subject);
	if (below)
		closure_add(&r->closure, node.id);
	else
		g_array_append_val(r->nodes, node);
	return TRUE;
}

static gboolean read_nodes(struct relevance *r, struct query *refs, GError **error)
{
	enum step step, refs_step = query_step(refs, error);
	struct query q;

	if (refs_step == STEP_FAILED ||
		!query_open(&q, r->store,
			"SELECT m.id, m.message_id, m.in_reply_to, m.subject, "
			"m.author = 'robot', m.matters, m.date FROM messages m ORDER BY m.id",
			error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW)
		if (!read_node(r, &q, refs, &refs_step, error)) {
			step = STEP_FAILED;
			break;
		}
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean read_stored(struct relevance *r, GError **error)
{
	struct query refs;

	if (!query_open(&refs, r->store,
		    "SELECT message, message_id FROM refs ORDER BY message, nr", error))
		return FALSE;
	gboolean done = read_nodes(r, &refs, error);
	query_close(&refs);
	return done;
}

/* ---- what hangs below --------------------------------------------------------------- */

typedef void (*mail_fn)(struct closure *closure, const struct closure_mail *mail);

static void each_node(struct relevance *r, gboolean backwards, mail_fn fn)
{
	const guint64 *parents = (const guint64 *)(gpointer)r->parents->data;

	for (guint i = 0; i < r->nodes->len; i++) {
		const struct node *node = &g_array_index(
			r->nodes, struct node, backwards ? r->nodes->len - 1 - i : i);
		struct closure_mail mail = {
			node->id, node->n, (const guint8 *)(parents + node->first)};

		if (!closure_has(&r->closure, node->id))
			fn(&r->closure, &mail);
	}
}

struct offering {
	struct closure *closure;
	mail_fn fn;
};

static gboolean offer_record(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	struct offering *offering = data;
	struct closure_mail mail = {record->id, record->n_parents, record->parents};

	(void)row;
	/* Whether a subject ties it, its date tells, which is not known before it is read. */
	if (record->id && record->n_parents && !record->by_subject &&
		!closure_has(offering->closure, record->id))
		offering->fn(offering->closure, &mail);
	return TRUE;
}

static gboolean pass(struct relevance *r, gboolean backwards, mail_fn fn, GError **error)
{
	struct offering offering = {&r->closure, fn};

	r->closure.grew = FALSE;
	each_node(r, backwards, fn);
	return dismissed_each(r->store, backwards, offer_record, &offering, error);
}

/* A thread's mails come in about their order, or in the reverse. */
static gboolean find_all_below(struct relevance *r, GError **error)
{
	for (guint i = 0; i < CLOSURE_PASSES; i++) {
		if (!pass(r, i % 2 != 0, closure_offer, error))
			return FALSE;
		if (!r->closure.grew)
			return TRUE;
	}
	if (!pass(r, FALSE, closure_add_edges, error))
		return FALSE;
	closure_follow_edges(&r->closure);
	return TRUE;
}

/* ---- which that makes matter ---------------------------------------------------------- */

struct listing {
	struct relevance *relevance;
	gboolean (*each)(const struct store_relevant *, void *);
	void *data;
	GError **error;
	gboolean failed;
};

static gboolean is_relevant(const struct relevance *r, const struct dismissed_record *record)
{
	struct closure_mail mail = {record->id, record->n_parents, record->parents};

	return closure_has(&r->closure, record->id) ||
	       (record->id && g_hash_table_contains(r->answered, GSIZE_TO_POINTER(record->id))) ||
	       closure_has_parent(&r->closure, &mail);
}

/* A page's messages share their place. */
static gboolean is_sighted(struct store *store, const struct store_relevant *relevant,
	gint64 reading, gboolean *ret, GError **error)
{
	enum step step = STEP_DONE;
	struct query q;

	*ret = FALSE;
	if (!query_open(&q, store,
		    "SELECT m.message_id FROM paths p JOIN sightings s ON s.path_id = p.id "
		    "JOIN messages m ON m.id = s.message WHERE p.path = ? "
		    "AND s.byte_offset IS NOT DISTINCT FROM ? AND s.object IS NOT DISTINCT FROM ? "
		    "AND s.reading >= ?",
		    error))
		return FALSE;
	query_text(&q, relevant->path);
	query_known(&q, relevant->offset);
	query_text(&q, relevant->object);
	query_int(&q, reading);
	while (!*ret && (step = query_step(&q, error)) == STEP_ROW)
		*ret = relevant->offset >= 0 || relevant->object ||
		       thread_hash(slice_of(query_word_at(&q, 0))) == relevant->id;
	query_close(&q);
	return *ret || step == STEP_DONE;
}

static gboolean list_record(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	struct listing *listing = data;
	struct relevance *r = listing->relevance;
	char object[2 * DISMISSED_OBJECT_SIZE + 1];

	if (!is_relevant(r, record))
		return TRUE;
	g_autofree char *path = slice_dup(record->path);
	dismissed_object_text(record, object);
	struct store_relevant relevant = {
		.path = path,
		.offset = record->offset,
		.object = record->object ? object : NULL,
		.id = record->id,
		.key = dismissed_key(record),
		.row = row->id,
		.taken_apart = record->taken_apart,
		.stored = record->id &&
			  g_hash_table_contains(r->stored, GSIZE_TO_POINTER(record->id)),
	};
	listing->failed =
		!is_sighted(r->store, &relevant, row->reading, &relevant.known, listing->error);
	return !listing->failed && listing->each(&relevant, listing->data);
}

static gboolean list_relevant(struct listing *listing, GError **error)
{
	struct relevance *r = listing->relevance;

	return read_stored(r, error) && find_all_below(r, error) &&
	       dismissed_each(r->store, FALSE, list_record, listing, error) && !listing->failed;
}

gboolean store_list_relevant(struct store *store,
	gboolean (*each)(const struct store_relevant *, void *), void *data, GError **error)
{
	struct relevance relevance;
	struct listing listing = {&relevance, each, data, error, FALSE};

	if (!store_read_begin(store, error))
		return FALSE;
	relevance_init(&relevance, store);
	gboolean done = list_relevant(&listing, error);
	relevance_release(&relevance);
	return store_read_end(store, done, error);
}

/* ---- which do not any more --------------------------------------------------------------- */

struct keys {
	const struct relevance *relevance;
	GHashTable *keys;
};

static gboolean add_if_relevant(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	struct keys *keys = data;

	(void)row;
	if (is_relevant(keys->relevance, record))
		g_hash_table_add(keys->keys, GSIZE_TO_POINTER(dismissed_key(record)));
	return TRUE;
}

static gboolean has_by_thread(struct store *store, gboolean *ret_has, GError **error)
{
	struct query q;

	return query_open(&q, store, "SELECT 1 FROM sightings WHERE by_thread = 1", error) &&
	       query_has_row(&q, ret_has, error);
}

static gboolean drop_unthreaded(struct store *store, guint64 *gone, GError **error)
{
	g_autoptr(GHashTable) keys = g_hash_table_new(NULL, NULL);
	struct relevance relevance;
	struct keys relevant = {&relevance, keys};

	relevance_init(&relevance, store);
	gboolean done = read_stored(&relevance, error) && find_all_below(&relevance, error) &&
			dismissed_each(store, FALSE, add_if_relevant, &relevant, error) &&
			stale_remove_by_thread(store, keys, gone, error);
	relevance_release(&relevance);
	return done;
}

gboolean store_drop_unthreaded(struct store *store, guint64 *ret_gone, GError **error)
{
	gboolean has;

	*ret_gone = 0;
	if (!store_must_write(store, error))
		return FALSE;
	if (has_by_thread(store, &has, error) && (!has || drop_unthreaded(store, ret_gone, error)))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

/* ---- by real ids -------------------------------------------------------------------- */

static gboolean has_message(
	struct store *store, const char *message_id, gboolean *ret_has, GError **error)
{
	struct query q;

	if (!query_open(&q, store, "SELECT 1 FROM messages WHERE message_id = ?", error))
		return FALSE;
	query_text(&q, message_id);
	return query_has_row(&q, ret_has, error);
}

static gboolean robot_answers(
	struct store *store, const char *message_id, gboolean *ret_has, GError **error)
{
	struct query q;

	if (!query_open(&q, store,
		    "SELECT 1 FROM messages WHERE in_reply_to = ? AND author = 'robot'", error))
		return FALSE;
	query_text(&q, message_id);
	return query_has_row(&q, ret_has, error);
}

gboolean store_has_thread_of(
	struct store *store, const struct mail *mail, gboolean *ret_has, GError **error)
{
	if (!has_message(store, mail->message_id, ret_has, error))
		return FALSE;
	if (!*ret_has && !robot_answers(store, mail->message_id, ret_has, error))
		return FALSE;
	if (!*ret_has && mail->in_reply_to &&
		!has_message(store, mail->in_reply_to, ret_has, error))
		return FALSE;
	for (guint i = 0; !*ret_has && i < mail->references->len; i++)
		if (!has_message(store, mail->references->pdata[i], ret_has, error))
			return FALSE;
	if (!*ret_has && !mail->in_reply_to && !mail->references->len)
		return has_subject(store, mail->subject, mail->date, ret_has, error);
	return TRUE;
}
