/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which sections of MAINTAINERS a file belongs to. */
#include "tree/glob.h"
#include "tree/maintainers.h"
#include "tree/name_pattern.h"

#include <glib.h>

/* ---- patterns ------------------------------------------------------------------------------- */

static void test_globs(void)
{
	static const struct {
		const char *pattern, *fits, *not_so;
	} cases[] = {
		{"mm/", "mm/slub.c mm/kasan/init.c", "mm mmm/a.c include/mm/a.h"},
		{"mm/*", "mm/slub.c mm/a", "mm/kasan/init.c"},
		{"mm/sl?b*", "mm/slub.c mm/slab.h mm/slab_common.c", "mm/slb.c mm/sl/b mm/slip.c"},
		{"kernel/fork.c", "kernel/fork.c", "kernel/fork kernel/forks.c"},
		{"kernel/fork", "kernel/fork.c kernel/fork kernel/fork/a/b.c", "kernel/for.c"},
		{"*/net/*", "drivers/net/a.c", "net/a.c drivers/net/phy/a.c drivers/a/net/b.c"},
		{"drivers/*/gpio/", "drivers/x/gpio/a.c drivers/x/gpio/b/c.c", "drivers/gpio/a.c"},
		{"arch/**/dts/*.dts", "arch/arm/boot/dts/a.dts arch/a/b/c/dts/a.dts",
			"arch/arm/dts.c arch/dts/a.dts"},
		{"**/*fault*", "mm/fault.c a/b/c/xfaulty", "fault/mm.c"},
		{"include/[a-c]x/", "include/ax/a.h include/cx/y", "include/dx/a.h include/-x/a.h"},
		{"include/[!a-c]x/", "include/dx/a.h", "include/ax/a.h include//x/"},
		{"*", "Makefile MAINTAINERS", "mm/slub.c"},
		{"*/", "mm/slub.c a/b/c", "Makefile"},
		{"a[b", "a[b a[bc", "ab"},
		{"a*b*c*d", "abcd axbxcxd abcdd abcde", "abc abdc"},
		{"", "", "a"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(GStrv) fits = g_strsplit(cases[i].fits, " ", -1),
			      not_so = g_strsplit(cases[i].not_so, " ", -1);

		g_test_message("%s", cases[i].pattern);
		for (char **path = fits; *path && **path; path++) {
			g_test_message("%s", *path);
			g_assert_true(glob_fits(cases[i].pattern, *path));
		}
		for (char **path = not_so; *path && **path; path++) {
			g_test_message("not %s", *path);
			g_assert_false(glob_fits(cases[i].pattern, *path));
		}
	}
	g_assert_cmpuint(glob_weight("mm/sl?b*[a-c]"), ==, 7);
	g_assert_cmpuint(glob_folder("drivers/net/phy*"), ==, strlen("drivers/net/"));
	g_assert_cmpuint(glob_folder("Makefile"), ==, 0);
}

/* A path always lies in the folder of a pattern that fits: the others are not tried. */
static void test_folders(void)
{
	static const char letters[] = "ab/*?[]!-c";

	for (guint i = 0; i < 200000; i++) {
		char pattern[9] = "", path[9] = "";

		for (int k = g_test_rand_int_range(1, 8); k > 0; k--)
			pattern[k - 1] = letters[g_test_rand_int_range(0, 10)];
		for (int k = g_test_rand_int_range(1, 8); k > 0; k--)
			path[k - 1] = letters[g_test_rand_int_range(0, 3)];
		if (!glob_fits(pattern, path))
			continue;
		g_assert_cmpint(strncmp(pattern, path, glob_folder(pattern)), ==, 0);
	}
}

static void test_costly(void)
{
	g_autofree char *stars = g_strnfill(512, '*'), *path = g_strnfill(4000, 'a');
	g_autoptr(GString) pattern = g_string_new(NULL);
	struct name_pattern *name;

	for (guint i = 0; i < 200; i++)
		g_string_append(pattern, "*a");
	g_assert_true(glob_fits(stars, path));
	g_assert_true(glob_fits(pattern->str, path));
	g_string_append(pattern, "b");
	g_assert_false(glob_fits(pattern->str, path));

	g_assert_nonnull(name = name_pattern_new("(a+)+$"));
	path[3999] = 'b';
	g_assert_false(name_pattern_fits(name, path));
	name_pattern_free(name);
	g_assert_null(name_pattern_new("(*LIMIT_MATCH=4000000000)(a+)+$"));
	g_assert_null(name_pattern_new("(unclosed"));
	g_assert_null(name_pattern_new("a\\Cb"));
}

/* ---- the file -------------------------------------------------------------------------------- */

static const char text[] =
	"List of maintainers and how to submit kernel changes\n"
	"====\n\n"
	"Descriptions of section entries\n\n"
	"\tM: *Mail* patches to: FullName <address@domain>\n"
	"\tF: *Files* and directories wildcard patterns.\n\n"
	"Maintainers List\n----------------\n\n"
	"SLAB ALLOCATOR\nM:\tFirst Maintainer <first@example.org>\n"
	"M:\tSecond Maintainer <second@example.org>\nR:\tA Reviewer <reviewer@example.org>\n"
	"L:\tlinux-mm@lists.example.org\nS:\tMaintained\nF:\tinclude/linux/sl?b*.h\nF:\tmm/"
	"sl?b*\n\n"
	"MEMORY MANAGEMENT\nL:\tlinux-mm@lists.example.org\nS:\tMaintained\nF:\tmm/\n"
	"F:\tinclude/linux/mm.h\nX:\tmm/secret.c\n\n"
	"ARM/TEGRA SUPPORT\nL:\tlinux-tegra@lists.example.org (moderated)\nS:\tSupported\n"
	"N:\t[^a-z]tegra\nX:\tdrivers/gpu/\nK:\ttegra\n\n"
	"COMMON CLK FRAMEWORK\nF:\tdrivers/clk/\n\n"
	"THE REST\nM:\tSomebody <somebody@example.org>\nS:\tBuried alive in "
	"reporters\nF:\t*\nF:\t*/\n";

static char *sections_of(const struct maintainers *m, const char *paths)
{
	g_auto(GStrv) split = g_strsplit(paths, " ", -1);
	g_autoptr(GPtrArray) list = g_ptr_array_new(), titles = g_ptr_array_new();

	for (char **path = split; *path; path++)
		g_ptr_array_add(list, *path);
	g_autoptr(GPtrArray) sections = maintainers_of(m, list);
	for (guint i = 0; i < sections->len; i++)
		g_ptr_array_add(titles, ((struct maintainers_section *)sections->pdata[i])->title);
	g_ptr_array_add(titles, NULL);
	return g_strjoinv(", ", (char **)titles->pdata);
}

static void test_sections(void)
{
	static const char *const cases[][2] = {
		{"mm/slub.c", "SLAB ALLOCATOR, MEMORY MANAGEMENT"},
		{"mm/memory.c", "MEMORY MANAGEMENT"},
		{"mm/memory.c include/linux/mm.h mm/slub.c", "MEMORY MANAGEMENT, SLAB ALLOCATOR"},
		{"mm/secret.c", ""},
		{"Makefile", ""},
		{"drivers/clk/tegra/clk.c", "COMMON CLK FRAMEWORK, ARM/TEGRA SUPPORT"},
		{"drivers/soc/tegra/fuse.c", "ARM/TEGRA SUPPORT"},
		{"drivers/gpu/tegra/drm.c", ""},
		{"", ""},
	};
	struct maintainers *m = maintainers_read(slice_of(text));

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *got = sections_of(m, cases[i][0]);

		g_assert_cmpstr(got, ==, cases[i][1]);
	}
	g_assert_cmpuint(maintainers_refused(m), ==, 0);

	g_autoptr(GPtrArray) paths = g_ptr_array_new();
	g_ptr_array_add(paths, (char *)"mm/slab.h");
	g_autoptr(GPtrArray) sections = maintainers_of(m, paths);
	const struct maintainers_section *slab = sections->pdata[0];
	g_assert_cmpuint(slab->people->len, ==, 2);
	g_assert_cmpstr(slab->people->pdata[0], ==, "First Maintainer <first@example.org>");
	g_assert_cmpstr(slab->lists->pdata[0], ==, "linux-mm@lists.example.org");
	g_assert_cmpstr(slab->status, ==, "Maintained");
	maintainers_free(m);
}

