/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/mailing.h"

#include "cli/mail_options.h"
#include "store/digests.h"

static void take_id(const struct store_digest *digest, void *answers)
{
	*(char **)answers = g_strdup(digest->message_id);
}

gboolean mailing_begin(struct mailing *m, struct store *store, const struct digest *digest,
	const struct options *options, gint64 generated, GError **error)
{
	gint64 until = options->filter.until;

	*m = (struct mailing){
		.series = store_series_of(&options->filter),
		.date = generated == DATE_UNKNOWN ? g_get_real_time() / G_USEC_PER_SEC : generated,
	};
	mail_options_envelope(options->mail, &m->envelope);
	m->message_id = digest_mail_id(digest, m->series, m->envelope.from);
	/* The same one made again answers what it answered before. */
	return store_last_digest(store, m->series, until == DATE_UNKNOWN ? DATE_UNKNOWN : until - 1,
		take_id, &m->answers, error);
}

GString *mailing_write(const struct mailing *m, const struct digest *digest,
	const struct diag_sink *sink, GError **error)
{
	const struct digest_mail mail = {&m->envelope, m->date, m->message_id, m->answers};

	return digest_mail(digest, &mail, NULL, sink, error);
}

gboolean mailing_end(
	const struct mailing *m, struct store *store, const struct options *options, GError **error)
{
	const struct store_digest digest = {m->series, options->period, options->filter.since,
		options->filter.until, m->message_id, m->date};

	if (!store_begin(store, error))
		return FALSE;
	if (store_put_digest(store, &digest, error) && store_commit(store, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

void mailing_clear(struct mailing *m)
{
	g_free(m->series);
	g_free(m->message_id);
	g_free(m->answers);
}
