/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/file_error.h"

#include <errno.h>

gboolean file_error(GError **error, const char *path)
{
	int code = errno;

	g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", path,
		g_strerror(code));
	return FALSE;
}
