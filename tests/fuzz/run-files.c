/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A main for a fuzz target where there is no libFuzzer: runs it once over each file,
 * and each file of each folder, named on the command line.
 */
#include <glib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static gboolean run_file(const char *path)
{
	g_autofree char *text = NULL;
	g_autoptr(GError) error = NULL;
	gsize len;

	if (!g_file_get_contents(path, &text, &len, &error)) {
		g_printerr("%s\n", error->message);
		return FALSE;
	}

	/* A copy of its size alone, so that a sanitizer sees what reads beyond it. */
	g_autofree unsigned char *data = g_memdup2(text, len ? len : 1);

	LLVMFuzzerTestOneInput(data, len);
	return TRUE;
}

static gboolean run_folder(const char *path)
{
	g_autoptr(GError) error = NULL;
	GDir *folder = g_dir_open(path, 0, &error);
	gboolean all = folder != NULL;
	const char *name;

	if (!folder) {
		g_printerr("%s\n", error->message);
		return FALSE;
	}
	while ((name = g_dir_read_name(folder))) {
		g_autofree char *file = g_build_filename(path, name, NULL);

		all &= run_file(file);
	}
	g_dir_close(folder);
	return all;
}

int main(int argc, char **argv)
{
	gboolean all = TRUE;

	for (int i = 1; i < argc; i++)
		all &= g_file_test(argv[i], G_FILE_TEST_IS_DIR) ? run_folder(argv[i])
								: run_file(argv[i]);
	return all ? 0 : 1;
}
