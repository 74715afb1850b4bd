/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the user decided against, or beyond, the evidence: a file of lines, each with a
 * reason, applied last and always shown.  Blank lines and what follows a "#" at the beginning
 * of a line are passed over.
 *
 *   merge   A B    reason    A and B are one change
 *   split   A B    reason    B, a commit or report, is not of A
 *   dup     A B    reason    A is told by B
 *   undup   A B    reason    it is not, whatever was said above or in a mail
 *   invalid A      reason
 *   state   A fixed reason
 *
 * A and B are ids of clusters, commits (7 digits or more) or Message-IDs of reports.
 */
#pragma once

#include "base/diag.h"
#include "base/terms.h"

#include <glib.h>

/* Longer files are cut there, with a diagnostic. */
#define DECISIONS_MAX 10000
#define DECISION_LINE_MAX 4096

enum decision_kind {
	DECISION_MERGE,
	DECISION_SPLIT,
	DECISION_DUP,
	DECISION_UNDUP,
	DECISION_INVALID,
	DECISION_STATE,
};

struct decision {
	enum decision_kind kind;
	char *subject, *other; /* other: NULL unless two are named */
	enum state state;      /* of DECISION_STATE */
	char *reason;
	guint line;
};

struct decisions {
	GArray *all; /* struct decision, in the order of the file */
	char *name;  /* of the file */
};

/* Lines that cannot be read are told to `sink` (may be NULL) and left out. */
struct decisions *decisions_read(
	const char *name, const char *text, gsize len, const struct diag_sink *sink);
void decisions_free(struct decisions *decisions); /* NULL is allowed */

const char *decision_kind_name(enum decision_kind kind); /* "merge", ... */

/* What tells two files apart that decide otherwise; "none" for NULL and nothing.  g_free(). */
char *decisions_fingerprint(const struct decisions *decisions);
