/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/changes.h"

#include "tree/commit_text.h"
#include "tree/diff.h"

#include <string.h>

#define MODE_FOLDER 040000

/* A line of a tree: "MODE NAME", NUL, 20 bytes. */
struct entry {
	guint32 mode; /* 0: behind the last */
	struct slice name;
	git_oid id;
};

struct diffing {
	struct tree *tree;
	GString *path; /* of the folder, with its '/' */
	GArray *changes;
	guint depth;
};

/* ---- trees of git ------------------------------------------------------------------------- */

/* FALSE: it is damaged. */
static gboolean next_entry(struct slice *rest, struct entry *ret_entry)
{
	const char *blank, *nul;

	*ret_entry = (struct entry){0};
	if (!rest->len)
		return TRUE;
	blank = memchr(rest->at, ' ', rest->len);
	nul = memchr(rest->at, '\0', rest->len);
	if (!nul || !blank || blank > nul || blank == rest->at || nul == blank + 1 ||
		rest->at + rest->len - nul - 1 < GIT_OID_RAWSZ)
		return FALSE;
	for (const char *at = rest->at; at < blank; at++) {
		if (*at < '0' || *at > '7' || ret_entry->mode >> 24)
			return FALSE;
		ret_entry->mode = ret_entry->mode << 3 | (guint32)(*at - '0');
	}
	ret_entry->name = slice_between(blank + 1, nul);
	git_oid_fromraw(&ret_entry->id, (const unsigned char *)nul + 1);
	*rest = slice_skip(*rest, (gsize)(nul + 1 - rest->at) + GIT_OID_RAWSZ);
	return ret_entry->mode != 0 && !memchr(ret_entry->name.at, '/', ret_entry->name.len);
}

static gboolean is_folder(const struct entry *entry)
{
	return (entry->mode & 0170000) == MODE_FOLDER;
}

/* git's order: a folder stands where its name with a '/' would. */
static int compare_entries(const struct entry *a, const struct entry *b)
{
	gsize shared = MIN(a->name.len, b->name.len);

	if (!a->mode || !b->mode)
		return a->mode ? -1 : 1;

	int order = memcmp(a->name.at, b->name.at, shared);
	if (order)
		return order;

	guint8 first = shared < a->name.len ? (guint8)a->name.at[shared] : is_folder(a) ? '/' : 0;
	guint8 second = shared < b->name.len ? (guint8)b->name.at[shared] : is_folder(b) ? '/' : 0;
	return (int)first - (int)second;
}

/* ---- differences ----------------------------------------------------------------------------- */

static gboolean compare_trees(struct diffing *d, const git_oid *before, const git_oid *after);

static gboolean compare_folder(
	struct diffing *d, const struct entry *before, const struct entry *after)
{
	const struct slice name = before ? before->name : after->name;
	gsize len = d->path->len;

	g_string_append_len(d->path, name.at, (gssize)name.len);
	g_string_append_c(d->path, '/');
	gboolean go_on = compare_trees(d, before ? &before->id : NULL, after ? &after->id : NULL);
	g_string_truncate(d->path, len);
	return go_on;
}

static gboolean add_file(struct diffing *d, const struct entry *before, const struct entry *after)
{
	const struct slice name = before ? before->name : after->name;
	struct change change = {
		.old_mode = before ? before->mode : 0, .new_mode = after ? after->mode : 0};

	if (d->changes->len == CHANGES_MAX)
		return FALSE;
	if (before)
		change.old_id = before->id;
	if (after)
		change.new_id = after->id;
	change.path = g_strdup_printf("%s%.*s", d->path->str, SLICE_ARG(name));
	g_array_append_val(d->changes, change);
	return TRUE;
}

/* Either may be NULL: it is not there. */
static gboolean add_entry(struct diffing *d, const struct entry *before, const struct entry *after)
{
	if (before && after && before->mode == after->mode &&
		git_oid_equal(&before->id, &after->id))
		return TRUE;
	return is_folder(before ? before : after) ? compare_folder(d, before, after)
						  : add_file(d, before, after);
}

