/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unified diffs in a mail: of its author, in the text of an answer, a patch or an
 * attachment.  Only which files they touch and how many lines; nothing is applied.
 *
 *	diff --git a/mm/memory.c b/mm/memory.c
 *	--- a/mm/memory.c
 *	+++ b/mm/memory.c
 *	@@ -2850,6 +2850,7 @@ void do_set_pte(...)
 *
 * What a test prints when its output is not the expected one (xfstests' "--- tests/x.out",
 * "+++ /results/x.out.bad") is none.
 */
#pragma once

#include "base/diag.h"
#include "parse/body.h"
#include "parse/records.h"

/* Of one mail; the rest is left, with a diagnostic. */
#define DIFF_FILES_MAX 10000
/* A longer line names no file; the diff is left, with a diagnostic. */
#define DIFF_NAME_LINE_MAX 4096
/* Of a number in a hunk's head. */
#define DIFF_DIGITS_MAX 8
/* So many lines after each other that are none of the hunk end it; fewer were folded. */
#define DIFF_STRANGE_LINES_MAX 3

/* Whether a line of a body is such that diffs_read() could find something in it.  Cheap. */
gboolean diffs_may_begin(const GArray *lines);

/* Appends the files to records->touched, those of unquoted lines; their number. */
guint diffs_read(
	struct records *records, const struct mail_part *part, const struct diag_sink *sink);
