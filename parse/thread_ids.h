/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * By which ids a mail hangs in its thread, as hashes: all that is remembered of a mail
 * that was dismissed.  The scan of the raw header is made for millions of mails, and
 * takes what the MIME library and ingest/header.h would make of the same fields: the
 * first of each name, unfolded, ids without brackets and white space.
 *
 * A hash only nominates.  Bytes beyond ASCII do not count in it, since a repaired charset
 * changes them.
 */
#pragma once

#include "parse/mail.h"

/* The one answered, then the first and the last of the References. */
#define THREAD_PARENTS_MAX 62
#define THREAD_FIELD_MAX (32 << 10) /* bytes of a field that are looked at */

/* Ids longer than a header line may be are none. */
#define THREAD_ID_MAX 998

struct thread_ids {
	guint64 id; /* 0: the mail has none */
	guint n_parents;
	guint64 parents[THREAD_PARENTS_MAX];
	gboolean by_subject; /* it names none, and has its subject's (thread_subject_hash()) */
};

/* Never 0; white space in it does not count. */
guint64 thread_hash(struct slice id);

/*
 * What replies and the mail that they answer have in common: the subject without "Re:",
 * lists' tags, case and white space; NULL: too little to tell threads apart by, free with
 * g_free().  *ret_reply: it says that it answers; may be NULL.
 */
char *thread_subject(const char *subject, gboolean *ret_reply);
#define THREAD_SUBJECT_MIN 8 /* bytes of that */

/* Of what thread_subject() gives; equal to no id's but by accident. */
guint64 thread_subject_hash(const char *subject);

/*
 * The text in the next <...>, and *rest behind it; a further '<' before the '>' begins anew.
 * FALSE: there is none.
 */
gboolean thread_next_bracketed(struct slice *rest, struct slice *ret_id);

/* Of a raw mail or its header: what lies behind the first blank line is not looked at. */
void thread_ids_scan(struct slice raw, struct thread_ids *ret_ids);

/* The same of a mail that was taken apart. */
void thread_ids_of(const struct mail *mail, struct thread_ids *ret_ids);
