/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/job_value.h"

#include "base/literal.h"

static gboolean split(const char *text, guint64 *ret_number, const char **ret_unit)
{
	gsize digits = strspn(text, "0123456789");

	*ret_unit = text + digits;
	return digits && literal_count((struct slice){text, digits}, ret_number);
}

gboolean job_value_count(const char *text, guint nr_cpu, guint64 *ret_count)
{
	guint64 number;
	const char *unit;

	if (!split(text, &number, &unit) || number > JOB_COUNT_MAX)
		return FALSE;
	if (!strcmp(unit, "%"))
		number = MAX(number * nr_cpu / 100, 1);
	else if (*unit)
		return FALSE;
	if (number > JOB_COUNT_MAX)
		return FALSE;
	*ret_count = number;
	return TRUE;
}

gboolean job_value_seconds(const char *text, guint64 *ret_seconds)
{
	static const struct {
		const char *unit;
		guint seconds;
	} units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
	guint64 number;
	const char *unit;

	if (!split(text, &number, &unit) || number > JOB_SECONDS_MAX)
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(units); i++)
		if (!strcmp(unit, units[i].unit) && number * units[i].seconds <= JOB_SECONDS_MAX) {
			*ret_seconds = number * units[i].seconds;
			return TRUE;
		}
	return FALSE;
}

gboolean job_value_bytes(const char *text, guint64 *ret_bytes)
{
	static const char letters[] = "kmgt";
	guint64 number;
	const char *unit;
	guint shift = 0;

	if (!split(text, &number, &unit))
		return FALSE;
	if (*unit && strchr(letters, g_ascii_tolower(*unit))) {
		shift = 10 * (guint)(strchr(letters, g_ascii_tolower(*unit)) - letters + 1);
		unit++;
	}
	if (g_ascii_tolower(*unit) == 'b')
		unit++;
	if (*unit || number > JOB_VALUE_MAX >> shift)
		return FALSE;
	*ret_bytes = number << shift;
	return TRUE;
}
