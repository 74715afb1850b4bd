/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compressed part of a mail, unpacked in memory up to a limit. */
#pragma once

#include "base/slice.h"

/* What came of it; the bytes are the caller's, g_free(). */
struct unpacked {
	char *bytes; /* NULL: it is in no known format */
	gsize len;
	const char *damage; /* why the rest is missing, a literal; NULL: nothing is */
};

/* Its first `max` bytes at most; what precedes damage is kept. */
struct unpacked unpack(struct slice packed, gsize max);
