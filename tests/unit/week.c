/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/week.h"

#define MONDAY 1465171200 /* 2016-06-06, the begin of 2016-W23 */

static void begins_on_monday(void)
{
	g_assert_cmpint(week_begin(MONDAY), ==, MONDAY);
	g_assert_cmpint(week_begin(MONDAY + WEEK_SECONDS - 1), ==, MONDAY);
	g_assert_cmpint(week_begin(MONDAY - 1), ==, MONDAY - WEEK_SECONDS);
	g_assert_cmpint(week_begin(0), ==, -3 * 24 * 60 * 60);
	g_assert_cmpint(week_begin(-4 * 24 * 60 * 60), ==, -10 * 24 * 60 * 60);
	g_assert_cmpint(week_begin(G_MAXINT64), >, G_MAXINT64 - WEEK_SECONDS);
}

static void agrees_with_the_calendar(void)
{
	for (int i = 0; i < 1000; i++) {
		gint64 moment = (gint64)g_test_rand_int() * 16 + g_test_rand_int_range(0, 16);
		gint64 begin = week_begin(moment);
		g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(begin);
		g_autofree char *name = week_name(moment), *same = week_name(begin);

		g_assert_cmpint(moment - begin, >=, 0);
		g_assert_cmpint(moment - begin, <, WEEK_SECONDS);
		g_assert_cmpint(g_date_time_get_day_of_week(time), ==, 1);
		g_assert_cmpint(g_date_time_get_seconds(time) + g_date_time_get_minute(time) +
					g_date_time_get_hour(time),
			==, 0);
		g_assert_cmpstr(name, ==, same);
	}
}

static void has_a_name(void)
{
	g_autofree char *name = week_name(MONDAY), *before = week_name(MONDAY - 1);
	/* 2021-01-01 lies in the last week of the year before. */
	g_autofree char *new_year = week_name(1609459200);

	g_assert_cmpstr(name, ==, "2016-W23");
	g_assert_cmpstr(before, ==, "2016-W22");
	g_assert_cmpstr(new_year, ==, "2020-W53");
	g_assert_null(week_name(G_MAXINT64));
	g_assert_null(week_name(G_MININT64));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/week/begins-on-monday", begins_on_monday);
	g_test_add_func("/week/agrees-with-the-calendar", agrees_with_the_calendar);
	g_test_add_func("/week/has-a-name", has_a_name);
	return g_test_run();
}
