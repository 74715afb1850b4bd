/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages as an archive's page or a thread's dump shows them: some fields, a text,
 * and marks where the parts were:
 *
 *	[-- Attachment #1: Type: text/plain, Size: 4496 bytes --]
 *	[-- Attachment #2: job.yaml --]
 *	[-- Type: text/plain, Size: 3497 bytes --]
 *
 * The text of a part that was text stands behind its mark; of another its name, type
 * and size are all that is left.
 */
#pragma once

#include "base/diag.h"
#include "parse/mail.h"

#define LOOSE_MAX 100000 /* messages of one page or dump */

/* Fields as shown, UTF-8; absent: not shown. */
struct loose {
	struct slice subject, from, date, message_id, in_reply_to, list;
	struct slice text; /* the body */
};

/*
 * The caller's, mail_free().  `thread`: the id of the first message of its page or
 * dump, which stands in for the references that are not shown; NULL: itself the first.
 */
struct mail *loose_mail(const struct loose *loose, const struct origin *origin, const char *thread,
	const struct diag_sink *sink);
