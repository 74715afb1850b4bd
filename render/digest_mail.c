/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest as a letter. */
#include "render/digest_mail.h"

#include "base/own_id.h"
#include "base/show.h"
#include "render/digest_model.h"

/* "2016-06-01..2016-06-08" as a part of a Message-ID. */
static char *id_word(const char *period)
{
	GString *word = g_string_new(NULL);

	for (; *period; period++)
		if (g_ascii_isalnum(*period))
			g_string_append_c(word, *period);
		else if (word->len && word->str[word->len - 1] != '-')
			g_string_append_c(word, '-');
	return g_string_free(word, FALSE);
}

char *digest_mail_id(const struct digest *digest, const char *series, const char *from)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	GString *all = digest_json(digest);
	g_autofree char *word = id_word(digest->head.period);
	g_autofree char *host = letter_host(from);

	g_checksum_update(sum, (const guchar *)series, (gssize)strlen(series) + 1);
	g_checksum_update(sum, (const guchar *)all->str, (gssize)all->len);
	char *id = own_id_new(word, g_checksum_get_string(sum), host);
	g_string_free(all, TRUE);
	g_checksum_free(sum);
	return id;
}

/* The text without the field that a mail has in its header. */
static const char *behind_subject(const char *text)
{
	const char *end = g_str_has_prefix(text, "Subject: ") ? strstr(text, "\n\n") : NULL;

	return end ? end + 2 : text;
}

GString *digest_mail(const struct digest *digest, const struct digest_mail *mail,
	const char *gnuplot, const struct diag_sink *sink, GError **error)
{
	GString *page = digest_html_still(digest, gnuplot, sink, error);

	if (!page)
		return NULL;
	GString *text = digest_text(digest);
	g_autofree char *subject = show_line(slice_of(digest->subject));
	const struct letter letter = {
		.envelope = mail->envelope,
		.subject = subject,
		.date = mail->date,
		.message_id = mail->message_id,
		.answers = mail->answers,
		.text = behind_subject(text->str),
		.page = page->str,
	};
	GString *out = letter_write(&letter);
	g_string_free(text, TRUE);
	g_string_free(page, TRUE);
	return out;
}
