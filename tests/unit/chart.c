/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart.h"

#include "render/chart_layout.h"
#include "render/chart_text.h"

#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>
#include <string.h>

#define WORSE CHART_WORSE
#define BETTER CHART_BETTER

static const struct chart_row changes[] = {
	{"unixbench.score", NULL, -37.0, -40.7, -33.1, WORSE},
	{"stress-ng.vm-splice.ops", NULL, 12.3, 8, 16, BETTER},
	{"aim7.jobs-per-min", NULL, NAN, NAN, NAN, CHART_NEUTRAL},
	{"fio.read_iops", "+0.4%", .4, NAN, NAN, CHART_NEUTRAL},
	{"netperf.Throughput_Mbps", NULL, 5880.5, 5000, INFINITY, BETTER},
};
static const struct chart_row means[] = {
	{"v5.8", "161714", 161714, 157000, 166000, CHART_NEUTRAL},
	{"5c0a85fad949", "101819", 101819, 99000, 104600, WORSE},
};
static const struct chart charts[] = {
	{CHART_CHANGES, "Changes", "change", "%", changes, G_N_ELEMENTS(changes)},
	{CHART_BEFORE_AFTER, "Before", "unixbench.score", "", means, G_N_ELEMENTS(means)},
	{CHART_CHANGES, "One", "change", "points", changes, 1},
};
#define CHARTS G_N_ELEMENTS(charts)

/* ---- helpers ------------------------------------------------------------------------ */

static GPtrArray *draw(const struct chart *of, guint n, const char *gnuplot, GPtrArray *diags)
{
	struct diag_sink sink = diag_list_sink(diags);
	GPtrArray *svgs = charts_draw_within(of, n, gnuplot, 20, &sink);
	guint missing = 0;

	g_assert_cmpuint(svgs->len, ==, n);
	for (guint i = 0; i < n; i++)
		missing += !svgs->pdata[i];
	g_assert_cmpuint(diags->len, ==, missing);
	for (guint i = 0; i < diags->len; i++)
		g_assert_cmpint(((struct diag *)diags->pdata[i])->id, ==, DIAG_CHART_FAILED);
	return svgs;
}

static gboolean mentions(const GPtrArray *diags, guint i, const char *words)
{
	return strstr(((struct diag *)diags->pdata[i])->detail, words) != NULL;
}

static xmlDoc *read_svg(const char *svg)
{
	xmlDoc *doc = xmlReadMemory(svg, (int)strlen(svg), "x", NULL, XML_PARSE_NONET);

	g_assert_nonnull(doc);
	return doc;
}

/* Every element, with the chart's number. */
static void walk(xmlNode *node, void (*each)(xmlNode *, void *), void *data)
{
	for (; node; node = node->next) {
		if (node->type != XML_ELEMENT_NODE)
			continue;
		each(node, data);
		walk(node->children, each, data);
	}
}

/* Texts, and the tooltips that have the whole of those that were cut. */
static void note_text(xmlNode *node, void *texts)
{
	if (strcmp((const char *)node->name, "text") != 0 &&
		strcmp((const char *)node->name, "title") != 0)
		return;
	for (xmlNode *child = node->children; child; child = child->next)
		if (child->type == XML_TEXT_NODE)
			g_ptr_array_add(texts, g_strdup((const char *)child->content));
}

static GPtrArray *texts_of(const char *svg)
{
	GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
	xmlDoc *doc = read_svg(svg);

	walk(xmlDocGetRootElement(doc), note_text, texts);
	xmlFreeDoc(doc);
	return texts;
}

static gboolean has_text(const GPtrArray *texts, const char *text)
{
	return g_ptr_array_find_with_equal_func((GPtrArray *)texts, text, g_str_equal, NULL);
}

/* A program in a folder of its own, in place of gnuplot. */
struct fake {
	char *folder, *path;
};

static struct fake fake_new(const char *script)
{
	struct fake fake;

