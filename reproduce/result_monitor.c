/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/result_parts.h"

#include "compare/run_stats.h"

#define PACKED_ABOVE 1000 /* numbers of a monitor's JSON file: then LKP packs it */

static const struct number *values_of(const struct monitor_series *series)
{
	return (const struct number *)(gpointer)series->values->data;
}

static void append_series_of(GString *out, const struct monitor_seen *seen)
{
	for (guint i = 0; i < seen->series->len; i++) {
		const struct monitor_series *series = seen->series->pdata[i];

		if (!monitor_series_is_empty(series))
			result_append_list(
				out, series->name, values_of(series), series->values->len);
	}
}

void result_append_series(GString *out, const struct monitors *monitors)
{
	for (guint i = 0; i < monitors_count(monitors); i++)
		append_series_of(out, monitors_at(monitors, i));
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void add_number(const char *name, struct number value, void *data)
{
	result_add_stat(data, g_strdup(name), value);
}

void result_add_monitored(GArray *stats, const struct monitors *monitors, const struct rules *rules)
{
	const struct run_part whole = {FALSE, 0, 0};

	for (guint i = 0; i < monitors_count(monitors); i++) {
		const struct monitor_seen *seen = monitors_at(monitors, i);
		g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct run_series));

		for (guint k = 0; k < seen->series->len; k++) {
			const struct monitor_series *series = seen->series->pdata[k];
			struct run_series one = {
				series->name, values_of(series), series->values->len};

			if (!monitor_series_is_empty(series))
				g_array_append_val(all, one);
		}
		run_stats_of_monitor(rules, seen->name,
			(const struct run_series *)(gconstpointer)all->data, all->len, &whole,
			add_number, stats);
	}
}

/* ---- files ----------------------------------------------------------------------------------- */

static gboolean write_one(const char *dir, const struct monitor_seen *seen, GError **error)
{
	g_autoptr(GString) json = g_string_new("{");
	g_autofree char *name = g_strconcat(seen->name, ".json", NULL);

	append_series_of(json, seen);
	g_string_append(json, "\n}\n");
	return result_write(dir, seen->name, (struct slice){seen->raw->str, seen->raw->len},
		       seen->is_packed, error) &&
	       result_write(dir, name, (struct slice){json->str, json->len},
		       (guint64)seen->series->len * seen->samples > PACKED_ABOVE, error);
}

gboolean result_write_monitors(const char *dir, const struct monitors *monitors, GError **error)
{
	for (guint i = 0; i < monitors_count(monitors); i++)
		if (!write_one(dir, monitors_at(monitors, i), error))
			return FALSE;
	return TRUE;
}
