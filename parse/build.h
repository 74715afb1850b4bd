/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Build reports and build summaries.  They have no headline sentence; what they are
 * about stands in lines of their own:
 *   tree: URL branch / head: H40 / commit: H40 [n/m] title
 *   [auto build test ERROR on tree/branch] / url: / base:
 *   tree/branch: URL branch / branch HEAD: H40  title             (summary)
 *
 * What failed stands below "All errors (new ones prefixed by >>):" or "All warnings ...":
 *   >> fs/ext4/extents-test.c:300:5: warning: format specifies type 'long' ...
 *   >> ERROR: "__inode_attach_wb" [fs/btrfs/btrfs.ko] undefined!
 */
#pragma once

#include "parse/headline.h"
#include "parse/records.h"

#define BUILD_FAILURES_MAX 1000

/*
 * Appends the new errors and warnings to records->failures, each once: the lines marked
 * by ">>", else those that name a file, a line and the word.
 */
void build_failures_read(
	struct records *records, const GArray *lines, const struct diag_sink *sink);

/* Form HEADLINE_BUILD, HEADLINE_SUMMARY or HEADLINE_NONE. */
struct headline build_find(const GArray *lines);
