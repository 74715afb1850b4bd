/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/loose.h"

#include "ingest/date.h"
#include "ingest/header.h"
#include "ingest/mime.h"
#include "parse/address.h"
#include "parse/undecoded.h"

#define NAME_MAX_BYTES 255

/* ---- parts ---------------------------------------------------------------------------- */

/* What the marks say of a part. */
struct mark {
	struct slice name; /* absent: it has none */
	struct slice type; /* absent: not told */
	guint64 size;
};

/* The text between "[-- " and " --]"; absent when the line is no mark. */
static struct slice mark_text(struct slice line)
{
	line = slice_trim(line);
	if (!slice_starts(line, "[-- ") || !slice_ends(line, " --]"))
		return SLICE_NULL;
	return (struct slice){line.at + 4, line.len - 8};
}

/* "Type: text/plain, Size: 3497 bytes" */
static gboolean read_type(struct slice text, struct mark *mark)
{
	const char *size;

	if (!slice_starts(text, "Type: ") || !(size = slice_find(text, ", Size: ")))
		return FALSE;
	mark->type = slice_between(text.at + strlen("Type: "), size);
	g_autofree char *digits = slice_dup(slice_skip(text, (gsize)(size - text.at) + 8));
	mark->size = g_ascii_strtoull(digits, NULL, 10);
	return TRUE;
}

/* "Attachment #1.2: ", then a name or the type; FALSE: another line. */
static gboolean read_mark(struct slice line, struct mark *ret_mark)
{
	struct slice text = mark_text(line);
	const char *colon;

	*ret_mark = (struct mark){SLICE_NULL, SLICE_NULL, 0};
	if (!slice_starts(text, "Attachment #") || !(colon = slice_find(text, ": ")))
		return FALSE;
	text = slice_skip(text, (gsize)(colon - text.at) + 2);
	if (!read_type(text, ret_mark))
		ret_mark->name = slice_trim(text);
	return TRUE;
}

static char *name_of(struct slice name)
{
	if (!name.len)
		return NULL;
	name.len = MIN(name.len, NAME_MAX_BYTES);
	return g_utf8_make_valid(name.at, (gssize)name.len);
}

static void set_text(struct mail *mail, struct mail_part *part, struct slice text)
{
	g_autoptr(GString) decoded = undecoded_repair(text, part);
	struct slice as_read = decoded ? (struct slice){decoded->str, decoded->len} : text;
	GString *broken = mime_break_lines(as_read, part);
	gsize len = broken ? broken->len : as_read.len;
	char *bytes = broken ? g_string_free(broken, FALSE)
			     : g_memdup2(len ? as_read.at : "", MAX(len, 1));

	g_ptr_array_add(mail->backing, bytes);
	part->is_text = TRUE;
	part->bytes = (struct slice){bytes, len};
	mime_measure(part, text);
}

/* The blank lines around a part's text are the page's. */
static struct slice without_blank_lines(struct slice text)
{
	struct slice rest = text, line;

	while (slice_next_line(&rest, &line) && !slice_trim(line).len)
		text = rest;
	while (slice_ends(text, "\n\n"))
		text.len--;
	return text;
}

static void add_part(struct mail *mail, const struct mark *mark, struct slice text)
{
	gboolean is_text = !mark->type.len || slice_starts(mark->type, "text/");
	struct mail_part *part = mail_add_part(mail);
	g_autofree char *type = mark->type.len ? slice_dup(mark->type) : g_strdup("text/plain");

	part->type = g_ascii_strdown(type, -1);
	part->name = name_of(mark->name);
	part->attached = part->name != NULL;
	if (is_text || without_blank_lines(text).len) {
		set_text(mail, part, part->name ? without_blank_lines(text) : text);
		return;
	}
	part->bytes = SLICE_LIT("");
	part->size = mark->size; /* and no sha256: it is not here */
}

