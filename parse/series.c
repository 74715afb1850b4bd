/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/series.h"

#include <math.h>

/* Fewer columns with certain points than this tell nothing of the distance between points. */
#define GRID_POINTS_MIN 3

/* What is known of the columns of points: they stand at equal distances from side to side. */
struct grid {
	const struct picture *picture;
	gboolean certain[PICTURE_COLUMNS_MAX]; /* a point that cannot be anything else */
	gboolean known;
	gboolean holds[PICTURE_COLUMNS_MAX]; /* known: a point may stand there */
};

static char at(const struct picture *p, guint line, guint column)
{
	return line < p->lines && column < p->columns ? p->at[line][column] : ' ';
}

static gboolean is_edge(const struct picture *p, guint line, guint column)
{
	return line == 0 || line + 1 == p->lines || column == 0 || column + 1 == p->columns;
}

/* A point, or what may cover one. */
static gboolean may_be_point(const struct picture *p, guint line, guint column)
{
	char c = at(p, line, column);

	return c == '+' || c == 'O' || is_edge(p, line, column);
}

/* The '+' may be the middle of a line of 45 degrees. */
static gboolean may_be_middle(const struct picture *p, guint line, guint column)
{
	if (is_edge(p, line, column))
		return FALSE;
	return (may_be_point(p, line - 1, column - 1) && may_be_point(p, line + 1, column + 1)) ||
	       (may_be_point(p, line + 1, column - 1) && may_be_point(p, line - 1, column + 1));
}

/* The '+' stands where the tic of a label ends: "|-+", "+-+" or "++". */
static gboolean may_be_tic(const struct picture *p, guint line, guint column)
{
	return p->labelled[line] && (column == 1 || column == 2);
}

/*
 * A point lies on the tic's end when a line reaches it there, unless the line may come
 * from a point above or below it.
 */
static gboolean covers_tic(const struct picture *p, guint line, guint column)
{
	if (is_edge(p, line, column))
		return FALSE;
	if (at(p, line, column - 1) != '.' && at(p, line, column + 1) != '.')
		return FALSE;
	return !may_be_point(p, line - 1, column) && !may_be_point(p, line + 1, column);
}

static gboolean has_stars(const struct picture *p)
{
	for (guint i = 0; i < p->lines; i++)
		if (memchr(p->at[i], '*', p->columns))
			return TRUE;
	return FALSE;
}

/* ---- the columns of points ---------------------------------------------------------- */

static gboolean is_certain(const struct picture *p, guint line, guint column)
{
	char c = at(p, line, column);

	if (c == 'O')
		return TRUE;
	return c == '+' && column > 0 && column + 1 < p->columns && !may_be_tic(p, line, column) &&
	       !may_be_middle(p, line, column);
}

static guint grid_column(const struct grid *grid, guint points, guint point)
{
	return (guint)floor((double)point * (grid->picture->columns - 1) / (points - 1) + 0.5);
}

static void grid_set(struct grid *grid, guint points)
{
	memset(grid->holds, 0, sizeof grid->holds);
	for (guint i = 0; i < points; i++)
		grid->holds[grid_column(grid, points, i)] = TRUE;
}

static gboolean grid_fits(const struct grid *grid)
{
	for (guint c = 0; c < grid->picture->columns; c++)
		if (grid->certain[c] && !grid->holds[c])
			return FALSE;
	return TRUE;
}

/* The fewest points that explain every certain one; trusted when most of them were seen. */
static void grid_init(struct grid *grid, const struct picture *p)
{
	guint certain = 0;

	*grid = (struct grid){.picture = p};
	for (guint c = 0; c < p->columns; c++) {
		for (guint i = 0; i < p->lines && !grid->certain[c]; i++)
			grid->certain[c] = is_certain(p, i, c);
		certain += grid->certain[c];
	}
	if (certain < GRID_POINTS_MIN)
		return;
	for (guint points = certain; points <= p->columns; points++) {
		grid_set(grid, points);
		if (!grid_fits(grid))
			continue;
		grid->known = certain * 2 >= points;
		return;
	}
}

/* ---- points --------------------------------------------------------------------------- */

static gboolean is_plus_point(const struct grid *grid, guint line, guint column)
{
	const struct picture *p = grid->picture;

	if (at(p, line, column) != '+' || column == 0 || column + 1 == p->columns)
		return FALSE;
	if (grid->known && !grid->holds[column])
		return FALSE;
	if (may_be_tic(p, line, column))
		return grid->known && covers_tic(p, line, column);
	return grid->known || !may_be_middle(p, line, column);
}

static gboolean is_star(const struct grid *grid, guint line, guint column)
{
	return at(grid->picture, line, column) == '*';
}

static gboolean is_bad_point(const struct grid *grid, guint line, guint column)
{
	return at(grid->picture, line, column) == 'O';
}

static struct span add_points(const struct grid *grid, GArray *samples,
	gboolean (*is_point)(const struct grid *, guint line, guint column))
{
	const struct picture *p = grid->picture;
	struct span span = {samples->len, 0};

	for (guint c = 0; c < p->columns; c++) {
		for (guint i = 0; i < p->lines; i++) {
			struct plot_sample sample = {c, picture_value(p, i)};

			if (is_point(grid, i, c))
				g_array_append_val(samples, sample);
		}
	}
	span.count = samples->len - span.first;
	return span;
}

gboolean series_read(
	const struct picture *p, GArray *samples, struct span *ret_good, struct span *ret_bad)
{
	guint before = samples->len;
	struct grid grid;

	grid_init(&grid, p);
	*ret_good = add_points(&grid, samples, has_stars(p) ? is_star : is_plus_point);
	*ret_bad = add_points(&grid, samples, is_bad_point);
	if (ret_good->count <= p->columns && ret_bad->count <= p->columns)
		return TRUE;
	g_array_set_size(samples, before);
	*ret_good = *ret_bad = (struct span){before, 0};
	return FALSE;
}
