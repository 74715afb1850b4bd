/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A history of commits (compare/trend.h) in its forms. */
#pragma once

#include "compare/trend.h"
#include "render/lkp_table.h"

struct history_group {
	const struct lkp_group *head; /* the commits are its members; its rows are not used */
	const GPtrArray *trends;      /* of struct trend * */
};

void history_print_text(
	GString *out, const struct lkp_style *style, const struct history_group *group);

/* One document, "lkpdigest/history/1", told in lkpdigest(1); without groups: why. */
void history_print_json(
	GString *out, const struct lkp_style *style, const struct history_group *groups, guint n);
void history_print_no_json(GString *out, const char *reason);
