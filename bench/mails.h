/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Generated mails as a kernel list has them: patch series, replies that quote, reports of
 * the test robot and answers to those, with headers of 3 to 5 KB as relays and lists leave
 * them.  The same for the same seed.
 */
#pragma once

#include <glib.h>

struct mails;

struct made_mail {
	GString *text; /* until the next one; the mails' own */
	gboolean is_report;
	const char *name, *address, *subject; /* of its author; its subject */
	gint64 date;                          /* seconds since 1970 */
};

/* `robot`: the share of the bytes that are reports, 0 to 1. */
struct mails *mails_new(guint32 seed, double robot);
void mails_free(struct mails *mails);
const struct made_mail *mails_next(struct mails *mails);
