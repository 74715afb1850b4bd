/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which raw mails are worth taking apart. */
#include "parse/parse.h"

static gboolean matters(const char *header, const char *body)
{
	return parse_may_matter(slice_of(header), slice_of(body));
}

static void kept(void)
{
	g_assert_true(matters("From: kernel test robot <oliver.sang@intel.com>\n", ""));
	g_assert_true(matters("From: 0day robot <lkp@xxxxxxxxx>\n", ""));
	g_assert_true(matters("To: a@example.org\nCc: lkp@intel.com\n", "aGVsbG8K\n"));
	g_assert_true(matters("Cc: oe-lkp@lists.linux.dev\n", ""));
	g_assert_true(matters("Cc: lkp@lists.01.org\n", ""));
	g_assert_true(matters("Cc: LKP <lkp@01.org>\n", ""));
	g_assert_true(matters("Cc: kbuild-all@lists.01.org\n", ""));
	g_assert_true(matters("Subject: Re: [LKP] [xfs] 490d451fa5: x\n", ""));
	g_assert_true(matters("", "On 5/20/2019, kernel test robot wrote:\n"));
	g_assert_true(matters("", "Reported-by: kbuild test robot <a@example.org>\n"));
	g_assert_true(matters("", "FYI, we noticed the below changes on\n"));
	g_assert_true(matters("", ">          %stddev     %change         %stddev\n"));
	g_assert_true(matters("", "           fail:runs  %reproduction    fail:runs\n"));
	g_assert_true(matters("", "#regzbot introduced: ca6dee6b7946"));
}

static void dismissed(void)
{
	g_assert_false(matters("", ""));
	g_assert_false(matters("From: Subsystem Maintainer <maintainer@example.org>\n",
		"the robots are not the robot\nsee lkp, intel.com, lists.linux.dev, stddev\n"));
	g_assert_false(matters("Cc: developer@intel.com, list@lists.example.org\n", "test\n"));
}

/* A word is found at every place, and not across the end. */
static void every_place(void)
{
	static const char *const words[] = {"kernel test robot", "lkp@intel.", "lkp@lists.",
		"kbuild@lists", "%stddev", "lab-lkp"};
	char text[64];

	for (guint w = 0; w < G_N_ELEMENTS(words); w++)
		for (gsize at = 0; at + strlen(words[w]) <= sizeof text; at++) {
			gsize len = strlen(words[w]);

			memset(text, '.', sizeof text);
			memcpy(text + at, words[w], len);
			g_assert_true(parse_may_matter(SLICE_NULL, (struct slice){text, at + len}));
			g_assert_false(
				parse_may_matter(SLICE_NULL, (struct slice){text, at + len - 1}));
		}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/matter/kept", kept);
	g_test_add_func("/matter/dismissed", dismissed);
	g_test_add_func("/matter/every-place", every_place);
	return g_test_run();
}
