/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/tree.h"

#include "git/foreign.h"
#include "tree/parts.h"
#include "tree/release.h"

#include <glib/gstdio.h>

#include <string.h>

#define DOT_GIT_MAX 8192 /* bytes of a ".git" file */

G_DEFINE_QUARK(lkpdigest - tree - error - quark, tree_error)

/* ---- where it is ----------------------------------------------------------------------- */

/* "gitdir: PATH" of a linked work tree or a submodule; NULL: it says something else. */
static char *read_dot_git(const char *path, const char *file)
{
	g_autofree char *text = NULL;
	gsize len;
	GStatBuf st;

	if (g_stat(file, &st) || st.st_size > DOT_GIT_MAX ||
		!g_file_get_contents(file, &text, &len, NULL) || !g_str_has_prefix(text, "gitdir:"))
		return NULL;
	const char *named = g_strstrip(text + strlen("gitdir:"));
	return g_path_is_absolute(named) ? g_strdup(named) : g_build_filename(path, named, NULL);
}

/* The folder with HEAD of a clone that is given by its work tree, or itself. */
static char *find_git_dir(const char *path)
{
	g_autofree char *below = g_build_filename(path, ".git", NULL);

	if (g_file_test(below, G_FILE_TEST_IS_DIR))
		return g_steal_pointer(&below);
	if (g_file_test(below, G_FILE_TEST_IS_REGULAR))
		return read_dot_git(path, below);
	return g_strdup(path);
}

/* ---- tags ---------------------------------------------------------------------------------- */

static gboolean is_better(const char *tag, const char *than)
{
	if (release_is_tag(tag) != release_is_tag(than))
		return release_is_tag(tag);
	return strcmp(tag, than) < 0;
}

/* The commit that a tag leads to, through tags of tags. */
static gboolean peel(struct tree *tree, const git_oid *id, git_oid *ret_commit)
{
	git_object *object = NULL, *peeled = NULL;
	gboolean is_commit = !git_object_lookup(&object, tree->repository, id, GIT_OBJECT_ANY) &&
			     !git_object_peel(&peeled, object, GIT_OBJECT_COMMIT);

	if (is_commit)
		*ret_commit = *git_object_id(peeled);
	git_object_free(peeled);
	git_object_free(object);
	return is_commit;
}

static int add_tag(const char *name, git_oid *id, void *data)
{
	struct tree *tree = data;
	const char *tag = name + strlen("refs/tags/");
	char commit[TREE_ID_SIZE];
	const char *known;
	git_oid peeled;

	if (g_hash_table_size(tree->tags) >= TREE_TAGS_MAX || !peel(tree, id, &peeled))
		return 0; /* of a file or a tree */
	git_oid_tostr(commit, sizeof commit, &peeled);
	known = g_hash_table_lookup(tree->tags, commit);
	if (!known || is_better(tag, known))
		g_hash_table_replace(tree->tags, g_strdup(commit), g_strdup(tag));
	if (release_is_tag(tag)) {
		struct tree_release release = {peeled, g_strdup(tag)};

		g_array_append_val(tree->releases, release);
	}
	return 0;
}

static int by_release(gconstpointer a, gconstpointer b)
{
	const struct tree_release *first = a, *second = b;

	return release_compare(first->tag, second->tag);
}

static void clear_release(void *release)
{
	g_free(((struct tree_release *)release)->tag);
}

/* ---- the main branch --------------------------------------------------------------------- */

static void find_main(struct tree *tree)
{
	static const char *const names[] = {"refs/remotes/linus/master",
		"refs/remotes/torvalds/master", "refs/remotes/mainline/master",
		"refs/remotes/origin/master", "refs/heads/master", "HEAD"};
	git_oid id;

	for (guint i = 0; i < G_N_ELEMENTS(names) && !tree->main; i++)
		if (!git_reference_name_to_id(&id, tree->repository, names[i]) &&
			peel(tree, &id, &tree->tip))
			tree->main = g_strdup(names[i]);
}

const char *tree_main_branch(const struct tree *tree)
{
	return tree->main;
}

/* ---- opening ------------------------------------------------------------------------ */

static gboolean open_repository(struct tree *tree)
{
	g_autofree char *git_dir = find_git_dir(tree->path);

	return git_dir && !foreign_open(&tree->repository, git_dir, TREE_OBJECT_MAX) &&
	       !git_repository_odb(&tree->odb, tree->repository) &&
	       !git_tag_foreach(tree->repository, add_tag, tree);
}

struct tree *tree_open(const char *path, GError **error)
{
	struct tree *tree = g_new0(struct tree, 1);

