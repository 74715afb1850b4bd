/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading runs ahead: threads read the files of the runs that come next while those
 * before them are united and compared.  What comes out, diagnostics included, is the same
 * as without, in the same order.
 */
#pragma once

#include "cli/run_numbers.h"

/* More threads only wait for the one that unites the runs. */
#define RUN_AHEAD_THREADS_MAX 4
/* Runs that are held at most, for each thread; of 20,000 stats each has 1.5 MB. */
#define RUN_AHEAD_RUNS 2
/* Where runs are larger, none is begun while those that wait have so many bytes. */
#define RUN_AHEAD_BYTES (32 << 20)

struct run_ahead;

/*
 * `order` (of const struct result_run *; taken) has them as they will be taken; the runs
 * and `rules` outlive it.
 */
struct run_ahead *run_ahead_new(const struct rules *rules, GPtrArray *order);

/*
 * As run_numbers_read(); the caller's.  Another run than the next is read now, and so
 * is each with a NULL `ahead`.
 */
struct run_numbers *run_ahead_take(struct run_ahead *ahead, const struct result_run *run,
	const struct rules *rules, const struct diag_sink *sink);

void run_ahead_free(struct run_ahead *ahead); /* NULL is allowed */
