/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that a program on the way rewrote: quoted-printable that nobody decoded,
 * entities of HTML, signs parted from their numbers.
 *
 *   510.93 =C2=B1  3%     -22.7%     395.12 &plusmn;  2%  sched_debug.curr-&gt;pid.avg
 *   510.93           - 22.7%     395.12        fsmark.time.elapsed_time
 *
 * Nothing that is put in is a digit or a letter, so no number comes of it that was not
 * there: "=31" and "&#49;" stay as they are.
 */
#pragma once

#include "base/slice.h"

/*
 * Appends the line as it was before to `mended`; returns the repairs (enum repair), 0 when
 * there is nothing to mend (and `mended` is the line).  A sign that begins the line is
 * left alone: it may as well mark an item of a list.
 */
guint mend_row(struct slice line, GString *mended);

/* Appends the text with its entities decoded; returns REPAIR_ENTITY, 0 when it has none. */
guint mend_entities(struct slice text, GString *mended);

/* Encoders break lines before 76 characters, and hardly ever before these. */
#define MEND_SOFT_LENGTH_MIN 64

/*
 * Whether the line is as long as those that quoted-printable breaks, and ends in "=", blanks
 * behind it or not; "==" is a rule's end.
 * Names may end so too: "kmsg.idx=#,offset=".
 */
gboolean mend_goes_on(struct slice line);
