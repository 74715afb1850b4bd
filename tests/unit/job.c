/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/job.h"

struct world {
	struct mail *mail;
	struct records *records;
	GPtrArray *diags;
	guint jobs;
};

static struct world read_bytes(const char *text, gsize len)
{
	struct origin origin = {"test.eml", -1, NULL, 0, 0};
	struct world w = {.mail = mail_new(&origin), .diags = diag_list_new()};
	struct diag_sink sink = diag_list_sink(w.diags);

	w.records = records_new(w.mail);
	w.jobs = job_read(w.records, 3, (struct slice){text, len}, &sink);
	g_assert_cmpuint(w.jobs, ==, w.records->jobs->len);
	return w;
}

static struct world read(const char *text)
{
	return read_bytes(text, strlen(text));
}

static void done(struct world *w)
{
	records_free(w->records);
	mail_free(w->mail);
	g_ptr_array_unref(w->diags);
}

/* All fields of all jobs: "key=value" a line, "--" before each job. */
static void assert_fields(const struct world *w, const char *want)
{
	g_autoptr(GString) got = g_string_new(NULL);

	for (guint i = 0; i < w->records->jobs->len; i++) {
		const struct job *job = RECORD(w->records->jobs, struct job, i);

		g_assert_cmpuint(job->part, ==, 3);
		g_string_append_printf(got, "-- %u\n", job->document);
		for (guint f = 0; f < job->fields.count; f++) {
			const struct field *field =
				RECORD(w->records->fields, struct field, job->fields.first + f);

			g_string_append_printf(
				got, "%.*s=%.*s\n", SLICE_ARG(field->key), SLICE_ARG(field->value));
		}
	}
	g_assert_cmpstr(got->str, ==, want);
}

static void assert_diag(const struct world *w, guint line, const char *detail)
{
	const struct diag *d;

	g_assert_cmpuint(w->diags->len, ==, 1);
	d = g_ptr_array_index(w->diags, 0);
	g_assert_cmpint(d->id, ==, DIAG_JOB_UNREADABLE);
	g_assert_cmpuint(d->origin.part, ==, 3);
	g_assert_cmpuint(d->origin.line, ==, line);
	if (detail)
		g_assert_cmpstr(d->detail, ==, detail);
}

static void fields_as_printed(void)
{
	struct world w = read("---\n"
			      "#! jobs/unixbench.yaml\n"
			      "suite: unixbench\n"
			      "test: shell8\n"
			      "nr_task: 100%\n"
			      "ucode: '0xb000280'\n"
			      "octal: 010\n"
			      "fs2:\n"
			      "perf-profile:\n"
			      "  delay: 20\n"
			      "  more: {a: 1, b: [x, y]}\n"
			      "need_kconfig:\n"
			      "- BLK_DEV_SD\n"
			      "- BLOCK: y\n"
			      "- [1, [2]]\n"
			      "job_file: \"/lkp/jobs/a b.yaml\"\n"
			      "empty: {}\n"
			      "script: |\n"
			      "  one\n"
			      "  two\n");

	g_assert_cmpuint(w.diags->len, ==, 0);
	assert_fields(&w,
		"-- 0\n"
		"suite=unixbench\ntest=shell8\nnr_task=100%\nucode=0xb000280\noctal=010\nfs2=\n"
		"perf-profile.delay=20\nperf-profile.more.a=1\nperf-profile.more.b[0]=x\n"
		"perf-profile.more.b[1]=y\n"
		"need_kconfig[0]=BLK_DEV_SD\nneed_kconfig[1].BLOCK=y\n"
		"need_kconfig[2][0]=1\nneed_kconfig[2][1][0]=2\n"
		"job_file=/lkp/jobs/a b.yaml\nscript=one\ntwo\n\n");
	done(&w);
}

/* Else the first key would stand in another column than the others. */
static void behind_a_mark(void)
{
	struct world w = read("\xEF\xBB\xBFsuite: x\nruntime: 1\n");

	assert_fields(&w, "-- 0\nsuite=x\nruntime=1\n");
	g_assert_cmpuint(w.diags->len, ==, 0);
	done(&w);
}

static void several_documents(void)
{
	struct world w = read("a: 1\na: 2\n---\njust a text\n---\nb: &x {c: 3}\nd: *x\n<<: *x\n");

	g_assert_cmpuint(w.diags->len, ==, 0);
	assert_fields(&w, "-- 0\na=1\na=2\n-- 2\nb.c=3\nd=*x\n<<=*x\n");
	done(&w);
}

