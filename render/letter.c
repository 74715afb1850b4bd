/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/letter.h"

#include <gio/gio.h>
#include <gmime/gmime.h>
#include <string.h>

#define PLAIN_COLUMNS 78

/* ---- addresses ------------------------------------------------------------------------ */

G_GNUC_PRINTF(2, 3)
static gboolean refuse(GError **error, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *why = g_strdup_vprintf(format, ap);
	va_end(ap);

	g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, why);
	return FALSE;
}

/* "user@host" of plain characters; what else RFC 5322 allows nobody has. */
static gboolean is_plain_address(const char *address)
{
	const char *at = address ? strchr(address, '@') : NULL;

	if (!at || at == address || !at[1] || strchr(at + 1, '@'))
		return FALSE;
	for (const char *c = address; c < at; c++)
		if (!g_ascii_isalnum(*c) && !strchr("!#$%&'*+-/=?^_`{|}~.", *c))
			return FALSE;
	for (const char *c = at + 1; *c; c++)
		if (!g_ascii_isalnum(*c) && !strchr("-.", *c))
			return FALSE;
	return address[0] != '.' && at[-1] != '.' && !strstr(address, "..") && at[1] != '.' &&
	       at[1] != '-' && !g_str_has_suffix(at, ".");
}

static gboolean has_control(const char *text)
{
	for (; *text; text++)
		if (g_ascii_iscntrl(*text))
			return TRUE;
	return FALSE;
}

/* Outside of quotes; GMime takes "a@b@c" for a@b. */
static int count_signs(const char *text)
{
	gboolean quoted = FALSE;
	int n = 0;

	for (; *text; text++) {
		quoted ^= *text == '"';
		n += !quoted && *text == '@';
		text += *text == '\\' && text[1];
	}
	return n;
}

static gboolean check_each(InternetAddressList *list, GError **error)
{
	for (int i = 0; i < internet_address_list_length(list); i++) {
		InternetAddress *one = internet_address_list_get_address(list, i);

		if (!INTERNET_ADDRESS_IS_MAILBOX(one))
			return refuse(error, "'%s' is a group, not an address",
				internet_address_get_name(one));
		const char *address =
			internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one));
		if (!is_plain_address(address))
			return refuse(error, "'%s' is no address", address ? address : "");
	}
	return TRUE;
}

static gboolean check_list(
	InternetAddressList *list, const char *text, gboolean single, GError **error)
{
	int n = list ? internet_address_list_length(list) : 0;

	if (!n || count_signs(text) != n)
		return refuse(error, "'%s' is no address", text);
	if (single && n > 1)
		return refuse(error, "'%s' is more than one address", text);
	if (n > LETTER_ADDRESSES_MAX)
		return refuse(error, "these are too many addresses");
	return check_each(list, error);
}

gboolean letter_check_addresses(const char *text, gboolean single, GError **error)
{
	if (strlen(text) > LETTER_ADDRESSES_BYTES)
		return refuse(error, "these are too many addresses");
	if (!g_utf8_validate(text, -1, NULL) || has_control(text))
		return refuse(error, "an address is one line of UTF-8");

	InternetAddressList *list = internet_address_list_parse(NULL, text);
	gboolean sound = check_list(list, text, single, error);
	g_clear_object(&list);
	return sound;
}

char *letter_host(const char *address)
{
	InternetAddressList *list = internet_address_list_parse(NULL, address);
	InternetAddress *one = internet_address_list_get_address(list, 0);
	const char *plain = internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one));
	char *host = g_ascii_strdown(strchr(plain, '@') + 1, -1);

	g_object_unref(list);
	return host;
}

static void add_addresses(InternetAddressList *to, const char *text)
{
	InternetAddressList *list = text ? internet_address_list_parse(NULL, text) : NULL;

	if (list)
		internet_address_list_append(to, list);
	g_clear_object(&list);
}

/* ---- parts ---------------------------------------------------------------------------- */

/* Whether mail programs on the way let it alone as it is. */
static gboolean is_plain(const char *text)
{
	gsize columns = 0;

	if (g_str_has_prefix(text, "From ") || strstr(text, "\nFrom ") || text[0] == '.' ||
		strstr(text, "\n."))
		return FALSE;
	for (; *text; text++) {
		columns = *text == '\n' ? 0 : columns + 1;
		if (columns > PLAIN_COLUMNS || (guchar)*text > 0x7e || *text == '\r')
			return FALSE;
	}
	return TRUE;
}

/* A lone dot ends a mail for sendmail. */
static void armor_dots(GString *text)
{
	for (gsize at = 0; at < text->len; at++)
		if (text->str[at] == '.' && (!at || text->str[at - 1] == '\n') &&
			(text->str[at + 1] == '\n' || !text->str[at + 1])) {
			g_string_erase(text, (gssize)at, 1);
			g_string_insert(text, (gssize)at, "=2E");
		}
}

