/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an ingest did, in counts that add up:
 *   documents seen = stored + duplicate + skipped + failed
 *   table rows seen = rows + fail rows + citations + dropped
 */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

#include <jansson.h>

enum skip_reason {            /* names: see summary.c */
	SKIP_NOT_RELEVANT,    /* dismissed from the raw bytes */
	SKIP_NOTHING_TO_KEEP, /* a person's mail, neither reply nor patch, without table or event */
	SKIP_READ_BEFORE,     /* of a source that is unchanged, or where it was read on */
	SKIP_NOT_A_RUN,       /* a directory with a run's files that is none */
	SKIP_OWN_DIGEST,      /* a digest that we sent */
	SKIP_PRUNED,          /* older than what was pruned, and of nothing that is there */
	SKIP_REASONS
};

struct summary {
	guint64 seen, stored, duplicate;
	guint64 removed; /* messages and runs that no source holds any more */
	guint64 skipped[SKIP_REASONS];
	guint64 failed[DIAG_COUNT];
	guint64 messages[MESSAGE_KINDS]; /* stored ones */
	/* Of what was stored.  Tables that are no copies, and copies of others. */
	guint64 tables, copies;
	guint64 rows, fail_rows, citations, rows_dropped, inconsistent;
	guint64 runs, samples;
	guint64 diags[DIAG_COUNT];
	guint64 bytes;
	double seconds;
};

guint64 summary_failed(const struct summary *summary); /* all reasons */

/* Adds the records of a message that was stored. */
void summary_add(struct summary *summary, const struct records *records);

json_t *summary_json(const struct summary *summary);

/* Lines for people; free with g_free(). */
char *summary_text(const struct summary *summary);
