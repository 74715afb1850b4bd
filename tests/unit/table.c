/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/table.h"

/* ---- a text read as the one part of a mail ---------------------------------------- */

struct world {
	struct mail *mail;
	struct records *records;
	GPtrArray *diags;
};

static struct world read_part(const char *text, gsize len, gboolean attached)
{
	struct origin origin = {"test.eml", -1, NULL, 0, 0};
	struct world w = {.mail = mail_new(&origin), .diags = diag_list_new()};
	struct diag_sink sink = diag_list_sink(w.diags);
	struct mail_part *part = mail_add_part(w.mail);

	part->bytes = (struct slice){text, len};
	part->name = attached ? g_strdup("detail-comparison") : NULL;
	w.records = records_new(w.mail);
	tables_read(w.records, part, attached, &sink);
	g_assert_cmpuint(w.records->rows_seen, ==,
		w.records->rows->len + w.records->citations->len + w.records->rows_dropped);
	return w;
}

static struct world read(const char *text)
{
	return read_part(text, strlen(text), FALSE);
}

static void done(struct world *w)
{
	records_free(w->records);
	mail_free(w->mail);
	g_ptr_array_unref(w->diags);
}

static struct table *table_at(const struct world *w, guint i)
{
	g_assert_cmpuint(i, <, w->records->tables->len);
	return RECORD(w->records->tables, struct table, i);
}

static struct column *column_at(const struct world *w, const struct table *t, guint i)
{
	g_assert_cmpuint(i, <, t->columns.count);
	return RECORD(w->records->columns, struct column, t->columns.first + i);
}

static struct row *row_at(const struct world *w, const struct table *t, guint i)
{
	g_assert_cmpuint(i, <, t->rows.count);
	return RECORD(w->records->rows, struct row, t->rows.first + i);
}

static void assert_text(struct slice got, const char *want)
{
	g_autofree char *text = slice_dup(got);

	g_assert_cmpstr(text, ==, want);
}

static guint count_diags(const struct world *w, enum diag_id id)
{
	guint n = 0;

	for (guint i = 0; i < w->diags->len; i++)
		n += ((struct diag *)g_ptr_array_index(w->diags, i))->id == id;
	return n;
}

static void assert_axis(
	const struct world *w, const struct table *t, const char *key, const char *value)
{
	for (guint i = 0; i < t->axes.count; i++) {
		struct field *f = RECORD(w->records->fields, struct field, t->axes.first + i);

		if (slice_is(f->key, key)) {
			assert_text(f->value, value);
			return;
		}
	}
	g_error("no axis %s", key);
}

/* ---- the usual table ---------------------------------------------------------------- */

#define AXES                                                                                       \
	"=====================================================================================\n"  \
	"compiler/kconfig/nr_task/tbox_group/test/testcase:\n"                                     \
	"  gcc-4.9/x86_64-rhel/1/lituya/shell8/unixbench\n"                                        \
	"\n"

#define COMMITS                                                                                    \
	"commit: \n"                                                                               \
	"  4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5\n"                                             \
	"  5c0a85fad949212b3e059692deecdeed74ae7ec7\n"                                             \
	"\n"

#define HEADS                                                                                      \
	"4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de \n"                                           \
	"---------------- -------------------------- \n"

#define FAILS                                                                                      \
	"       fail:runs  %reproduction    fail:runs\n"                                           \
	"           |             |             |    \n"                                           \
	"          3:4          -75%            :4     kmsg.DHCP/BOOTP:Reply_not_for_us\n"

#define MARKER                                                                                     \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"

#define ROWS                                                                                       \
	"     14321 ±  0%      -6.3%      13425 ±  0%  unixbench.score\n"                        \
	" 1.721e+08 ±  0%      -6.2%  1.613e+08 ±  0%  unixbench.time.minor_page_faults\n"       \
	"      0.24 ±101%     -86.3%       0.03 ± 54%  turbostat.Pkg%pc3\n"

#define MORE_ROWS                                                                                  \
	"   5950278 ±  0%      -6.2%    5583456 ±  0%  unixbench.time.voluntary_context\n"       \
	"   1960642 ±  0%     -11.4%    1737753 ±  0%  cpuidle.C1-HSW.usage\n"

