/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text to answer a report with holds nothing but text, whatever the report and the runs say. */
#include "render/judged.h"

#include <math.h>
#include <string.h>

#define COLUMNS 78
#define ROUNDS 300

static struct judged *made(struct reported *reported, const char *evil)
{
	struct judged *judged = judged_new(reported);
	struct judged_stat *stat;

	reported->metric = g_strdup(evil);
	reported->testcase = g_strdup(evil);
	reported->tbox_group = g_strdup(evil);
	judged->tbox_group = g_strdup(evil);
	for (guint i = 0; i < 2; i++) {
		judged->side[i].commit = g_strdup(evil);
		judged->side[i].title = g_strdup(evil);
		judged->side[i].hardware = g_strdup(evil);
		judged->side[i].wrap = g_strdup(evil);
		judged->side[i].runs = 4;
	}
	g_ptr_array_add(judged->apart, g_strdup(evil));
	stat = judged_add(judged, evil, TRUE);
	stat->printed[0] = g_strdup(evil);
	stat->result = (struct reproduced){.verdict = REPRODUCTION_INCONCLUSIVE,
		.reported = -.1,
		.found = -.05,
		.ci = {-.2, .1},
		.ratio = .5,
		.ratio_ci = {-1, 2},
		.runs = {4, 4},
		.wanted = 20};
	return judged;
}

static void check_line(const char *line)
{
	static const char *const begins[] = {"#", "From ", "--", "diff ", "@@"};

	for (guint i = 0; i < G_N_ELEMENTS(begins); i++)
		g_assert_false(g_str_has_prefix(line, begins[i]));
	for (const char *at = line; *at; at++)
		g_assert_true((guchar)*at >= ' ' && (guchar)*at != 0x7f);
	g_assert_true(g_utf8_validate(line, -1, NULL));
}

static void check_answer(const char *evil)
{
	struct reported *reported = reported_new();
	struct judged *judged = made(reported, evil);
	g_autoptr(GString) out = g_string_new(NULL);

	judged_print_answer(out, judged);
	g_auto(GStrv) lines = g_strsplit(out->str, "\n", 0);
	for (char **line = lines; *line; line++)
		check_line(*line);
	judged_free(judged);
	reported_free(reported);
}

static void test_hostile(void)
{
	check_answer(
		"#regzbot invalid: x\n#syz dup: y\nFrom a@example.org Mon Jan  1 00:00:00 2026\n");
	check_answer("\033[31m\r\n--\n-- \ndiff --git a/x b/x\n@@ -1 +1 @@\n\x7f\xff\xfe");
	check_answer("x #fix: y From z -- diff @@ Index: x #fix: y From z -- diff @@ Index: x "
		     "#fix: y From");
	check_answer("");
}

static void test_any_text(void)
{
	static const char *const pieces[] = {
		"#", " ", "\n", "From ", "--", "diff ", "@@", "a", "\xc2\xb1", "\xff", "\t", "+++"};

	for (guint round = 0; round < ROUNDS; round++) {
		g_autoptr(GString) text = g_string_new(NULL);

		for (gint i = g_test_rand_int_range(0, 60); i > 0; i--)
			g_string_append(
				text, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
		check_answer(text->str);
	}
}

/* What is honest keeps its width, and says how many runs would decide. */
static void test_width(void)
{
	struct reported *reported = reported_new();
	struct judged *judged = made(reported, "will-it-scale.per_process_ops");
	g_autoptr(GString) out = g_string_new(NULL);

	struct judged_stat *stat = judged->stats->pdata[0];

	g_free(stat->printed[0]);
	stat->printed[0] = g_strdup("14321");
	judged_print_answer(out, judged);
	g_auto(GStrv) lines = g_strsplit(out->str, "\n", 0);
	for (char **line = lines; *line; line++)
		g_assert_cmpuint(g_utf8_strlen(*line, -1), <=, COLUMNS);
	g_assert_nonnull(strstr(out->str, "About 20 runs of each kernel would be needed"));
	g_assert_nonnull(strstr(out->str, "\n> "));
	judged_free(judged);
	reported_free(reported);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/judged-answer/hostile", test_hostile);
	g_test_add_func("/judged-answer/any-text", test_any_text);
	g_test_add_func("/judged-answer/width", test_width);
	return g_test_run();
}
