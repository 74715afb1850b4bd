/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headlines, commit blocks and subjects of every era. */
#include "parse/headline.h"
#include "parse/build.h"
#include "parse/subject.h"
#include "parse/title.h"

#include "tests/unit/mail-text.h"

typedef struct {
	struct mail *mail;
	GArray *lines;
	GStringChunk *text;
	struct headline h;
} found;

static void found_clear(found *f)
{
	g_array_unref(f->lines);
	g_string_chunk_free(f->text);
	mail_free(f->mail);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(found, found_clear)

static found find(const char *body)
{
	found f = {.mail = mail_from_robot(NULL), .text = g_string_chunk_new(64)};

	mail_add_text(f.mail, NULL, body, strlen(body));
	f.lines = body_lines(f.mail, NULL);
	f.h = headline_find(f.lines, f.text);
	return f;
}

static void changes(void)
{
	static const struct {
		const char *sentence, *claim, *metric;
		enum verdict verdict;
	} cases[] = {
		{"FYI, we noticed a -13.1% regression of a.b due to commit:", "-13.1%", "a.b",
			VERDICT_REGRESSION},
		{"FYI, we noticed a +23.0% improvement of a.b due to commit:", "+23.0%", "a.b",
			VERDICT_IMPROVEMENT},
		{"FYI, we noticed 16.8% improvement of a.b due to commit:", "16.8%", "a.b",
			VERDICT_IMPROVEMENT},
		{"kernel test robot noticed a 92.5% regression of fileio.latency_95th_ms on:",
			"92.5%", "fileio.latency_95th_ms", VERDICT_REGRESSION},
		{"kerne test robot noticed a -5.2% regression of a.b on:", "-5.2%", "a.b",
			VERDICT_REGRESSION},
		{"kernel test robot noticed a 2.1e+05% improvement of x/sec on:", "2.1e+05%",
			"x/sec", VERDICT_IMPROVEMENT},
		{"FYI, we noticed a -8.4% regression of\nfxmark.works/sec due to\ncommit:", "-8.4%",
			"fxmark.works/sec", VERDICT_REGRESSION},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(found) f = find(cases[i].sentence);

		g_assert_cmpint(f.h.form, ==, HEADLINE_CHANGE);
		assert_slice(f.h.claim, cases[i].claim);
		assert_slice(f.h.metric, cases[i].metric);
		g_assert_cmpint(f.h.verdict, ==, cases[i].verdict);
	}
}

static void failures(void)
{
	g_auto(found) quoted = find("kernel test robot noticed \"blktests.zbd/(003/004).fail "
				    "blktests.loop/002.fail\" on:\n");
	g_auto(found) bare =
		find("FYI, we noticed BUG:workqueue_lockup due to commit (built with gcc-11):\n");
	g_auto(found) unnamed = find("FYI, we noticed the following commit (built with gcc-9):\n");

	assert_slice(quoted.h.failure, "blktests.zbd/(003/004).fail blktests.loop/002.fail");
	assert_slice(bare.h.failure, "BUG:workqueue_lockup");
	assert_slice(bare.h.compiler, "gcc-11");
	g_assert_cmpint(unnamed.h.form, ==, HEADLINE_COMMIT);
	assert_slice(unnamed.h.failure, NULL);
	assert_slice(unnamed.h.compiler, "gcc-9");
}

/* What is no headline: a note's words, a quotation, another's sentence. */
static void no_headlines(void)
{
	static const char *const bodies[] = {
		"",
		"hi, we reported \"[mm] 5c0a85fad9: x -44.2% regression\" in "
		"https://example.org/\n",
		"please be noted we noticed a lot of discussion on:\n",
		"> kernel test robot noticed a -3.2% regression of a.b on:\n",
		"kernel test robot noticed the following build warnings:\n",
		"We only tested one case and found a slight regression of a.b\n",
		"the maintainer noticed a -3.2% regression of a.b on:\n",
	};

	for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
		g_auto(found) f = find(bodies[i]);

		g_assert_cmpint(f.h.form, ==, HEADLINE_NONE);
		g_assert_false(f.h.broken);
	}
}

