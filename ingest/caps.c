/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "ingest/caps.h"

#include <gmime/gmime.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeContentType, g_object_unref)

/* ---- lines of a header ------------------------------------------------------ */

enum header_line {
	LINE_FIELD,
	LINE_CONTINUATION,
	LINE_JUNK, /* ">From " lines that old programs left among the fields */
	LINE_BLANK,
	LINE_TEXT, /* the body without the blank line before it */
};

/* A field's name: printable ASCII up to the colon; blanks before that were legal once. */
static gboolean is_field(struct slice line)
{
	const char *colon = memchr(line.at, ':', line.len);

	if (!colon || colon == line.at)
		return FALSE;
	struct slice name = slice_trim(slice_between(line.at, colon));
	for (gsize i = 0; i < name.len; i++)
		if (name.at[i] <= ' ' || name.at[i] > '~')
			return FALSE;
	return name.len && name.at == line.at;
}

static enum header_line header_line(struct slice line)
{
	if (!line.len)
		return LINE_BLANK;
	if (line.at[0] == ' ' || line.at[0] == '\t')
		return LINE_CONTINUATION;
	if (is_field(line))
		return LINE_FIELD;
	if (slice_starts(line, "From ") || slice_starts(line, ">From "))
		return LINE_JUNK;
	return LINE_TEXT;
}

/* The line at the head of *rest, its end included; takes it off. */
static struct slice take_line(struct slice *rest, struct slice *ret_line)
{
	const char *at = rest->at;

	slice_next_line(rest, ret_line);
	return slice_between(at, rest->at);
}

static gboolean field_is(struct slice line, const char *name)
{
	gsize n = strlen(name);

	return line.len >= n && !g_ascii_strncasecmp(line.at, name, n);
}

static gsize field_max(struct slice line)
{
	return field_is(line, "content-") ? CAPS_CONTENT_FIELD_MAX : CAPS_FIELD_MAX;
}

/* ---- the message's own header ------------------------------------------------- */

struct header {
	GString *copy;    /* the header in order, its blank line included */
	gboolean differs; /* the copy is not what stood there */
	gsize left_out;   /* bytes over a limit */
	guint fields;
	gsize field; /* bytes so far of the field at hand */
	gsize field_max;
};

static gboolean fits(struct header *h, gsize len)
{
	return h->copy->len + len <= MIME_HEADER_MAX && h->field + len <= h->field_max &&
	       h->fields <= CAPS_FIELDS_MAX;
}

static void keep_line(struct header *h, struct slice whole)
{
	gsize from = h->copy->len;

	h->field += whole.len;
	g_string_append_len(h->copy, whole.at, (gssize)whole.len);
	for (char *nul; (nul = memchr(h->copy->str + from, 0, h->copy->len - from));) {
		*nul = ' '; /* would end the string in the library */
		h->differs = TRUE;
	}
}

static void take_header_line(struct header *h, struct slice line, struct slice whole)
{
	enum header_line kind = header_line(line);

	if (kind == LINE_FIELD) {
		h->fields++;
		h->field = 0;
		h->field_max = field_max(line);
	}
	if (kind == LINE_JUNK || !h->fields) {
		h->differs = TRUE;
	} else if (!fits(h, whole.len)) {
		h->field = h->field_max; /* and so are its further lines */
		h->left_out += whole.len;
		h->differs = TRUE;
	} else {
		keep_line(h, whole);
	}
}

/* Fills *h from the head of *rest and takes it off, with the blank line. */
static void take_header(struct header *h, struct slice *rest)
{
	while (rest->len) {
		struct slice line, before = *rest;
		struct slice whole = take_line(rest, &line);
		enum header_line kind = header_line(line);

		if (kind == LINE_BLANK) {
			g_string_append_len(h->copy, whole.at, (gssize)whole.len);
			return;
		}
		if (kind == LINE_TEXT) {
			*rest = before;
			break;
		}
		take_header_line(h, line, whole);
	}
	/* No blank line: one that ends the last field, one of its own. */
	if (h->copy->len && h->copy->str[h->copy->len - 1] != '\n')
		g_string_append_c(h->copy, '\n');
	g_string_append_c(h->copy, '\n');
	h->differs = TRUE;
}

/* ---- the structure of the body ----------------------------------------------- */

struct scan {
	struct slice rest;                          /* not looked at yet */
	const char *boundaries[MIME_DEPTH_MAX + 1]; /* NULL: an embedded message */
	guint depth;
	guint parts;
	guint fields;
	gsize headers;       /* bytes of all parts' headers */
	GStringChunk *names; /* of boundaries */
	enum diag_id why;    /* the limit that is passed at `line`; DIAG_COUNT: none */
	const char *at;      /* start of the line at hand */
};

