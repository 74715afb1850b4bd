/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a result root, each made by the file that knows it. */
#pragma once

#include "base/number.h"
#include "compare/rules.h"
#include "reproduce/monitor.h"

/* ---- numbers: reproduce/result_json.c ------------------------------------------------------ */

struct result_stat {
	char *name; /* of letters, digits and marks: nothing in it is to be escaped */
	struct number value;
};

GArray *result_stats_new(void);                                       /* of struct result_stat */
void result_add_stat(GArray *stats, char *name, struct number value); /* takes the name */

/* One number a stat, as JSON. */
GString *result_stats_text(const GArray *stats);

/* ',' before it where it is not the first of `out`, which begins with '{'. */
void result_append_list(GString *out, const char *name, const struct number *values, guint n);

/* Durably, as NAME or packed as NAME.gz. */
gboolean result_write(
	const char *dir, const char *name, struct slice text, gboolean is_packed, GError **error);

/* ---- monitors: reproduce/result_monitor.c -------------------------------------------------- */

void result_append_series(GString *out, const struct monitors *monitors);
void result_add_monitored(
	GArray *stats, const struct monitors *monitors, const struct rules *rules);

/* What each read, and its series. */
gboolean result_write_monitors(const char *dir, const struct monitors *monitors, GError **error);
