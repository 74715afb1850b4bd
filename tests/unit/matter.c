/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which raw mails are worth taking apart. */
#include "parse/parse.h"

static gboolean matters(const char *header, const char *body)
{
	g_autofree char *raw = g_strconcat(header, "\n", body, NULL);

	return parse_may_matter(slice_of(raw));
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
	static const char *const words[] = {"kernel test robot", "kbuild robot", "0day robot",
		"lkp robot", "lkp@intel.", "lkp@lists.", "lkp@01.org", "oe-lkp@", "kbuild-all@",
		"kbuild@lists", "[LKP] [", "[lkp] [", "FYI, we noticed", "%stddev", "fail:runs",
		"GEO-MEAN", "#regzbot", "0day-ci", "lab-lkp"};
	char text[128];

	for (guint w = 0; w < G_N_ELEMENTS(words); w++)
		for (gsize at = 0; at + strlen(words[w]) <= sizeof text; at++) {
			gsize len = strlen(words[w]);

			memset(text, '.', sizeof text);
			memcpy(text + at, words[w], len);
			g_assert_true(parse_may_matter((struct slice){text, at + len}));
			g_assert_false(parse_may_matter((struct slice){text, at + len - 1}));
		}
}

/* Whatever stands around it; with one byte changed it is none. */
static void among_others(void)
{
	static const char beginnings[] = "lkpLKP@oxt[]%sdFYI,-0dayGEOrun:";
	static const char word[] = "%stddev";
	char text[300];

	for (int round = 0; round < 20000; round++) {
		gsize len = (gsize)g_test_rand_int_range(sizeof word, sizeof text);
		gsize at = (gsize)g_test_rand_int_range(0, (gint32)(len - strlen(word)));
		gsize spoilt = at + (gsize)g_test_rand_int_range(0, (gint32)strlen(word));

		for (gsize i = 0; i < len; i++)
			text[i] = beginnings[g_test_rand_int_range(0, sizeof beginnings - 1)];
		memcpy(text + at, word, strlen(word));
		g_assert_true(parse_may_matter((struct slice){text, len}));
		text[spoilt] ^= (char)0x80;
		g_assert_false(parse_may_matter((struct slice){text, len}));
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/matter/kept", kept);
	g_test_add_func("/matter/dismissed", dismissed);
	g_test_add_func("/matter/every-place", every_place);
	g_test_add_func("/matter/among-others", among_others);
	return g_test_run();
}
