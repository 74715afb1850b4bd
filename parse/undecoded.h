/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text that nobody decoded on the way: quoted-printable that lost its label, pages whose
 * entities were escaped twice.
 *
 *   commit:=20                               &gt; commit:
 *     H10 ("mm: a title that is broken by=   &gt;   H10 (&quot;mm: a title&quot;)
 *    a soft line break")
 *
 * Quoted-printable is decoded where no '=' stands that an encoder would have written "=3D",
 * in the whole text or in stretches of lines of one depth of quotation; entities where a
 * quotation or a title is marked by them.  No-break spaces become blanks.  Single rows
 * beyond that are mended where they are read (mend.h).  Here as there nothing that is put
 * in is a digit or a letter; GMime's and libxml2's decoders would put in both, so they do
 * not serve here.
 */
#pragma once

#include "parse/mail.h"

/*
 * The decoded text of a part, the caller's; NULL: nothing is to be decoded.  The lines that
 * were touched are noted in the part.
 */
GString *undecoded_repair(struct slice text, struct mail_part *part);
