/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/period.h"

#define DAY_SECONDS (24 * 60 * 60)

static gint64 moment(const char *text)
{
	gint64 seconds = -1;

	g_assert_true(period_read_moment(text, &seconds));
	return seconds;
}

static void reads_what_is_a_date(void)
{
	g_assert_cmpint(moment("1970-01-01"), ==, 0);
	g_assert_cmpint(moment("2016-06-06"), ==, 1465171200);
	g_assert_cmpint(moment("2016-06-06T00:00:00Z"), ==, 1465171200);
	g_assert_cmpint(moment("2016-06-06T02:00:00+02:00"), ==, 1465171200);
	g_assert_cmpint(moment("2016-06-05T23:30:00.9-00:30"), ==, 1465171200);
	g_assert_cmpint(moment("2016-W23"), ==, 1465171200);
}

static void refuses_the_rest(void)
{
	static const char *const none[] = {"", "2016", "2016-06", "2016-6-6", "2016-06-31",
		"2016-13-01", "2016-06-06 ", " 2016-06-06", "2016-06-06T00:00:00",
		"20160606T000000Z", "2016-06-06T24:01:00Z", "2016-W00", "2016-W53", "2016-W1",
		"W23", "today", "-1"};

	for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
		gint64 seconds = 42;

		g_assert_false(period_read_moment(none[i], &seconds));
		g_assert_cmpint(seconds, ==, 42);
	}
}

/* Years that begin on each day of the week, leap or not, and the long ones among them. */
static void weeks_tile_the_years(void)
{
	gint64 end = moment("1990-W01");

	for (int year = 1990; year < 2100; year++)
		for (int week = 1; week <= 53; week++) {
			g_autofree char *text = g_strdup_printf("%04d-W%02d", year, week);
			gint64 since, until;

			if (!period_read_week(text, &since, &until)) {
				g_assert_cmpint(week, ==, 53);
				continue;
			}
			g_assert_cmpint(since, ==, end);
			g_assert_cmpint(until - since, ==, 7 * DAY_SECONDS);
			end = until;
		}
}

static void months_tile_the_years(void)
{
	static const char *const none[] = {
		"", "2016", "2016-13", "2016-00", "2016-6", "2016-06-01", "2016-W06", "June"};
	gint64 end = moment("1999-01-01");

	for (int month = 0; month < 400; month++) {
		g_autofree char *text =
			g_strdup_printf("%04d-%02d", 1999 + month / 12, 1 + month % 12);
		gint64 since, until;

		g_assert_true(period_read_month(text, &since, &until));
		g_assert_cmpint(since, ==, end);
		g_assert_cmpint(until - since, >=, 28 * DAY_SECONDS);
		g_assert_cmpint(until - since, <=, 31 * DAY_SECONDS);
		end = until;
	}
	for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
		gint64 since = 42, until = 42;

		g_assert_false(period_read_month(none[i], &since, &until));
		g_assert_cmpint(since, ==, 42);
		g_assert_cmpint(until, ==, 42);
	}
}

static void every_day_lies_in_its_week(void)
{
	for (int i = 0; i < 2000; i++) {
		gint64 day = (gint64)g_test_rand_int_range(0, 60000) * DAY_SECONDS, since, until;
		g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(day);
		g_autofree char *week = g_date_time_format(date, "%G-W%V");

		g_assert_true(period_read_week(week, &since, &until));
		g_assert_cmpint(since, <=, day);
		g_assert_cmpint(day, <, until);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/period/reads", reads_what_is_a_date);
	g_test_add_func("/period/refuses", refuses_the_rest);
	g_test_add_func("/period/weeks-tile", weeks_tile_the_years);
	g_test_add_func("/period/months", months_tile_the_years);
	g_test_add_func("/period/days", every_day_lies_in_its_week);
	return g_test_run();
}
