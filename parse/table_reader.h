/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of table.c among its own files: table.c knows where tables begin and end,
 * table_rows.c what stands in them, stray.c the rows that stand in none.
 */
#pragma once

#include "parse/line.h"
#include "parse/row.h"
#include "parse/table.h"

struct table_reader {
	struct records *records;
	const struct mail_part *part;
	gboolean attached;
	const struct diag_sink *sink;

	struct slice rest; /* text not read yet */
	struct line line;  /* the line in hand */

	gboolean open;     /* inside a table */
	gboolean any;      /* a table stands above in this part: the last of records->tables */
	guint blanks;      /* blank lines since its heads */
	guint strays;      /* rows of a run under no heads */
	struct line stray; /* the first of them */
	guint dropped;     /* rows of this part */
	gboolean full;     /* a table was not read, and that was told */
};

static inline struct table *table_of(const struct table_reader *r)
{
	return RECORD(r->records->tables, struct table, r->records->tables->len - 1);
}

static inline struct origin table_origin(const struct table_reader *r, guint line)
{
	return origin_at(&r->records->mail->origin, r->part->number, line);
}

/* ---- table_rows.c ---- */

/* Takes the line in hand, and those it goes on in, as a row of the open table. */
void table_row_read(struct table_reader *r);

/*
 * Reads a line, which had those repairs, as a row of the last table; the records are as
 * before when it is none, or there is no room for it, which is told (ROW_DROPPED).
 */
enum row_result table_row_append(struct table_reader *r, const struct line *line, guint repairs);

/* Makes room for that many cells; NULL when the message has too many, which is told. */
struct cell *table_cells_new(struct table_reader *r, guint columns);

/* Counts the line in hand as a row that was dropped, and tells why. */
void table_row_drop(struct table_reader *r, enum diag_id id, const char *why);

/* Tells of a row that began on `line` and went on in the next, which are skipped. */
void table_tell_rejoined(struct table_reader *r, const struct line *line);
void table_skip_lines(struct table_reader *r, guint count);

/* A copy that lives as long as the records. */
struct slice table_keep(struct table_reader *r, const GString *text);

/* Takes back the last table: a marker line that stood alone, as in somebody's prose. */
void table_forget(struct table_reader *r);

/* ---- stray.c ---- */

/* Cheap: whether a line outside of tables may be a row. */
gboolean stray_may_be(struct slice text);

/* A line outside of tables: a row that continues the last one, or one that cites a table. */
void stray_read(struct table_reader *r);

/* Tells of a run of rows under no heads, once, when it is over. */
void strays_end(struct table_reader *r);
