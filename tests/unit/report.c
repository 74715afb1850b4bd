/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole reports: headline, metadata, boxes, tables and subject held against each other. */
#include "parse/further.h"
#include "tests/unit/mail-text.h"

#include <math.h>

#define SUBJECT "[linux-next:master] [memcg]  01d37228d3:  netperf.Throughput_Mbps 37.9% regression"
#define SENTENCE "kernel test robot noticed a 37.9% regression of netperf.Throughput_Mbps on:\n\n\n"
#define COMMIT                                                                                     \
	"commit: 01d37228d331047a0bbbd1026cec2ccabef6d88d (\"memcg: Use trylock to access\")\n"    \
	"https://git.example.org/linux-next.git master\n\n"
#define METADATA                                                                                   \
	"testcase: netperf\nconfig: x86_64-rhel-9.4\ncompiler: gcc-12\n"                           \
	"test machine: 128 threads 2 sockets (Ice Lake) with 256G memory\nparameters:\n\n"         \
	"\tip: ipv4\n\truntime: 300s\n\tnr_threads: 50%\n\n\n"
#define TAGS                                                                                       \
	"| Reported-by: kernel test robot <oliver.sang@intel.com>\n"                               \
	"| Closes: https://lore.kernel.org/oe-lkp/202503101254.cfd454df-lkp@intel.com\n\n"
#define BOX(claim, machine)                                                                        \
	"+------------------+---------------------------------------------------------+\n"         \
	"| testcase: change | " claim "      |\n" machine                                          \
	"| test parameters  | cpufreq_governor=performance                            |\n"         \
	"|                  | nr_threads=200%                                         |\n"
#define BOX_END "+------------------+---------------------------------------------------------+\n\n"
#define MACHINE "| test machine     | 256 threads 4 sockets (Emerald Rapids)                  |\n"
#define DETAILS "Details are as below:\n-------------->\n\n"
#define TABLE(test, box, row)                                                                      \
	"========================================================================================" \
	"=\n"                                                                                      \
	"cpufreq_governor/nr_threads/tbox_group/testcase:\n"                                       \
	"  performance/50%/" box "/" test "\n\n"                                                   \
	"commit: \n  8c57b687e8 (\"memcg: parent\")\n  01d37228d3 (\"memcg: Use trylock\")\n\n"    \
	"8c57b687e8331eb8 01d37228d331047a0bbbd1026ce \n"                                          \
	"---------------- --------------------------- \n"                                          \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n" row "\n"
#define ROW "     40258           -37.9%      25012        netperf.Throughput_Mbps\n"
#define BOX_ROW "     11000           -63.5%       4015        stress-ng.mmapfork.ops_per_sec\n"
#define HEAD "Hello,\n\n" SENTENCE COMMIT METADATA

static void whole(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD TAGS DETAILS TABLE("netperf", "lkp-icl-2sp2",
			"     12.00 ±  3%      +0.5%      12.06        vmstat.cpu.id\n" ROW));
	const struct report *r = &p.records->report;

	g_assert_cmpuint(p.diags->len, ==, 0);
	assert_slice(r->metric, "netperf.Throughput_Mbps");
	assert_slice(r->claim, "37.9%");
	assert_slice(r->change.text, "-37.9%");
	g_assert_cmpfloat(r->change.value, ==, -37.9);
	g_assert_cmpint(r->headline_row, ==, 1);
	g_assert_cmpint(r->verdict, ==, VERDICT_REGRESSION);
	assert_slice(r->commit, "01d37228d331047a0bbbd1026cec2ccabef6d88d");
	assert_slice(r->commit_title, "memcg: Use trylock to access");
	assert_slice(r->parent, "8c57b687e8331eb8");
	assert_slice(r->tree, "https://git.example.org/linux-next.git");
	assert_slice(r->branch, "master");
	assert_slice(r->testcase, "netperf");
	assert_slice(r->tbox_group, "lkp-icl-2sp2");
	assert_slice(r->machine, "128 threads 2 sockets (Ice Lake) with 256G memory");
	assert_slice(r->subsystem, "memcg");
	assert_slice(r->compiler, "gcc-12");
	assert_slice(r->kconfig, "x86_64-rhel-9.4");
	assert_slice(r->link, "https://lore.kernel.org/oe-lkp/202503101254.cfd454df-lkp@intel.com");
	g_assert_cmpuint(r->params.count, ==, 3);
	assert_slice(
		RECORD(p.records->fields, struct field, r->params.first + 2)->key, "nr_threads");
	assert_slice(RECORD(p.records->fields, struct field, r->params.first + 2)->value, "50%");
	g_assert_cmpuint(r->rows, ==, 2);
	assert_slice(RECORD(p.records->columns, struct column, 1)->id,
		"01d37228d331047a0bbbd1026cec2ccabef6d88d");
}

