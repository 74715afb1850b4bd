/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What came through a door: files in a tar stream between two marks.  The other side may be
 * anything, so nothing is taken but regular files of plain names; whatever else there is, or
 * more of it than there may be, makes the whole answer void.
 */
#pragma once

#include <gio/gio.h>

#define ANSWER_ERROR answer_error_quark()
GQuark answer_error_quark(void);

enum answer_error {
	ANSWER_ERROR_NONE,  /* the mark at its beginning is not there */
	ANSWER_ERROR_SHORT, /* the one at its end is not */
	ANSWER_ERROR_WRONG, /* it breaks a rule; the message tells which */
	ANSWER_ERROR_KEEP,  /* it cannot be written here */
};

#define ANSWER_BYTES_MAX (256u << 20)      /* of the stream */
#define ANSWER_FILE_BYTES_MAX (128u << 20) /* of a file, unpacked; of all of them as the stream */
#define ANSWER_FILES_MAX 20000
#define ANSWER_DEPTH_MAX 12    /* of folders */
#define ANSWER_NAME_MAX 200    /* bytes, of a file or folder */
#define ANSWER_NOISE_MAX 65536 /* bytes before the first mark: what a login prints */

/* Is it a name that a file of an answer may have?  No blank, no '.' at its beginning. */
gboolean answer_is_name(const char *name, gsize len);

/* The lines that stand before and behind the stream.  g_free(). */
char *answer_begin(const char *mark);
char *answer_end(const char *mark);

/*
 * Unpacks what the file `fd` holds, from its beginning, into the folder `dir`, which is ours
 * alone.  FALSE with *error: some of it may lie there.
 */
gboolean answer_unpack(int fd, const char *mark, const char *dir, GError **error);
