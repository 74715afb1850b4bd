/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/gitbox.h"

#include "ingest/gitloose.h"
#include "ingest/ingest.h"

#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

/* A blob to be read; or a commit or tree that could not be. */
struct found {
	git_oid id;
	gboolean missing;
};

struct gitbox {
	git_repository *repository;
	git_odb *odb;
	git_odb_object *object; /* of the item at hand */
	GArray *found;          /* of struct found, newest first */
	GHashTable *gone;       /* git_oid: deleted by a commit that is newer */
	guint64 deleted;
	const char *cut;
};

/* ---- opening ------------------------------------------------------------------------ */

static gboolean has(const char *folder, const char *name, GFileTest test)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);

	return g_file_test(path, test);
}

gboolean gitbox_looks_like(const char *git_dir)
{
	return has(git_dir, "HEAD", G_FILE_TEST_IS_REGULAR) &&
	       has(git_dir, "objects", G_FILE_TEST_IS_DIR) &&
	       has(git_dir, "refs", G_FILE_TEST_IS_DIR) &&
	       !has(git_dir, "commondir", G_FILE_TEST_EXISTS);
}

/* Settings are the process's; nothing else here uses libgit2. */
static void init_library(void)
{
	static const int levels[] = {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
		GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL};

	git_libgit2_init();
	for (guint i = 0; i < G_N_ELEMENTS(levels); i++)
		git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "");
	git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_CACHING, 0); /* each object is read once */
}

/* Loose objects and packs, and not what "alternates" names. */
static gboolean open_objects(struct gitbox *box, const char *git_dir)
{
	g_autofree char *objects = g_build_filename(git_dir, "objects", NULL);
	git_odb_backend *packs = NULL;

	return !git_odb_new(&box->odb) &&
	       !git_odb_add_backend(box->odb, gitloose_new(objects), 1) &&
	       !git_odb_backend_pack(&packs, objects) && !git_odb_add_backend(box->odb, packs, 2) &&
	       !git_repository_set_odb(box->repository, box->odb);
}

/* An empty configuration is set before anything asks for the repository's. */
static gboolean open_repository(struct gitbox *box, const char *git_dir)
{
	git_config *none = NULL;

	if (git_repository_open_bare(&box->repository, git_dir) || git_config_new(&none))
		return FALSE;
	int failed = git_repository_set_config(box->repository, none);
	git_config_free(none);
	return !failed && open_objects(box, git_dir);
}

/* ---- what a tree tells --------------------------------------------------------------- */

static const git_tree_entry *entry_of(const git_tree *tree, const char *name, git_object_t type)
{
	const git_tree_entry *entry = git_tree_entry_byname(tree, name);

	return entry && git_tree_entry_type(entry) == type ? entry : NULL;
}

static gboolean is_hex(const char *name, gsize len)
{
	return strlen(name) == len && strspn(name, "0123456789abcdef") == len;
}

/* "m", "d" and, in v1, folders of two digits: the tree of an archive of mail. */
static gboolean is_archive(const git_tree *tree)
{
	for (gsize i = 0; i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		const char *name = git_tree_entry_name(entry);
		gboolean is_tree = git_tree_entry_type(entry) == GIT_OBJECT_TREE;

		if (is_tree ? !is_hex(name, 2) : strcmp(name, "m") && strcmp(name, "d"))
			return FALSE;
	}
	return TRUE;
}

/* ---- what a commit does ---------------------------------------------------------------- */

static guint oid_hash(gconstpointer id)
{
	guint hash;

	memcpy(&hash, id, sizeof hash);
	return hash;
}

static gboolean oid_equal(gconstpointer a, gconstpointer b)
{
	return git_oid_equal(a, b);
}

static void add_missing(struct gitbox *box, const git_oid *id)
{
	struct found found = {*id, TRUE};

	g_array_append_val(box->found, found);
}

/* Going back in time, what was deleted is known before what was added. */
static void add_mail(struct gitbox *box, const git_oid *id)
{
	struct found found = {*id, FALSE};

	if (g_hash_table_remove(box->gone, id))
		box->deleted++;
	else
		g_array_append_val(box->found, found);
}

static void delete_mail(struct gitbox *box, const git_oid *id)
{
	g_hash_table_add(box->gone, g_memdup2(id, sizeof *id));
}

typedef void (*id_fn)(struct gitbox *box, const git_oid *id);

/* The blobs of a tree that another (may be NULL) lacks, one level of folders deep. */
static void compare_trees(
	struct gitbox *box, const git_tree *tree, const git_tree *other, gboolean is_root, id_fn fn)
{
	for (gsize i = 0; i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		const git_oid *id = git_tree_entry_id(entry);
		git_object_t type = git_tree_entry_type(entry);
		const git_tree_entry *same =
			other ? entry_of(other, git_tree_entry_name(entry), type) : NULL;
		git_tree *below = NULL, *below_other = NULL;

		if (same && git_oid_equal(git_tree_entry_id(same), id))
			continue;
		if (type == GIT_OBJECT_BLOB) {
			fn(box, id);
		} else if (type == GIT_OBJECT_TREE && is_root) {
			if (git_tree_lookup(&below, box->repository, id)) {
				add_missing(box, id);
				continue;
			}
			if (same)
				git_tree_lookup(
					&below_other, box->repository, git_tree_entry_id(same));
			compare_trees(box, below, below_other, FALSE, fn);
			git_tree_free(below_other);
			git_tree_free(below);
		}
	}
}

