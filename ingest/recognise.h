/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a file is, told from its first bytes (unpacked): recognisers bid by how
 * much evidence they see, the highest bid wins, ties go to the first in order.
 */
#pragma once

#include "base/slice.h"

#define RECOGNISE_BYTES (8 << 10) /* that it looks at */

enum form {
	FORM_EMPTY,
	FORM_MAIL,   /* a mailbox, a message, or text that may hold separators further down */
	FORM_PAGE,   /* HTML */
	FORM_DUMP,   /* a thread or message as text */
	FORM_MARKED, /* begins with the byte order mark of UTF-8 */
	FORM_UTF16,
	FORM_CR,      /* text whose lines end in CR alone */
	FORM_ARCHIVE, /* tar, cpio, zip, 7z */
	FORM_PACKED,  /* compressed once more */
	FORM_FOREIGN, /* a form that is known and not read */
};

/* *ret_name: what it is, for a sentence ("a tar archive"). */
enum form recognise(struct slice head, const char **ret_name);
