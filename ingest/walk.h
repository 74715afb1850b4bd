/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files below a path, in bytewise order of their names within each directory.
 *
 * Links are followed, but a directory (by device and inode) is entered once.  A
 * directory with both "cur" and "new" is a maildir: the files in those two are a
 * message each, whatever lines stand in them, "tmp" holds none yet, and the index
 * files of mail servers beside them (dovecot*, courier*, maildir*, subscriptions)
 * are none.  Hidden files count (maildir folders are hidden); ".git" and ".notmuch"
 * are not entered, nor what the caller excepts.
 *
 * A directory that is a git repository, or holds one as ".git", is offered as such
 * first.  Of public-inbox's own directories (all.git, git) only the epochs in "git"
 * count; epochs (0.git, 1.git) come in the order of their numbers, before other names.
 *
 * Runs (ingest/result_run.h) are offered as such, too.  What LKP makes of runs and keeps
 * beside them is passed over.
 */
#pragma once

#include <glib.h>

enum walk_kind {
	WALK_FILE,        /* opened: fd is the receiver's */
	WALK_MAIL,        /* the same, within a maildir's cur or new */
	WALK_MAILDIR,     /* its files come next, ... */
	WALK_MAILDIR_END, /* ... and have come */
	WALK_REPOSITORY,  /* of git; path is that of HEAD's folder */
	WALK_RUN,         /* a run of the robot: a numbered directory with a job.yaml */
	WALK_NO_RUN,      /* a numbered directory with stats.json, and no job.yaml */
	WALK_LINKED_RUN,  /* a run that a link leads to, outside of what was named */
	WALK_LOOP,        /* a directory that was entered before */
	WALK_SPECIAL,     /* neither file nor directory */
	WALK_UNREADABLE,  /* error says why */
};

struct walk_item {
	enum walk_kind kind;
	const char *path; /* as the user named it, joined by '/' */
	int fd;           /* of WALK_FILE, WALK_MAIL */
	gint64 size;      /* of those, in bytes */
	int error;        /* errno, of WALK_UNREADABLE */
	/*
	 * Of WALK_REPOSITORY and the WALK_..._RUNs: set it when the directory was read, or
	 * shall not be; else its files come.
	 */
	gboolean *ret_taken;
};

/* FALSE ends the walk. */
typedef gboolean (*walk_fn)(const struct walk_item *item, void *data);

/*
 * FALSE when the function ended it.  `path` may be a file, too.  `except` (NULL: none)
 * names files and directories that are passed over where they are met below `path`,
 * under whatever name; those that are not there now are none.
 */
gboolean walk(const char *path, const char *const *except, walk_fn fn, void *data);

/* Whether a file's name is that of a message of a maildir: cur/x, new/x. */
gboolean walk_is_in_maildir(const char *path);

/* Whether a path is what was named as a source, or lies below it. */
gboolean walk_is_within(const char *path, const char *source);

/* What to walk so that a file is met as it was before: of one of a maildir, that; g_free(). */
char *walk_name_of(const char *path);
