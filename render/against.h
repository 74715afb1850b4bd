/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of a mail beside the same one made of runs; text of strangers raw. */
#pragma once

#include "compare/retable.h"

#include <glib.h>
#include <jansson.h>

struct against_axis {               /* that differs between the table and the runs */
	char *name, *report, *runs; /* NULL: there is none of that name */
};

struct against_column {
	char *commit;    /* as the table has it */
	char *root;      /* the result root that stands for it; NULL: none does */
	guint runs;      /* of it */
	GArray *differs; /* of struct against_axis */
};

struct against_text { /* of one cell, blank: NULL */
	char *mean;   /* "14321"; of failures "2:4" */
	char *spread; /* "± 2%" */
	char *change; /* "-6.3%"; of the first cell NULL */
};

struct against_row {
	char *stat;
	gboolean is_failure;
	guint line;                          /* of the mail; 0: it is not in the report */
	enum retable verdict;                /* of what the report has */
	guint n;                             /* columns */
	struct against_text *printed, *made; /* made: NULL where no run has it */
	enum retable *cells, *changes;       /* n, n - 1 */
};

enum against_count { /* rows */
	AGAINST_SAME,
	AGAINST_ROUNDING,
	AGAINST_DIFFERENT,
	AGAINST_NOT_IN_RUNS,
	AGAINST_NOT_IN_REPORT, /* though LKP's rules choose it */
	AGAINST_COUNTS
};

struct against_table {
	char *id, *message_id;
	GPtrArray *columns; /* of struct against_column * */
	GPtrArray *rows;    /* of struct against_row *: the report's, then those that it lacks */
	guint counts[AGAINST_COUNTS];
};

GArray *against_axes_new(void); /* of struct against_axis */
struct against_table *against_table_new(const char *id, const char *message_id);
void against_table_free(void *table); /* a GDestroyNotify */
struct against_column *against_column_new(struct against_table *table, const char *commit);
/* With room for n cells, all blank, and counted by nothing yet. */
struct against_row *against_row_new(struct against_table *table, const char *stat, guint n);

const char *against_count_name(enum against_count count); /* "same", "not-in-runs", ... */

/* `tables`: of struct against_table *. */
void against_print_text(GString *out, const GPtrArray *tables);
/* One document, "lkpdigest/against/1", told in lkpdigest(1). */
void against_print_json(GString *out, const GPtrArray *tables);
/* One of its tables; the caller's. */
json_t *against_table_json(const struct against_table *table);
