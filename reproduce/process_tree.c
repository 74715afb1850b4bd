/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/process_tree.h"

#include "base/literal.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define STAT_BYTES 1024

/* Fields of /proc/PID/stat behind the name, counted from the state on. */
enum { FIELD_PARENT = 1, FIELD_THREADS = 17, FIELD_RESIDENT = 21, FIELDS = 22 };

struct process {
	pid_t pid, parent;
	guint64 pages;
	guint threads;
	gboolean is_below;
};

static gboolean read_process(int dir, const char *name, struct process *ret)
{
	g_autofree char *path = g_strconcat(name, "/stat", NULL);
	char text[STAT_BYTES];
	int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	guint64 number[FIELDS] = {0}, pid;

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return FALSE;
	text[n] = 0;

	const char *behind = strrchr(text, ')'); /* a name may hold anything */
	g_auto(GStrv) fields = g_strsplit(behind ? behind + 1 : "", " ", FIELDS + 2);
	if (g_strv_length(fields) < FIELDS + 1 || !literal_count(slice_of(name), &pid))
		return FALSE;
	for (guint i = FIELD_PARENT; i < FIELDS; i++)
		if (!literal_count(slice_of(fields[i + 1]), &number[i]))
			number[i] = 0;
	*ret = (struct process){(pid_t)pid, (pid_t)number[FIELD_PARENT], number[FIELD_RESIDENT],
		(guint)number[FIELD_THREADS], FALSE};
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

static gboolean mark_children(GArray *processes)
{
	gboolean any = FALSE;

	for (guint i = 0; i < processes->len; i++) {
		struct process *child = &g_array_index(processes, struct process, i);

		for (guint k = 0; !child->is_below && k < processes->len; k++) {
			const struct process *parent = &g_array_index(processes, struct process, k);

			if (parent->is_below && parent->pid == child->parent)
				any = child->is_below = TRUE;
		}
	}
	return any;
}

/* All processes; those at or below `top` are marked. */
static GArray *tree_of(pid_t top)
{
	GArray *processes = processes_of(TRUE, 0);

	for (guint i = 0; i < processes->len; i++) {
		struct process *process = &g_array_index(processes, struct process, i);

		process->is_below = process->pid == top;
	}
	while (mark_children(processes))
		;
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
