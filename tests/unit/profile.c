/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of perf-profile stats as chains of calls. */
#include "parse/profile.h"

/* "group event: a < b < c", or "" for what is none. */
static char *text_of(const char *stat)
{
	GString *out = g_string_new(NULL);
	struct profile p;

	if (!profile_read(slice_of(stat), &p))
		return g_string_free(out, FALSE);
	g_string_append_printf(out, "%.*s %.*s:", SLICE_ARG(p.group), SLICE_ARG(p.event));
	for (guint i = 0; i < p.depth; i++)
		g_string_append_printf(out, "%s %.*s", i ? " <" : "", SLICE_ARG(p.chain[i]));
	return g_string_free(out, FALSE);
}

#define assert_profile(stat, expected)                                                             \
	do {                                                                                       \
		g_autofree char *text_ = text_of(stat);                                            \
		g_assert_cmpstr(text_, ==, expected);                                              \
	} while (0)

static void chains(void)
{
	assert_profile("perf-profile.calltrace.cycles-pp.clear_page_erms.prep_new_page.alloc_pages",
		"calltrace cycles-pp: clear_page_erms < prep_new_page < alloc_pages");
	assert_profile(
		"perf-profile.self.cycles-pp._raw_spin_lock", "self cycles-pp: _raw_spin_lock");
	assert_profile("perf-profile.children.cycles.[unknown]", "children cycles: [unknown]");
	assert_profile("perf-profile.cycles-pp.do_wp_page.handle_mm_fault",
		" cycles-pp: do_wp_page < handle_mm_fault");
}

static void what_compilers_append(void)
{
	assert_profile(
		"perf-profile.calltrace.cycles-pp.do_wp_page.isra.0.fault.constprop.12.cold.x",
		"calltrace cycles-pp: do_wp_page.isra.0 < fault.constprop.12.cold < x");
	assert_profile("perf-profile.self.cycles-pp.part", "self cycles-pp: part");
}

static void none(void)
{
	static const char *const stats[] = {"", "perf-profile", "perf-profile.",
		"perf-stat.i.cycles", "perf-profile.calltrace", "perf-profile.calltrace.cycles-pp",
		"perf-profile.calltrace.cycles-pp.", "perf-profile.calltrace.cycles-pp.a..b",
		"perf-profile.calltrace.other.a", "x.perf-profile.self.cycles-pp.a"};

	for (guint i = 0; i < G_N_ELEMENTS(stats); i++)
		assert_profile(stats[i], "");
}

static void depth(void)
{
	g_autoptr(GString) stat = g_string_new("perf-profile.calltrace.cycles-pp");
	struct profile p;

	for (guint i = 0; i < PROFILE_DEPTH_MAX; i++)
		g_string_append(stat, ".f");
	g_assert_true(profile_read(slice_of(stat->str), &p));
	g_assert_cmpuint(p.depth, ==, PROFILE_DEPTH_MAX);
	g_string_append(stat, ".f");
	g_assert_false(profile_read(slice_of(stat->str), &p));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/profile/chains", chains);
	g_test_add_func("/profile/what-compilers-append", what_compilers_append);
	g_test_add_func("/profile/none", none);
	g_test_add_func("/profile/depth", depth);
	return g_test_run();
}
