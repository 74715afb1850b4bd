/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of gnuplot: a script of our own making in, files out.  Started with an
 * argument vector, in a folder of its own, with a limit on time and on file sizes.
 */
#pragma once

#include <glib.h>

#define GNUPLOT_ERROR gnuplot_error_quark()
GQuark gnuplot_error_quark(void);

enum gnuplot_error {
	GNUPLOT_ERROR_START, /* not there, or cannot be started */
	GNUPLOT_ERROR_TIME,  /* killed after its time */
	GNUPLOT_ERROR_EXIT,  /* it gave up; the message has what it said */
};

/* A file that it writes may be no larger. */
#define GNUPLOT_FILE_MAX (4 << 20)

/*
 * Runs `script` in `folder` (an own, empty one), below which it writes.  `program` is
 * looked up in PATH.  On FALSE what was written until then is still there.
 */
gboolean gnuplot_run(const char *program, const char *script, const char *folder, double seconds,
	GError **error);
