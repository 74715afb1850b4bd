/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plots drawn from known series by the rules of gnuplot's dumb terminal, in the three
 * forms of the mails: what is read back is what was drawn, to half a line.
 */
#include "parse/series.h"
#include "tests/unit/mail-text.h"

#include <math.h>

#define LINES_MAX 24
#define COLUMNS_MAX 90
#define SAMPLES_MAX 60

enum form {
	FORM_STARS,   /* to 2016: "++" tics, '*' over lines, points over the sides */
	FORM_PLUSES,  /* to 2019: "+-+" tics, '+' points */
	FORM_COVERED, /* from 2020: "|-+" tics, sides and borders over everything */
	FORMS
};

struct drawing {
	enum form form;
	guint lines, columns, tics;
	double low, high, step;
	char at[LINES_MAX][COLUMNS_MAX];
	gboolean labelled[LINES_MAX];
	double good[SAMPLES_MAX], bad[SAMPLES_MAX];
	guint n_good, n_bad, n; /* n: points between the sides */
};

/* ---- the plotter ------------------------------------------------------------------ */

static guint column_of(const struct drawing *d, guint i)
{
	return (guint)floor((double)i * (d->columns - 1) / (d->n - 1) + 0.5);
}

static guint line_of(const struct drawing *d, double value)
{
	return (guint)(d->lines - 1 - (guint)floor((value - d->low) / d->step + 0.5));
}

static void put(struct drawing *d, int line, int column, char c)
{
	d->at[line][column] = c;
}

/* A dotted line: its ends are '+', and so is the middle at 45 degrees. */
static void draw_line(struct drawing *d, int x, int y, int to_x, int to_y)
{
	int dx = to_x - x, dy = to_y - y, n = MAX(abs(dx), abs(dy));
	char pen = abs(dy) > abs(dx) ? ':' : abs(dy) == abs(dx) ? '+' : '.';

	for (int i = 1; i < n; i++)
		put(d, y + (int)lround((double)dy * i / n), x + (int)lround((double)dx * i / n),
			pen);
	put(d, y, x, '+');
	put(d, to_y, to_x, '+');
}

static void draw_frame(struct drawing *d)
{
	for (guint i = 0; i < d->lines; i++)
		d->at[i][0] = d->at[i][d->columns - 1] =
			d->labelled[i] && d->form != FORM_COVERED ? '+' : '|';
	for (guint c = 0; c < d->columns; c++)
		d->at[0][c] = d->at[d->lines - 1][c] = c == 0 || c + 1 == d->columns ? '+' : '-';
}

static void draw_tics(struct drawing *d)
{
	for (guint i = 0; i < d->lines; i++) {
		if (!d->labelled[i])
			continue;
		d->at[i][1] = d->form == FORM_STARS ? '+' : '-';
		if (d->form != FORM_STARS)
			d->at[i][2] = '+';
	}
}

static void draw_series(struct drawing *d)
{
	for (guint i = 1; i < d->n_good; i++)
		draw_line(d, (int)column_of(d, i - 1), (int)line_of(d, d->good[i - 1]),
			(int)column_of(d, i), (int)line_of(d, d->good[i]));
	for (guint i = 0; i < d->n_good; i++)
		put(d, (int)line_of(d, d->good[i]), (int)column_of(d, i),
			d->form == FORM_STARS ? '*' : '+');
	for (guint i = 0; i < d->n_bad; i++)
		put(d, (int)line_of(d, d->bad[i]), (int)column_of(d, i), 'O');
}

static void draw(struct drawing *d)
{
	memset(d->at, ' ', sizeof d->at);
	for (guint t = 0; t <= d->tics; t++)
		d->labelled[line_of(d, d->low + t * (d->high - d->low) / d->tics)] = TRUE;
	draw_frame(d);
	draw_tics(d);
	draw_series(d);
	if (d->form == FORM_COVERED)
		draw_frame(d);
}

static char *text_of(const struct drawing *d, const char *quote)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < d->lines; i++) {
		g_autofree char *label = g_strdup("");

		for (guint t = 0; t <= d->tics; t++) {
			double value = d->low + t * (d->high - d->low) / d->tics;

			if (line_of(d, value) != i)
				continue;
			g_free(label);
			label = g_strdup_printf("%.10g", fabs(value) < d->step / 1e6 ? 0 : value);
		}
		g_string_append_printf(
			out, "%s%15s %.*s   \n", quote, label, (int)d->columns, d->at[i]);
	}
	return g_string_free(out, FALSE);
}

