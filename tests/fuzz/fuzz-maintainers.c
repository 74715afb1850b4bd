/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A MAINTAINERS file, any bytes, asked for paths, some ours and one of its first line: answers
 * come in their order, whole.
 */
#include "tree/maintainers.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_section(const struct maintainers_section *section)
{
	/* A byte that is no UTF-8 becomes three. */
	g_assert_true(section->title && strlen(section->title) <= 3 * MAINTAINERS_VALUE_MAX);
	for (guint i = 0; i < section->lists->len; i++)
		g_assert_true(*(const char *)g_ptr_array_index(section->lists, i));
	for (guint i = 0; i < section->people->len; i++)
		g_assert_true(*(const char *)g_ptr_array_index(section->people, i));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice text = {(const char *)data, size}, first = SLICE_NULL, rest = text;

	slice_next_line(&rest, &first);
	g_autofree char *path = slice_dup(first);
	g_autoptr(GPtrArray) paths = g_ptr_array_new();
	struct maintainers *maintainers = maintainers_read(text);

	g_ptr_array_add(paths, (gpointer) "mm/slub.c");
	g_ptr_array_add(paths, (gpointer) "fs/btrfs/a.b/inode.c");
	if (path)
		g_ptr_array_add(paths, path);
	g_autoptr(GPtrArray) sections = maintainers_of(maintainers, paths);
	for (guint i = 0; i < sections->len; i++)
		check_section(g_ptr_array_index(sections, i));
	maintainers_refused(maintainers);
	maintainers_free(maintainers);
	return 0;
}
