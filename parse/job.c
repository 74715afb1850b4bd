/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/job.h"

#include <yaml.h>

/* A list or mapping that is being read. */
struct level {
	gboolean is_list;
	gboolean has_key; /* mapping: its key was read, the value is next */
	guint item;       /* list: index of the next item */
	gsize key_len;    /* of the path to it */
};

struct reader {
	struct records *records;
	guint part;
	const struct diag_sink *sink;

	yaml_parser_t parser;
	GString *path; /* "a.b[0]" */
	struct level levels[JOB_DEPTH_MAX];
	guint depth;
	guint document, aliases, fields;
	guint first_field; /* of the document in hand */
	guint jobs;
	gboolean given_up;
};

static void give_up(struct reader *r, gsize line, const char *why)
{
	struct origin at = origin_at(&r->records->mail->origin, r->part, (guint)line + 1);

	r->given_up = TRUE;
	diag_emit(r->sink, DIAG_JOB_UNREADABLE, &at, SLICE_NULL, "%s", why);
}

static struct slice keep(struct reader *r, const char *text, gsize len)
{
	return (struct slice){g_string_chunk_insert_len(r->records->text, text, (gssize)len), len};
}

/* ---- the path to a node ------------------------------------------------------- */

static struct level *level_of(struct reader *r)
{
	return r->depth ? &r->levels[r->depth - 1] : NULL;
}

/* The node in hand is a key, not a value. */
static gboolean is_key(struct reader *r)
{
	struct level *level = level_of(r);

	return level && !level->is_list && !level->has_key;
}

static gboolean begin_key(struct reader *r, const char *key, gsize len)
{
	struct level *level = level_of(r);

	if (len > JOB_KEY_MAX || r->path->len + len > JOB_KEY_MAX)
		return FALSE;
	if (r->path->len)
		g_string_append_c(r->path, '.');
	g_string_append_len(r->path, key, (gssize)len);
	level->has_key = TRUE;
	return TRUE;
}

static void begin_item(struct reader *r)
{
	struct level *level = level_of(r);

	if (level && level->is_list)
		g_string_append_printf(r->path, "[%u]", level->item++);
}

/* A value is done: back to the path of what holds it. */
static void end_value(struct reader *r)
{
	struct level *level = level_of(r);

	if (!level)
		return;
	g_string_truncate(r->path, level->key_len);
	level->has_key = FALSE;
}

static gboolean descend(struct reader *r, gboolean is_list)
{
	begin_item(r);
	if (r->depth == JOB_DEPTH_MAX)
		return FALSE;
	r->levels[r->depth++] = (struct level){.is_list = is_list, .key_len = r->path->len};
	return TRUE;
}

static void ascend(struct reader *r)
{
	r->depth--;
	end_value(r);
}

/* ---- events -------------------------------------------------------------------- */

static gboolean add_field(struct reader *r, const char *value, gsize len)
{
	struct field field;

	begin_item(r);
	if (!r->depth)
		return TRUE; /* a text alone is no job */
	if (r->fields++ == JOB_FIELDS_MAX)
		return FALSE;
	field.key = keep(r, r->path->str, r->path->len);
	field.value = keep(r, value, len);
	g_array_append_val(r->records->fields, field);
	end_value(r);
	return TRUE;
}

static const char *at_scalar(struct reader *r, const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;
	gsize len = event->data.scalar.length;

	if (is_key(r))
		return begin_key(r, text, len) ? NULL : "a key is too long";
	return add_field(r, text, len) ? NULL : "there are too many fields";
}

/* An alias is kept as it is printed, "*name", never expanded. */
static const char *at_alias(struct reader *r, const yaml_event_t *event)
{
	g_autofree char *text = g_strconcat("*", (const char *)event->data.alias.anchor, NULL);
	gsize len = strlen(text);

	if (++r->aliases > JOB_ALIASES_MAX)
		return "there are too many aliases";
	if (is_key(r))
		return begin_key(r, text, len) ? NULL : "a key is too long";
	return add_field(r, text, len) ? NULL : "there are too many fields";
}

static const char *at_container(struct reader *r, gboolean is_list)
{
	if (is_key(r))
		return "a key is no text";
	return descend(r, is_list) ? NULL : "it is nested too deeply";
}

static void end_document(struct reader *r)
{
	guint count = r->records->fields->len - r->first_field;
	struct job job = {r->part, r->document, {r->first_field, count}};

	r->document++;
	r->first_field += count;
	r->depth = 0;
	g_string_truncate(r->path, 0);
	if (!count)
		return;
	g_array_append_val(r->records->jobs, job);
	r->jobs++;
}

static const char *at_document(const struct reader *r)
{
	return r->document < JOB_DOCUMENTS_MAX ? NULL : "there are too many documents";
}

/* NULL, or why the rest is given up. */
static const char *take_event(struct reader *r, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return at_document(r);
	case YAML_DOCUMENT_END_EVENT:
		end_document(r);
		return NULL;
	case YAML_SCALAR_EVENT:
		return at_scalar(r, event);
	case YAML_ALIAS_EVENT:
		return at_alias(r, event);
	case YAML_MAPPING_START_EVENT:
		return at_container(r, FALSE);
	case YAML_SEQUENCE_START_EVENT:
		return at_container(r, TRUE);
	case YAML_MAPPING_END_EVENT:
	case YAML_SEQUENCE_END_EVENT:
		ascend(r);
		return NULL;
	default:
		return NULL;
	}
}

/* FALSE at the stream's end or where it is given up. */
static gboolean read_event(struct reader *r)
{
	yaml_event_t event;
	const char *why;

	if (!yaml_parser_parse(&r->parser, &event)) {
		give_up(r, r->parser.problem_mark.line,
			r->parser.problem ? r->parser.problem : "the stream is no YAML");
		return FALSE;
	}

	gboolean more = event.type != YAML_STREAM_END_EVENT;

	why = take_event(r, &event);
	if (why)
		give_up(r, event.start_mark.line, why);
	yaml_event_delete(&event);
	return more && !why;
}

guint job_read(struct records *records, guint part, struct slice text, const struct diag_sink *sink)
{
	struct reader r = {.records = records, .part = part, .sink = sink};

	if (text.len > JOB_BYTES_MAX) {
		give_up(&r, 0, "it is larger than is allowed");
		return 0;
	}
	if (!yaml_parser_initialize(&r.parser)) {
		give_up(&r, 0, "there is no memory for it");
		return 0;
	}
	text = slice_skip_mark(text);
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
		&r.parser, (const unsigned char *)(text.at ? text.at : ""), text.len);
	r.path = g_string_new(NULL);
	r.first_field = records->fields->len;
	while (read_event(&r))
		;
	end_document(&r); /* one that is cut off */
	if (!r.jobs && !r.given_up)
		give_up(&r, 0, "it has no field");
	g_string_free(r.path, TRUE);
	yaml_parser_delete(&r.parser);
	return r.jobs;
}