	tree->path = g_strdup(path);
	tree->tags = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	tree->releases = g_array_new(FALSE, FALSE, sizeof(struct tree_release));
	g_array_set_clear_func(tree->releases, clear_release);
	if (!open_repository(tree)) {
		const char *why = foreign_error();

		g_set_error(error, TREE_ERROR, TREE_ERROR_OPEN, "%s: %s", path,
			why ? why : "no repository");
		tree_close(tree);
		return NULL;
	}
	g_array_sort(tree->releases, by_release);
	find_main(tree);
	return tree;
}

void tree_close(struct tree *tree)
{
	if (!tree)
		return;
	git_odb_free(tree->odb);
	git_repository_free(tree->repository);
	g_hash_table_unref(tree->tags);
	g_array_unref(tree->releases);
	g_free(tree->main);
	g_free(tree->path);
	g_free(tree);
}

const char *tree_path(const struct tree *tree)
{
	return tree->path;
}

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *tree_identity(struct tree *tree)
{
	g_autoptr(GChecksum) tags = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *absolute = g_canonicalize_filename(tree->path, NULL);
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
	char tip[TREE_ID_SIZE] = "";
	GHashTableIter iter;
	void *commit, *tag;

	g_hash_table_iter_init(&iter, tree->tags);
	while (g_hash_table_iter_next(&iter, &commit, &tag))
		g_ptr_array_add(lines, g_strdup_printf("%s %s\n", (char *)commit, (char *)tag));
	g_ptr_array_sort(lines, by_text);
	for (guint i = 0; i < lines->len; i++)
		g_checksum_update(tags, lines->pdata[i], -1);
	if (tree->main)
		git_oid_tostr(tip, sizeof tip, &tree->tip);
	return g_strdup_printf("%s %s %s %u tags %.16s%s", absolute,
		tree->main ? tree->main : "no-branch", tip, lines->len, g_checksum_get_string(tags),
		tree_gaps_reason(tree) ? " partial" : "");
}

/* ---- objects ------------------------------------------------------------------------------ */

/*
 * libgit2 looks for new packs each time when it lacks an object, which helps where the
 * repository is packed meanwhile, and is slow where many are missing.
 */
#define REFRESHES_MAX 64

static gboolean is_there(struct tree *tree, const git_oid *id)
{
	if (git_odb_exists_ext(tree->odb, id, GIT_ODB_LOOKUP_NO_REFRESH))
		return TRUE;
	return tree->refreshes < REFRESHES_MAX &&
	       (tree->refreshes++, git_odb_exists(tree->odb, id));
}

gboolean tree_read(
	struct tree *tree, const git_oid *id, git_object_t type, git_odb_object **ret_object)
{
	git_odb_object *object = NULL;
	git_object_t its_type;
	size_t size;

	if (!is_there(tree, id) || git_odb_read_header(&size, &its_type, tree->odb, id) ||
		its_type != type) {
		tree->gaps.missing++;
		return FALSE;
	}
	if (size > TREE_OBJECT_MAX) {
		tree->gaps.large++;
		return FALSE;
	}
	if (git_odb_read(&object, tree->odb, id)) {
		tree->gaps.missing++;
		return FALSE;
	}
	*ret_object = object;
	return TRUE;
}

struct slice tree_bytes(git_odb_object *object)
{
	return (struct slice){git_odb_object_data(object), git_odb_object_size(object)};
}

struct tree_gaps tree_gaps(const struct tree *tree)
{
	return tree->gaps;
}

static gboolean has_file(const struct tree *tree, const char *name)
{
	g_autofree char *path =
		g_build_filename(git_repository_commondir(tree->repository), name, NULL);
	GStatBuf st;

	return !g_stat(path, &st) && st.st_size;
}

static gboolean has_promisor(const struct tree *tree)
{
	g_autofree char *path =
		g_build_filename(git_repository_commondir(tree->repository), "objects/pack", NULL);
	g_autoptr(GDir) packs = g_dir_open(path, 0, NULL);
	const char *name;

	while (packs && (name = g_dir_read_name(packs)))
		if (g_str_has_suffix(name, ".promisor"))
			return TRUE;
	return FALSE;
}

const char *tree_gaps_reason(const struct tree *tree)
{
	if (has_file(tree, "shallow"))
		return "it is a shallow clone";
	if (has_file(tree, "objects/info/alternates"))
		return "it borrows objects of another repository, which is not followed";
	return has_promisor(tree) ? "it is a partial clone" : NULL;
}

/* ---- asking --------------------------------------------------------------------------- */

char *tree_resolve(struct tree *tree, const char *name)
{
	git_object *object = NULL, *commit = NULL;
	char *hex = NULL;

	if (!git_revparse_single(&object, tree->repository, name) &&
		!git_object_peel(&commit, object, GIT_OBJECT_COMMIT)) {
		hex = g_malloc(TREE_ID_SIZE);
		git_oid_tostr(hex, TREE_ID_SIZE, git_object_id(commit));
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
