/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/header.h"

#include "base/slice.h"
#include "ingest/charset.h"
#include "ingest/date.h"
#include "parse/address.h"
#include "parse/mail.h"
#include "parse/thread_ids.h"

#include <gmime/gmime.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(InternetAddressList, g_object_unref)

/* RFC 5322 2.2.3: the line end goes, the white space stays. */
static void unfold(char *text)
{
	char *to = text;
	gboolean folded = FALSE;

	for (const char *at = text; *at; at++) {
		if (*at == '\n' || (*at == '\r' && at[1] == '\n')) {
			folded = TRUE;
			continue;
		}
		*to++ = folded && *at == '\t' ? ' ' : *at;
		folded = FALSE;
	}
	*to = '\0';
}

/* Repaired to UTF-8, unfolded, ends trimmed, encoded words still encoded. */
static char *clean(const char *raw)
{
	g_autofree char *text = charset_string(raw);

	unfold(text);
	return slice_dup(slice_trim(slice_of(text)));
}

char *header_text(const char *raw)
{
	if (!raw)
		return NULL;

	g_autofree char *text = clean(raw);
	g_autofree char *decoded = g_mime_utils_header_decode_text(NULL, text);
	return g_utf8_make_valid(decoded, -1);
}

/* An id without the white space that folding or hands put into it; NULL: not one. */
static char *tidy_id(struct slice id)
{
	GString *out = g_string_sized_new(id.len + 1);

	for (gsize i = 0; i < id.len; i++)
		if (!strchr(" \t\r\n", id.at[i]))
			g_string_append_c(out, id.at[i]);
	char *unmasked = address_unmask_id((struct slice){out->str, out->len});
	if (!unmasked && out->len && out->len <= THREAD_ID_MAX)
		return g_string_free(out, FALSE);
	g_string_free(out, TRUE);
	return unmasked;
}

void header_ids(const char *raw, GPtrArray *ids)
{
	if (!raw)
		return;

	g_autofree char *text = charset_string(raw);
	struct slice rest = slice_of(text), id;
	while (thread_next_bracketed(&rest, &id)) {
		char *tidy = tidy_id(id);
		if (tidy)
			g_ptr_array_add(ids, tidy);
	}
}

char *header_id(const char *raw)
{
	if (!raw)
		return NULL;

	g_autofree char *text = charset_string(raw);
	struct slice rest = slice_of(text), id;
	while (thread_next_bracketed(&rest, &id)) {
		char *tidy = tidy_id(id);
		if (tidy)
			return tidy;
	}

	/* Without brackets one word is an id; a sentence ("Your message of ...") is none. */
	struct slice word = slice_trim(slice_of(text));
	for (gsize i = 0; i < word.len; i++)
		if (strchr(" \t\r\n<>", word.at[i]))
			return NULL;
	return tidy_id(word);
}

/* Groups hold mailboxes; the first one counts. */
static InternetAddressMailbox *first_mailbox(InternetAddressList *list)
{
	for (int i = 0; list && i < internet_address_list_length(list); i++) {
		InternetAddress *address = internet_address_list_get_address(list, i);

		if (INTERNET_ADDRESS_IS_MAILBOX(address))
			return INTERNET_ADDRESS_MAILBOX(address);
		if (!INTERNET_ADDRESS_IS_GROUP(address))
			continue;
		InternetAddressMailbox *member = first_mailbox(
			internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address)));
		if (member)
			return member;
	}
	return NULL;
}

static char *valid(const char *text)
{
	return text ? g_utf8_make_valid(text, -1) : g_strdup("");
}

/*
 * "Name [x] <a@b>": special characters stand unquoted in real names, and GMime reads no
 * mailbox then, or a wrong one.  The brackets tell all the same.
 */
static gboolean bracketed_mailbox(const char *text, char **ret_name, char **ret_address)
{
	struct slice rest = slice_of(text), address;

	if (!thread_next_bracketed(&rest, &address) || !memchr(address.at, '@', address.len))
		return FALSE;

	g_autofree char *name = g_strndup(text, (gsize)(address.at - 1 - text));
	g_autofree char *tidy = tidy_id(address);
	if (!tidy)
		return FALSE;
	*ret_name = header_text(name);
	*ret_address = g_ascii_strdown(tidy, -1);
	return TRUE;
}

/* Text that is no mailbox; of "Name <[email protected]>" the name. */
static char *name_alone(const char *text)
{
	const char *open = strchr(text, '<');
	g_autofree char *name = open && address_is_masked(slice_of(open))
					? slice_dup(slice_trim(slice_between(text, open)))
					: g_strdup(text);

	return header_text(name);
}

static void read_mailbox(const char *text, char **ret_name, char **ret_address)
{
	g_autoptr(InternetAddressList) list = internet_address_list_parse(NULL, text);
	InternetAddressMailbox *mailbox = first_mailbox(list);
	g_autofree char *address =
		mailbox ? valid(internet_address_mailbox_get_addr(mailbox)) : NULL;

	if ((!address || !strchr(address, '@')) && bracketed_mailbox(text, ret_name, ret_address))
		return;
	if (!mailbox) {
		*ret_name = name_alone(text);
		return;
	}
	*ret_name = valid(internet_address_get_name(INTERNET_ADDRESS(mailbox)));
	if (*address)
		*ret_address = g_ascii_strdown(address, -1);
}

void header_author(const char *raw, struct mail *mail)
{
	if (!raw)
		return;

	g_autofree char *text = clean(raw);
	g_autofree char *whole = address_put_back(slice_of(text));

	mail->from_hidden = whole || address_is_masked(slice_of(text));
	read_mailbox(whole ? whole : text, &mail->from_name, &mail->from_address);
}

static void add_recipients(InternetAddressList *list, struct mail *mail)
{
	for (int i = 0; list && i < internet_address_list_length(list); i++) {
		InternetAddress *one = internet_address_list_get_address(list, i);

		if (INTERNET_ADDRESS_IS_GROUP(one)) {
			add_recipients(
				internet_address_group_get_members(INTERNET_ADDRESS_GROUP(one)),
				mail);
			continue;
		}

		g_autofree char *name = valid(internet_address_get_name(one));
		g_autofree char *address =
			valid(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one)));
		if (strchr(address, '@'))
			mail_add_recipient(mail, name, address);
	}
}

void header_recipients(const char *raw, struct mail *mail)
{
	if (!raw)
		return;

	g_autofree char *text = clean(raw);
	g_autoptr(InternetAddressList) list = internet_address_list_parse(NULL, text);
	add_recipients(list, mail);
}

gint64 header_received(const char *raw)
{
	g_autofree char *text = raw ? clean(raw) : NULL;
	const char *date = text ? strrchr(text, ';') : NULL;
	enum date_oddity oddity;

	return date ? date_read(date + 1, &oddity) : DATE_UNKNOWN;
}

char *header_list_id(const char *raw)
{
	if (!raw)
		return NULL;

	g_autofree char *text = clean(raw);
	struct slice rest = slice_of(text), id;
	g_autofree char *tidy = tidy_id(thread_next_bracketed(&rest, &id) ? id : rest);
	return tidy ? g_ascii_strdown(tidy, -1) : NULL;
}
