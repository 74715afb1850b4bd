/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/period.h"

#include "base/week.h"

#include <string.h>

/* Whether text has the form, in which '0' is any digit and the rest stands for itself. */
static gboolean has_form(const char *text, const char *form)
{
	for (; *form; form++, text++)
		if (*form == '0' ? !g_ascii_isdigit(*text) : *text != *form)
			return FALSE;
	return !*text;
}

static int number(const char *digits, int count)
{
	int n = 0;

	while (count--)
		n = n * 10 + (*digits++ - '0');
	return n;
}

gboolean period_read_week(const char *text, gint64 *ret_since, gint64 *ret_until)
{
	if (!has_form(text, "0000-W00"))
		return FALSE;

	int year = number(text, 4), week = number(text + 6, 2);
	/* 4 January lies in week 1 of its ISO year. */
	g_autoptr(GDateTime) fourth = g_date_time_new_utc(year, 1, 4, 0, 0, 0);
	if (!fourth || week < 1)
		return FALSE;
	g_autoptr(GDateTime) day = g_date_time_add_days(
		fourth, (week - 1) * 7 + 1 - g_date_time_get_day_of_week(fourth));
	if (!day || g_date_time_get_week_of_year(day) != week ||
		g_date_time_get_week_numbering_year(day) != year)
		return FALSE;
	*ret_since = g_date_time_to_unix(day);
	*ret_until = *ret_since + WEEK_SECONDS;
	return TRUE;
}

gboolean period_read_month(const char *text, gint64 *ret_since, gint64 *ret_until)
{
	if (!has_form(text, "0000-00"))
		return FALSE;

	g_autoptr(GDateTime) first =
		g_date_time_new_utc(number(text, 4), number(text + 5, 2), 1, 0, 0, 0);
	g_autoptr(GDateTime) next = first ? g_date_time_add_months(first, 1) : NULL;
	if (!next)
		return FALSE;
	*ret_since = g_date_time_to_unix(first);
	*ret_until = g_date_time_to_unix(next);
	return TRUE;
}

static GDateTime *read_rfc3339(const char *text)
{
	if (strlen(text) < 20 ||
		!has_form((char[]){text[0], text[1], text[2], text[3], text[4], 0}, "0000-") ||
		!strchr("Tt", text[10]))
		return NULL;
	return g_date_time_new_from_iso8601(text, NULL); /* NULL too without a zone */
}

gboolean period_read_moment(const char *text, gint64 *ret_seconds)
{
	gint64 until;

	if (period_read_week(text, ret_seconds, &until))
		return TRUE;

	g_autoptr(GDateTime) moment = NULL;
	if (has_form(text, "0000-00-00"))
		moment = g_date_time_new_utc(
			number(text, 4), number(text + 5, 2), number(text + 8, 2), 0, 0, 0);
	else
		moment = read_rfc3339(text);
	if (!moment)
		return FALSE;
	*ret_seconds = g_date_time_to_unix(moment);
	return TRUE;
}