	fake.folder = g_dir_make_tmp("lkpdigest-test-XXXXXX", NULL);
	fake.path = g_build_filename(fake.folder, "gnuplot", NULL);
	g_assert_true(g_file_set_contents(fake.path, script, -1, NULL));
	g_assert_cmpint(g_chmod(fake.path, 0755), ==, 0);
	return fake;
}

static void fake_free(struct fake *fake)
{
	g_unlink(fake->path);
	g_assert_cmpint(g_rmdir(fake->folder), ==, 0);
	g_free(fake->path);
	g_free(fake->folder);
}

/* ---- what gnuplot is given -------------------------------------------------------------- */

/* The lines of chart i's block of data, in a script. */
static char **block_of(const char *script, guint i)
{
	g_autofree char *head = g_strdup_printf("\n$chart%u << END\n", i);
	const char *from = strstr(script, head);

	g_assert_nonnull(from);
	from += strlen(head);

	const char *end = strstr(from, "END\n");

	g_assert_nonnull(end);

	g_autofree char *lines = g_strndup(from, (gsize)(end - from));

	return g_strsplit(lines, "\n", -1);
}

static double field_of(char **fields, guint i)
{
	return !strcmp(fields[i], "NaN") ? NAN : g_ascii_strtod(fields[i], NULL);
}

static void assert_same(double a, double b)
{
	g_assert_true(a == b || (isnan(a) && isnan(b)));
}

static void assert_row_is_plotted(const struct chart_row *row, guint i, const char *line)
{
	g_auto(GStrv) fields = g_strsplit(line, " ", -1);
	gboolean interval = !isnan(row->low);

	g_assert_cmpuint(g_strv_length(fields), ==, 5);
	g_assert_cmpfloat(field_of(fields, 0), ==, i);
	assert_same(field_of(fields, 1), row->value);
	assert_same(field_of(fields, 2), interval ? MAX(row->low, -CHART_VALUE_MAX) : row->value);
	assert_same(field_of(fields, 3), interval ? MIN(row->high, CHART_VALUE_MAX) : row->value);
	g_assert_cmpfloat(field_of(fields, 4), ==, row->tone);
}

static void test_script_has_the_values(void)
{
	g_autofree char *script = charts_script(charts, CHARTS);

	for (guint c = 0; c < CHARTS; c++) {
		g_auto(GStrv) lines = block_of(script, c);

		g_assert_cmpuint(g_strv_length(lines), ==, charts[c].n_rows + 1);
		for (guint i = 0; i < charts[c].n_rows; i++)
			assert_row_is_plotted(&charts[c].rows[i], i, lines[i]);
	}
}

static const char *const hostile[] = {
	"`touch ../lkpdigest-pwned`",
	"\"; set print \"|touch ../lkpdigest-pwned\"",
	"'.`touch ../lkpdigest-pwned`.'",
	"\\\nEND\n!touch ../lkpdigest-pwned\n",
	"EOD\n!touch ../lkpdigest-pwned\n",
	"@0.label@",
	"@axis@",
	"@@`",
	"<script>alert(1)</script>",
	"]]><!-- &amp; &#x41; <![CDATA[",
	"{/Symbol a}_b^c",
	"\033[31mred\x7f\x01",
	"\xe2\x80\xae bidi \xe2\x80\x8b",
	"\xff\xfe not UTF-8 \xb1 2%",
	"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97",
	"%d %s %n",
	"",
};

static gboolean script_with(const char *text, char **ret_script)
{
	struct chart_row rows[G_N_ELEMENTS(changes)];
	struct chart other[CHARTS];

	memcpy(rows, changes, sizeof rows);
	memcpy(other, charts, sizeof other);
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		rows[i].label = rows[i].text = text;
	for (guint c = 0; c < CHARTS; c++)
		other[c].title = other[c].axis = other[c].unit = text;
	other[0].rows = rows;
	*ret_script = charts_script(other, CHARTS);
	return chart_is_tall(&other[0]);
}

/* Nothing but numbers goes in: whatever the texts are, the script is that of short or of long
 * names. */
