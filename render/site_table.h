/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole table, every row of it judged, for its page; strings live as long as its texts. */
#pragma once

#include "render/digest_parts.h"

struct site_change {
	const char *printed;       /* as it is; NULL: none */
	struct effect effect;      /* of rows of means; else untestable */
	struct interval corrected; /* its p, for the number of rows */
	enum grade grade;
	gboolean is_exploratory; /* no row of the test's own bears it out */
};

struct site_row {
	guint line;
	enum row_kind kind;
	const char *stat, *note, *repairs;
	const char **cells;          /* "14321 ± 2%", "2:6", ""; one a column */
	struct site_change *changes; /* of columns 1 ...; NULL: there is one column */
	guint n_cells;
	enum consistency consistency;
};

struct site_column {
	const char *id;    /* of its commit, or what stands in the head; NULL: neither */
	const char *title; /* NULL: not known */
	const char *runs;  /* "4", "3 or 4"; NULL: not known */
};

struct site_table {
	struct digest *texts;
	const char *key; /* id as the store has it */
	const char *id, *message_id, *url, *attachment, *repairs;
	const char *style;
	const char *testcase, *machine; /* of its axes */
	guint line, depth;
	gint64 date;
	GPtrArray *axes; /* of char *: name, value, name, value, ... */
	struct site_column *columns;
	guint n_columns;
	GPtrArray *rows; /* of struct site_row * */
};

/*
 * `digest`: where it judged rows already, for the reports of a cluster, its grades stand; all
 * others are corrected among themselves, the test's own by Holm, monitors by Benjamini and
 * Hochberg (compare/correction.h).  NULL with *error.
 */
struct site_table *site_table_new(struct store *store, const struct store_table *table,
	const struct digest_options *options, const struct digest *digest, GError **error);
void site_table_free(struct site_table *table);
