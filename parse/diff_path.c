/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/diff_path.h"

#include "parse/scan.h"

#define NOTHING "/dev/null"

static gboolean is_digits(struct slice s, gsize from, gsize n)
{
	for (gsize i = from; i < from + n; i++)
		if (i >= s.len || !g_ascii_isdigit(s.at[i]))
			return FALSE;
	return TRUE;
}

/* "2013-06-05": behind a name stands when it was changed. */
static gboolean is_day(struct slice s)
{
	return s.len >= 10 && is_digits(s, 0, 4) && s.at[4] == '-' && is_digits(s, 5, 2) &&
	       s.at[7] == '-' && is_digits(s, 8, 2);
}

/* Without time stamp and quotation; what git escaped in quotation stays so. */
static struct slice bare(struct slice name)
{
	for (gsize i = 0; i < name.len; i++) {
		if (name.at[i] != '\t' && !(name.at[i] == ' ' && is_day(slice_skip(name, i + 1))))
			continue;
		name.len = i;
		break;
	}
	name = slice_trim(name);
	if (name.len > 1 && name.at[0] == '"' && name.at[name.len - 1] == '"')
		name = (struct slice){name.at + 1, name.len - 2};
	return name;
}

/* "a/", "b/"; of git's mnemonic prefixes "c/", "i/", "o/", "w/". */
static gboolean has_prefix(struct slice name)
{
	return name.len > 2 && name.at[1] == '/' && strchr("abciow", name.at[0]) != NULL &&
	       name.at[0] != '\0';
}

/* Bytes before the first '/'; the length when there is none. */
static gsize first_folder(struct slice name)
{
	const char *slash = name.len ? memchr(name.at, '/', name.len) : NULL;

	return slash ? (gsize)(slash - name.at) : name.len;
}

/* Quilt's "linux.orig/x" beside "linux/x": takes the folders off. */
static gboolean take_orig(struct diff_paths *paths)
{
	gsize old = first_folder(paths->old), new = first_folder(paths->new);
	struct slice orig = {paths->old.at, old};

	if (!slice_ends(orig, ".orig") || new + 1 >= paths->new.len)
		return FALSE;
	orig.len -= strlen(".orig");
	if (!slice_equal(orig, (struct slice){paths->new.at, new}))
		return FALSE;
	paths->old = slice_skip(paths->old, old + 1);
	paths->new = slice_skip(paths->new, new + 1);
	return TRUE;
}

/* Of "a/x~name-of-the-patch" beside "a/x" the name goes. */
static void take_patch_name(struct diff_paths *paths)
{
	if (paths->old.len > paths->new.len && paths->old.at[paths->new.len] == '~' &&
		!memcmp(paths->old.at, paths->new.at, paths->new.len))
		paths->old.len = paths->new.len;
}

/* The one name beside /dev/null. */
static gboolean take_only(struct slice *name, gboolean git)
{
	if (has_prefix(*name))
		*name = slice_skip(*name, 2);
	else if (!git && first_folder(*name) == name->len)
		return FALSE;
	return name->len && name->at[0] != '/';
}

gboolean diff_paths_of_names(
	struct slice old, struct slice new, gboolean git, struct diff_paths *ret_paths)
{
	struct diff_paths paths = {bare(old), bare(new)};
	gboolean no_old = slice_is(paths.old, NOTHING), no_new = slice_is(paths.new, NOTHING);

	if (!paths.old.len || !paths.new.len || (no_old && no_new))
		return FALSE;
	if (no_old || no_new) {
		if (!take_only(no_old ? &paths.new : &paths.old, git))
			return FALSE;
		*(no_old ? &paths.old : &paths.new) = SLICE_NULL;
	} else if (has_prefix(paths.old) && has_prefix(paths.new)) {
		paths.old = slice_skip(paths.old, 2);
		paths.new = slice_skip(paths.new, 2);
		take_patch_name(&paths);
	} else if (!take_orig(&paths) &&
		   (!git || paths.old.at[0] == '/' || paths.new.at[0] == '/')) {
		return FALSE;
	}
	*ret_paths = paths;
	return TRUE;
}

struct diff_paths diff_paths_of_git(struct slice both)
{
	struct diff_paths paths = {SLICE_NULL, SLICE_NULL}, halves;
	gsize middle;

	both = slice_trim(both);
	middle = both.len / 2;
	if (both.len % 2 && both.at[middle] == ' ' &&
		diff_paths_of_names((struct slice){both.at, middle}, slice_skip(both, middle + 1),
			TRUE, &halves) &&
		slice_equal(halves.old, halves.new))
		return halves;

	struct slice old = scan_word(&both), new = slice_trim(both);
	if (new.len && !memchr(new.at, ' ', new.len))
		diff_paths_of_names(old, new, TRUE, &paths);
	return paths;
}

struct slice diff_path_of_rename(struct slice name)
{
	name = bare(name);
	return name.len ? name : SLICE_NULL;
}
