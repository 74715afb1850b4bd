/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ids of clusters: "c-" and the first 12 digits of a commit, or more where 12 begin a commit
 * of another cluster, too.
 */
#pragma once

#include "cluster/facts.h"

#define NAME_DIGITS 12

struct name {
	const char *commit; /* any text that names a change */
	guint cluster;      /* any number that tells clusters apart */
	const char *name;   /* is set; lives as long as the facts */
};

/* `names`: struct name, sorted by commit when it is done. */
void name_clusters(struct facts *facts, GArray *names);
