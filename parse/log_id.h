/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of failing things that a functional report shows by its log and test output
 * alone, as the robot makes names of such lines: blanks become '_', none stay behind ':',
 * ',' and around '-' and '/', numbers of lines are masked, offsets and addresses left out.
 *
 *   WARNING: CPU: 4 PID: 21377 at fs/ext4/mballoc.c:5060 ext4_mb_pa_free+0x28/0x40
 *       WARNING:at_fs/ext4/mballoc.c:#ext4_mb_pa_free
 *   BUG: KASAN: slab-out-of-bounds in io_sq_offload_create+0x12/0x340
 *       BUG:KASAN:slab-out-of-bounds_in_io_sq_offload_create
 */
#pragma once

#include "base/slice.h"
#include "parse/body.h"
#include "parse/records.h"

#define LOG_FAILURES_MAX 20

/* The name of a kernel message, its time and thread off; NULL: none comes of it. */
char *log_id_of(struct slice message);

/*
 * Appends to records->failures, without counts, what the body's log and test output at
 * depth 0 show: messages of klog.h, "block/024 (...) [failed]", "not ok 1 selftests: a: b".
 */
void log_failures_read(struct records *records, const GArray *lines);
