/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/mime.h"

#include "ingest/charset.h"
#include "ingest/date.h"
#include "ingest/encoding.h"
#include "ingest/flowed.h"
#include "ingest/header.h"
#include "ingest/unpack.h"
#include "ingest/caps.h"
#include "parse/collapsed.h"
#include "parse/records.h"
#include "parse/undecoded.h"

#include <gmime/gmime.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeMessage, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeParser, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeStream, g_object_unref)

#define SYNTHETIC_DIGITS 16

struct reader {
	struct mail *mail;
	const struct diag_sink *sink;
	GPtrArray *buffers; /* that the parts' bytes lie in: the mail's backing */
	struct slice body;  /* of the message, undecoded */
	gsize log_bytes;    /* unpacked so far */
};

void mime_init(void)
{
	g_mime_init();
}

/* ---- parts -------------------------------------------------------------------- */

static void complain(struct reader *r, const struct mail_part *part, enum diag_id id,
	struct slice excerpt, const char *detail)
{
	struct origin origin = origin_at(&r->mail->origin, part->number, 0);

	diag_emit(r->sink, id, &origin, excerpt, "%s", detail);
}

static struct slice from_first_8bit(struct slice s)
{
	gsize i = 0;

	while (i < s.len && (guchar)s.at[i] < 0x80)
		i++;
	return slice_skip(s, i);
}

static void complain_of_charset(struct reader *r, const struct mail_part *part, struct slice bytes,
	const char *label, const char *as)
{
	g_autofree char *shown = label ? charset_string(label) : NULL;
	g_autofree char *detail = shown ? g_strdup_printf("labelled %s, read as %s", shown, as)
					: g_strdup_printf("no label, read as %s", as);

	complain(r, part, DIAG_BAD_CHARSET, from_first_8bit(bytes), detail);
}

/*
 * CRLF to LF, and CR where there is no LF at all, in place: lines count the same however a
 * mail travelled.
 */
static gsize drop_cr(char *text, gsize len)
{
	char *to = memchr(text, '\r', len);

	if (!to)
		return len;
	if (!memchr(text, '\n', len)) {
		for (char *at = to; at < text + len; at++)
			if (*at == '\r')
				*at = '\n';
		return len;
	}
	for (const char *at = to, *end = text + len; at < end; at++)
		if (*at != '\r' || at + 1 == end || at[1] != '\n')
			*to++ = *at;
	return (gsize)(to - text);
}

/* Compressed files travel under text types too. */
static gboolean is_compressed(struct slice bytes)
{
	return slice_starts(bytes, "\x1f\x8b") ||
	       slice_starts(bytes, "\xfd"
				   "7zXZ") ||
	       slice_starts(bytes, "\x28\xb5\x2f\xfd") || slice_starts(bytes, "BZh9");
}

/* Well-formed UTF-8 without controls that no text has: text, whatever its type says. */
static gboolean is_plainly_text(struct slice bytes)
{
	for (gsize i = 0; i < bytes.len; i++) {
		guchar c = (guchar)bytes.at[i];
		if ((c < 0x20 && !strchr("\t\n\r\f\b\033", c)) || !c)
			return FALSE;
	}
	return bytes.len && g_utf8_validate_len(bytes.at, bytes.len, NULL);
}

/* The repaired text in place of the other; NULL: there is nothing to repair. */
static char *put_in_place(char *bytes, gsize *len, GString *repaired)
{
	if (!repaired)
		return bytes;
	g_free(bytes);
	*len = repaired->len;
	return g_string_free(repaired, FALSE);
}

/* Takes `bytes` over and makes it the part's text. */
static void set_text(struct reader *r, struct mail_part *part, char *bytes, gsize len,
	const char *label, gboolean del_sp)
{
	struct charset_text read = charset_read((struct slice){bytes, len}, label);

	if (!read.fits)
		complain_of_charset(r, part, (struct slice){bytes, len}, label, read.as);
	if (read.owned) {
		g_free(bytes);
		bytes = read.owned;
		len = read.text.len;
	}
	len = drop_cr(bytes, len);
	bytes = put_in_place(bytes, &len, undecoded_repair((struct slice){bytes, len}, part));
	if (part->flowed)
		len = flowed_undo(bytes, len, del_sp);
	bytes = put_in_place(bytes, &len, mime_break_lines((struct slice){bytes, len}, part));
	g_ptr_array_add(r->buffers, bytes);
	part->bytes = (struct slice){bytes, len};
}

