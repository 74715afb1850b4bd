/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/correction.h"

#include <math.h>
#include <stdlib.h>

struct question {
	double p;
	guint at;
};

static int by_p(const void *a, const void *b)
{
	const struct question *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Those that were asked, by p rising; the others are answered at once. */
static struct question *sort_questions(const double *p, guint n, double *adjusted, guint *ret_asked)
{
	struct question *questions = g_new(struct question, n + 1);

	*ret_asked = 0;
	for (guint i = 0; i < n; i++)
		if (isnan(p[i]))
			adjusted[i] = NAN;
		else
			questions[(*ret_asked)++] = (struct question){p[i], i};
	qsort(questions, *ret_asked, sizeof(*questions), by_p);
	return questions;
}

void correct_holm(const double *p, guint n, double *ret_adjusted)
{
	guint asked;
	g_autofree struct question *questions = sort_questions(p, n, ret_adjusted, &asked);
	double most = 0;

	for (guint i = 0; i < asked; i++) {
		most = MAX(most, questions[i].p * (asked - i));
		ret_adjusted[questions[i].at] = MIN(1, most);
	}
}

void correct_benjamini_hochberg(const double *p, guint n, guint64 m, double *ret_adjusted)
{
	guint asked;
	g_autofree struct question *questions = sort_questions(p, n, ret_adjusted, &asked);
	double all = (double)MAX(m, asked), least = 1;

	for (guint i = asked; i-- > 0;) {
		least = MIN(least, questions[i].p * all / (i + 1));
		ret_adjusted[questions[i].at] = least;
	}
}

/* ---- key figures first ------------------------------------------------------------------- */

/* The p of one kind of row, the others' NAN. */
static double *p_of_kind(
	const struct corrected_row *rows, guint n, gboolean is_kpi, gboolean is_high)
{
	double *p = g_new(double, n + 1);

	for (guint i = 0; i < n; i++)
		if (!rows[i].is_kpi == !is_kpi)
			p[i] = is_high ? rows[i].p.high : rows[i].p.low;
		else
			p[i] = NAN;
	return p;
}

static void correct_end(struct corrected_row *rows, guint n, guint64 m, gboolean is_high)
{
	g_autofree double *kpis = p_of_kind(rows, n, TRUE, is_high);
	g_autofree double *monitors = p_of_kind(rows, n, FALSE, is_high);

	correct_holm(kpis, n, kpis);
	correct_benjamini_hochberg(monitors, n, m, monitors);
	for (guint i = 0; i < n; i++)
		*(is_high ? &rows[i].adjusted.high : &rows[i].adjusted.low) =
			rows[i].is_kpi ? kpis[i] : monitors[i];
}

void correct_rows(struct corrected_row *rows, guint n, guint64 m)
{
	gboolean passed = FALSE;

	correct_end(rows, n, m ? m : STATS_ASSUMED, FALSE);
	correct_end(rows, n, m ? m : STATS_ASSUMED, TRUE);
	for (guint i = 0; i < n; i++) {
		rows[i].grade = MIN(grade_of_p(rows[i].adjusted), rows[i].limit);
		passed |= rows[i].is_kpi && rows[i].grade >= GRADE_SUPPORTED;
	}
	for (guint i = 0; i < n; i++)
		rows[i].is_exploratory = !rows[i].is_kpi && !passed;
}
