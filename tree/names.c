/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Abbreviated ids.  git's objects are files and folders as well, ten million of them, so that
 * one in thirty abbreviations of seven digits fits something else, too; but few fit two commits.
 */
#include "tree/parts.h"

#include <string.h>

#define KEY_DIGITS 7 /* the shortest id */

/* Those that fit more than one object, with the commits among them. */
struct doubtful {
	struct tree *tree;
	GHashTable *by_key; /* the first digits -> GPtrArray of struct tree_name */
};

static guint32 key_of(const char *digits)
{
	char key[KEY_DIGITS + 1];

	g_strlcpy(key, digits, sizeof key);
	return (guint32)g_ascii_strtoull(key, NULL, 16);
}

static gboolean is_commit(struct tree *tree, const git_oid *id)
{
	git_object_t type;
	size_t size;

	return !git_odb_read_header(&size, &type, tree->odb, id) && type == GIT_OBJECT_COMMIT;
}

static void add_commit(struct tree_name *name, const char *id)
{
	if (name->answer == TREE_FOUND && strcmp(name->id, id))
		name->answer = TREE_AMBIGUOUS;
	if (name->answer == TREE_UNKNOWN) {
		name->answer = TREE_FOUND;
		g_strlcpy(name->id, id, sizeof name->id);
	}
}

static int look_at(const git_oid *id, void *data)
{
	struct doubtful *doubtful = data;
	guint32 key = (guint32)id->id[0] << 20 | (guint32)id->id[1] << 12 |
		      (guint32)id->id[2] << 4 | (guint32)id->id[3] >> 4;
	GPtrArray *names = g_hash_table_lookup(doubtful->by_key, GUINT_TO_POINTER(key));
	char digits[TREE_ID_SIZE];

	if (!names)
		return 0;
	git_oid_tostr(digits, sizeof digits, id);
	for (guint i = 0; i < names->len; i++) {
		struct tree_name *name = names->pdata[i];

		if (!g_ascii_strncasecmp(digits, name->digits, strlen(name->digits)) &&
			is_commit(doubtful->tree, id))
			add_commit(name, digits);
	}
	return 0;
}

static void add_doubtful(struct doubtful *doubtful, struct tree_name *name)
{
	void *key = GUINT_TO_POINTER(key_of(name->digits));
	GPtrArray *names = g_hash_table_lookup(doubtful->by_key, key);

	if (!names) {
		names = g_ptr_array_new();
		g_hash_table_insert(doubtful->by_key, key, names);
	}
	g_ptr_array_add(names, name);
}

/* TRUE: more than one object begins so. */
static gboolean find(struct tree *tree, struct tree_name *name)
{
	git_oid begins, id;
	int failed;

	name->answer = TREE_UNKNOWN;
	name->id[0] = '\0';
	if (strlen(name->digits) < KEY_DIGITS || strlen(name->digits) > GIT_OID_HEXSZ ||
		git_oid_fromstrp(&begins, name->digits))
		return FALSE;
	failed = git_odb_exists_prefix(&id, tree->odb, &begins, strlen(name->digits));
	if (!failed && is_commit(tree, &id)) {
		name->answer = TREE_FOUND;
		git_oid_tostr(name->id, sizeof name->id, &id);
	}
	return failed == GIT_EAMBIGUOUS;
}

void tree_find(struct tree *tree, struct tree_name *names, guint n)
{
	struct doubtful doubtful = {tree, NULL};

	doubtful.by_key =
		g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
	for (guint i = 0; i < n; i++)
		if (find(tree, &names[i]))
			add_doubtful(&doubtful, &names[i]);
	if (g_hash_table_size(doubtful.by_key))
		git_odb_foreach(tree->odb, look_at, &doubtful);
	g_hash_table_unref(doubtful.by_key);
}
