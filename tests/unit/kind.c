/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who wrote a mail, and what it is. */
#include "parse/author.h"

#include "tests/unit/mail-text.h"

#define CHANGE                                                                                     \
	"Hello,\n\nkernel test robot noticed a -3.2% regression of will-it-scale.per_process_ops " \
	"on:\n\n\ncommit: cb8c4312afca1b2dc64107e7e7cea81911055612 (\"futex: Add "                 \
	"sys_futex_wait()\")\n"
#define DIFF                                                                                       \
	"Signed-off-by: kernel test robot <lkp@intel.com>\n---\n"                                  \
	"--- a/fs/xfs/xfs_log.c\n+++ b/fs/xfs/xfs_log.c\n@@ -1 +1 @@\n-};\n+}\n"

static void robot_names(void)
{
	static const char *const robots[] = {"kernel test robot", "kbuild test robot",
		"Kernel Test Robot", "kerne test robot", "kernel test rboot", "kernel report robot",
		"0day robot", "0-DAY robot", "lkp report check", "kernel test robot via LKP",
		"'kernel test robot' via A Mailing List of Some Name"};
	static const char *const people[] = {"", "Subsystem Maintainer", "robot", "kernel tester",
		"a kernel test robot and much more text behind the name of it"};

	for (guint i = 0; i < G_N_ELEMENTS(robots); i++)
		g_assert_true(author_is_robot_name(slice_of(robots[i])));
	for (guint i = 0; i < G_N_ELEMENTS(people); i++)
		g_assert_false(author_is_robot_name(slice_of(people[i])));
}

static void authors(void)
{
	static const struct {
		const char *name, *address;
		enum author_kind author;
	} cases[] = {
		{"kernel test robot", "oliver.sang@intel.com", AUTHOR_ROBOT},
		{"kernel test robot", "lkp@xxxxxxxxx", AUTHOR_ROBOT},
		{"kernel test robot", "lkp@...el.com", AUTHOR_ROBOT},
		{"kernel test robot", "maintainer@example.org", AUTHOR_PERSON},
		{"kernel test robot", "maintainer@notintel.com", AUTHOR_PERSON},
		{"'kernel test robot' via A List", "list@example.org", AUTHOR_ROBOT},
		{"Maintainer via A List", "list@example.org", AUTHOR_PERSON},
		{"kernel test robot", NULL, AUTHOR_ROBOT},
		{"Team Member", "oliver.sang@intel.com", AUTHOR_PERSON},
		{"", "lkp@intel.com", AUTHOR_ROBOT},
		{NULL, NULL, AUTHOR_PERSON},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct mail *mail = mail_from(cases[i].name, cases[i].address, NULL);

		g_assert_cmpint(author_of(mail), ==, cases[i].author);
		g_assert_cmpint(author_repairs(mail), ==,
			cases[i].name && strstr(cases[i].name, " via ") ? REPAIR_ADDRESS : 0);
		mail_free(mail);
	}
}

static void expect(const char *name, const char *subject, const char *body, enum message_kind kind)
{
	gboolean robot = !strcmp(name, "kernel test robot");
	struct mail *mail =
		mail_from(name, robot ? "lkp@intel.com" : "maintainer@example.org", subject);
	g_auto(parsed) p = parsed_text(mail, body);

	g_assert_cmpstr(message_kind_name(p.records->kind), ==, message_kind_name(kind));
	g_assert_cmpint(p.records->has_report, ==, robot && kind <= MESSAGE_SUMMARY);
	g_assert_cmpuint(parsed_diags(&p, DIAG_KIND_UNKNOWN), ==, kind == MESSAGE_OTHER && robot);
}

