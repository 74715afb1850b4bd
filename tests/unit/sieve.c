/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reader lets through, and that it is no less than what the writer asks for. */
#include "cli/sieve.h"

#include "parse/parse.h"

static enum sieved sift(struct sieve *sieve, const char *id, const char *parent, const char *text)
{
	g_autofree char *raw =
		g_strdup_printf("From: user@example.org\nMessage-ID: <%s@example.org>\n"
				"In-Reply-To: <%s@example.org>\n\n%s\n",
			id, parent, text);
	struct thread_ids ids;
	enum sieved sieved = sieve_message(sieve, slice_of(raw), &ids);

	g_assert_cmpuint(ids.n_parents, ==, 1);
	return sieved;
}

static void test_threads(void)
{
	struct sieve *sieve = sieve_new();

	g_assert_cmpint(sift(sieve, "early", "report", "as I said"), ==, SIEVE_DISMISSED);
	g_assert_cmpint(sift(sieve, "report", "none", "kernel test robot"), ==, SIEVE_MATTERS);
	g_assert_cmpint(sift(sieve, "reply", "report", "thanks"), ==, SIEVE_ANSWERS);
	g_assert_cmpint(sift(sieve, "below", "reply", "welcome"), ==, SIEVE_ANSWERS);
	g_assert_cmpint(sift(sieve, "other", "unseen", "thanks"), ==, SIEVE_DISMISSED);
	g_assert_cmpint(sift(sieve, "further", "other", "welcome"), ==, SIEVE_DISMISSED);
	g_assert_cmpint(sift(sieve, "named", "other", "lkp@intel.com"), ==, SIEVE_MATTERS);
	sieve_free(sieve);
	sieve_free(NULL);
}

/* No id, and one that is no id, are nobody's parents. */
static void test_without_id(void)
{
	struct sieve *sieve = sieve_new();
	struct thread_ids ids;

	g_assert_cmpint(sieve_message(sieve, SLICE_LIT("Subject: a\n\nGEO-MEAN\n"), &ids), ==,
		SIEVE_MATTERS);
	g_assert_cmpint(sieve_message(sieve, SLICE_LIT("In-Reply-To: <>\n\nb\n"), &ids), ==,
		SIEVE_DISMISSED);
	g_assert_cmpint(sieve_message(sieve, SLICE_LIT(""), &ids), ==, SIEVE_DISMISSED);
	sieve_free(sieve);
}

/* A forest in random order: each mail below one that was let through is, too. */
static void test_forest(void)
{
	enum { MAILS = 500 };

	struct sieve *sieve = sieve_new();
	gboolean through[MAILS] = {FALSE};

	for (gint i = 0; i < MAILS; i++) {
		gint up = g_test_rand_int_range(-1, i);
		gboolean robot = g_test_rand_int_range(0, 20) == 0;
		g_autofree char *id = g_strdup_printf("m%d", i),
				*parent = g_strdup_printf("m%d", up);
		enum sieved sieved = sift(sieve, id, parent, robot ? "fail:runs" : "text");

		through[i] = robot || (up >= 0 && through[up]);
		g_assert_cmpint(sieved == SIEVE_MATTERS, ==, robot);
		g_assert_cmpint(sieved != SIEVE_DISMISSED, ==, through[i]);
	}
	sieve_free(sieve);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/sieve/threads", test_threads);
	g_test_add_func("/sieve/without-id", test_without_id);
	g_test_add_func("/sieve/forest", test_forest);
	return g_test_run();
}
