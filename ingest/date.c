/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/date.h"

#include <gmime/gmime.h>

#define YEAR_FIRST 1990
#define YEAR_LAST 2100

/* The "+hhmm" of a date, or NULL. */
static char *find_zone(char *text)
{
	for (char *at = text; *at; at++) {
		if (*at != '+' && *at != '-')
			continue;
		if (at > text && (at[-1] == ' ' || at[-1] == '\t') &&
			strspn(at + 1, "0123456789") == 4)
			return at;
	}
	return NULL;
}

/* No place on earth is beyond 14 hours; "+9900" occurs. */
static gboolean is_bad_zone(const char *zone)
{
	int hours = (zone[1] - '0') * 10 + zone[2] - '0';
	int minutes = (zone[3] - '0') * 10 + zone[4] - '0';

	return minutes >= 60 || hours * 60 + minutes > 14 * 60;
}

gint64 date_read(const char *text, enum date_oddity *ret_oddity)
{
	*ret_oddity = DATE_MISSING;
	if (!text || !text[strspn(text, " \t\r\n")])
		return DATE_UNKNOWN;

	g_autofree char *copy = g_strdup(text);
	char *zone = find_zone(copy);
	gboolean bad_zone = zone && is_bad_zone(zone);
	if (bad_zone)
		memcpy(zone, "+0000", 5);

	*ret_oddity = DATE_UNREADABLE;
	g_autoptr(GDateTime) date = g_mime_utils_header_decode_date(copy);
	if (!date)
		return DATE_UNKNOWN;

	*ret_oddity = DATE_IMPLAUSIBLE;
	g_autoptr(GDateTime) utc = g_date_time_to_utc(date);
	if (!utc)
		return DATE_UNKNOWN;
	int year = g_date_time_get_year(utc);
	if (year < YEAR_FIRST || year > YEAR_LAST)
		return DATE_UNKNOWN;

	*ret_oddity = bad_zone ? DATE_BAD_ZONE : DATE_SOUND;
	return g_date_time_to_unix(utc);
}