static void test_script_has_no_text(void)
{
	g_autofree char *plain, *tall;

	g_assert_false(script_with("a name", &plain));
	g_assert_true(script_with("a name that is too long to stand beside", &tall));
	g_assert_cmpstr(plain, !=, tall);
	for (guint h = 0; h < G_N_ELEMENTS(hostile); h++) {
		g_autofree char *script;
		gboolean is_tall = script_with(hostile[h], &script);

		g_assert_cmpstr(script, ==, is_tall ? tall : plain);
	}
	g_assert_null(strchr(plain, '`'));
	g_assert_null(strchr(plain, '!'));
}

static void test_script_leaves_out_what_is_empty(void)
{
	static const struct chart_row blank[] = {{"a", NULL, NAN, NAN, NAN, WORSE},
		{"b", NULL, 1e300, NAN, NAN, WORSE}, {"c", NULL, -INFINITY, 1, 2, WORSE}};
	static const struct chart some[] = {{CHART_CHANGES, "No rows", "x", "%", NULL, 0},
		{CHART_CHANGES, "No values", "x", "%", blank, 3},
		{CHART_CHANGES, "No interval", "x", "%", changes + 3, 1}};
	g_autofree char *script = charts_script(some, 3);
	g_autofree char *nothing = charts_script(NULL, 0);

	g_assert_null(strstr(script, "$chart0"));
	g_assert_null(strstr(script, "$chart1"));
	g_assert_nonnull(strstr(script, "$chart2"));
	g_assert_null(strstr(script, "xerrorbars"));
	g_assert_null(strstr(nothing, "$chart"));
}

/* ---- what is drawn ------------------------------------------------------------------------ */

static void test_drawing(void)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(charts, CHARTS, NULL, diags);

	g_assert_cmpuint(diags->len, ==, 0);
	for (guint c = 0; c < CHARTS; c++) {
		g_autoptr(GPtrArray) texts = texts_of(svgs->pdata[c]);

		g_assert_true(g_str_has_prefix(svgs->pdata[c], "<svg "));
		g_assert_null(strstr(svgs->pdata[c], " width=\"440\" height"));
		g_assert_null(strstr(svgs->pdata[c], "black"));
		g_assert_null(strstr(svgs->pdata[c], "@"));
		g_assert_nonnull(strstr(svgs->pdata[c], "viewBox=\"0 0 440 "));
		g_assert_nonnull(strstr(svgs->pdata[c], "currentColor"));
		for (guint i = 0; i < charts[c].n_rows; i++)
			g_assert_true(has_text(texts, charts[c].rows[i].label));
	}

	g_autoptr(GPtrArray) texts = texts_of(svgs->pdata[0]);

	g_assert_true(has_text(texts, "\342\210\22237.0 % worse"));
	g_assert_true(has_text(texts, "+12.3 % better"));
	g_assert_true(has_text(texts, "+0.4%"));
	g_assert_true(has_text(texts, "?"));
	g_assert_true(has_text(texts, "\302\273")); /* the far outlier goes on */
	g_assert_true(has_text(texts, "change, %"));
}

struct bars {
	double left, right[8];
	guint n;
};

static void note_bar(xmlNode *node, void *data)
{
	struct bars *bars = data;
	xmlChar *points = xmlGetProp(node, (const xmlChar *)"points");

	if (points && !strcmp((const char *)node->name, "polygon") && bars->n < 8) {
		g_auto(GStrv) pairs = g_strsplit_set((const char *)points, " ,", -1);

		/* x of the first and of the second corner */
		bars->right[bars->n++] =
			fabs(g_ascii_strtod(pairs[2], NULL) - g_ascii_strtod(pairs[0], NULL));
	}
	xmlFree(points);
}