static void broken(void)
{
	static const char *const bodies[] = {
		"kernel test robot noticed a -3.2% regression of\n",
		"FYI, we noticed a NaN% regression of a.b due to commit:\n",
		"FYI, we noticed a -3.2% change of a.b due to commit:\n",
		"FYI, we noticed something odd on:\n",
	};

	for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
		g_auto(found) f = find(bodies[i]);

		g_assert_cmpint(f.h.form, ==, HEADLINE_NONE);
		g_assert_true(f.h.broken);
	}
}

static void commit_lines(void)
{
	static const struct {
		const char *line, *id, *title;
	} cases[] = {
		{"commit: 490d451fa5188975c21246f7f8f4914cd3f2d6f2 (\"xfs: fix (a) mayhem\")",
			"490d451fa5188975c21246f7f8f4914cd3f2d6f2", "xfs: fix (a) mayhem"},
		{"commit 5507231dd04d (\"a \")", "5507231dd04d", "a "},
		{"commit: 85975daeaa (\" fixes for amdgpu, \"x\" #3\")", "85975daeaa",
			" fixes for amdgpu, \"x\" #3"},
		{"commit: 85975daeaa (\"Revert \"mm: align\"\")", "85975daeaa",
			"Revert \"mm: align\""},
		{"commit: 16bbdb54f49e [25/37] ext4: kunit tests", "16bbdb54f49e",
			"ext4: kunit tests"},
		{"commit: 16bbdb54f49e [PATCH 1/2] a", "16bbdb54f49e", "[PATCH 1/2] a"},
		{"commit: 16bbdb54f49e", "16bbdb54f49e", NULL},
	};
	struct slice id, title;

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_assert_true(headline_commit(slice_of(cases[i].line), &id, &title));
		assert_slice(id, cases[i].id);
		assert_slice(title, cases[i].title);
	}
	g_assert_false(headline_commit(SLICE_LIT("commit: 12345"), &id, &title));
	g_assert_false(headline_commit(SLICE_LIT("commit: the above"), &id, &title));
	g_assert_false(headline_commit(SLICE_LIT("committed 490d451fa518"), &id, &title));
}

/* The first commit behind the sentence; notes above it name others. */
static void blocks(void)
{
	g_auto(found) noted = find("commit: 1111111111 (\"another\")\n\n"
				   "kernel test robot noticed a -3.2% regression of a.b on:\n"
				   "(but no diff for a.c as below (a))\n\n\n"
				   "commit: 2222222222 (\"the one\")\n"
				   "https://git.example.org/tip.git locking/core\n\n"
				   "commit: 3333333333 (\"a third\")\n");
	g_auto(found) patch = find("FYI, we noticed a -3.2% regression of a.b due to commit:\n\n"
				   "commit: 2222222222 (\"[PATCH v2 3/5] mm: x\")\n"
				   "url: https://github.com/example/commits/a/b\n"
				   "base: https://git.example.org/mm.git mm-everything\n"
				   "patch link: https://lore.kernel.org/all/1@example.org/\n");
	g_auto(found) old = find("FYI, we noticed the below changes on\n\n"
				 "git://git.example.org/usb.git am437x-starterkit\n"
				 "commit 5507231dd04d (\"mempolicy: apply\")\n");
	g_auto(found) wrapped = find("FYI, we noticed a -3.2% regression of a.b due to commit:\n\n"
				     "commit: 2222222222 (\"a title that is\nbroken\")\n");

	assert_slice(noted.h.commit, "2222222222");
	assert_slice(noted.h.tree, "https://git.example.org/tip.git");
	assert_slice(noted.h.branch, "locking/core");
	assert_slice(patch.h.tree, "https://git.example.org/mm.git");
	assert_slice(patch.h.branch, "mm-everything");
	assert_slice(old.h.tree, "git://git.example.org/usb.git");
	assert_slice(old.h.branch, "am437x-starterkit");
	assert_slice(old.h.title, "mempolicy: apply");
	assert_slice(wrapped.h.title, "a title that is broken");
}

static void builds(void)
{
	g_auto(found) f = find("[auto build test WARNING on linus/master]\n"
			       "url:    https://github.com/example/commits/a\n"
			       "base:   https://git.example.org/x.git for-next\n");
	g_auto(found) g = find("[auto build test ERROR on next-20190506]\n");
	struct headline h = build_find(f.lines);

	g_assert_cmpint(h.form, ==, HEADLINE_BUILD);
	assert_slice(h.tree, "https://git.example.org/x.git");
	assert_slice(h.branch, "for-next");
	h = build_find(g.lines);
	assert_slice(h.tree, "next-20190506");
	assert_slice(h.branch, NULL);
	assert_slice(h.commit, NULL);
}

