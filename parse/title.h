/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Titles of commits: "[PATCH v4 4/5] mm/memcontrol: convert memcg to use ...". */
#pragma once

#include "base/slice.h"

/* The prefix before the first colon, "mm/memcontrol"; null when there is none. */
struct slice title_subsystem(struct slice title);

/* What a title says that its commit reverts: `title` of `Revert "title"`; null: nothing. */
struct slice title_reverted(struct slice title);
