/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/dismissed_record.h"

#define ENTRY_PATH 0xff
#define ENTRY_PARENTS 0x3f
#define ENTRY_BY_SUBJECT 0x3f
#define ENTRY_OBJECT 0x40
#define ENTRY_TAKEN_APART 0x80
#define PATH_MAX_BYTES G_MAXUINT16 /* eight layers of names come to a quarter */

G_STATIC_ASSERT(THREAD_PARENTS_MAX < ENTRY_BY_SUBJECT);

/* ---- writing --------------------------------------------------------------------- */

static guint8 *write_u64(guint8 *to, guint64 value)
{
	value = GUINT64_TO_LE(value);
	memcpy(to, &value, sizeof value);
	return to + sizeof value;
}

gboolean dismissed_object_bytes(const char *text, guint8 *to)
{
	if (!text || strlen(text) != 2 * (gsize)DISMISSED_OBJECT_SIZE)
		return FALSE;
	for (guint i = 0; i < DISMISSED_OBJECT_SIZE; i++) {
		int high = g_ascii_xdigit_value(text[2 * i]),
		    low = g_ascii_xdigit_value(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return FALSE;
		to[i] = (guint8)(high << 4 | low);
	}
	return TRUE;
}

void dismissed_write_path(GByteArray *bytes, struct slice path)
{
	guint16 len = (guint16)MIN(path.len, PATH_MAX_BYTES);
	guint8 head[3] = {ENTRY_PATH, (guint8)(len & 0xff), (guint8)(len >> 8)};

	g_byte_array_append(bytes, head, sizeof head);
	g_byte_array_append(bytes, (const guint8 *)path.at, len);
}

static void set_path(struct dismissed_pack *pack, const char *path)
{
	if (!g_strcmp0(path, pack->path))
		return;
	g_free(pack->path);
	pack->path = g_strdup(path);
	dismissed_write_path(pack->bytes, slice_of(path));
}

void dismissed_pack_add(struct dismissed_pack *pack, const struct thread_ids *ids,
	const struct origin *place, gboolean taken_apart)
{
	guint8 entry[1 + 8 + DISMISSED_OBJECT_SIZE + 8 * THREAD_PARENTS_MAX];
	guint8 *to = write_u64(entry + 1, ids->id);

	if (!pack->bytes)
		pack->bytes = g_byte_array_new();
	set_path(pack, place->path);
	*entry = (guint8)((ids->by_subject ? ENTRY_BY_SUBJECT : ids->n_parents) |
			  (taken_apart ? ENTRY_TAKEN_APART : 0));
	if (dismissed_object_bytes(place->object, to)) {
		*entry |= ENTRY_OBJECT;
		to += DISMISSED_OBJECT_SIZE;
	} else {
		to = write_u64(to, (guint64)place->offset);
	}
	for (guint i = 0; i < ids->n_parents; i++)
		to = write_u64(to, ids->parents[i]);
	g_byte_array_append(pack->bytes, entry, (guint)(to - entry));
	pack->count++;
}

void dismissed_pack_clear(struct dismissed_pack *pack)
{
	if (pack->bytes)
		g_byte_array_unref(pack->bytes);
	g_free(pack->path);
	*pack = (struct dismissed_pack){0};
}

struct dismissed_mark dismissed_pack_mark(struct dismissed_pack *pack)
{
	g_clear_pointer(&pack->path, g_free);
	return (struct dismissed_mark){pack->bytes ? pack->bytes->len : 0, pack->count};
}

void dismissed_pack_join(struct dismissed_pack *pack, const struct dismissed_pack *more,
	struct dismissed_mark from, struct dismissed_mark to)
{
	if (from.count == to.count)
		return;
	if (!pack->bytes)
		pack->bytes = g_byte_array_new();
	g_byte_array_append(
		pack->bytes, more->bytes->data + from.bytes, (guint)(to.bytes - from.bytes));
	pack->count += to.count - from.count;
	g_clear_pointer(&pack->path, g_free);
}

/* ---- reading --------------------------------------------------------------------- */

static guint64 read_u64(const void *from)
{
	guint64 value;

	memcpy(&value, from, sizeof value);
	return GUINT64_FROM_LE(value);
}

static gboolean damaged(struct dismissed_reader *r)
{
	r->damaged = TRUE;
	r->rest.len = 0;
	return FALSE;
}

/* FALSE: they are not there. */
static gboolean take(struct slice *rest, gsize n, const guint8 **ret_bytes)
{
	if (rest->len < n)
		return FALSE;
	*ret_bytes = (const guint8 *)rest->at;
	*rest = slice_skip(*rest, n);
	return TRUE;
}

static gboolean take_path(struct dismissed_reader *r)
{
	const guint8 *head, *path;

	if (!take(&r->rest, 3, &head))
		return damaged(r);
	gsize len = head[1] | (gsize)head[2] << 8;
	if (!take(&r->rest, len, &path) || memchr(path, 0, len))
		return damaged(r);
	r->path = (struct slice){(const char *)path, len};
	return TRUE;
}

gboolean dismissed_next(struct dismissed_reader *r, struct dismissed_record *ret)
{
	const guint8 *head, *place;

	while (r->rest.len && (guint8)*r->rest.at == ENTRY_PATH)
		if (!take_path(r))
			return FALSE;
	if (!r->rest.len)
		return FALSE;

	const char *at = r->rest.at;
	if (!r->path.at || !take(&r->rest, 1 + 8, &head))
		return damaged(r);
	gboolean in_git = (*head & ENTRY_OBJECT) != 0;
	ret->path = r->path;
	ret->id = read_u64(head + 1);
	ret->taken_apart = (*head & ENTRY_TAKEN_APART) != 0;
	ret->n_parents = *head & ENTRY_PARENTS;
	ret->by_subject = ret->n_parents == ENTRY_BY_SUBJECT;
	if (ret->by_subject)
		ret->n_parents = 1;
	if (!take(&r->rest, in_git ? DISMISSED_OBJECT_SIZE : 8, &place) ||
		!take(&r->rest, 8 * (gsize)ret->n_parents, &ret->parents))
		return damaged(r);
	ret->offset = in_git ? -1 : (gint64)read_u64(place);
	ret->object = in_git ? place : NULL;
	ret->whole = slice_between(at, r->rest.at);
	return TRUE;
}

guint64 dismissed_parent(const struct dismissed_record *record, guint i)
{
	return read_u64(record->parents + 8 * (gsize)i);
}

guint dismissed_object_hash(gconstpointer object)
{
	guint hash; /* a git object id is one already */

	memcpy(&hash, object, sizeof hash);
	return hash;
}

gboolean dismissed_object_equal(gconstpointer a, gconstpointer b)
{
	return !memcmp(a, b, DISMISSED_OBJECT_SIZE);
}

void dismissed_object_text(
	const struct dismissed_record *record, char text[2 * DISMISSED_OBJECT_SIZE + 1])
{
	text[0] = '\0';
	for (guint i = 0; record->object && i < DISMISSED_OBJECT_SIZE; i++)
		g_snprintf(text + 2 * (gsize)i, 3, "%02x", record->object[i]);
}

/* ---- keys -------------------------------------------------------------------------- */

static guint64 mix(guint64 hash, guint64 value)
{
	hash = (hash ^ value) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

/* All bytes count, unlike in thread_hash(). */
static guint64 hash_of_path(struct slice path)
{
	guint64 hash = path.len;

	for (gsize i = 0; i < path.len; i++)
		hash = mix(hash, (guchar)path.at[i]);
	return hash;
}

static guint64 key_of(struct slice path, guint64 id, gint64 offset, const guint8 *object)
{
	guint64 key = mix(mix(hash_of_path(path), id), (guint64)offset);

	return object ? mix(key, read_u64(object)) : key;
}

guint64 dismissed_key(const struct dismissed_record *record)
{
	return key_of(record->path, record->id, record->offset, record->object);
}

guint64 dismissed_key_of(const struct origin *place, guint64 id)
{
	guint8 object[DISMISSED_OBJECT_SIZE];
	gboolean in_git = dismissed_object_bytes(place->object, object);

	return key_of(
		slice_of(place->path), id, in_git ? -1 : place->offset, in_git ? object : NULL);
}
