/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is decoded of a text as a whole, and what is left to its lines. */
#include "parse/records.h"
#include "parse/undecoded.h"

#define LONG "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 "

static const struct {
	const char *text, *decoded; /* NULL: left alone */
	guint line;                 /* one that was touched */
	guint repairs;
} cases[] = {
	/* Blanks at line ends, soft breaks, signs; marks of quotation are no text. */
	{"commit:=20\n  a =3D b\n", "commit: \n  a = b\n", 1, REPAIR_QUOTED_PRINTABLE},
	{"> " LONG "=\n> on=20\n>  =C2=B1  3%\n", "> " LONG "on \n>  \xc2\xb1  3%\n", 2,
		REPAIR_QUOTED_PRINTABLE},
	{LONG "=\n" LONG "=\nend\n", LONG LONG "end\n", 1, REPAIR_QUOTED_PRINTABLE},
	/* A byte that is no UTF-8 is the robot's other charset. */
	{"a =B1  3%\nb =B1  4%", "a \xc2\xb1  3%\nb \xc2\xb1  4%", 2, REPAIR_QUOTED_PRINTABLE},
	{"a =C2=B1 =FF\nb=20\n", "a \xc2\xb1 \xc3\xbf\nb \n", 1, REPAIR_QUOTED_PRINTABLE},
	/* No digit, no letter, no control character comes of it. */
	{"a=20\nb=20\n=31=41=00=1B\n", "a \nb \n=31=41=00=1B\n", 1, REPAIR_QUOTED_PRINTABLE},
	/* One line only, no evidence, or an '=' that an encoder would not have left. */
	{"a =3D b\n", NULL, 0, 0},
	{"nr_task=20 and crc=DEAD\ncrc=BEEF\n", NULL, 0, 0},
	{"CONFIG_A=y\nb=20\nc=20\n", NULL, 0, 0},
	{"x =\ny =\n", NULL, 0, 0},
	/* Each depth by itself. */
	{"A=b\n> c=20\n> d=20\n", "A=b\n> c \n> d \n", 3, REPAIR_QUOTED_PRINTABLE},
	/* A rule is no line that goes on in the next. */
	{"==" LONG "==\n> c=20\n> d=20\n", "==" LONG "==\n> c \n> d \n", 3,
		REPAIR_QUOTED_PRINTABLE},
	/* Quoted after it was encoded, before, and both: a mark may be text. */
	{"> > " LONG "=\n> > on=20\n", "> > " LONG "on \n", 1, REPAIR_QUOTED_PRINTABLE},
	{"> " LONG "=\non=20\n> curr-" LONG "=\n>pid=20\n", "> " LONG "on \n> curr-" LONG ">pid \n",
		2, REPAIR_QUOTED_PRINTABLE},
	{"> > " LONG "=\n> on=20\n", "> > " LONG "on \n", 1, REPAIR_QUOTED_PRINTABLE},
	/* A whole text that is encoded needs no second escape in each depth. */
	{"a=20\nb=20\n> c=20\n", "a \nb \n> c \n", 3, REPAIR_QUOTED_PRINTABLE},
	/* No-break spaces. */
	{">\xc2\xa0"
	 "a\xc2\xa0\xc2\xa0"
	 "b\n",
		"> a  b\n", 1, REPAIR_NBSP},
	{"\xc2\xb1", NULL, 0, 0},
	/* Entities. */
	{"x &amp; y\n&gt; &gt; a\n&gt;  b -&gt; c\n", "x & y\n> > a\n>  b -> c\n", 3,
		REPAIR_ENTITY},
	{"> a (&quot;b&quot;)\n> c (&quot;d&quot;)\n", "> a (\"b\")\n> c (\"d\")\n", 2,
		REPAIR_ENTITY},
	{"&gt; a\nx &#49;\n&gt; b\n", "> a\nx &#49;\n> b\n", 1, REPAIR_ENTITY},
	{"&gt; a&#x27;s &#8217;\n&gt; b&#0;&#x1b;\n", "> a's \xe2\x80\x99\n> b&#0;&#x1b;\n", 1,
		REPAIR_ENTITY},
	{"commit: a (&quot;b&quot;)\n", "commit: a (\"b\")\n", 1, REPAIR_ENTITY},
	{"one &gt; two\nthree &gt; four\n", NULL, 0, 0},
	{"&gt; a\n&gt; b=20\n&gt; c=20", "> a\n> b \n> c ", 2,
		REPAIR_ENTITY | REPAIR_QUOTED_PRINTABLE},
	{"", NULL, 0, 0},
};

static void decodes(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct origin origin = {"test", -1, NULL, 0, 0};
		struct mail *mail = mail_new(&origin);
		struct mail_part *part = mail_add_part(mail);
		g_autoptr(GString) decoded = undecoded_repair(slice_of(cases[i].text), part);

		g_assert_cmpstr(decoded ? decoded->str : NULL, ==, cases[i].decoded);
		g_assert_cmpuint(mail_part_mended(part, cases[i].line), ==, cases[i].repairs);
		mail_free(mail);
	}
}

/* Never longer than twice the text, always UTF-8, and done once: nothing is left to do. */
static void survives_noise(void)
{
	static const char *const pieces[] = {"=", "=20", "=3D", "=C2=B1", "=B1", "\n", "> ", "&gt;",
		"&amp;", "(&quot;", LONG, "a", " ", "=C3", "=0D", "\xc2\xb1"};

	for (guint round = 0; round < 2000; round++) {
		g_autoptr(GString) text = g_string_new(NULL);
		struct origin origin = {"noise", -1, NULL, 0, 0};
		struct mail *mail = mail_new(&origin);
		struct mail_part *part = mail_add_part(mail);

		for (gint n = g_test_rand_int_range(0, 60); n; n--)
			g_string_append(
				text, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);

		g_autoptr(GString) decoded =
			undecoded_repair((struct slice){text->str, text->len}, part);
		if (decoded) {
			g_assert_true(g_utf8_validate_len(decoded->str, decoded->len, NULL));
			g_assert_cmpuint(decoded->len, <=, text->len);
			g_assert_cmpuint(mail_part_repairs(part), !=, 0);
		}
		mail_free(mail);
	}
}

/* NUL is a character like others. */
static void keeps_nul(void)
{
	static const char text[] = "a\0b=20\nc=B1\0=20\n";
	struct origin origin = {"nul", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	g_autoptr(GString) decoded =
		undecoded_repair((struct slice){text, sizeof(text) - 1}, mail_add_part(mail));

	g_assert_cmpmem(decoded->str, decoded->len, "a\0b \nc\xc2\xb1\0 \n", 11);
	mail_free(mail);
}

/* Bytes of another charset, all in one line: each was moved for each. */
static void long_line(void)
{
	struct origin origin = {"long", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	g_autoptr(GString) text = g_string_new(NULL);
	gint64 start = g_get_monotonic_time();

	for (guint i = 0; i < 1000000; i++)
		g_string_append(text, "=B1");

	g_autoptr(GString) decoded =
		undecoded_repair((struct slice){text->str, text->len}, mail_add_part(mail));

	g_assert_cmpuint(decoded->len, ==, 2000000);
	g_assert_cmpint(g_get_monotonic_time() - start, <, 30 * G_USEC_PER_SEC);
	mail_free(mail);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/undecoded/decodes", decodes);
	g_test_add_func("/undecoded/survives-noise", survives_noise);
	g_test_add_func("/undecoded/keeps-nul", keeps_nul);
	g_test_add_func("/undecoded/long-line", long_line);
	return g_test_run();
}
