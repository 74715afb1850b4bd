/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ISO weeks in UTC: they begin on Monday.  Moments are seconds since 1970. */
#pragma once

#include <glib.h>

#define WEEK_SECONDS (7 * 24 * 60 * 60)

/* The beginning of the week in which a moment lies. */
gint64 week_begin(gint64 moment);

/* "2016-W23"; NULL for a moment that no calendar has.  g_free(). */
char *week_name(gint64 moment);
