/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include "cli/talk.h"
#include "base/show.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- standard output -------------------------------------------------------- */

void output_guard(void)
{
	/* Opened the wrong way round, so that using one still fails as it should. */
	static const int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)!open("/dev/null", modes[fd]);
	signal(SIGPIPE, SIG_IGN);
}

void output_print(const char *text)
{
	fputs(text, stdout);
}

void output_bytes(const char *bytes, gsize len)
{
	fwrite(bytes, 1, len, stdout);
}

void output_printf(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vfprintf(stdout, format, ap);
	va_end(ap);
}

void output_path(const char *path)
{
	g_autofree char *safe = show_line(slice_of(path));

	output_printf("%s\n", isatty(STDOUT_FILENO) ? safe : path);
}

gboolean output_failed(void)
{
	return ferror(stdout);
}

guint output_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 0;
	return size.ws_col;
}

/* `| head` has seen enough: nothing to complain about. */
static gboolean reader_left(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

	return poll(&out, 1, 0) > 0 && out.revents & POLLERR;
}

gboolean output_end(void)
{
	gboolean left = reader_left(), lost = ferror(stdout);

	errno = 0;
	if (fflush(stdout) || fclose(stdout))
		lost = TRUE;
	if (lost && !left)
		talk("cannot write to standard output%s%s", errno ? ": " : "",
			errno ? g_strerror(errno) : "");
	return !lost;
}

/* ---- files ---------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *dir, const char *name, const char *what)
{
	int saved = errno;

	g_set_error(error, G_IO_ERROR, (int)g_io_error_from_errno(saved), "%s/%s: %s: %s", dir,
		name, what, g_strerror(saved));
	return FALSE;
}

int output_open_dir(const char *dir, GError **error)
{
	int fd;

	if (g_mkdir_with_parents(dir, 0777) ||
		(fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
		int saved = errno;

		g_set_error(error, G_IO_ERROR, (int)g_io_error_from_errno(saved),
			"%s: cannot be made or opened as a directory: %s", dir, g_strerror(saved));
		return -1;
	}
	return fd;
}

static gboolean may_replace(int dir_fd, const char *dir, const char *name, GError **error)
{
	struct stat there;

	if (fstatat(dir_fd, name, &there, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT || fail(error, dir, name, "cannot be looked at");
	if (S_ISREG(there.st_mode))
		return TRUE;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
		"%s/%s: %s stands in the way and is not replaced", dir, name,
		S_ISLNK(there.st_mode) ? "a symbolic link" : "something that is no regular file");
	return FALSE;
}

static gboolean write_all(int fd, const char *bytes, gsize len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return FALSE;
		bytes += n;
		len -= (gsize)n;
	}
	return TRUE;
}

static char *temporary_name(const struct output_file *file)
{
	return g_strdup_printf(".%s.%08x", file->name, g_random_int());
}

static gboolean write_temporary(int dir_fd, const char *dir, const struct output_file *file,
	const char *temporary, GError **error)
{
	int fd = openat(
		dir_fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

	if (fd < 0)
		return fail(error, dir, file->name, "cannot be made");
	gboolean written = write_all(fd, file->bytes, file->len) && !fsync(fd);
	int saved = errno;
	if (close(fd) && written)
		return fail(error, dir, file->name, "cannot be written");
	errno = saved;
	return written || fail(error, dir, file->name, "cannot be written");
}

static gboolean write_and_rename(int dir_fd, const char *dir, const struct output_file *files,
	guint n, char **temporaries, GError **error)
{
	for (guint i = 0; i < n; i++)
		if (!may_replace(dir_fd, dir, files[i].name, error) ||
			!write_temporary(dir_fd, dir, &files[i], temporaries[i], error))
			return FALSE;
	for (guint i = 0; i < n; i++)
		if (renameat(dir_fd, temporaries[i], dir_fd, files[i].name))
			return fail(error, dir, files[i].name, "cannot be put in place");
	if (fsync(dir_fd) && errno != EINVAL)
		return fail(error, dir, ".", "cannot be made durable");
	return TRUE;
}

gboolean output_write(
	int dir_fd, const char *dir, const struct output_file *files, guint n, GError **error)
{
	g_auto(GStrv) temporaries = g_new0(char *, n + 1);

	for (guint i = 0; i < n; i++)
		temporaries[i] = temporary_name(&files[i]);

	gboolean written = write_and_rename(dir_fd, dir, files, n, temporaries, error);
	for (guint i = 0; !written && i < n; i++)
		unlinkat(dir_fd, temporaries[i], 0);
	return written;
}

gboolean output_write_file(const char *path, const char *bytes, gsize len, GError **error)
{
	g_autofree char *dir = g_path_get_dirname(path), *name = g_path_get_basename(path);
	struct output_file file = {name, bytes, len};

	if (g_str_has_suffix(path, "/")) {
		errno = EISDIR;
		return fail(error, dir, "", "cannot be a file");
	}
	int dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir_fd < 0)
		return fail(error, dir, name, "its directory cannot be opened");
	gboolean written = output_write(dir_fd, dir, &file, 1, error);
	close(dir_fd);
	return written;
}
