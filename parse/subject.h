/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a subject says.  Reports name there their tree, subsystem, commit and result:
 *   "[tree:branch] [subsys]  H10:  metric -5.7% regression"
 *   "[subsys] H11: -18.2% metric"
 *   "[subsys]  H10: WARNING:at_fs/ext4/mballoc.c:#ext4_mb_pa_free"
 * Replies, and reports on posted patches, repeat the subject that they answer.
 */
#pragma once

#include "base/slice.h"
#include "base/terms.h"

struct subject {
	gboolean reply;   /* "Re:", "Fwd:" */
	gboolean patch;   /* "[PATCH v2 3/5]", "[RFC PATCH]" */
	gboolean summary; /* "BUILD SUCCESS", "BUILD REGRESSION", … */
	struct slice tree, branch;
	struct slice subsystem;
	struct slice commit;
	struct slice metric, claim; /* claim: "-5.7%", as printed */
	enum verdict verdict;
	struct slice result; /* what follows the commit when it is no change */
};

/* Slices point into the subject; absent fields are null. */
struct subject subject_read(struct slice subject);
