/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compressed bytes, step by step: gzip, xz, zstd, bzip2, each by its own library.
 *
 * Not by libarchive's filters: those hand out whole blocks of 64 or 128 KiB, so a
 * damaged file loses the block in which the damage lies (a small mailbox: all of
 * it), and they know no limit for the dictionary of xz or the window of zstd.
 */
#pragma once

#include "base/slice.h"

enum codec_status {
	CODEC_OK,      /* some bytes were taken or made */
	CODEC_END,     /* a member is whole; another may follow */
	CODEC_DAMAGED, /* *detail says how; what came out before is good */
	CODEC_MEMORY,  /* wants a larger dictionary than INGEST_DICTIONARY_MAX */
};

/* Both ends move as bytes are taken and made. */
struct codec_io {
	const char *in;
	gsize in_len;
	char *out;
	gsize out_len;
	const char *detail; /* a literal or the library's; of CODEC_DAMAGED */
};

struct codec {
	const char *name; /* "gzip" */
	gboolean (*knows)(struct slice head);
	void *(*open)(void); /* NULL: no memory */
	enum codec_status (*step)(void *state, struct codec_io *io);
	void (*close)(void *state);
};

/* Whose magic number the bytes begin with; NULL: nobody's. */
const struct codec *codec_recognise(struct slice head);
