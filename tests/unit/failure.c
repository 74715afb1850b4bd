/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What failed, and how often: count boxes, and the marked lines of builds. */
#include "parse/log_id.h"
#include "tests/unit/mail-text.h"

#define FUNCTIONAL                                                                                 \
	"kernel test robot noticed \"BUG:KASAN:x\" on:\n\n"                                        \
	"commit: c89d849f6934c3f3e65a77dfa9734164218a166e (\"kunit: Support\")\n\n"
#define HEADS                                                                                      \
	"+----------------+------------+------------+\n"                                           \
	"|                | 9cb3701fb5 | c89d849f69 |\n"                                           \
	"+----------------+------------+------------+\n"
#define BUILD                                                                                      \
	"tree:   https://git.example.org/linux.git dev\n"                                          \
	"head:   11f1ff3cc21a8e9ca9f509a664de5975469ec561\n"                                       \
	"commit: 16bbdb54f49e58d51dbf2217bab9ed424172ea9a [25/37] ext4: kunit tests\n"             \
	"config: powerpc-randconfig-002-20260119 (https://example.org/config)\n"                   \
	"compiler: clang version 22.0.0git\n\n"

static const struct failure *failure_at(const parsed *p, guint i)
{
	return RECORD(p->records->failures, struct failure, i);
}

/* "name:1:2 name:3:4" */
static char *failures_of(const parsed *p)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < p->records->failures->len; i++) {
		const struct failure *f = failure_at(p, i);

		g_string_append_printf(out, "%s%.*s", out->len ? " " : "", SLICE_ARG(f->name));
		for (guint c = 0; c < f->counts.count; c++)
			g_string_append_printf(out, ":%" G_GUINT64_FORMAT,
				*RECORD(p->records->counts, guint64, f->counts.first + c));
	}
	return g_string_free(out, FALSE);
}

#define assert_failures(p, expected)                                                               \
	do {                                                                                       \
		g_autofree char *failures_ = failures_of(p);                                       \
		g_assert_cmpstr(failures_, ==, expected);                                          \
	} while (0)

static parsed functional(const char *box)
{
	g_autofree char *body = g_strconcat(FUNCTIONAL, box, NULL);
	struct mail *mail = mail_from_robot("[kunit] c89d849f69: BUG:KASAN:x");
	parsed p;

	mail_add_text(mail, NULL, g_intern_string(body), strlen(body));
	p = parsed_of(mail);
	return p;
}

static void box(void)
{
	g_auto(parsed) p = functional(HEADS "| boot_successes | 8          | 0          |\n"
					    "| boot_failures  |            | 6          |\n"
					    "| a|b            | 1          |            |\n"
					    "+----------------+------------+------------+\n");

	assert_failures(&p, "boot_successes:8:0 boot_failures:0:6 a|b:1:0");
	g_assert_cmpuint(failure_at(&p, 1)->line, ==, 9);
	assert_slice(p.records->report.parent, "9cb3701fb5");
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_UNREADABLE), ==, 0);
}

static void box_of_three(void)
{
	g_auto(parsed) p =
		functional("+---+----------+------------+------------+\n"
			   "|   | v6.1-rc1 | 9cb3701fb5 | c89d849f69 |\n"
			   "+---+----------+------------+------------+\n"
			   "| x |          | 1          | 12         |\n+---+----------+\n");

	assert_failures(&p, "x:0:1:12");
	assert_slice(p.records->report.parent, "v6.1-rc1");
}

/* A row that is none is told and left out, those around it stay. */
static void unreadable_rows(void)
{
	g_auto(parsed) p = functional(HEADS "| x | 1 | 2 |\n| y | many | 2 |\n| z | 1 |\n"
					    "|   | 1 | 2 |\n| w | 3 | 99999999999999999999 |\n"
					    "| v | 3 | 4 |\n");

	assert_failures(&p, "x:1:2 v:3:4");
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_UNREADABLE), ==, 4);
}

