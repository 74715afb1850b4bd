/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/show.h"
#include "compare/lkp_text.h"
#include "render/full_words.h"
#include "render/history.h"
#include "render/wrap.h"

#include <math.h>

#define COMMIT_WIDTH 40
#define RUNS_WIDTH 6
#define MEAN_WIDTH 11
#define INTERVAL_WIDTH 22
#define BAR_WIDTH 21 /* of the little chart of the means */

/* ---- one commit ------------------------------------------------------------------------ */

static char *mean_text(double mean)
{
	g_autoptr(GString) text = g_string_new(NULL);

	if (isnan(mean))
		return g_strdup("-");
	lkp_text_mean(text, mean, 0);
	return g_strdup(text->str);
}

static char *interval_text(struct interval ci)
{
	g_autofree char *low = mean_text(ci.low), *high = mean_text(ci.high);

	return isnan(ci.low) ? g_strdup("-") : g_strdup_printf("%s..%s", low, high);
}

/* Cut, not wrapped: commits are told apart by their first digits. */
static void add_title(GString *out, const char *title)
{
	g_autofree char *shown =
		g_utf8_substring(title, 0, MIN(g_utf8_strlen(title, -1), COMMIT_WIDTH));

	g_string_append_printf(
		out, "  %s%*s", shown, MAX(COMMIT_WIDTH - (gint)wrap_columns(shown), 0), "");
}

static const struct change_point *point_at(const struct trend *trend, guint commit)
{
	for (guint i = 0; i < trend->history->points->len; i++) {
		const struct change_point *point =
			&g_array_index(trend->history->points, struct change_point, i);

		if (point->commit == commit)
			return point;
	}
	return NULL;
}

static void add_point(GString *out, const struct trend *trend, const struct change_point *point)
{
	const char *word = full_verdict(trend_verdict(trend, point));
	g_autofree char *p = full_p(point->p);
	g_autofree char *change = full_signed(point->change);

	g_string_append_printf(out, "  << %s%s%s%s, p %s", change,
		trend->unit == UNIT_PERCENT ? "%" : "", word ? " " : "", word ? word : "", p);
}

/* Where the mean lies between the least and the largest of the history. */
static void add_bar(GString *out, double mean, double low, double high)
{
	guint at = high > low ? (guint)lround((mean - low) / (high - low) * (BAR_WIDTH - 1)) : 0;

	g_string_append(out, "  |");
	for (guint i = 0; i < BAR_WIDTH; i++)
		g_string_append_c(out, !isnan(mean) && i == at ? 'o' : ' ');
	g_string_append_c(out, '|');
}

static void range_of(const struct trend *trend, guint n, double *ret_low, double *ret_high)
{
	*ret_low = INFINITY;
	*ret_high = -INFINITY;
	for (guint i = 0; i < n; i++)
		if (!isnan(trend->cells[i].mean)) {
			*ret_low = MIN(*ret_low, trend->cells[i].mean);
			*ret_high = MAX(*ret_high, trend->cells[i].mean);
		}
}

static void print_commit(GString *out, const char *title, const struct trend *trend, guint i,
	double low, double high)
{
	const struct trend_cell *cell = &trend->cells[i];
	const struct change_point *point = point_at(trend, i);
	g_autofree char *runs = cell->n == cell->runs
					? g_strdup_printf("%u", cell->n)
					: g_strdup_printf("%u/%u", cell->n, cell->runs);
	g_autofree char *mean = mean_text(cell->mean), *interval = interval_text(cell->ci);

	add_title(out, title);
	wrap_right(out, runs, RUNS_WIDTH);
	wrap_right(out, mean, MEAN_WIDTH);
	wrap_right(out, interval, INTERVAL_WIDTH);
	add_bar(out, cell->mean, low, high);
	if (point)
		add_point(out, trend, point);
	g_string_append_c(out, '\n');
}

/* ---- one stat ---------------------------------------------------------------------------- */

static void print_findings(GString *out, const struct trend *trend)
{
	const struct past *past = &trend->past;
	g_autofree char *floor = full_signed(past->floor);

	if (trend->history->is_bimodal)
		wrap_to(out, "  ", "    ",
			"The values go between two clusters: a placement; nothing was tested.");
	else if (!trend->history->points->len)
		wrap_to(out, "  ", "    ", "No change of level.");
	if (!past->changes)
		return;
	g_autofree char *text = g_strdup_printf("Noise floor %s%s, from %u changes between batches "
						"of one commit.",
		floor + 1, trend->unit == UNIT_PERCENT ? "%" : "", past->changes);
	wrap_to(out, "  ", "    ", text);
}

static void print_trend(GString *out, const struct lkp_style *style,
	const struct history_group *group, const struct trend *trend)
{
	const char *direction = direction_name(trend->direction);
	g_autofree char *name = show_line(slice_of(trend->name));
	double low, high;

	g_string_append_printf(out, "%s%s%s%s\n", name, direction ? " (" : "",
		direction ? direction : "", direction ? " is better)" : "");
	range_of(trend, group->head->n, &low, &high);
	g_string_append_printf(
		out, "  %-*s %5s %10s %23s\n", COMMIT_WIDTH, "commit", "n", "mean", "95% interval");
	for (guint i = 0; i < group->head->n; i++) {
		g_autofree char *title = lkp_title_of(group->head, style, &group->head->members[i]);

		print_commit(out, title, trend, i, low, high);
	}
	print_findings(out, trend);
	g_string_append_c(out, '\n');
}

/* ---- the group ------------------------------------------------------------------------------ */

static void print_calibration(GString *out, const GPtrArray *trends)
{
	struct aa_counts all = {{0}};
	g_autofree char *text = NULL;

	for (guint i = 0; i < trends->len; i++)
		aa_add(&all, &((const struct trend *)trends->pdata[i])->past.counts);
	text = full_calibration(&all);
	if (text)
		wrap_to(out, "", "  ", text);
}

void history_print_text(
	GString *out, const struct lkp_style *style, const struct history_group *group)
{
	static const char *const apart[] = {NULL};
	const struct lkp_group *head = group->head;

	wrap_rule(out);
	lkp_wrap_axes(out, style, head->members[0].axes, head->apart ? apart : head->compared);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < group->trends->len; i++)
		print_trend(out, style, group, group->trends->pdata[i]);
	print_calibration(out, group->trends);
}
