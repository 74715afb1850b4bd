/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/event_link.h"
#include "parse/link_wrap.h"

#define WANTED "https://lore.kernel.org/oe-lkp/202605121549.4b9f0f7e-lkp@intel.com"

static void unwraps(void)
{
	static const struct {
		const char *wrapped, *link;
	} cases[] = {
		{WANTED, WANTED},
		{"https://urldefense.com/v3/__" WANTED "__;!!ACWV5N9M2RV99hQ!P1-x$", WANTED},
		{"https://urldefense.proofpoint.com/v2/url?u=https-3A__lore.kernel.org_oe-2Dlkp_"
		 "202605121549.4b9f0f7e-2Dlkp-40intel.com&d=DwIBAg&c=RoP1",
			WANTED},
		{"https://nam06.safelinks.protection.outlook.com/?url=https%3A%2F%2Flore.kernel."
		 "org%2Foe-lkp%2F202605121549.4b9f0f7e-lkp%40intel.com&data=05%7C01",
			WANTED},
		/* Left as they are: a character is kept elsewhere; no link; not for a link. */
		{"https://urldefense.com/v3/__https://host/a*b__;Iw!!x$",
			"https://urldefense.com/v3/__https://host/a*b__;Iw!!x$"},
		{"https://urldefense.proofpoint.com/v2/url?u=javascript-3Aalert&d=1",
			"https://urldefense.proofpoint.com/v2/url?u=javascript-3Aalert&d=1"},
		{"https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa%0Ab&data=1",
			"https://x.safelinks.protection.outlook.com/"
			"?url=https%3A%2F%2Fa%0Ab&data=1"},
		{"https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa%00b&data=1",
			"https://x.safelinks.protection.outlook.com/"
			"?url=https%3A%2F%2Fa%00b&data=1"},
		{"", ""},
	};
	GStringChunk *text = g_string_chunk_new(64);

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *got = slice_dup(link_unwrap(slice_of(cases[i].wrapped), text));

		g_assert_cmpstr(got, ==, cases[i].link);
	}
	g_string_chunk_free(text);
}

/* The message that a wrapped link names. */
static void finds_targets(void)
{
	GStringChunk *text = g_string_chunk_new(64);
	struct slice link =
		slice_of("https://urldefense.com/v3/__" WANTED "__;!!ACWV5N9M2RV99hQ!P1-x$");
	g_autofree char *target = slice_dup(link_target(link, text));

	g_assert_cmpstr(target, ==, "202605121549.4b9f0f7e-lkp@intel.com");
	g_string_chunk_free(text);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/link-wrap/unwraps", unwraps);
	g_test_add_func("/link-wrap/targets", finds_targets);
	return g_test_run();
}
