/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The block below the headline that says how the test was run, in every era's words:
 *   in testcase: / on test machine: / with following parameters:      to March 2023
 *   testcase: / config: / compiler: / test machine: / parameters:     since
 *   test case: box/test/params                                        2014
 * and the tag that asks for a link to the report ("| Closes: URL", "| Link: URL").
 */
#pragma once

#include "parse/body.h"
#include "parse/records.h"

/*
 * Fills testcase, tbox_group, machine, compiler, kconfig, head and params of the report from
 * the block below line `from`.
 */
void metadata_read(
	struct records *records, const GArray *lines, guint from, const struct diag_sink *sink);

/* Fills the report's link, wherever its tag stands. */
void metadata_link_read(struct records *records, const GArray *lines);
