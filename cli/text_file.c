/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/text_file.h"

#include <gio/gio.h>

#define READ_BYTES 65536

static gboolean read_stream(
	GInputStream *stream, const char *name, gsize most, GByteArray *bytes, GError **error)
{
	g_autofree guint8 *block = g_malloc(READ_BYTES);
	gssize n;

	while ((n = g_input_stream_read(stream, block, READ_BYTES, NULL, error)) > 0) {
		if ((gsize)n > most - bytes->len) {
			g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
				"%s: has more than %" G_GSIZE_FORMAT " bytes", name, most);
			return FALSE;
		}
		g_byte_array_append(bytes, block, (guint)n);
	}
	return n == 0;
}

char *text_file_read(const char *name, gsize most, gsize *ret_len, GError **error)
{
	g_autoptr(GFile) file = g_file_new_for_path(name);
	g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, error);
	g_autoptr(GByteArray) bytes = g_byte_array_new();

	if (!stream || !read_stream(G_INPUT_STREAM(stream), name, most, bytes, error))
		return NULL;
	*ret_len = bytes->len;
	g_byte_array_append(bytes, (const guint8 *)"", 1);
	return (char *)g_byte_array_free(g_steal_pointer(&bytes), FALSE);
}
