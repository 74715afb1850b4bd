/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as the store keeps it: its job, its numbers, the first findings of its log. */
#pragma once

#include "cli/run_numbers.h"
#include "store/store.h"

#define RUN_LOG_MAX (64 << 20) /* bytes of a kernel log, unpacked */
#define RUN_ROOT_MAX 4096      /* bytes of the path that a job tells */

struct run_record {
	struct store_run run;
	GArray *samples; /* of struct store_sample */
	guint8 content[STORE_CONTENT_BYTES];
	struct run_owned *owned; /* private: what all that points into */
};

/*
 * NULL: its job cannot be read, which is told.  A run whose numbers cannot be read, which
 * is told, has none.
 */
struct run_record *run_record_new(
	const struct result_run *run, const struct rules *rules, const struct diag_sink *sink);
void run_record_free(struct run_record *record); /* NULL is allowed */