/* Whether the line ends or opens a part on some level: goes up to that level. */
static gboolean take_delimiter(struct scan *scan, struct slice line, gboolean *ret_closed)
{
	if (!slice_starts(line, "--"))
		return FALSE;
	line = slice_trim(slice_skip(line, 2));
	for (guint level = scan->depth; level-- > 0;) {
		const char *boundary = scan->boundaries[level];

		if (!boundary || !slice_starts(line, boundary))
			continue;
		struct slice end = slice_skip(line, strlen(boundary));
		if (end.len && !slice_is(end, "--"))
			continue;
		*ret_closed = end.len > 0;
		scan->depth = *ret_closed ? level : level + 1;
		return TRUE;
	}
	return FALSE;
}

static gboolean push(struct scan *scan, const char *boundary)
{
	if (scan->depth == MIME_DEPTH_MAX) {
		scan->why = DIAG_MIME_TOO_DEEP;
		return FALSE;
	}
	scan->boundaries[scan->depth++] =
		boundary ? g_string_chunk_insert(scan->names, boundary) : NULL;
	return TRUE;
}

/* What a Content-Type brings: a level, or none.  *ret_message: a header follows. */
static gboolean enter(struct scan *scan, const char *value, gboolean *ret_message)
{
	*ret_message = FALSE;
	value += strspn(value, " \t\r\n");
	gboolean is_multipart = !g_ascii_strncasecmp(value, "multipart/", 10);
	if (!is_multipart && g_ascii_strncasecmp(value, "message/", 8))
		return TRUE;

	if (!is_multipart) {
		*ret_message = TRUE;
		return push(scan, NULL);
	}
	g_autoptr(GMimeContentType) type = g_mime_content_type_parse(NULL, value);
	const char *boundary = g_mime_content_type_get_parameter(type, "boundary");
	if (!boundary)
		return TRUE;
	if (strlen(boundary) > MIME_BOUNDARY_MAX) {
		scan->why = DIAG_MIME_BROKEN;
		return FALSE;
	}
	return push(scan, boundary);
}

/* The header of a part, as far as it was seen. */
struct part_header {
	gsize size, field, field_max;
	gboolean in_type;
	GString *type; /* the Content-Type field, unfolded */
};

/* FALSE at a limit. */
static gboolean take_part_line(
	struct scan *scan, struct part_header *h, struct slice line, gsize whole)
{
	if (header_line(line) == LINE_FIELD) {
		scan->fields++;
		h->field = 0;
		h->field_max = field_max(line);
		h->in_type = field_is(line, "content-type:");
	}
	h->size += whole;
	h->field += whole;
	scan->headers += whole;
	if (h->size > MIME_HEADER_MAX || h->field > h->field_max ||
		scan->fields > CAPS_FIELDS_MAX || scan->headers > CAPS_HEADERS_MAX) {
		scan->why = DIAG_HEADER_TOO_LARGE;
		return FALSE;
	}
	if (h->in_type)
		g_string_append_len(h->type, line.at, (gssize)line.len);
	return TRUE;
}

/* To the blank line, or a delimiter that comes before.  FALSE at a limit. */
static gboolean scan_fields(struct scan *scan, GString *ret_type)
{
	struct part_header h = {0, 0, CAPS_FIELD_MAX, FALSE, ret_type};
	gboolean ignored;

	while (scan->rest.len) {
		struct slice line, before = scan->rest;
		struct slice whole = take_line(&scan->rest, &line);

		if (!line.len)
			break;
		if (take_delimiter(scan, line, &ignored)) {
			scan->rest = before;
			break;
		}
		if (!take_part_line(scan, &h, line, whole.len))
			return FALSE;
	}
	return TRUE;
}

/* Headers at rest, and those of the messages that they embed. */
static gboolean scan_header(struct scan *scan)
{
	gboolean is_message;

	do {
		g_autoptr(GString) type = g_string_new(NULL);

		scan->at = scan->rest.at;
		if (!scan_fields(scan, type))
			return FALSE;
		char *colon = strchr(type->str, ':');
		if (!enter(scan, colon ? colon + 1 : "", &is_message))
			return FALSE;
	} while (is_message);
	return TRUE;
}

