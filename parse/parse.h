/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text into records.  Pure: a mail and options in, records and diagnostics out; no
 * file, clock, database or environment.  Safe on several mails from several threads.
 */
#pragma once

#include "base/diag.h"
#include "parse/mail.h"
#include "parse/records.h"

/*
 * Everything that a message says.  Never fails: what cannot be read is a
 * diagnostic (origins: the mail's, with part and line).  Free with
 * records_free(), before the mail.
 */
struct records *parse_mail(const struct mail *mail, const struct diag_sink *sink);

/*
 * Whether a message can matter, told from its raw bytes alone (header and body as
 * they lie in the mailbox, undecoded): an author or a recipient of the robot's, or
 * words that only its reports and their quotations hold.  Cheap (a byte scan); errs
 * on the side of TRUE, also for text that hides in base64 below such a header.
 */
gboolean parse_may_matter(struct slice raw);