static void subjects(void)
{
	struct subject s =
		subject_read(SLICE_LIT("[linus:master] [iomap]  c5c810b94c:  "
				       "stress-ng.metamix.ops_per_sec -98.4% regression"));

	assert_slice(s.tree, "linus");
	assert_slice(s.branch, "master");
	assert_slice(s.subsystem, "iomap");
	assert_slice(s.commit, "c5c810b94c");
	assert_slice(s.metric, "stress-ng.metamix.ops_per_sec");
	assert_slice(s.claim, "-98.4%");
	g_assert_cmpint(s.verdict, ==, VERDICT_REGRESSION);

	s = subject_read(SLICE_LIT("[mempolicy] 5507231dd04: -18.2% vm-scalability.migrate_mbps"));
	assert_slice(s.metric, "vm-scalability.migrate_mbps");
	assert_slice(s.claim, "-18.2%");
	g_assert_cmpint(s.verdict, ==, VERDICT_NONE);

	s = subject_read(SLICE_LIT("[LKP] [xfs]  [confidence: ] 47a6df7cd3: Assertion_failed"));
	assert_slice(s.subsystem, "xfs");
	assert_slice(s.result, "Assertion_failed");
	assert_slice(s.claim, NULL);

	s = subject_read(SLICE_LIT("Re: [LKP] Re: [PATCH v4 4/5] mm/memcontrol: convert"));
	g_assert_true(s.reply && s.patch);
	assert_slice(s.commit, NULL);

	s = subject_read(SLICE_LIT("[cgroup:for-5.8] BUILD SUCCESS 936f2a70f2077f64"));
	g_assert_true(s.summary);
	assert_slice(s.branch, "for-5.8");

	s = subject_read(SLICE_NULL);
	g_assert_false(s.reply);
}

static void patch_subjects(void)
{
	static const char *const patches[] = {"[PATCH] x", "[RFC PATCH v2 3/5] x", "[PATCHv2] x",
		"[patch 01/10] x", "[PATCH-mm] x", "[RFC][PATCH] x"};
	static const char *const others[] = {"[legion:patchset/meminfo] [proc] 8dade3a353: x",
		"[dispatch] x", "PATCH x", "[GIT PULL] x", "[PATCH x"};

	for (guint i = 0; i < G_N_ELEMENTS(patches); i++)
		g_assert_true(subject_read(slice_of(patches[i])).patch);
	for (guint i = 0; i < G_N_ELEMENTS(others); i++)
		g_assert_false(subject_read(slice_of(others[i])).patch);
}

static void subsystems(void)
{
	static const struct {
		const char *title, *subsystem;
	} cases[] = {
		{"mm: memcg: make stats per-memcg", "mm"},
		{"[PATCH v15 1/3] fs: Add trusted_for(2)", "fs"},
		{"Revert \"x86/mm: align\"", "x86/mm"},
		{"mm, memcg: x", "mm, memcg"},
		{"[PATCH] fs/ext4\xef\xbc\x9a"
		 "bug fix",
			"fs/ext4"},
		{" fixes for amdgpu, ...", NULL},
		{"Add linux-next files for 20221213", NULL},
		{"a long sentence: with a colon", NULL},
		{"", NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
		assert_slice(title_subsystem(slice_of(cases[i].title)), cases[i].subsystem);
	assert_slice(title_subsystem(SLICE_NULL), NULL);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/headline/changes", changes);
	g_test_add_func("/headline/failures", failures);
	g_test_add_func("/headline/none", no_headlines);
	g_test_add_func("/headline/broken", broken);
	g_test_add_func("/headline/commit-lines", commit_lines);
	g_test_add_func("/headline/blocks", blocks);
	g_test_add_func("/headline/builds", builds);
	g_test_add_func("/headline/subjects", subjects);
	g_test_add_func("/headline/patch-subjects", patch_subjects);
	g_test_add_func("/headline/subsystems", subsystems);
	return g_test_run();
}