/* The sign is the row's, the table the one in box order, the machine may be missing. */
static void boxes(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD BOX("stress-ng: stress-ng.mmapfork.ops_per_sec  63.5% regression", MACHINE)
			BOX("netperf: netperf.Throughput_Mbps\n 39.9% improvement", "")
				BOX_END DETAILS TABLE("netperf", "lkp-icl-2sp2", ROW)
					TABLE("stress-ng", "lkp-emr-2sp1", BOX_ROW) TABLE("netperf",
						"lkp-icl-2sp2",
						"     25012           +39.9%      34992        "
						"netperf.Throughput_Mbps\n"));
	const struct impact *a = RECORD(p.records->impacts, struct impact, 0), *b = a + 1;

	g_assert_cmpuint(p.diags->len, ==, 0);
	g_assert_cmpuint(p.records->report.boxes, ==, 2);
	assert_slice(a->text, "stress-ng: stress-ng.mmapfork.ops_per_sec 63.5% regression");
	assert_slice(a->testcase, "stress-ng");
	assert_slice(a->metric, "stress-ng.mmapfork.ops_per_sec");
	assert_slice(a->change.text, "-63.5%");
	assert_slice(a->machine, "256 threads 4 sockets (Emerald Rapids)");
	g_assert_cmpuint(a->params.count, ==, 2);
	g_assert_cmpint(a->table, ==, 1);
	assert_slice(b->text, "netperf: netperf.Throughput_Mbps 39.9% improvement");
	g_assert_cmpint(b->verdict, ==, VERDICT_IMPROVEMENT);
	assert_slice(b->change.text, "+39.9%");
	assert_slice(b->machine, NULL);
	g_assert_cmpint(b->table, ==, 2);
	assert_slice(p.records->report.change.text, "-37.9%");
}

static void box_without_row(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD BOX("blogbench: blogbench.write_score 195.3% improvement", "")
			BOX_END DETAILS TABLE("netperf", "a", ROW)
				TABLE("fio-basic", "b", BOX_ROW));
	const struct impact *box = RECORD(p.records->impacts, struct impact, 0);

	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_CONTRADICTS), ==, 1);
	assert_slice(box->change.text, "195.3%");
	g_assert_cmpint(box->table, ==, 1);
}

/* Too few tables: a box takes the first that has its change, or none. */
static void boxes_out_of_step(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD BOX("fio: fio.read_iops 5.0% regression", "")
			BOX("stress-ng: stress-ng.mmapfork.ops_per_sec 63.5% regression", "")
				BOX_END DETAILS TABLE("netperf", "a", ROW)
					TABLE("stress-ng", "b", BOX_ROW));

	g_assert_cmpint(RECORD(p.records->impacts, struct impact, 0)->table, ==, -1);
	g_assert_cmpint(RECORD(p.records->impacts, struct impact, 1)->table, ==, 1);
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_CONTRADICTS), ==, 1);
}

static void boxes_without_tables(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD BOX("fio: fio.read_iops 5.0% regression", "") BOX_END);

	g_assert_cmpint(RECORD(p.records->impacts, struct impact, 0)->table, ==, -1);
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_CONTRADICTS), ==, 1);
}

/* A row that does not end is told; the tags of the robot begin with a bar, too. */
static void broken_box(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD "| testcase: change | pxz: pxz.throughput 5.0%\n\n" BOX(
			"fio: fio.read_iops 5.0% regression", "| test machine     | 2 threads\n")
			BOX_END TAGS DETAILS TABLE("netperf", "a", ROW));

	g_assert_cmpuint(p.records->impacts->len, ==, 1);
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_UNREADABLE), ==, 2);
}

static void unreadable_box(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD "| testcase: change | pxz: pxz.throughput undefined undefined |\n"
		     "| test parameters  | no parameter |\n" DETAILS TABLE("netperf", "a", ROW));

	g_assert_cmpuint(p.records->impacts->len, ==, 1);
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_UNREADABLE), ==, 2);
	assert_slice(RECORD(p.records->impacts, struct impact, 0)->metric, NULL);
	g_assert_true(isnan(RECORD(p.records->impacts, struct impact, 0)->change.value));
}

