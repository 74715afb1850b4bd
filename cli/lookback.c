/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/lookback.h"

#include "parse/parse.h"
#include "store/dismissed.h"

struct wanted {
	struct origin place; /* strings are the lookback's */
	gboolean of_this_run, taken_apart;
	gboolean stored; /* there is another copy of it in the store */
	gboolean handed_on;
	const char *reason; /* why not; a literal */
};

struct lookback {
	GStringChunk *strings;
	GPtrArray *all;     /* of struct wanted * */
	GHashTable *wanted; /* key of place and id -> one of them */
	GHashTable *places; /* keys of their places alone */
	GHashTable *ids;    /* hashes of their ids */
	GHashTable *known;  /* keys of those that are stored already */
	GPtrArray *todo;    /* of struct wanted *, not read yet */
};

struct lookback *lookback_new(void)
{
	struct lookback *l = g_new0(struct lookback, 1);

	l->strings = g_string_chunk_new(4096);
	l->all = g_ptr_array_new_with_free_func(g_free);
	l->wanted = g_hash_table_new(NULL, NULL);
	l->places = g_hash_table_new(NULL, NULL);
	l->ids = g_hash_table_new(NULL, NULL);
	l->known = g_hash_table_new(NULL, NULL);
	l->todo = g_ptr_array_new();
	return l;
}

void lookback_free(struct lookback *l)
{
	if (!l)
		return;
	g_string_chunk_free(l->strings);
	g_ptr_array_unref(l->all);
	g_hash_table_unref(l->wanted);
	g_hash_table_unref(l->places);
	g_hash_table_unref(l->ids);
	g_hash_table_unref(l->known);
	g_ptr_array_unref(l->todo);
	g_free(l);
}

/* ---- finding ------------------------------------------------------------------------ */

struct finding {
	struct lookback *lookback;
	struct summary *summary;
	GHashTable *rows; /* of this run */
};

static void want(struct lookback *l, const struct store_relevant *relevant, gboolean of_this_run)
{
	struct wanted *wanted = g_new0(struct wanted, 1);

	wanted->place = (struct origin){g_string_chunk_insert_const(l->strings, relevant->path),
		relevant->offset, NULL, 0, 0};
	if (relevant->object)
		wanted->place.object = g_string_chunk_insert(l->strings, relevant->object);
	wanted->of_this_run = of_this_run;
	wanted->taken_apart = relevant->taken_apart;
	wanted->stored = relevant->stored;
	g_ptr_array_add(l->all, wanted);
	g_hash_table_insert(l->wanted, GSIZE_TO_POINTER(relevant->key), wanted);
	g_hash_table_add(l->places, GSIZE_TO_POINTER(dismissed_key_of(&wanted->place, 0)));
	if (relevant->id)
		g_hash_table_add(l->ids, GSIZE_TO_POINTER(relevant->id));
	g_ptr_array_add(l->todo, wanted);
}

static void unskip(struct summary *summary, gboolean taken_apart)
{
	summary->skipped[taken_apart ? SKIP_NOTHING_TO_KEEP : SKIP_NOT_RELEVANT]--;
}

static gboolean take_relevant(const struct store_relevant *relevant, void *data)
{
	struct finding *f = data;
	struct lookback *l = f->lookback;
	gboolean of_this_run = g_hash_table_contains(f->rows, &relevant->row);
	struct wanted *wanted = g_hash_table_lookup(l->wanted, GSIZE_TO_POINTER(relevant->key));

	if (wanted) {
		wanted->stored = relevant->stored;
	} else if (!relevant->known) {
		want(l, relevant, of_this_run);
	} else if (g_hash_table_add(l->known, GSIZE_TO_POINTER(relevant->key)) && of_this_run) {
		unskip(f->summary, relevant->taken_apart);
		f->summary->duplicate++;
	}
	return TRUE;
}

gboolean lookback_find(struct lookback *l, struct store *store, const GArray *rows,
	struct summary *summary, guint *ret_count, GError **error)
{
	g_autoptr(GHashTable) of_this_run = g_hash_table_new(g_int64_hash, g_int64_equal);
	struct finding finding = {l, summary, of_this_run};

	for (guint i = 0; i < rows->len; i++)
		g_hash_table_add(of_this_run, &g_array_index(rows, gint64, i));
	g_ptr_array_set_size(l->todo, 0);
	if (!store_list_relevant(store, take_relevant, &finding, error))
		return FALSE;
	*ret_count = l->todo->len;
	return TRUE;
}

/* ---- reading again ---------------------------------------------------------------------- */

struct rereading {
	struct lookback *lookback;
	const struct lookback_handler *handler;
};

static struct wanted *find_wanted(const struct lookback *l, const struct origin *place, guint64 id)
{
	return g_hash_table_lookup(l->wanted, GSIZE_TO_POINTER(dismissed_key_of(place, id)));
}

static gboolean wants(const struct origin *origin, void *data)
{
	const struct rereading *r = data;

	return g_hash_table_contains(
		r->lookback->places, GSIZE_TO_POINTER(dismissed_key_of(origin, 0)));
}

