/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/job_writer.h"

#include <string.h>
#include <yaml.h>

struct job_writer {
	yaml_emitter_t emitter;
	GString *text;
};

static int append(void *data, unsigned char *bytes, size_t len)
{
	g_string_append_len(data, (const char *)bytes, (gssize)len);
	return 1;
}

/* What can fail is memory, of which GLib makes an end. */
static void emit(struct job_writer *writer, yaml_event_t *event)
{
	yaml_emitter_emit(&writer->emitter, event);
}

static void open_map(struct job_writer *writer)
{
	yaml_event_t event;

	yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE);
	emit(writer, &event);
}

struct job_writer *job_writer_new(void)
{
	struct job_writer *writer = g_new0(struct job_writer, 1);
	yaml_event_t event;

	writer->text = g_string_new(NULL);
	yaml_emitter_initialize(&writer->emitter);
	yaml_emitter_set_output(&writer->emitter, append, writer->text);
	yaml_emitter_set_width(&writer->emitter, -1);
	yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
	emit(writer, &event);
	yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0);
	emit(writer, &event);
	open_map(writer);
	return writer;
}

static gboolean is_number(const char *text)
{
	gsize digits = strspn(text, "0123456789");

	return digits && digits < 16 && !text[digits] && (*text != '0' || digits == 1);
}

/* libyaml refuses what is no UTF-8. */
static void emit_scalar(struct job_writer *writer, const char *text, yaml_scalar_style_t style)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	yaml_event_t event;

	yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)valid,
		(int)strlen(valid), style == YAML_PLAIN_SCALAR_STYLE, 1, style);
	emit(writer, &event);
}

static void emit_key(struct job_writer *writer, const char *key)
{
	emit_scalar(writer, key, YAML_PLAIN_SCALAR_STYLE);
}

void job_writer_add(struct job_writer *writer, const char *key, const char *value)
{
	emit_key(writer, key);
	if (!value)
		emit_scalar(writer, "", YAML_PLAIN_SCALAR_STYLE);
	else
		emit_scalar(writer, value,
			is_number(value) ? YAML_PLAIN_SCALAR_STYLE
					 : YAML_SINGLE_QUOTED_SCALAR_STYLE);
}

void job_writer_open(struct job_writer *writer, const char *key)
{
	emit_key(writer, key);
	open_map(writer);
}

void job_writer_close(struct job_writer *writer)
{
	yaml_event_t event;

	yaml_mapping_end_event_initialize(&event);
	emit(writer, &event);
}

char *job_writer_end(struct job_writer *writer)
{
	GString *text = writer->text;
	yaml_event_t event;

	job_writer_close(writer);
	yaml_document_end_event_initialize(&event, 1);
	emit(writer, &event);
	yaml_stream_end_event_initialize(&event);
	emit(writer, &event);
	yaml_emitter_delete(&writer->emitter);
	g_free(writer);
	return g_string_free(text, FALSE);
}