static void too_many_params(void)
{
	for (guint n = 200; n <= 201; n++) {
		g_autoptr(GString) body = g_string_new(
			"Hello,\n\n" SENTENCE COMMIT "testcase: netperf\nparameters:\n\n");

		for (guint i = 0; i < n; i++)
			g_string_append_printf(body, "\tp%u: x\n", i);
		g_string_append(body, "\n" DETAILS TABLE("netperf", "a", ROW));
		g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT), body->str);

		g_assert_cmpuint(p.records->report.params.count, ==, 200);
		g_assert_cmpuint(parsed_diags(&p, DIAG_LIST_TOO_LONG), ==, n > 200);
	}
}

/* A note's tables stand before "Details are as below". */
#define FURTHER                                                                                    \
	"kernel test robot noticed a 63.5% regression of stress-ng.mmapfork.ops_per_sec on:\n\n"   \
	"commit: 01d37228d331047a0bbbd1026cec2ccabef6d88d (\"memcg: Use trylock to access\")\n\n"  \
	"testcase: stress-ng\ntest machine: 256 threads 4 sockets (Emerald Rapids)\n"              \
	"parameters:\n\n\tnr_threads: 100%\n\n"

/* Several reports in one mail: the first is the report, the others are claims of it. */
static void further_headlines(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD TAGS DETAILS TABLE("netperf", "lkp-icl-2sp2", ROW) FURTHER TABLE("stress-ng",
			"lkp-emr-2sp1",
			BOX_ROW) "kernel test robot noticed "
				 "\"WARNING:at_mm/memcontrol.c:#trylock\" "
				 "on:\n\ncommit: 01d37228d331 (\"memcg: Use trylock\")\n\n" SENTENCE
				 "commit: 01d37228d3 (\"the first once more\")\n\n"
				 "FYI, we noticed a -3.0% regression of a.b due to commit:\n\n"
				 "commit: 5c0a85fad949212b3e059692deecdeed74ae7ec7 "
				 "(\"another\")\n");
	const struct report *r = &p.records->report;
	const struct impact *further = RECORD(p.records->impacts, struct impact, 0);

	assert_slice(r->metric, "netperf.Throughput_Mbps");
	assert_slice(r->testcase, "netperf");
	g_assert_cmpuint(r->boxes, ==, 0);
	g_assert_cmpuint(p.records->impacts->len, ==, 2);
	assert_slice(further->text, "kernel test robot noticed a 63.5% regression of "
				    "stress-ng.mmapfork.ops_per_sec on:");
	assert_slice(further->metric, "stress-ng.mmapfork.ops_per_sec");
	assert_slice(further->change.text, "-63.5%");
	assert_slice(further->testcase, "stress-ng");
	assert_slice(further->machine, "256 threads 4 sockets (Emerald Rapids)");
	g_assert_cmpuint(further->params.count, ==, 1);
	g_assert_cmpint(further->table, ==, 1);
	assert_slice(RECORD(p.records->impacts, struct impact, 1)->metric, "a.b");
	g_assert_cmpuint(p.records->failures->len, ==, 1);
	assert_slice(RECORD(p.records->failures, struct failure, 0)->name,
		"WARNING:at_mm/memcontrol.c:#trylock");
	g_assert_cmpuint(parsed_diags(&p, DIAG_HEADLINE_FURTHER), ==, 1); /* of another commit */
	g_assert_cmpuint(parsed_diags(&p, DIAG_BOX_CONTRADICTS), ==, 1);  /* without a table */
}

/* What is beyond the most that are read is told. */
static void too_many_headlines(void)
{
	g_autoptr(GString) text = g_string_new(HEAD TAGS DETAILS TABLE("netperf", "box", ROW));

	for (guint i = 0; i < FURTHER_MAX; i++)
		g_string_append(text, FURTHER);
	{
		g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT), text->str);

		g_assert_cmpuint(parsed_diags(&p, DIAG_HEADLINE_FURTHER), ==, 0);
	}
	g_string_append(text, FURTHER);
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT), text->str);

	g_assert_cmpuint(parsed_diags(&p, DIAG_HEADLINE_FURTHER), ==, 1);
	g_assert_cmpuint(p.records->impacts->len, ==, FURTHER_MAX);
}

