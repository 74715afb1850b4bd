/* SPDX-License-Identifier: GPL-3.0-or-later */
/* public-inbox archives in a fixture's folder, made with libgit2 as loose objects. */
#pragma once

#include "ingest-run.h"

#include <git2.h>

#define OK(call) g_assert_cmpint(call, ==, 0)

/* A repository that is being made. */
struct made {
	git_repository *repository;
	git_oid tip;
	gboolean has_tip;
};

G_GNUC_UNUSED static struct made make(struct fixture *f, const char *name, gboolean bare)
{
	struct made made = {0};
	g_autofree char *path = g_build_filename(f->path, name, NULL);

	git_libgit2_init();
	OK(git_repository_init(&made.repository, path, bare));
	return made;
}

G_GNUC_UNUSED static void finish(struct made *made)
{
	git_repository_free(made->repository);
	git_libgit2_shutdown();
}

G_GNUC_UNUSED static git_oid blob(struct made *made, const char *text)
{
	git_oid id;

	OK(git_blob_create_from_buffer(&id, made->repository, text, strlen(text)));
	return id;
}

G_GNUC_UNUSED static void commit_tree(struct made *made, const git_oid *tree_id)
{
	git_signature *author;
	git_tree *tree;
	git_commit *parent = NULL;

	OK(git_signature_new(&author, "Subsystem Maintainer", "maintainer@example.org", 1, 0));
	OK(git_tree_lookup(&tree, made->repository, tree_id));
	if (made->has_tip)
		OK(git_commit_lookup(&parent, made->repository, &made->tip));
	OK(git_commit_create_v(&made->tip, made->repository, "HEAD", author, author, NULL,
		"subject", tree, parent ? 1 : 0, parent));
	made->has_tip = TRUE;
	git_commit_free(parent);
	git_tree_free(tree);
	git_signature_free(author);
}

/* A commit whose tree holds one file; id NULL: nothing. */
G_GNUC_UNUSED static void commit_id(struct made *made, const char *name, const git_oid *id)
{
	git_treebuilder *builder;
	git_oid tree;

	OK(git_treebuilder_new(&builder, made->repository, NULL));
	if (id)
		OK(git_treebuilder_insert(NULL, builder, name, id, GIT_FILEMODE_BLOB));
	OK(git_treebuilder_write(&tree, builder));
	git_treebuilder_free(builder);
	commit_tree(made, &tree);
}

G_GNUC_UNUSED static void commit(struct made *made, const char *name, const char *text)
{
	git_oid id = blob(made, text);

	commit_id(made, name, &id);
}

/* v1: a tree of 2/38 digits with these texts, named by their number. */
G_GNUC_UNUSED static void commit_v1(struct made *made, const char *const *texts, guint n)
{
	git_treebuilder *root;
	git_oid tree;

	OK(git_treebuilder_new(&root, made->repository, NULL));
	for (guint i = 0; i < n; i++) {
		g_autofree char *folder = g_strdup_printf("%02x", i), *name = g_strnfill(38, 'a');
		git_treebuilder *builder;
		git_oid id;

		if (!texts[i])
			continue;
		id = blob(made, texts[i]);
		OK(git_treebuilder_new(&builder, made->repository, NULL));
		OK(git_treebuilder_insert(NULL, builder, name, &id, GIT_FILEMODE_BLOB));
		OK(git_treebuilder_write(&id, builder));
		OK(git_treebuilder_insert(NULL, root, folder, &id, GIT_FILEMODE_TREE));
		git_treebuilder_free(builder);
	}
	OK(git_treebuilder_write(&tree, root));
	git_treebuilder_free(root);
	commit_tree(made, &tree);
}

G_GNUC_UNUSED static void remove_object(struct fixture *f, const char *git_dir, const git_oid *id)
{
	char digits[GIT_OID_HEXSZ + 1];

	git_oid_tostr(digits, sizeof digits, id);
	g_autofree char *path =
		g_strdup_printf("%s/%s/objects/%.2s/%s", f->path, git_dir, digits, digits + 2);
	OK(g_remove(path));
}
