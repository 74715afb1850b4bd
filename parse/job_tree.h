/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job.yaml as LKP sees it: a tree whose scalars have the values that Ruby's YAML reader
 * (Psych 4) gives them, as text: 010 is "8", 0x14 "20", 1_000 "1000", yes "true",
 * 1.50 "1.5", 1:30 "5400", ~ nothing; what is quoted stays as it is.
 *
 * (parse/job.h keeps the fields as they are printed, for people to read.)
 */
#pragma once

#include "base/diag.h"
#include "base/job_field.h"

#include <glib.h>

/* Beyond these the job is given up. */
#define JOB_TREE_BYTES_MAX (1 << 20)
#define JOB_TREE_DEPTH_MAX 64
#define JOB_TREE_NODES_MAX 20000 /* aliases multiply them */
#define JOB_TREE_ALIASES_MAX 64

struct job_tree;

/*
 * The first document of the stream.  An alias stands for the node that it names.  NULL:
 * it is no YAML, no map, or beyond a limit; told as DIAG_JOB_UNREADABLE.  Free with
 * job_tree_free().
 */
struct job_tree *job_tree_read(
	struct slice text, const struct origin *origin, const struct diag_sink *sink);
void job_tree_free(struct job_tree *tree); /* NULL is allowed */

/* All keys; a key that comes twice in a map has the last value at the first place. */
const struct job_field *job_tree_fields(const struct job_tree *tree, guint *ret_n);
