/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which events belong to which cluster: those of its reports, of the answers to them, and
 * those that name its commit or link to one of its reports.
 *
 * What names nothing, in a message that answers no report, goes with the message, or with
 * the nearest that this answers (a fix), when all that the message names is of one cluster:
 * mails that list many regressions tie only what each line names.
 */
#pragma once

#include "compare/cluster.h"

struct cluster_event { /* borrowed strings, NULL: none */
	const char *message_id;
	const char *const *answers; /* messages that its message answers, nearest first;
				     * NULL-terminated */
	const char *commit; /* that it names as the cause, or as what is undone; any length */
	const char *target; /* the Message-ID that it links to */
};

/*
 * For each cluster a GArray of guint, indices of events in their order; free with
 * g_ptr_array_unref().  An abbreviated commit (7 digits or more) is a cluster's when it
 * begins the commit of no other.  Answers to answers are followed through the messages
 * that have events.
 */
GPtrArray *cluster_events(const GPtrArray *clusters, const struct cluster_report *reports,
	const struct cluster_event *events, guint n_events);