#define TABLE AXES COMMITS HEADS FAILS MARKER ROWS

static void whole_table(void)
{
	struct world w = read("Details:\n\n" TABLE "\n\nThanks,\n");
	struct table *t = table_at(&w, 0);

	g_assert_cmpuint(w.records->tables->len, ==, 1);
	g_assert_cmpuint(w.diags->len, ==, 0);
	g_assert_cmpuint(t->line, ==, 11);
	g_assert_cmpuint(t->part, ==, 1);
	g_assert_cmpuint(t->depth, ==, 0);
	g_assert_cmpint(t->style, ==, TABLE_NCOMPARE);
	g_assert_cmpuint(t->mean_rows, ==, 3);
	g_assert_cmpuint(t->fail_rows, ==, 1);
	g_assert_null(t->attachment.at);
	g_assert_null(t->machine.at);
	g_assert_cmpuint(t->axes.count, ==, 6);
	assert_axis(&w, t, "tbox_group", "lituya");
	assert_axis(&w, t, "testcase", "unixbench");
	assert_text(column_at(&w, t, 0)->head, "4b50bcc7eda4d3cc");
	assert_text(column_at(&w, t, 1)->listed, "5c0a85fad949212b3e059692deecdeed74ae7ec7");
	assert_text(column_at(&w, t, 1)->id, "5c0a85fad949212b3e059692deecdeed74ae7ec7");
	assert_text(row_at(&w, t, 0)->stat, "kmsg.DHCP/BOOTP:Reply_not_for_us");
	g_assert_cmpint(row_at(&w, t, 0)->kind, ==, ROW_FAIL);
	assert_text(row_at(&w, t, 1)->stat, "unixbench.score");
	g_assert_cmpuint(row_at(&w, t, 3)->line, ==, 20);
	done(&w);
}

static void quoted_tables(void)
{
	struct world w = read("> > "
			      "4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de\n"
			      "> > ---------------- --------------------------\n"
			      "> >          %stddev     %change         %stddev\n"
			      "> >              \\          |                \\\n"
			      "> >      14321 ±  0%      -6.3%      13425 ±  0%  unixbench.score\n"
			      ">> 1.721e+08 ±  0%      -6.2%  1.613e+08 ±  0%  a.b\n"
			      ">>\n"
			      "\n" HEADS MARKER ROWS);

	g_assert_cmpuint(w.records->tables->len, ==, 2);
	g_assert_cmpuint(table_at(&w, 0)->depth, ==, 2);
	g_assert_cmpuint(table_at(&w, 0)->line, ==, 1);
	g_assert_cmpuint(table_at(&w, 0)->mean_rows, ==, 2);
	g_assert_cmpuint(table_at(&w, 1)->depth, ==, 0);
	g_assert_cmpuint(table_at(&w, 1)->line, ==, 9);
	g_assert_cmpuint(w.diags->len, ==, 0);
	done(&w);
}

static void attached_tables(void)
{
	struct world w = read_part(TABLE, strlen(TABLE), TRUE);

	assert_text(table_at(&w, 0)->attachment, "detail-comparison");
	done(&w);
}

static void line_ends(void)
{
	g_auto(GStrv) lines = g_strsplit(TABLE, "\n", -1);
	g_autofree char *text = g_strjoinv("\r\n", lines);
	struct world w = read(text);
	struct table *t = table_at(&w, 0);

	g_assert_cmpuint(t->mean_rows + t->fail_rows, ==, 4);
	g_assert_cmpuint(t->axes.count, ==, 6);
	assert_text(column_at(&w, t, 1)->listed, "5c0a85fad949212b3e059692deecdeed74ae7ec7");
	assert_text(row_at(&w, t, 3)->stat, "turbostat.Pkg%pc3");
	done(&w);
}

/* ---- heads and lists ------------------------------------------------------------------ */