/* The lengths of the bars are the values: read back from the drawing itself. */
static void test_bars_are_as_long_as_the_values(void)
{
	static const struct chart_row rows[] = {{"a", NULL, -37.0, NAN, NAN, WORSE},
		{"b", NULL, 18.5, NAN, NAN, BETTER}, {"c", NULL, -9.25, NAN, NAN, WORSE}};
	static const struct chart chart = {CHART_CHANGES, "Bars", "change", "%", rows, 3};
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(&chart, 1, NULL, diags);
	struct chart_range range;
	struct bars bars = {0};
	xmlDoc *doc = read_svg(svgs->pdata[0]);

	g_assert_true(chart_range(&chart, &range));
	walk(xmlDocGetRootElement(doc), note_bar, &bars);
	xmlFreeDoc(doc);
	g_assert_cmpuint(bars.n, ==, 3);
	for (guint i = 0; i < 3; i++)
		g_assert_cmpfloat_with_epsilon(
			bars.right[i] / (CHART_WIDTH - 2 * CHART_MARGIN) * (range.high - range.low),
			fabs(rows[i].value), .1);
}

static void note_id(xmlNode *node, void *ids)
{
	xmlChar *id = xmlGetProp(node, (const xmlChar *)"id");

	if (id)
		g_assert_true(g_hash_table_add(ids, g_strdup((const char *)id)));
	xmlFree(id);
}

static void check_reference(xmlNode *node, void *ids)
{
	xmlAttr *link = xmlHasProp(node, (const xmlChar *)"href");

	if (!link)
		return;

	const char *target = (const char *)link->children->content;

	g_assert_cmpint(*target, ==, '#');
	g_assert_true(g_hash_table_contains(ids, target + 1));
}

/* Several charts stand in one page: no id twice, and every reference is met. */
static void test_ids(void)
{
	g_autoptr(GHashTable) ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(charts, CHARTS, NULL, diags);

	for (guint c = 0; c < CHARTS; c++) {
		xmlDoc *doc = read_svg(svgs->pdata[c]);

		walk(xmlDocGetRootElement(doc), note_id, ids);
		walk(xmlDocGetRootElement(doc), check_reference, ids);
		xmlFreeDoc(doc);
	}
	g_assert_true(g_hash_table_contains(ids, "chart1-title"));
}

static void test_same_bytes(void)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) once = draw(charts, CHARTS, NULL, diags);
	g_autoptr(GPtrArray) again = draw(charts, CHARTS, NULL, diags);

	for (guint c = 0; c < CHARTS; c++)
		g_assert_cmpstr(once->pdata[c], ==, again->pdata[c]);
}

static void test_hostile_texts(void)
{
	struct chart_row rows[G_N_ELEMENTS(hostile)];
	struct chart some[G_N_ELEMENTS(hostile)];
	g_autofree char *pwned = g_build_filename(g_get_tmp_dir(), "lkpdigest-pwned", NULL);

	for (guint i = 0; i < G_N_ELEMENTS(hostile); i++) {
		rows[i] = (struct chart_row){
			hostile[i], i % 2 ? hostile[i] : NULL, -1.0 * i, NAN, NAN, WORSE};
		some[i] = (struct chart){CHART_CHANGES, hostile[i], hostile[i], hostile[i], rows,
			G_N_ELEMENTS(rows)};
	}

	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(some, G_N_ELEMENTS(some), NULL, diags);

	g_assert_cmpuint(diags->len, ==, 0);
	/* gnuplot runs in a folder of the temporary one. */
	g_assert_false(g_file_test(pwned, G_FILE_TEST_EXISTS));
	for (guint c = 0; c < svgs->len; c++) {
		g_autoptr(GPtrArray) texts = texts_of(svgs->pdata[c]);

		g_assert_true(has_text(texts, "`touch ../lkpdigest-pwned`"));
		g_assert_true(has_text(texts, "@axis@"));
		g_assert_true(has_text(texts, "<script>alert(1)</script>"));
		g_assert_true(has_text(texts, "\\x1B[31mred\\x7F\\x01"));
		g_assert_true(has_text(texts, "\\xFF\\xFE not UTF-8 \\xB1 2%"));
		g_assert_null(strstr(svgs->pdata[c], "<script"));
		g_assert_null(strstr(svgs->pdata[c], "\xe2\x80\xae"));
	}
}

