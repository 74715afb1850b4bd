/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `compare`: letters as LKP's ncompare has them, long ones for the rest. */
#pragma once

#include "compare/group.h"
#include "compare/select.h"

#include <glib.h>

enum compare_form {
	COMPARE_LKP, /* --style lkp */
	COMPARE_TEXT,
	COMPARE_MARKDOWN,
	COMPARE_CSV,
	COMPARE_JSON,
};

struct compare_options {
	char *results, *order, *style, *format;
	gboolean all, more, kpi, kpi_strict, testcase_stats, all_failures;
	gboolean by_stat, compact, sort_groups, show_empty, history;
	char *compared, *threshold, *gap, *forced, *against;
	char **include, **exclude, **filter, **explain;
	gboolean json;      /* the common option */
	GPtrArray *queries; /* of struct axes_query *, of -s and -o, in order */
	gboolean is_apart;  /* an -o changed several axes */
	GPtrArray *dirs;    /* of char *, of -j */

	/* Understood: */
	struct select_options select;
	char **axes; /* of -c; never NULL */
	enum compare_form form;
};

struct compare_options *compare_options_new(void);
void compare_options_free(struct compare_options *options); /* NULL is allowed */

void compare_options_add(GOptionContext *context, struct compare_options *options);

/* FALSE: the error was said. */
gboolean compare_options_understand(struct compare_options *options);