static void commit_lists(void)
{
	static const struct {
		const char *entry, *listed, *title, *note;
	} cases[] = {
		{"5c0a85fad9 (\"mm: default faultaround\")", "5c0a85fad9",
			"mm: default faultaround", NULL},
		{"5c0a85fad9 (\"Revert \"mm: a (b)\"\")", "5c0a85fad9", "Revert \"mm: a (b)\"",
			NULL},
		{"5c0a85fad9 (\" fixes for amdgpu, (x) #2\")", "5c0a85fad9",
			" fixes for amdgpu, (x) #2", NULL},
		{"5c0a85fad949 mm: default, not quoted", "5c0a85fad949", "mm: default, not quoted",
			NULL},
		{"5c0a85fad9 (\"mm: default\")   <---- v2", "5c0a85fad9", "mm: default",
			"<---- v2"},
		{"5c0a85fad9  <-- your \"[PATCH 2/2] mm\"", "5c0a85fad9", NULL,
			"<-- your \"[PATCH 2/2] mm\""},
		{"5c0a85fad9 = 4b50bcc7ed + patch [1]", "5c0a85fad9", NULL,
			"= 4b50bcc7ed + patch [1]"},
		{"5c0a85fad9 (\")", "5c0a85fad9", ")", NULL},
		{"5c0a85fad9 (\"mm: a title that was\n  wrapped\") <-- x", "5c0a85fad9",
			"mm: a title that was wrapped", "<-- x"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = g_strconcat(AXES "commit:\n  4b50bcc7ed (\"base\")\n  ",
			cases[i].entry, "\n\n" HEADS MARKER ROWS, NULL);
		struct world w = read(text);
		struct column *c = column_at(&w, table_at(&w, 0), 1);

		g_test_message("%s", cases[i].entry);
		assert_text(c->listed, cases[i].listed);
		assert_text(c->title, cases[i].title);
		assert_text(c->note, cases[i].note);
		assert_text(c->id, "5c0a85fad949212b3e059692de");
		g_assert_cmpuint(table_at(&w, 0)->axes.count, ==, 6);
		g_assert_cmpuint(w.diags->len, ==, 0);
		done(&w);
	}
}

static void lists_that_contradict(void)
{
	struct world w = read(AXES "commit:\n  4b50bcc7ed (\"base\")\n  1234567890 (\"other\")\n"
				   "  5c0a85fad9 (\"new\")\n\n" HEADS MARKER ROWS);
	struct table *t = table_at(&w, 0);

	g_assert_cmpuint(count_diags(&w, DIAG_COMMITS_MISMATCH), ==, 1);
	assert_text(column_at(&w, t, 0)->title, "base");
	assert_text(column_at(&w, t, 1)->title, "new");
	done(&w);

	w = read(AXES "commit:\n  4b50bcc7ed\n  1234567890\n\n" HEADS MARKER ROWS);
	t = table_at(&w, 0);
	g_assert_cmpuint(count_diags(&w, DIAG_COMMITS_MISMATCH), ==, 1);
	assert_text(column_at(&w, t, 1)->listed, NULL);
	assert_text(column_at(&w, t, 1)->id, "5c0a85fad949212b3e059692de");
	done(&w);
}

static void heads_without_a_list(void)
{
	struct world w = read(AXES "        v4.6-rc6 5c0a85fad949212b3e059692de\n"
				   "---------------- --------------------------\n" MARKER ROWS);
	struct table *t = table_at(&w, 0);

	assert_text(column_at(&w, t, 0)->head, "v4.6-rc6");
	assert_text(column_at(&w, t, 0)->id, "v4.6-rc6");
	assert_text(column_at(&w, t, 0)->listed, NULL);
	assert_axis(&w, t, "nr_task", "1");
	done(&w);
}

static void other_heads(void)
{
	/* Three groups of dashes over two columns; axis values with blanks; a machine. */
	struct world w = read(
		"****************************************************************************\n"
		"lkp-icl-2sp1: 96 threads 2 sockets Intel(R) Xeon(R) with 256G memory\n"
		"============================================================================\n"
		"memory.high/test:\n"
		"  90%/Sequential Write\n"
		"\n"
		"kconfig: \n"
		"  x86_64-rhel-8.3-kselftests\n"
		"  x86_64-rhel-8.3-func\n"
		"\n"
		"x86_64-rhel-8.3- x86_64-rhel-8.3-func\n"
		"---------------- --------------------------- ---------------------------\n" MARKER
			ROWS);
	struct table *t = table_at(&w, 0);

	assert_text(t->machine, "lkp-icl-2sp1");
	assert_axis(&w, t, "memory.high", "90%");
	assert_axis(&w, t, "test", "Sequential Write");
	g_assert_cmpuint(t->columns.count, ==, 2);
	assert_text(column_at(&w, t, 0)->listed, "x86_64-rhel-8.3-kselftests");
	assert_text(column_at(&w, t, 1)->listed, "x86_64-rhel-8.3-func");
	g_assert_cmpuint(w.diags->len, ==, 0);
	done(&w);
}

static void axes_that_do_not_fit(void)
{
	struct world w = read("==================================================\n"
			      "compiler/kconfig/test:\n"
			      "  gcc-4.9/x86_64-rhel\n"
			      "\n" COMMITS HEADS MARKER ROWS);

	g_assert_cmpuint(count_diags(&w, DIAG_AXES_MISMATCH), ==, 1);
	g_assert_cmpuint(table_at(&w, 0)->axes.count, ==, 0);
	g_assert_cmpuint(table_at(&w, 0)->mean_rows, ==, 3);
	done(&w);
}

/* ---- other tables -------------------------------------------------------------------- */

static void older_tool(void)
{
	struct world w =
		read("4b50bcc7eda4d3cc  5c0a85fad949212b3e059692de  testcase/testparams/testbox\n"
		     "----------------  --------------------------  ---------------------------\n"
		     "         %stddev      change         %stddev\n"
		     "             \\          |                \\  \n"
		     "     14321             -43%      12551        "
		     "fio-basic/2M-50%-200s-tb/lkp-csl-2sp6\n"
		     "     14321 ±  4%                 14551        GEO-MEAN fio.read_iops\n");
	struct table *t = table_at(&w, 0);

	g_assert_cmpint(t->style, ==, TABLE_COMPARE);
	g_assert_cmpuint(t->columns.count, ==, 2);
	g_assert_cmpuint(t->mean_rows, ==, 2);
	assert_text(row_at(&w, t, 1)->stat, "GEO-MEAN fio.read_iops");
	assert_text(RECORD(w.records->cells, struct cell, row_at(&w, t, 1)->cells.first + 1)
			    ->change.text,
		NULL);
	done(&w);
}

static void year_2014(void)
{
	struct world w = read(
		"4b50bcc7eda4d3c  5c0a85fad949212b3e059692d\n"
		"---------------  -------------------------\n"
		"     347258 ~ 0%     -18.2%     284195 ~ 0%  TOTAL vm-scalability.migrate_mbps\n"
		"       0.00           +Inf%       0.94 ~ 7%  TOTAL perf-profile.cpu-cycles._raw\n"
		"            ~ 1%      -3.6%            ~ 1%  TOTAL turbostat.Cor_W\n"
		"\n"
		"Legend:\n"
		"\t~XX%    - stddev percent\n");
	struct table *t = table_at(&w, 0);

	g_assert_cmpint(t->style, ==, TABLE_OLD);
	g_assert_cmpuint(t->line, ==, 1);
	g_assert_cmpuint(t->mean_rows, ==, 3);
	assert_text(column_at(&w, t, 0)->head, "4b50bcc7eda4d3c");
	g_assert_cmpuint(w.diags->len, ==, 0);
	done(&w);
}

static void what_is_no_table(void)
{
	struct world w =
		read("the columns are %stddev and %change, see below\n"
		     "         %stddev     %change         %stddev\n"
		     "is what the marker looks like\n"
		     "\n"
		     "                              unixbench.score\n"
		     "   5.6e+06 |-+----------------------------------------------------------+\n"
		     "           |             |             |                                |\n"
		     "   5.5e+06 *..*..*.                                                     |\n"
		     "All code\n"
		     "========\n"
		     "   0:\tb8 01 10 06 03       \tmov    $0x3061001,%eax\n"
		     "[  366.329177][ T3447] -----------------------------\n"
		     "CONFIG_HZ=1000\n"
		     "FSUse%        Count         Size    Files/sec     App Overhead\n"
		     "------ ------\n"
		     "     7          960     16777216          6.4        920331167\n"
		     "@@ -1,3 +1,5 @@\n"
		     "12:30 -5 13:40 meeting.room\n");

	g_assert_cmpuint(w.records->tables->len, ==, 0);
	g_assert_cmpuint(w.records->columns->len, ==, 0);
	g_assert_cmpuint(w.records->rows_seen, ==, 0);
	g_assert_cmpuint(w.diags->len, ==, 0);
	done(&w);
}

static void where_tables_end(void)
{
	struct world w = read(
		HEADS MARKER ROWS "  ...\n" ROWS "\n"
				  "text\n"
				  "\n" HEADS MARKER "=========================\n" HEADS MARKER ROWS
				  "> quoted 1 2 3\n");

	g_assert_cmpuint(w.records->tables->len, ==, 3);
	g_assert_cmpuint(table_at(&w, 0)->mean_rows, ==, 6);
	g_assert_cmpuint(table_at(&w, 1)->mean_rows, ==, 0);
	g_assert_cmpuint(table_at(&w, 2)->mean_rows, ==, 3);
	g_assert_cmpuint(count_diags(&w, DIAG_TABLE_EMPTY), ==, 1);
	g_assert_cmpuint(w.diags->len, ==, 1);
	done(&w);
}

/* ---- damage ----------------------------------------------------------------------------- */

static void rows_under_no_heads(void)
{
	/* A table that goes on behind a signature, with a comment between. */
	struct world w = read(TABLE "-- \nsignature\n\n" MORE_ROWS "\ntext\n"
				    "  758.65  -3.0%  735.86  unixbench.time.system_time\n");
	struct table *t = table_at(&w, 0);

	g_assert_cmpuint(w.records->tables->len, ==, 1);
	g_assert_cmpuint(t->mean_rows, ==, 6);
	g_assert_cmpuint(w.records->rows_dropped, ==, 0);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_HEADLESS), ==, 2);
	done(&w);

	/* Nothing above to tie them to; another depth; a row that the table has already. */
	w = read(MORE_ROWS "\n" TABLE "\n>  387.66  +5.4%  408.49  unixbench.time.user_time\n"
			   "As you see here:\n" ROWS);
	t = table_at(&w, 0);
	g_assert_cmpuint(t->mean_rows, ==, 3);
	g_assert_cmpuint(w.records->rows_dropped, ==, 0);
	g_assert_cmpuint(w.records->citations->len, ==, 2 + 1 + 3);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_HEADLESS), ==, 0);

	struct citation *c = RECORD(w.records->citations, struct citation, 2);

	g_assert_cmpuint(c->depth, ==, 1);
	g_assert_cmpuint(c->line, ==, 23);
	g_assert_cmpint(c->kind, ==, ROW_MEAN);
	assert_text(c->text, "387.66  +5.4%  408.49  unixbench.time.user_time");
	assert_text(c->stat, "unixbench.time.user_time");
	assert_text(RECORD(w.records->cells, struct cell, c->cells.first + 1)->text, "408.49");
	done(&w);
}

