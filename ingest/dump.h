/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads and messages as text, copied from an archive's page: no header, but
 *
 *	Re: [lkp] [mm] 5c0a85fad9: unixbench.score -6.3% regression
 *
 *	[Subsystem Maintainer]
 *
 * (with the subject twice above the first), or
 *
 *	Re: [lkp] [mm] 5c0a85fad9: unixbench.score -6.3% regression
 *
 *	From: Subsystem Maintainer
 *	Date: Thu Jun 16 2016 - 13:51:54 EST
 */
#pragma once

#include "ingest/loose.h"

/* Bits of evidence that a text begins so; 0: none. */
int dump_bid(struct slice head);

/*
 * The messages of a text, one at least, as struct loose whose slices point into it;
 * free with g_array_unref().  Text before the first beginning is a message, too, when
 * it is more than the subject.
 */
GArray *dump_split(struct slice text);
