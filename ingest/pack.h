/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The members of an archive (tar, cpio, zip, 7z), in its order, through libarchive.
 *
 * Nothing is ever unpacked to a path: names only tell where a message stood, so
 * "..", absolute names and links can do no harm.  libarchive has no limit of its own
 * for what it unpacks: every byte is counted in the stream's meter.
 */
#pragma once

#include "ingest/stream.h"

/* A 7z that cannot be sought in (packed again, or a pipe) is kept in memory up to this. */
#define PACK_HELD_MAX (32 << 20)
#define PACK_NAME_MAX 1024 /* bytes kept of a member's name */

enum pack_kind {
	PACK_FILE,
	PACK_OTHER,   /* a link, a device; detail says which */
	PACK_END,     /* no further member */
	PACK_DAMAGED, /* nor can one be read; detail says why */
	PACK_LIMIT,   /* a 7z beyond PACK_HELD_MAX */
};

struct pack_member {
	enum pack_kind kind;
	const char *name;   /* UTF-8, cut to PACK_NAME_MAX; until the next call */
	const char *detail; /* the same */
};

struct pack;

/* The stream stays the caller's, who peeked at it and found an archive there. */
struct pack *pack_open(struct stream *stream);
void pack_close(struct pack *pack);

/* Directories are passed over.  FALSE: it is over, the kind says how. */
gboolean pack_next(struct pack *pack, struct pack_member *ret_member);

/* For stream_open_layer(), of the member at hand; `data` is the struct pack. */
gsize pack_pull(void *data, char *to, gsize room, struct stream_end *ret_end);