/* As refilling a quotation leaves them where the heads were broken, or the table is over. */
static void broken_rows_under_no_heads(void)
{
	struct world w = read("> 21493  -19.6%  17278  -19.2%  17371\n"
			      "> -19.7%  17264  aim7.jobs-per-min\n"
			      "> 0.76 ±  2%  -0.0  0.72  -0.0  0.72 ±\n> 2%\nchildren.b\n"
			      "> :14  23%  7:13  33%\n> 10:19  xfstests.btrfs.172\n"
			      "> 13.03 ±170%  +566.0%  86.78 ± 77%\n"
			      ">\n"
			      "13.03  +566.0%  86.78\n"
			      "it grew from 3 to 4\n");

	g_assert_cmpuint(w.records->citations->len, ==, 3);
	assert_text(RECORD(w.records->citations, struct citation, 1)->stat, "children.b");
	assert_text(RECORD(w.records->citations, struct citation, 2)->stat, "xfstests.btrfs.172");
	struct citation *c = RECORD(w.records->citations, struct citation, 0);
	assert_text(c->stat, "aim7.jobs-per-min");
	g_assert_cmpuint(c->cells.count, ==, 4);
	g_assert_cmpuint(c->repairs, ==, REPAIR_REJOINED);
	g_assert_cmpuint(w.records->rows_dropped, ==, 1);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_DROPPED), ==, 1);
	done(&w);

	w = read(TABLE "text\n\n"
		       "  758.65  -3.0%  735.86\n"
		       "unixbench.time.system_time\n"
		       "  758.65  -3.0%  735.86\n"
		       "\n");
	g_assert_cmpuint(table_at(&w, 0)->mean_rows, ==, 4);
	g_assert_cmpuint(w.records->rows_dropped, ==, 1);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_REJOINED), ==, 1);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_DROPPED), ==, 1);
	done(&w);
}

