/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* "PATH: WHY" by errno, as a G_FILE_ERROR; always FALSE, so that a caller may return it. */
gboolean file_error(GError **error, const char *path);