GString *mime_break_lines(struct slice text, struct mail_part *part)
{
	GString *broken = collapsed_repair(text);

	if (broken) /* other lines than those that were mended before */
		part->repairs = REPAIR_BLANKS | mail_part_repairs(part);
	return broken;
}

/* By nettle, which has the processor's own instructions for it: GLib's takes ten times as long. */
void mime_measure(struct mail_part *part, struct slice bytes)
{
	struct sha256_ctx sum;
	guint8 digest[SHA256_DIGEST_SIZE];

	sha256_init(&sum);
	sha256_update(&sum, bytes.len, (const guint8 *)bytes.at);
	sha256_digest(&sum, sizeof digest, digest);
	base16_encode_update(part->sha256, sizeof digest, digest);
	part->sha256[BASE16_ENCODE_LENGTH(sizeof digest)] = '\0';
	part->size = bytes.len;
}

/* A text part of text that no MIME part holds. */
static void add_loose_text(struct reader *r, struct slice text)
{
	struct mail_part *part = mail_add_part(r->mail);

	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	mime_measure(part, text);
	set_text(r, part, g_memdup2(text.len ? text.at : "", MAX(text.len, 1)), text.len, NULL,
		FALSE);
}

static void describe(struct mail_part *part, GMimePart *mime)
{
	GMimeObject *object = GMIME_OBJECT(mime);
	GMimeContentType *type = g_mime_object_get_content_type(object);
	g_autofree char *name = g_mime_content_type_get_mime_type(type);
	const char *file = g_mime_part_get_filename(mime);
	const char *disposition = g_mime_object_get_disposition(object);
	const char *format = g_mime_content_type_get_parameter(type, "format");
	g_autofree char *valid_name = g_utf8_make_valid(name, -1);

	part->type = g_ascii_strdown(valid_name, -1);
	part->name = file && *file ? g_utf8_make_valid(file, -1) : NULL;
	part->attached =
		part->name || (disposition && !g_ascii_strcasecmp(disposition, "attachment"));
	part->flowed = format && !g_ascii_strcasecmp(format, "flowed") &&
		       !strcmp(part->type, "text/plain");
}

/* The part's bytes as they lie in the message. */
static struct slice raw_content(GMimePart *mime)
{
	GMimeDataWrapper *wrapper = g_mime_part_get_content(mime);
	GMimeStream *stream = wrapper ? g_mime_data_wrapper_get_stream(wrapper) : NULL;

	if (!GMIME_IS_STREAM_MEM(stream))
		return SLICE_LIT("");
	const GByteArray *buffer = GMIME_STREAM_MEM(stream)->buffer;
	gint64 end = stream->bound_end < 0 ? (gint64)buffer->len : stream->bound_end;
	if (stream->bound_start < 0 || stream->bound_start > end || end > (gint64)buffer->len)
		return SLICE_LIT("");
	return (struct slice){(const char *)buffer->data + stream->bound_start,
		(gsize)(end - stream->bound_start)};
}

static GMimeContentEncoding encoding_of(
	struct reader *r, const struct mail_part *part, GMimePart *mime)
{
	const char *name =
		g_mime_object_get_header(GMIME_OBJECT(mime), "Content-Transfer-Encoding");
	GMimeContentEncoding encoding = g_mime_part_get_content_encoding(mime);

	if (name && *name && encoding == GMIME_CONTENT_ENCODING_DEFAULT)
		complain(r, part, DIAG_BAD_ENCODING, slice_of(name),
			"the transfer encoding is not known; the bytes were taken as they are");
	return encoding;
}

/* Text behind base64 is the part's last text: mailing lists append their footer so. */
static void join_tail(struct decoded *d)
{
	gboolean ended = !d->len || d->bytes[d->len - 1] == '\n';
	GString *joined = g_string_new_len(d->bytes, (gssize)d->len);

	if (!ended)
		g_string_append_c(joined, '\n');
	g_string_append_len(joined, d->tail.at, (gssize)d->tail.len);
	g_free(d->bytes);
	d->len = joined->len;
	d->bytes = g_string_free(joined, FALSE);
}

static gboolean is_log(const struct mail_part *part)
{
	return part->name &&
	       (g_str_has_prefix(part->name, "dmesg") || g_str_has_prefix(part->name, "kmsg"));
}

