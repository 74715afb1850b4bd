/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a table in their one text, and the index of what they print. */
#include "store/packed_rows.h"
#include "store/print.h"
#include "store/prints.h"
#include "tests/unit/store-lists.h"

/* ---- the text -------------------------------------------------------------------- */

static struct made *make_odd_table(void)
{
	static const char *const columns[] = {"7a3fadfd77e1a1b2", "5c0a85fad949212b", NULL};
	static const char *const axes[] = {NULL};
	struct made *m = made_new("a.mbox", 0, "x@example.org", "text");

	made_table(m, 10, 0, columns, axes);
	made_row(m, ROW_MEAN, "a \"quoted\" \\ name\t\x01");
	made_mean(m, "-14321", STDDEV_NONE, NULL, NAN);
	made_mean(m, NULL, STDDEV_NONE, "+Inf%", INFINITY);
	made_row(m, ROW_MEAN, "\xc2\xb1");
	made_mean(m, "1.5e-05", -3, NULL, NAN);
	made_mean(m, "NaN", 2, "NaN%", NAN);
	made_row(m, ROW_FAIL, "dmesg.x");
	made_fails(m, G_MAXUINT64, 4, NULL, NAN);
	made_fails(m, 0, 4, "-25%", -25);
	RECORD(m->records->rows, struct row, 2)->note = SLICE_LIT("<- \"this\"");
	RECORD(m->records->rows, struct row, 1)->repairs = REPAIR_MARK | REPAIR_NBSP;
	RECORD(m->records->rows, struct row, 0)->consistency = CONSISTENCY_INCONSISTENT;
	return m;
}

static const char odd_text[] =
	"[[12,0,\"a \\u0022quoted\\u0022 \\u005c name\\u0009\\u0001\",0,[[\"-14321\"],"
	"[null,null,\"+Inf%\"]]],"
	"[13,0,\"\xc2\xb1\",1,[[\"1.5e-05\",-3],[\"NaN\",2,\"NaN%\"]],null,\"mark,nbsp\"],"
	"[14,1,\"dmesg.x\",null,[[9223372036854775807,4],[0,4,\"-25%\"]],"
	"\"<- \\u0022this\\u0022\"]]";

static void add_row(GString *out, const struct store_row *row)
{
	g_string_append_printf(out, "%u %s %s %s %s %s", row->line, row_kind_name(row->kind),
		row->stat, consistency_name(row->consistency), SHOW(row->note), SHOW(row->repairs));
	for (guint i = 0; i < row->n_cells; i++) {
		const struct store_cell *c = &row->cells[i];

		g_string_append_printf(out,
			" (%s %g %g..%g %d %" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ")",
			SHOW(c->text), c->mean, c->means.low, c->means.high,
			c->stddev == STDDEV_NONE ? -1 : c->stddev, c->fails, c->runs);
		if (i)
			print_change(out, &row->changes[i - 1]);
	}
	g_string_append_c(out, '\n');
}

/* The rows that can be read of a text; *ret_whole: all of it can. */
static char *read_text(const char *text, gboolean *ret_whole)
{
	g_autoptr(GArray) cells = g_array_new(FALSE, FALSE, sizeof(struct store_cell));
	g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(struct store_change));
	g_autofree char *copy = g_strdup(text);
	GString *out = g_string_new(NULL);
	struct packed_rows rows;
	struct store_row row;

	packed_rows_begin(&rows, copy, cells, changes);
	while (packed_rows_next(&rows, &row))
		add_row(out, &row);
	*ret_whole = rows.at != NULL;
	return g_string_free(out, FALSE);
}

static void there_and_back(void)
{
	struct made *m = make_odd_table();
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *read = NULL;
	gboolean whole;
	guint inconsistent;

	packed_rows_write(text, m->records, made_last_table(m), &inconsistent);
	g_assert_cmpstr(text->str, ==, odd_text);
	g_assert_cmpuint(inconsistent, ==, 1);
	read = read_text(text->str, &whole);
	g_assert_true(whole);
	g_assert_cmpstr(read, ==,
		"12 mean a \"quoted\" \\ name\t\x01 inconsistent - - "
		"(-14321 -14321 -14322..-14321 -1 0:0) (- nan nan..nan -1 0:0) [+Inf% inf %]\n"
		"13 mean \xc2\xb1 consistent - mark,nbsp "
		"(1.5e-05 1.5e-05 1.45e-05..1.55e-05 -3 0:0) (NaN nan nan..nan 2 0:0) "
		"[NaN% nan %]\n"
		"14 fail dmesg.x not-checkable <- \"this\" - "
		"(- nan nan..nan -1 9223372036854775807:4) (- nan nan..nan -1 0:4) "
		"[-25% -25 points]\n");
	made_free(m);
}

static void no_rows(void)
{
	gboolean whole;
	g_autofree char *none = read_text("[]", &whole);

	g_assert_true(whole);
	g_assert_cmpstr(none, ==, "");
}

/* A text that was cut or changed is told from a whole one, or is another one. */
static void damaged(void)
{
	g_autofree char *text = g_strdup(odd_text);
	gsize len = strlen(text);

	for (gsize n = 0; n < len; n++) {
		g_autofree char *cut = g_strndup(text, n), *rows = NULL, *other = NULL;
		gboolean whole;
		char was = text[n];

		rows = read_text(cut, &whole);
		g_assert_false(whole);
		text[n] = (char)g_test_rand_int_range(1, 256);
		other = read_text(text, &whole);
		text[n] = was;
	}
}

