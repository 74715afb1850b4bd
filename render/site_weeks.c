/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page a week: its digest. */
#include "render/site_parts.h"

#include "base/week.h"

/* ---- what lists tell of it --------------------------------------------------- */

static void note(gint64 *latest, gint64 date, const struct site_week *week)
{
	if (date != DATE_UNKNOWN && date >= week->since && date < week->since + WEEK_SECONDS)
		*latest = MAX(*latest, date);
}

static gint64 latest_of(const struct digest *digest, const struct site_week *week)
{
	gint64 latest = week->since;

	for (guint i = 0; i < digest->reports->len; i++)
		note(&latest, ((const struct digest_report *)digest->reports->pdata[i])->date,
			week);
	for (guint i = 0; i < digest->builds->len; i++)
		note(&latest, ((const struct digest_report *)digest->builds->pdata[i])->date, week);
	for (guint i = 0; i < digest->all->len; i++)
		note(&latest, ((const struct digest_entry *)digest->all->pdata[i])->heard, week);
	return latest;
}

static void tell(struct site *site, const struct digest *digest, struct site_week *week)
{
	g_autoptr(GString) prose = g_string_new(NULL);

	for (guint i = 0; i < digest->prose->len; i++)
		g_string_append_printf(
			prose, "%s%s", i ? " " : "", (const char *)digest->prose->pdata[i]);
	week->subject = site_keep(site, digest->subject);
	week->lead = site_keep(site, digest->prose->len ? digest->prose->pdata[0] : NULL);
	week->prose = site_keep(site, prose->str);
	week->latest = latest_of(digest, week);
	for (int section = 0; section < SECTIONS; section++)
		week->counts[section] = digest->entries[section]->len;
	week->others = digest->functional->len + digest->functional_omitted + digest->builds->len +
		       digest->builds_omitted;
}

/* ---- the page ---------------------------------------------------------------- */

static char *name_at(const struct site *site, guint i)
{
	return i < site->since->len ? week_name(g_array_index(site->since, gint64, i)) : NULL;
}

static char *file_of(const char *week)
{
	return site_week_file(week ? week : "");
}

static GString *write_page(
	struct site *site, guint i, const char *file, const struct digest *digest, GError **error)
{
	g_autofree char *own = name_at(site, i);
	g_autofree char *before = i ? name_at(site, i - 1) : NULL, *after = name_at(site, i + 1);
	g_autofree char *before_file = file_of(before), *after_file = file_of(after);
	g_autofree char *tables = site_week_tables_file(own);
	const struct site_step steps[] = {
		{before_file, before}, {after_file, after}, {tables, "Tables of this week"}};
	struct site_links links = site_links_of(site, file);

	links.steps = steps;
	links.n_steps = G_N_ELEMENTS(steps);
	return digest_html_linked(digest, &links, site->gnuplot, site->diags, error);
}

static gboolean put_week(struct site *site, guint i, GError **error)
{
	gint64 since = g_array_index(site->since, gint64, i);
	g_autofree char *name = week_name(since);
	g_autofree char *file = site_week_file(name);
	struct site_week week = {.since = since, .name = site_keep(site, name)};
	struct digest_options options = *site->options;
	struct digest *digest;
	gboolean done;

	options.filter.since = since;
	options.filter.until = since + WEEK_SECONDS;
	options.period = name;
	options.is_part = TRUE;
	digest = digest_new(site->store, &options, error);
	if (!digest)
		return FALSE;
	tell(site, digest, &week);
	g_array_append_val(site->weeks, week);
	done = site_put(site, file, write_page(site, i, file, digest, error), error);
	digest_free(digest);
	return done && site_put_week_tables(site, name, since, error);
}

gboolean site_put_weeks(struct site *site, GError **error)
{
	for (guint i = 0; i < site->since->len; i++)
		if (!put_week(site, i, error))
			return FALSE;
	return site_put_week_tables(site, NULL, DATE_UNKNOWN, error);
}
