/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a monitor saw over time, made one number a stat, as LKP does when it unites runs. */
#pragma once

#include "base/number.h"
#include "compare/rules.h"

struct run_series {
	const char *name;
	const struct number *values;
	guint n;
};

/* The part of a run that counts, in seconds from its start: [begin, end). */
struct run_part {
	gboolean is_given;
	double begin, end;
};

typedef void (*run_stat_fn)(const char *name, struct number value, void *data);

/* Does a file of that name hold stats: "vmstat", "ftrace.x", "x.time"? */
gboolean run_stats_is_monitor(const struct rules *rules, const char *monitor);

/*
 * The numbers of all series of one monitor.  A series that is no counter becomes its sum
 * by the length of the monitor's longest series, not by its own.  A part that holds no
 * sample leaves no number.
 */
void run_stats_of_monitor(const struct rules *rules, const char *monitor,
	const struct run_series *series, guint n, const struct run_part *part, run_stat_fn fn,
	void *data);