static void rows_that_cannot_be_read(void)
{
	struct world w = read(HEADS MARKER "     14321 ±  0%      unixbench.score\n" ROWS
					   "     14321            -6.3%      13425\n"
					   "\n");

	g_assert_cmpuint(w.records->rows_seen, ==, 5);
	g_assert_cmpuint(w.records->rows_dropped, ==, 2);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_DROPPED), ==, 2);
	done(&w);
}

static void broken_rows(void)
{
	struct world w = read(">> " HEADS ">> ---------------- --------------------------\n"
			      ">>          %stddev     %change         %stddev\n"
			      ">>      14321\n"
			      ">> ±  2%     -6.3%   13425        unixbench.score\n"
			      ">>      510.93           -\n"
			      ">> 22.7%     395.12        fsmark.files_per_sec\n"
			      ">>      24.90           +22.8%      30.57        fsmark.time.ela\n"
			      ">> psed_\n"
			      ">> time\n"
			      ">>      24.90           +22.8%      30.57        a.b\n"
			      ">>\n");
	struct table *t;

	g_assert_cmpuint(w.records->tables->len, ==, 1);
	t = table_at(&w, 0);
	g_assert_cmpuint(t->mean_rows, ==, 4);
	assert_text(row_at(&w, t, 1)->stat, "fsmark.files_per_sec");
	assert_text(RECORD(w.records->cells, struct cell, row_at(&w, t, 1)->cells.first + 1)
			    ->change.text,
		"-22.7%");
	assert_text(row_at(&w, t, 2)->stat, "fsmark.time.elapsed_time");
	g_assert_cmpuint(row_at(&w, t, 2)->line, ==, row_at(&w, t, 1)->line + 2);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_REJOINED), ==, 3);
	g_assert_cmpuint(w.records->rows_dropped, ==, 0);
	done(&w);
}

