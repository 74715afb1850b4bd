/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/rules.h"

#include <gio/gio.h>

#define FILE_MAX (4 * 1024 * 1024) /* the largest list of lkp-tests has 20 KB */
#define FILES_MAX 10000            /* lkp-tests has some 700 */

struct checkout {
	const char *dir;
	GArray *files; /* struct rules_file */
};

static void file_clear(void *data)
{
	struct rules_file *file = data;

	g_free((char *)file->name);
	g_free((char *)file->bytes.at);
}

static gboolean is_sound(GFileInfo *info, const char *path, GError **error)
{
	if (g_file_info_get_file_type(info) != G_FILE_TYPE_REGULAR)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s: no regular file",
			path);
	else if (g_file_info_get_size(info) > FILE_MAX)
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
			"%s: too large for a list of rules", path);
	else
		return TRUE;
	return FALSE;
}

/* Adds a file of the checkout; one that is not there is left to rules_read_lkp(). */
static gboolean add_file(struct checkout *checkout, const char *name, GError **error)
{
	g_autofree char *path = g_build_filename(checkout->dir, name, NULL);
	g_autoptr(GFile) file = g_file_new_for_path(path);
	g_autoptr(GError) why = NULL;
	g_autoptr(GFileInfo) info = g_file_query_info(file,
		G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
		G_FILE_QUERY_INFO_NONE, NULL, &why);
	struct rules_file one = {NULL};
	char *bytes;

	if (g_error_matches(why, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
		return TRUE;
	if (!info) {
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}
	if (!is_sound(info, path, error) ||
		!g_file_load_contents(file, NULL, &bytes, &one.bytes.len, NULL, error))
		return FALSE;
	one.bytes.at = bytes;
	one.name = g_strdup(name);
	g_array_append_val(checkout->files, one);
	return TRUE;
}

static gboolean add_program_files(struct checkout *checkout, const char *program, GError **error)
{
	g_autofree char *path = g_build_filename(checkout->dir, "programs", program, NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL); /* a plain file is no program */
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *below = g_build_filename("programs", program, name, NULL);

		if (!rules_lkp_is_program_file(below))
			continue;
		if (checkout->files->len >= FILES_MAX) {
			g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
				"%s: more files than a checkout of lkp-tests has", checkout->dir);
			return FALSE;
		}
		if (!add_file(checkout, below, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean add_programs(struct checkout *checkout, GError **error)
{
	g_autofree char *path = g_build_filename(checkout->dir, "programs", NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, error);
	const char *name;

	if (!dir)
		return FALSE;
	while ((name = g_dir_read_name(dir)))
		if (!add_program_files(checkout, name, error))
			return FALSE;
	return TRUE;
}

static gboolean add_lists(struct checkout *checkout, GError **error)
{
	const char *name;

	for (guint i = 0; (name = rules_lkp_file(i)); i++)
		if (!add_file(checkout, name, error))
			return FALSE;
	return TRUE;
}

struct rules *rules_open(const char *dir, GError **error)
{
	struct checkout checkout = {dir, NULL};
	g_autoptr(GError) why = NULL;
	struct rules *rules = NULL;

	if (!dir)
		return rules_builtin();
	checkout.files = g_array_new(FALSE, FALSE, sizeof(struct rules_file));
	g_array_set_clear_func(checkout.files, file_clear);
	if (add_lists(&checkout, &why) && add_programs(&checkout, &why))
		rules = rules_read_lkp((struct rules_file *)(gpointer)checkout.files->data,
			checkout.files->len, &why);
	g_array_unref(checkout.files);
	if (!rules)
		g_propagate_prefixed_error(error, g_steal_pointer(&why), "--lkp-src %s: ", dir);
	return rules;
}