static void what_is_no_job(void)
{
	static const char *const texts[] = {
		"", "---\n", "# nothing\n", "#!/bin/sh\n", "plain text", "- \n"};

	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct world w = read(texts[i]);

		g_test_message("%s", texts[i]);
		if (!w.jobs)
			assert_diag(&w, 1, NULL);
		done(&w);
	}
	struct world w = read_bytes(NULL, 0);

	g_assert_cmpuint(w.jobs, ==, 0);
	done(&w);
}

/* What precedes the damage is kept. */
static void damaged_streams(void)
{
	struct world w = read("a: 1\nb:\n  c: 2\n  d: [3, 4]\ne: }\n");

	assert_fields(&w, "-- 0\na=1\nb.c=2\nb.d[0]=3\nb.d[1]=4\n");
	g_assert_cmpuint(w.diags->len, ==, 1);
	done(&w);

	w = read("a: 1\n\tb: 2\n");
	g_assert_cmpuint(w.diags->len, ==, 1);
	done(&w);

	w = read("a: 1\n---\nb: 2\n? [x]\n: 3\nc: 4\n");
	assert_fields(&w, "-- 0\na=1\n-- 1\nb=2\n");
	assert_diag(&w, 4, "a key is no text");
	done(&w);

	w = read("a: 1\nb: \xff\n");
	g_assert_cmpuint(w.diags->len, ==, 1);
	done(&w);
}

static void limits(void)
{
	g_autoptr(GString) text = g_string_new("a: ");
	struct world w;

	for (guint i = 0; i < JOB_DEPTH_MAX; i++)
		g_string_append_c(text, '[');
	w = read(text->str);
	assert_diag(&w, 1, "it is nested too deeply");
	done(&w);

	g_string_assign(text, "");
	for (guint i = 0; i < JOB_FIELDS_MAX + 5; i++)
		g_string_append_printf(text, "k%u: v\n", i);
	w = read(text->str);
	assert_diag(&w, JOB_FIELDS_MAX + 1, "there are too many fields");
	g_assert_cmpuint(w.records->fields->len, ==, JOB_FIELDS_MAX);
	g_assert_cmpuint(w.jobs, ==, 1);
	done(&w);

	g_string_assign(text, "a: &x 1\n");
	for (guint i = 0; i <= JOB_ALIASES_MAX; i++)
		g_string_append_printf(text, "k%u: *x\n", i);
	w = read(text->str);
	assert_diag(&w, JOB_ALIASES_MAX + 2, "there are too many aliases");
	done(&w);

	g_string_assign(text, "");
	for (guint i = 0; i <= JOB_DOCUMENTS_MAX; i++)
		g_string_append(text, "---\na: 1\n");
	w = read(text->str);
	g_assert_cmpuint(w.jobs, ==, JOB_DOCUMENTS_MAX);
	assert_diag(&w, 2 * JOB_DOCUMENTS_MAX + 1, "there are too many documents");
	done(&w);

	g_string_assign(text, "");
	for (guint i = 0; i <= JOB_KEY_MAX; i++)
		g_string_append_c(text, 'k');
	g_string_append(text, ": 1\n");
	w = read(text->str);
	g_assert_cmpuint(w.jobs, ==, 0);
	g_assert_cmpuint(w.diags->len, ==, 1);
	done(&w);

	g_string_set_size(text, JOB_BYTES_MAX + 1);
	memset(text->str, '\n', text->len);
	w = read_bytes(text->str, text->len);
	assert_diag(&w, 1, "it is larger than is allowed");
	done(&w);
}

static void cut_and_changed_everywhere(void)
{
	static const char text[] =
		"---\n#! x\na: 1\nb:\n- c: &x 'd'\n- [*x, \"e\\n\"]\n--- {f: g}\n";

	for (gsize at = 0; at < sizeof(text); at++) {
		g_autofree char *cut = g_memdup2(text, at ? at : 1);
		g_autofree char *changed = g_memdup2(text, sizeof(text) - 1);
		struct world w = read_bytes(cut, at);

		done(&w);
		if (at < sizeof(text) - 1)
			changed[at] = (char)g_test_rand_int_range(0, 256);
		w = read_bytes(changed, sizeof(text) - 1);
		done(&w);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/job/fields-as-printed", fields_as_printed);
	g_test_add_func("/job/behind-a-mark", behind_a_mark);
	g_test_add_func("/job/several-documents", several_documents);
	g_test_add_func("/job/what-is-no-job", what_is_no_job);
	g_test_add_func("/job/damaged-streams", damaged_streams);
	g_test_add_func("/job/limits", limits);
	g_test_add_func("/job/cut-and-changed-everywhere", cut_and_changed_everywhere);
	return g_test_run();
}
