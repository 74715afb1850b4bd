/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/change_point.h"

#include "compare/bimodal.h"
#include "compare/energy.h"
#include "compare/moments.h"
#include "compare/shift.h"
#include "compare/welch.h"

#include <gsl/gsl_sort.h>
#include <math.h>

#define WINDOW_STEP (CHANGE_POINT_WINDOW / 2)
#define SWITCHES_MIN 4 /* between two clusters: a change and its undoing are two */

/*
 * The values that count, by commit and rising within, and where each commit begins.
 */
struct line {
	enum unit unit;
	GArray *values;  /* of double */
	GArray *commits; /* of guint: places in the history */
	GArray *from;    /* of guint: the first value of each, and of the end */
};

static double *values_of(const struct line *line)
{
	return (double *)(gpointer)line->values->data;
}

static guint from_of(const struct line *line, guint commit)
{
	return g_array_index(line->from, guint, commit);
}

static void sort_last(struct line *line)
{
	guint from = from_of(line, line->from->len - 1);

	gsl_sort(values_of(line) + from, 1, line->values->len - from);
}

static struct line line_new(const struct history_value *values, guint n, enum unit unit)
{
	struct line line = {unit, g_array_new(FALSE, FALSE, sizeof(double)),
		g_array_new(FALSE, FALSE, sizeof(guint)), g_array_new(FALSE, FALSE, sizeof(guint))};

	for (guint i = 0; i < MIN(n, HISTORY_VALUES_MAX); i++) {
		guint commits = line.commits->len;

		if (!isfinite(values[i].value))
			continue;
		if (!commits ||
			g_array_index(line.commits, guint, commits - 1) != values[i].commit) {
			if (commits)
				sort_last(&line);
			g_array_append_val(line.from, line.values->len);
			g_array_append_val(line.commits, values[i].commit);
		}
		g_array_append_val(line.values, values[i].value);
	}
	if (line.commits->len)
		sort_last(&line);
	g_array_append_val(line.from, line.values->len);
	return line;
}

static void line_clear(struct line *line)
{
	g_array_unref(line->values);
	g_array_unref(line->commits);
	g_array_unref(line->from);
}

/* ---- two stretches of commits against each other ------------------------------------------ */

struct stretch {
	guint begin, end; /* commits; end is not in it */
};

struct level {
	guint n;
	double mean, variance; /* NAN: of a single value */
};

static struct level level_of(const struct line *line, struct stretch stretch)
{
	guint from = from_of(line, stretch.begin), to = from_of(line, stretch.end);
	const double *values = values_of(line) + from;
	double mean = sample_mean(values, to - from);

	return (struct level){to - from, mean, sample_variance(values, to - from, mean)};
}

static double p_between(const struct level *a, const struct level *b)
{
	if (a->n < CHANGE_POINT_VALUES_MIN || b->n < CHANGE_POINT_VALUES_MIN)
		return 1;
	return welch_p(b->mean - a->mean,
		welch_error(a->variance / a->n, a->n - 1, b->variance / b->n, b->n - 1));
}

static double *sorted_copy(const struct line *line, struct stretch stretch, guint *ret_n)
{
	guint from = from_of(line, stretch.begin);
	double *copy;

	*ret_n = from_of(line, stretch.end) - from;
	copy = g_memdup2(values_of(line) + from, *ret_n * sizeof(double));
	gsl_sort(copy, 1, *ret_n);
	return copy;
}

static double delta_between(const struct line *line, struct stretch a, struct stretch b)
{
	guint n_a, n_b;
	g_autofree double *of_a = sorted_copy(line, a, &n_a), *of_b = sorted_copy(line, b, &n_b);

	return cliffs_delta(of_a, n_a, of_b, n_b);
}

static struct change_point point_between(
	const struct line *line, struct stretch a, struct stretch b)
{
	struct level before = level_of(line, a), after = level_of(line, b);
	gboolean is_percent = line->unit == UNIT_PERCENT && before.mean > 0;

	return (struct change_point){
		.commit = g_array_index(line->commits, guint, b.begin),
		.before = before.mean,
		.after = after.mean,
		.n_before = before.n,
		.n_after = after.n,
		.change = is_percent ? 100 * (after.mean / before.mean - 1)
				     : after.mean - before.mean,
		.p = p_between(&before, &after),
		.delta = delta_between(line, a, b),
	};
}

/* ---- E-divisive --------------------------------------------------------------------------- */

/* The most divided part between neighbouring splits. */
static struct energy_split most_divided(const struct energy *energy, const GArray *splits)
{
	struct energy_split best = {0};

	for (guint i = 0; i + 1 < splits->len; i++) {
		struct energy_split split =
			energy_best_split(energy, g_array_index(splits, guint, i),
				g_array_index(splits, guint, i + 1), CHANGE_POINT_VALUES_MIN);

		if (split.distance > best.distance)
			best = split;
	}
	return best;
}

static gboolean passes(const struct line *line, guint offset, const struct energy_split *split)
{
	struct level before =
		level_of(line, (struct stretch){offset + split->begin, offset + split->at});
	struct level after =
		level_of(line, (struct stretch){offset + split->at, offset + split->end});

	return p_between(&before, &after) <= CHANGE_POINT_P;
}

static void insert_sorted(GArray *places, guint place)
{
	guint i = 0;

	while (i < places->len && g_array_index(places, guint, i) < place)
		i++;
	if (i == places->len || g_array_index(places, guint, i) != place)
		g_array_insert_val(places, i, place);
}

