/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many tuples for one table, BULK of them in a statement: of 1.2 million rows with their
 * cells that takes two thirds of the time that a statement each takes.
 *
 * The statements are "INSERT OR ROLLBACK", which keeps no journal of its own to undo a
 * half; whoever runs them rolls back anyway when one fails.
 */
#pragma once

#include "store/query.h"

#define BULK 32

/* BULK times the parameters of a tuple. */
#define BULK_OF_2(tuple) tuple ", " tuple
#define BULK_OF_8(tuple)                                                                           \
	BULK_OF_2(tuple) ", " BULK_OF_2(tuple) ", " BULK_OF_2(tuple) ", " BULK_OF_2(tuple)
#define BULK_OF(tuple)                                                                             \
	BULK_OF_8(tuple) ", " BULK_OF_8(tuple) ", " BULK_OF_8(tuple) ", " BULK_OF_8(tuple)

struct bulk {
	struct query many, one;
	guint left;  /* tuples that come still */
	guint bound; /* of `many` */
};

/* `count` tuples will come. */
gboolean bulk_open(struct bulk *bulk, struct store *store, const char *many, const char *one,
	guint count, GError **error);
void bulk_close(struct bulk *bulk);

/*
 * Where the next tuple is to be bound; bulk_next() when it is.  What is bound must stay
 * until BULK further tuples are.
 */
struct query *bulk_query(struct bulk *bulk);
gboolean bulk_next(struct bulk *bulk, GError **error);
