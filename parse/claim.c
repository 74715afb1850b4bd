/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/claim.h"

#include "parse/scan.h"

#include <math.h>

#define TENTH (.1 + 1e-9)

static struct slice number_of(struct slice percent)
{
	return slice_ends(percent, "%") ? (struct slice){percent.at, percent.len - 1} : SLICE_NULL;
}

gboolean claim_is_percent(struct slice word)
{
	double ignored;

	return literal_read(number_of(word), &ignored);
}

enum verdict claim_verdict(struct slice word)
{
	while (word.len && g_ascii_ispunct(word.at[word.len - 1]))
		word.len--;
	if (slice_is(word, "regression"))
		return VERDICT_REGRESSION;
	return slice_is(word, "improvement") ? VERDICT_IMPROVEMENT : VERDICT_NONE;
}

struct change claim_change(struct slice percent)
{
	struct change change = {percent, NAN, UNIT_PERCENT};

	if (!literal_read(number_of(percent), &change.value))
		change.text = SLICE_NULL;
	return change;
}

/* What the printed digits leave open, at least a tenth. */
static double slack(struct slice text)
{
	struct interval means;
	double value;
	struct slice number = slice_ends(text, "%") ? number_of(text) : text;

	if (!slice_find(number, "e") || !literal_mean(number, &value, &means))
		return TENTH;
	return TENTH + (means.high - means.low) / 2;
}

gboolean claim_agrees(struct slice percent, const struct change *change)
{
	struct change claim = claim_change(percent);
	double a = fabs(claim.value), b = fabs(change->value);

	if (slice_is_null(claim.text) || slice_is_null(change->text))
		return FALSE;
	if (isinf(a) || isinf(b))
		return isinf(a) && isinf(b);
	return fabs(a - b) <= MAX(slack(percent), slack(change->text));
}

/* The stat without "TOTAL " or "GEO-MEAN ", which older tools print before it. */
static struct slice bare_stat(struct slice stat)
{
	if (!scan_text(&stat, "TOTAL "))
		scan_text(&stat, "GEO-MEAN ");
	return stat;
}

int claim_row(const struct records *records, const struct table *table, struct slice metric)
{
	for (guint i = table->rows.first; i < table->rows.first + table->rows.count; i++) {
		const struct row *row = RECORD(records->rows, struct row, i);

		if (row->kind == ROW_MEAN && slice_equal(bare_stat(row->stat), metric))
			return (int)i;
	}
	return -1;
}