static void limits(void)
{
	g_autoptr(GString) text = g_string_new(HEADS MARKER "     14321            -6.3%      1 ");
	struct world w;

	for (guint i = 0; i < TABLE_LINE_MAX; i++)
		g_string_append_c(text, 'x');
	w = read(text->str);
	g_assert_cmpuint(count_diags(&w, DIAG_LINE_TOO_LONG), ==, 1);
	g_assert_cmpuint(w.records->rows_dropped, ==, 1);
	done(&w);

	g_string_assign(text, "");
	for (guint i = 0; i <= TABLE_COLUMNS_MAX; i++)
		g_string_append(text, "%stddev %change ");
	g_string_append(text, "\n" ROWS);
	w = read(text->str);
	g_assert_cmpuint(w.records->tables->len, ==, 0);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_DROPPED), ==, 1);
	done(&w);

	g_string_assign(text, "");
	for (guint i = 0; i < TABLES_MAX + 2; i++)
		g_string_append(text, HEADS MARKER ROWS "\n");
	w = read(text->str);
	g_assert_cmpuint(w.records->tables->len, ==, TABLES_MAX);
	g_assert_cmpuint(count_diags(&w, DIAG_ROW_DROPPED), ==, 1);
	done(&w);

	g_string_assign(text, HEADS MARKER);
	for (guint i = 0; i < TABLE_CELLS_MAX / 2 + 2000; i++)
		g_string_append(text, "1 -1.0% 1 a\n");
	w = read(text->str);
	g_assert_cmpuint(w.records->cells->len, ==, TABLE_CELLS_MAX);
	g_assert_cmpuint(w.records->rows_dropped, ==, 2000);
	g_assert_cmpuint(w.diags->len, ==, TABLE_DIAGS_MAX);
	done(&w);
}

