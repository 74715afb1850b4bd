/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a machine does while a benchmark runs, sampled as LKP's monitors of the same names do:
 *
 *   vmstat       rates and shares of the interval before each sample, as vmstat(8) prints them
 *   meminfo      /proc/meminfo, and Memused and max_used_kB of it
 *   proc-vmstat  /proc/vmstat; of a name that stands there twice the first
 *
 * How a series becomes a number is a rule of compare/run_stats.h.
 */
#pragma once

#include "base/number.h"
#include "reproduce/machine.h"

#define MONITOR_INTERVAL_MS 1000 /* as LKP has it */
#define MONITOR_RAW_MAX (64u << 20)
#define MONITOR_SAMPLES_MAX 100000
#define MONITOR_SERIES_MAX 4096

struct monitor_series {
	char *name;     /* "meminfo.MemFree" */
	GArray *values; /* of struct number; 0 for samples before its first */
};

/* A series whose first and last value and whose sum are 0 says nothing: LKP leaves it out. */
gboolean monitor_series_is_empty(const struct monitor_series *series);

struct monitor_seen {
	const char *name;
	GString *raw; /* what was read, or printed; a line "time: SECONDS" before each */
	gboolean is_packed;
	GPtrArray *series; /* of struct monitor_series *, in the order of their appearance */
	guint samples;
	gboolean is_cut; /* there was more than one of the limits allows */
};

/* The names of all monitors, NULL-terminated. */
const char *const *monitor_names(void);

struct monitors;

/* `names` are monitor_names(); the machine is borrowed, and outlives them. */
struct monitors *monitors_new(
	const struct machine *machine, const char *const *names, guint interval_ms);
void monitors_free(struct monitors *monitors); /* NULL is allowed */

/* Takes a sample if the interval has gone by; `now` in microseconds since 1970. */
void monitors_tick(struct monitors *monitors, gint64 now);

/* The last sample, if half an interval has gone by, or if there is one only. */
void monitors_end(struct monitors *monitors, gint64 now);

/* The name of a monitor of which a limit left something out; NULL: none. */
const char *monitors_cut(const struct monitors *monitors);

guint monitors_count(const struct monitors *monitors);
const struct monitor_seen *monitors_at(const struct monitors *monitors, guint i);
