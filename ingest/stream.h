/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of one file, unpacked on the way, within limits.
 *
 * Compression is told by content.  Members that follow each other are one stream;
 * zero bytes between and behind them are padding.
 */
#pragma once

#include "base/slice.h"

struct stream_limits {
	guint64 bytes_max; /* unpacked; of compressed streams only */
	double ratio_max;  /* unpacked to packed, beyond STREAM_RATIO_FREE bytes */
};

#define STREAM_RATIO_FREE (64 << 20)

enum stream_state {
	STREAM_READING,
	STREAM_END,        /* all was read, and well */
	STREAM_DAMAGED,    /* compressed data is cut or broken */
	STREAM_TOO_LARGE,  /* unpacks beyond a limit */
	STREAM_MEMORY,     /* wants too large a dictionary */
	STREAM_UNREADABLE, /* the system's read failed */
};

struct stream;

/* Takes the descriptor over.  Never fails; what is wrong shows on reading. */
struct stream *stream_open(int fd, const struct stream_limits *limits);
void stream_close(struct stream *stream);

/* Up to `room` bytes; 0: the stream is over, stream_state() says how. */
gsize stream_read(struct stream *stream, char *to, gsize room);

enum stream_state stream_state(const struct stream *stream);

/* Of a stream that did not end well: one sentence, living as long as the stream. */
const char *stream_detail(const struct stream *stream);

/* "gzip", "xz", ...; NULL: not compressed. */
const char *stream_codec(const struct stream *stream);

guint64 stream_unpacked(const struct stream *stream); /* bytes handed out so far */
guint64 stream_packed(const struct stream *stream);   /* bytes of the file taken so far */

/* sha256 of the file's first 64 KiB, hexadecimal. */
const char *stream_fingerprint(const struct stream *stream);
