/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line that tells how far long work is: on a terminal only, after a second. */
#pragma once

#include <glib.h>

struct progress {
	gboolean wanted;
	gboolean shown;
	gint64 next; /* monotonic microseconds */
};

void progress_start(struct progress *progress, gboolean quiet);

/* Cheap; prints at most five times a second. */
void progress_show(struct progress *progress, guint64 bytes, guint64 documents, guint64 stored,
	const char *path);

/* Takes the line away, before something else is said. */
void progress_clear(struct progress *progress);
