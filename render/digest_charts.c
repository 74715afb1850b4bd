/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the charts of a cluster show: its claims' changes with their intervals, the headline
 * metric before and after, the same measured again; and what its reports have of profile and
 * bisection.
 */
#include "render/digest_parts.h"

#include <math.h>

/* Beyond this a percentage comes from a base of next to nothing; it would flatten all
 * other bars and says no more than its row in the table does. */
#define DRAWN_PERCENT_MAX 1e5

/* ---- what lives as long as the digest --------------------------------------------------- */

static gpointer keep_block(struct digest *digest, gconstpointer data, gsize size)
{
	gpointer block = g_memdup2(data, size);

	if (block)
		g_ptr_array_add(digest->blocks, block);
	return block;
}

static struct chart_row row_kept(struct digest *digest, const struct chart_row *row)
{
	struct chart_row kept = *row;

	kept.label = digest_keep(digest, row->label);
	kept.text = digest_keep(digest, row->text);
	kept.n = digest_keep(digest, row->n);
	kept.whole = digest_keep(digest, row->whole);
	kept.source = digest_keep(digest, row->source);
	kept.values = keep_block(digest, row->values, row->n_values * sizeof *row->values);
	kept.tones = keep_block(digest, row->tones, row->n_values * sizeof *row->tones);
	return kept;
}

static const char *const *columns_kept(struct digest *digest, const struct chart *chart)
{
	const char **columns =
		keep_block(digest, chart->columns, chart->n_columns * sizeof *chart->columns);

	for (guint k = 0; columns && k < chart->n_columns; k++)
		columns[k] = digest_keep(digest, columns[k]);
	return columns;
}

static struct digest_chart *keep_chart(struct digest *digest, const struct chart *chart)
{
	struct chart_row *rows = keep_block(digest, chart->rows, chart->n_rows * sizeof *rows);
	struct digest_chart *kept =
		keep_block(digest, &(struct digest_chart){*chart, 0}, sizeof *kept);

	for (guint i = 0; i < chart->n_rows; i++)
		rows[i] = row_kept(digest, &chart->rows[i]);
	kept->drawn.rows = rows;
	kept->drawn.title = digest_keep(digest, chart->title);
	kept->drawn.axis = digest_keep(digest, chart->axis);
	kept->drawn.unit = digest_keep(digest, chart->unit);
	kept->drawn.source = digest_keep(digest, chart->source);
	kept->drawn.columns = columns_kept(digest, chart);
	return kept;
}

const struct digest_chart *digest_chart_keep(struct digest *digest, const struct chart *chart)
{
	return chart->n_rows ? keep_chart(digest, chart) : NULL;
}

const struct digest_chart *digest_chart_of_plots(struct digest *digest, struct plots *plots)
{
	guint n;
	const struct chart *charts = plots_charts(plots, &n);

	return n ? digest_chart_keep(digest, &charts[0]) : NULL;
}

/* ---- parts of a row ----------------------------------------------------------------------- */

enum chart_tone digest_tone(enum verdict verdict)
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

/* "6", "3-6" */
static const char *n_of(struct digest *digest, guint low, guint high)
{
	if (!low)
		return NULL;
	return low == high ? digest_keepf(digest, "%u", low)
			   : digest_keepf(digest, "%u-%u", low, high);
}

/* The least and the most of both sides. */
static const char *n_of_row(struct digest *digest, const struct digest_row *row)
{
	const struct runs *before = &row->before.runs, *after = &row->after.runs;

	if (!before->low || !after->low)
		return NULL;
	return n_of(digest, MIN(before->low, after->low), MAX(before->high, after->high));
}

static const char *source_of(struct digest *digest, const char *message_id, guint line)
{
	return line ? digest_keepf(digest, "%s:%u", message_id, line) : message_id;
}

/* ---- changes ------------------------------------------------------------------------------- */

static struct chart_row row_of_claim(struct digest *digest, const struct digest_claim *claim)
{
	struct interval ci = drawable_interval(claim);

	return (struct chart_row){
		.label = claim->label,
		.text = claim->change.text,
		.value = claim->change.value,
		.low = ci.low,
		.high = ci.high,
		.tone = digest_tone(claim->verdict),
		.n = claim->row ? n_of_row(digest, claim->row) : NULL,
		.source = source_of(digest, claim->report->message_id, claim->line),
	};
}

static const char *source_of_reports(struct digest *digest, const struct digest_entry *entry)
{
	const struct digest_report *first = entry->reports->pdata[0];

	return entry->reports->len == 1
		       ? digest_keepf(digest, "printed in %s", first->message_id)
		       : digest_keepf(digest, "printed in %u reports", entry->reports->len);
}