static void kinds(void)
{
	const char *robot = "kernel test robot", *person = "Subsystem Maintainer";

	expect(robot, "[futex] cb8c4312af: x", CHANGE, MESSAGE_PERFORMANCE);
	expect(robot, "Re: [PATCH v4 4/5] futex: x", CHANGE, MESSAGE_PERFORMANCE);
	expect(robot, "[proc] 8dade3a353: WARNING:suspicious_RCU_usage",
		"FYI, we noticed the following commit (built with gcc-9):\n\ncommit: "
		"8dade3a353290ab\n",
		MESSAGE_FUNCTIONAL);
	expect(robot, "Re: [PATCH 1/2] x",
		"kernel test robot noticed \"WARNING:suspicious_RCU_usage\" on:\n",
		MESSAGE_FUNCTIONAL);
	expect(robot, "Re: [PATCH] x",
		"Hi,\n\nkernel test robot noticed the following build errors:\n\n"
		"[auto build test ERROR on linus/master]\n",
		MESSAGE_BUILD);
	expect(robot, "[tree:dev 25/37] a.c:1:2: error: x",
		"tree:   https://git.example.org/ext4.git dev\nhead:   11f1ff3cc21a8e9\n"
		"commit: 16bbdb54f49e58d [25/37] ext4: kunit tests\n",
		MESSAGE_BUILD);
	expect(robot, "[tree:for-5.8] BUILD REGRESSION 936f2a70f2077f6",
		"tree/branch: https://git.example.org/cgroup.git  for-5.8\n"
		"branch HEAD: 936f2a70f2077f64  cgroup: add cpu.stat\n",
		MESSAGE_SUMMARY);
	expect(robot, "[PATCH] xfs: fix semicolon.cocci warnings", DIFF, MESSAGE_ROBOT_PATCH);
	expect(robot, "[RFC PATCH tree] x can be static",
		DIFF "tree:   https://git.example.org/ext4.git dev\nhead:   11f1ff3cc21a8e9\n",
		MESSAGE_ROBOT_PATCH);
	expect(robot, "Re: [x86/copy_mc] a0ac629ebe: fio.read_iops -43.3% regression",
		"> FYI, we noticed a -43.3% regression of fio.read_iops due to commit:\n> \nyes.\n",
		MESSAGE_REPLY);
	expect(robot, "greetings", "nothing of note\n", MESSAGE_OTHER);
	expect(person, "Re: [futex] cb8c4312af: x", "> x\nthanks\n", MESSAGE_REPLY);
	expect(person, "Re: [futex] cb8c4312af: x", CHANGE, MESSAGE_REPLY);
	expect(person, "[PATCH 3/4] xfs: x", "text\n", MESSAGE_PATCH);
	expect(person, "xfs: x", DIFF, MESSAGE_PATCH);
	expect(person, "robots", "text\n", MESSAGE_OTHER);
}

/* Before 2016 reports came under people's names. */
static void by_sentence_only(void)
{
	static const char body[] =
		"FYI, we noticed the below changes on\n\n"
		"git://git.example.org/usb.git am437x\n"
		"commit 5507231dd04d3d68796bafe83e6a20c985a0ef68 (\"mempolicy: x\")\n";
	g_auto(parsed) report = parsed_text(mail_from("Team Member", "member@example.org",
						    "[mempolicy] 5507231dd04: -18.2% a.b"),
		body);
	g_auto(parsed) reply = parsed_text(mail_from("Team Member", "member@example.org",
						   "Re: [mempolicy] 5507231dd04: -18.2% a.b"),
		body);

	g_assert_cmpint(report.records->kind, ==, MESSAGE_PERFORMANCE);
	g_assert_cmpint(report.records->author, ==, AUTHOR_ROBOT);
	g_assert_true(report.records->has_report);
	g_assert_cmpint(reply.records->kind, ==, MESSAGE_REPLY);
}

/* A quoted report, an attached one and an HTML twin are not the mail's own words. */
static void only_the_body(void)
{
	g_auto(parsed) attached = {0};
	struct mail *mail = mail_from_robot("Re: x");

	mail_add_text(mail, "report", CHANGE, strlen(CHANGE));
	g_free(mail_add_text(mail, NULL, CHANGE, strlen(CHANGE))->type);
	((struct mail_part *)g_ptr_array_index(mail->parts, 1))->type = g_strdup("text/html");
	attached = parsed_of(mail);
	g_assert_cmpint(attached.records->kind, ==, MESSAGE_REPLY);
	g_assert_cmpuint(attached.records->attachments->len, ==, 1);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/author/names", robot_names);
	g_test_add_func("/author/addresses", authors);
	g_test_add_func("/kind/kinds", kinds);
	g_test_add_func("/kind/by-sentence-only", by_sentence_only);
	g_test_add_func("/kind/only-the-body", only_the_body);
	return g_test_run();
}
