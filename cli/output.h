/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where data goes: standard output, checked to its close, and files that appear
 * whole or not at all.
 */
#pragma once

#include <glib.h>

/* ---- standard output ------------------------------------------------------ */

/*
 * First thing in the process: a closed descriptor 0, 1 or 2 must not be taken by a
 * file that is opened later; and a reader that goes away is a write error.
 */
void output_guard(void);

void output_print(const char *text);
void output_bytes(const char *bytes, gsize len);
void output_printf(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* A path on a line of its own: its bytes for scripts, harmless on a terminal. */
void output_path(const char *path);
gboolean output_failed(void); /* going on is of no use */

/* Width of the terminal on standard output; 0: not a terminal, nothing is cut. */
guint output_width(void);

/* Flushes and closes.  FALSE: something was not written; said, unless the reader left. */
gboolean output_end(void);

/* ---- files ---------------------------------------------------------------- */

struct output_file {
	const char *name; /* within the directory, without '/' */
	const char *bytes;
	gsize len;
};

/*
 * Makes `dir` and the directories above it where they are missing.  Returns an open
 * descriptor of it, -1 with *error.
 */
int output_open_dir(const char *dir, GError **error);

/*
 * Writes all of them under temporary names in the directory, makes them durable and
 * only then renames them.  What stands in a name's way and is no regular file (a
 * symbolic link above all) is an error and stays.  FALSE with *error: no file of a
 * temporary name is left.  `dir` is for messages.
 */
gboolean output_write(
	int dir_fd, const char *dir, const struct output_file *files, guint n, GError **error);

/* One file by its path. */
gboolean output_write_file(const char *path, const char *bytes, gsize len, GError **error);