/* ---- series to draw ----------------------------------------------------------------- */

/* A walk within a part of the scale, now and then with a leap. */
static void walk(double *values, guint n, double low, double high)
{
	double value = g_test_rand_double_range(low, high);

	for (guint i = 0; i < n; i++) {
		double range = (high - low) * (g_test_rand_int_range(0, 8) ? 0.15 : 1);

		value += g_test_rand_double_range(-range, range);
		if (value < low || value > high)
			value = g_test_rand_double_range(low, high);
		values[i] = value;
	}
}

static void make(struct drawing *d)
{
	static const double units[] = {1, 2, 5};
	double unit = units[g_test_rand_int_range(0, 3)] * pow(10, g_test_rand_int_range(-3, 9));

	*d = (struct drawing){.form = (enum form)g_test_rand_int_range(0, FORMS)};
	d->lines = (guint)g_test_rand_int_range(12, 21);
	d->columns = (guint)g_test_rand_int_range(60, 76);
	d->tics = (guint)g_test_rand_int_range(2, (int)d->lines - 2);
	d->low = unit * g_test_rand_int_range(-3, 40);
	d->high = d->low + unit * d->tics;
	d->step = (d->high - d->low) / (d->lines - 1);
	d->n = (guint)g_test_rand_int_range(10, 38);
	d->n_good = d->n;
	d->n_bad = (guint)g_test_rand_int_range((int)d->n / 2, (int)d->n + 1);
	walk(d->good, d->n_good, d->low + 0.5 * (d->high - d->low), d->high);
	walk(d->bad, d->n_bad, d->low, d->low + 0.6 * (d->high - d->low));
	draw(d);
}

/* ---- what must come back ------------------------------------------------------------ */

/* Every sample that was read is one that was drawn, at its column, to half a line. */
static void assert_drawn(
	const struct drawing *d, const parsed *p, struct span span, const double *values, guint n)
{
	for (guint k = 0; k < span.count; k++) {
		const struct plot_sample *sample =
			RECORD(p->records->plot_samples, struct plot_sample, span.first + k);
		guint i = 0;

		while (i < n && column_of(d, i) != sample->column)
			i++;
		g_assert_cmpuint(i, <, n);
		g_assert_cmpfloat(fabs(sample->value - values[i]), <=, d->step * 0.5000001);
	}
}

/* Whether nothing covers it or may be taken for it. */
static gboolean is_plain(const struct drawing *d, guint i, double value, char glyph)
{
	guint column = column_of(d, i), line = line_of(d, value);

	if (d->at[line][column] != glyph)
		return FALSE;
	return glyph != '+' ||
	       (column > 2 && column + 2 < d->columns && line > 0 && line + 1 < d->lines);
}

static guint count_plain(const struct drawing *d, const double *values, guint n, char glyph)
{
	guint plain = 0;

	for (guint i = 0; i < n; i++)
		plain += is_plain(d, i, values[i], glyph);
	return plain;
}

static void assert_read_back(const struct drawing *d, const parsed *p, guint *plain, guint *read)
{
	const struct plot *plot = RECORD(p->records->plots, struct plot, 0);
	char glyph = d->form == FORM_STARS ? '*' : '+';
	guint good = count_plain(d, d->good, d->n_good, glyph);

	g_assert_cmpuint(p->records->plots->len, ==, 1);
	g_assert_cmpuint(plot->lines, ==, d->lines);
	g_assert_cmpuint(plot->columns, ==, d->columns);
	assert_drawn(d, p, plot->good, d->good, d->n_good);
	assert_drawn(d, p, plot->bad, d->bad, d->n_bad);
	g_assert_cmpuint(plot->bad.count, ==, count_plain(d, d->bad, d->n_bad, 'O'));
	if (d->form == FORM_STARS)
		g_assert_cmpuint(plot->good.count, ==, good);
	*plain += good;
	*read += plot->good.count;
}

/* A '+' that may be a sample or a line's middle is left out at times, seldom. */
static void reads_what_was_drawn(void)
{
	struct drawing d;
	guint plain = 0, read = 0;

	for (guint round = 0; round < 2000; round++) {
		make(&d);
		g_autofree char *text = text_of(&d, round % 5 ? "" : "> ");
		g_auto(parsed) p = parsed_text(mail_from_robot("x"), text);

		assert_read_back(&d, &p, &plain, &read);
	}
	g_assert_cmpfloat(read, >=, 0.995 * plain);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/plot-drawn/reads-what-was-drawn", reads_what_was_drawn);
	return g_test_run();
}
