/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/result_parts.h"

#include <gio/gio.h>

static void stat_clear(gpointer data)
{
	g_free(((struct result_stat *)data)->name);
}

GArray *result_stats_new(void)
{
	GArray *stats = g_array_new(FALSE, FALSE, sizeof(struct result_stat));

	g_array_set_clear_func(stats, stat_clear);
	return stats;
}

void result_add_stat(GArray *stats, char *name, struct number value)
{
	struct result_stat stat = {name, value};

	g_array_append_val(stats, stat);
}

/* A float has a fraction or an exponent, for LKP tells both kinds apart. */
static void append_number(GString *out, struct number number)
{
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];

	if (number.kind == NUMBER_INTEGER) {
		g_string_append_printf(out, "%" G_GINT64_FORMAT, number.integer);
		return;
	}
	g_ascii_formatd(buffer, sizeof buffer, "%.15g", number.real);
	g_string_append(out, buffer);
	if (number.kind == NUMBER_FLOAT && !strpbrk(buffer, ".e"))
		g_string_append(out, ".0");
}

static void begin_item(GString *out, const char *name)
{
	g_string_append_printf(out, "%s\n  \"%s\": ", out->len > 1 ? "," : "", name);
}

GString *result_stats_text(const GArray *stats)
{
	GString *out = g_string_new("{");

	for (guint i = 0; i < stats->len; i++) {
		const struct result_stat *stat = &g_array_index(stats, struct result_stat, i);

		begin_item(out, stat->name);
		append_number(out, stat->value);
	}
	g_string_append(out, "\n}\n");
	return out;
}

void result_append_list(GString *out, const char *name, const struct number *values, guint n)
{
	begin_item(out, name);
	g_string_append_c(out, '[');
	for (guint i = 0; i < n; i++) {
		g_string_append(out, i ? ", " : "");
		append_number(out, values[i]);
	}
	g_string_append_c(out, ']');
}

/* ---- files ----------------------------------------------------------------------------------- */

static GBytes *gzip(struct slice text)
{
	g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
	g_autoptr(GZlibCompressor) zip = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
	g_autoptr(GOutputStream) out = g_converter_output_stream_new(memory, G_CONVERTER(zip));

	g_output_stream_write_all(out, text.at, text.len, NULL, NULL, NULL);
	g_output_stream_close(out, NULL, NULL);
	return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

gboolean result_write(
	const char *dir, const char *name, struct slice text, gboolean is_packed, GError **error)
{
	g_autofree char *path = g_strdup_printf("%s/%s%s", dir, name, is_packed ? ".gz" : "");
	g_autoptr(GBytes) packed = is_packed ? gzip(text) : NULL;
	gsize len = text.len;
	const char *bytes = packed ? g_bytes_get_data(packed, &len) : text.at;

	return g_file_set_contents_full(path, bytes, (gssize)len,
		G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}
