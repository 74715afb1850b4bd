/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Property: a table that the program prints and reads again has the same cells: what is
 * read holds the number that was printed, whatever its size; ruined on the way, it reads
 * back as if it were not.
 */
#include "render/lkp_table.h"
#undef STDDEV_NONE /* of an average; the parser's is another */
#include "parse/repairs.h"
#include "parse/table.h"
#include "parse/undecoded.h"
#include "tests/ruins.h"

#include <math.h>

#define ROUNDS 60
#define COLUMNS_MAX 4
#define ROWS_MAX 40
#define NO_STDDEV (-1.0)

/* ---- tables by chance ------------------------------------------------------------------ */

static const char *const names[] = {"fsmark.files_per_sec", "will-it-scale.per_process_ops",
	"sched_debug.cpu.curr->pid.avg", "meminfo.Active(anon)", "turbostat.Busy%",
	"perf-profile.children.cycles-pp.do_syscall_64",
	"interrupts.CPU0.CAL:Function_call_interrupts", "cpuidle..time",
	"stress-ng.switch.ops_per_sec", "proc-vmstat.nr_zone_active_anon"};
static const char *const failures[] = {"dmesg.WARNING:at_mm/slub.c:#free_to_pcs",
	"kmsg.DHCP/BOOTP:Reply_not_for_us,op[#]xid[#]", "stress-ng.fpunch.fail",
	"last_state.is_incomplete_run"};

/* From .01 to 1e14, seldom 0, seldom negative. */
static double number(void)
{
	double value = exp(g_rand_double_range(chance, log(.01), log(1e14)));

	if (!pick(20))
		return 0;
	return pick(12) ? value : -value;
}

static void fill_mean_row(struct stat_row *row)
{
	row->name = names[pick(G_N_ELEMENTS(names))];
	row->is_absolute =
		g_str_has_suffix(row->name, "%") || g_str_has_prefix(row->name, "perf-profile.");
	for (guint i = 0; i < row->n; i++) {
		struct figure *cell = &row->cells[i];
		double base = row->cells[0].value;

		cell->value = number();
		cell->stddev =
			pick(3) ? cell->value * g_rand_double_range(chance, 0, 2) : NO_STDDEV;
		if (i && row->is_absolute)
			cell->change = cell->value - base;
		else if (i)
			cell->change = base != 0 ? 100 * (cell->value - base) / base : 6.6e+103;
	}
}

static void fill_failure_row(struct stat_row *row)
{
	row->name = failures[pick(G_N_ELEMENTS(failures))];
	row->is_failure = TRUE;
	for (guint i = 0; i < row->n; i++) {
		struct figure *cell = &row->cells[i];

		cell->runs = (guint)pick(40) + 1;
		cell->value = pick(3) ? pick(800) : 0;
		cell->change =
			100 * (cell->value / cell->runs - row->cells[0].value / row->cells[0].runs);
	}
}

struct made {
	struct axis axis[COLUMNS_MAX][2];
	char ids[COLUMNS_MAX][41];
	struct axes axes[COLUMNS_MAX];
	struct lkp_member members[COLUMNS_MAX];
	struct stat_row rows[ROWS_MAX];
	struct figure cells[ROWS_MAX][COLUMNS_MAX];
	GPtrArray *list;
	struct lkp_group group;
};

static const char *const compared[] = {"commit", NULL};

static void make_member(struct made *m, guint i)
{
	for (guint k = 0; k < 40; k++)
		m->ids[i][k] = "0123456789abcdef"[pick(16)];
	m->axis[i][0] = (struct axis){(char *)"commit", m->ids[i]};
	m->axis[i][1] = (struct axis){(char *)"testcase", (char *)"will-it-scale"};
	m->axes[i] = (struct axes){.axis = m->axis[i], .n = 2};
	m->members[i].axes = &m->axes[i];
}

/* Fail rows stand first, as they are printed. */
static struct made *make(void)
{
	struct made *m = g_new0(struct made, 1);
	guint columns = (guint)pick(COLUMNS_MAX - 1) + 2, fails = (guint)pick(4);

	m->list = g_ptr_array_new();
	for (guint i = 0; i < columns; i++)
		make_member(m, i);
	for (guint i = 0; i < ROWS_MAX; i++) {
		struct stat_row *row = &m->rows[i];

		row->n = columns;
		row->cells = m->cells[i];
		(i < fails ? fill_failure_row : fill_mean_row)(row);
		g_ptr_array_add(m->list, row);
	}
	m->group = (struct lkp_group){
		.members = m->members, .n = columns, .compared = compared, .rows = m->list};
	return m;
}

static void made_free(struct made *m)
{
	g_ptr_array_unref(m->list);
	g_free(m);
}

static char *printed(const struct made *m)
{
	static const struct lkp_style plain = {.compact = FALSE};
	GString *text = g_string_new(NULL);

	lkp_print_group(text, &plain, &m->group);
	return g_string_free(text, FALSE);
}

/* ---- reading back ------------------------------------------------------------------------ */

struct reading {
	struct mail *mail;
	struct records *records;
	GString *decoded;
};

static struct reading read_back(const char *text)
{
	struct origin origin = {"printed", -1, NULL, 0, 0};
	struct reading r = {.mail = mail_new(&origin)};
	struct mail_part *part = mail_add_part(r.mail);