static void note_with_table(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot(SUBJECT),
		HEAD "but on another machine:\n" TABLE("netperf", "lkp-cpl-4sp1",
			"     40258            -4.5%      38446        netperf.Throughput_Mbps\n")
			DETAILS TABLE("netperf", "lkp-icl-2sp2", ROW));
	const struct report *r = &p.records->report;

	g_assert_cmpint(r->main_table, ==, 1);
	assert_slice(r->change.text, "-37.9%");
	assert_slice(r->tbox_group, "lkp-icl-2sp2");
	g_assert_cmpuint(r->tables, ==, 2);
}

static void contradictions(void)
{
	g_auto(parsed) size = parsed_text(mail_from_robot(SUBJECT),
		HEAD DETAILS TABLE("netperf", "a",
			"     40258           -36.0%      25765        netperf.Throughput_Mbps\n"));
	g_auto(parsed) rowless =
		parsed_text(mail_from_robot(SUBJECT), HEAD DETAILS TABLE("netperf", "a", BOX_ROW));
	g_auto(parsed) tableless = parsed_text(mail_from_robot(SUBJECT), HEAD);

	g_assert_cmpuint(parsed_diags(&size, DIAG_HEADLINE_CONTRADICTS), ==, 1);
	assert_slice(size.records->report.change.text, "-36.0%");
	g_assert_cmpuint(parsed_diags(&rowless, DIAG_HEADLINE_ROWLESS), ==, 1);
	assert_slice(rowless.records->report.change.text, NULL);
	g_assert_cmpint(rowless.records->report.headline_row, ==, -1);
	g_assert_cmpuint(parsed_diags(&tableless, DIAG_HEADLINE_ROWLESS), ==, 1);
	g_assert_cmpint(tableless.records->report.main_table, ==, -1);
	assert_slice(tableless.records->report.parent, NULL);
}

/* What subject and body say differently is null, never guessed. */
static void subject_differs(void)
{
	g_auto(parsed) word = parsed_text(
		mail_from_robot("[memcg]  01d37228d3:  netperf.Throughput_Mbps 37.9% improvement"),
		HEAD DETAILS TABLE("netperf", "a", ROW));
	g_auto(parsed) metric = parsed_text(
		mail_from_robot("[memcg]  01d37228d3:  netperf.Throughput_tps 37.9% regression"),
		HEAD DETAILS TABLE("netperf", "a", ROW));
	g_auto(parsed) commit = parsed_text(
		mail_from_robot("[memcg]  1111111111:  netperf.Throughput_Mbps 37.9% regression"),
		HEAD DETAILS TABLE("netperf", "a", ROW));

	g_assert_cmpuint(parsed_diags(&word, DIAG_SUBJECT_DIFFERS), ==, 1);
	g_assert_cmpint(word.records->report.verdict, ==, VERDICT_NONE);
	assert_slice(word.records->report.change.text, "-37.9%");
	g_assert_cmpuint(parsed_diags(&metric, DIAG_SUBJECT_DIFFERS), ==, 1);
	assert_slice(metric.records->report.metric, NULL);
	assert_slice(metric.records->report.change.text, NULL);
	g_assert_cmpuint(parsed_diags(&commit, DIAG_SUBJECT_DIFFERS), ==, 1);
}

static void other_commit_in_table(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("Re: [PATCH] x"),
		"Hello,\n\n" SENTENCE
		"commit: 2222222222222222 (\"x\")\n\n" DETAILS TABLE("netperf", "a", ROW));

	g_assert_cmpuint(parsed_diags(&p, DIAG_COMMITS_MISMATCH), ==, 1);
	assert_slice(p.records->report.commit, "2222222222222222");
}

/* 2014: metric and change stand in the subject, testcase and box in one line. */
static void of_2014(void)
{
	g_auto(parsed) p = parsed_text(
		mail_from("Team Member", "member@example.org",
			"[mempolicy] 5507231dd04: -18.2% vm-scalability.migrate_mbps"),
		"FYI, we noticed the below changes on\n\ngit://git.example.org/usb.git am437x\n"
		"commit 5507231dd04d3d68796bafe83e6a20c985a0ef68 (\"mempolicy: apply\")\n\n"
		"test case: ivb44/vm-scalability/300s-migrate\n\n"
		"8c81f3eeb336567  5507231dd04d3d68796bafe83\n"
		"---------------  -------------------------\n"
		"     347258 ~ 0%     -18.2%     284195 ~ 0%  TOTAL vm-scalability.migrate_mbps\n");
	const struct report *r = &p.records->report;

	assert_slice(r->metric, "vm-scalability.migrate_mbps");
	assert_slice(r->change.text, "-18.2%");
	g_assert_cmpint(r->verdict, ==, VERDICT_NONE);
	assert_slice(r->testcase, "vm-scalability");
	assert_slice(r->tbox_group, "ivb44");
	assert_slice(r->parent, "8c81f3eeb336567");
}