/* ---- how much stands beside what ------------------------------------------------------------ */

static char *random_text(void)
{
	static const char *const pieces[] = {"stress-ng", ".", "ops_per_sec", " ", "\xe6\xbc\xa2",
		"\xc3\xa9", "\xcc\x81", "x", "\n"};
	GString *text = g_string_new(NULL);

	for (int n = g_test_rand_int_range(0, 60); n > 0; n--)
		g_string_append(text, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
	return g_string_free(text, FALSE);
}

static void test_labels_never_overlap(void)
{
	guint width = (CHART_WIDTH - 2 * CHART_MARGIN) / CHART_DIGIT;

	for (guint i = 0; i < 2000; i++) {
		g_autofree char *name = random_text(), *printed = random_text();
		struct chart_row row = {name, g_test_rand_bit() ? printed : NULL, -5, NAN, NAN,
			(enum chart_tone)g_test_rand_int_range(0, 3)};
		struct chart chart = {CHART_CHANGES, "t", name, "%", &row, 1};
		g_autofree char *label = chart_label(&chart, 0);
		g_autofree char *value = chart_value(&chart, 0);
		g_autofree char *axis = chart_axis(&chart, TRUE);

		g_assert_true(g_utf8_validate(label, -1, NULL));
		if (chart_is_tall(&chart)) {
			g_assert_cmpuint(chart_text_width(label), <=, width);
			g_assert_cmpuint(chart_text_width(value), <=, width);
		} else {
			g_assert_cmpuint(
				chart_text_width(label) + 2 + chart_text_width(value), <=, width);
		}
		g_assert_cmpuint(chart_text_width(axis), <=, width);
	}
}

static void test_numbers(void)
{
	static const struct {
		double value, step;
		const char *is;
	} ticks[] = {{161000, 1000, "161,000"}, {-2.5, .5, "\342\210\2222.5"}, {0, 5, "0"},
		{1e-17, 5, "0"}, {1.5e8, 5e7, "1.5e+08"}, {.0002, .0001, "0.0002"}};

	for (guint i = 0; i < G_N_ELEMENTS(ticks); i++) {
		g_autofree char *number = chart_number(ticks[i].value, ticks[i].step);

		g_assert_cmpstr(number, ==, ticks[i].is);
	}
}

static void test_sizes_and_extremes(void)
{
	static const double values[] = {0, 1e-300, -1e-9, 1e100, -1e100, 3, 4.999, 1e15};
	struct chart_row rows[60];
	struct chart some[60];
	guint n = 0;

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		rows[i] = (struct chart_row){"t.metric", NULL, values[i % G_N_ELEMENTS(values)],
			i % 3 ? -INFINITY : NAN, i % 3 ? 1e99 : NAN, (enum chart_tone)(i % 3)};
	for (guint i = 0; i < G_N_ELEMENTS(values); i++)
		for (int kind = CHART_CHANGES; kind <= CHART_BEFORE_AFTER; kind++)
			some[n++] = (struct chart){kind, "One", "x", "", rows + i, 1};
	for (guint rest = 2; rest <= 60; rest += 19)
		for (int kind = CHART_CHANGES; kind <= CHART_BEFORE_AFTER; kind++)
			some[n++] = (struct chart){kind, "Some", "x", "", rows, rest};

	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(some, n, NULL, diags);

	g_assert_cmpuint(diags->len, ==, 0);
	g_assert_nonnull(strstr(svgs->pdata[n - 1], "(the first 40 of 59 rows)"));
}

static void test_random_charts_are_drawn(void)
{
	enum { N = 60, ROWS = 45 };
	g_autofree struct chart_row *rows = g_new0(struct chart_row, N * ROWS);
	struct chart some[N];

	for (guint c = 0; c < N; c++) {
		struct chart_row *of = rows + c * ROWS;
		double scale = pow(10, g_test_rand_double_range(-8, 20));

		some[c] = (struct chart){(enum chart_kind)g_test_rand_int_range(0, 2), "Random",
			"x", "%", of, (guint)g_test_rand_int_range(1, ROWS + 1)};
		for (guint i = 0; i < ROWS; i++) {
			double value = scale * g_test_rand_double_range(-1, 3);

			if (i > 0 && g_test_rand_int_range(0, 5) == 0)
				value = NAN;
			of[i] = (struct chart_row){"test.metric", NULL, value,
				value - scale * g_test_rand_double(),
				value + scale * g_test_rand_double(),
				(enum chart_tone)g_test_rand_int_range(0, 3)};
		}
	}

	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(some, N, NULL, diags);

	g_assert_cmpuint(diags->len, ==, 0);
	for (guint c = 0; c < N; c++)
		xmlFreeDoc(read_svg(svgs->pdata[c]));
}

/* ---- when gnuplot is ill --------------------------------------------------------------------- */

static void test_no_gnuplot(void)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(charts, CHARTS, "no-such-gnuplot", diags);

	g_assert_cmpuint(diags->len, ==, CHARTS);
	g_assert_true(mentions(diags, 0, "there is no program no-such-gnuplot"));
	g_assert_cmpstr(((struct diag *)diags->pdata[1])->excerpt.at, ==, "Before");
}

