/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports that the user ran again: what came of it is in the story, and changes no state. */
#pragma once

#include "cluster/facts.h"
#include "store/clusters.h"

struct fact_measured {
	const char *message_id; /* of the report */
	gint64 date;            /* when the runs began; DATE_UNKNOWN */
	const char *words;      /* "REPRODUCED on another machine" */
	const char *told;       /* a sentence with its numbers */
};

/* Adds all verdicts of the store to facts->measured; FALSE with *error. */
gboolean gather_measured(struct facts *facts, struct store *store, GError **error);
