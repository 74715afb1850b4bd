/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <unistd.h>

#define CHUNK (64 << 10)
#define RETRIES_MAX 100 /* of headers that libarchive asks to be tried again */

struct pack {
	struct archive *archive;
	struct stream *stream;
	char *chunk;      /* of the archive, at libarchive's disposal until the next */
	GByteArray *held; /* all of it, where it must be sought in; NULL: not needed */
	gboolean too_large;
	char *name;
};

/* ---- the archive's bytes, for libarchive -------------------------------------------- */

static la_ssize_t read_chunk(struct archive *archive, void *data, const void **ret_bytes)
{
	struct pack *pack = data;

	(void)archive;
	*ret_bytes = pack->chunk;
	return (la_ssize_t)stream_read(pack->stream, pack->chunk, CHUNK);
}

static la_int64_t seek_to(struct archive *archive, void *data, la_int64_t offset, int whence)
{
	struct pack *pack = data;
	gint64 at;

	if (stream_seek(pack->stream, offset, whence, &at))
		return at;
	archive_set_error(archive, EINVAL, "it cannot be sought in");
	return ARCHIVE_FATAL;
}

static la_int64_t skip_bytes(struct archive *archive, void *data, la_int64_t count)
{
	struct pack *pack = data;

	(void)archive;
	return stream_seek(pack->stream, count, SEEK_CUR, NULL) ? count : 0;
}

static gboolean is_seven_zip(struct slice head)
{
	return slice_starts(head, "7z\xbc\xaf\x27\x1c");
}

/* A 7z has its table of contents at its end. */
static void hold_all(struct pack *pack)
{
	gsize n;

	pack->held = g_byte_array_new();
	while ((n = stream_read(pack->stream, pack->chunk, CHUNK))) {
		if (pack->held->len + n > PACK_HELD_MAX) {
			pack->too_large = TRUE;
			return;
		}
		g_byte_array_append(pack->held, (const guint8 *)pack->chunk, (guint)n);
	}
}

static int open_archive(struct pack *pack)
{
	gboolean can_seek = stream_seek(pack->stream, 0, SEEK_SET, NULL);

	if (!can_seek && is_seven_zip(stream_peek(pack->stream))) {
		hold_all(pack);
		return archive_read_open_memory(pack->archive, pack->held->data, pack->held->len);
	}
	if (can_seek) {
		archive_read_set_seek_callback(pack->archive, seek_to);
		archive_read_set_skip_callback(pack->archive, skip_bytes);
	}
	archive_read_set_read_callback(pack->archive, read_chunk);
	archive_read_set_callback_data(pack->archive, pack);
	return archive_read_open1(pack->archive);
}

struct pack *pack_open(struct stream *stream)
{
	struct pack *pack = g_new0(struct pack, 1);

	pack->stream = stream;
	pack->chunk = g_malloc(CHUNK);
	pack->archive = archive_read_new();
	/* No filters: what is compressed as a whole went through ingest/codec.c. */
	archive_read_support_format_tar(pack->archive);
	archive_read_support_format_cpio(pack->archive);
	archive_read_support_format_zip(pack->archive);
	archive_read_support_format_7zip(pack->archive);
	open_archive(pack); /* what is wrong shows at the first member */
	return pack;
}

void pack_close(struct pack *pack)
{
	if (!pack)
		return;
	archive_read_free(pack->archive);
	if (pack->held)
		g_byte_array_unref(pack->held);
	g_free(pack->chunk);
	g_free(pack->name);
	g_free(pack);
}

/* ---- members ------------------------------------------------------------------------- */

static const char *error_of(const struct pack *pack)
{
	const char *error = archive_error_string(pack->archive);

	return error ? error : "it cannot be read";
}

/* Names come in any encoding, or none. */
static void set_name(struct pack *pack, struct archive_entry *entry)
{
	const char *name = archive_entry_pathname_utf8(entry);

	if (!name)
		name = archive_entry_pathname(entry);
	g_free(pack->name);
	pack->name = name && *name ? g_utf8_make_valid(name, (gssize)strnlen(name, PACK_NAME_MAX))
				   : g_strdup("?");
}

/* NULL: a regular file. */
static const char *oddity_of(struct archive_entry *entry)
{
	if (archive_entry_hardlink(entry))
		return "a hard link; what it names is read in its own place";
	switch (archive_entry_filetype(entry)) {
	case 0: /* not told, as in some cpio archives */
	case AE_IFREG:
		return NULL;
	case AE_IFLNK:
		return "a symbolic link, which is not followed";
	default:
		return "neither a file nor a directory";
	}
}

static int next_header(struct pack *pack, struct archive_entry **ret_entry)
{
	int ret = ARCHIVE_RETRY;

	for (int i = 0; i < RETRIES_MAX && (ret == ARCHIVE_RETRY || ret == ARCHIVE_FAILED); i++)
		ret = archive_read_next_header(pack->archive, ret_entry);
	return ret;
}

gboolean pack_next(struct pack *pack, struct pack_member *ret_member)
{
	struct archive_entry *entry;

	for (;;) {
		int ret = pack->too_large ? ARCHIVE_FATAL : next_header(pack, &entry);

		*ret_member = (struct pack_member){PACK_END, NULL, NULL};
		if (ret == ARCHIVE_EOF)
			return FALSE;
		if (ret != ARCHIVE_OK && ret != ARCHIVE_WARN) {
			ret_member->kind = pack->too_large ? PACK_LIMIT : PACK_DAMAGED;
			ret_member->detail = pack->too_large
						     ? "a 7z that cannot be sought in is too large"
						     : error_of(pack);
			return FALSE;
		}
		if (archive_entry_filetype(entry) == AE_IFDIR)
			continue;
		set_name(pack, entry);
		const char *oddity = oddity_of(entry);
		*ret_member =
			(struct pack_member){oddity ? PACK_OTHER : PACK_FILE, pack->name, oddity};
		return TRUE;
	}
}

gsize pack_pull(void *data, char *to, gsize room, struct stream_end *ret_end)
{
	struct pack *pack = data;
	la_ssize_t n = archive_read_data(pack->archive, to, room);

	if (n < 0) {
		*ret_end = (struct stream_end){STREAM_DAMAGED, error_of(pack)};
		return 0;
	}
	return stream_meter_count(stream_meter(pack->stream), (guint64)n, ret_end) ? (gsize)n : 0;
}