static void assert_all_fail(const char *script, const char *why)
{
	struct fake fake = fake_new(script);
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(charts, CHARTS, fake.path, diags);

	g_assert_cmpuint(diags->len, ==, CHARTS);
	for (guint i = 0; i < CHARTS; i++)
		if (!mentions(diags, i, why))
			g_error("%s", ((struct diag *)diags->pdata[i])->detail);
	fake_free(&fake);
}

#define FOR_EACH_CHART(command) "#!/bin/sh\nfor i in 0 1 2; do " command " done\n"

static void test_gnuplot_fails(void)
{
	assert_all_fail("#!/bin/sh\necho '\n  oh `dear`\033[31m' >&2\nexit 3\n",
		"gnuplot ended with status 3: oh `dear`\\x1B[31m");
	assert_all_fail("#!/bin/sh\nkill -SEGV $$\n", "gnuplot died of signal 11");
	assert_all_fail("#!/no/such/interpreter\n", "cannot be started");
	assert_all_fail("#!/bin/sh\n", "gnuplot drew nothing");
}

static void test_gnuplot_garbles(void)
{
	assert_all_fail(FOR_EACH_CHART("echo '<svg' >chart$i.svg;"), "cut or no SVG");
	assert_all_fail(FOR_EACH_CHART("head -c 5000 /dev/urandom >chart$i.svg;"), "cut or no SVG");
	assert_all_fail(FOR_EACH_CHART(": >chart$i.svg;"), "cut or no SVG");
	assert_all_fail(FOR_EACH_CHART("echo '<html/>' >chart$i.svg;"), "cut or no SVG");
	assert_all_fail(
		FOR_EACH_CHART("echo '<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>' >chart$i.svg;"),
		"cut or no SVG");
	assert_all_fail(
		FOR_EACH_CHART("echo '<svg xmlns=\"http://www.w3.org/2000/svg\"/>' >chart$i.svg;"),
		"not the one that was asked for");
	assert_all_fail(FOR_EACH_CHART("echo '<svg xmlns=\"http://www.w3.org/2000/svg\">"
				       "<script/></svg>' >chart$i.svg;"),
		"an element that gnuplot does not make");
	assert_all_fail(FOR_EACH_CHART("echo '<svg xmlns=\"http://www.w3.org/2000/svg\">"
				       "<use href=\"http://example.org/\"/></svg>' >chart$i.svg;"),
		"refers to something else");
}

