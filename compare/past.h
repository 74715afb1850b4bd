/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a stat did on a machine before: from all its batches the spread to expect of a few runs,
 * from batches of the same commit the change that means nothing, and how the
 * judgement fares where nothing changed.
 */
#pragma once

#include "compare/aa.h"
#include "compare/moderate.h"
#include "compare/noise.h"

struct batch {                /* runs of one commit that were made together; values borrowed */
	guint commit;         /* alike: the same commit */
	const double *values; /* not finite: missing */
	guint n;
};

#define PAST_BATCHES_MAX 10000 /* the last ones count */

struct past {
	gboolean has_prior;
	struct variance_prior prior; /* of all batches of two runs and more */
	double floor;                /* in the unit of the change, see noise_floor() */
	guint changes;               /* that the floor is made of, and older ones */
	struct aa_counts counts; /* each batch against the last one of its commit, no prior used;
				  * those in a row share a batch, so are not independent */
};

/*
 * `batches`: oldest first.  A value without a logarithm
 * leaves its batch out of a prior in percent.
 */
struct past past_of(struct judge *judge, const struct batch *batches, guint n, enum unit unit);