/* A kernel log is looked into, so its text is wanted. */
static void unpack_log(struct reader *r, struct mail_part *part)
{
	struct unpacked log = unpack(part->bytes, MIME_LOG_BYTES_MAX - r->log_bytes);

	if (!log.bytes)
		return;
	if (log.damage)
		complain(r, part, DIAG_LOG_UNREADABLE, SLICE_NULL, log.damage);
	r->log_bytes += log.len;
	part->unpacked = slice_of(g_utf8_make_valid(log.bytes, (gssize)log.len));
	g_ptr_array_add(r->buffers, (char *)part->unpacked.at);
	g_free(log.bytes);
}

static void add_part(struct reader *r, GMimePart *mime)
{
	struct mail_part *part = mail_add_part(r->mail);
	struct slice raw = raw_content(mime);

	describe(part, mime);
	if (raw.len > MIME_PART_BYTES_MAX) {
		complain(r, part, DIAG_PART_TOO_LARGE, SLICE_NULL, "its end was left out");
		raw.len = MIME_PART_BYTES_MAX;
	}
	struct decoded d = encoding_undo(raw, encoding_of(r, part, mime));
	gboolean is_text_type = g_str_has_prefix(part->type, "text/");
	if (d.damage)
		complain(r, part, DIAG_BAD_ENCODING, d.tail, d.damage);
	if (d.tail.len && is_text_type)
		join_tail(&d);

	struct slice bytes = {d.bytes ? d.bytes : "", d.len};
	mime_measure(part, bytes);
	part->is_text = is_text_type ? !is_compressed(bytes) : is_plainly_text(bytes);
	if (part->is_text && d.bytes) {
		const char *del_sp =
			g_mime_object_get_content_type_parameter(GMIME_OBJECT(mime), "delsp");
		set_text(r, part, d.bytes, d.len,
			g_mime_object_get_content_type_parameter(GMIME_OBJECT(mime), "charset"),
			del_sp && !g_ascii_strcasecmp(del_sp, "yes"));
		return;
	}
	g_ptr_array_add(r->buffers, d.bytes);
	part->bytes = bytes;
	if (is_log(part))
		unpack_log(r, part);
}

/* ---- structure ------------------------------------------------------------------ */

static void walk(struct reader *r, GMimeObject *object, guint depth);

/* Without a part found: its text all the same. */
static void add_undivided(struct reader *r, GMimeMultipart *multipart, guint depth)
{
	const char *prologue = g_mime_multipart_get_prologue(multipart);

	diag_emit(r->sink, DIAG_MIME_BROKEN, &r->mail->origin, SLICE_NULL,
		"a multipart without parts was taken as text");
	add_loose_text(r, depth ? slice_of(prologue ? prologue : "") : r->body);
}

static void walk_multipart(struct reader *r, GMimeMultipart *multipart, guint depth)
{
	int count = g_mime_multipart_get_count(multipart);

	if (!count)
		add_undivided(r, multipart, depth);
	for (int i = 0; i < count; i++)
		walk(r, g_mime_multipart_get_part(multipart, i), depth + 1);
}

/* A forwarded message is no part of its own: its parts are, decoded. */
static void walk_message(struct reader *r, GMimeMessagePart *holder, guint depth)
{
	GMimeMessage *message = g_mime_message_part_get_message(holder);
	GMimeObject *part = message ? g_mime_message_get_mime_part(message) : NULL;

	if (part)
		walk(r, part, depth + 1);
	else
		diag_emit(r->sink, DIAG_MIME_BROKEN, &r->mail->origin, SLICE_NULL,
			"an embedded message cannot be read");
}

static void walk(struct reader *r, GMimeObject *object, guint depth)
{
	/* caps_apply() saw to that; this is for where it and GMime see things differently. */
	if (depth > 2 * MIME_DEPTH_MAX || r->mail->parts->len >= MIME_PARTS_MAX)
		diag_emit(r->sink, DIAG_MIME_TOO_MANY, &r->mail->origin, SLICE_NULL,
			"a part was left out");
	else if (GMIME_IS_MULTIPART(object))
		walk_multipart(r, GMIME_MULTIPART(object), depth);
	else if (GMIME_IS_MESSAGE_PART(object))
		walk_message(r, GMIME_MESSAGE_PART(object), depth);
	else if (GMIME_IS_PART(object))
		add_part(r, GMIME_PART(object));
}

/* ---- header ---------------------------------------------------------------------- */

static const char *field(GMimeHeaderList *list, const char *name)
{
	GMimeHeader *header = g_mime_header_list_get_header(list, name);

	return header ? g_mime_header_get_raw_value(header) : NULL;
}

