/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that a mail program broke over lines when it refilled a quotation:
 *
 *   510.93           -              14:14     -27%     6:13      24.90  +22.8%  30.57
 * fsmark.time.ela 22.7%     395.12        name    9:19   name                  psed_ time
 */
#pragma once

#include "parse/line.h"
#include "parse/records.h"

/*
 * A row (ROW_SHORT) that goes on in the lines after it, which begin at `rest`: puts it
 * together in `joined`.  Returns the number of further lines taken; 0: they do not
 * make it a row.  *repairs grows by what was done.
 *
 * The rest of a quoted row may have been broken out of the quotation (it is less deeply
 * quoted); it is taken only when its name is one beyond doubt.
 */
guint rejoin_row(const struct line *line, struct slice rest, guint columns, enum table_style style,
	GString *joined, guint *repairs);

/*
 * A line that ends in quoted-printable's "=" and those it goes on in, without blanks
 * between them.  Returns the number of further lines.
 */
guint rejoin_soft_breaks(const struct line *line, struct slice rest, guint columns,
	enum table_style style, GString *joined);

/*
 * A quoted row that is whole but for the end of its name: appends to `name` what stands
 * alone on the lines after it.  Returns their number.
 */
guint rejoin_name(const struct line *line, struct slice rest, GString *name);
