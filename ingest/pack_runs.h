/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs among the members of the archive that is being read.  Inner to ingest/. */
#pragma once

#include "ingest/pack.h"
#include "ingest/reading.h"

struct pack_runs;

struct pack_runs *pack_runs_new(struct reading *reading);

/*
 * Takes the member at hand when it belongs to a run; else it is to be read as any other
 * is.  FALSE: the handler stopped the run.
 */
gboolean pack_runs_take(
	struct pack_runs *runs, struct pack *pack, const char *name, gboolean *ret_taken);

/* Hands on all that is left, and frees it.  FALSE: the handler stopped the run. */
gboolean pack_runs_end(struct pack_runs *runs, gboolean hand_on);
