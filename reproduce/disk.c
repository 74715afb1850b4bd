/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/disk.h"

#include "reproduce/machine_run.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What blkid says when nothing that it knows is there. */
#define BLKID_NOTHING 2

/* Is it the first word of a line of that file? */
static gboolean is_listed(const struct machine *machine, const char *file, const char *device)
{
	g_autofree char *text = machine_file(machine, file);
	g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", 0);
	gsize len = strlen(device);

	for (char **line = lines; *line; line++)
		if (!strncmp(*line, device, len) && g_ascii_isspace((*line)[len]))
			return TRUE;
	return FALSE;
}

/* The kernel lends a device to one holder at a time: file systems, swap, RAID, another opener. */
static gboolean is_held(const char *path)
{
	int fd = open(path, O_RDONLY | O_EXCL | O_CLOEXEC);
	gboolean held = fd < 0;

	if (fd >= 0)
		close(fd);
	return held;
}

static char *refusal_of_content(const struct machine *machine, const char *path)
{
	const char *const words[] = {
		"blkid", "-p", "-o", "value", "-s", "TYPE", "-s", "PTTYPE", path, NULL};
	g_autofree char *said = NULL;
	g_autoptr(GError) error = NULL;
	int status = machine_run(machine, words, &said, &error);

	if (status < 0)
		return g_strdup_printf("what it holds cannot be told: %s", error->message);
	if (status == BLKID_NOTHING)
		return NULL;
	g_strdelimit(g_strstrip(said), "\n", ' ');
	return status ? g_strdup("what it holds cannot be told")
		      : g_strdup_printf("it holds something (%s); --disk-may-be-wiped lets that go",
				*said ? said : "unknown");
}

char *disk_refusal(const struct machine *machine, const char *device, gboolean may_be_wiped)
{
	g_autofree char *path = g_strconcat(machine->root, device, NULL);
	gboolean is_made_up = *machine->root != 0;
	struct stat facts;

	if (!g_path_is_absolute(device) || lstat(path, &facts) ||
		!(S_ISBLK(facts.st_mode) || (is_made_up && S_ISREG(facts.st_mode))))
		return g_strdup("it is no block device");
	if (is_listed(machine, "/proc/self/mounts", device))
		return g_strdup("it is mounted");
	if (is_listed(machine, "/proc/swaps", device))
		return g_strdup("it is swap");
	if (S_ISBLK(facts.st_mode) && is_held(path))
		return g_strdup_printf("it is in use: %s", g_strerror(errno));
	return may_be_wiped ? NULL : refusal_of_content(machine, path);
}
