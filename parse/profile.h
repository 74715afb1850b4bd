/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of perf-profile stats: a chain of calls, the innermost function first,
 *
 *	perf-profile.calltrace.cycles-pp.clear_page_erms.prep_new_page.alloc_pages
 *
 * or one function (perf-profile.self.cycles-pp.clear_page_erms).
 */
#pragma once

#include "base/slice.h"

#define PROFILE_DEPTH_MAX 64

struct profile {
	struct slice group; /* "calltrace", "children", "self"; null: a name of before 2017 */
	struct slice event; /* "cycles-pp" */
	guint depth;
	struct slice chain[PROFILE_DEPTH_MAX]; /* each was called by the next */
};

/*
 * FALSE when the name is none, or deeper than is read.  Parts that compilers append
 * ("do_wp_page.isra.0", "copy_page.constprop.0.cold") stay with their function.
 */
gboolean profile_read(struct slice stat, struct profile *ret_profile);
