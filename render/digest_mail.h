/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest as a letter that can be sent: the text, and the page beside it. */
#pragma once

#include "render/digest.h"
#include "render/letter.h"

/*
 * The Message-ID of a digest's mail (base/own_id.h), of its period, filters and content; of
 * one that tells when it was made it is another one each time.  `series`: see
 * store/digests.h; `from` is a checked address.  Free with g_free().
 */
char *digest_mail_id(const struct digest *digest, const char *series, const char *from);

struct digest_mail {
	const struct envelope *envelope;
	gint64 date;            /* seconds since 1970 */
	const char *message_id; /* of digest_mail_id() */
	const char *answers;    /* that of the last one of its series; NULL: it is the first */
};

/* As digest_html(). */
GString *digest_mail(const struct digest *digest, const struct digest_mail *mail,
	const char *gnuplot, const struct diag_sink *sink, GError **error);
