/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/row.h"

#include <math.h>

#define COLUMNS_MAX 6

static struct row row;
static struct cell cells[COLUMNS_MAX];

static enum row_result read(const char *line, guint columns, enum table_style style)
{
	return row_read(slice_of(line), columns, style, &row, cells);
}

static void assert_text(struct slice got, const char *want)
{
	g_autofree char *text = slice_dup(got);

	g_assert_cmpstr(text, ==, want);
}

/* "change|mean|stddev" for each column, "-" for a blank. */
static void assert_cells(guint columns, const char *want)
{
	g_autoptr(GString) got = g_string_new(NULL);

	for (guint i = 0; i < columns; i++) {
		const struct cell *c = &cells[i];

		if (i)
			g_string_append_printf(got, " %.*s ", SLICE_ARG(c->change.text));
		if (row.kind == ROW_FAIL)
			g_string_append_printf(
				got, "%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, c->fails, c->runs);
		else if (c->stddev == STDDEV_NONE)
			g_string_append_printf(got, "%.*s", SLICE_ARG(c->text));
		else
			g_string_append_printf(got, "%.*s~%d", SLICE_ARG(c->text), c->stddev);
	}
	g_assert_cmpstr(got->str, ==, want);
}

struct sample {
	const char *line;
	guint columns;
	enum table_style style;
	const char *cells, *stat, *note;
};

static const struct sample samples[] = {
	{"     14321 ±  0%      -6.3%      13425 ±  0%  unixbench.score", 2, TABLE_NCOMPARE,
		"14321~0 -6.3% 13425~0", "unixbench.score", NULL},
	{" 1.721e+08            -6.2%  1.613e+08        unixbench.time.minor_page_faults", 2,
		TABLE_NCOMPARE, "1.721e+08 -6.2% 1.613e+08", "unixbench.time.minor_page_faults",
		NULL},
	{"      0.24 ±101%     -86.3%       0.03 ± 54%  turbostat.Pkg%pc3", 2, TABLE_NCOMPARE,
		"0.24~101 -86.3% 0.03~54", "turbostat.Pkg%pc3", NULL},
	{"     44.75            +4.7       49.43        turbostat.Busy%", 2, TABLE_NCOMPARE,
		"44.75 +4.7 49.43", "turbostat.Busy%", NULL},
	{"      0.00       +6.6e+103%       0.66 ±223%  perf-sched.sch_delay.max.ms.io", 2,
		TABLE_NCOMPARE, "0.00 +6.6e+103% 0.66~223", "perf-sched.sch_delay.max.ms.io", NULL},
	{"      0.78 ±336%    -678.6%      -4.50 ±-33%  sched_debug.cpu#12.nr_uninterruptible", 2,
		TABLE_NCOMPARE, "0.78~336 -678.6% -4.50~-33",
		"sched_debug.cpu#12.nr_uninterruptible", NULL},
	{"      1079 ±  5%    -100.0%       0.00 ± -1%  slabinfo.blkdev_ioc.num_objs", 2,
		TABLE_NCOMPARE, "1079~5 -100.0% 0.00~-1", "slabinfo.blkdev_ioc.num_objs", NULL},
	{"      0.00            +Inf%       2.25 ± 72%  sched_debug.cfs_rq[44]:/.util_avg", 2,
		TABLE_NCOMPARE, "0.00 +Inf% 2.25~72", "sched_debug.cfs_rq[44]:/.util_avg", NULL},
	{"    946447           -37.8%     588327            -1.1%     936279        v.median", 3,
		TABLE_NCOMPARE, "946447 -37.8% 588327 -1.1% 936279", "v.median", NULL},
	{"      6.40            +0.0%       6.40        fsmark.files_per_sec     <-------- (a)", 2,
		TABLE_NCOMPARE, "6.40 +0.0% 6.40", "fsmark.files_per_sec", "<-------- (a)"},
	{"          3:4          -75%            :4     kmsg.DHCP/BOOTP:Reply,op[#]xid[#]", 2,
		TABLE_NCOMPARE, "3:4 -75% 0:4", "kmsg.DHCP/BOOTP:Reply,op[#]xid[#]", NULL},
	{"        503:3         9297%         782:3          178%         509:3     dmesg.t:last",
		3, TABLE_NCOMPARE, "503:3 9297% 782:3 178% 509:3", "dmesg.t:last", NULL},
	/* The older tool: a change under 3 % is blank. */
	{"     22103             -43%      12551        fio/2M-50%-tb-ucode=0x5002f01/lkp-csl-2sp6",
		2, TABLE_COMPARE, "22103 -43% 12551", "fio/2M-50%-tb-ucode=0x5002f01/lkp-csl-2sp6",
		NULL},
	{"     22103 ±  4%               22551        GEO-MEAN fio.read_iops", 2, TABLE_COMPARE,
		"22103~4  22551", "GEO-MEAN fio.read_iops", NULL},
	{"      2702 A+- 18%        11%       3002 A+- 19%                  3056  numa.nr", 3,
		TABLE_COMPARE, "2702~18 11% 3002~19  3056", "numa.nr", NULL},
	/* 2014 */
	{"         61 ~32%    +363.8%        286 ~10%  TOTAL numa-vmstat.node0.nr_unevictable", 2,
		TABLE_OLD, "61~32 +363.8% 286~10", "TOTAL numa-vmstat.node0.nr_unevictable", NULL},
	{"            ~ 1%      -3.6%            ~ 1%  TOTAL turbostat.Cor_W", 2, TABLE_OLD,
		"~1 -3.6% ~1", "TOTAL turbostat.Cor_W", NULL},
	/* Blanks collapsed, no-break spaces, a mark that a charset deleted. */
	{"37.23 Â 0% +15.5% 43.02 Â 2% aim7.time.elapsed_time", 2, TABLE_NCOMPARE,
		"37.23~0 +15.5% 43.02~2", "aim7.time.elapsed_time", NULL},
	{"\u00a0 \u00a0 0.97 ±\u00a0 3%\u00a0 \u00a0 -0.3\u00a0 \u00a0 0.66 ±143%\u00a0 a.b%", 2,
		TABLE_NCOMPARE, "0.97~3 -0.3 0.66~143", "a.b%", NULL},
	{"      1280   3%      -2.0%       1257        vmstat.system.cs", 2, TABLE_NCOMPARE,
		"1280~3 -2.0% 1257", "vmstat.system.cs", NULL},
};

static void rows_of_every_era(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
		const struct sample *s = &samples[i];

		g_test_message("%s", s->line);
		g_assert_cmpint(read(s->line, s->columns, s->style), ==, ROW_READ);
		assert_cells(s->columns, s->cells);
		assert_text(row.stat, s->stat);
		assert_text(row.note, s->note);
	}
}

