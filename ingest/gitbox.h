/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The messages of a public-inbox archive, one git repository ("epoch"), through
 * libgit2, oldest first.
 *
 * v2: each commit's tree holds one file, "m" (a message) or "d" (the message that is
 * deleted with it).  v1: a tree of 2/38 hexadecimal digits in which a commit adds or
 * takes away a file.  What was deleted later is left out; what was purged is gone.
 *
 * The history is walked by one thread; messages are inflated by whoever wants them, in
 * any number of threads, since that is where the time goes.
 *
 * A repository is foreign: no configuration, its own or the user's, is read; no hook
 * runs; alternates and commondir are not followed; nothing is written.  Hashes are
 * not verified (a third of the time), so histories may go round in a circle.
 */
#pragma once

#include "base/slice.h"

#define GITBOX_COMMITS_MAX (4 << 20) /* the largest epochs hold a quarter of that */
#define GITBOX_ID_SIZE 41            /* hexadecimal digits and NUL */

enum gitbox_kind {
	GITBOX_MAIL,
	GITBOX_MISSING,   /* the repository does not hold it, or it is damaged */
	GITBOX_TOO_LARGE, /* over INGEST_MAIL_MAX */
};

struct gitbox_item {
	enum gitbox_kind kind;
	char id[GITBOX_ID_SIZE]; /* of the blob; of a commit or tree that is missing */
	guint64 size;            /* of the blob */
};

/* A message; gitbox_mail_clear() frees it. */
struct gitbox_mail {
	struct slice bytes;
	void *object;
};

struct gitbox;

/* Whether a directory looks like a repository: HEAD, objects, refs. */
gboolean gitbox_looks_like(const char *git_dir);

/*
 * Reads the history (20 bytes a message stay) back to `since`, a commit that was read
 * before, or to its beginning (NULL); NULL: no archive of mail.
 */
struct gitbox *gitbox_open(const char *git_dir, const char *since);
struct gitbox *gitbox_ref(struct gitbox *box);
void gitbox_unref(struct gitbox *box); /* NULL is allowed */

/* FALSE: there is no more. */
gboolean gitbox_next(struct gitbox *box, struct gitbox_item *ret_item);

/* Its objects alone, for gitbox_read(), without a look at the history; NULL: no repository. */
struct gitbox *gitbox_open_objects(const char *git_dir);

/* In any thread.  FALSE: it is damaged (*ret_mail is empty). */
gboolean gitbox_read(struct gitbox *box, const char *id, struct gitbox_mail *ret_mail);
void gitbox_mail_clear(struct gitbox_mail *mail);

/* The newest commit; "": there is none. */
const char *gitbox_tip(const struct gitbox *box);

/* FALSE: there is no such commit in the history, which was read to its beginning then. */
gboolean gitbox_met_since(const struct gitbox *box);

/* The messages that commits behind `since` deleted, which may come again. */
void gitbox_each_removed(
	const struct gitbox *box, void (*each)(const char *id, void *data), void *data);

/* Messages that were deleted later. */
guint64 gitbox_deleted(const struct gitbox *box);

struct gitbox_older {
	guint64 messages,
		bytes;    /* from before `since`, deleted behind it; of those not too large */
	gboolean unknown; /* the size of some is lost */
};

struct gitbox_older gitbox_older(const struct gitbox *box);

/* Why the history was not followed to its beginning, a literal; NULL: it was. */
const char *gitbox_cut(const struct gitbox *box);
