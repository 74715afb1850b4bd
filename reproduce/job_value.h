/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of a job, checked before they become words of a command.  What comes out is written
 * anew: digits, letters and a few marks, never what stood there.
 */
#pragma once

#include "base/slice.h"

#include <glib.h>

#define JOB_COUNT_MAX 1000000000u
#define JOB_SECONDS_MAX (7u * 24 * 3600)
#define JOB_VALUE_MAX ((guint64)1 << 50)

/* "16", or "50%" of nr_cpu, at least 1. */
gboolean job_value_count(const char *text, guint nr_cpu, guint64 *ret_count);

/* "300", "300s", "5m", "1h". */
gboolean job_value_seconds(const char *text, guint64 *ret_seconds);

/* "4096", "4k", "16G", with or without a "b", "B" behind: powers of 1024; in bytes. */
gboolean job_value_bytes(const char *text, guint64 *ret_bytes);