/* Impact boxes, quoted boxes and borders alone are no count boxes. */
static void no_box(void)
{
	static const char *const boxes[] = {
		"+---+---+\n| testcase: change | x |\n+---+---+\n",
		"> +---+---+---+\n> |   | a | b |\n> +---+---+---+\n> | x | 1 | 2 |\n",
		"+---+---+---+\n+---+---+---+\n+---+---+---+\n",
		"+---+---+\n|   | a |\n+---+---+\n| x | 1 |\n",
		"+---+---+---+\n| n | a | b |\n+---+---+---+\n| x | 1 | 2 |\n",
	};

	for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
		g_auto(parsed) p = functional(boxes[i]);

		assert_failures(&p, "");
	}
}

static parsed build(const char *list)
{
	g_autofree char *body = g_strconcat(BUILD, list, NULL);
	struct mail *mail = mail_from_robot("[dev 25/37] fs/a.c:1:2: warning: x");

	mail_add_text(mail, NULL, g_intern_string(body), strlen(body));
	return parsed_of(mail);
}

static void marked(void)
{
	g_auto(parsed) p = build("All errors (new ones prefixed by >>):\n\n"
				 "   In file included from fs/b.c:6200:\n"
				 "   fs/b.c:1:2: error: old\n"
				 ">> fs/a.c:300:5: warning: format [-Wformat]\n"
				 ">> ERROR: \"__x\" [fs/a.ko] undefined!\n"
				 ">> fs/a.c:300:5: warning: format [-Wformat]\n\n"
				 "vim +300 fs/a.c\n\n>> not of the list\n");
	const struct report *r = &p.records->report;

	assert_failures(
		&p, "fs/a.c:300:5: warning: format [-Wformat] ERROR: \"__x\" [fs/a.ko] undefined!");
	g_assert_cmpuint(failure_at(&p, 0)->line, ==, 11);
	assert_slice(r->head, "11f1ff3cc21a8e9ca9f509a664de5975469ec561");
	assert_slice(r->kconfig, "powerpc-randconfig-002-20260119");
	assert_slice(r->compiler, "clang version 22.0.0git");
	g_assert_cmpint(p.records->kind, ==, MESSAGE_BUILD);
}

static void unmarked(void)
{
	g_auto(parsed) p = build("All warnings:\n\n"
				 "   fs/a.c:12: warning: x\n"
				 "   fs/a.c:12:3: note: y\n"
				 "   fs/a.c:7:9: sparse: sparse: symbol 'z' was not declared\n"
				 "   make: error: no\n---\n   fs/c.c:1:1: error: below\n");

	assert_failures(&p,
		"fs/a.c:12: warning: x fs/a.c:7:9: sparse: sparse: symbol 'z' was not declared");
}

static void too_many(void)
{
	g_autoptr(GString) list = g_string_new(BUILD "All errors (new ones prefixed by >>):\n");
	g_autoptr(GString) rows = g_string_new(FUNCTIONAL HEADS);

	for (guint i = 0; i < 3000; i++) {
		g_string_append_printf(list, ">> fs/a.c:%u:1: error: x\n", i);
		g_string_append_printf(rows, "| x%u | 1 | 2 |\n", i);
	}
	g_auto(parsed) a = parsed_text(mail_from_robot("[dev 25/37] fs/a.c:1:2: error"), list->str);
	g_auto(parsed) b = parsed_text(mail_from_robot("[kunit] c89d849f69: x"), rows->str);

	g_assert_cmpuint(a.records->failures->len, ==, 1000);
	g_assert_cmpuint(parsed_diags(&a, DIAG_LIST_TOO_LONG), ==, 1);
	g_assert_cmpuint(b.records->failures->len, ==, 1000);
	g_assert_cmpuint(parsed_diags(&b, DIAG_BOX_UNREADABLE), ==, 2000);
}

/* ---- neither box nor rows: the log in the text -------------------------------------------- */

