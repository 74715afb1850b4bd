/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What hangs below what: a set of hashes that grows from parent to child until nothing
 * is new.  Few passes over many mails, in either direction, find all that comes in about
 * the order of its threads and remember only what is in the set; what then is still
 * growing is followed edge by edge, which costs 16 bytes each.
 */
#pragma once

#include "store/dismissed_record.h"

#define CLOSURE_PASSES 4
#define CLOSURE_FILTER (8 << 10) /* bytes: lives in the first cache */

struct closure {
	GHashTable *below; /* of hashes, as GSIZE_TO_POINTER() */
	gboolean grew;
	/* private */
	guint8 filter[CLOSURE_FILTER];
	GArray *edges; /* struct closure_edge */
};

/* A mail: what it is known by (0: nothing), and what it hangs on. */
struct closure_mail {
	guint64 id;
	guint n_parents;
	const guint8 *parents; /* little-endian */
};

void closure_init(struct closure *c);
void closure_release(struct closure *c);

void closure_add(struct closure *c, guint64 id); /* 0 is passed over */
gboolean closure_has(const struct closure *c, guint64 id);
gboolean closure_has_parent(const struct closure *c, const struct closure_mail *mail);

/* It joins when a parent is there. */
void closure_offer(struct closure *c, const struct closure_mail *mail);

/* Behind the passes: all that are not in it, then how they hang together. */
void closure_add_edges(struct closure *c, const struct closure_mail *mail);
void closure_follow_edges(struct closure *c);
