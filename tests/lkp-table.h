/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparison tables by chance, printed as LKP prints them:
 *
 *   value   %10.2f below 1000, an integer to 1e8, else four digits and an exponent
 *   spread  " ±NNN%" or six blanks
 *   change  %+10.1f and "%", or " " for points; two digits and an exponent from 100000 on
 *   fails   %11s:%-4s, the percent of fail rows without a sign
 */
#pragma once

#include "base/literal.h"

#include <math.h>

#define LKP_COLUMNS_MAX 4
#define LKP_NO_SPREAD G_MININT

struct lkp_cell {
	char mean[32], change[32]; /* as printed, blanks off; change of the first: "" */
	int spread;                /* LKP_NO_SPREAD: none */
	guint fails, runs;
};

struct lkp_row {
	gboolean fail;
	const char *name;
	struct lkp_cell cells[LKP_COLUMNS_MAX];
};

struct lkp_table {
	guint columns, n_rows;
	struct lkp_row *rows;
	char ids[LKP_COLUMNS_MAX][41];
};

static const char *const lkp_names[] = {"unixbench.score", "sched_debug.cpu.curr->pid.avg",
	"sched_debug.cfs_rq[0]:/.min_vruntime", "cpuidle..time", "turbostat.Pkg%pc3",
	"perf-profile.children.cycles-pp.do_syscall_64", "interrupts.CPU18.TLB:TLB_shootdowns",
	"proc-vmstat.nr_active_file", "will-it-scale.per_process_ops", "slabinfo.pid.num_objs",
	"perf-profile.calltrace.cycles-pp.entry_SYSCALL_64_after_hwframe.__libc_write.main",
	"vmstat.procs.r", "fio.4k.read_bw_MBps", "latency_stats.sum.wait_on_page_bit_killable"};

static inline void lkp_print_value(GRand *rand, char *out, gsize size)
{
	double value = g_rand_double(rand) * pow(10, g_rand_int_range(rand, -2, 12));
	const char *format = value < 1000 ? "%.2f" : value < 1e8 ? "%.0f" : "%.4g";

	if (g_rand_int_range(rand, 0, 20) == 0)
		value = -value;
	g_ascii_formatd(out, (int)size, format, value);
}

static inline void lkp_print_change(GRand *rand, char *out, gsize size, gboolean points)
{
	double value = (g_rand_double(rand) - .5) * pow(10, g_rand_int_range(rand, 0, 7));

	g_ascii_formatd(out, (int)size, fabs(value) < 100000 ? "%+.1f" : "%+.2g", value);
	if (!points)
		g_strlcat(out, "%", size);
}

static inline void lkp_mean_row(GRand *rand, struct lkp_row *row, guint columns)
{
	gboolean points = g_rand_int_range(rand, 0, 4) == 0;

	for (guint i = 0; i < columns; i++) {
		struct lkp_cell *cell = &row->cells[i];

		lkp_print_value(rand, cell->mean, sizeof(cell->mean));
		if (i)
			lkp_print_change(rand, cell->change, sizeof(cell->change), points);
		cell->spread =
			g_rand_boolean(rand) ? g_rand_int_range(rand, 2, 200) : LKP_NO_SPREAD;
	}
}

static inline void lkp_fail_row(GRand *rand, struct lkp_row *row, guint columns)
{
	for (guint i = 0; i < columns; i++) {
		struct lkp_cell *cell = &row->cells[i];

		cell->runs = (guint)g_rand_int_range(rand, 1, 40);
		cell->fails = (guint)g_rand_int_range(rand, 0, (int)cell->runs + 1);
		if (i)
			g_snprintf(cell->change, sizeof(cell->change), "%d%%",
				g_rand_int_range(rand, -100, 101));
	}
}

/* Fail rows come first.  Free with lkp_table_free(). */
static inline struct lkp_table *lkp_table_new(GRand *rand, guint columns, guint fails, guint means)
{
	struct lkp_table *table = g_new0(struct lkp_table, 1);

	table->columns = columns;
	table->n_rows = fails + means;
	table->rows = g_new0(struct lkp_row, table->n_rows);
	for (guint i = 0; i < columns; i++)
		for (guint k = 0; k < 40; k++)
			table->ids[i][k] = "0123456789abcdef"[g_rand_int_range(rand, 0, 16)];
	for (guint i = 0; i < table->n_rows; i++) {
		struct lkp_row *row = &table->rows[i];

		row->name = lkp_names[g_rand_int_range(rand, 0, G_N_ELEMENTS(lkp_names))];
		row->fail = i < fails;
		(row->fail ? lkp_fail_row : lkp_mean_row)(rand, row, columns);
	}
	return table;
}

static inline void lkp_table_free(struct lkp_table *table)
{
	g_free(table->rows);
	g_free(table);
}

static inline void lkp_row_print(const struct lkp_row *row, guint columns, GString *out)
{
	for (guint i = 0; i < columns; i++) {
		const struct lkp_cell *cell = &row->cells[i];
		gboolean percent = g_str_has_suffix(cell->change, "%");

		if (i)
			g_string_append_printf(
				out, "%*s%s", percent ? 12 : 11, cell->change, percent ? "" : " ");
		if (row->fail && cell->fails)
			g_string_append_printf(out, "%11u:%-4u", cell->fails, cell->runs);
		else if (row->fail)
			g_string_append_printf(out, "%11s:%-4u", "", cell->runs);
		else if (cell->spread == LKP_NO_SPREAD)
			g_string_append_printf(out, "%11s%6s", cell->mean, "");
		else
			g_string_append_printf(out, "%11s ±%3d%%", cell->mean, cell->spread);
	}
	g_string_append_printf(out, "  %s\n", row->name);
}

static inline void lkp_markers_print(guint columns, gboolean fails, GString *out)
{
	g_string_append(out, fails ? "       fail:runs" : "         %stddev");
	for (guint i = 1; i < columns; i++)
		g_string_append(out,
			fails ? "  %reproduction    fail:runs" : "     %change         %stddev");
	g_string_append(out, fails ? "\n           |" : "\n             \\");
	for (guint i = 1; i < columns; i++)
		g_string_append(out,
			fails ? "             |             |" : "          |                \\");
	g_string_append(out, fails ? "    \n" : "  \n");
}

static inline void lkp_table_print(const struct lkp_table *table, GString *out)
{
	g_string_append(out, "commit: \n");
	for (guint i = 0; i < table->columns; i++)
		g_string_append_printf(out, "  %s\n", table->ids[i]);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < table->columns; i++)
		g_string_append_printf(out, "%.*s ", i ? 27 : 16, table->ids[i]);
	g_string_append(out, "\n---------------- ");
	for (guint i = 1; i < table->columns; i++)
		g_string_append(out, "--------------------------- ");
	g_string_append_c(out, '\n');
	for (guint i = 0; i < table->n_rows; i++) {
		if (!i || table->rows[i].fail != table->rows[i - 1].fail)
			lkp_markers_print(table->columns, table->rows[i].fail, out);
		lkp_row_print(&table->rows[i], table->columns, out);
	}
}