	r.decoded = undecoded_repair(slice_of(text), part);
	part->bytes = r.decoded ? (struct slice){r.decoded->str, r.decoded->len} : slice_of(text);
	r.records = records_new(r.mail);
	tables_read(r.records, part, FALSE, NULL);
	return r;
}

static void reading_clear(struct reading *r)
{
	records_free(r->records);
	mail_free(r->mail);
	if (r->decoded)
		g_string_free(r->decoded, TRUE);
}
static const struct row *row_at(const struct records *r, guint i)
{
	return RECORD(r->rows, struct row, i);
}

static const struct cell *cell_at(const struct records *r, const struct row *row, guint i)
{
	return RECORD(r->cells, struct cell, row->cells.first + i);
}

/* What is printed of a change: a tenth, or two digits beyond 1e5; of fails whole percents. */
static gboolean is_change(double got, double want, gboolean of_fails)
{
	double slack = of_fails ? .5 : fabs(want) < 1e5 ? .05 : fabs(want) * .05;

	return fabs(got - want) <= slack * (1 + 1e-9);
}

static void assert_cell(const struct cell *got, const struct stat_row *row, guint i)
{
	const struct figure *want = &row->cells[i];

	if (i)
		g_assert_true(is_change(got->change.value, want->change, row->is_failure));
	if (row->is_failure) {
		g_assert_cmpuint(got->fails, ==, (guint)want->value);
		g_assert_cmpuint(got->runs, ==, want->runs);
		return;
	}
	g_assert_cmpfloat(
		got->means.low, <=, want->value * (want->value < 0 ? 1 - 1e-12 : 1 + 1e-12));
	g_assert_cmpfloat(
		got->means.high, >=, want->value * (want->value < 0 ? 1 + 1e-12 : 1 - 1e-12));
	if (want->value > 0 && want->stddev > .02 * want->value * (1 + 1e-9))
		g_assert_cmpint(got->stddev, ==, (int)(100 * want->stddev / want->value));
}

static void assert_read(const struct reading *got, const struct made *want)
{
	const struct records *r = got->records;

	g_assert_cmpuint(r->tables->len, ==, 1);
	g_assert_cmpuint(r->rows_dropped + r->citations->len, ==, 0);
	g_assert_cmpuint(r->rows->len, ==, ROWS_MAX);
	for (guint i = 0; i < ROWS_MAX; i++) {
		g_autofree char *name = slice_dup(row_at(r, i)->stat);

		g_assert_cmpstr(name, ==, want->rows[i].name);
		for (guint k = 0; k < want->group.n; k++)
			assert_cell(cell_at(r, row_at(r, i), k), &want->rows[i], k);
	}
	for (guint k = 0; k < want->group.n; k++) {
		g_autofree char *id = slice_dup(RECORD(r->columns, struct column, k)->id);

		g_assert_cmpstr(id, ==, want->ids[k]);
	}
}

static void reads_what_was_printed(void)
{
	for (guint i = 0; i < ROUNDS; i++) {
		struct made *made = make();
		g_autofree char *text = printed(made);
		struct reading r = read_back(text);

		assert_read(&r, made);
		g_assert_cmpuint(RECORD(r.records->tables, struct table, 0)->repairs, ==, 0);
		reading_clear(&r);
		made_free(made);
	}
}

/* ---- ruined ---------------------------------------------------------------------------- */

static gboolean same_cells(
	const struct records *a, const struct row *x, const struct records *b, const struct row *y)
{
	for (guint k = 0; k < x->cells.count; k++) {
		const struct cell *p = cell_at(a, x, k), *q = cell_at(b, y, k);

		if (!slice_equal(p->text, q->text) || p->stddev != q->stddev ||
			p->fails != q->fails || p->runs != q->runs ||
			!slice_equal(p->change.text, q->change.text))
			return FALSE;
	}
	return slice_equal(x->stat, y->stat) && x->cells.count == y->cells.count;
}

static void reads_ruins(gconstpointer data)
{
	const struct ruin *ruin = data;

	for (guint i = 0; i < ROUNDS / 3; i++) {
		struct made *made = make();
		g_autofree char *text = printed(made), *ruined = ruin->ruin(text);
		struct reading whole = read_back(text), r = read_back(ruined);

		g_assert_cmpuint(r.records->rows->len, ==, ROWS_MAX);
		for (guint k = 0; k < ROWS_MAX; k++)
			g_assert_true(same_cells(whole.records, row_at(whole.records, k), r.records,
				row_at(r.records, k)));
		reading_clear(&whole);
		reading_clear(&r);
		made_free(made);
	}
}

int main(int argc, char **argv)
{
	int status;

	g_test_init(&argc, &argv, NULL);
	chance = g_rand_new_with_seed((guint32)g_test_rand_int());
	g_test_add_func("/printed/reads-what-was-printed", reads_what_was_printed);
	for (guint i = 0; i < G_N_ELEMENTS(ruins); i++) {
		g_autofree char *path = g_strdup_printf("/printed/ruined/%s", ruins[i].name);

		g_test_add_data_func(path, &ruins[i], reads_ruins);
	}
	status = g_test_run();
	g_rand_free(chance);
	return status;
}