/* 2016: parameters on one line, the machine with its name. */
static void of_2016(void)
{
	g_auto(parsed) p = parsed_text(
		mail_from_robot("[lkp] [mm]  5c0a85fad9:  x -6.3% regression"),
		"FYI, we noticed a -6.3% regression of unixbench.score due to commit:\n\n"
		"commit 5c0a85fad949212b3e059692deecdeed74ae7ec7 (\"mm: make faultaround\")\n\n"
		"in testcase: unixbench\n"
		"on test machine: lituya: 16 threads Haswell High-end Desktop with 16G memory\n"
		"with following parameters: cpufreq_governor=performance/nr_task=1/test=shell8\n");
	const struct report *r = &p.records->report;

	assert_slice(r->tbox_group, "lituya");
	assert_slice(r->testcase, "unixbench");
	g_assert_cmpuint(r->params.count, ==, 3);
	assert_slice(RECORD(p.records->fields, struct field, r->params.first + 2)->value, "shell8");
}

static void functional(void)
{
	g_auto(parsed) p = parsed_text(
		mail_from_robot("[kunit] c89d849f69: UBSAN:invalid-load_in_lib/kunit/test.c"),
		"FYI, we noticed the following commit (built with gcc-9):\n\n"
		"commit: c89d849f6934c3f3e65a77dfa9734164218a166e (\"kunit: Support\")\n\n"
		"in testcase: trinity\nwith following parameters:\n\n\truntime: 300s\n\n"
		"+----------------------------------------+------------+------------+\n"
		"|                                        | 9cb3701fb5 | c89d849f69 |\n"
		"+----------------------------------------+------------+------------+\n"
		"| boot_failures                          | 0          | 6          |\n"
		"+----------------------------------------+------------+------------+\n");
	const struct report *r = &p.records->report;

	assert_slice(r->failure, "UBSAN:invalid-load_in_lib/kunit/test.c");
	assert_slice(r->parent, "9cb3701fb5");
	assert_slice(r->testcase, "trinity");
	assert_slice(r->compiler, "gcc-9");
	g_assert_cmpuint(r->params.count, ==, 1);
	g_assert_cmpuint(r->boxes, ==, 0);
}

/* The commit of a summary is the branch's head, whose subsystem is not what it is about. */
static void summary(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("[cgroup:for-5.8] BUILD SUCCESS 936f2a70f2"),
		"tree/branch: https://git.example.org/cgroup.git  for-5.8\n"
		"branch HEAD: 936f2a70f2077f64fab1dcb3eca71879e82ecd3f  cgroup: add cpu.stat\n");
	const struct report *r = &p.records->report;

	assert_slice(r->commit, "936f2a70f2077f64fab1dcb3eca71879e82ecd3f");
	assert_slice(r->commit_title, "cgroup: add cpu.stat");
	assert_slice(r->branch, "for-5.8");
	assert_slice(r->subsystem, NULL);
}

