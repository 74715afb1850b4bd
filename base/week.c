/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/week.h"

/* 1970 began on a Thursday, so long after a Monday. */
#define MONDAY_TO_THURSDAY (3 * 24 * 60 * 60)

gint64 week_begin(gint64 moment)
{
	gint64 since = (moment % WEEK_SECONDS + MONDAY_TO_THURSDAY) % WEEK_SECONDS;

	return moment - (since < 0 ? since + WEEK_SECONDS : since);
}

char *week_name(gint64 moment)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(moment);

	return time ? g_date_time_format(time, "%G-W%V") : NULL;
}