static void read_header(struct mail *mail, GMimeMessage *message)
{
	GMimeHeaderList *list = g_mime_object_get_header_list(GMIME_OBJECT(message));

	mail->message_id = header_id(field(list, "Message-ID"));
	mail->date_text = header_text(field(list, "Date"));
	mail->date = date_read(mail->date_text, &mail->date_oddity);
	mail->received = header_received(field(list, "Received"));
	header_author(field(list, "From"), mail);
	header_recipients(field(list, "To"), mail);
	header_recipients(field(list, "Cc"), mail);
	mail->subject = header_text(field(list, "Subject"));
	mail->list = header_list_id(field(list, "List-Id"));
	mail->in_reply_to = header_id(field(list, "In-Reply-To"));
	header_ids(field(list, "References"), mail->references);
}

static void complain_of_date(const struct mail *mail, const struct diag_sink *sink)
{
	static const char *const details[] = {
		[DATE_MISSING] = "there is none",
		[DATE_UNREADABLE] = "it holds no date",
		[DATE_BAD_ZONE] = "no zone is so far from UTC; read as UTC",
		[DATE_IMPLAUSIBLE] = "before 1990 or after 2100; not used",
	};

	if (mail->date_oddity != DATE_SOUND)
		diag_emit(sink, DIAG_BAD_DATE, &mail->origin, slice_of(mail->date_text), "%s",
			details[mail->date_oddity]);
}

/* From the repaired text, so that every copy of the mail gets the same. */
static void make_id(struct mail *mail, struct slice raw, const struct diag_sink *sink)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	gsize len = 0;

	for (guint i = 0; i < mail->parts->len; i++) {
		const struct mail_part *part = g_ptr_array_index(mail->parts, i);
		if (!part->is_text || !part->bytes.len)
			continue;
		g_checksum_update(sum, (const guchar *)part->bytes.at, (gssize)part->bytes.len);
		len += part->bytes.len;
	}
	if (!len) /* mails without text are not all one */
		g_checksum_update(sum, (const guchar *)raw.at, (gssize)raw.len);
	mail->message_id =
		g_strdup_printf("sha256:%.*s", SYNTHETIC_DIGITS, g_checksum_get_string(sum));
	mail->synthetic_id = TRUE;
	diag_emit(sink, DIAG_MESSAGE_ID_MISSING, &mail->origin, SLICE_NULL, "it was named %s",
		mail->message_id);
}

void mime_settle(struct mail *mail, struct slice raw, const struct diag_sink *sink)
{
	complain_of_date(mail, sink);
	if (!mail->message_id)
		make_id(mail, raw, sink);
}

/* ---- the whole ------------------------------------------------------------------- */

/* NULL when GMime finds no message.  The bytes are not copied and must outlive it. */
static GMimeMessage *construct(GByteArray *bytes)
{
	g_autoptr(GMimeStream) stream = g_mime_stream_mem_new_with_byte_array(bytes);
	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
	g_autoptr(GMimeParser) parser = g_mime_parser_new_with_stream(stream);

	g_mime_parser_set_persist_stream(parser, TRUE);
	return g_mime_parser_construct_message(parser, NULL);
}

static void read_message(struct reader *r, const struct caps_text *capped)
{
	GByteArray *bytes = g_byte_array_new_take((guint8 *)capped->text.at, capped->text.len);
	{
		g_autoptr(GMimeMessage) message = bytes->len ? construct(bytes) : NULL;
		GMimeObject *part = message ? g_mime_message_get_mime_part(message) : NULL;

		if (message)
			read_header(r->mail, message);
		if (part && !capped->flat)
			walk(r, part, 0);
	}
	g_byte_array_steal(bytes, NULL);
	g_byte_array_unref(bytes);
}

struct mail *mime_read(struct slice raw, const struct origin *origin, const struct diag_sink *sink)
{
	struct mail *mail = mail_new(origin);
	struct caps_text capped = caps_apply(raw, &mail->origin, sink);
	struct reader r = {mail, sink, g_ptr_array_new_with_free_func(g_free), capped.body};

	mail->raw_size = raw.len;
	mail->backing = r.buffers;
	mail->free_backing = (GDestroyNotify)g_ptr_array_unref;
	read_message(&r, &capped);
	if (!mail->parts->len && capped.body.len) {
		if (!capped.flat)
			diag_emit(sink, DIAG_MIME_BROKEN, &mail->origin, SLICE_NULL,
				"no part was found; the body was taken as text");
		add_loose_text(&r, capped.body);
	}
	mime_settle(mail, raw, sink);
	g_free(capped.owned);
	return mail;
}
