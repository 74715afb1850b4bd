/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/tree.h"

#include <git2.h>
#include <string.h>

G_DEFINE_QUARK(lkpdigest - tree - error - quark, tree_error)

struct tree {
	git_repository *repository;
	GHashTable *tags; /* commit -> the tag that is shown */
};

/* ---- opening ------------------------------------------------------------------------ */

/* Nobody's configuration, and whoever owns it. */
static void set_options(void)
{
	static const git_config_level_t levels[] = {GIT_CONFIG_LEVEL_PROGRAMDATA,
		GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL};

	for (guint i = 0; i < G_N_ELEMENTS(levels); i++)
		git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "");
	git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
}

static gboolean is_release(const char *tag)
{
	static const char digits[] = "0123456789";
	guint numbers = 0;

	if (*tag++ != 'v')
		return FALSE;
	for (;; tag++, numbers++) {
		gsize len = strspn(tag, digits);

		if (!len)
			return FALSE;
		tag += len;
		if (*tag != '.')
			break;
	}
	if (g_str_has_prefix(tag, "-rc")) {
		tag += strlen("-rc");
		tag += strspn(tag, digits);
	}
	return numbers >= 1 && !*tag;
}

static gboolean is_better(const char *tag, const char *than)
{
	if (is_release(tag) != is_release(than))
		return is_release(tag);
	return strcmp(tag, than) < 0;
}

static int add_tag(const char *name, git_oid *id, void *data)
{
	struct tree *tree = data;
	const char *tag = name + strlen("refs/tags/");
	char commit[GIT_OID_HEXSZ + 1];
	git_object *object = NULL, *peeled = NULL;
	const char *known;

	if (git_object_lookup(&object, tree->repository, id, GIT_OBJECT_ANY) ||
		git_object_peel(&peeled, object, GIT_OBJECT_COMMIT)) {
		git_object_free(object);
		return 0; /* of a file or a tree */
	}
	git_oid_tostr(commit, sizeof(commit), git_object_id(peeled));
	git_object_free(peeled);
	git_object_free(object);
	known = g_hash_table_lookup(tree->tags, commit);
	if (!known || is_better(tag, known))
		g_hash_table_replace(tree->tags, g_strdup(commit), g_strdup(tag));
	return 0;
}

struct tree *tree_open(const char *path, GError **error)
{
	struct tree *tree = g_new0(struct tree, 1);

	git_libgit2_init();
	set_options();
	tree->tags = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (git_repository_open_ext(&tree->repository, path, GIT_REPOSITORY_OPEN_NO_SEARCH, NULL) ||
		git_tag_foreach(tree->repository, add_tag, tree)) {
		const git_error *why = git_error_last();

		g_set_error(error, TREE_ERROR, TREE_ERROR_OPEN, "%s: %s", path,
			why && why->message ? why->message : "no repository");
		tree_close(tree);
		return NULL;
	}
	return tree;
}

void tree_close(struct tree *tree)
{
	if (!tree)
		return;
	git_repository_free(tree->repository);
	g_hash_table_unref(tree->tags);
	g_free(tree);
	git_libgit2_shutdown();
}

/* ---- asking --------------------------------------------------------------------------- */

char *tree_resolve(struct tree *tree, const char *name)
{
	git_object *object = NULL, *commit = NULL;
	char *hex = NULL;

	if (!git_revparse_single(&object, tree->repository, name) &&
		!git_object_peel(&commit, object, GIT_OBJECT_COMMIT)) {
		hex = g_malloc(GIT_OID_HEXSZ + 1);
		git_oid_tostr(hex, GIT_OID_HEXSZ + 1, git_object_id(commit));
	}
	git_object_free(commit);
	git_object_free(object);
	return hex;
}

const char *tree_tag(struct tree *tree, const char *commit)
{
	return g_hash_table_lookup(tree->tags, commit);
}

gboolean tree_contains(struct tree *tree, const char *commit, const char *older)
{
	git_oid of, wanted;

	if (git_oid_fromstr(&of, commit) || git_oid_fromstr(&wanted, older))
		return FALSE;
	return git_oid_equal(&of, &wanted) ||
	       git_graph_descendant_of(tree->repository, &of, &wanted) == 1;
}
