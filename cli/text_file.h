/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files that the user writes and names: it may be a pipe, or by mistake anything. */
#pragma once

#include <glib.h>

/*
 * All of it, a NUL behind; g_free().  NULL with *error (G_FILE_ERROR): it cannot be read, or has
 * more than `most` bytes; no more than that is read.
 */
char *text_file_read(const char *name, gsize most, gsize *ret_len, GError **error);
