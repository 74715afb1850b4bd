/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/mail.h"

static void part_free(struct mail_part *part)
{
	g_free(part->name);
	g_free(part->type);
	if (part->mended)
		g_array_unref(part->mended);
	g_free(part);
}

static void person_free(struct mail_person *person)
{
	g_free(person->name);
	g_free(person->address);
	g_free(person);
}

struct mail *mail_new(const struct origin *origin)
{
	struct mail *mail = g_new0(struct mail, 1);

	mail->origin = (struct origin){
		g_strdup(origin->path), origin->offset, g_strdup(origin->object), 0, 0};
	mail->date = DATE_UNKNOWN;
	mail->date_oddity = DATE_MISSING;
	mail->received = DATE_UNKNOWN;
	mail->recipients = g_ptr_array_new_with_free_func((GDestroyNotify)person_free);
	mail->references = g_ptr_array_new_with_free_func(g_free);
	mail->parts = g_ptr_array_new_with_free_func((GDestroyNotify)part_free);
	return mail;
}

void mail_free(struct mail *mail)
{
	if (!mail)
		return;
	g_ptr_array_unref(mail->parts);
	g_ptr_array_unref(mail->references);
	g_ptr_array_unref(mail->recipients);
	if (mail->free_backing)
		mail->free_backing(mail->backing);
	g_free((char *)mail->origin.path);
	g_free((char *)mail->origin.object);
	g_free(mail->message_id);
	g_free(mail->date_text);
	g_free(mail->from_name);
	g_free(mail->from_address);
	g_free(mail->subject);
	g_free(mail->list);
	g_free(mail->in_reply_to);
	g_free(mail);
}

static gint by_line(gconstpointer a, gconstpointer b)
{
	const struct mended_line *x = a, *y = b;

	return (x->line > y->line) - (x->line < y->line);
}

guint mail_part_mended(const struct mail_part *part, guint line)
{
	struct mended_line wanted = {.line = line};
	guint i;

	if (!part->mended || !g_array_binary_search(part->mended, &wanted, by_line, &i))
		return part->repairs;
	return part->repairs | g_array_index(part->mended, struct mended_line, i).repairs;
}

guint mail_part_repairs(const struct mail_part *part)
{
	guint repairs = part->repairs;

	for (guint i = 0; part->mended && i < part->mended->len; i++)
		repairs |= g_array_index(part->mended, struct mended_line, i).repairs;
	return repairs;
}

void mail_add_recipient(struct mail *mail, const char *name, const char *address)
{
	struct mail_person *person = g_new0(struct mail_person, 1);

	person->name = g_strdup(name);
	person->address = g_ascii_strdown(address, -1);
	g_ptr_array_add(mail->recipients, person);
}

struct mail_part *mail_add_part(struct mail *mail)
{
	struct mail_part *part = g_new0(struct mail_part, 1);

	part->number = mail->parts->len + 1;
	g_ptr_array_add(mail->parts, part);
	return part;
}
