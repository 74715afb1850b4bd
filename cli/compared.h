/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The groups of a comparison with their rows, computed. */
#pragma once

#include "cli/comparing.h"
#include "compare/comparison.h"
#include "compare/rows.h"
#include "render/lkp_table.h"

struct compared {
	struct lkp_member *members;
	GPtrArray *rows;           /* of struct stat_row * */
	struct comparison *judged; /* of the full style; else NULL */
	guint n;
	gboolean apart;
};

/* Of struct compared *; empty: nothing could be compared.  Free with g_ptr_array_unref(). */
GPtrArray *compared_all(struct comparing *c);