/* v1: what the commit's tree has more, and less, than its parent's. */
static void take_difference(struct gitbox *box, const git_commit *commit, const git_tree *tree)
{
	git_commit *parent = NULL;
	git_tree *before = NULL;

	if (git_commit_parentcount(commit) && !git_commit_parent(&parent, commit, 0))
		git_commit_tree(&before, parent);
	if (before)
		compare_trees(box, before, tree, TRUE, delete_mail);
	if (before || !git_commit_parentcount(commit))
		compare_trees(box, tree, before, TRUE, add_mail);
	git_tree_free(before);
	git_commit_free(parent);
}

static void take_commit(struct gitbox *box, const git_commit *commit)
{
	const git_tree_entry *entry;
	git_tree *tree;

	if (git_commit_tree(&tree, commit)) {
		add_missing(box, git_commit_tree_id(commit));
		return;
	}
	if ((entry = entry_of(tree, "d", GIT_OBJECT_BLOB)))
		delete_mail(box, git_tree_entry_id(entry));
	else if ((entry = entry_of(tree, "m", GIT_OBJECT_BLOB)))
		add_mail(box, git_tree_entry_id(entry));
	else
		take_difference(box, commit, tree);
	git_tree_free(tree);
}

/* ---- history ---------------------------------------------------------------------------- */

/* From the newest commit back along first parents; archives of mail have no others. */
static void read_history(struct gitbox *box, const git_oid *tip)
{
	git_oid at = *tip, mark = *tip; /* Brent: a circle comes back to the mark */

	for (guint64 n = 1, turn = 2;; n++) {
		git_commit *commit;

		if (git_commit_lookup(&commit, box->repository, &at)) {
			add_missing(box, &at);
			box->cut = "a commit is missing";
			return;
		}
		take_commit(box, commit);
		gboolean is_first = !git_commit_parentcount(commit);
		if (!is_first)
			at = *git_commit_parent_id(commit, 0);
		git_commit_free(commit);
		if (is_first)
			return;
		if (n >= GITBOX_COMMITS_MAX || git_oid_equal(&at, &mark)) {
			box->cut = n >= GITBOX_COMMITS_MAX ? "it has more commits than are read"
							   : "its history goes round in a circle";
			return;
		}
		if (n == turn) {
			mark = at;
			turn *= 2;
		}
	}
}

/* FALSE: what the newest commit holds is no mail. */
static gboolean read_archive(struct gitbox *box)
{
	git_commit *commit = NULL;
	git_tree *tree = NULL;
	git_oid tip;

	if (git_reference_name_to_id(&tip, box->repository, "HEAD"))
		return TRUE; /* nothing was committed yet */
	gboolean known = !git_commit_lookup(&commit, box->repository, &tip) &&
			 !git_commit_tree(&tree, commit);
	gboolean is_mail = !known || is_archive(tree);
	git_tree_free(tree);
	git_commit_free(commit);
	if (is_mail)
		read_history(box, &tip);
	return is_mail;
}

struct gitbox *gitbox_open(const char *git_dir)
{
	struct gitbox *box = g_new0(struct gitbox, 1);

	init_library();
	box->found = g_array_new(FALSE, FALSE, sizeof(struct found));
	box->gone = g_hash_table_new_full(oid_hash, oid_equal, g_free, NULL);
	if (open_repository(box, git_dir) && read_archive(box))
		return box;
	gitbox_free(box);
	return NULL;
}

void gitbox_free(struct gitbox *box)
{
	if (!box)
		return;
	git_odb_object_free(box->object);
	git_odb_free(box->odb);
	git_repository_free(box->repository);
	g_hash_table_unref(box->gone);
	g_array_unref(box->found);
	g_free(box);
	git_libgit2_shutdown();
}

/* ---- messages ---------------------------------------------------------------------------- */

static enum gitbox_kind read_blob(struct gitbox *box, const git_oid *id, struct gitbox_item *item)
{
	git_object_t type;
	size_t size;

	git_odb_object_free(box->object);
	box->object = NULL;
	if (git_odb_read_header(&size, &type, box->odb, id))
		return GITBOX_MISSING;
	item->size = size;
	if (size > INGEST_MAIL_MAX)
		return GITBOX_TOO_LARGE;
	if (type != GIT_OBJECT_BLOB || git_odb_read(&box->object, box->odb, id))
		return GITBOX_MISSING;
	item->bytes =
		(struct slice){git_odb_object_data(box->object), git_odb_object_size(box->object)};
	return GITBOX_MAIL;
}

gboolean gitbox_next(struct gitbox *box, struct gitbox_item *ret_item)
{
	if (!box->found->len)
		return FALSE;

	struct found found = g_array_index(box->found, struct found, box->found->len - 1);
	g_array_set_size(box->found, box->found->len - 1);
	*ret_item = (struct gitbox_item){GITBOX_MISSING, SLICE_NULL, "", 0};
	git_oid_tostr(ret_item->id, sizeof ret_item->id, &found.id);
	if (!found.missing)
		ret_item->kind = read_blob(box, &found.id, ret_item);
	return TRUE;
}

guint64 gitbox_deleted(const struct gitbox *box)
{
	return box->deleted;
}

const char *gitbox_cut(const struct gitbox *box)
{
	return box->cut;
}