static gboolean take_message(struct slice raw, const struct origin *origin, void *data)
{
	const struct rereading *r = data;
	struct thread_ids ids;

	thread_ids_scan(raw, &ids);
	struct wanted *wanted = find_wanted(r->lookback, origin, ids.id);
	if (!wanted)
		return TRUE;
	wanted->handed_on = TRUE;
	return r->handler->message(raw, origin, r->handler->data);
}

static gboolean take_mail(struct mail *mail, GPtrArray *diags, void *data)
{
	const struct rereading *r = data;
	struct thread_ids ids;

	thread_ids_of(mail, &ids);
	struct wanted *wanted = find_wanted(r->lookback, &mail->origin, ids.id);
	if (wanted) {
		wanted->handed_on = TRUE;
		return r->handler->mail(mail, diags, r->handler->data);
	}
	mail_free(mail);
	g_ptr_array_unref(diags);
	return TRUE;
}

static int by_place(gconstpointer a, gconstpointer b)
{
	const struct wanted *const *left = a, *const *right = b;
	int order = strcmp((*left)->place.path, (*right)->place.path);

	if (order)
		return order;
	return ((*left)->place.offset > (*right)->place.offset) -
	       ((*left)->place.offset < (*right)->place.offset);
}

/* From `from` on, those that lie in the same file; how many. */
static guint count_in_file(const GPtrArray *todo, guint from, const char *file)
{
	gsize n = strlen(file);
	guint count = 0;

	for (guint i = from; i < todo->len; i++, count++) {
		const struct wanted *wanted = todo->pdata[i];
		const char *path = wanted->place.path;

		if (strncmp(path, file, n) || (path[n] && path[n] != '!'))
			break;
	}
	return MAX(count, 1);
}

static gboolean read_file(struct rereading *r, const char *file, guint from, guint n)
{
	const struct place_handler handler = {wants, take_message, take_mail, r};
	g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct origin));
	struct wanted **wanted = (struct wanted **)r->lookback->todo->pdata + from;
	const char *reason;

	for (guint i = 0; i < n; i++)
		g_array_append_val(places, wanted[i]->place);
	gboolean go_on = places_read(
		file, (const struct origin *)(gpointer)places->data, n, &handler, &reason);
	for (guint i = 0; i < n; i++)
		wanted[i]->reason = reason;
	return go_on;
}

void lookback_read(struct lookback *l, const struct lookback_handler *handler)
{
	struct rereading r = {l, handler};
	gboolean go_on = TRUE;

	g_ptr_array_sort(l->todo, by_place);
	for (guint i = 0, n; go_on && i < l->todo->len; i += n) {
		const struct wanted *first = l->todo->pdata[i];
		g_autofree char *file = place_file(first->place.path);

		n = count_in_file(l->todo, i, file);
		go_on = read_file(&r, file, i, n);
	}
}

/* ---- what came of them ----------------------------------------------------------------- */

gboolean lookback_links(const struct lookback *l, const struct mail *mail)
{
	struct thread_ids ids;

	thread_ids_of(mail, &ids);
	for (guint i = 0; i < ids.n_parents; i++)
		if (g_hash_table_contains(l->ids, GSIZE_TO_POINTER(ids.parents[i])))
			return TRUE;
	return FALSE;
}

void lookback_move(const struct lookback *l, const struct mail *mail, struct summary *summary)
{
	struct thread_ids ids;

	thread_ids_of(mail, &ids);
	const struct wanted *wanted = find_wanted(l, &mail->origin, ids.id);
	if (wanted && wanted->of_this_run)
		unskip(summary, wanted->taken_apart);
	else
		summary->seen++;
}

void lookback_spare(struct lookback *l, const struct mail *mail, struct summary *summary)
{
	struct thread_ids ids;

	thread_ids_of(mail, &ids);
	guint64 key = dismissed_key_of(&mail->origin, ids.id);
	if (g_hash_table_add(l->known, GSIZE_TO_POINTER(key)))
		unskip(summary, FALSE);
}

static void tell(const struct diag_sink *sink, const char *file, guint n, const char *reason)
{
	const struct origin origin = {file, -1, NULL, 0, 0};

	if (n)
		diag_emit(sink, DIAG_THREAD_UNREAD, &origin, SLICE_NULL,
			"%u mail%s of threads that matter: %s", n, n == 1 ? "" : "s", reason);
}

void lookback_tell(struct lookback *l, const struct diag_sink *sink)
{
	guint n;

	g_ptr_array_sort(l->all, by_place);
	for (guint i = 0; i < l->all->len; i += n) {
		const struct wanted *first = l->all->pdata[i];
		g_autofree char *file = place_file(first->place.path);
		guint lost = 0;

		n = count_in_file(l->all, i, file);
		for (guint k = i; k < i + n; k++) {
			const struct wanted *wanted = l->all->pdata[k];

			lost += !wanted->handed_on && !wanted->stored;
		}
		tell(sink, file, lost, first->reason);
	}
}
