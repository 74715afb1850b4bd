/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Transfer encodings undone, with the damage told: the libraries decode what they
 * can and keep silent.
 */
#pragma once

#include "base/slice.h"

#include <gmime/gmime.h>

struct decoded {
	char *bytes; /* the caller's, g_free() */
	gsize len;
	/*
	 * Text behind a base64 text that is none itself (a list's footer), not decoded;
	 * a piece of the argument, null: none.
	 */
	struct slice tail;
	const char *damage; /* what is wrong, a literal; NULL: nothing */
};

/* Never fails; damaged input gives what can be had of it. */
struct decoded encoding_undo(struct slice raw, GMimeContentEncoding encoding);