static void names_of_messages(void)
{
	static const struct {
		const char *message, *id;
	} cases[] = {
		{"WARNING: CPU: 4 PID: 21377 at fs/ext4/mballoc.c:5060 ext4_mb_pa_free+0x28/0x40",
			"WARNING:at_fs/ext4/mballoc.c:#ext4_mb_pa_free"},
		{"WARNING: CPU: 0 PID: 1 at fs/btrfs/extent-tree.c:862 lookup+0x1/0x2 [btrfs]",
			"WARNING:at_fs/btrfs/extent-tree.c:#lookup[btrfs]"},
		{"WARNING: mm/slub.c:1234 at free_to_pcs+0x1/0x2, CPU#1: cat/12",
			"WARNING:at_mm/slub.c:#free_to_pcs"},
		{"WARNING: suspicious RCU usage", "WARNING:suspicious_RCU_usage"},
		{"BUG: KASAN: slab-out-of-bounds in io_sq_offload_create (arch/x86/a.h:227 b.c:1)",
			"BUG:KASAN:slab-out-of-bounds_in_io_sq_offload_create"},
		{"BUG: KCSAN: data-race in alloc_pid / copy_process",
			"BUG:KCSAN:data-race_in_alloc_pid/copy_process"},
		{"BUG: kernel NULL pointer dereference, address: 00000004",
			"BUG:kernel_NULL_pointer_dereference,address"},
		{"UBSAN: invalid-load in lib/kunit/test.c:457:9",
			"UBSAN:invalid-load_in_lib/kunit/test.c"},
		{"kernel BUG at mm/memory.c:3183!", "kernel_BUG_at_mm/memory.c"},
		{"Kernel panic - not syncing: stack-protector: Kernel stack is corrupted in: "
		 "kunit_run_tests+0x301/0x315",
			"Kernel_panic-not_syncing:stack-protector:Kernel_stack_is_corrupted_in:"
			"kunit_run_tests"},
		{"Oops: Oops: 0000 [#1] SMP", "Oops"},
		{"BUG:", "BUG"},
		{"", NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *id = log_id_of(slice_of(cases[i].message));

		g_assert_cmpstr(id, ==, cases[i].id);
	}
}

#define WITHOUT_BOX(testcase)                                                                      \
	"Hello,\n\nkernel test robot noticed \"x.fail\" on:\n\ncommit: "                           \
	"5c0a85fad949212b3e059692deecdeed74ae7ec7 (\"mm: a title\")\n\nin testcase: " testcase     \
	"\n"

static void from_log_and_output(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("[linus:master] [mm] 5c0a85fad9: x.fail"),
		WITHOUT_BOX("blktests") "\n[  218.4][T213] WARNING: possible circular locking "
					"dependency detected\n"
					"kern  :warn  : [  9.15] WARNING: possible circular "
					"locking dependency detected\n"
					"block/024 (a test)      [failed]\n"
					"block/025 (a test)      [passed]\n"
					"> block/026 (quoted)    [failed]\n");
	g_auto(parsed) q = parsed_text(mail_from_robot("[linus:master] [mm] 5c0a85fad9: x.fail"),
		WITHOUT_BOX("kernel-selftests") "# not ok 1 sub test\n"
						"not ok 3 selftests: net: udpgro.sh # exit=1\n"
						"ok 4 selftests: net: tcp.sh\n");

	g_assert_cmpuint(p.records->failures->len, ==, 2);
	assert_slice(RECORD(p.records->failures, struct failure, 0)->name,
		"WARNING:possible_circular_locking_dependency_detected");
	assert_slice(
		RECORD(p.records->failures, struct failure, 1)->name, "blktests.block/024.fail");
	g_assert_cmpuint(q.records->failures->len, ==, 1);
	assert_slice(RECORD(q.records->failures, struct failure, 0)->name,
		"kernel-selftests.net.udpgro.sh.fail");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/failure/box", box);
	g_test_add_func("/failure/box-of-three", box_of_three);
	g_test_add_func("/failure/unreadable-rows", unreadable_rows);
	g_test_add_func("/failure/no-box", no_box);
	g_test_add_func("/failure/marked", marked);
	g_test_add_func("/failure/unmarked", unmarked);
	g_test_add_func("/failure/too-many", too_many);
	g_test_add_func("/failure/names-of-messages", names_of_messages);
	g_test_add_func("/failure/from-log-and-output", from_log_and_output);
	return g_test_run();
}
