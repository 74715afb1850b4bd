/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers beside the tables: perf stat, ratios, samples. */
#include "parse/figures.h"
#include "tests/unit/mail-text.h"

#include <math.h>

static parsed reply(const char *body)
{
	return parsed_text(mail_from("A", "a@example.org", "Re: [LKP] x"), body);
}

/* "line kind name: values unit percent note" of each, a line each. */
static char *figures_text(const parsed *p)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < p->records->figures->len; i++) {
		const struct mail_figure *f = RECORD(p->records->figures, struct mail_figure, i);

		g_string_append_printf(
			out, "%u %s %.*s:", f->line, figure_kind_name(f->kind), SLICE_ARG(f->name));
		for (guint v = 0; v < f->values.count; v++)
			g_string_append_printf(out, " %.12g",
				*RECORD(p->records->figure_values, double, f->values.first + v));
		g_string_append_printf(out, " [%.*s]", SLICE_ARG(f->unit));
		if (!isnan(f->percent))
			g_string_append_printf(out, " %g%%", f->percent);
		g_string_append_printf(
			out, "%s%.*s\n", f->note.len ? " # " : "", SLICE_ARG(f->note));
	}
	return g_string_free(out, FALSE);
}

static void assert_figures(const parsed *p, const char *expected, guint unreadable)
{
	g_autofree char *got = figures_text(p);

	g_assert_cmpstr(got, ==, expected);
	g_assert_cmpuint(parsed_diags(p, DIAG_FIGURES_UNREADABLE), ==, unreadable);
}

static void perf_stat(void)
{
	g_auto(parsed) p = reply(
		" Performance counter stats for './Run shell8 -c 1' (3 runs):\n"
		"\n"
		"    468,562,316,621      cycles:u                  ( +-  0.02% )\n"
		"           1,234.56 msec task-clock      #    0.981 CPUs utilized   ( +-  1.2% )\n"
		"    <not supported>      itlb_misses\n"
		"       12,34,x           broken\n"
		"\n"
		"      1.00271 +- 0.00012 seconds time elapsed  ( +-  0.01% )\n"
		"\n"
		"We spend 36% more time in page walk only.\n");

	assert_figures(&p,
		"3 perf-stat cycles:u: 468562316621 [] 0.02%\n"
		"4 perf-stat task-clock: 1234.56 [msec] 1.2% # 0.981 CPUs utilized\n"
		"5 perf-stat itlb_misses: []\n"
		"8 perf-stat time elapsed: 1.00271 [seconds] 0.01%\n",
		1);
	assert_slice(RECORD(p.records->figures, struct mail_figure, 0)->block,
		"'./Run shell8 -c 1' (3 runs)");
}

static void perf_stat_without_counters(void)
{
	g_auto(parsed) p = reply("Performance counter stats for 'x':\n\nsee the attachment\n");

	assert_figures(&p, "", 1);
}

static void ratios(void)
{
	g_auto(parsed) p = reply("> >        nr_free_pages      -6663      -6461    96.97%\n"
				 "> >       nr_alloc_batch       2594       4013   154.70%\n"
				 "> >             nr_mlock          0          0     0.00%\n"
				 "> >       nr_active_file        648        315    43.61%\n"
				 "> >        MemAvailable:      1.5e3        750    50.00%\n"
				 "> \n"
				 "the rate went from 3 to 4\n"
				 "it         10     11   110.00%\n"
				 "was        10     12   120.00%\n");

	assert_figures(&p,
		"1 ratio nr_free_pages: -6663 -6461 [] 96.97%\n"
		"2 ratio nr_alloc_batch: 2594 4013 [] 154.7%\n"
		"3 ratio nr_mlock: 0 0 [] 0%\n"
		"5 ratio MemAvailable: 1500 750 [] 50%\n",
		1);
	g_assert_cmpuint(RECORD(p.records->figures, struct mail_figure, 0)->depth, ==, 2);
}

static void samples(void)
{
	g_auto(parsed) p = reply("for\nff388fe5c4 (\"mseal: wire up\")\n\n"
				 "  \"pagemove.ops\": [\n    188545955,\n    188681834.5\n  ],\n"
				 "  \"empty\": [ ],\n"
				 "  \"names\": [ \"a\", \"b\" ],\n"
				 "  \"inline\" : [1, -2.5, 3e3]\n"
				 "  \"cut\": [ 1, 2,\nand so on\n");

	assert_figures(&p,
		"4 samples pagemove.ops: 188545955 188681834.5 []\n"
		"10 samples inline: 1 -2.5 3000 []\n",
		1);
	assert_slice(RECORD(p.records->figures, struct mail_figure, 0)->block,
		"ff388fe5c4 (\"mseal: wire up\")");
}

