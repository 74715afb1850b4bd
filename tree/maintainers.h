/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's MAINTAINERS: sections with a title and fields of one letter, of which read are
 *
 *   M: a person          L: a list         S: how it is looked after
 *   F: a file, as a glob, or all below a folder when it ends in '/'
 *   X: the same, for what is left out of the section
 *   N: a regular expression on the path
 *
 * as scripts/get_maintainer.pl understands them, but for '*', which never takes a '/' ("**"
 * does).  K:, on contents, is passed over.
 *
 * Input is a stranger's: sizes have maxima, and a regular expression that takes too long
 * matches nothing.  Immutable once read.
 */
#pragma once

#include "base/slice.h"

#define MAINTAINERS_BYTES_MAX (8 << 20)
#define MAINTAINERS_SECTIONS_MAX 20000
#define MAINTAINERS_PATTERNS_MAX 100000 /* F: and X: */
#define MAINTAINERS_NAMES_MAX 2000      /* N: */
#define MAINTAINERS_VALUE_MAX 512       /* bytes in the file, of a title, value or pattern */

struct maintainers_section {
	char *title;       /* "MEMORY MANAGEMENT" */
	GPtrArray *lists;  /* addresses: "linux-mm@kvack.org" */
	GPtrArray *people; /* "NAME <ADDRESS>" */
	char *status;      /* "Maintained"; NULL: it does not say */
};

struct maintainers;

/* Never NULL: what cannot be read is passed over and counted. */
struct maintainers *maintainers_read(struct slice text);
void maintainers_free(struct maintainers *maintainers); /* NULL is allowed */

/* Sections, fields and patterns that were left out: too many, too long, no sound expression. */
guint maintainers_refused(const struct maintainers *maintainers);

/*
 * The sections of these files (const char *), those first that fit most of the files best,
 * which is by the longest pattern; then by files, and by their order.  What fits every file ("THE
 * REST") is left out.  const struct maintainers_section *; free with g_ptr_array_unref().
 */
GPtrArray *maintainers_of(const struct maintainers *maintainers, const GPtrArray *paths);
