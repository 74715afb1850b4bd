/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Character plots and the rows that look like them. */
#include "parse/plot.h"
#include "tests/unit/mail-text.h"

#define FRAME(q)                                                                                   \
	q "  22500 +--------------------------------------+   \n" q                                \
	  "        |        ...+......                    |   \n" q                                \
	  "  22000 |.....+..          +.....+.....+.....+.|   \n" q                                \
	  "  21500 |-+                                    |   \n" q                                \
	  "        |     O     O            O     O       |   \n" q                                \
	  "  19500 +--------------------------------------+   \n"

static void counts_frames(void)
{
	static const char body[] = "            will-it-scale.per_process_ops           \n\n" FRAME(
		"") "      \n\n\n\n" FRAME("") "\n"
					       "                  a title\n" FRAME(
						       "") "[*] bisect-good sample\n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	g_assert_cmpuint(p.records->plots->len, ==, 3);
	assert_slice(
		RECORD(p.records->plots, struct plot, 0)->title, "will-it-scale.per_process_ops");
	g_assert_cmpuint(RECORD(p.records->plots, struct plot, 0)->line, ==, 3);
	assert_slice(RECORD(p.records->plots, struct plot, 1)->title, NULL);
	assert_slice(RECORD(p.records->plots, struct plot, 2)->title, NULL);
}

/* To 2019 points lie on the frame, and tics reach out of it. */
static void old_frames(void)
{
	static const char body[] = "                                  time.system_time\n\n"
				   "   300 O+O--O-O-O--O-O-O--O-O-O--O-O-O-------+\n"
				   "       |                                     |\n"
				   "   280 ++                                    |\n"
				   "   160 *+*.. .*.  .*   *..*.*.*.. .*.*..*.*. *\n"
				   "   140 +-+-----------------------------------+\n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	g_assert_cmpuint(p.records->plots->len, ==, 1);
}

static void quoted_frames(void)
{
	g_auto(parsed) p = parsed_text(mail_from("A", "a@example.org", "Re: x"), FRAME("> > "));

	g_assert_cmpuint(p.records->plots->len, ==, 1);
	g_assert_cmpuint(RECORD(p.records->plots, struct plot, 0)->depth, ==, 2);
}

static void no_frames(void)
{
	static const char body[] =
		"+------------------+------------+\n| boot_successes   | 8          |\n"
		"+------------------+------------+\n"
		"  22500 +--------------------------------------+   \n"
		"        |                                      |   \n\n"
		"  19500 +--------------------------------------+   \n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	g_assert_cmpuint(p.records->plots->len, ==, 0);
}

/* ---- read back ------------------------------------------------------------------ */

static const struct plot *first_plot(const parsed *p)
{
	g_assert_cmpuint(p->records->plots->len, >, 0);
	return RECORD(p->records->plots, struct plot, 0);
}

/* "column:value ..." of a series. */
static char *series_text(const parsed *p, struct span series)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < series.count; i++) {
		const struct plot_sample *sample =
			RECORD(p->records->plot_samples, struct plot_sample, series.first + i);

		g_string_append_printf(out, "%s%u:%g", i ? " " : "", sample->column, sample->value);
	}
	return g_string_free(out, FALSE);
}

#define assert_series(p, series, expected)                                                         \
	do {                                                                                       \
		g_autofree char *text_ = series_text(p, series);                                   \
		g_assert_cmpstr(text_, ==, expected);                                              \
	} while (0)

static void both_series(void)
{
	static const char body[] = "    memory.ops\n\n"
				   "  30 +---------------+   \n"
				   "     |...+...        |   \n"
				   "  20 |-+     +...    |   \n"
				   "     |           +...|   \n"
				   "  10 |-+     O       |   \n"
				   "     |   O       O   |   \n"
				   "   0 +---------------+   \n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);
	const struct plot *plot = first_plot(&p);

	g_assert_cmpuint(plot->lines, ==, 7);
	g_assert_cmpuint(plot->columns, ==, 17);
	g_assert_cmpfloat(plot->low, ==, 0);
	g_assert_cmpfloat(plot->high, ==, 30);
	assert_series(&p, plot->good, "4:25 8:20 12:15");
	assert_series(&p, plot->bad, "4:5 8:10 12:5");
	g_assert_cmpuint(parsed_diags(&p, DIAG_PLOT_UNREADABLE), ==, 0);
}

