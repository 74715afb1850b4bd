/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "ingest/walk.h"

#include "ingest/gitbox.h"
#include "ingest/result_run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct walker {
	walk_fn fn;
	void *data;
	GHashTable *entered; /* of directory_key(): dev, inode */
	GArray *excepted;    /* of struct stat */
	gboolean below;      /* what was named is behind */
	guint links;         /* that were followed to the directory at hand */
	const char *top;     /* what was named */
};

static gboolean tell(struct walker *w, enum walk_kind kind, const char *path, int error)
{
	struct walk_item item = {kind, path, -1, -1, error, NULL};

	return w->fn(&item, w->data);
}

static char *directory_key(const struct stat *st)
{
	return g_strdup_printf("%ju:%ju", (uintmax_t)st->st_dev, (uintmax_t)st->st_ino);
}

static GArray *look_at(const char *const *paths)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(struct stat));
	struct stat st;

	for (; paths && *paths; paths++)
		if (!stat(*paths, &st))
			g_array_append_val(found, st);
	return found;
}

static gboolean is_excepted(const struct walker *w, const struct stat *st)
{
	for (guint i = 0; w->below && i < w->excepted->len; i++) {
		const struct stat *other = &g_array_index(w->excepted, struct stat, i);

		if (st->st_dev == other->st_dev && st->st_ino == other->st_ino)
			return TRUE;
	}
	return FALSE;
}

/* ---- names ------------------------------------------------------------------------ */

/* "12.git" is 12; G_MAXUINT64: no epoch. */
static guint64 epoch_of(const char *name)
{
	char *end;
	guint64 number = g_ascii_isdigit(*name) ? g_ascii_strtoull(name, &end, 10) : G_MAXUINT64;

	return number != G_MAXUINT64 && !strcmp(end, ".git") ? number : G_MAXUINT64;
}

/* Epochs by number, then the others by bytes. */
static int compare_names(gconstpointer a, gconstpointer b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;
	guint64 x_epoch = epoch_of(x), y_epoch = epoch_of(y);

	if (x_epoch != y_epoch)
		return x_epoch < y_epoch ? -1 : 1;
	return strcmp(x, y);
}

static gboolean is_skipped_name(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, ".git") ||
	       !strcmp(name, ".notmuch");
}

/* The names in a directory, sorted; NULL with errno.  Takes the descriptor over. */
static GPtrArray *list_names(int fd)
{
	DIR *dir = fdopendir(fd);

	if (!dir) {
		int error = errno;
		close(fd);
		errno = error;
		return NULL;
	}
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	errno = 0;
	for (struct dirent *entry; (entry = readdir(dir)); errno = 0)
		if (!is_skipped_name(entry->d_name))
			g_ptr_array_add(names, g_strdup(entry->d_name));
	int error = errno;
	closedir(dir);
	if (error) {
		g_ptr_array_unref(names);
		errno = error;
		return NULL;
	}
	g_ptr_array_sort(names, compare_names);
	return names;
}

static gboolean has_directory(const char *path, const char *name)
{
	g_autofree char *joined = g_build_filename(path, name, NULL);

	return g_file_test(joined, G_FILE_TEST_IS_DIR);
}

/* No link. */
static gboolean has_regular(const char *path, const char *name)
{
	g_autofree char *joined = g_build_filename(path, name, NULL);
	struct stat st;

	return !lstat(joined, &st) && S_ISREG(st.st_mode);
}

static gboolean holds_runs(const char *path, const GPtrArray *names)
{
	for (guint i = 0; i < names->len; i++) {
		g_autofree char *job = NULL;

		if (!result_is_run_name(names->pdata[i]))
			continue;
		job = g_build_filename(names->pdata[i], "job.yaml", NULL);
		if (has_regular(path, job))
			return TRUE;
	}
	return FALSE;
}

static gboolean is_maildir(const char *path)
{
	return has_directory(path, "cur") && has_directory(path, "new");
}

gboolean walk_is_in_maildir(const char *path)
{
	g_autofree char *folder = g_path_get_dirname(path);
	g_autofree char *base = g_path_get_basename(folder);

	return !strcmp(base, "cur") || !strcmp(base, "new");
}

gboolean walk_is_within(const char *path, const char *source)
{
	gsize n = strlen(source);

	return g_str_has_prefix(path, source) &&
	       (!path[n] || path[n] == '/' || (n && path[n - 1] == '/'));
}

char *walk_name_of(const char *path)
{
	g_autofree char *folder = g_path_get_dirname(path);
	g_autofree char *top = g_path_get_dirname(folder);

	if (walk_is_in_maildir(path) && is_maildir(top))
		return g_steal_pointer(&top);
	return g_strdup(path);
}

/* Its three directories, and what mail servers keep beside them. */
static gboolean is_maildirs_own(const char *name)
{
	static const char *const names[] = {"cur", "new", "tmp", NULL};
	static const char *const prefixes[] = {"dovecot", "courier", "maildir", "subscriptions"};

	if (g_strv_contains(names, name))
		return TRUE;
	for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (g_str_has_prefix(name, prefixes[i]))
			return TRUE;
	return FALSE;
}

/* ---- files and directories ---------------------------------------------------------- */

static gboolean visit(struct walker *w, const char *path, enum walk_kind file_kind);

/* A path of the user's is kept as it is, but for slashes at its end. */
static gboolean visit_name(
	struct walker *w, const char *path, const char *name, enum walk_kind file_kind)
{
	g_autofree char *joined = g_build_filename(path, name, NULL);
	gboolean is_link = g_file_test(joined, G_FILE_TEST_IS_SYMLINK), go_on;

