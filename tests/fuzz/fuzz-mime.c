/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One message of any bytes: always a mail with an id, parts numbered from 1 and within
 * limits, text parts well-formed UTF-8.
 */
#include "ingest/mime.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static volatile unsigned sum;

static void touch_diag(const struct diag *d, void *data)
{
	(void)data;
	g_assert_true(d->detail && d->origin.path);
	for (gsize i = 0; i < d->excerpt.len; i++)
		sum += (unsigned char)d->excerpt.at[i];
}

/* NUL is a character here, not so for GLib. */
static gboolean is_utf8(struct slice text)
{
	const char *at = text.at, *end = at + text.len;

	while (!g_utf8_validate_len(at, (gsize)(end - at), &at) && at < end && !*at)
		at++;
	return at == end;
}

static void check_string(const char *text)
{
	g_assert_true(!text || g_utf8_validate(text, -1, NULL));
}

static void check_part(const struct mail_part *part, guint number)
{
	g_assert_true(part->number == number && part->type && part->bytes.at);
	g_assert_true(strlen(part->sha256) == 64);
	g_assert_true(part->is_text || part->bytes.len == part->size);
	check_string(part->type);
	check_string(part->name);
	if (part->is_text)
		g_assert_true(is_utf8(part->bytes));
	for (gsize i = 0; i < part->bytes.len; i++)
		sum += (unsigned char)part->bytes.at[i];
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static gboolean ready;
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct diag_sink sink = {touch_diag, NULL};

	if (!ready)
		mime_init();
	ready = TRUE;
	struct mail *mail = mime_read((struct slice){(const char *)data, size}, &origin, &sink);
	g_assert_true(mail->message_id && *mail->message_id && mail->raw_size == size);
	g_assert_true(mail->parts->len <= MIME_PARTS_MAX);
	check_string(mail->message_id);
	check_string(mail->date_text);
	check_string(mail->from_name);
	check_string(mail->from_address);
	check_string(mail->subject);
	check_string(mail->list);
	check_string(mail->in_reply_to);
	for (guint i = 0; i < mail->references->len; i++)
		check_string(g_ptr_array_index(mail->references, i));
	for (guint i = 0; i < mail->parts->len; i++)
		check_part(g_ptr_array_index(mail->parts, i), i + 1);
	mail_free(mail);
	return 0;
}