/* What it has done before it hangs is kept, and nothing of it lives on. */
static void test_gnuplot_hangs(void)
{
	struct fake fake = fake_new("#!/bin/sh\n"
				    "sed '/^\\$chart1/,$d' charts.gp >first.gp\n"
				    "gnuplot -d first.gp\n"
				    "echo '<svg>' >chart1.svg\n"
				    "sleep 100 & sleep 100\n");
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	gint64 before = g_get_monotonic_time();
	g_autoptr(GPtrArray) svgs = charts_draw_within(charts, CHARTS, fake.path, 1.5, &sink);

	g_assert_cmpint(g_get_monotonic_time() - before, <, 20 * G_USEC_PER_SEC);
	g_assert_nonnull(svgs->pdata[0]);
	g_assert_null(svgs->pdata[1]);
	g_assert_null(svgs->pdata[2]);
	g_assert_cmpuint(diags->len, ==, 2);
	g_assert_true(mentions(diags, 0, "longer than 1.5 seconds"));
	fake_free(&fake);
}

/* An error in one chart: gnuplot ends there, and draws the others at the next start. */
static void test_one_chart_fails(void)
{
	struct fake fake = fake_new("#!/bin/sh\n"
				    "sed 's/^set output \"chart1.svg\"/no_such_command/' "
				    "charts.gp >spoilt.gp\n"
				    "exec gnuplot -d spoilt.gp\n");
	g_autoptr(GPtrArray) sound_diags = diag_list_new();
	g_autoptr(GPtrArray) sound = draw(charts, CHARTS, NULL, sound_diags);
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(charts, CHARTS, fake.path, diags);

	g_assert_cmpstr(svgs->pdata[0], ==, sound->pdata[0]);
	g_assert_null(svgs->pdata[1]);
	g_assert_cmpstr(svgs->pdata[2], ==, sound->pdata[2]);
	g_assert_cmpuint(diags->len, ==, 1);
	g_assert_true(mentions(diags, 0, "gnuplot ended with status 1"));
	fake_free(&fake);
}

static void test_folder_is_removed(void)
{
	g_autofree char *place = g_dir_make_tmp("lkpdigest-test-XXXXXX", NULL);
	g_autofree char *log = g_build_filename(place, "log", NULL);
	g_autofree char *script = g_strdup_printf("#!/bin/sh\npwd >%s\n", log);
	struct fake fake = fake_new(script);
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autoptr(GPtrArray) svgs = draw(charts, CHARTS, fake.path, diags);
	g_autofree char *folder = NULL;

	g_assert_true(g_file_get_contents(log, &folder, NULL, NULL));
	g_strchomp(folder);
	g_assert_nonnull(strstr(folder, "lkpdigest-charts-"));
	g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
	g_unlink(log);
	g_rmdir(place);
	fake_free(&fake);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/chart/script/values", test_script_has_the_values);
	g_test_add_func("/chart/script/no-text", test_script_has_no_text);
	g_test_add_func("/chart/script/empty", test_script_leaves_out_what_is_empty);
	g_test_add_func("/chart/drawing", test_drawing);
	g_test_add_func("/chart/bars", test_bars_are_as_long_as_the_values);
	g_test_add_func("/chart/ids", test_ids);
	g_test_add_func("/chart/same-bytes", test_same_bytes);
	g_test_add_func("/chart/hostile-texts", test_hostile_texts);
	g_test_add_func("/chart/labels", test_labels_never_overlap);
	g_test_add_func("/chart/numbers", test_numbers);
	g_test_add_func("/chart/extremes", test_sizes_and_extremes);
	g_test_add_func("/chart/random", test_random_charts_are_drawn);
	g_test_add_func("/chart/ill/none", test_no_gnuplot);
	g_test_add_func("/chart/ill/fails", test_gnuplot_fails);
	g_test_add_func("/chart/ill/garbles", test_gnuplot_garbles);
	g_test_add_func("/chart/ill/hangs", test_gnuplot_hangs);
	g_test_add_func("/chart/ill/one-chart", test_one_chart_fails);
	g_test_add_func("/chart/folder", test_folder_is_removed);
	return g_test_run();
}
