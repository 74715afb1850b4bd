/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes made, and undone by the lines of a journal. */
#include "reproduce/change.h"

#include "base/literal.h"
#include "reproduce/disk.h"
#include "reproduce/file_error.h"
#include "reproduce/machine_run.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534 /* as whom a superuser's benchmark runs (reproduce/sandbox.h) */

static gboolean run(const struct machine *machine, char **words, GError **error)
{
	return machine_run(machine, (const char *const *)words, NULL, error) == 0;
}

/* ---- made ------------------------------------------------------------------------------------ */

static char *folder_of(const struct machine *machine, const char *path)
{
	g_autofree char *whole = g_strconcat(machine->root, path, NULL);

	return g_path_get_dirname(whole);
}

/* New, of that size, without its blocks; a file that is there already is none of ours. */
static gboolean make_file(const struct machine *machine, guint64 size, GError **error)
{
	g_autofree char *path = g_strconcat(machine->root, CHANGE_FS_FILE, NULL),
			*folder = folder_of(machine, CHANGE_FS_FILE);
	int fd;

	if (g_mkdir_with_parents(folder, 0700))
		return file_error(error, folder);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return file_error(error, path);
	if (ftruncate(fd, (off_t)size)) {
		file_error(error, path);
		close(fd);
		return FALSE;
	}
	return !close(fd) || file_error(error, path);
}

/* Once more, right before: the plan may be old. */
static gboolean may_take(
	const struct machine *machine, const struct machine_change *change, GError **error)
{
	g_autofree char *why = disk_refusal(machine, change->device, change->may_be_wiped);

	if (why)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", change->device, why);
	return !why;
}

static gboolean make_mount_point(const struct machine *machine, GError **error)
{
	g_autofree char *path = g_strconcat(machine->root, CHANGE_FS_FOLDER, NULL);

	return !g_mkdir_with_parents(path, 0755) || file_error(error, path);
}

/* The benchmark writes there, whoever it is. */
static gboolean give_away(const struct machine *machine, GError **error)
{
	g_autofree char *path = g_strconcat(machine->root, CHANGE_FS_FOLDER, NULL);

	return (geteuid() || !chown(path, NOBODY, NOBODY)) ? TRUE : file_error(error, path);
}

gboolean change_make(
	const struct machine *machine, const struct machine_change *change, GError **error)
{
	g_auto(GStrv) words = change_words(machine, change);

	if (change->kind == CHANGE_MAKE_FS &&
		!(change->device ? may_take(machine, change, error)
				 : make_file(machine, change->size, error)))
		return FALSE;
	if (change->kind == CHANGE_MOUNT && !make_mount_point(machine, error))
		return FALSE;
	return run(machine, words, error) &&
	       (change->kind != CHANGE_MOUNT || give_away(machine, error));
}

/* ---- the journal's lines --------------------------------------------------------------------- */

char *change_line(const struct machine_change *change)
{
	switch (change->kind) {
	case CHANGE_LOAD:
		return g_strconcat("module ", change->what, NULL);
	case CHANGE_MAKE_FS:
		return change->device ? NULL : g_strdup("file");
	case CHANGE_MOUNT:
		return g_strdup("mount");
	case CHANGE_SWAP_OFF:
		return g_strdup_printf("swapon %s %d", change->what, change->priority);
	case CHANGE_SWAP_ON:
		return g_strconcat("swapoff ", change->what, NULL);
	case CHANGE_NONE:
		break;
	}
	return NULL;
}

/* As /proc/self/mounts writes it. */
static gboolean is_mounted(const struct machine *machine)
{
	g_autofree char *folder = g_strconcat(machine->root, CHANGE_FS_FOLDER, NULL),
			*text = machine_file(machine, "/proc/self/mounts");
	g_auto(GStrv) pieces = g_strsplit(folder, " ", 0);
	g_autofree char *written = g_strjoinv("\\040", pieces),
			*wanted = g_strconcat(" ", written, " ", NULL);

	return text && strstr(text, wanted);
}

/* "module brd": the change whose undoing it is, if that is to be undone; else FALSE. */
static gboolean read_line(
	const struct machine *machine, char **words, guint n, struct machine_change *ret)
{
	const char *name = words[0];
	guint64 priority;

	*ret = (struct machine_change){.kind = CHANGE_NONE, .priority = -1};
	if (n == 1 && !strcmp(name, "mount") && is_mounted(machine))
		ret->kind = CHANGE_MOUNT;
	else if (n == 2 && !strcmp(name, "module") && change_module_is_ours(words[1]) &&
		 change_module_is_loaded(machine, words[1]))
		ret->kind = CHANGE_LOAD;
	else if (n == 3 && !strcmp(name, "swapon") && *words[1] == '/' &&
		 !change_swap_is_on(machine, words[1]))
		ret->kind = CHANGE_SWAP_OFF;
	else if (n == 2 && !strcmp(name, "swapoff") && change_swap_is_on(machine, words[1]))
		ret->kind = CHANGE_SWAP_ON;
	else
		return FALSE;
	if (n == 3 && literal_count(slice_of(words[2]), &priority) && priority <= G_MAXINT16)
		ret->priority = (int)priority;
	ret->what = n > 1 ? words[1] : NULL;
	return TRUE;
}

static gboolean remove_file(const struct machine *machine, guint *count, GError **error)
{
	g_autofree char *path = g_strconcat(machine->root, CHANGE_FS_FILE, NULL);

	if (!g_unlink(path)) {
		++*count;
		return TRUE;
	}
	return errno == ENOENT || file_error(error, path);
}

gboolean change_undo(const struct machine *machine, const char *line, gboolean is_same_boot,
	guint *count, GError **error)
{
	g_auto(GStrv) words = g_strsplit(line, " ", 4);
	guint n = g_strv_length(words);
	struct machine_change change;

	if (n == 1 && !strcmp(words[0], "file"))
		return remove_file(machine, count, error);
	if (!is_same_boot || !n || !read_line(machine, words, n, &change))
		return TRUE;

	g_auto(GStrv) undo = change_undo_words(machine, &change);
	if (!run(machine, undo, error))
		return FALSE;
	++*count;
	return TRUE;
}
