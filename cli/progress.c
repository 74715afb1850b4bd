/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/progress.h"

#include "base/show.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define FIRST_AFTER G_USEC_PER_SEC
#define AGAIN_AFTER (G_USEC_PER_SEC / 5)

void progress_start(struct progress *progress, gboolean quiet)
{
	*progress = (struct progress){
		.wanted = !quiet && isatty(STDERR_FILENO),
		.next = g_get_monotonic_time() + FIRST_AFTER,
	};
}

static glong terminal_width(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

void progress_show(struct progress *progress, guint64 bytes, guint64 documents, guint64 stored,
	const char *path)
{
	gint64 now;

	if (!progress->wanted || (now = g_get_monotonic_time()) < progress->next)
		return;
	progress->next = now + AGAIN_AFTER;
	progress->shown = TRUE;

	g_autofree char *place = show_line(slice_of(path));
	g_autofree char *line = g_strdup_printf("%.1f MB, %" G_GUINT64_FORMAT
						" documents, %" G_GUINT64_FORMAT " stored: %s",
		(double)bytes / 1e6, documents, stored, place);
	g_autofree char *cut =
		g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), terminal_width() - 1));
	fprintf(stderr, "\r%s\033[K", cut);
	fflush(stderr);
}

void progress_clear(struct progress *progress)
{
	if (!progress->shown)
		return;
	progress->shown = FALSE;
	fputs("\r\033[K", stderr);
}
