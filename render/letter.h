/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A letter: a text and a page as one multipart/alternative message, ready for
 * `sendmail -t`.  Nothing but ASCII is in it, no line but that of an id is longer than 78, none
 * begins with "From " or is a lone dot, and lines end in LF.
 *
 * GMime is started before (ingest/mime.h).  The same letter gives the same bytes.
 */
#pragma once

#include <glib.h>

#define LETTER_ADDRESSES_MAX 100
#define LETTER_ADDRESSES_BYTES 8192

/* Who writes to whom, in RFC 5322's words, each checked by letter_check_addresses(). */
struct envelope {
	const char *from, *to;
	const char *cc; /* NULL: nobody */
};

struct letter {
	const struct envelope *envelope;
	const char *subject;    /* UTF-8, one line */
	gint64 date;            /* seconds since 1970 */
	const char *message_id; /* without brackets, so the next */
	const char *answers;    /* NULL: none */
	const char *text;       /* UTF-8, lines end in LF and have at most 78 columns */
	const char *page;       /* a whole page of HTML, UTF-8 */
};

GString *letter_write(const struct letter *letter);

/*
 * Whether a text is addresses as a header may have them: "Name <user@host>, user@host";
 * one only of `single`.  FALSE with *error, which says what is wrong with it.
 */
gboolean letter_check_addresses(const char *text, gboolean single, GError **error);

/* The host of a checked single address, lower case.  Free with g_free(). */
char *letter_host(const char *address);