static void what_cells_mean(void)
{
	g_assert_cmpint(read("  -93.66   +38.8%   -130  a.b", 2, TABLE_NCOMPARE), ==, ROW_READ);
	g_assert_cmpfloat(cells[0].mean, ==, -93.66);
	g_assert_cmpfloat(cells[1].means.low, ==, -131);
	g_assert_cmpfloat(cells[1].means.high, ==, -130);
	g_assert_cmpfloat(cells[1].change.value, ==, 38.8);
	g_assert_cmpint(cells[1].change.unit, ==, UNIT_PERCENT);
	g_assert_null(cells[0].change.text.at);
	g_assert_true(isnan(cells[0].change.value));
	g_assert_cmpint(row.consistency, ==, CONSISTENCY_NOT_CHECKABLE);

	g_assert_cmpint(read("44.75   +4.7   49.43  t.Busy%", 2, TABLE_NCOMPARE), ==, ROW_READ);
	g_assert_cmpint(cells[1].change.unit, ==, UNIT_POINTS);

	g_assert_cmpint(read("0.00   +Inf%   0.94  a.b", 2, TABLE_NCOMPARE), ==, ROW_READ);
	g_assert_true(isinf(cells[1].change.value));

	g_assert_cmpint(read(" :40  22%  9:40  dmesg.x", 2, TABLE_NCOMPARE), ==, ROW_READ);
	g_assert_cmpint(row.kind, ==, ROW_FAIL);
	g_assert_cmpint(cells[1].change.unit, ==, UNIT_POINTS);
	g_assert_true(isnan(cells[0].mean) && isnan(cells[0].means.low));
	g_assert_null(cells[0].text.at);

	g_assert_cmpint(read("   ~ 1%  -3.6%   ~ 1%  TOTAL a.b", 2, TABLE_OLD), ==, ROW_READ);
	g_assert_null(cells[0].text.at);
	g_assert_true(isnan(cells[0].mean));
	g_assert_cmpint(cells[0].stddev, ==, 1);
}