static void attachments(void)
{
	static const char table[] = TABLE("netperf", "a", ROW);
	static const char config[] = "# Automatically generated file; DO NOT EDIT.\nCONFIG_A=y\n";
	static const char job[] = "---\ntestcase: netperf\ntbox_group: lkp-icl-2sp2\n";
	static const enum attachment_kind kinds[] = {ATTACHMENT_TABLE, ATTACHMENT_CONFIG,
		ATTACHMENT_CONFIG, ATTACHMENT_JOB, ATTACHMENT_SCRIPT, ATTACHMENT_REPRODUCE,
		ATTACHMENT_LOG, ATTACHMENT_OTHER};
	g_auto(parsed) p = {0};
	struct mail *mail = mail_from_robot("Re: x");

	mail_add_text(mail, "will-it-scale", table, strlen(table));
	mail_add_text(mail, "config-5.2.0-rc4", table, strlen(table));
	mail_add_text(mail, "noname", config, strlen(config));
	mail_add_text(mail, "job.yaml", job, strlen(job));
	mail_add_text(mail, "job-script", job, strlen(job));
	mail_add_text(mail, "repro-script", job, strlen(job));
	mail_add_text(mail, "dmesg.xz", "\xfd", 1)->is_text = FALSE;
	mail_add_text(mail, "../../etc/passwd", "", 0);
	p = parsed_of(mail);
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		g_assert_cmpint(
			RECORD(p.records->attachments, struct attachment, i)->kind, ==, kinds[i]);
	g_assert_cmpuint(p.records->tables->len, ==, 1);
	assert_slice(RECORD(p.records->tables, struct table, 0)->attachment, "will-it-scale");
	g_assert_cmpuint(p.records->jobs->len, ==, 1);
}

/* Many functional reports name config and compiler in the attached job only. */
static void build_from_job(void)
{
	static const char job[] = "testcase: nvml\nkconfig: x86_64-rhel-8.3\ncompiler: gcc-9\n";
	static const char body[] =
		"FYI, we noticed the following commit (built with gcc-11):\n\n"
		"commit: 5c0a85fad949212b3e059692deecdeed74ae7ec7 (\"mm: make x\")\n";
	g_auto(parsed) p = {0};
	struct mail *mail = mail_from_robot("[mm] 5c0a85fad9: nvml.x.fail");

	mail_add_text(mail, NULL, body, strlen(body));
	mail_add_text(mail, "job.yaml", job, strlen(job));
	p = parsed_of(mail);
	g_assert_cmpint(p.records->kind, ==, MESSAGE_FUNCTIONAL);
	assert_slice(p.records->report.kconfig, "x86_64-rhel-8.3");
	assert_slice(p.records->report.compiler, "gcc-11"); /* the text's word comes first */
}

/* A report cut at any byte, or with any byte damaged, is read without harm. */
static void cut_and_damaged(void)
{
	static const char text[] =
		HEAD BOX("stress-ng: stress-ng.mmapfork.ops_per_sec  63.5% regression", MACHINE)
			BOX_END TAGS DETAILS TABLE("netperf", "lkp-icl-2sp2", ROW)
				TABLE("stress-ng", "lkp-emr-2sp1", BOX_ROW);
	static const char bytes[] = {'\n', ' ', '|', '>', '%', '0', '\0', '\xff'};
	g_autofree char *copy = g_memdup2(text, sizeof text);

	for (gsize n = 0; n < sizeof text - 1; n += 3) {
		g_auto(parsed) p = {0};
		struct mail *mail = mail_from_robot(SUBJECT);
		char was = copy[n];

		copy[n] = bytes[n % sizeof bytes];
		mail_add_text(mail, NULL, copy, n % 2 ? n : sizeof text - 1);
		p = parsed_of(mail);
		g_assert_cmpuint(p.records->rows_seen, ==,
			p.records->rows->len + p.records->citations->len + p.records->rows_dropped);
		copy[n] = was;
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/report/whole", whole);
	g_test_add_func("/report/boxes", boxes);
	g_test_add_func("/report/box-without-row", box_without_row);
	g_test_add_func("/report/boxes-out-of-step", boxes_out_of_step);
	g_test_add_func("/report/boxes-without-tables", boxes_without_tables);
	g_test_add_func("/report/broken-box", broken_box);
	g_test_add_func("/report/unreadable-box", unreadable_box);
	g_test_add_func("/report/too-many-params", too_many_params);
	g_test_add_func("/report/further-headlines", further_headlines);
	g_test_add_func("/report/too-many-headlines", too_many_headlines);
	g_test_add_func("/report/note-with-table", note_with_table);
	g_test_add_func("/report/contradictions", contradictions);
	g_test_add_func("/report/subject-differs", subject_differs);
	g_test_add_func("/report/other-commit-in-table", other_commit_in_table);
	g_test_add_func("/report/of-2014", of_2014);
	g_test_add_func("/report/of-2016", of_2016);
	g_test_add_func("/report/functional", functional);
	g_test_add_func("/report/summary", summary);
	g_test_add_func("/report/attachments", attachments);
	g_test_add_func("/report/build-from-job", build_from_job);
	g_test_add_func("/report/cut-and-damaged", cut_and_damaged);
	return g_test_run();
}
