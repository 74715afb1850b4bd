/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "reproduce/answer.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK(lkpdigest - answer - error, answer_error)

#define BLOCK 65536

typedef struct archive reader;

static void free_reader(reader *tar)
{
	archive_read_free(tar);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(reader, free_reader)

static gboolean wrong(GError **error, const char *what)
{
	g_set_error(error, ANSWER_ERROR, ANSWER_ERROR_WRONG, "%s", what);
	return FALSE;
}

static gboolean cannot_keep(GError **error, const char *path)
{
	g_set_error(error, ANSWER_ERROR, ANSWER_ERROR_KEEP, "%s: %s", path, g_strerror(errno));
	return FALSE;
}

/* ---- names ---------------------------------------------------------------------------------- */

gboolean answer_is_name(const char *name, gsize len)
{
	if (!len || len > ANSWER_NAME_MAX || *name == '.' || *name == '-')
		return FALSE;
	for (gsize i = 0; i < len; i++)
		if (!g_ascii_isalnum(name[i]) && (!name[i] || !strchr("._:+=@%,-", name[i])))
			return FALSE;
	return TRUE;
}

/* "./a/b" or "a/b": "a/b"; NULL: it is no path of ours.  "" is the folder itself. */
static const char *path_of(const char *path)
{
	guint depth = 0;

	if (!path)
		return NULL;
	if (!strcmp(path, "."))
		return "";
	if (g_str_has_prefix(path, "./"))
		path += 2;
	for (const char *at = path; *at; depth++) {
		gsize len = strcspn(at, "/");

		if (!answer_is_name(at, len) || depth == ANSWER_DEPTH_MAX)
			return NULL;
		at += len + (at[len] == '/');
	}
	return path;
}

/* ---- files ----------------------------------------------------------------------------------- */

struct unpacking {
	struct archive *tar;
	const char *dir;
	guint files;
	guint64 bytes; /* of all */
};

static gboolean write_block(int fd, const char *at, gsize len)
{
	while (len) {
		ssize_t n = write(fd, at, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return FALSE;
		at += n;
		len -= (gsize)n;
	}
	return TRUE;
}

/* Holes count as what they read as. */
static gboolean copy_data(struct unpacking *unpacking, int fd, const char *path, GError **error)
{
	g_autofree char *block = g_malloc(BLOCK);
	guint64 bytes = 0;
	la_ssize_t n;

	while ((n = archive_read_data(unpacking->tar, block, BLOCK)) > 0) {
		bytes += (guint64)n;
		unpacking->bytes += (guint64)n;
		if (bytes > ANSWER_FILE_BYTES_MAX || unpacking->bytes > ANSWER_BYTES_MAX)
			return wrong(error, "its files are larger than they may be");
		if (!write_block(fd, block, (gsize)n))
			return cannot_keep(error, path);
	}
	return !n || wrong(error, "its tar stream is damaged");
}

static gboolean unpack_file(struct unpacking *unpacking, const char *name, GError **error)
{
	g_autofree char *path = g_build_filename(unpacking->dir, name, NULL);
	g_autofree char *folder = g_path_get_dirname(path);
	gboolean done;
	int fd;

	if (++unpacking->files > ANSWER_FILES_MAX)
		return wrong(error, "it has more files than it may have");
	if (g_mkdir_with_parents(folder, 0755))
		return cannot_keep(error, folder);
	/* O_EXCL: a name that comes twice is a fault, too. */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return errno == EEXIST || errno == EISDIR ? wrong(error, "a file comes twice")
							  : cannot_keep(error, path);
	done = copy_data(unpacking, fd, path, error);
	if (close(fd) && done)
		return cannot_keep(error, path);
	return done;
}

static gboolean unpack_entry(
	struct unpacking *unpacking, struct archive_entry *entry, GError **error)
{
	const char *name = path_of(archive_entry_pathname(entry));

	if (!name)
		return wrong(error, "it names a file that may not be");
	if (archive_entry_hardlink(entry) || archive_entry_symlink(entry))
		return wrong(error, "it has a link");
	switch (archive_entry_filetype(entry)) {
	case AE_IFDIR: /* made when a file wants it */
		return TRUE;
	case AE_IFREG:
		return *name ? unpack_file(unpacking, name, error)
			     : wrong(error, "it names a file that may not be");
	default:
		return wrong(error, "it has something that is no file");
	}
}

static gboolean unpack_all(struct unpacking *unpacking, GError **error)
{
	struct archive_entry *entry;
	int result;

	while ((result = archive_read_next_header(unpacking->tar, &entry)) == ARCHIVE_OK ||
		result == ARCHIVE_WARN)
		if (!unpack_entry(unpacking, entry, error))
			return FALSE;
	return result == ARCHIVE_EOF || wrong(error, "its tar stream is damaged");
}

/* ---- the whole ------------------------------------------------------------------------------- */

char *answer_begin(const char *mark)
{
	return g_strdup_printf("\n%s begin\n", mark);
}

char *answer_end(const char *mark)
{
	return g_strdup_printf("\n%s end\n", mark);
}

/* Where the stream lies in the mapped file, between its marks. */
static const char *find_stream(
	const char *text, gsize len, const char *mark, gsize *ret_len, GError **error)
{
	g_autofree char *begin = answer_begin(mark), *end = answer_end(mark);
	gsize before = strlen(begin), behind = strlen(end);
	const char *at = len ? memmem(text, MIN(len, ANSWER_NOISE_MAX), begin, before) : NULL;

	if (!at) {
		g_set_error(error, ANSWER_ERROR, ANSWER_ERROR_NONE, "there is no answer");
		return NULL;
	}
	at += before;
	len -= (gsize)(at - text);
	if (len < behind || memcmp(at + len - behind, end, behind)) {
		g_set_error(error, ANSWER_ERROR, ANSWER_ERROR_SHORT, "the answer has no end");
		return NULL;
	}
	*ret_len = len - behind;
	return at;
}

gboolean answer_unpack(int fd, const char *mark, const char *dir, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autoptr(GMappedFile) file = g_mapped_file_new_from_fd(fd, FALSE, &why);
	g_autoptr(reader) tar = archive_read_new();
	struct unpacking unpacking = {tar, dir, 0, 0};
	const char *stream;
	gsize len;

	if (!file) {
		g_set_error(error, ANSWER_ERROR, ANSWER_ERROR_KEEP, "%s", why->message);
		return FALSE;
	}
	stream = find_stream(g_mapped_file_get_contents(file), g_mapped_file_get_length(file), mark,
		&len, error);
	if (!stream)
		return FALSE;
	archive_read_support_format_tar(tar);
	if (archive_read_open_memory(tar, stream, len) != ARCHIVE_OK)
		return wrong(error, "it is no tar stream");
	return unpack_all(&unpacking, error);
}
