/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The headline: the sentence at depth 0 in which the robot says what it noticed, and
 * the commit block below it.  Only an exact sentence counts, so that notes before
 * the greeting, which name other commits and numbers, do not mislead.
 *
 *   FYI, we noticed a -9.0% regression of M due to commit:
 *   kernel test robot noticed a 5.7% regression of M on:
 *   FYI, we noticed the following commit (built with gcc-9):
 *   FYI, we noticed R due to commit (built with gcc-11):
 *   kernel test robot noticed "R" on:
 *   FYI, we noticed the below changes on                       (2014-15)
 *
 *   commit: H40 ("title")          "commit H40" to 2016
 *   https://host/tree.git branch   or url:, base:, patch link:; in 2014 above commit
 */
#pragma once

#include "base/terms.h"
#include "parse/body.h"

enum headline_form {
	HEADLINE_NONE,
	HEADLINE_CHANGE,  /* a change of a metric */
	HEADLINE_FAILURE, /* a result */
	HEADLINE_COMMIT,  /* "the following commit"; the result stands in the subject */
	HEADLINE_CHANGES, /* "the below changes" */
	HEADLINE_BUILD,   /* errors or warnings of a build, see build.h */
	HEADLINE_SUMMARY, /* "BUILD SUCCESS" and the like */
};

struct headline {
	enum headline_form form;
	guint line;      /* index of the sentence among the lines */
	guint end;       /* index of the first line behind the sentence */
	gboolean broken; /* a sentence of the robot's that cannot be read */
	struct slice metric, claim;
	enum verdict verdict;
	struct slice failure;
	struct slice compiler;
	struct slice commit, title;
	struct slice tree, branch; /* of a posted patch: its base, else its url */
};

/* Joined lines are kept in `text`; the other slices point into the mail. */
struct headline headline_find(const GArray *lines, GStringChunk *text);

/* Whether a line opens a sentence that must be a headline: not "the following build errors". */
gboolean headline_opens(struct slice line);

/* The next one from line `from` on; HEADLINE_NONE: there is none that can be read. */
struct headline headline_next(const GArray *lines, guint from, GStringChunk *text);

/* Id and title of a "commit" line: both quotes, "[n/m] title" or the bare title. */
gboolean headline_commit(struct slice line, struct slice *ret_id, struct slice *ret_title);

/* Takes what a "base:" or "url:" line of a posted patch says; base wins. */
gboolean headline_base(struct slice line, struct headline *h);

/* "URL", "URL branch"; FALSE for anything else. */
gboolean headline_tree(struct slice line, struct slice *ret_tree, struct slice *ret_branch);
