/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/process_tree.h"

#include "base/literal.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STAT_BYTES 1024
#define PATH_BYTES 64

/* Fields of /proc/PID/stat behind the name, counted from the state on. */
enum { FIELD_PARENT = 1, FIELD_THREADS = 17, FIELD_RESIDENT = 21, FIELDS = 22 };

struct process {
	pid_t pid, parent;
	guint64 pages;
	guint threads;
	gboolean is_known, is_below; /* the second holds once it is known */
};

/* What is negative there is 0 here. */
static gboolean read_fields(const char *at, guint64 number[FIELDS])
{
	for (guint i = 0; i < FIELDS; i++) {
		gsize len;

		at += strspn(at, " ");
		len = strcspn(at, " ");
		if (!len)
			return FALSE;
		if (!literal_count((struct slice){at, len}, &number[i]))
			number[i] = 0;
		at += len;
	}
	return TRUE;
}

static gboolean read_process(int dir, const char *name, struct process *ret)
{
	char path[PATH_BYTES], text[STAT_BYTES];
	guint64 number[FIELDS], pid;
	const char *behind;
	ssize_t n;
	int fd;

	g_snprintf(path, sizeof path, "%s/stat", name);
	fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return FALSE;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	if (n <= 0)
		return FALSE;
	text[n] = 0;
	behind = strrchr(text, ')'); /* a name may hold anything */
	if (!behind || !read_fields(behind + 1, number) || !literal_count(slice_of(name), &pid))
		return FALSE;
	*ret = (struct process){(pid_t)pid, (pid_t)number[FIELD_PARENT], number[FIELD_RESIDENT],
		(guint)number[FIELD_THREADS], FALSE, FALSE};
	return TRUE;
}

/* Of struct process; of all users, or of one. */
static GArray *processes_of(gboolean all, uid_t user)
{
	GArray *processes = g_array_new(FALSE, FALSE, sizeof(struct process));
	GDir *dir = g_dir_open("/proc", 0, NULL);
	int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		struct process process;
		struct stat facts;

		if (!g_ascii_isdigit(*name) ||
			(!all && (fstatat(fd, name, &facts, 0) || facts.st_uid != user)))
			continue;
		if (read_process(fd, name, &process))
			g_array_append_val(processes, process);
	}
	if (dir)
		g_dir_close(dir);
	if (fd >= 0)
		close(fd);
	return processes;
}

static struct process *parent_of(GHashTable *by_id, const struct process *process)
{
	return g_hash_table_lookup(by_id, GINT_TO_POINTER(process->parent));
}

/* Each is known before its parent is, for ids may be used again while the list is made: of two
 * that are each other's parents none is below anything. */
static void mark(GHashTable *by_id, struct process *process)
{
	struct process *at = process;

	while (at && !at->is_known) {
		at->is_known = TRUE;
		at = parent_of(by_id, at);
	}
	if (!at || !at->is_below)
		return;
	for (at = process; !at->is_below; at = parent_of(by_id, at))
		at->is_below = TRUE;
}

/* All processes; those at or below `top` are marked.  What it costs grows with their number. */
static GArray *tree_of(pid_t top)
{
	GArray *processes = processes_of(TRUE, 0);
	g_autoptr(GHashTable) by_id = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < processes->len; i++) {
		struct process *process = &g_array_index(processes, struct process, i);

		process->is_known = process->is_below = process->pid == top;
		g_hash_table_insert(by_id, GINT_TO_POINTER(process->pid), process);
	}
	for (guint i = 0; i < processes->len; i++)
		mark(by_id, &g_array_index(processes, struct process, i));
	return processes;
}

guint64 process_tree_memory(pid_t top)
{
	g_autoptr(GArray) processes = tree_of(top);
	guint64 pages = 0;

	for (guint i = 0; i < processes->len; i++) {
		const struct process *process = &g_array_index(processes, struct process, i);

		pages += process->is_below ? process->pages : 0;
	}
	return pages * (guint64)sysconf(_SC_PAGESIZE);
}

void process_tree_kill(pid_t top)
{
	g_autoptr(GArray) processes = tree_of(top);

	for (guint i = 0; i < processes->len; i++) {
		const struct process *process = &g_array_index(processes, struct process, i);

		if (process->is_below && process->pid != top)
			kill(process->pid, SIGKILL);
	}
}

guint process_tree_count(uid_t user)
{
	g_autoptr(GArray) processes = processes_of(FALSE, user);
	guint threads = 0;

	for (guint i = 0; i < processes->len; i++)
		threads += g_array_index(processes, struct process, i).threads;
	return threads;
}
