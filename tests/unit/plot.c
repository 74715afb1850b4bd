/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Character plots and the rows that look like them. */
#include "tests/unit/mail-text.h"

#define FRAME(q)                                                                                   \
	q "  22500 +--------------------------------------+   \n" q                                \
	  "        |        ...+......                    |   \n" q                                \
	  "  22000 |.....+..          +.....+.....+.....+.|   \n" q                                \
	  "  21500 |-+                                    |   \n" q                                \
	  "        |     O     O            O     O       |   \n" q                                \
	  "  19500 +--------------------------------------+   \n"

static void counts_frames(void)
{
	static const char body[] = "            will-it-scale.per_process_ops           \n\n" FRAME(
		"") "      \n\n\n\n" FRAME("") "\n"
					       "                  a title\n" FRAME(
						       "") "[*] bisect-good sample\n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	g_assert_cmpuint(p.records->plots->len, ==, 3);
	assert_slice(
		RECORD(p.records->plots, struct plot, 0)->title, "will-it-scale.per_process_ops");
	g_assert_cmpuint(RECORD(p.records->plots, struct plot, 0)->line, ==, 3);
	assert_slice(RECORD(p.records->plots, struct plot, 1)->title, NULL);
	assert_slice(RECORD(p.records->plots, struct plot, 2)->title, NULL);
}

/* To 2019 points lie on the frame, and tics reach out of it. */
static void old_frames(void)
{
	static const char body[] = "                                  time.system_time\n\n"
				   "   300 O+O--O-O-O--O-O-O--O-O-O--O-O-O-------+\n"
				   "       |                                     |\n"
				   "   280 ++                                    |\n"
				   "   160 *+*.. .*.  .*   *..*.*.*.. .*.*..*.*. *\n"
				   "   140 +-+-----------------------------------+\n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	g_assert_cmpuint(p.records->plots->len, ==, 1);
}

static void quoted_frames(void)
{
	g_auto(parsed) p = parsed_text(mail_from("A", "a@example.org", "Re: x"), FRAME("> > "));

	g_assert_cmpuint(p.records->plots->len, ==, 1);
	g_assert_cmpuint(RECORD(p.records->plots, struct plot, 0)->depth, ==, 2);
}

static void no_frames(void)
{
	static const char body[] =
		"+------------------+------------+\n| boot_successes   | 8          |\n"
		"+------------------+------------+\n"
		"  22500 +--------------------------------------+   \n"
		"        |                                      |   \n\n"
		"  19500 +--------------------------------------+   \n";
	g_auto(parsed) p = parsed_text(mail_from_robot("x"), body);

	g_assert_cmpuint(p.records->plots->len, ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/plot/counts-frames", counts_frames);
	g_test_add_func("/plot/old-frames", old_frames);
	g_test_add_func("/plot/quoted-frames", quoted_frames);
	g_test_add_func("/plot/no-frames", no_frames);
	return g_test_run();
}
