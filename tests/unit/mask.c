/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses go, however they are written, and nothing else does. */
#include "base/mask.h"

static gboolean never(const char *address, struct slice before, void *data)
{
	(void)before;
	if (data)
		g_string_append_printf(data, "%s;", address);
	return FALSE;
}

static gboolean known(const char *address, struct slice before, void *data)
{
	(void)before;
	return !strcmp(address, data);
}

static void assert_masked(const char *text, const char *expected)
{
	g_autofree char *got = mask_addresses(text, never, NULL);

	g_assert_cmpstr(got ? got : text, ==, expected);
}

static void test_forms(void)
{
	static const char *const forms[] = {
		"some.one@example.org",
		"some+one@mail.example.org",
		"SOME.ONE@EXAMPLE.ORG",
		"some.one%40example.org",
		"some.one&#64;example.org",
		"some.one\xef\xbc\xa0"
		"example.org",
		"some.one at example.org",
		"some.one (at) example.org",
		"some.one(at)example(dot)org",
		"some.one [at] example [dot] org",
		"some () example ! org",
		"some(a)example.org",
		"some.one at example dot org",
		"\"some one\"@example.org",
		"some.one@[192.0.2.1]",
		"so\xc3\xa9@ex\xc3\xa4mple.org",
		"some.one@xn--exmple-cua.org",
	};

	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		static const char *const frames[][2] = {
			{"", ""},
			{"Reported-by: Some One <", ">"},
			{"(", ")"},
			{"words before ", ", and behind"},
			{"> > ", " wrote:"},
			{"mailto:", "?subject=x"},
		};

		for (guint f = 0; f < G_N_ELEMENTS(frames); f++) {
			g_autofree char *text =
				g_strconcat(frames[f][0], forms[i], frames[f][1], NULL);
			g_autofree char *expected =
				g_strconcat(frames[f][0], MASK_TEXT, frames[f][1], NULL);

			assert_masked(text, expected);
		}
	}
}

static void test_several(void)
{
	assert_masked("a@b.org, c@d.org and e at f.org (E F)",
		MASK_TEXT ", " MASK_TEXT " and " MASK_TEXT " (E F)");
	assert_masked("jdoe at example.org (J. Doe)", MASK_TEXT " (J. Doe)");
	assert_masked("<jdoe at example.org>", "<" MASK_TEXT ">");
	assert_masked("a@b.org.", MASK_TEXT ".");
	assert_masked("someone@examp", MASK_TEXT); /* cut */
	assert_masked("a@b.orgc@d.org", MASK_TEXT "@d.org");
}

static void test_others(void)
{
	static const char *const others[] = {"", "@", "a@", "@b.org", "no address", "serial@10000",
		"clocksource@ffff now", "2 x 4 at 3.5GHz", "look at lkp.intel.com", "fail at 1.5.2",
		"test@box of tests", "ops@1.25", "a @ b.org", "20201115102531.GB7077@OptiPlex-9020",
		"++@++", "user@host:/path"};

	for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
		g_autofree char *got = mask_addresses(others[i], never, NULL);

		if (got)
			g_test_message("masked: %s", others[i]);

		g_assert_cmpstr(got, ==, NULL);
	}
}

static void test_asked(void)
{
	g_autoptr(GString) asked = g_string_new(NULL);
	g_autofree char *all = mask_addresses(
		"See Some.One@Example.org and <two (at) example dot org>", never, asked);
	g_autofree char *one =
		mask_addresses("a@example.org b@example.org", known, (char *)"a@example.org");

	g_assert_cmpstr(asked->str, ==, "some.one@example.org;two@example.org;");
	g_assert_cmpstr(one, ==, "a@example.org " MASK_TEXT);
}

/* Whatever the bytes, it ends, and what has no sign stays. */
static void test_random(void)
{
	static const char *const pieces[] = {"@", ".", "a", "org", " at ", "(at)", "\"", "[", "]",
		"\xff", "%40", " dot ", "<", ">", "\n", "&#64;", "-", "1"};

	for (guint round = 0; round < 2000; round++) {
		g_autoptr(GString) text = g_string_new(NULL);

		for (int n = g_test_rand_int_range(0, 20); n > 0; n--)
			g_string_append(
				text, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
		g_autofree char *once = mask_addresses(text->str, never, NULL);
		g_autofree char *twice = once ? mask_addresses(once, never, NULL) : NULL;
		g_autofree char *kept = twice ? mask_addresses(twice, never, NULL) : NULL;

		g_assert_null(kept && strcmp(kept, twice) ? kept : NULL);
		g_assert_null(once && strstr(once, "a@a.org") ? once : NULL);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/mask/forms", test_forms);
	g_test_add_func("/mask/several", test_several);
	g_test_add_func("/mask/others", test_others);
	g_test_add_func("/mask/asked", test_asked);
	g_test_add_func("/mask/random", test_random);
	return g_test_run();
}
