/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * format=flowed (RFC 3676), as far as machine text can bear it.
 *
 * Lines are never joined: a head or marker line of a table ends in a blank and
 * would swallow the next one.  Only what the sender's program added is taken off:
 * the blank stuffed before a line that begins with one, and, with DelSp=yes, the
 * blank that ends a line broken softly.  The blank behind quotation marks stays,
 * as it stands there in unflowed text too.
 */
#pragma once

#include <glib.h>

/* In place, LF lines; returns the new length. */
gsize flowed_undo(char *text, gsize len, gboolean del_sp);
