/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest on its way to be sent: from whom, when, under which id, and what it answers. */
#pragma once

#include "cli/options.h"
#include "render/digest_mail.h"

struct mailing {
	struct envelope envelope;
	char *series, *message_id, *answers;
	gint64 date;
};

/* FALSE with *error; free with mailing_clear() in either case. */
gboolean mailing_begin(struct mailing *mailing, struct store *store, const struct digest *digest,
	const struct options *options, gint64 generated, GError **error);

GString *mailing_write(const struct mailing *mailing, const struct digest *digest,
	const struct diag_sink *sink, GError **error);

/* So that the next one of its series answers it; in a transaction of its own. */
gboolean mailing_end(const struct mailing *mailing, struct store *store,
	const struct options *options, GError **error);

void mailing_clear(struct mailing *mailing);
