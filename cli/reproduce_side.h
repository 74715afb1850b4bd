/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of a reproduction: runs of one name in one result root, and who makes them. */
#pragma once

#include "cli/options.h"
#include "reproduce/runner.h"

struct side_name {
	const char *commit; /* as the user says; NULL: by the kernel's release */
	const char *wrap;   /* words that stand before the command; NULL: none */
};

struct reproduce_side {
	const struct result_facts *facts;
	char *root;  /* of its runs, below -o */
	guint there; /* complete runs that lay there */
	guint made, incomplete;
	struct runner *runner;
	gboolean is_warm; /* its warm-up runs were made, or there are to be none */
	/* Private: */
	int lock; /* of the root */
	struct reproduce_facts *all_facts;
	char **command;
	struct run_order order;
};

/*
 * `lkp`: lkp-tests runs it, by that job; NULL: we do.  `plan`, `options`, `door`, `lkp`, `sandbox`
 * and the name's words outlive it.  NULL with *error: its result root cannot be made, or others
 * make runs in it.
 */
struct reproduce_side *reproduce_side_new(const struct plan *plan, const struct options *options,
	const struct door *door, const struct lkp_job *lkp, const struct sandbox *sandbox,
	const struct side_name *name, GError **error);
void reproduce_side_free(struct reproduce_side *side); /* NULL is allowed */

/* Complete runs. */
guint reproduce_side_count(const struct reproduce_side *side);

/* Tells what there is now: the folder, or an object of JSON; how to go on. */
void reproduce_side_print(const struct reproduce_side *side, const struct plan *plan,
	const struct options *options, gboolean is_stopped);
