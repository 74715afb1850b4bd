/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The small records of dismissed mails, packed: a list archive has a thousand of them for
 * each mail that matters, and an SQL row each would take longer than reading them.
 *
 * A pack is a run of entries, integers little-endian:
 *	path:  0xff, u16 length, that many bytes; where all that follow stand
 *	mail:  u8 number of parents (0 to 62; 63: one, which is its subject), 0x40 set: it
 *	       lies in a git archive, 0x80 set: it was taken apart and holds nothing to keep;
 *	       u64 hash of its id, 0: none;
 *	       i64 offset, or 20 bytes of object id;
 *	       u64 hash of each parent
 */
#pragma once

#include "base/origin.h"
#include "parse/thread_ids.h"

struct dismissed_pack {
	GByteArray *bytes; /* NULL: nothing was added */
	guint count;
	/* private */
	char *path;
};

/* `taken_apart`: it was no byte scan that dismissed it. */
void dismissed_pack_add(struct dismissed_pack *pack, const struct thread_ids *ids,
	const struct origin *place, gboolean taken_apart);

/* So much of a pack; what follows can be read without it. */
struct dismissed_mark {
	gsize bytes;
	guint count;
};

struct dismissed_mark dismissed_pack_mark(struct dismissed_pack *pack);

/* *pack gets what *more has between two marks of it. */
void dismissed_pack_join(struct dismissed_pack *pack, const struct dismissed_pack *more,
	struct dismissed_mark from, struct dismissed_mark to);
void dismissed_pack_clear(struct dismissed_pack *pack);

/* For those who put a pack together of entries. */
void dismissed_write_path(GByteArray *bytes, struct slice path);

#define DISMISSED_OBJECT_SIZE 20

struct dismissed_record {
	struct slice path; /* of the pack */
	guint64 id;
	gboolean taken_apart;
	gint64 offset;        /* -1: none */
	const guint8 *object; /* DISMISSED_OBJECT_SIZE bytes of the pack; NULL: none */
	guint n_parents;
	gboolean by_subject;   /* its parent is a subject */
	const guint8 *parents; /* in the pack: dismissed_parent() */
	struct slice whole;    /* the entry, without its path's */
};

guint64 dismissed_parent(const struct dismissed_record *record, guint i);

/* One by one; begin with .rest the pack and all else zero. */
struct dismissed_reader {
	struct slice rest, path;
	gboolean damaged; /* the pack is none from here on */
};

gboolean dismissed_next(struct dismissed_reader *reader, struct dismissed_record *ret_record);

/* A hash of the place and of which mail stands there: twice the same is the same twice. */
guint64 dismissed_key(const struct dismissed_record *record);
guint64 dismissed_key_of(const struct origin *place, guint64 id);

/* The object of that id in hexadecimal digits; FALSE: it is none. */
gboolean dismissed_object_bytes(const char *text, guint8 *ret_object);

/* For sets of such objects. */
guint dismissed_object_hash(gconstpointer object);
gboolean dismissed_object_equal(gconstpointer a, gconstpointer b);

/* Hexadecimal digits of the object, NUL-terminated; "" for none. */
void dismissed_object_text(
	const struct dismissed_record *record, char text[2 * DISMISSED_OBJECT_SIZE + 1]);