static void what_is_no_row(void)
{
	static const struct {
		const char *line;
		enum row_result result;
	} cases[] = {
		{"", ROW_NONE},
		{"Thanks,", ROW_NONE},
		{"  ...", ROW_NONE},
		{"59142d87ab03b8ff 70a64b7919cbd6c12306051ff28", ROW_NONE},
		{"   5.6e+06 |-+                                 |", ROW_BROKEN},
		{"12:30:05 up 4 days", ROW_NONE},
		{"[  366.327498][ T3447] WARNING: suspicious RCU usage", ROW_NONE},
		{"   0:\tb8 01 10 06 03       \tmov    $0x3061001,%eax", ROW_NONE},
		{"2 runs of 10 failed", ROW_BROKEN},
		{"100 -5.0% 200", ROW_SHORT},
		{"100 -5.0% 200 ± 3%", ROW_SHORT},
		{"510.93           -", ROW_SHORT},
		{"100", ROW_SHORT},
		{":14   23%   ", ROW_SHORT},
		{"100 -5.0% 200 +3.0% 300 a.b", ROW_BROKEN}, /* a column more than heads */
		{"100 -5.0% 200 +5.1e+05% 300 a.b", ROW_BROKEN},
		{"100 5.0 200 a.b", ROW_BROKEN},
		{"100 -5.0% 200 TOTAL", ROW_SHORT},
		{"1:99999999999999999999 5% 2:4 a.b", ROW_BROKEN},
		{"100 -5.0% 1e999999 a.b", ROW_BROKEN},
		{"100 -5.0% 200 ---", ROW_BROKEN},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_test_message("%s", cases[i].line);
		g_assert_cmpint(read(cases[i].line, 2, TABLE_NCOMPARE), ==, cases[i].result);
	}
}

/* ---- property: what LKP prints reads back as it was printed ------------------------ */

/* The marks that were seen in archives for "±". */
static const char *const marks[] = {"±", "A+-", "+-", "+/-", "Â±", "Â", "ą", "?", "??", ".", "~",
	"\xb1", "\xef\xbf\xbd", "Ã‚Â±"};

static const char *const names[] = {"a.b", "TOTAL a.b", "sched_debug.cfs_rq[0]:/.min_vruntime",
	"perf-profile.children.cycles-pp.do_syscall_64", "cpuidle..time", "x/y%z=1,2+3@*", "t->pid",
	"interrupts.CPU18.TLB:TLB_shootdowns", "4k.read_bw", "vmstat.procs.r.", "GEO-MEAN c.d"};

struct printed {
	GString *line;
	char mean[COLUMNS_MAX][32], change[COLUMNS_MAX][32];
	int stddev[COLUMNS_MAX];
	guint64 fails[COLUMNS_MAX], runs[COLUMNS_MAX];
};

static void blanks(GString *out, gboolean wide)
{
	g_string_append(out, wide && g_test_rand_bit() ? "\u00a0 " : "  ");
}

static void print_mean(char *out, gsize size)
{
	char format[16];
	double value = (g_test_rand_double() - .2) * pow(10, g_test_rand_int_range(-2, 14));

	if (fabs(value) < 1000)
		g_strlcpy(format, "%10.2f", sizeof(format));
	else
		g_strlcpy(format, fabs(value) > 1e8 ? "%10.4g" : "%10.0f", sizeof(format));
	g_ascii_formatd(out, (int)size, format, value);
}

static void print_change(char *out, gsize size, gboolean points)
{
	double value = (g_test_rand_double() - .5) * pow(10, g_test_rand_int_range(0, 9));

	g_ascii_formatd(out, (int)size, fabs(value) < 100000 ? "%+10.1f" : "%+10.2g", value);
	g_strlcat(out, points ? "  " : "% ", size);
}

static void print_means(struct printed *p, guint columns, const char *mark, gboolean ruined)
{
	for (guint i = 0; i < columns; i++) {
		if (i) {
			print_change(p->change[i], sizeof(p->change[i]), g_test_rand_bit());
			g_string_append(p->line, p->change[i]);
		}
		print_mean(p->mean[i], sizeof(p->mean[i]));
		g_string_append(p->line, p->mean[i]);
		p->stddev[i] = g_test_rand_bit() ? g_test_rand_int_range(-900, 2000) : STDDEV_NONE;
		if (p->stddev[i] == STDDEV_NONE)
			blanks(p->line, ruined);
		else
			g_string_append_printf(p->line, " %s%3d%%", mark, p->stddev[i]);
	}
}

