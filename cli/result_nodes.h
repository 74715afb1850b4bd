/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Result roots with their axes and, where they are wanted, their figures. */
#pragma once

#include "compare/axes.h"
#include "compare/matrix.h"
#include "compare/samples.h"
#include "ingest/result_root.h"

struct store;

struct node {
	const struct result_root *root;
	struct axes *axes;       /* in the order of the job */
	struct matrix *matrix;   /* NULL: not loaded */
	struct samples *samples; /* with it, where they are wanted */
};

struct nodes {
	GPtrArray *roots;    /* of struct result_root * */
	GPtrArray *nodes;    /* of struct node *, in the order of the index, latest last */
	GStringChunk *names; /* of stats */
	const struct rules *rules;
	struct diag_sink sink;
	struct run_ahead *ahead;    /* NULL: no runs are read ahead */
	struct stored_runs *stored; /* NULL: runs are read where they lie */
	gboolean wants_samples;
};

/*
 * All below `results`; `order` (NULL: none) is a file that names them in the order of the
 * index.  Of result roots with the same axes the last one counts.  NULL with *error.
 */
struct nodes *nodes_find(const struct rules *rules, const char *results, const char *order,
	const struct diag_sink *sink, GError **error);

/* The same of what a store holds, which stays open for as long as they are used. */
struct nodes *nodes_of_store(const struct rules *rules, struct store *store, const char *order,
	const struct diag_sink *sink, GError **error);
void nodes_free(struct nodes *nodes); /* NULL is allowed */

/* The runs of those nodes are read ahead: their matrices will be asked for in that order. */
void nodes_read_ahead(struct nodes *nodes, struct node *const *order, guint n);

/* The united runs, until they are released. */
const struct matrix *node_matrix(struct nodes *nodes, struct node *node);
void node_release(struct node *node);

/* The runs as they are, of a loaded node; only if they are wanted. */
const struct samples *node_samples(const struct node *node);

/* The same of a node that need not be loaded, which is released; samples_free(). */
struct samples *node_take_samples(struct nodes *nodes, struct node *node);

/* The series of one run, its matrix.json.  NULL: told.  Free with matrix_free(). */
struct matrix *node_run_matrix(struct nodes *nodes, const struct node *node, const char *run);
