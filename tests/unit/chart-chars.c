/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts as characters, and the data behind charts. */
#include "render/chart_chars.h"
#include "render/chart_table.h"
#include "render/chart_text.h"
#include "tests/unit/chart-kinds.h"

#include <string.h>

/* ---- each kind ------------------------------------------------------------------------------ */

static const char *const golden[CHART_KINDS] = {
	"Changes\n"
	"unixbench.score  [-##]################|          -37.0 % worse, n 3 to 6\n"
	"vm-splice.ops                         |===[==-]           +12.3 % better\n"
	"                 -40  -30  -20  -10   0   10\n"
	"change, %\n",
	"Before and after\n"
	"v5.8                                              [o        161,425, n 5\n"
	"5c0a85fad949    [---v--]                           |   99,424 worse, n 5\n"
	"                 100,000   120,000   140,000   160,000\n"
	"unixbench.score\n",
	"Runs\n"
	"v5.8                                              .o        161,425, n 5\n"
	"5c0a85fad949   .[--.v:.]                           |   99,424 worse, n 5\n"
	"                 100,000   120,000   140,000   160,000\n"
	"unixbench.score\n"
	". a run, : several; o mean, [-] its 95 % interval\n"
	"11 runs of results\n",
	"Tests by commits\n"
	"              5c0a85fad 01b9da291      v5.9\n"
	"unixbench          -37!     +2.2\n"
	"will-it-scale      +12*        0      -110!\n"
	"! worse, * better\n"
	"change, %\n"
	"3 tables\n",
	"States by weeks\n"
	"open  ......................#####################+++++++++++++++++++++ 3\n"
	"fixed                                            --------------------- 2\n"
	"      2025-W29                                                2025-W31\n"
	"clusters\n",
	"_#=\n",
	"Moves\n"
	"native_que~ck_slowpath      |###       |####  self +12.3, children +14.0\n"
	"copy_user                  =|         =|        self -3.2, children -3.1\n"
	"                       -10  0 10  -10  0 10\n"
	"                          self     children\n"
	"change of the share, points\n",
	"Bisection\n"
	"* good: 3 from 119.00 to 121.00\n"
	"O bad: 2 from 80.00 to 81.50\n"
	"           |                             *\n"
	"       120 |*                                                          *\n"
	"           |\n"
	"       110 |\n"
	"           |\n"
	"           |\n"
	"       100 |\n"
	"           |\n"
	"        90 |\n"
	"           |\n"
	"           |                                            O\n"
	"        80 |              O\n"
	"unixbench.score\n",
};

static void test_golden(void)
{
	for (guint k = 0; k < CHART_KINDS; k++) {
		g_autofree char *ascii = chart_chars(&kinds[k], 72, TRUE);

		g_assert_cmpstr(ascii, ==, golden[k]);
	}
}

/* Each character has its one of ASCII: the forms are as wide, line by line. */
static void test_forms_agree(void)
{
	for (guint k = 0; k < CHART_KINDS; k++) {
		g_autofree char *ascii = chart_chars(&kinds[k], 60, TRUE);
		g_autofree char *all = chart_chars(&kinds[k], 60, FALSE);

		g_assert_true(g_str_is_ascii(ascii));
		g_assert_cmpint(g_utf8_strlen(all, -1), ==, (glong)strlen(ascii));
		g_assert_null(strchr(ascii, '?'));
	}
}

/* ---- widths -------------------------------------------------------------------------------- */

static void assert_within(const char *text, guint width)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	g_assert_true(g_str_has_suffix(text, "\n"));
	g_assert_true(g_utf8_validate(text, -1, NULL));
	for (char **line = lines; *line; line++)
		if (chart_text_width(*line) > width)
			g_error("wider than %u: %s", width, *line);
}

static void assert_all_within(const struct chart *chart)
{
	for (guint width = 40; width <= 120; width += 13)
		for (int ascii = 0; ascii < 2; ascii++) {
			g_autofree char *text = chart_chars(chart, width, ascii);

			if (text)
				assert_within(text, width);
		}
}

static void test_hostile(void)
{
	g_autofree char *longest = g_strnfill(10000, 'x');

	for (guint h = 0; h <= G_N_ELEMENTS(hostile); h++) {
		const char *text = h < G_N_ELEMENTS(hostile) ? hostile[h] : longest;

		for (guint k = 0; k < CHART_KINDS; k++) {
			struct chart_row rows[2];
			const char *columns[] = {text, text, text};
			struct chart chart = kinds[k];

			memcpy(rows, chart.rows, chart.n_rows * sizeof *rows);
			for (guint i = 0; i < chart.n_rows; i++)
				rows[i].label = rows[i].n = rows[i].text = text;
			chart.rows = rows;
			chart.title = chart.axis = chart.unit = chart.source = text;
			chart.columns = chart.columns ? columns : NULL;
			assert_all_within(&chart);

			g_autofree char *shown = chart_chars(&chart, 78, FALSE);

			for (const char *c = shown; *c; c++)
				g_assert_true(*c == '\n' || (guint8)*c >= ' ');
			g_assert_null(strstr(shown, "\xe2\x80\xae"));
		}
	}
}

