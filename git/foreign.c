/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/foreign.h"

#include "git/loose.h"

#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

static void init_library(void)
{
	static const int levels[] = {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
		GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL};
	static gsize done;

	if (!g_once_init_enter(&done))
		return;
	git_libgit2_init();
	for (guint i = 0; i < G_N_ELEMENTS(levels); i++)
		git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "");
	git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_CACHING, 0); /* each object is read once */
	g_once_init_leave(&done, 1);
}

git_odb *foreign_objects(git_repository *repository, gsize bytes_max)
{
	g_autofree char *objects =
		g_build_filename(git_repository_commondir(repository), "objects", NULL);
	git_odb_backend *packs = NULL;
	git_odb *odb = NULL;

	if (!git_odb_new(&odb) && !git_odb_add_backend(odb, gitloose_new(objects, bytes_max), 1) &&
		!git_odb_backend_pack(&packs, objects) && !git_odb_add_backend(odb, packs, 2))
		return odb;
	git_odb_free(odb);
	return NULL;
}

/* An empty configuration is set before anything asks for the repository's. */
static int furnish(git_repository *repository, gsize bytes_max)
{
	git_config *none = NULL;
	git_odb *odb;
	int failed = git_config_new(&none);

	if (!failed)
		failed = git_repository_set_config(repository, none);
	git_config_free(none);
	if (failed)
		return failed;
	if (!(odb = foreign_objects(repository, bytes_max)))
		return GIT_ERROR;
	failed = git_repository_set_odb(repository, odb);
	git_odb_free(odb);
	return failed;
}

int foreign_open(git_repository **ret_repository, const char *git_dir, gsize bytes_max)
{
	git_repository *repository = NULL;
	int failed;

	init_library();
	git_error_clear();
	failed = git_repository_open_bare(&repository, git_dir);
	if (!failed)
		failed = furnish(repository, bytes_max);
	if (failed)
		git_repository_free(repository);
	else
		*ret_repository = repository;
	return failed;
}

const char *foreign_error(void)
{
	const git_error *error;

	init_library(); /* without it libgit2 looks into another library's thread data */
	error = git_error_last();
	return error ? error->message : NULL;
}