/* ---- prints ------------------------------------------------------------------------ */

#define TABLES 700
#define SHARED 7 /* each so manieth table has a row of the same print */

static char *id_of(guint nr)
{
	return g_strdup_printf("m%03u@example.org", nr);
}

static void put_table(struct store *store, guint nr)
{
	static const char *const columns[] = {"7a3fadfd77e1a1b2", "5c0a85fad949212b", NULL};
	static const char *const axes[] = {NULL};
	g_autofree char *id = id_of(nr), *stat = g_strdup_printf("shared.%u", nr % SHARED);
	struct made *m = made_new("a.mbox", nr, id, id);

	made_table(m, 10, 0, columns, axes);
	for (guint i = 0; i < 3; i++) {
		made_row(m, ROW_MEAN, i == 1 ? stat : id);
		made_mean(m, "1000", STDDEV_NONE, NULL, NAN);
		made_mean(m, "900", STDDEV_NONE, "-10.0%", -10);
	}
	g_assert_true(store_put(store, m->records, m->diags, NULL, NULL, NULL));
	made_free(m);
}

static gint64 print_of_shared(guint which)
{
	static const char *const columns[] = {"a", "b", NULL}, *const axes[] = {NULL};
	g_autofree char *stat = g_strdup_printf("shared.%u", which);
	struct made *m = made_new("a.mbox", 0, "x", "x");
	gint64 print;

	made_table(m, 10, 0, columns, axes);
	made_row(m, ROW_MEAN, stat);
	made_mean(m, "1000", STDDEV_NONE, NULL, NAN);
	made_mean(m, "900", STDDEV_NONE, "-10.0%", -10);
	print = print_of_row(m->records, RECORD(m->records->rows, struct row, 0));
	made_free(m);
	return print;
}

static gint64 number(struct store *store, const char *sql, gint64 a)
{
	struct query q;
	gint64 n;

	g_assert_true(query_open(&q, store, sql, NULL));
	if (strchr(sql, '?'))
		query_int(&q, a);
	g_assert_cmpint(query_step(&q, NULL), ==, STEP_ROW);
	n = query_int_at(&q, 0);
	query_close(&q);
	return n;
}

/* Each of them is there, whatever its table's place in the index; `went`: that is not. */
static void assert_found(struct store *store, guint which, guint went)
{
	g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(gint64));
	gint64 print = print_of_shared(which);
	guint expected = 0;

	g_assert_true(prints_find(store, &print, 1, tables, NULL));
	for (guint nr = which; nr < TABLES; nr += SHARED)
		expected += nr != went;
	g_assert_cmpuint(tables->len, ==, expected);
	for (guint i = 0; i < tables->len; i++) {
		gint64 id = g_array_index(tables, gint64, i);

		g_assert_cmpint(number(store, "SELECT message % 7 FROM tables WHERE id = ?", id),
			==, (which + 1) % SHARED);
		g_assert_true(!i || id > g_array_index(tables, gint64, i - 1));
	}
}

static void index_all(struct store *store)
{
	g_assert_true(store_begin(store, NULL));
	g_assert_true(prints_index(store, NULL));
	g_assert_true(store_commit(store, NULL));
}

static void prints(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	g_autofree char *gone = id_of(300);
	gboolean found;

	g_assert_true(store_begin(store, NULL));
	for (guint nr = 0; nr < TABLES; nr++) {
		put_table(store, nr);
		if (nr == 500)
			g_assert_true(prints_index(store, NULL));
	}
	g_assert_true(store_commit(store, NULL));
	for (guint which = 0; which < SHARED; which++)
		assert_found(store, which, TABLES);
	g_assert_cmpint(number(store, "SELECT last_table FROM print_parts", 0), ==, 501);

	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_forget_message(store, gone, &found, NULL));
	g_assert_true(store_commit(store, NULL));
	g_assert_cmpint(number(store, "SELECT count(*) FROM prints", 0), ==, 0);
	for (guint which = 0; which < SHARED; which++)
		assert_found(store, which, 300);

	index_all(store);
	g_assert_cmpint(number(store, "SELECT last_table FROM print_parts", 0), ==, TABLES);
	for (guint which = 0; which < SHARED; which++)
		assert_found(store, which, 300);
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

/* As of a mail that was cut behind the heads. */
static void table_without_rows(void)
{
	static const char *const columns[] = {"7a3fadfd77e1a1b2", "5c0a85fad949212b", NULL};
	static const char *const axes[] = {NULL};
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	struct made *m = made_new("a.mbox", 0, "cut@example.org", "cut");

	made_table(m, 10, 0, columns, axes);
	g_assert_cmpint(put_made(store, m, NULL), ==, STORE_STORED);
	index_all(store);
	g_assert_cmpint(number(store, "SELECT count(*) FROM tables", 0), ==, 1);
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/rows/there-and-back", there_and_back);
	g_test_add_func("/store/rows/none", no_rows);
	g_test_add_func("/store/rows/none-put", table_without_rows);
	g_test_add_func("/store/rows/damaged", damaged);
	g_test_add_func("/store/rows/prints", prints);
	return g_test_run();
}
