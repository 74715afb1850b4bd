/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commit ids in their many lengths: 40 digits, 27 and 16 in column heads, 7 to 14 in prose. */
#pragma once

#include "base/slice.h"

#define COMMIT_DIGITS_MIN 7
#define COMMIT_DIGITS_MAX 64

/* Whether a text is 7 to 64 hexadecimal digits in small letters. */
gboolean commit_is_id(struct slice text);

/* Both ids, and one begins with the other. */
gboolean commit_same(struct slice a, struct slice b);