/* All claims in the unit of the lead; others have no place on its axis. */
static const struct digest_chart *chart_changes(
	struct digest *digest, const struct digest_entry *entry)
{
	enum unit unit = entry->lead->change.unit;
	struct chart_row rows[CHART_ROWS_MAX];
	struct chart chart = {
		.kind = CHART_CHANGES,
		.title = digest_keepf(
			digest, "Claimed changes of %s, with 95 %% intervals", entry->id),
		.axis = "change",
		.unit = unit_name(unit),
		.rows = rows,
		.source = source_of_reports(digest, entry),
	};

	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];

		if (chart.n_rows < CHART_ROWS_MAX && claim->change.text &&
			claim->change.unit == unit && is_drawable(claim->change.value))
			rows[chart.n_rows++] = row_of_claim(digest, claim);
	}
	if (!chart.n_rows)
		return NULL;

	struct digest_chart *kept = keep_chart(digest, &chart);

	kept->omitted = entry->claims->len - chart.n_rows;
	return kept;
}

/* ---- before and after ---------------------------------------------------------------------- */

static struct chart_row row_of_mean(struct digest *digest, const struct digest_row *row,
	const struct digest_cell *cell, const char *label, enum chart_tone tone)
{
	return (struct chart_row){
		.label = label,
		.text = cell->text,
		.value = cell->mean,
		.low = cell->spread.low,
		.high = cell->spread.high,
		.tone = tone,
		.n = n_of(digest, cell->runs.low, cell->runs.high),
		.source = source_of(digest, row->message_id, row->line),
	};
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

static const struct digest_chart *chart_means(
	struct digest *digest, const struct digest_entry *entry)
{
	const struct digest_claim *claim = claim_with_means(entry);

	if (!claim)
		return NULL;

	const struct digest_row *row = claim->row;
	const struct chart_row rows[] = {
		row_of_mean(digest, row, &row->before, "before", CHART_NEUTRAL),
		row_of_mean(digest, row, &row->after, "after", digest_tone(claim->verdict)),
	};

	return digest_chart_keep(
		digest, &(struct chart){
				.kind = CHART_BEFORE_AFTER,
				.title = digest_keepf(digest,
					"%s before and after, with one standard "
					"deviation",
					claim->label),
				.axis = row->stat,
				.unit = "",
				.rows = rows,
				.n_rows = G_N_ELEMENTS(rows),
				.source = digest_keepf(digest, "printed in %s", row->message_id),
			});
}

/* ---- measured again ------------------------------------------------------------------------ */

static const struct digest_chart *chart_again(
	struct digest *digest, const struct digest_entry *entry)
{
	guint n = MIN(entry->track->len, CHART_VALUES_MAX);
	g_autofree double *values = g_new(double, MAX(n, 1));
	g_autofree const char **dates = g_new(const char *, MAX(n, 1));
	guint drawn = 0;

	for (guint i = 0; i < n; i++) {
		const struct digest_claim *claim = entry->track->pdata[i];
		gboolean fits = claim->change.unit == entry->lead->change.unit &&
				is_drawable(claim->change.value);

		values[i] = fits ? claim->change.value : NAN;
		dates[i] = claim->report->message_id;
		drawn += fits;
	}
	if (drawn < 2)
		return NULL;

	const struct chart_row row = {entry->lead->label, NULL, NAN, NAN, NAN,
		digest_tone(entry->lead->verdict), values, n};

	return digest_chart_keep(digest,
		&(struct chart){CHART_SPARKLINE,
			digest_keepf(digest, "Change of %s, report by report", entry->lead->label),
			"change", unit_name(entry->lead->change.unit), &row, 1, dates, n});
}

/* ---- all of an entry ------------------------------------------------------------------------ */

static void add(struct digest *digest, struct digest_entry *entry, const struct digest_chart *chart)
{
	if (!chart)
		return;
	g_ptr_array_add(entry->charts, (gpointer)chart);
	g_ptr_array_add(digest->charts, (gpointer)chart);
}

/* The first that a report has. */
static void add_of_reports(struct digest *digest, struct digest_entry *entry)
{
	const struct digest_chart *profile = NULL, *history = NULL;

	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		profile = profile ? profile : report->profile;
		history = history ? history : report->history;
	}
	add(digest, entry, profile);
	add(digest, entry, history);
}

void digest_chart_entry(struct digest *digest, struct digest_entry *entry)
{
	if (!entry->lead)
		return;
	if (digest->charted >= DIGEST_CHARTED_MAX) {
		digest->uncharted++;
		return;
	}
	digest->charted++;
	add(digest, entry, chart_changes(digest, entry));
	add(digest, entry, chart_means(digest, entry));
	add_of_reports(digest, entry);
	entry->again = chart_again(digest, entry);
	if (entry->again)
		g_ptr_array_add(digest->charts, (gpointer)entry->again);
}