	w->links += is_link;
	go_on = visit(w, joined, file_kind);
	w->links -= is_link;
	return go_on;
}

/* A maildir's messages, then its folders, which are maildirs of their own. */
static gboolean visit_maildir(struct walker *w, const char *path, const GPtrArray *names)
{
	gboolean go_on = tell(w, WALK_MAILDIR, path, 0) && visit_name(w, path, "cur", WALK_MAIL) &&
			 visit_name(w, path, "new", WALK_MAIL) &&
			 tell(w, WALK_MAILDIR_END, path, 0);

	for (guint i = 0; go_on && i < names->len; i++) {
		const char *name = g_ptr_array_index(names, i);

		if (!is_maildirs_own(name))
			go_on = visit_name(w, path, name, WALK_FILE);
	}
	return go_on;
}

static gboolean visit_names(
	struct walker *w, const char *path, const GPtrArray *names, enum walk_kind file_kind)
{
	gboolean above_runs = holds_runs(path, names);

	if (file_kind == WALK_FILE && is_maildir(path))
		return visit_maildir(w, path, names);

	for (guint i = 0; i < names->len; i++) {
		const char *name = g_ptr_array_index(names, i);

		if (!result_is_made_name(name, above_runs) && !visit_name(w, path, name, file_kind))
			return FALSE;
	}
	return TRUE;
}

/* FALSE with *ret_taken: the walk was ended. */
static gboolean offer_repository(struct walker *w, const char *path, gboolean *ret_taken)
{
	g_autofree char *inner = g_build_filename(path, ".git", NULL);
	const char *git_dir = gitbox_looks_like(path) ? path : inner;
	struct walk_item item = {WALK_REPOSITORY, git_dir, -1, -1, 0, ret_taken};

	*ret_taken = FALSE;
	return (git_dir == inner && !gitbox_looks_like(inner)) || w->fn(&item, w->data);
}

/* Where a directory lies below the one that was named, without links; NULL: outside. */
static char *place_within(const struct walker *w, const char *path)
{
	char *top = realpath(w->top, NULL), *real = realpath(path, NULL), *place = NULL;
	gsize len = top ? strlen(top) : 0;

	if (top && real && !strncmp(real, top, len) && real[len] == '/')
		place = g_build_filename(w->top, real + len, NULL);
	free(top);
	free(real);
	return place;
}

/* FALSE with *ret_taken: the walk was ended. */
static gboolean offer_run(struct walker *w, const char *path, gboolean *ret_taken)
{
	g_autofree char *name = g_path_get_basename(path);
	g_autofree char *place = NULL;
	struct walk_item item = {WALK_RUN, path, -1, -1, 0, ret_taken};

	*ret_taken = FALSE;
	if (!result_is_run_name(name))
		return TRUE;
	if (!has_regular(path, "job.yaml")) {
		if (!has_regular(path, "stats.json") && !has_regular(path, "stats.json.gz"))
			return TRUE;
		item.kind = WALK_NO_RUN;
	} else if (w->links) {
		place = place_within(w, path);
		item.kind = place ? WALK_RUN : WALK_LINKED_RUN;
		item.path = place ? place : path;
	}
	if (w->fn(&item, w->data))
		return TRUE;
	*ret_taken = FALSE;
	return FALSE;
}

static gboolean is_public_inbox(const char *path)
{
	return has_directory(path, "all.git") && has_directory(path, "git");
}

static gboolean visit_directory(
	struct walker *w, const char *path, int fd, const struct stat *st, enum walk_kind file_kind)
{
	gboolean taken;

	if (!g_hash_table_add(w->entered, directory_key(st))) {
		close(fd);
		return tell(w, WALK_LOOP, path, 0);
	}
	if (!offer_repository(w, path, &taken) || taken || !offer_run(w, path, &taken) || taken) {
		close(fd);
		return taken;
	}
	if (is_public_inbox(path)) {
		close(fd);
		return visit_name(w, path, "git", file_kind);
	}
	g_autoptr(GPtrArray) names = list_names(fd);
	if (!names)
		return tell(w, WALK_UNREADABLE, path, errno);
	w->below = TRUE;
	return visit_names(w, path, names, file_kind);
}

/* Looks first: to open a device, or a fifo nobody writes to, may have effects. */
static gboolean visit(struct walker *w, const char *path, enum walk_kind file_kind)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return errno == ELOOP ? tell(w, WALK_LOOP, path, 0)
				      : tell(w, WALK_UNREADABLE, path, errno);
	if (is_excepted(w, &st))
		return TRUE;
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return tell(w, WALK_SPECIAL, path, 0);

	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &st) < 0) {
		int error = errno;
		if (fd >= 0)
			close(fd);
		return tell(w, WALK_UNREADABLE, path, error);
	}
	if (S_ISDIR(st.st_mode))
		return visit_directory(w, path, fd, &st, file_kind);
	if (!S_ISREG(st.st_mode)) {
		close(fd);
		return tell(w, WALK_SPECIAL, path, 0);
	}
	struct walk_item item = {file_kind, path, fd, st.st_size, 0, NULL};
	return w->fn(&item, w->data);
}

gboolean walk(const char *path, const char *const *except, walk_fn fn, void *data)
{
	g_autoptr(GArray) excepted = look_at(except);
	g_autoptr(GHashTable) entered =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct walker w = {fn, data, entered, excepted, FALSE, 0, path};

	return visit(&w, path, WALK_FILE);
}
