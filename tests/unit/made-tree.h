/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree of the kernel in small, made with libgit2: commits with files, messages and dates. */
#pragma once

#include "tree/changes.h"
#include "tree/history.h"

#include <git2.h>
#include <glib/gstdio.h>
#include <string.h>

#define OK(call) g_assert_cmpint(call, ==, 0)
#define DAY (24 * 3600)
#define BEGINNING 1500000000 /* the date of day 0 */

struct made {
	char *path;
	git_repository *repository;
	git_index *index; /* the files of the next commit */
	GStringChunk *ids;
	struct tree *tree;
};

G_GNUC_UNUSED static void set_up(struct made *m, gconstpointer data)
{
	(void)data;
	m->path = g_dir_make_tmp("made-tree-XXXXXX", NULL);
	git_libgit2_init();
	OK(git_repository_init(&m->repository, m->path, TRUE));
	OK(git_index_new(&m->index));
	m->ids = g_string_chunk_new(4096);
}

static void remove_all(const char *path)
{
	g_autoptr(GDir) folder =
		g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
	const char *name;

	while (folder && (name = g_dir_read_name(folder))) {
		g_autofree char *below = g_build_filename(path, name, NULL);

		remove_all(below);
	}
	g_remove(path);
}

G_GNUC_UNUSED static void tear_down(struct made *m, gconstpointer data)
{
	(void)data;
	tree_close(m->tree);
	git_index_free(m->index);
	git_repository_free(m->repository);
	git_libgit2_shutdown();
	remove_all(m->path);
	g_free(m->path);
	g_string_chunk_free(m->ids);
}

G_GNUC_UNUSED static void put_mode(
	struct made *m, const char *path, const char *text, gsize len, guint32 mode)
{
	git_index_entry entry = {.path = path, .mode = mode};

	OK(git_blob_create_from_buffer(&entry.id, m->repository, text, len));
	OK(git_index_add(m->index, &entry));
}

G_GNUC_UNUSED static void put(struct made *m, const char *path, const char *text)
{
	put_mode(m, path, text, strlen(text), GIT_FILEMODE_BLOB);
}

G_GNUC_UNUSED static const char *keep_id(struct made *m, const git_oid *id)
{
	char digits[GIT_OID_HEXSZ + 1];

	git_oid_tostr(digits, sizeof digits, id);
	return g_string_chunk_insert_const(m->ids, digits);
}

/* A commit of the files put so far; parents (NULL: none further) by their ids. */
G_GNUC_UNUSED static const char *commit(
	struct made *m, const char *message, guint day, const char *parent, const char *second)
{
	const char *ids[] = {parent, second};
	git_commit *parents[2] = {NULL};
	git_oid tree_id, id;
	git_tree *tree;
	git_signature *author, *committer;
	size_t n = 0;

	OK(git_index_write_tree_to(&tree_id, m->index, m->repository));
	OK(git_tree_lookup(&tree, m->repository, &tree_id));
	OK(git_signature_new(&author, "Patch Author", "author@example.org", BEGINNING, 60));
	OK(git_signature_new(&committer, "Subsystem Maintainer", "maintainer@example.org",
		BEGINNING + (gint64)day * DAY, 0));
	for (; n < 2 && ids[n]; n++) {
		OK(git_oid_fromstr(&id, ids[n]));
		OK(git_commit_lookup(&parents[n], m->repository, &id));
	}
	OK(git_commit_create(&id, m->repository, NULL, author, committer, NULL, message, tree, n,
		(const git_commit **)parents));
	for (size_t i = 0; i < n; i++)
		git_commit_free(parents[i]);
	git_signature_free(author);
	git_signature_free(committer);
	git_tree_free(tree);
	return keep_id(m, &id);
}

/* "refs/tags/v6.9", "refs/heads/master", ... */
G_GNUC_UNUSED static void set_ref(struct made *m, const char *name, const char *id)
{
	git_reference *reference;
	git_oid oid;

	OK(git_oid_fromstr(&oid, id));
	OK(git_reference_create(&reference, m->repository, name, &oid, TRUE, NULL));
	git_reference_free(reference);
}

G_GNUC_UNUSED static char *object_path(struct made *m, const char *id)
{
	return g_strdup_printf("%s/objects/%.2s/%s", m->path, id, id + 2);
}

G_GNUC_UNUSED static void lose(struct made *m, const char *id)
{
	g_autofree char *path = object_path(m, id);

	OK(g_remove(path));
}

G_GNUC_UNUSED static void write_file(struct made *m, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(m->path, name, NULL);
	g_autofree char *folder = g_path_get_dirname(path);

	OK(g_mkdir_with_parents(folder, 0700));
	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* The tree itself, opened when first asked for. */
G_GNUC_UNUSED static struct tree *tree_of(struct made *m)
{
	if (!m->tree) {
		g_autoptr(GError) error = NULL;

		m->tree = tree_open(m->path, &error);
		g_assert_no_error(error);
	}
	return m->tree;
}