static const char *const texts[] = {
	TABLE "\n-- \nx\n" ROWS,
	"> " TABLE "> " HEADS
	"> ---------------- ------\n> %stddev %change %stddev\n> 1\n> -2.0% 3 a.b\n",
	"4b50bcc7eda4d3c  5c0a85fad949212b3e059692d\n---------------  -----------------\n"
	"     347258 ~ 0%     -18.2%     284195 ~ 0%  TOTAL vm-scalability.migrate_mbps\n",
};

/* Cut at every byte, then with every byte changed: the counts add up, nothing is read outside. */
static void cut_and_changed_everywhere(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		gsize len = strlen(texts[i]);

		for (gsize at = 0; at <= len; at++) {
			g_autofree char *cut = g_memdup2(texts[i], at ? at : 1);
			g_autofree char *changed = g_memdup2(texts[i], len);
			struct world w = read_part(cut, at, FALSE);

			done(&w);
			if (at < len)
				changed[at] = (char)g_test_rand_int_range(0, 256);
			w = read_part(changed, len, at & 1);
			done(&w);
		}
	}
}

/* What stands before a table and after it does not change it. */
static void neighbours_do_not_matter(void)
{
	static const char *const around[] = {"", "\n", "text\n\n", "> quoted\n\n",
		"****************************************\nlkp-x: 4 threads\n", "a:\n\n",
		ROWS "\n"};

	for (guint i = 0; i < G_N_ELEMENTS(around); i++)
		for (guint j = 0; j < G_N_ELEMENTS(around); j++) {
			g_autofree char *text = g_strconcat(around[i], TABLE "\n", around[j], NULL);
			struct world w = read(text);
			struct table *t = table_at(&w, 0);

			g_assert_cmpuint(t->fail_rows, ==, 1);
			g_assert_cmpuint(t->mean_rows, >=, 3);
			g_assert_cmpuint(t->axes.count, ==, 6);
			assert_text(column_at(&w, t, 0)->listed,
				"4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5");
			done(&w);
		}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/table/whole-table", whole_table);
	g_test_add_func("/table/quoted-tables", quoted_tables);
	g_test_add_func("/table/attached-tables", attached_tables);
	g_test_add_func("/table/line-ends", line_ends);
	g_test_add_func("/table/commit-lists", commit_lists);
	g_test_add_func("/table/lists-that-contradict", lists_that_contradict);
	g_test_add_func("/table/heads-without-a-list", heads_without_a_list);
	g_test_add_func("/table/other-heads", other_heads);
	g_test_add_func("/table/axes-that-do-not-fit", axes_that_do_not_fit);
	g_test_add_func("/table/older-tool", older_tool);
	g_test_add_func("/table/year-2014", year_2014);
	g_test_add_func("/table/what-is-no-table", what_is_no_table);
	g_test_add_func("/table/where-tables-end", where_tables_end);
	g_test_add_func("/table/rows-under-no-heads", rows_under_no_heads);
	g_test_add_func("/table/rows-that-cannot-be-read", rows_that_cannot_be_read);
	g_test_add_func("/table/broken-rows", broken_rows);
	g_test_add_func("/table/broken-rows-under-no-heads", broken_rows_under_no_heads);
	g_test_add_func("/table/limits", limits);
	g_test_add_func("/table/cut-and-changed-everywhere", cut_and_changed_everywhere);
	g_test_add_func("/table/neighbours-do-not-matter", neighbours_do_not_matter);
	return g_test_run();
}