static void test_random(void)
{
	for (guint turn = 0; turn < 400; turn++) {
		double values[3][30], scale = pow(10, g_test_rand_double_range(-300, 300));
		struct chart_row rows[3];
		struct chart chart = {(enum chart_kind)(turn % CHART_KINDS), "Random", "x", "%",
			rows, (guint)g_test_rand_int_range(0, 4)};

		for (guint i = 0; i < 3; i++) {
			for (guint k = 0; k < 30; k++)
				values[i][k] = g_test_rand_int_range(0, 9)
						       ? scale * g_test_rand_double_range(-1, 2)
					       : g_test_rand_bit() ? NAN
								   : INFINITY;
			rows[i] = (struct chart_row){"name", NULL, values[i][0], values[i][1],
				values[i][2], (enum chart_tone)(turn % 3), values[i],
				(guint)g_test_rand_int_range(0, 31), .other = values[i][3]};
		}
		assert_all_within(&chart);
	}
}

static void test_nothing(void)
{
	static const struct chart_row row = {"a", NULL, NAN, NAN, NAN, CHART_WORSE};

	for (guint k = 0; k < CHART_KINDS; k++) {
		const struct chart none = {(enum chart_kind)k, "None", "x", "", NULL, 0};
		const struct chart unknown = {
			(enum chart_kind)k, "None", "x", "", &row, 1, .n_columns = 0};

		g_assert_null(chart_chars(&none, 78, FALSE));
		if (k != CHART_PROFILE)
			g_assert_null(chart_chars(&unknown, 78, FALSE));
	}
}

/* ---- data ------------------------------------------------------------------------------------ */

static char *line_of(const struct chart_table *table, guint row)
{
	g_autoptr(GString) line = g_string_new(NULL);

	for (guint k = 0; k < table->columns; k++)
		g_string_append_printf(line, "%s%s", k ? "|" : "", chart_table_cell(table, row, k));
	return g_strdup(line->str);
}

static void assert_table(enum chart_kind kind, const char *wanted, const char *last)
{
	struct chart_table *table = chart_table_new(&kinds[kind]);
	g_autofree char *line = line_of(table, table->rows - 1);

	g_ptr_array_add(table->heads, NULL);

	g_autofree char *joined = g_strjoinv("|", (char **)table->heads->pdata);

	g_assert_cmpstr(joined, ==, wanted);
	g_assert_cmpstr(line, ==, last);
	g_assert_cmpuint(table->cells->len, ==, table->rows * table->columns);
	g_assert_cmpuint(table->omitted, ==, 0);
	chart_table_free(table);
}

static void test_table(void)
{
	assert_table(
		CHART_CHANGES, "name|change|low|high|verdict|n", "vm-splice.ops|12.3|8|16|better|");
	assert_table(CHART_STRIP,
		"name|mean|low|high|verdict|n|run 1|run 2|run 3|run 4|run 5|run 6",
		"5c0a85fad949|99424|92000|106800|worse|5|101819|99000||104600|101700|90000");
	assert_table(
		CHART_HEAT_MAP, "name|5c0a85fad949|01b9da291c49|v5.9", "will-it-scale|12|0|-110");
	assert_table(CHART_PROFILE, "name|self|children", "copy_user|-3.2|-3.1");
	assert_table(CHART_HISTORY, "name|step 1|step 2|step 3|step 4|step 5", "bad||80||81.5|");
}

static void test_long_table(void)
{
	double values[100] = {1};
	const struct chart_row row = {"a", NULL, 1, NAN, NAN, CHART_NEUTRAL, values, 100};
	const struct chart chart = {CHART_STRIP, "", "", "", &row, 1};
	struct chart_table *table = chart_table_new(&chart);

	g_assert_cmpuint(table->omitted, ==, 100 - CHART_TABLE_CELLS_MAX);
	g_assert_cmpuint(table->columns, ==, 5 + CHART_TABLE_CELLS_MAX);
	chart_table_free(table);
}

static void test_json(void)
{
	for (guint k = 0; k < CHART_KINDS; k++) {
		json_t *json = chart_json(&kinds[k]);
		const json_t *rows = json_object_get(json, "rows");

		g_assert_cmpstr(
			json_string_value(json_object_get(json, "kind")), ==, chart_kind_name(k));
		g_assert_cmpuint(json_array_size(rows), ==, kinds[k].n_rows);
		json_decref(json);
	}

	json_t *json = chart_json(&kinds[CHART_STRIP]);
	const json_t *row = json_array_get(json_object_get(json, "rows"), 1);
	const json_t *values = json_object_get(row, "values");

	g_assert_cmpfloat(json_number_value(json_array_get(values, 3)), ==, 104600);
	g_assert_true(json_is_null(json_array_get(values, 2)));
	g_assert_true(json_is_null(json_object_get(row, "children")));
	g_assert_cmpstr(json_string_value(json_object_get(row, "tone")), ==, "worse");
	json_decref(json);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/chart-chars/golden", test_golden);
	g_test_add_func("/chart-chars/forms", test_forms_agree);
	g_test_add_func("/chart-chars/hostile", test_hostile);
	g_test_add_func("/chart-chars/random", test_random);
	g_test_add_func("/chart-chars/nothing", test_nothing);
	g_test_add_func("/chart-data/table", test_table);
	g_test_add_func("/chart-data/long", test_long_table);
	g_test_add_func("/chart-data/json", test_json);
	return g_test_run();
}
