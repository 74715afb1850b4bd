/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/retable.h"

#include "compare/average.h"
#include "compare/lkp_text.h"

#include <math.h>
#include <string.h>

/* What the order of an addition may do to a mean, relative. */
#define NOISE 1e-12

const char *retable_name(enum retable retable)
{
	static const char *const names[] = {"same", "within-rounding", "missing", "different"};

	return names[retable];
}

static gboolean is_within(struct interval interval, double value)
{
	double noise = NOISE * fabs(value);

	return value >= interval.low - noise && value <= interval.high + noise;
}

/* ---- cells ------------------------------------------------------------------------------ */

static enum retable mean_of(const struct printed_cell *printed, const struct figure *made)
{
	g_autoptr(GString) text = g_string_new(NULL);

	lkp_text_mean(text, made->value, 0);
	if (!strcmp(text->str, printed->text))
		return RETABLE_SAME;
	return is_within(printed->means, made->value) ? RETABLE_ROUNDING : RETABLE_DIFFERENT;
}

/* Mails of former years print the spreads up to 2 %, too. */
static enum retable spread_of(const struct printed_cell *printed, const struct figure *made)
{
	double spread = MAX(0, lkp_spread(made->stddev, made->value));
	struct interval blank = {0, 2};
	struct interval cut = {printed->stddev, printed->stddev + 1.0};

	if (printed->stddev == G_MININT)
		return is_within(blank, spread) ? RETABLE_SAME : RETABLE_DIFFERENT;
	if (trunc(spread) == printed->stddev)
		return RETABLE_SAME;
	return is_within(cut, spread) ? RETABLE_ROUNDING : RETABLE_DIFFERENT;
}

static enum retable cell_of(const struct printed_row *row, guint i, const struct figure *made)
{
	const struct printed_cell *printed = &row->cells[i];

	if (row->is_failure)
		return printed->fails == (guint64)made->value && printed->runs == made->runs
			       ? RETABLE_SAME
			       : RETABLE_DIFFERENT;
	if (!printed->text || isnan(printed->means.low))
		return RETABLE_SAME;
	return MAX(mean_of(printed, made), spread_of(printed, made));
}

/* ---- changes ---------------------------------------------------------------------------- */

/* Changes are rounded, also those in whole percent of the older tool. */
static gboolean rounding_of(const struct printed_change *printed, struct interval *ret_interval)
{
	gsize len = strcspn(printed->text, "%");
	double value;

	if (!literal_mean((struct slice){printed->text, len}, &value, ret_interval))
		return FALSE;
	if (!memchr(printed->text, '.', len) && !memchr(printed->text, 'e', len))
		*ret_interval = (struct interval){value - 1, value + 1};
	return TRUE;
}

static enum retable change_of(
	const struct printed_change *printed, const struct stat_row *made, guint column)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct interval interval;

	if (!printed->text)
		return RETABLE_SAME;
	lkp_text_change(text, made, column, 0);
	if (!strcmp(text->str, printed->text))
		return RETABLE_SAME;
	return rounding_of(printed, &interval) && is_within(interval, made->cells[column].change)
		       ? RETABLE_ROUNDING
		       : RETABLE_DIFFERENT;
}

/* A failure's change is counted with the runs of the column before, too. */
static gboolean has_change(const struct printed_row *row, const guint *column_of, guint i)
{
	gboolean before = !row->is_failure || column_of[i - 1] != G_MAXUINT;

	return column_of[0] == 0 && column_of[i] != G_MAXUINT && before;
}

/* ---- rows --------------------------------------------------------------------------------- */

enum retable retable_row(const struct printed_row *printed, const struct stat_row *made,
	const guint *column_of, enum retable *ret_cells, enum retable *ret_changes)
{
	enum retable worst = RETABLE_SAME;

	for (guint i = 0; i < printed->n; i++) {
		gboolean has = made && column_of[i] != G_MAXUINT;

		ret_cells[i] =
			has ? cell_of(printed, i, &made->cells[column_of[i]]) : RETABLE_MISSING;
		worst = MAX(worst, ret_cells[i]);
		if (!i)
			continue;
		ret_changes[i - 1] =
			made && has_change(printed, column_of, i)
				? change_of(&printed->changes[i - 1], made, column_of[i])
				: RETABLE_MISSING;
		worst = MAX(worst, ret_changes[i - 1]);
	}
	return worst;
}