static void add_parts(struct mail *mail, struct slice text)
{
	struct mark mark = {SLICE_NULL, SLICE_NULL, 0}, next;
	struct slice rest = text, line;
	const char *start = text.at;
	gboolean is_marked = FALSE;

	while (slice_next_line(&rest, &line)) {
		if (is_marked && start == line.at && read_type(mark_text(line), &mark)) {
			start = rest.at; /* the second line of a mark */
		} else if (read_mark(line, &next)) {
			struct slice before = slice_between(start, line.at);
			if (is_marked || slice_trim(before).len)
				add_part(mail, &mark, before);
			mark = next;
			is_marked = TRUE;
			start = rest.at;
		}
	}
	add_part(mail, &mark, slice_between(start, text.at + text.len));
}

/* ---- fields --------------------------------------------------------------------------- */

static char *replaced(const char *text, const char *from, const char *to)
{
	GString *out = g_string_new(text);

	g_string_replace(out, from, to, 0);
	return g_string_free(out, FALSE);
}

/* A pipermail From is "user at example.org (Name)"; an author alone is a name. */
static void read_from(struct mail *mail, struct slice text)
{
	g_autofree char *from = slice_dup(text);

	if (strchr(from, '@') || address_is_hidden(text))
		header_author(from, mail);
	else
		mail->from_name = replaced(from, "\\,", ",");
}

static char *read_id(struct slice text)
{
	g_autofree char *whole = address_put_back(text);
	g_autofree char *raw = whole ? NULL : slice_dup(text);

	return header_id(whole ? whole : raw);
}

/* "2022-09-01 12:29:41" or "2016-06-06  2:27", in UTC; NULL: another form. */
static char *iso_date(const char *text)
{
	guint64 parts[6] = {0};
	const char *at = text;
	guint n = 0;

	while (n < 6 && g_ascii_isdigit(*at)) {
		char *end;
		parts[n++] = g_ascii_strtoull(at, &end, 10);
		at = end + strspn(end, n < 3 ? "-" : n == 3 ? " T" : ":");
	}
	if (n < 5 || parts[0] < 1000)
		return NULL;
	for (guint i = 0; i < 6; i++)
		if (parts[i] > 9999)
			return NULL;
	g_autoptr(GDateTime) date = g_date_time_new_utc((gint)parts[0], (gint)parts[1],
		(gint)parts[2], (gint)parts[3], (gint)parts[4], (gdouble)parts[5]);
	return date ? g_date_time_format(date, "%a, %d %b %Y %H:%M:%S +0000") : NULL;
}

static void read_date(struct mail *mail, struct slice text)
{
	g_autofree char *raw = slice_dup(slice_trim(text));
	g_autofree char *iso = iso_date(raw);
	g_autofree char *plain = iso ? g_strdup(iso) : replaced(raw, " - ", " ");

	mail->date_text = g_steal_pointer(&raw);
	mail->date = date_read(plain, &mail->date_oddity);
}

static void read_fields(struct mail *mail, const struct loose *loose)
{
	mail->subject = loose->subject.at ? slice_dup(slice_trim(loose->subject)) : NULL;
	mail->list = loose->list.at ? slice_dup(slice_trim(loose->list)) : NULL;
	if (loose->from.at)
		read_from(mail, slice_trim(loose->from));
	if (loose->date.at)
		read_date(mail, loose->date);
	mail->message_id = read_id(loose->message_id);
	mail->in_reply_to = read_id(loose->in_reply_to);
}

struct mail *loose_mail(const struct loose *loose, const struct origin *origin, const char *thread,
	const struct diag_sink *sink)
{
	struct mail *mail = mail_new(origin);

	mail->raw_size = loose->text.len;
	mail->backing = g_ptr_array_new_with_free_func(g_free);
	mail->free_backing = (GDestroyNotify)g_ptr_array_unref;
	read_fields(mail, loose);
	add_parts(mail, loose->text);
	mime_settle(mail, loose->text, sink);
	if (mail->in_reply_to || thread)
		g_ptr_array_add(
			mail->references, g_strdup(mail->in_reply_to ? mail->in_reply_to : thread));
	return mail;
}