static gboolean merge_entries(struct diffing *d, struct slice old, struct slice new)
{
	struct entry before, after;
	gboolean go_on = next_entry(&old, &before) && next_entry(&new, &after);

	while (go_on && (before.mode || after.mode)) {
		int order = compare_entries(&before, &after);

		go_on = add_entry(d, order <= 0 ? &before : NULL, order >= 0 ? &after : NULL);
		if (go_on && order <= 0)
			go_on = next_entry(&old, &before);
		if (go_on && order >= 0)
			go_on = next_entry(&new, &after);
	}
	return go_on;
}

static gboolean compare_trees(struct diffing *d, const git_oid *before, const git_oid *after)
{
	git_odb_object *old = NULL, *new = NULL;
	gboolean go_on = d->depth < CHANGES_DEPTH_MAX &&
			 (!before || tree_read(d->tree, before, GIT_OBJECT_TREE, &old)) &&
			 (!after || tree_read(d->tree, after, GIT_OBJECT_TREE, &new));

	d->depth++;
	if (go_on)
		go_on = merge_entries(d, old ? tree_bytes(old) : SLICE_LIT(""),
			new ? tree_bytes(new) : SLICE_LIT(""));
	d->depth--;
	git_odb_object_free(old);
	git_odb_object_free(new);
	return go_on;
}

/* ---- commits --------------------------------------------------------------------------------- */

struct ends { /* of a commit */
	git_oid before, after;
	gboolean has_before, is_merge;
};

/* The tree of a commit, and its parents. */
static gboolean read_tree_id(struct tree *tree, const git_oid *commit, git_oid *ret_tree,
	git_oid *ret_parent, guint *ret_n)
{
	git_odb_object *object;
	struct commit_text text;
	gboolean is_sound = FALSE;

	if (!tree_read(tree, commit, GIT_OBJECT_COMMIT, &object))
		return FALSE;
	if (commit_text_read(tree_bytes(object), &text)) {
		*ret_n = text.n_parents;
		is_sound = !git_oid_fromstrn(ret_tree, text.tree.at, GIT_OID_HEXSZ) &&
			   (!text.n_parents ||
				   !git_oid_fromstrn(ret_parent, commit_text_parent(&text, 0).at,
					   GIT_OID_HEXSZ));
	}
	git_odb_object_free(object);
	return is_sound;
}

static gboolean find_ends(struct tree *tree, const char *id, struct ends *ret)
{
	git_oid commit, parent, ignored;
	guint n, ignored_n;

	*ret = (struct ends){0};
	if (git_oid_fromstr(&commit, id) || !read_tree_id(tree, &commit, &ret->after, &parent, &n))
		return FALSE;
	ret->is_merge = n > 1;
	ret->has_before = n == 1;
	return n != 1 || read_tree_id(tree, &parent, &ret->before, &ignored, &ignored_n);
}

static void clear_change(void *change)
{
	g_free(((struct change *)change)->path);
}

GArray *changes_of(struct tree *tree, const char *id)
{
	struct diffing d = {.tree = tree};
	struct ends ends;

	if (!find_ends(tree, id, &ends))
		return NULL;
	d.path = g_string_new(NULL);
	d.changes = g_array_new(FALSE, FALSE, sizeof(struct change));
	g_array_set_clear_func(d.changes, clear_change);
	gboolean is_known = ends.is_merge ||
			    compare_trees(&d, ends.has_before ? &ends.before : NULL, &ends.after);
	g_string_free(d.path, TRUE);
	if (is_known)
		return d.changes;
	g_array_unref(d.changes);
	return NULL;
}

GPtrArray *tree_changed_paths(struct tree *tree, const char *id)
{
	g_autoptr(GArray) changes = changes_of(tree, id);
	GPtrArray *paths = changes ? g_ptr_array_new_with_free_func(g_free) : NULL;

	for (guint i = 0; changes && i < changes->len; i++)
		g_ptr_array_add(paths, g_strdup(g_array_index(changes, struct change, i).path));
	return paths;
}
