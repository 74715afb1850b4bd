/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a story says of a report. */
#pragma once

#include "cluster/cluster.h"

/*
 * "reports it again in linux-next master: -6.3% of unixbench.score (unixbench on box)".
 * `again`: there was one before; `superseded`: of a patch that is followed by another
 * version.  The claim may be NULL.  g_free().
 */
char *story_report_told(const struct fact_report *report, const struct fact_claim *claim,
	gboolean again, gboolean superseded);
