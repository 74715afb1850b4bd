/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One message as it reaches the parsers: headers decoded, parts decoded, nothing
 * interpreted.  ingest/ makes it from bytes; tests may make it by hand.
 */
#pragma once

#include "base/origin.h"
#include "base/slice.h"

#include <glib.h>

#define DATE_UNKNOWN G_MININT64

/* What was wrong with a Date field; the date is then a repaired one or unknown. */
enum date_oddity {
	DATE_SOUND,
	DATE_MISSING,
	DATE_UNREADABLE,  /* no date in it; unknown */
	DATE_BAD_ZONE,    /* a zone beyond +-14:00; read as UTC */
	DATE_IMPLAUSIBLE, /* before 1990 or after 2100; unknown */
};

/* A line that is not as it came, see undecoded.h. */
struct mended_line {
	guint line;    /* from 1 */
	guint repairs; /* enum repair of records.h */
};

struct mail_part {
	guint number;       /* from 1, leaf parts in order */
	char *name;         /* file name, decoded, as written; NULL: none.  Never used as a path */
	char *type;         /* "text/plain", lower case; "text/plain" when missing */
	gboolean attached;  /* has a name or the disposition "attachment" */
	gboolean is_text;   /* text/... or any type whose decoded bytes were taken as text */
	gboolean flowed;    /* format=flowed; one stuffed blank is already off each line */
	struct slice bytes; /* text: UTF-8, lines end in LF; else the decoded bytes */
	GArray *mended;     /* struct mended_line, by line, each once; NULL: none */
	guint repairs;      /* enum repair of records.h: of all lines */
	struct slice unpacked; /* a compressed kernel log's text, UTF-8; null: none */
	gsize size;            /* of the decoded bytes before any charset conversion or cut */
	char sha256[65];       /* of those, hexadecimal; "": the part is told of and not here */
};

struct mail_person {
	char *name;    /* decoded, may be "" */
	char *address; /* lower case */
};

struct mail {
	struct origin origin; /* part and line 0 */
	gsize raw_size;
	gboolean by_thread; /* was dismissed at first, and its thread made it matter */

	char *message_id;      /* without brackets, white space off; never NULL */
	gboolean synthetic_id; /* "sha256:" and 16 hexadecimal digits */
	gint64 date;           /* seconds since 1970, UTC, or DATE_UNKNOWN */
	enum date_oddity date_oddity;
	char *date_text;       /* as written; NULL: none */
	gint64 received;       /* when the last server took it, by itself; DATE_UNKNOWN */
	char *from_name;       /* decoded, may be "" ; NULL: no From */
	char *from_address;    /* lower case; NULL: none */
	gboolean from_hidden;  /* an archive spells the address out, or masks it: address.h */
	GPtrArray *recipients; /* of struct mail_person *, of To, then Cc; may be empty */
	char *subject;         /* unfolded, RFC 2047 decoded, runs of blanks kept; NULL: none */
	char *list;            /* List-Id without brackets, lower case; NULL: none */
	char *in_reply_to;     /* first id, without brackets; NULL: none */
	GPtrArray *references; /* of char *, oldest first, without brackets; may be empty */
	GPtrArray *parts;      /* of struct mail_part *, in order; may be empty */

	GDestroyNotify free_backing; /* for the bytes that the parts point into; may be NULL */
	void *backing;
};

struct mail *mail_new(const struct origin *origin);
void mail_free(struct mail *mail); /* NULL is allowed */

/* What was mended of one of the part's lines, of them all; enum repair of records.h. */
guint mail_part_mended(const struct mail_part *part, guint line);
guint mail_part_repairs(const struct mail_part *part);

void mail_add_recipient(struct mail *mail, const char *name, const char *address);

/* A new part, numbered and appended. */
struct mail_part *mail_add_part(struct mail *mail);
