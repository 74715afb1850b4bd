/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/copy.h"

#include <nettle/sha2.h>

static void add_number(struct sha256_ctx *sum, gint64 number)
{
	gint64 bytes = GINT64_TO_BE(number); /* the same on every machine */

	sha256_update(sum, sizeof(bytes), (const guint8 *)&bytes);
}

/* Length first, so that no two sequences of fields hash alike; -1 is absent. */
static void add(struct sha256_ctx *sum, struct slice s)
{
	add_number(sum, slice_is_null(s) ? -1 : (gint64)s.len);
	if (s.len)
		sha256_update(sum, s.len, (const guint8 *)s.at);
}

static void add_text(struct sha256_ctx *sum, const char *text)
{
	add(sum, slice_of(text));
}

static void add_header(struct sha256_ctx *sum, const struct mail *mail)
{
	add_number(sum, mail->date);
	add_number(sum, mail->date_oddity);
	add_number(sum, mail->received);
	add_number(sum, (gint64)mail->raw_size);
	add_text(sum, mail->date_text);
	add_text(sum, mail->from_name);
	add_text(sum, mail->from_address);
	add_number(sum, mail->from_hidden);
	add_text(sum, mail->subject);
	add_text(sum, mail->in_reply_to);
	for (guint i = 0; i < mail->references->len; i++)
		add_text(sum, g_ptr_array_index(mail->references, i));
}

static void add_recipients(struct sha256_ctx *sum, const GPtrArray *recipients)
{
	for (guint i = 0; i < recipients->len; i++) {
		const struct mail_person *person = g_ptr_array_index(recipients, i);

		add_text(sum, person->name);
		add_text(sum, person->address);
	}
}

static void add_part(struct sha256_ctx *sum, const struct mail_part *part)
{
	add_text(sum, part->name);
	add_text(sum, part->type);
	add_text(sum, part->sha256);
	add_number(sum, part->attached);
	add_number(sum, part->flowed);
}

static void add_diag(struct sha256_ctx *sum, const struct diag *d)
{
	add_text(sum, diag_name(d->id));
	add_number(sum, d->origin.part);
	add_number(sum, d->origin.line);
	add_text(sum, d->detail);
	add(sum, d->excerpt);
}

static void finish(struct sha256_ctx *sum, guint8 *ret_hash)
{
	sha256_digest(sum, COPY_HASH_BYTES, ret_hash);
}

struct copy copy_of(const struct records *records, const GPtrArray *diags)
{
	const struct mail *mail = records->mail;
	struct copy copy = {.rows = records->rows->len};
	struct sha256_ctx text, all;

	sha256_init(&text);
	sha256_init(&all);
	for (guint i = 0; i < mail->parts->len; i++) {
		const struct mail_part *part = g_ptr_array_index(mail->parts, i);

		add_part(&all, part);
		if (!part->is_text)
			continue;
		copy.bytes += (gint64)part->bytes.len;
		add(&text, part->bytes);
	}
	finish(&text, copy.text);
	add(&all, copy_hash_slice(copy.text));
	add_header(&all, mail);
	if (records->has_report)
		add_recipients(&all, mail->recipients);
	for (guint i = 0; diags && i < diags->len; i++)
		add_diag(&all, g_ptr_array_index(diags, i));
	finish(&all, copy.hash);
	return copy;
}

gboolean copy_is_better(const struct copy *a, const struct copy *b)
{
	int order = (a->rows < b->rows) - (a->rows > b->rows);

	if (!order)
		order = (a->bytes < b->bytes) - (a->bytes > b->bytes);
	if (!order)
		order = memcmp(a->text, b->text, COPY_HASH_BYTES);
	if (!order)
		order = memcmp(a->hash, b->hash, COPY_HASH_BYTES);
	return order < 0;
}