/* Divides until the most divided part does not pass; returns the last split, or the begin. */
static guint divide_window(const struct line *line, struct stretch window, GArray *found)
{
	GArray *splits = g_array_new(FALSE, FALSE, sizeof(guint));
	guint n = window.end - window.begin, last = window.begin;
	struct energy *energy = energy_new(
		values_of(line), (const guint *)(gconstpointer)line->from->data + window.begin, n);

	insert_sorted(splits, 0);
	insert_sorted(splits, n);
	for (;;) {
		struct energy_split split = most_divided(energy, splits);

		if (!(split.distance > 0) || !passes(line, window.begin, &split))
			break;
		insert_sorted(splits, split.at);
		insert_sorted(found, window.begin + split.at);
		last = MAX(last, window.begin + split.at);
	}
	energy_free(energy);
	g_array_unref(splits);
	return last;
}

/* Places of candidates, with 0 and the end. */
static GArray *divide(const struct line *line)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(guint));
	guint n = line->commits->len;

	insert_sorted(found, 0);
	insert_sorted(found, n);
	for (guint begin = 0; begin < n;) {
		struct stretch window = {begin, MIN(n, begin + CHANGE_POINT_WINDOW)};
		guint last = divide_window(line, window, found);

		if (window.end == n)
			break;
		begin = MAX(last, begin + WINDOW_STEP);
	}
	return found;
}

/* ---- what remains between neighbours --------------------------------------------------------- */

enum flaw { FLAW_NONE, FLAW_SMALL, FLAW_OVERLAP, FLAW_CHANCE };

struct candidate {
	guint place; /* of the first commit behind it */
	struct change_point point;
	enum flaw flaw;
};

static enum flaw flaw_of(const struct line *line, const struct change_point *point)
{
	gboolean is_percent = line->unit == UNIT_PERCENT && point->before > 0;

	if (!(point->p <= CHANGE_POINT_P))
		return FLAW_CHANCE;
	if (fabs(point->delta) < CHANGE_POINT_DELTA)
		return FLAW_OVERLAP;
	return is_percent && fabs(point->change) < CHANGE_POINT_LEAST ? FLAW_SMALL : FLAW_NONE;
}

static struct candidate *candidate_at(const GArray *candidates, guint i)
{
	return &g_array_index(candidates, struct candidate, i);
}

/* Against its neighbours; the first and the last are the ends of the line. */
static void look_at(const struct line *line, GArray *candidates, guint i)
{
	struct candidate *candidate = candidate_at(candidates, i);
	struct stretch before, after;

	if (i == 0 || i + 1 == candidates->len)
		return;
	before = (struct stretch){candidate_at(candidates, i - 1)->place, candidate->place};
	after = (struct stretch){candidate->place, candidate_at(candidates, i + 1)->place};
	candidate->point = point_between(line, before, after);
	candidate->flaw = flaw_of(line, &candidate->point);
}

static GArray *candidates_new(const struct line *line, const GArray *places)
{
	GArray *candidates = g_array_new(FALSE, TRUE, sizeof(struct candidate));

	g_array_set_size(candidates, places->len);
	for (guint i = 0; i < places->len; i++)
		candidate_at(candidates, i)->place = g_array_index(places, guint, i);
	for (guint i = 0; i < places->len; i++)
		look_at(line, candidates, i);
	return candidates;
}

static gboolean is_worse(const struct candidate *a, const struct candidate *b)
{
	return a->flaw != b->flaw ? a->flaw > b->flaw : a->point.p > b->point.p;
}

/* The least sound one; 0: all are sound. */
static guint worst_of(const GArray *candidates)
{
	guint worst = 0;

	for (guint i = 1; i + 1 < candidates->len; i++)
		if (candidate_at(candidates, i)->flaw != FLAW_NONE &&
			(!worst || is_worse(candidate_at(candidates, i),
					   candidate_at(candidates, worst))))
			worst = i;
	return worst;
}

/* One that goes changes what its neighbours stand between, so one at a time. */
static void keep_sound(const struct line *line, const GArray *places, struct history *history)
{
	GArray *candidates = candidates_new(line, places);
	guint worst;

	while ((worst = worst_of(candidates)) > 0) {
		history->vetoed += candidate_at(candidates, worst)->flaw == FLAW_OVERLAP;
		g_array_remove_index(candidates, worst);
		look_at(line, candidates, worst - 1);
		look_at(line, candidates, worst);
	}
	for (guint i = 1; i + 1 < candidates->len; i++)
		g_array_append_val(history->points, candidate_at(candidates, i)->point);
	g_array_unref(candidates);
}

/* ---- the history ------------------------------------------------------------------ */

static gboolean switches_modes(const struct line *line)
{
	guint n, below, switches = 0;
	g_autofree double *sorted = sorted_copy(line, (struct stretch){0, line->commits->len}, &n);

	if (!is_bimodal(sorted, n, &below))
		return FALSE;
	for (guint i = 1; i < n; i++)
		switches += (values_of(line)[i - 1] < sorted[below]) !=
			    (values_of(line)[i] < sorted[below]);
	return switches >= SWITCHES_MIN;
}

struct history *history_read(const struct history_value *values, guint n, enum unit unit)
{
	struct line line = line_new(values, n, unit);
	struct history *history = g_new0(struct history, 1);

	history->points = g_array_new(FALSE, FALSE, sizeof(struct change_point));
	history->commits = line.commits->len;
	history->values = line.values->len;
	history->is_bimodal = switches_modes(&line);
	if (!history->is_bimodal) {
		GArray *places = divide(&line);

		keep_sound(&line, places, history);
		g_array_unref(places);
	}
	line_clear(&line);
	return history;
}

void history_free(struct history *history)
{
	if (!history)
		return;
	g_array_unref(history->points);
	g_free(history);
}