/* Stars are the samples; what joins them is none, be it '.', ':' or '+'. */
static void stars_and_sides(void)
{
	static const char body[] = "  1.2e+07 *+------------------+\n"
				   "          |:            .*   .*\n"
				   "    1e+07 ++ :       .*.  + + |\n"
				   "          O  *..*..*.      *  |\n"
				   "    8e+06 ++-O--O--O----------+\n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);
	const struct plot *plot = first_plot(&p);

	assert_slice(plot->title, NULL);
	assert_series(&p, plot->good,
		"0:1.2e+07 3:9e+06 6:9e+06 9:9e+06 12:1e+07 15:1.1e+07 17:9e+06 20:1.1e+07");
	assert_series(&p, plot->bad, "0:9e+06 3:8e+06 6:8e+06 9:8e+06");
}

/* The middle of a line of 45 degrees is '+' too, and so is the end of a tic. */
static void no_samples(void)
{
	static const char body[] = "  40 +---------------+\n"
				   "     |.+.+         +.|\n"
				   "  30 |-+  +       +  |\n"
				   "     |     +.+.+.+   |\n"
				   "  20 |-+             |\n"
				   "     | O O O O O O O |\n"
				   "  10 +---------------+\n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	assert_series(&p, first_plot(&p)->good, "2:35 4:35 6:25 8:25 10:25 12:25 14:35");
	assert_series(&p, first_plot(&p)->bad, "2:15 4:15 6:15 8:15 10:15 12:15 14:15");
}

static void quoted_with_hard_blanks(void)
{
	static const char body[] = "> > 4 +------------+  \n"
				   "> >   |            |  \n"
				   "> >\302\240  |\302\240\302\240O\302\240  +     |\n"
				   "> >   |            |  \n"
				   "> > 0 +------------+\302\240\n";
	g_auto(parsed) p = parsed_text(mail_from("A", "a@example.org", "Re: x"), body);

	assert_series(&p, first_plot(&p)->good, "7:2");
	assert_series(&p, first_plot(&p)->bad, "3:2");
}

/* Each is damaged: counted, not read, told. */
static void damaged(void)
{
	static const char *const bodies[] = {
		"  4 +------------+\n  |   O       |\n  0 +------------+\n",
		"  4 +------------+\n    |   O      |\n  0 +------------+\n",
		"  4 +------------+\n    |   O        |\n  4 +------------+\n",
		"  0 +------------+\n    |   O        |\n  4 +------------+\n",
		"  4 +------------+\n  4 |   O        |\n  0 +------------+\n",
		"  4 +------------+\n\t |   O        |\n  0 +------------+\n",
		"  4 +------------+\n x  |   O      |\n  0 +------------+\n",
		"  1e308 +------------+\n        |   O        |\n -1e308 +------------+\n",
		"  4 +------------+\n    |OOOOOOOOOOOO|\n    |OOOOOOOOOOOO|\n  0 +------------+\n",
	};

	for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
		g_auto(parsed) p = parsed_text(mail_from_robot("x"), bodies[i]);

		g_assert_cmpuint(parsed_diags(&p, DIAG_PLOT_UNREADABLE), >=, 1);
		g_assert_cmpuint(p.records->plot_samples->len, ==, 0);
		for (guint k = 0; k < p.records->plots->len; k++)
			g_assert_cmpuint(RECORD(p.records->plots, struct plot, k)->lines, ==, 0);
	}
}

static void not_too_many(void)
{
	g_autoptr(GString) body = g_string_new(NULL);

	for (guint i = 0; i < PLOTS_MAX + 3; i++)
		g_string_append(
			body, "  4 +------------+\n    |   O        |\n  0 +------------+\n\n");
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body->str);

	g_assert_cmpuint(p.records->plots->len, ==, PLOTS_MAX + 3);
	g_assert_cmpuint(parsed_diags(&p, DIAG_PLOT_UNREADABLE), ==, 3);
	g_assert_cmpuint(RECORD(p.records->plots, struct plot, PLOTS_MAX)->lines, ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/plot/counts-frames", counts_frames);
	g_test_add_func("/plot/old-frames", old_frames);
	g_test_add_func("/plot/quoted-frames", quoted_frames);
	g_test_add_func("/plot/no-frames", no_frames);
	g_test_add_func("/plot/both-series", both_series);
	g_test_add_func("/plot/stars-and-sides", stars_and_sides);
	g_test_add_func("/plot/no-samples", no_samples);
	g_test_add_func("/plot/quoted-with-hard-blanks", quoted_with_hard_blanks);
	g_test_add_func("/plot/damaged", damaged);
	g_test_add_func("/plot/not-too-many", not_too_many);
	return g_test_run();
}
