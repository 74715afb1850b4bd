/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fields of an attached job mean, beside the mail's own axis header. */
#include "parse/job_axes.h"
#include "tests/unit/mail-text.h"

static const char body[] =
	"=========================================\n"
	"compiler/cpufreq_governor/kconfig/load/rootfs/tbox_group/test/testcase:\n"
	"  gcc-7/performance/x86_64-rhel-7.6/3000/debian.cgz/lkp-skl-2sp7/disk_src/aim7\n\n"
	"commit: \n"
	"  e7ee96dfb8 (\"xfs: remove it\")\n"
	"  490d451fa5 (\"xfs: fix it\")\n\n"
	"e7ee96dfb8c26877 490d451fa5188975c21246f7f8f\n"
	"---------------- ---------------------------\n"
	"         %stddev     %change         %stddev\n"
	"             \\          |                \\\n"
	"     87271            -6.7%      81409        aim7.jobs-per-min\n\n";

/* A mail with that body and job. */
static parsed parsed_job(const char *text, const char *job)
{
	struct mail *mail = mail_from_robot("x");

	mail_add_text(mail, NULL, text, strlen(text));
	mail_add_text(mail, "job.yaml", job, strlen(job));
	return parsed_of(mail);
}

static char *fields_text(const parsed *p, struct span span)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < span.count; i++) {
		const struct field *f = RECORD(p->records->fields, struct field, span.first + i);

		g_string_append_printf(
			out, "%s%.*s=%.*s", i ? " " : "", SLICE_ARG(f->key), SLICE_ARG(f->value));
	}
	return g_string_free(out, FALSE);
}

#define assert_fields(p, span, expected)                                                           \
	do {                                                                                       \
		g_autofree char *text_ = fields_text(p, span);                                     \
		g_assert_cmpstr(text_, ==, expected);                                              \
	} while (0)

static const struct job *job_at(const parsed *p, guint i)
{
	g_assert_cmpuint(p->records->jobs->len, >, i);
	return RECORD(p->records->jobs, struct job, i);
}

static void axes_and_needs(void)
{
	g_auto(parsed) p = parsed_job(body, "---\n"
					    "testcase: aim7\n"
					    "tbox_group: lkp-skl-2sp7\n"
					    "commit: 490d451fa5188975c21246f7f8f4914cd3f2d6f2\n"
					    "kconfig: x86_64-rhel-7.6\n"
					    "compiler: \n"
					    "cpufreq_governor: performance\n"
					    "perf-profile:\n  delay: 15\n"
					    "aim7:\n  test: disk_wrt\n  load: 3000\n"
					    "aim8:\n  test: disk_src\n"
					    "queue:\n- test: no\n"
					    "need_kconfig:\n- CONFIG_XFS_FS\n"
					    "need_memory: 4G\n"
					    "nr_cpu: 72\nmemory: 128G\n"
					    "_rt: /result/aim7/a\nresult_root: /result/aim7/a/0\n");
	const struct job *job = job_at(&p, 0);

	assert_slice(job->result_root, "/result/aim7/a/0");
	assert_fields(&p, job->axes,
		"tbox_group=lkp-skl-2sp7 testcase=aim7 kconfig=x86_64-rhel-7.6 "
		"commit=490d451fa5188975c21246f7f8f4914cd3f2d6f2 "
		"cpufreq_governor=performance test=disk_src load=3000");
	assert_fields(&p, job->needs,
		"need_kconfig[0]=CONFIG_XFS_FS need_memory=4G nr_cpu=72 memory=128G");
	assert_fields(&p, RECORD(p.records->tables, struct table, 0)->axes,
		"compiler=gcc-7 cpufreq_governor=performance kconfig=x86_64-rhel-7.6 load=3000 "
		"rootfs=debian.cgz tbox_group=lkp-skl-2sp7 test=disk_src testcase=aim7");
}

/* Without a header only LKP's own axes are known; a job has the root of all its runs, or none. */
static void without_a_header(void)
{
	g_auto(parsed) p = parsed_job("Hello\n",
		"---\ntestcase: aim7\naim7:\n  test: disk_src\n_rt: /result/aim7/a\n--- {x: y}\n");

	assert_fields(&p, job_at(&p, 0)->axes, "testcase=aim7");
	assert_fields(&p, job_at(&p, 0)->needs, "");
	assert_slice(job_at(&p, 0)->result_root, "/result/aim7/a");
	assert_fields(&p, job_at(&p, 1)->axes, "");
	assert_slice(job_at(&p, 1)->result_root, NULL);
}

/* Headers of more names than a job can have axes. */
static void too_many(void)
{
	g_autoptr(GString) text = g_string_new(NULL), job = g_string_new("---\n");

	for (guint first = 0; first < 2 * JOB_AXES_MAX; first += 16) {
		g_string_append(text, "=========================================\n");
		for (guint i = first; i < first + 16; i++)
			g_string_append_printf(text, "%sk%u", i > first ? "/" : "", i);
		g_string_append(text, ":\n  ");
		for (guint i = first; i < first + 16; i++) {
			g_string_append_printf(text, "%sv%u", i > first ? "/" : "", i);
			g_string_append_printf(job, "k%u: v%u\n", i, i);
		}
		g_string_append_printf(text, "\n\n%s", strstr(body, "commit: "));
	}
	g_auto(parsed) p = parsed_job(text->str, job->str);
	g_assert_cmpuint(job_at(&p, 0)->axes.count, ==, JOB_AXES_MAX);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/job-axes/axes-and-needs", axes_and_needs);
	g_test_add_func("/job-axes/without-a-header", without_a_header);
	g_test_add_func("/job-axes/too-many", too_many);
	return g_test_run();
}
