/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/batch.h"

#include "ingest/gitbox.h"

/* What an item weighs beside the bytes of its message. */
#define ITEM_WEIGHT 1024
#define STRINGS_SIZE 256  /* a path, often */
#define SAMPLE_WEIGHT 100 /* a number and its name */

static void item_clear(gpointer data)
{
	struct item *item = data;

	store_draft_free(item->draft);
	records_free(item->records);
	mail_free(item->mail);
	gitbox_unref(item->box);
	result_run_free(item->run);
	run_record_free(item->record);
	if (item->diags)
		g_ptr_array_unref(item->diags);
	position_free(item->position);
	if (item->source) {
		g_free((char *)item->source->path);
		g_free((char *)item->source->kind);
		g_free((char *)item->source->fingerprint);
		g_free(item->source);
	}
}

struct batch *batch_new(void)
{
	struct batch *batch = g_new0(struct batch, 1);

	batch->items = g_array_new(FALSE, TRUE, sizeof(struct item));
	g_array_set_clear_func(batch->items, item_clear);
	batch->strings = g_string_chunk_new(STRINGS_SIZE);
	return batch;
}

void batch_free(struct batch *batch)
{
	if (!batch)
		return;
	g_array_unref(batch->items);
	g_string_chunk_free(batch->strings);
	dismissed_pack_clear(&batch->dismissed);
	g_free(batch->block);
	g_free(batch);
}

static void drop_block(struct batch *batch)
{
	g_clear_pointer(&batch->block, g_free);
	batch->room = 0;
}

void batch_empty(struct batch *batch)
{
	g_array_set_size(batch->items, 0);
	g_string_chunk_clear(batch->strings);
	dismissed_pack_clear(&batch->dismissed);
	if (batch->room > BATCH_BYTES)
		drop_block(batch);
	batch->kept = 0;
	batch->weight = batch->used = batch->sifted = 0;
	batch->ready = batch->has_objects = FALSE;
}

/* ---- filling ----------------------------------------------------------------------- */

gboolean batch_has_room(const struct batch *batch, gsize len)
{
	if (!batch->items->len)
		return batch->sifted < BATCH_SIFTED;
	return batch->items->len < BATCH_ITEMS && batch->used + len <= BATCH_BYTES &&
	       batch->sifted < BATCH_SIFTED;
}

gboolean batch_takes_objects(const struct batch *batch)
{
	return batch->has_objects || !batch->dismissed.count;
}

gboolean batch_takes_dismissed(const struct batch *batch)
{
	return !batch->has_objects;
}

static struct item *add(struct batch *batch, gsize weight)
{
	guint at = batch->items->len;

	g_array_set_size(batch->items, at + 1);
	batch->weight += ITEM_WEIGHT + weight;
	return &g_array_index(batch->items, struct item, at);
}

/* The same one string for messages of the same mailbox. */
static struct origin keep_origin(struct batch *batch, const struct origin *origin)
{
	struct origin kept = *origin;

	if (origin->path)
		kept.path = g_string_chunk_insert_const(batch->strings, origin->path);
	if (origin->object)
		kept.object = g_string_chunk_insert(batch->strings, origin->object);
	return kept;
}

static struct slice keep_bytes(struct batch *batch, struct slice raw)
{
	if (batch->room < raw.len)
		drop_block(batch); /* of a batch that was used before, and is empty */
	if (!batch->block) {
		batch->room = MAX(BATCH_BYTES, raw.len);
		batch->block = g_malloc(batch->room);
	}
	char *to = batch->block + batch->used;

	g_assert(raw.len <= batch->room - batch->used);
	memcpy(to, raw.at, raw.len);
	batch->used += raw.len;
	return (struct slice){to, raw.len};
}

struct item *batch_add_message(struct batch *batch, struct slice raw, const struct origin *origin)
{
	struct item *item = add(batch, raw.len);

	item->origin = keep_origin(batch, origin);
	item->raw = keep_bytes(batch, raw);
	return item;
}

/* Its bytes count as if they were here: they will be. */
void batch_add_object(
	struct batch *batch, struct gitbox *box, const struct origin *origin, gsize size)
{
	struct item *item = add(batch, size);

