/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/since_last.h"

#include "store/digests.h"

static void take_end(const struct store_digest *digest, void *since)
{
	*(gint64 *)since = digest->until;
}

static char *name_period(gint64 since, gint64 until)
{
	g_autoptr(GDateTime) from = g_date_time_new_from_unix_utc(since);
	g_autoptr(GDateTime) to = g_date_time_new_from_unix_utc(until);
	g_autofree char *begin = from ? g_date_time_format_iso8601(from) : NULL;
	g_autofree char *end = to ? g_date_time_format_iso8601(to) : NULL;

	if (since == DATE_UNKNOWN)
		return g_strdup_printf("before %s", end);
	return g_strdup_printf("%s..%s", begin, end);
}

gboolean since_last_begin(struct store *store, const struct options *options, gint64 now,
	struct options *ret, GError **error)
{
	g_autofree char *series = store_series_of(&options->filter);
	gint64 since = DATE_UNKNOWN;

	/* One that was made for a time that is still to come ends after this. */
	if (!store_last_digest(store, series, now - 1, take_end, &since, error))
		return FALSE;
	*ret = *options;
	ret->filter.since = since;
	ret->filter.until = now;
	ret->period = name_period(since, now);
	return TRUE;
}

static gboolean remember(struct store *store, const struct store_digest *digest, GError **error)
{
	if (!store_begin(store, error))
		return FALSE;
	if (store_put_digest(store, digest, error) && store_commit(store, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

gboolean since_last_end(struct store *store, const struct options *options, GError **error)
{
	g_autofree char *series = store_series_of(&options->filter);
	const struct store_digest digest = {series, options->period, options->filter.since,
		options->filter.until, NULL, options->filter.until};

	return remember(store, &digest, error);
}
