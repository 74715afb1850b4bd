/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/changes.h"
#include "tree/parts.h"

/* The blob of a file at the root of a commit's tree. */
static gboolean find_file(
	struct tree *tree, const git_oid *commit_id, const char *name, git_oid *ret_id)
{
	git_commit *commit = NULL;
	git_tree *root = NULL;
	const git_tree_entry *entry = NULL;

	if (!git_commit_lookup(&commit, tree->repository, commit_id) &&
		!git_commit_tree(&root, commit))
		entry = git_tree_entry_byname(root, name);
	if (entry)
		*ret_id = *git_tree_entry_id(entry);
	git_tree_free(root);
	git_commit_free(commit);
	return entry != NULL;
}

struct maintainers *tree_maintainers(struct tree *tree)
{
	struct maintainers *maintainers;
	git_odb_object *object;
	git_oid head, file;

	if (!(tree->main && find_file(tree, &tree->tip, "MAINTAINERS", &file)) &&
		(git_reference_name_to_id(&head, tree->repository, "HEAD") ||
			!find_file(tree, &head, "MAINTAINERS", &file)))
		return NULL;
	if (!tree_read(tree, &file, GIT_OBJECT_BLOB, &object))
		return NULL;
	maintainers = maintainers_read(tree_bytes(object));
	git_odb_object_free(object);
	return maintainers;
}
