/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/site_folder.h"

#include "base/show.h"
#include "cli/lock.h"
#include "cli/output.h"
#include "render/site_links.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIST ".lkpdigest-site"
#define LIST_HEAD "lkpdigest site 1"
#define LIST_BYTES_MAX (1 << 28)
/* Behind the last '.' of the name under which cli/output.h writes a file first. */
#define TEMPORARY_DIGITS 8

static const char *const folders[] = {"cluster", "table", "week"};
#define FOLDERS G_N_ELEMENTS(folders)

struct site_folder {
	char *dir;
	int fd, lock;
	int inner[FOLDERS]; /* -1: not opened */
	char *narrowed;     /* on one line */
	GHashTable *ours;   /* char *: files that the list names */
	GHashTable *wanted; /* char *: those of this run */
	struct site_counts counts;
};

static gboolean fail(
	const struct site_folder *folder, const char *file, const char *what, GError **error)
{
	int saved = errno;

	g_set_error(error, G_IO_ERROR, (int)g_io_error_from_errno(saved), "%s/%s: %s: %s",
		folder->dir, file, what, g_strerror(saved));
	return FALSE;
}

/* ---- files in it ------------------------------------------------------------- */

/* One of the folders within; -1 with *error, or without where there is none. */
static int open_inner(struct site_folder *folder, gsize i, GError **error)
{
	if (folder->inner[i] >= 0)
		return folder->inner[i];
	folder->inner[i] =
		openat(folder->fd, folders[i], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder->inner[i] < 0 && errno != ENOENT)
		fail(folder, folders[i], "is no directory of ours", error);
	return folder->inner[i];
}

/* Which of them a file stands in, FOLDERS: in none; and its name there. */
static gsize inner_of(const char *file, const char **ret_name)
{
	const char *slash = strchr(file, '/');
	gsize i = 0;

	*ret_name = slash ? slash + 1 : file;
	if (!slash)
		return FOLDERS;
	while (i < FOLDERS && strncmp(folders[i], file, (gsize)(slash - file)))
		i++;
	g_assert(i < FOLDERS); /* site_is_file() knows no others */
	return i;
}

/* The folder in which a file stands, as open_inner(), and its name there. */
static int place_of(
	struct site_folder *folder, const char *file, const char **ret_name, GError **error)
{
	gsize i = inner_of(file, ret_name);

	return i == FOLDERS ? folder->fd : open_inner(folder, i, error);
}

/* The same, made where there is none; -1 with *error. */
static int make_place_of(
	struct site_folder *folder, const char *file, const char **ret_name, GError **error)
{
	gsize i = inner_of(file, ret_name);

	if (i == FOLDERS)
		return folder->fd;
	if (folder->inner[i] < 0 && mkdirat(folder->fd, folders[i], 0777) && errno != EEXIST) {
		fail(folder, folders[i], "cannot be made", error);
		return -1;
	}
	if (open_inner(folder, i, error) < 0 && error && !*error)
		fail(folder, folders[i], "is gone", error);
	return folder->inner[i];
}

static gboolean read_all(int fd, char *bytes, gsize len)
{
	while (len) {
		ssize_t n = read(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (!n)
			errno = EIO; /* cut while it was read */
		if (n <= 0)
			return FALSE;
		bytes += n;
		len -= (gsize)n;
	}
	return TRUE;
}

/* The whole of a regular file, ended by a NUL; NULL with errno.  g_free(). */
static char *read_file(int dir_fd, const char *name, gsize most, gsize *ret_len)
{
	int fd = openat(dir_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat there;
	char *bytes = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &there)) {
		/* errno tells */
	} else if (!S_ISREG(there.st_mode) || (guint64)there.st_size > most) {
		errno = S_ISREG(there.st_mode) ? EFBIG : EINVAL;
	} else {
		*ret_len = (gsize)there.st_size;
		bytes = g_malloc(*ret_len + 1);
		bytes[*ret_len] = '\0';
		if (!read_all(fd, bytes, *ret_len))
			g_clear_pointer(&bytes, g_free);
	}
	close(fd);
	return bytes;
}

static gboolean is_there(struct site_folder *folder, const char *file, GError **error)
{
	const char *name;
	struct stat there;
	int fd = place_of(folder, file, &name, error);

	return fd >= 0 && !fstatat(fd, name, &there, AT_SYMLINK_NOFOLLOW);
}

