/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of a target's own, below TMPDIR, that each run finds empty. */
#pragma once

#include "base/slice.h"

#include <glib/gstdio.h>

static char *folder_name;

static inline const char *folder_path(void)
{
	return folder_name;
}

static inline void folder_begin(void)
{
	folder_name = g_dir_make_tmp("lkpdigest-fuzz-XXXXXX", NULL);
	g_assert_nonnull(folder_name);
}

/* `name` is ours, with folders or not. */
static inline void folder_put(const char *name, struct slice bytes)
{
	g_autofree char *path = g_build_filename(folder_name, name, NULL);
	g_autofree char *above = g_path_get_dirname(path);
	FILE *file;

	g_assert_true(!g_mkdir_with_parents(above, 0700));
	file = g_fopen(path, "wb");
	g_assert_true(file && fwrite(bytes.at, 1, bytes.len, file) == bytes.len && !fclose(file));
}

static inline void folder_remove(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *below = g_build_filename(path, name, NULL);

		if (g_remove(below))
			folder_remove(below);
	}
	g_clear_pointer(&dir, g_dir_close);
	g_remove(path);
}

static inline void folder_end(void)
{
	folder_remove(folder_name);
	g_clear_pointer(&folder_name, g_free);
}
