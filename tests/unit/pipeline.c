/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is lost behind the reader's back is told and counted, too. */
#include "cli/pipeline.h"
#include "ingest/mime.h"
#include "made-archive.h"

#define REPORT                                                                                     \
	"From: kernel test robot <lkp@intel.com>\nMessage-ID: <%s@example.org>\n"                  \
	"Subject: [a] 0123456789: b.c -1.0%% regression\n\nkernel test robot noticed\n"

/* The last bytes of a loose object are missing; its header is sound. */
static void cut_object(struct fixture *f, const git_oid *id)
{
	char digits[GIT_OID_HEXSZ + 1];
	g_autofree char *bytes = NULL;
	gsize len;

	git_oid_tostr(digits, sizeof digits, id);
	g_autofree char *path =
		g_strdup_printf("%s/list.git/objects/%.2s/%s", f->path, digits, digits + 2);
	OK(g_chmod(path, 0600));
	g_assert_true(g_file_get_contents(path, &bytes, &len, NULL));
	g_assert_true(g_file_set_contents(path, bytes, (gssize)len - 5, NULL));
}

static gboolean is_cut(const struct store_source *source, void *data)
{
	(void)data;
	g_assert_false(source->complete);
	g_assert_cmpuint(source->documents, ==, 3);
	return TRUE;
}

static void test_lost(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE);
	g_autofree char *one = g_strdup_printf(REPORT, "one"),
			*two = g_strdup_printf(REPORT, "two");
	g_autofree char *path = g_build_filename(f->path, "list.git", NULL);
	const char *sources[] = {path, NULL};
	g_autoptr(GError) error = NULL;
	struct rules *rules = rules_builtin();
	struct pipeline_options options = {.jobs = 2, .rules = rules};
	struct summary summary;

	commit(&made, "m", one);
	git_oid id = blob(&made, two);
	commit_id(&made, "m", &id);
	commit(&made, "m", MAIL("of no robot"));
	finish(&made);
	cut_object(f, &id);

	g_autofree char *file = g_build_filename(f->path, "store.db", NULL);
	struct store *store = store_open(file, STORE_WRITE, &error);
	g_assert_no_error(error);
	g_assert_true(pipeline_run(store, sources, &options, &summary, &error));
	g_assert_cmpuint(summary.seen, ==, 3);
	g_assert_cmpuint(summary.stored, ==, 1);
	g_assert_cmpuint(summary.skipped[SKIP_NOT_RELEVANT], ==, 1);
	g_assert_cmpuint(summary_failed(&summary), ==, 1);
	g_assert_cmpuint(summary.failed[DIAG_OBJECT_MISSING], ==, 1);
	g_assert_cmpuint(summary.diags[DIAG_OBJECT_MISSING], ==, 1);
	g_assert_true(store_list_sources(store, is_cut, NULL, &error));
	g_assert_true(store_close(store, &error));
	rules_free(rules);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add("/pipeline/lost", struct fixture, NULL, set_up, test_lost, tear_down);
	return g_test_run();
}
