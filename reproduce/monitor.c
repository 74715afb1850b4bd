/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/monitor.h"

#include "reproduce/monitor_parts.h"

#include <string.h>

static const struct kind {
	const char *name;
	gboolean (*sample)(struct monitor_sample *sample);
	gboolean is_packed; /* LKP keeps what it read as NAME.gz */
} kinds[] = {
	{"vmstat", monitor_sample_vmstat, FALSE},
	{"meminfo", monitor_sample_meminfo, TRUE},
	{"proc-vmstat", monitor_sample_proc_vmstat, TRUE},
};

const char *const *monitor_names(void)
{
	static const char *names[G_N_ELEMENTS(kinds) + 1];

	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		names[i] = kinds[i].name;
	return names;
}

struct monitor {
	struct monitor_seen seen;
	const struct kind *kind;
	GHashTable *by_name; /* of its series; the names are theirs */
	struct vmstat_counters before;
	guint64 total, max_used;
};

struct monitors {
	const struct machine *machine;
	gint64 interval, next, last; /* microseconds; the next and last sample */
	GPtrArray *all;              /* of struct monitor * */
};

/* ---- life ----------------------------------------------------------------------------------- */

static void series_free(gpointer data)
{
	struct monitor_series *series = data;

	g_free(series->name);
	g_array_unref(series->values);
	g_free(series);
}

static void monitor_free(gpointer data)
{
	struct monitor *monitor = data;

	g_string_free(monitor->seen.raw, TRUE);
	g_hash_table_unref(monitor->by_name);
	g_ptr_array_unref(monitor->seen.series);
	g_free(monitor);
}

static void add_monitor(struct monitors *monitors, const struct kind *kind)
{
	struct monitor *monitor = g_new0(struct monitor, 1);

	monitor->kind = kind;
	monitor->seen.name = kind->name;
	monitor->seen.is_packed = kind->is_packed;
	monitor->seen.raw = g_string_new(NULL);
	monitor->seen.series = g_ptr_array_new_with_free_func(series_free);
	monitor->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	g_ptr_array_add(monitors->all, monitor);
}

struct monitors *monitors_new(
	const struct machine *machine, const char *const *names, guint interval_ms)
{
	struct monitors *monitors = g_new0(struct monitors, 1);

	monitors->machine = machine;
	monitors->interval = (gint64)interval_ms * 1000;
	monitors->all = g_ptr_array_new_with_free_func(monitor_free);
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (g_strv_contains(names, kinds[i].name))
			add_monitor(monitors, &kinds[i]);
	return monitors;
}

void monitors_free(struct monitors *monitors)
{
	if (!monitors)
		return;
	g_ptr_array_unref(monitors->all);
	g_free(monitors);
}

guint monitors_count(const struct monitors *monitors)
{
	return monitors->all->len;
}

const struct monitor_seen *monitors_at(const struct monitors *monitors, guint i)
{
	return &((const struct monitor *)monitors->all->pdata[i])->seen;
}

const char *monitors_cut(const struct monitors *monitors)
{
	for (guint i = 0; i < monitors->all->len; i++)
		if (monitors_at(monitors, i)->is_cut)
			return monitors_at(monitors, i)->name;
	return NULL;
}

/* ---- series ---------------------------------------------------------------------------------- */

gboolean monitor_series_is_empty(const struct monitor_series *series)
{
	const struct number *values = (const struct number *)(gpointer)series->values->data;
	double sum = 0;

	for (guint i = 0; i < series->values->len; i++)
		sum += number_real(values[i]);
	return !series->values->len || (sum == 0 && number_real(values[0]) == 0 &&
					       number_real(values[series->values->len - 1]) == 0);
}

/* It becomes a key of a JSON file: nothing in it is to be escaped. */
static gboolean is_name(const char *name)
{
	for (const char *at = name; *at; at++)
		if (!g_ascii_isgraph(*at) || *at == '"' || *at == '\\')
			return FALSE;
	return *name != 0;
}

static struct monitor_series *series_of(struct monitor *monitor, const char *name)
{
	struct monitor_series *series = g_hash_table_lookup(monitor->by_name, name);

	if (series || !is_name(name))
		return series;
	if (monitor->seen.series->len == MONITOR_SERIES_MAX) {
		monitor->seen.is_cut = TRUE;
		return NULL;
	}
	series = g_new(struct monitor_series, 1);
	series->name = g_strconcat(monitor->kind->name, ".", name, NULL);
	series->values = g_array_new(FALSE, FALSE, sizeof(struct number));
	g_ptr_array_add(monitor->seen.series, series);
	g_hash_table_insert(
		monitor->by_name, series->name + strlen(monitor->kind->name) + 1, series);
	return series;
}

static void add_value(const char *name, gint64 value, void *data)
{
	struct monitor *monitor = data;
	struct monitor_series *series = series_of(monitor, name);
	struct number number = number_of_integer(value), none = number_of_integer(0);

	while (series && series->values->len < monitor->seen.samples)
		g_array_append_val(series->values, none);
	if (series && series->values->len == monitor->seen.samples)
		g_array_append_val(series->values, number);
}

/* ---- samples --------------------------------------------------------------------------------- */

static void sample_one(const struct monitors *monitors, struct monitor *monitor, gint64 now)
{
	struct monitor_sample sample = {monitors->machine, now, monitor->seen.raw, add_value,
		monitor, &monitor->before, &monitor->total, &monitor->max_used};

	if (monitor->seen.samples == MONITOR_SAMPLES_MAX ||
		monitor->seen.raw->len > MONITOR_RAW_MAX) {
		monitor->seen.is_cut = TRUE;
		return;
	}
	if (!monitor->kind->sample(&sample))
		return;
	add_value("time", now / G_USEC_PER_SEC, monitor);
	monitor->seen.samples++;
}

static void sample_all(struct monitors *monitors, gint64 now)
{
	for (guint i = 0; i < monitors->all->len; i++)
		sample_one(monitors, monitors->all->pdata[i], now);
	monitors->last = now;
}

/* Where samples were missed, the next is due at the next whole interval, not at once. */
void monitors_tick(struct monitors *monitors, gint64 now)
{
	if (!monitors->next)
		monitors->next = now;
	if (now < monitors->next)
		return;
	sample_all(monitors, now);
	monitors->next += ((now - monitors->next) / monitors->interval + 1) * monitors->interval;
}

static gboolean has_one_only(const struct monitors *monitors)
{
	for (guint i = 0; i < monitors->all->len; i++)
		if (monitors_at(monitors, i)->samples < 2)
			return TRUE;
	return FALSE;
}

void monitors_end(struct monitors *monitors, gint64 now)
{
	if (now - monitors->last >= monitors->interval / 2 || has_one_only(monitors))
		sample_all(monitors, now);
}
