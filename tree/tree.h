/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A git tree of the kernel, asked for what it knows of commits.  Any clone will do: bare,
 * with or as a work tree, shallow, partial; what it lacks is counted, and the rest is known.
 *
 * The repository is only read, see git/foreign.h: no hook runs, no configuration is read, it
 * may belong to somebody else, and what lies in another one by "alternates" is missing.
 * One thread at a time.  Ids are 40 digits in small letters.
 */
#pragma once

#include <glib.h>

#define TREE_ERROR tree_error_quark()
GQuark tree_error_quark(void);

enum tree_error {
	TREE_ERROR_OPEN, /* no repository, or a damaged one */
};

#define TREE_ID_SIZE 41            /* of an id with its NUL */
#define TREE_OBJECT_MAX (64 << 20) /* bytes of an object; a larger one is not read */
#define TREE_TAGS_MAX 100000       /* that are looked at */

struct tree;

/* The repository at `path` itself, not one above it.  NULL with *error. */
struct tree *tree_open(const char *path, GError **error);
void tree_close(struct tree *tree); /* NULL is allowed */

/* As it was opened. */
const char *tree_path(const struct tree *tree);

/*
 * The main branch, of which "is it in mainline?" is asked: the first that is there of
 * linus/master, torvalds/master, mainline/master, origin/master among the remote ones, the
 * branch master, and HEAD.  NULL: there is none.
 */
const char *tree_main_branch(const struct tree *tree);

/*
 * What all answers depend on: path, main branch with its commit, tags.  The same text, the
 * same answers.  Free with g_free().
 */
char *tree_identity(struct tree *tree);

/* ---- names -------------------------------------------------------------------------- */

enum tree_answer {
	TREE_UNKNOWN, /* no commit that is there begins so */
	TREE_FOUND,
	TREE_AMBIGUOUS, /* more than one does */
};

struct tree_name {
	const char *digits; /* 7 to 40 */
	enum tree_answer answer;
	char id[TREE_ID_SIZE]; /* of TREE_FOUND */
};

/* Answers all of them: what is ambiguous for git's objects may be one commit only. */
void tree_find(struct tree *tree, struct tree_name *names, guint n);

/* The 40 digits of the commit that a tag or an id, whole or short, names.  NULL: none. */
char *tree_resolve(struct tree *tree, const char *name);

/* The tag of a commit: a release ("v6.10-rc1") before others, by name.  NULL: none. */
const char *tree_tag(struct tree *tree, const char *commit);

/* Is `older` the commit or one of its ancestors?  For many: tree/history.h. */
gboolean tree_contains(struct tree *tree, const char *commit, const char *older);

/* ---- commits ------------------------------------------------------------------------- */

struct tree_commit {
	char id[TREE_ID_SIZE];
	char *title, *author_name, *author_address; /* UTF-8; never NULL */
	gint64 date;                                /* the committer's, in seconds; 0: unknown */
	char *parent;                               /* the first; NULL: it has none */
	guint n_parents;
	char *reverts, *upstream; /* ids as the message has them; NULL */
	char **fixes, **links;    /* ids, URLs; never NULL */
};

/* NULL: it is not there, or damaged. */
struct tree_commit *tree_commit_read(struct tree *tree, const char *id);
void tree_commit_free(struct tree_commit *commit); /* NULL is allowed */

/* ---- what it could not say ------------------------------------------------------------- */

struct tree_gaps {
	guint missing; /* objects that are named and not there, or damaged, or of another kind */
	guint large;   /* over TREE_OBJECT_MAX */
};

struct tree_gaps tree_gaps(const struct tree *tree);

/* Why objects may be missing: "it is a shallow clone", ...  NULL: no reason is seen. */
const char *tree_gaps_reason(const struct tree *tree);