static void print_fails(struct printed *p, guint columns)
{
	for (guint i = 0; i < columns; i++) {
		p->fails[i] = (guint64)g_test_rand_int_range(0, 4) * 250;
		p->runs[i] = (guint64)g_test_rand_int_range(1, 60);
		if (i) {
			g_snprintf(p->change[i], sizeof(p->change[i]), "%10d%% ",
				g_test_rand_int_range(-20000, 20000));
			g_string_append(p->line, p->change[i]);
		}
		if (p->fails[i])
			g_string_append_printf(p->line, "%11" G_GUINT64_FORMAT, p->fails[i]);
		else
			g_string_append_printf(p->line, "%11s", "");
		g_string_append_printf(p->line, ":%-4" G_GUINT64_FORMAT, p->runs[i]);
	}
}

static void assert_printed(const struct printed *p, guint columns, const char *name)
{
	assert_text(row.stat, name);
	assert_text(row.note, NULL);
	for (guint i = 0; i < columns; i++) {
		g_autofree char *change = i ? g_strstrip(g_strdup(p->change[i])) : NULL;

		assert_text(cells[i].change.text, change);
		if (row.kind == ROW_FAIL) {
			g_assert_cmpuint(cells[i].fails, ==, p->fails[i]);
			g_assert_cmpuint(cells[i].runs, ==, p->runs[i]);
		} else {
			g_autofree char *mean = g_strstrip(g_strdup(p->mean[i]));

			assert_text(cells[i].text, mean);
			g_assert_cmpfloat(cells[i].mean, ==, g_ascii_strtod(mean, NULL));
			g_assert_cmpint(cells[i].stddev, ==, p->stddev[i]);
		}
	}
}

static void print_and_read(gboolean fails, const char *mark, gboolean ruined)
{
	g_autoptr(GString) line = g_string_new(NULL);
	struct printed p = {.line = line};
	guint columns = (guint)g_test_rand_int_range(2, COLUMNS_MAX + 1);
	const char *name = names[g_test_rand_int_range(0, G_N_ELEMENTS(names))];

	if (fails)
		print_fails(&p, columns);
	else
		print_means(&p, columns, mark, ruined);
	blanks(line, ruined);
	g_string_append(line, name);
	if (read(line->str, columns, TABLE_NCOMPARE) != ROW_READ)
		g_error("not read: %s", line->str);
	g_assert_cmpint(row.kind, ==, fails ? ROW_FAIL : ROW_MEAN);
	assert_printed(&p, columns, name);
}

static void printed_rows_read_back(void)
{
	for (guint i = 0; i < 4000; i++)
		print_and_read(g_test_rand_int_range(0, 4) == 0, "±", FALSE);
}

static void every_ruin_reads_back(void)
{
	for (guint m = 0; m < G_N_ELEMENTS(marks); m++)
		for (guint i = 0; i < 400; i++)
			print_and_read(FALSE, marks[m], TRUE);
}

/* A changed byte makes another row or none, but slices stay inside the line. */
static void damaged_rows_stay_inside(void)
{
	for (guint i = 0; i < 20000; i++) {
		const struct sample *s = &samples[g_test_rand_int_range(0, G_N_ELEMENTS(samples))];
		gsize len = (gsize)g_test_rand_int_range(0, (int)strlen(s->line) + 1);
		g_autofree char *line = g_strndup(s->line, len);

		if (len)
			line[g_test_rand_int_range(0, (int)len)] =
				(char)g_test_rand_int_range(1, 256);
		if (read(line, s->columns, s->style) != ROW_READ)
			continue;
		g_assert_true(row.stat.at >= line && row.stat.at + row.stat.len <= line + len);
		g_assert_cmpuint(row.stat.len, >, 0);
		for (guint c = 0; c < s->columns; c++)
			if (cells[c].text.at)
				g_assert_true(cells[c].text.at >= line &&
					      cells[c].text.at + cells[c].text.len <= line + len);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/row/rows-of-every-era", rows_of_every_era);
	g_test_add_func("/row/what-cells-mean", what_cells_mean);
	g_test_add_func("/row/what-is-no-row", what_is_no_row);
	g_test_add_func("/row/printed-rows-read-back", printed_rows_read_back);
	g_test_add_func("/row/every-ruin-reads-back", every_ruin_reads_back);
	g_test_add_func("/row/damaged-rows-stay-inside", damaged_rows_stay_inside);
	return g_test_run();
}