/* ---- the list of what is ours ------------------------------------------------ */

static gboolean refuse_list(const struct site_folder *folder, const char *why, GError **error)
{
	g_set_error(
		error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s/" LIST ": %s", folder->dir, why);
	return FALSE;
}

static gboolean refuse_narrowing(const struct site_folder *folder, const char *was, GError **error)
{
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_EXISTS,
		"%s: is a site of %s, not of %s; each needs a folder of its own", folder->dir,
		*was ? was : "everything", *folder->narrowed ? folder->narrowed : "everything");
	return FALSE;
}

static gboolean take_list(struct site_folder *folder, char *text, GError **error)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	if (g_strcmp0(lines[0], LIST_HEAD) || !lines[1])
		return refuse_list(folder, "is no list of this program's", error);
	if (strcmp(lines[1], folder->narrowed))
		return refuse_narrowing(folder, lines[1], error);
	for (char **line = lines + 2; *line; line++) {
		if (!**line)
			continue;
		if (!site_is_file(*line))
			return refuse_list(folder, "names what is no page", error);
		g_hash_table_add(folder->ours, g_strdup(*line));
	}
	return TRUE;
}

static gboolean read_list(struct site_folder *folder, GError **error)
{
	gsize len;
	g_autofree char *text = read_file(folder->fd, LIST, LIST_BYTES_MAX, &len);

	if (!text)
		return errno == ENOENT || fail(folder, LIST, "cannot be read", error);
	if (strlen(text) != len)
		return refuse_list(folder, "is no text", error);
	return take_list(folder, text, error);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* `file` stands in dir_fd under that name. */
static gboolean write_whole(struct site_folder *folder, int dir_fd, const char *file,
	const char *name, const char *bytes, gsize len, GError **error)
{
	const struct output_file written = {name, bytes, len};
	g_autofree char *path = g_build_filename(folder->dir, file, NULL);
	g_autofree char *dir = g_path_get_dirname(path);

	return output_write(dir_fd, dir, &written, 1, error);
}

/* Unless it says so already. */
static gboolean write_list(struct site_folder *folder, GHashTable *files, GError **error)
{
	g_autofree gpointer *names = g_hash_table_get_keys_as_array(files, NULL);
	guint n = g_hash_table_size(files);
	g_autoptr(GString) text = g_string_new(LIST_HEAD "\n");
	gsize len;
	g_autofree char *old = read_file(folder->fd, LIST, LIST_BYTES_MAX, &len);

	qsort(names, n, sizeof *names, by_text);
	g_string_append_printf(text, "%s\n", folder->narrowed);
	for (guint i = 0; i < n; i++)
		g_string_append_printf(text, "%s\n", (const char *)names[i]);
	return !g_strcmp0(old, text->str) ||
	       write_whole(folder, folder->fd, LIST, LIST, text->str, text->len, error);
}

/* ---- what a run that was killed left ----------------------------------------- */

static gboolean is_temporary(const struct site_folder *folder, const char *prefix, const char *name)
{
	const char *dot = *name == '.' ? strrchr(name, '.') : NULL;

	if (!dot || dot == name || strlen(dot + 1) != TEMPORARY_DIGITS ||
		strspn(dot + 1, "0123456789abcdef") != TEMPORARY_DIGITS)
		return FALSE;

	g_autofree char *whole = g_strndup(name + 1, (gsize)(dot - name - 1));
	g_autofree char *file = g_strconcat(prefix, whole, NULL);

	return !strcmp(file, LIST) || g_hash_table_contains(folder->ours, file);
}

static void sweep(const struct site_folder *folder, int dir_fd, const char *prefix)
{
	int fd = openat(dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (is_temporary(folder, prefix, entry->d_name))
			unlinkat(dir_fd, entry->d_name, 0);
	closedir(dir);
}

static void sweep_all(struct site_folder *folder)
{
	sweep(folder, folder->fd, "");
	for (gsize i = 0; i < FOLDERS; i++) {
		g_autofree char *prefix = g_strconcat(folders[i], "/", NULL);

		if (open_inner(folder, i, NULL) >= 0)
			sweep(folder, folder->inner[i], prefix);
	}
}

/* ---- pages ------------------------------------------------------------------- */

/* What stands there and was never ours is not replaced. */
static gboolean may_have(struct site_folder *folder, const char *file, GError **error)
{
	g_autoptr(GError) why = NULL;

	if (g_hash_table_contains(folder->ours, file))
		return TRUE;
	if (!is_there(folder, file, &why)) {
		if (!why)
			return TRUE;
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_EXISTS,
		"%s/%s: was there before, is not of this program's making and is not replaced",
		folder->dir, file);
	return FALSE;
}

static gboolean begin(const char *const *files, guint n, void *data, GError **error)
{
	struct site_folder *folder = data;

	for (guint i = 0; i < n; i++) {
		if (!may_have(folder, files[i], error))
			return FALSE;
		g_hash_table_add(folder->wanted, g_strdup(files[i]));
	}
	for (guint i = 0; i < n; i++)
		g_hash_table_add(folder->ours, g_strdup(files[i]));
	if (!write_list(folder, folder->ours, error))
		return FALSE;
	sweep_all(folder);
	return TRUE;
}

/* A page that says the same stays, with its time. */
static gboolean put(const char *file, const char *bytes, gsize len, void *data, GError **error)
{
	struct site_folder *folder = data;
	const char *name;
	gsize old_len = 0;
	int fd = make_place_of(folder, file, &name, error);
	g_autofree char *old = fd < 0 ? NULL : read_file(fd, name, len, &old_len);

	if (fd < 0)
		return FALSE;
	folder->counts.pages++;
	if (old && old_len == len && !memcmp(old, bytes, len)) {
		folder->counts.kept++;
		return TRUE;
	}
	*(is_there(folder, file, NULL) ? &folder->counts.changed : &folder->counts.made) += 1;
	return write_whole(folder, fd, file, name, bytes, len, error);
}

struct site_sink site_folder_sink(struct site_folder *folder)
{
	return (struct site_sink){begin, put, folder};
}

/* ---- pages of what is no more ------------------------------------------------ */

static gboolean remove_page(struct site_folder *folder, const char *file, GError **error)
{
	const char *name;
	struct stat there;
	g_autoptr(GError) why = NULL;
	int fd = place_of(folder, file, &name, &why);

	if (why) {
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}
	if (fd < 0)
		return TRUE; /* gone with its folder */
	if (fstatat(fd, name, &there, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT || fail(folder, file, "cannot be looked at", error);
	if (!S_ISREG(there.st_mode)) {
		folder->counts.strange++;
		return TRUE;
	}
	if (unlinkat(fd, name, 0))
		return fail(folder, file, "cannot be removed", error);
	folder->counts.removed++;
	return TRUE;
}

gboolean site_folder_finish(
	struct site_folder *folder, struct site_counts *ret_counts, GError **error)
{
	GHashTableIter iter;
	gpointer file;

	g_hash_table_iter_init(&iter, folder->ours);
	while (g_hash_table_iter_next(&iter, &file, NULL))
		if (!g_hash_table_contains(folder->wanted, file) &&
			!remove_page(folder, file, error))
			return FALSE;
	if (!write_list(folder, folder->wanted, error))
		return FALSE;
	*ret_counts = folder->counts;
	return TRUE;
}

/* ---- life -------------------------------------------------------------------- */

static gboolean open_all(struct site_folder *folder, GError **error)
{
	folder->fd = output_open_dir(folder->dir, error);
	if (folder->fd < 0)
		return FALSE;
	folder->lock = lock_take(folder->dir, error);
	return folder->lock >= 0 && read_list(folder, error);
}

struct site_folder *site_folder_open(const char *dir, const char *narrowed, GError **error)
{
	struct site_folder *folder = g_new0(struct site_folder, 1);

	folder->dir = g_strdup(dir);
	folder->narrowed = show_line(slice_of(narrowed));
	folder->fd = folder->lock = -1;
	for (gsize i = 0; i < FOLDERS; i++)
		folder->inner[i] = -1;
	folder->ours = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	folder->wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	if (open_all(folder, error))
		return folder;
	site_folder_close(folder);
	return NULL;
}

void site_folder_close(struct site_folder *folder)
{
	if (!folder)
		return;
	for (gsize i = 0; i < FOLDERS; i++)
		if (folder->inner[i] >= 0)
			close(folder->inner[i]);
	if (folder->fd >= 0)
		close(folder->fd);
	if (folder->lock >= 0)
		lock_release(folder->lock);
	g_hash_table_unref(folder->wanted);
	g_hash_table_unref(folder->ours);
	g_free(folder->narrowed);
	g_free(folder->dir);
	g_free(folder);
}
