/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One change to the kernel and all that was reported about it, as one entry.
 * Here: reports of one full first-bad-commit id.  Plain arrays in, clusters out;
 * the order of the input changes nothing.
 */
#pragma once

#include "base/terms.h"

#include <glib.h>

struct cluster_report { /* borrowed strings, NULL: unknown */
	const char *message_id;
	gint64 date;        /* G_MININT64: unknown */
	const char *commit; /* first bad commit, any length; a summary's branch head is none */
	const char *title, *subsystem;
	gboolean performance;
	enum verdict verdict;
};

/* A claim: the headline of a report, or one of its impact boxes. */
struct cluster_claim {
	guint report; /* index */
	guint line;   /* of the row or box in the message; 0: unknown */
	const char *testcase, *tbox_group, *metric;
	double change; /* percent, signed as in the row; NAN: unknown */
	enum unit unit;
	enum verdict verdict;
};

struct cluster {
	char *id;                      /* "c-" and 12 digits of the commit, or more where
					* 12 are another cluster's, too */
	char *commit;                  /* its longest id */
	const char *title, *subsystem; /* of its earliest report */
	GArray *reports;               /* guint, by date, then Message-ID */
	GArray *claims;     /* guint, by |change| falling, then test case, machine, metric, id */
	gint64 first, last; /* dates; G_MININT64: unknown */
	gboolean regresses, improves; /* both: mixed */
	guint testcases, machines;    /* distinct */
	double severity;              /* see cluster_severity_formula() */
};

/*
 * By severity falling, then id.  Reports without a commit are in none.  An
 * abbreviated id (7 digits or more) joins the one cluster whose longest id it begins,
 * else founds its own.  Unknown dates stand last.  Free with g_ptr_array_unref().
 */
GPtrArray *clusters_of_reports(const struct cluster_report *reports, guint n_reports,
	const struct cluster_claim *claims, guint n_claims);

/* The ranking, in one line, as digests print it. */
const char *cluster_severity_formula(void);