/* Lines behind a soft break count, too. */
static GString *armored(const char *text)
{
	GMimeStream *memory = g_mime_stream_mem_new(), *out = g_mime_stream_filter_new(memory);
	GMimeFilter *encode = g_mime_filter_basic_new(GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, TRUE);
	GMimeFilter *armor = g_mime_filter_from_new(GMIME_FILTER_FROM_MODE_ARMOR);
	GString *encoded;

	g_mime_stream_filter_add(GMIME_STREAM_FILTER(out), encode);
	g_mime_stream_filter_add(GMIME_STREAM_FILTER(out), armor);
	g_mime_stream_write(out, text, strlen(text));
	g_mime_stream_flush(out);

	GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory));
	encoded = g_string_new_len((const char *)bytes->data, bytes->len);
	armor_dots(encoded);
	g_object_unref(armor);
	g_object_unref(encode);
	g_object_unref(out);
	g_object_unref(memory);
	return encoded;
}

static GMimePart *part_new(const char *subtype, const char *text)
{
	gboolean plain = is_plain(text);
	GMimeContentEncoding encoding =
		plain ? GMIME_CONTENT_ENCODING_7BIT : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;
	GString *bytes = plain ? g_string_new(text) : armored(text);
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes->str, bytes->len);
	GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(stream, encoding);
	GMimePart *part = g_mime_part_new_with_type("text", subtype);

	g_mime_object_set_content_type_parameter(GMIME_OBJECT(part), "charset", "utf-8");
	g_mime_part_set_content(part, content);
	g_mime_part_set_content_encoding(part, encoding);
	g_object_unref(content);
	g_object_unref(stream);
	g_string_free(bytes, TRUE);
	return part;
}

/* No line of the parts can be this: '=' has two digits or nothing behind it. */
static char *boundary_of(const char *message_id)
{
	g_autofree char *digits = g_compute_checksum_for_string(G_CHECKSUM_SHA256, message_id, -1);

	return g_strdup_printf("=_%.32s", digits);
}

static GMimeMultipart *body_new(const struct letter *letter)
{
	GMimeMultipart *body = g_mime_multipart_new_with_subtype("alternative");
	GMimePart *text = part_new("plain", letter->text), *page = part_new("html", letter->page);
	g_autofree char *boundary = boundary_of(letter->message_id);

	g_mime_object_set_content_type_parameter(GMIME_OBJECT(text), "format", "fixed");
	g_mime_multipart_set_boundary(body, boundary);
	g_mime_multipart_add(body, GMIME_OBJECT(text));
	g_mime_multipart_add(body, GMIME_OBJECT(page));
	g_object_unref(text);
	g_object_unref(page);
	return body;
}

/* ---- the whole ------------------------------------------------------------------------ */

static void set_ids(GMimeMessage *message, const struct letter *letter)
{
	g_mime_message_set_message_id(message, letter->message_id);
	if (!letter->answers)
		return;

	g_autofree char *answers = g_strdup_printf("<%s>", letter->answers);
	g_mime_object_set_header(GMIME_OBJECT(message), "In-Reply-To", answers, NULL);
	g_mime_object_set_header(GMIME_OBJECT(message), "References", answers, NULL);
}

/* GMime lets what looks like an encoded word stand as it is, and readers would decode it. */
static void set_subject(GMimeMessage *message, const char *subject)
{
	GString *safe = g_string_new(subject);

	g_string_replace(safe, "=?", "= ?", 0);
	g_mime_message_set_subject(message, safe->str, "utf-8");
	g_string_free(safe, TRUE);
}

static void set_date(GMimeMessage *message, gint64 seconds)
{
	g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(seconds);

	if (date)
		g_mime_message_set_date(message, date);
}

GString *letter_write(const struct letter *letter)
{
	const struct envelope *envelope = letter->envelope;
	GMimeMessage *message = g_mime_message_new(FALSE);
	GMimeMultipart *body = body_new(letter);
	GMimeFormatOptions *format = g_mime_format_options_new();

	add_addresses(g_mime_message_get_from(message), envelope->from);
	add_addresses(g_mime_message_get_to(message), envelope->to);
	add_addresses(g_mime_message_get_cc(message), envelope->cc);
	set_subject(message, letter->subject);
	set_date(message, letter->date);
	set_ids(message, letter);
	/* RFC 3834: nobody who is away shall answer. */
	g_mime_object_set_header(GMIME_OBJECT(message), "Auto-Submitted", "auto-generated", NULL);
	g_mime_message_set_mime_part(message, GMIME_OBJECT(body));

	char *bytes = g_mime_object_to_string(GMIME_OBJECT(message), format);
	GString *out = g_string_new(bytes);

	g_free(bytes);
	g_mime_format_options_free(format);
	g_object_unref(body);
	g_object_unref(message);
	return out;
}