static void samples_in_prose(void)
{
	g_auto(parsed) p = reply("the runs of the parent\n"
				 "fsmark.files_per_sec: 61.93, 62.01, 61.8\n"
				 "fsmark.files_per_sec = [1 2 3]\n"
				 "will-it-scale.ops : 5 6 7 8\n"
				 "two.numbers: 1, 2\n"
				 "no.list: 1, 2, 3 and so on\n"
				 "unclosed.list: [1, 2, 3\n"
				 "version: 1 2 3\n"
				 "see lore.kernel.org: 1 2 3\n");

	assert_figures(&p,
		"2 samples fsmark.files_per_sec: 61.93 62.01 61.8 []\n"
		"3 samples fsmark.files_per_sec: 1 2 3 []\n"
		"4 samples will-it-scale.ops: 5 6 7 8 []\n",
		0);
	assert_slice(
		RECORD(p.records->figures, struct mail_figure, 0)->block, "the runs of the parent");
}

static void samples_of_files(void)
{
	g_auto(parsed) p = reply("v6.12-rc4/matrix.json:  \"will-it-scale.ops\": [\n"
				 "v6.12-rc4/matrix.json-    1885,\n"
				 "v6.12-rc4/matrix.json-    1886\n"
				 "v6.12-rc4/matrix.json-  ],\n"
				 "\n"
				 "1/stats.json:  \"unixbench.score\" : 14321,\n"
				 "2/stats.json:  \"unixbench.score\" : 14400,\n"
				 "2/stats.json:  \"other.score\" : 7\n"
				 "\"alone\" : 7\n");

	assert_figures(&p,
		"1 samples will-it-scale.ops: 1885 1886 []\n"
		"6 samples unixbench.score: 14321 14400 []\n"
		"8 samples other.score: 7 []\n",
		0);
	assert_slice(
		RECORD(p.records->figures, struct mail_figure, 0)->block, "v6.12-rc4/matrix.json");
}

static void limits(void)
{
	g_autoptr(GString) body = g_string_new(NULL);

	for (guint i = 0; i < FIGURES_MAX + 10; i++)
		g_string_append(body, "\"x\": [ 1 ]\n");
	g_auto(parsed) p = reply(body->str);
	g_assert_cmpuint(p.records->figures->len, ==, FIGURES_MAX);
	g_assert_cmpuint(parsed_diags(&p, DIAG_FIGURES_UNREADABLE), ==, 1);

	g_string_assign(body, "\"x\": [\n");
	for (guint i = 0; i < FIGURE_LIST_LINES_MAX; i++)
		g_string_append(body, "1,\n");
	g_auto(parsed) q = reply(body->str);
	assert_figures(&q, "", 1);
}

/* Each figure repeats what its block is of, so a long title must not multiply. */
static void long_titles(void)
{
	g_autofree char *title = g_strnfill(FIGURE_BLOCK_MAX * 4, 'x');
	g_autoptr(GString) body = g_string_new(NULL);

	g_string_printf(body, "Performance counter stats for '%s':\n\n", title);
	for (guint i = 0; i < FIGURES_MAX + 10; i++)
		g_string_append(body, "  12 cycles\n");
	g_auto(parsed) p = reply(body->str);
	g_assert_cmpuint(p.records->figures->len, ==, FIGURES_MAX);
	g_assert_cmpuint(parsed_diags(&p, DIAG_FIGURES_UNREADABLE), ==, 1);
	g_assert_cmpuint(
		RECORD(p.records->figures, struct mail_figure, 0)->block.len, ==, FIGURE_BLOCK_MAX);

	g_string_printf(body, "%s\na.b: 1, 2, 3\n", title);
	g_auto(parsed) q = reply(body->str);
	g_assert_cmpuint(
		RECORD(q.records->figures, struct mail_figure, 0)->block.len, ==, FIGURE_BLOCK_MAX);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/figures/perf-stat", perf_stat);
	g_test_add_func("/figures/perf-stat-without-counters", perf_stat_without_counters);
	g_test_add_func("/figures/ratios", ratios);
	g_test_add_func("/figures/samples", samples);
	g_test_add_func("/figures/samples-in-prose", samples_in_prose);
	g_test_add_func("/figures/samples-of-files", samples_of_files);
	g_test_add_func("/figures/limits", limits);
	g_test_add_func("/figures/long-titles", long_titles);
	return g_test_run();
}
