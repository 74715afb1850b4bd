/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the two charts of a cluster show: its claims' changes with their intervals, and
 * the headline metric before and after.
 */
#include "render/digest_parts.h"

#include <math.h>

/* Beyond this a percentage comes from a base of next to nothing; it would flatten all
 * other bars and says no more than its row in the table does. */
#define DRAWN_PERCENT_MAX 1e5

static enum chart_tone tone_of(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_REGRESSION:
		return CHART_WORSE;
	case VERDICT_IMPROVEMENT:
		return CHART_BETTER;
	default:
		return CHART_NEUTRAL;
	}
}

static gboolean is_drawable(double value)
{
	return isfinite(value) && fabs(value) <= DRAWN_PERCENT_MAX;
}

/* An interval that cannot be drawn is left out whole: half of one would mislead. */
static struct interval drawable_interval(const struct digest_claim *claim)
{
	struct interval none = {NAN, NAN};

	if (!claim->row || claim->row->effect.unit != claim->change.unit)
		return none;

	struct interval ci = claim->row->effect.ci;

	return is_drawable(ci.low) && is_drawable(ci.high) ? ci : none;
}

static void add_change(struct digest_chart *chart, const struct digest_claim *claim)
{
	struct interval ci = drawable_interval(claim);
	struct digest_bar bar = {
		.drawn = {claim->label, claim->change.text, claim->change.value, ci.low, ci.high,
			tone_of(claim->verdict)},
		.message_id = claim->report->message_id,
		.line = claim->line,
	};

	g_array_append_val(chart->bars, bar);
}

/* All claims in the unit of the lead; others have no place on its axis. */
static void chart_changes(struct digest *digest, struct digest_entry *entry)
{
	struct digest_chart *chart = &entry->changes;
	enum unit unit = entry->lead->change.unit;

	chart->kind = CHART_CHANGES;
	chart->title =
		digest_keepf(digest, "Claimed changes of %s, with 95 %% intervals", entry->id);
	chart->axis = "change";
	chart->unit = unit_name(unit);
	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];

		if (chart->bars->len < CHART_ROWS_MAX && claim->change.text &&
			claim->change.unit == unit && is_drawable(claim->change.value))
			add_change(chart, claim);
		else
			chart->omitted++;
	}
}

static void add_mean(struct digest_chart *chart, const struct digest_row *row,
	const struct digest_cell *cell, const char *label, enum chart_tone tone)
{
	struct digest_bar bar = {
		.drawn = {label, cell->text, cell->mean, cell->spread.low, cell->spread.high, tone},
		.message_id = row->message_id,
		.line = row->line,
	};

	g_array_append_val(chart->bars, bar);
}

static gboolean has_means(const struct digest_claim *claim)
{
	const struct digest_row *row = claim->row;

	return row && isfinite(row->before.mean) && isfinite(row->after.mean);
}

/* The largest headline that has both means; where none has, the lead. */
static const struct digest_claim *claim_with_means(const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];

		if (claim->headline && has_means(claim))
			return claim;
	}
	return has_means(entry->lead) ? entry->lead : NULL;
}

static void chart_means(struct digest *digest, struct digest_entry *entry)
{
	struct digest_chart *chart = &entry->means;
	const struct digest_claim *claim = claim_with_means(entry);

	if (!claim)
		return;

	const struct digest_row *row = claim->row;

	chart->kind = CHART_BEFORE_AFTER;
	chart->title = digest_keepf(
		digest, "%s before and after, with one standard deviation", claim->label);
	chart->axis = row->stat;
	chart->unit = "";
	add_mean(chart, row, &row->before, "before", CHART_NEUTRAL);
	add_mean(chart, row, &row->after, "after", tone_of(claim->verdict));
}

void digest_chart_entry(struct digest *digest, struct digest_entry *entry)
{
	if (!entry->lead)
		return;
	if (digest->charts->len >= 2 * DIGEST_CHARTED_MAX) {
		digest->uncharted++;
		return;
	}
	chart_changes(digest, entry);
	chart_means(digest, entry);
	if (entry->changes.bars->len)
		g_ptr_array_add(digest->charts, &entry->changes);
	if (entry->means.bars->len)
		g_ptr_array_add(digest->charts, &entry->means);
}
