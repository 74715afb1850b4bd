/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of one file, or of a member of an archive, unpacked on the way, within
 * limits that hold for all that is unpacked of one file, however it is nested.
 *
 * Compression is told by content.  Members that follow each other are one stream;
 * zero bytes between and behind them are padding.
 */
#pragma once

#include "base/slice.h"

struct stream_limits {
	guint64 bytes_max; /* unpacked; what is not packed is not counted */
	double ratio_max;  /* unpacked to packed, beyond STREAM_RATIO_FREE bytes */
};

#define STREAM_RATIO_FREE (64 << 20)
#define STREAM_PEEK (8 << 10) /* bytes that can be seen before they are read */

/* What was unpacked of one file so far, in all layers. */
struct stream_meter {
	struct stream_limits limits;
	guint64 packed;   /* bytes of the file */
	guint64 unpacked; /* bytes that codecs and archives made of them */
};

enum stream_state {
	STREAM_READING,
	STREAM_END,        /* all was read, and well */
	STREAM_DAMAGED,    /* compressed data is cut or broken */
	STREAM_TOO_LARGE,  /* unpacks beyond a limit */
	STREAM_MEMORY,     /* wants too large a dictionary */
	STREAM_UNREADABLE, /* the system's read failed */
};

struct stream;

/* How a stream ended or will; all is owned by who is asked. */
struct stream_end {
	enum stream_state state;
	const char *detail; /* of one that did not end well: a sentence */
};

/* Where the bytes of a layer come from: up to `room` of them; 0: *ret_end says why. */
typedef gsize (*stream_pull)(void *data, char *to, gsize room, struct stream_end *ret_end);

/* Takes the descriptor over.  Never fails; what is wrong shows on reading. */
struct stream *stream_open(int fd, const struct stream_limits *limits);

/* A layer of a file that is metered already; the meter and `data` stay the caller's. */
struct stream *stream_open_layer(stream_pull pull, void *data, struct stream_meter *meter);
void stream_close(struct stream *stream);

/* Counts `made` bytes more; FALSE: they pass a limit, *ret_end says which. */
gboolean stream_meter_count(struct stream_meter *meter, guint64 made, struct stream_end *ret_end);
struct stream_meter *stream_meter(struct stream *stream);

/* The first bytes, STREAM_PEEK if there are as many, before any is read. */
struct slice stream_peek(struct stream *stream);

/* From the beginning past so many bytes; FALSE: there are not as many. */
gboolean stream_skip(struct stream *stream, guint64 bytes);

/* Up to `room` bytes; 0: the stream is over, stream_state() says how. */
gsize stream_read(struct stream *stream, char *to, gsize room);

/*
 * Goes to a byte of the file; FALSE: it is packed, a pipe, or a layer.  `whence` as
 * lseek() has it; *ret_at, the place from the file's beginning, may be NULL.
 */
gboolean stream_seek(struct stream *stream, gint64 offset, int whence, gint64 *ret_at);

enum stream_state stream_state(const struct stream *stream);

/* Of a stream that did not end well: one sentence, living as long as the stream. */
const char *stream_detail(const struct stream *stream);

/* "gzip", "xz", ...; NULL: not compressed. */
const char *stream_codec(const struct stream *stream);

guint64 stream_unpacked(const struct stream *stream); /* bytes handed out so far */
guint64 stream_packed(const struct stream *stream);   /* bytes of the file taken for them */

#define STREAM_FINGERPRINT_BYTES (64 << 10)

/* sha256 of the file's first 64 KiB, hexadecimal. */
const char *stream_fingerprint(const struct stream *stream);

/* The same of a file cut to `size`, before anything is read or peeked at.  g_free(). */
char *stream_head_fingerprint(const struct stream *stream, guint64 size);
