/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/item.h"

#define CHUNK_BYTES 4096

#define FIELDS (ITEM_ARRAYS - 1)

void item_init(struct item *item, struct store *store)
{
	*item = (struct item){.store = store};
	item->text = g_string_chunk_new(CHUNK_BYTES);
	item->names = g_ptr_array_new();
}

void item_clear(struct item *item)
{
	g_string_chunk_clear(item->text);
	g_ptr_array_set_size(item->names, 0);
	for (guint i = 0; i < ITEM_ARRAYS; i++)
		if (item->arrays[i])
			g_array_set_size(item->arrays[i], 0);
	item->unknown = FALSE;
}

void item_release(struct item *item)
{
	g_string_chunk_free(item->text);
	g_ptr_array_unref(item->names);
	for (guint i = 0; i < ITEM_ARRAYS; i++)
		g_clear_pointer(&item->arrays[i], g_array_unref);
}

GArray *item_array(struct item *item, guint nr, guint element_size)
{
	if (!item->arrays[nr])
		item->arrays[nr] = g_array_new(FALSE, FALSE, element_size);
	return item->arrays[nr];
}

const char *item_text(struct item *item, struct query *q, guint column)
{
	const char *text = query_text_at(q, column);

	return text ? g_string_chunk_insert(item->text, text) : NULL;
}

struct store_change item_change(struct item *item, struct query *q, guint column)
{
	const char *unit = query_text_at(q, column + 2);

	return (struct store_change){
		.text = item_text(item, q, column),
		.value = query_real_at(q, column + 1),
		.unit = unit && !strcmp(unit, unit_name(UNIT_POINTS)) ? UNIT_POINTS : UNIT_PERCENT,
	};
}

static void add_field(struct query *q, void *data)
{
	struct item *item = data;
	struct store_field field = {item_text(item, q, 0), item_text(item, q, 1)};

	g_array_append_val(item_array(item, FIELDS, sizeof field), field);
}

const struct store_field *item_all_fields(struct item *item)
{
	const GArray *fields = item_array(item, FIELDS, sizeof(struct store_field));

	return (const struct store_field *)(gpointer)fields->data;
}

gboolean item_fields(
	struct item *item, const char *sql, gint64 a, gint64 b, guint *ret_count, GError **error)
{
	const GArray *fields = item_array(item, FIELDS, sizeof(struct store_field));
	guint before = fields->len;
	gboolean done = query_each(item->store, sql, a, b, add_field, item, error);

	*ret_count = fields->len - before;
	return done;
}

/* ---- messages --------------------------------------------------------------- */

struct places {
	struct item *item;
	struct store_message *message;
};

static void add_place(struct query *q, void *data)
{
	struct item *item = ((struct places *)data)->item;
	struct store_message *message = ((struct places *)data)->message;

	if (!message->sightings++)
		message->source = (struct store_place){
			item_text(item, q, 0), query_int_or(q, 1, -1), item_text(item, q, 2)};
	if (!message->list)
		message->list = item_text(item, q, 3);
}

/* The first sighting by path, then offset; the list of the first that has one; how many. */
static gboolean read_places(
	struct item *item, gint64 id, struct store_message *message, GError **error)
{
	struct places places = {item, message};

	message->source = (struct store_place){.offset = -1};
	return query_each(item->store,
		"SELECT p.path, s.byte_offset, s.object, s.list FROM sightings s "
		"JOIN paths p ON p.id = s.path_id WHERE s.message = ? "
		"ORDER BY p.path, coalesce(s.byte_offset, -1), coalesce(s.object, '')",
		id, 0, add_place, &places, error);
}

void item_add_name(struct query *q, void *item)
{
	g_ptr_array_add(((struct item *)item)->names, (char *)item_text(item, q, 0));
}

static gboolean read_names(
	struct item *item, gint64 id, struct store_message *message, GError **error)
{
	gboolean done = query_each(item->store,
		"SELECT name FROM attachments WHERE message = ? AND name IS NOT NULL "
		"ORDER BY part, nr",
		id, 0, item_add_name, item, error);

	g_ptr_array_add(item->names, NULL);
	message->attachments = (const char *const *)item->names->pdata;
	return done;
}

gboolean item_message(
	struct item *item, struct query *q, struct store_message *ret_message, GError **error)
{
	struct store_message *m = ret_message;
	gint64 id = query_int_at(q, 0);

	*m = (struct store_message){0};
	m->message_id = g_string_chunk_insert(item->text, query_word_at(q, 1));
	m->synthetic_id = query_int_at(q, 2) != 0;
	m->date = query_int_or(q, 3, DATE_UNKNOWN);
	m->date_text = item_text(item, q, 4);
	m->kind = message_kind_by_name(query_word_at(q, 5));
	m->author = strcmp(query_word_at(q, 6), author_kind_name(AUTHOR_ROBOT)) ? AUTHOR_PERSON
										: AUTHOR_ROBOT;
	m->from_name = item_text(item, q, 7);
	m->from_address = item_text(item, q, 8);
	m->subject = item_text(item, q, 9);
	m->in_reply_to = item_text(item, q, 10);
	m->repairs = item_text(item, q, 11);
	m->thread = item_text(item, q, 12);
	m->thread_by = thread_by_by_name(query_text_at(q, 13));
	if (!m->thread)
		m->thread = m->message_id;
	return read_places(item, id, m, error) && read_names(item, id, m, error);
}

/* ---- names ------------------------------------------------------------------ */

enum verdict verdict_by_name(const char *name)
{
	for (enum verdict v = VERDICT_REGRESSION; name && v <= VERDICT_IMPROVEMENT; v++) {
		if (!strcmp(name, verdict_name(v)))
			return v;
	}
	return VERDICT_NONE;
}

enum table_style table_style_by_name(const char *name)
{
	for (enum table_style style = TABLE_NCOMPARE; name && style < TABLE_OLD; style++) {
		if (!strcmp(name, table_style_name(style)))
			return style;
	}
	return TABLE_OLD;
}

enum attachment_kind attachment_kind_by_name(const char *name)
{
	for (enum attachment_kind kind = ATTACHMENT_JOB; name && kind < ATTACHMENT_OTHER; kind++) {
		if (!strcmp(name, attachment_kind_name(kind)))
			return kind;
	}
	return ATTACHMENT_OTHER;
}

enum figure_kind figure_kind_by_name(const char *name)
{
	for (enum figure_kind kind = FIGURE_PERF_STAT; name && kind < FIGURE_SAMPLES; kind++) {
		if (!strcmp(name, figure_kind_name(kind)))
			return kind;
	}
	return FIGURE_SAMPLES;
}

enum command_kind command_kind_by_name(const char *name)
{
	for (enum command_kind kind = COMMAND_SETTING; name && kind < COMMAND_OTHER; kind++) {
		if (!strcmp(name, command_kind_name(kind)))
			return kind;
	}
	return COMMAND_OTHER;
}

static const char *const thread_names[] = {NULL, "in-reply-to", "references", "subject"};

const char *thread_by_name(enum thread_by by)
{
	return thread_names[by];
}

enum thread_by thread_by_by_name(const char *name)
{
	for (enum thread_by by = THREAD_IN_REPLY_TO; name && by <= THREAD_SUBJECT; by++)
		if (!strcmp(name, thread_names[by]))
			return by;
	return THREAD_ROOT;
}
