/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of two copies of a message is the better one: a total order of their content,
 * so that what is kept does not depend on which came first.
 */
#pragma once

#include "parse/records.h"

#define COPY_HASH_BYTES 16 /* of a SHA-256 */

struct copy {
	gint64 rows;                  /* that were read */
	gint64 bytes;                 /* of decoded text */
	guint8 text[COPY_HASH_BYTES]; /* hash of that text */
	guint8 hash[COPY_HASH_BYTES]; /* of all that is stored of the message: the text, the
				       * header, other parts, diagnostics; not where it was met */
};

/* One of its hashes, to be bound or hashed. */
static inline struct slice copy_hash_slice(const guint8 *hash)
{
	return (struct slice){(const char *)hash, COPY_HASH_BYTES};
}

struct copy copy_of(const struct records *records, const GPtrArray *diags);

/* Most rows, then most bytes, then the smaller hashes. */
gboolean copy_is_better(const struct copy *a, const struct copy *b);
