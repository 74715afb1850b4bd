/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses that archives hide from harvesters:
 *
 *   user at example.org   user () example ! org   user(a)example.org   spelled out
 *   user@xxxxxxxxxxx   user@...mple.org   [email protected]              masked
 *
 * What is spelled out is put back.  A mask takes characters away, so it is only told; but
 * the robot's Message-IDs have one domain, and there it is known what they were.
 */
#pragma once

#include "base/slice.h"

/*
 * The text with its first address put back; NULL when none is spelled out in it, or an '@'
 * stands before it.  Free with g_free().
 */
char *address_put_back(struct slice text);

/* Whether an address stands in the text of which a part is masked. */
gboolean address_is_masked(struct slice text);

/* Whether an address that is spelled out or masked stands in the text. */
gboolean address_is_hidden(struct slice text);

/* A Message-ID as the robot makes them: "202605121549.4b9f0f7e-lkp@intel.com". */
gboolean address_is_robots_id(struct slice id);

/* "202605121549.4b9f0f7e-lkp@xxxxxxxxx" with the robot's domain; NULL: anything else. */
char *address_unmask_id(struct slice id);
