/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of a text part, whatever their label says, as UTF-8.
 *
 * Labels lie: of two list archives 32 mails did not fit theirs, and charsets named
 * "y" and "yes" occur.  So well-formed UTF-8 is UTF-8; else the label holds, if
 * iconv knows it and every byte fits; else each byte that is not part of a
 * well-formed character is windows-1252.  Nothing is ever deleted: a lost `±`
 * shifts the columns of a table.
 */
#pragma once

#include "base/slice.h"

struct charset_text {
	struct slice text; /* UTF-8; the argument itself when that needed no change */
	char *owned;       /* what `text` lies in otherwise; free with g_free() */
	gboolean fits;     /* the label (or ASCII without a label) told the truth */
	const char *as;    /* how it was read: "utf-8", "label", "windows-1252" */
};

/* `label` may be NULL or anything.  NUL bytes stay. */
struct charset_text charset_read(struct slice bytes, const char *label);

/* A whole string as UTF-8, free with g_free(); for headers, which have no label. */
char *charset_string(const char *string);