	item->origin = keep_origin(batch, origin);
	item->box = gitbox_ref(box);
	batch->used += size;
	batch->has_objects = TRUE;
}

void batch_add_mail(struct batch *batch, struct mail *mail, GPtrArray *diags, gboolean by_thread)
{
	struct item *item = add(batch, mail->raw_size);

	item->origin = keep_origin(batch, &mail->origin);
	item->mail = mail;
	item->diags = diags;
	item->by_thread = by_thread;
	batch->used += mail->raw_size;
}

/* A record each, for a thousand of them weigh something. */
void batch_add_dismissed(
	struct batch *batch, const struct thread_ids *ids, const struct origin *origin, gsize size)
{
	dismissed_pack_add(&batch->dismissed, ids, origin, FALSE);
	batch->sifted += size;
}

void batch_add_answer(struct batch *batch, struct slice raw, const struct thread_ids *ids,
	const struct origin *origin)
{
	struct item *item = add(batch, raw.len);

	item->origin = keep_origin(batch, origin);
	item->in_pack = TRUE;
	item->entry = batch->dismissed.bytes ? batch->dismissed.bytes->len : 0;
	if (raw.at)
		item->raw = keep_bytes(batch, raw);
	dismissed_pack_add(&batch->dismissed, ids, origin, FALSE);
}

void batch_add_run(struct batch *batch, struct result_run *run)
{
	const struct origin origin = {run->dir, -1, NULL, 0, 0};
	gsize weight = result_run_weight(run);
	struct item *item = add(batch, weight);

	item->origin = keep_origin(batch, &origin);
	item->run = run;
	batch->used += weight;
}

void batch_add_source(struct batch *batch, const struct ingest_source *source)
{
	struct item *item = add(batch, 0);

	item->source = g_memdup2(source, sizeof *source);
	item->source->path = g_strdup(source->path);
	item->source->kind = g_strdup(source->kind);
	item->source->fingerprint = g_strdup(source->fingerprint);
}

void batch_add_position(struct batch *batch, const struct position *position, gboolean begins)
{
	struct item *item = add(batch, 0);

	item->position = position_copy(position);
	item->begins = begins;
	item->mark = dismissed_pack_mark(&batch->dismissed);
}

void batch_add_removed(struct batch *batch, const char *object)
{
	const struct origin origin = {.offset = -1, .object = object};
	struct item *item = add(batch, 0);

	item->origin = keep_origin(batch, &origin);
	item->removed = TRUE;
}

void batch_add_vanished(struct batch *batch, const char *path)
{
	const struct origin origin = {.offset = -1, .path = path};
	struct item *item = add(batch, 0);

	item->origin = keep_origin(batch, &origin);
	item->vanished = TRUE;
}

void batch_add_diag(struct batch *batch, const struct diag *diag)
{
	struct item *item = add(batch, 0);

	item->diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(item->diags);
	sink.emit(diag, sink.data);
}

/* ---- parsed ------------------------------------------------------------------------ */

static gboolean holds_something(const struct item *item)
{
	return item->mail || item->source || item->diags || item->position || item->removed ||
	       item->vanished || item->run;
}

static gsize weight_of(const struct item *item)
{
	if (item->record)
		return item->record->run.n_samples * SAMPLE_WEIGHT;
	return item->mail ? item->mail->raw_size : 0;
}

void batch_settle(struct batch *batch)
{
	gboolean has_raw = FALSE;

	batch->weight = ITEM_WEIGHT;
	for (guint i = 0; i < batch->items->len; i++) {
		struct item *item = &g_array_index(batch->items, struct item, i);

		if (!item->in_pack)
			item->raw = SLICE_NULL;
		has_raw |= item->raw.at != NULL;
		if (!holds_something(item))
			continue;
		batch->kept++;
		batch->weight += ITEM_WEIGHT + weight_of(item);
	}
	if (has_raw)
		batch->weight += batch->room;
	else if (batch->room > BATCH_BYTES)
		drop_block(batch);
}