/* Whatever the file holds: what is too much is counted. */
static void test_hostile(void)
{
	g_autofree char *long_value = g_strnfill(MAINTAINERS_VALUE_MAX + 1, 'a'),
			*wide = g_strnfill(MAINTAINERS_BYTES_MAX + 1, 'x');
	g_autoptr(GString) many = g_string_new("M:\tnobody's\n\nNAMES\n");
	struct maintainers *m;

	g_string_append_printf(many, "F:\t%s\nF:\nN:\t(((\nN:\t(a+)+$\n", long_value);
	for (guint i = 0; i < 100; i++)
		g_string_append_printf(many, "L:\tlist-%u@lists.example.org\n", i);
	for (guint i = 0; i < MAINTAINERS_NAMES_MAX + 1000; i++)
		g_string_append_printf(many, "N:\tx%u$\n", i);
	m = maintainers_read(slice_of(many->str));
	g_assert_cmpuint(maintainers_refused(m), ==, 1 + 3 + 50 + 1001);
	g_autofree char *none =
		sections_of(m, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
	g_assert_cmpstr(none, ==, "");
	maintainers_free(m);

	m = maintainers_read(slice_of(wide));
	g_assert_cmpuint(maintainers_refused(m), ==, 1);
	maintainers_free(m);
	m = maintainers_read(SLICE_LIT(""));
	maintainers_free(m);

	/* A list of a form feed, which is no blank at the end of a value. */
	g_autoptr(GPtrArray) paths = g_ptr_array_new();
	g_ptr_array_add(paths, (char *)"mm/slab.h");
	m = maintainers_read(SLICE_LIT("SLAB\nL:\t\f\nL:\tlinux-mm@lists.example.org\nF:\tmm/\n"));
	g_autoptr(GPtrArray) sections = maintainers_of(m, paths);
	const struct maintainers_section *slab = sections->pdata[0];
	g_assert_cmpuint(slab->lists->len, ==, 1);
	g_assert_cmpuint(maintainers_refused(m), ==, 1);
	maintainers_free(m);
}

static void test_damage(void)
{
	for (guint i = 0; i < 2000; i++) {
		g_autofree char *bytes = g_memdup2(text, sizeof text);
		gsize len = (gsize)g_test_rand_int_range(0, sizeof text);

		for (guint k = 0; k < 5; k++)
			bytes[g_test_rand_int_range(0, sizeof text)] =
				(char)g_test_rand_int_range(0, 256);
		struct maintainers *m = maintainers_read((struct slice){bytes, len});
		g_autofree char *ignored =
			sections_of(m, "mm/slub.c drivers/clk/tegra/clk.c Makefile");
		maintainers_free(m);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/maintainers/globs", test_globs);
	g_test_add_func("/maintainers/folders", test_folders);
	g_test_add_func("/maintainers/costly", test_costly);
	g_test_add_func("/maintainers/sections", test_sections);
	g_test_add_func("/maintainers/hostile", test_hostile);
	g_test_add_func("/maintainers/damage", test_damage);
	return g_test_run();
}
