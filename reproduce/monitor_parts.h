/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sample of each monitor, by the files that it reads. */
#pragma once

#include "reproduce/machine.h"

/* What vmstat(8) makes rates of. */
struct vmstat_counters {
	gint64 moment; /* microseconds; 0: there is no earlier sample */
	guint64 user, system, idle, wait, steal;
	guint64 swapped_in, swapped_out; /* pages */
	guint64 paged_in, paged_out;     /* KiB */
	guint64 interrupts, switches;
};

struct monitor_sample {
	const struct machine *machine;
	gint64 now;
	GString *raw; /* what is to be kept of it is appended */
	void (*add)(const char *name, gint64 value, void *data);
	void *data;
	/* Kept between the samples: */
	struct vmstat_counters *before;
	guint64 *total, *max_used; /* KiB; 0: none yet */
};

/* FALSE: there is nothing to be read, or not yet. */
gboolean monitor_sample_vmstat(struct monitor_sample *sample);
gboolean monitor_sample_meminfo(struct monitor_sample *sample);
gboolean monitor_sample_proc_vmstat(struct monitor_sample *sample);
