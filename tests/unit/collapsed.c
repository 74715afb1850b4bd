/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on one line: the lines come back, and nothing else comes or goes. */
#include "parse/collapsed.h"

/* A report's lines as they were, with white space reduced as such archives do. */
static const char *const report =
	"Greeting,\n"
	"\n"
	"FYI, we noticed a -9.0% regression of fsmark.files_per_sec due to commit:\n"
	"\n"
	"commit: 0123456789abcdef0123456789abcdef01234567 (\"fs: do commit: things twice\")\n"
	"https://git.kernel.org/cgit/linux/kernel/git/next/linux-next.git master\n"
	"\n"
	"in testcase: fsmark\n"
	"on test machine: 4 threads Some CPU @ 3.30GHz with 8G memory\n"
	"with following parameters:\n"
	"\n"
	"\tdisk: 1HDD\n"
	"\ttest: Sequential Write\n"
	"\n"
	"test-description: one line of text.\n"
	"test-url: https://example.org/fsmark\n"
	"\n"
	"Details are as below:\n"
	"-------------------------------------------------------------------------->\n"
	"\n"
	"=========================================================================\n"
	"disk/kconfig/tbox_group/test/testcase:\n"
	"  1HDD/x86_64-rhel-7.2/lkp-ivb-d02/Sequential Write/fsmark\n"
	"\n"
	"commit:\n"
	"  fedcba9876 (\"fs: revert 0123456789abcdef (\"fs: old\")\")\n"
	"  0123456789 (\"fs: do commit: things twice\")\n"
	"\n"
	"fedcba9876543210 0123456789abcdef0123456789\n"
	"---------------- --------------------------\n"
	"fail:runs %reproduction fail:runs\n"
	"| | |\n"
	":4 50% 2:4 dmesg.WARNING:at_fs/file.c:#function\n"
	"%stddev %change %stddev\n"
	"\\ | \\\n"
	"5587932 -9.0% 5085253 fsmark.files_per_sec <-------- (a)\n"
	"4415 ± 6% +46.1% 6451 ±116% slabinfo.kmalloc-32.active_objs\n"
	"0.35 -0.0 0.31 ± 4% perf-stat.branch-miss-rate%\n"
	"...\n"
	"-4.50 ± 3% -100.0% 0.00 TOTAL sched_debug.cpu.load.min\n"
	"\n"
	"fsmark.files_per_sec\n"
	"5.7e+06 +-+------------------------------+\n"
	"| .+.+ + .+.+ |\n"
	"5.6e+06 +-+ + : O O |\n"
	"5.5e+06 +-O------------------------------+\n"
	"\n"
	"[*] bisect-good sample\n"
	"[O] bisect-bad sample\n"
	"\n"
	"Disclaimer: Results have been estimated.\n"
	"\n"
	"Thanks, Somebody";

static char *collapsed(const char *text)
{
	GString *out = g_string_new(NULL);

	for (; *text; text++)
		if (!strchr(" \t\n", *text))
			g_string_append_c(out, *text);
		else if (out->len && out->str[out->len - 1] != ' ')
			g_string_append_c(out, ' ');
	return g_string_free(out, FALSE);
}

static void test_report(void)
{
	g_autofree char *line = collapsed(report);
	g_autoptr(GString) repaired = collapsed_repair(slice_of(line));
	g_autofree char *wanted = g_strconcat(report, "\n", NULL);

	g_assert_nonnull(repaired);
	g_assert_cmpstr(repaired->str, ==, wanted);
}

/* Quotation marks part the lines of a quotation, and nothing else does. */
static void test_quoted(void)
{
	g_auto(GStrv) lines = g_strsplit(report, "\n", -1);
	g_autoptr(GString) quoted = g_string_new("On a day, somebody wrote:\n");

	for (guint i = 0; lines[i]; i++)
		g_string_append_printf(quoted, ">>%s%s\n", *lines[i] ? " " : "", lines[i]);
	g_autofree char *line = collapsed(quoted->str);
	g_autoptr(GString) repaired = collapsed_repair(slice_of(line));

	g_strdelimit(quoted->str, "\t", ' ');
	g_string_replace(quoted, "   ", " ", 0);
	g_string_replace(quoted, "  ", " ", 0);
	g_assert_cmpstr(repaired->str, ==, quoted->str);
}

static void test_untouched(void)
{
	g_autofree char *prose = g_strnfill(5000, 'a');
	g_autofree char *broken = g_strdup_printf("%s\n", report);

	g_assert_null(collapsed_repair(slice_of(prose)));
	g_assert_null(collapsed_repair(slice_of(broken)));
	g_assert_null(collapsed_repair(slice_of("")));
}

/* Lines that are whole stay as they are beside one that is not. */
static void test_beside(void)
{
	g_autofree char *line = collapsed(report);
	g_autofree char *text = g_strdup_printf("  before  it\n%s\n%%stddev  behind\n", line);
	g_autofree char *wanted = g_strdup_printf("  before  it\n%s\n%%stddev  behind\n", report);
	g_autoptr(GString) repaired = collapsed_repair(slice_of(text));

	g_assert_cmpstr(repaired->str, ==, wanted);
}

/* Words in any order: all of them, in it, and no other. */
static void test_any_words(void)
{
	g_autofree char *line = collapsed(report);
	g_auto(GStrv) words = g_strsplit(line, " ", -1);
	guint n = g_strv_length(words);

	for (int round = 0; round < 300; round++) {
		g_autoptr(GString) text = g_string_new("%stddev ");

		while (text->len < COLLAPSED_LINE_MIN + 500) {
			guint from = (guint)g_test_rand_int_range(0, (gint32)n);
			for (guint i = from; i < n && g_test_rand_int_range(0, 6); i++)
				g_string_append_printf(text, "%s ", words[i]);
			if (!g_test_rand_int_range(0, 8))
				g_string_append(text, ">>> ");
		}
		g_autoptr(GString) repaired =
			collapsed_repair((struct slice){text->str, text->len});
		g_autofree char *again = collapsed(repaired->str);
		g_assert_cmpstr(again, ==, text->str);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/collapsed/report", test_report);
	g_test_add_func("/collapsed/quoted", test_quoted);
	g_test_add_func("/collapsed/untouched", test_untouched);
	g_test_add_func("/collapsed/beside", test_beside);
	g_test_add_func("/collapsed/any-words", test_any_words);
	return g_test_run();
}