/* Goes to the next line that begins with "--". */
static gboolean find_dashes(struct scan *scan)
{
	if (slice_starts(scan->rest, "--"))
		return TRUE;
	const char *found = slice_find(scan->rest, "\n--");
	if (found)
		scan->rest = slice_between(found + 1, scan->rest.at + scan->rest.len);
	return found != NULL;
}

/* The bytes of the body that are within the limits. */
static gsize scan_structure(struct scan *scan, struct slice body, const char *type)
{
	gboolean is_message, closed;

	scan->rest = body;
	scan->at = body.at;
	if (!enter(scan, type, &is_message))
		return 0;
	if (is_message && !scan_header(scan))
		return 0;
	while (scan->depth && find_dashes(scan)) {
		struct slice line;

		scan->at = scan->rest.at;
		take_line(&scan->rest, &line);
		if (!take_delimiter(scan, line, &closed) || closed)
			continue;
		if (++scan->parts > MIME_PARTS_MAX) {
			scan->why = DIAG_MIME_TOO_MANY;
			break;
		}
		const char *delimiter = scan->at;
		if (!scan_header(scan)) {
			scan->at = delimiter;
			break;
		}
	}
	return scan->why == DIAG_COUNT ? body.len : (gsize)(scan->at - body.at);
}

/* The value of the header's first Content-Type, unfolded, or "". */
static char *content_type(struct slice header)
{
	GString *type = g_string_new(NULL);
	gboolean within = FALSE;

	for (struct slice line; slice_next_line(&header, &line);) {
		if (header_line(line) != LINE_CONTINUATION) {
			if (type->len)
				break;
			within = field_is(line, "content-type:");
			line = slice_skip(line, strlen("content-type:"));
		}
		if (within)
			g_string_append_len(type, line.at, (gssize)line.len);
	}
	return g_string_free(type, FALSE);
}

/* ---- both ---------------------------------------------------------------------- */

/* The body within the limits; *ret_flat: none of its structure is. */
static struct slice cut_body(struct slice body, struct slice header, const struct origin *origin,
	const struct diag_sink *sink, gboolean *ret_flat)
{
	g_autofree char *type = content_type(header);
	struct scan scan = {.why = DIAG_COUNT, .names = g_string_chunk_new(256)};
	struct slice kept = {body.at, scan_structure(&scan, body, type)};

	g_string_chunk_free(scan.names);
	*ret_flat = scan.why != DIAG_COUNT && !kept.len;
	if (*ret_flat)
		diag_emit(sink, scan.why, origin, body, "the whole body was taken as text");
	else if (scan.why != DIAG_COUNT)
		diag_emit(sink, scan.why, origin, slice_skip(body, kept.len),
			"the message was cut here; %" G_GSIZE_FORMAT " bytes were not read",
			body.len - kept.len);
	return *ret_flat ? body : kept;
}

static gboolean has_header(struct slice rest)
{
	struct slice line;

	while (slice_next_line(&rest, &line)) {
		enum header_line kind = header_line(line);
		if (kind == LINE_FIELD)
			return TRUE;
		if (kind != LINE_BLANK && kind != LINE_JUNK)
			return FALSE;
	}
	return FALSE;
}

/* Blank lines and separators before the header. */
static struct slice skip_lead(struct slice raw)
{
	struct slice line;

	for (struct slice rest = raw; slice_next_line(&rest, &line); raw = rest)
		if (header_line(line) == LINE_FIELD)
			break;
	return raw;
}

struct caps_text caps_apply(
	struct slice raw, const struct origin *origin, const struct diag_sink *sink)
{
	if (!has_header(raw))
		return (struct caps_text){{raw.at, 0}, raw, TRUE, NULL};

	struct slice body = raw = skip_lead(raw);
	g_autoptr(GString) copy = g_string_new(NULL);
	struct header h = {.copy = copy};
	take_header(&h, &body);
	if (h.left_out)
		diag_emit(sink, DIAG_HEADER_TOO_LARGE, origin, SLICE_NULL,
			"%" G_GSIZE_FORMAT " bytes of its fields were left out", h.left_out);

	struct caps_text result = {.text = {raw.at, copy->len}};
	body = cut_body(body, (struct slice){copy->str, copy->len}, origin, sink, &result.flat);
	result.body = body;
	if (h.differs) {
		if (!result.flat)
			g_string_append_len(copy, body.at, (gssize)body.len);
		result.text.len = copy->len;
		result.text.at = result.owned = g_string_free(g_steal_pointer(&copy), FALSE);
	} else if (!result.flat) {
		result.text.len += body.len; /* the header is a prefix of raw */
	}
	return result;
}
