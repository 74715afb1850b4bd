/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <sys/file.h>
#include <unistd.h>

static int fail(const char *file, const char *what, GError **error)
{
	int saved = errno;

	g_set_error(error, G_IO_ERROR, (int)g_io_error_from_errno(saved), "%s: %s: %s", file, what,
		g_strerror(saved));
	return -1;
}

int lock_take(const char *file, GError **error)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return fail(file, "cannot be opened", error);
	if (!flock(fd, LOCK_EX | LOCK_NB))
		return fd;
	if (errno == EWOULDBLOCK)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_BUSY,
			"%s: another run of it is under way; nothing was done", file);
	else
		fail(file, "cannot be locked", error);
	close(fd);
	return -1;
}

void lock_release(int lock)
{
	close(lock);
}
