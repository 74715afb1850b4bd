/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as LKP prints it, byte for byte. */
#pragma once

#include "compare/axes.h"
#include "compare/rows.h"

struct lkp_member {
	const struct axes *axes;
	const char *run; /* single runs are compared: the run's name; else NULL */
};

struct lkp_group {
	const struct lkp_member *members;
	guint n;
	const char *const *compared; /* names of the axes that are compared */
	gboolean apart;              /* the members' other axes differ: each is listed */
	const GPtrArray *rows;       /* of struct stat_row * */
};

/* What stands for a value of an axis, a tag for a commit; of `value`'s life or longer. */
typedef const char *(*lkp_shown_fn)(const char *axis, const char *value, void *data);

struct lkp_style {
	gboolean compact;
	gboolean show_empty; /* groups without rows, too */
	lkp_shown_fn shown;  /* NULL: as it is */
	void *data;
};

void lkp_print_group(GString *out, const struct lkp_style *style, const struct lkp_group *group);

/* All groups, by stat. */
void lkp_print_by_stat(GString *out, const struct lkp_group *groups, guint n);

/* ---- heads, for other forms; safe to print (base/show.h), free with g_free() ---------------- */

/* Names and values of the axes that are (in: TRUE) or are not among `names`, joined by '/'. */
char *lkp_names_of(const struct axes *axes, const char *const *names, gboolean in);
char *lkp_values_of(const struct axes *axes, const struct lkp_style *style,
	const char *const *names, gboolean in);

/* An axis' value as it is shown, raw. */
const char *lkp_shown(const struct lkp_style *style, const struct axis *axis);

/* What tells a member from the others: its commit, or its run. */
char *lkp_title_of(const struct lkp_group *group, const struct lkp_style *style,
	const struct lkp_member *member);

/* "name=value, name=value" of the axes that are not among `without`, in lines. */
void lkp_wrap_axes(GString *out, const struct lkp_style *style, const struct axes *axes,
	const char *const *without);
