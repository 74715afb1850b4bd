/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text as Markdown (CommonMark with GitHub's tables), in which it means nothing but itself. */
#pragma once

#include <glib.h>

/* Our own words: a character that means something to Markdown or HTML becomes a reference. */
void markdown_text(GString *out, const char *text);

/*
 * Text of strangers: as code, in which no link, mention or mark-up is seen, and '_' may stand.
 * What would end the code or the cell is written as its code point is shown elsewhere, \x7C.
 */
void markdown_code(GString *out, const char *text);
