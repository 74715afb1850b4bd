/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a cluster's story is made of, in its order: by date; what has none stands last, by its
 * place in the page that held it; of one message its report first, then by part and line.
 * What the user decided comes after all.
 */
#pragma once

#include "cluster/decisions.h"
#include "cluster/measured.h"
#include "cluster/story_index.h"

enum item_what {
	ITEM_REPORT,
	ITEM_EVENT,
	ITEM_TABLE,    /* that no event tells: it is quoted, or in no answer */
	ITEM_IMPROVED, /* the robot reports a fix, named before, as an improvement */
	ITEM_FIXED,    /* the tree has a fix */
	ITEM_REVERTED, /* the tree has a revert */
	ITEM_MEASURED, /* the user ran a report again */
	ITEM_DECISION,
};

struct story_item {
	enum item_what what;
	gint64 date;
	const char *message_id; /* NULL: none */
	guint part, line;
	guint report;                         /* of ITEM_REPORT: index */
	const struct fact_event *event;       /* of ITEM_EVENT */
	const struct fact_table *table;       /* of ITEM_TABLE */
	const struct fact_report *improved;   /* of ITEM_IMPROVED */
	const struct fact_commit *commit;     /* of ITEM_FIXED, ITEM_REVERTED */
	const struct fact_measured *measured; /* of ITEM_MEASURED */
	gboolean is_said; /* by a mail: the commit itself does not tell what it fixes */
	const struct decision *decision; /* of ITEM_DECISION */
};

/* Of struct story_item; free with g_array_unref(). */
GArray *story_items(const struct story_index *index, const struct cluster *cluster,
	const struct decisions *decisions);

/* Whether a decision's subject (or other) is the cluster: an id, an alias, a commit, a report. */
gboolean cluster_is_named(
	const struct facts *facts, const struct cluster *cluster, const char *name);
