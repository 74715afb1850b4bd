/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/gitbox.h"

#include "git/foreign.h"
#include "ingest/ingest.h"

#include <git2.h>

/* A blob to be read; or a commit or tree that could not be. */
struct found {
	git_oid id;
	gboolean missing;
};

struct gitbox {
	gint refs;
	git_repository *repository;
	git_odb *odb;
	GAsyncQueue *readers; /* of git_odb *: libgit2's are for one thread at a time */
	GArray *found;        /* of struct found, newest first */
	GHashTable *gone;     /* git_oid: deleted by a commit that is newer */
	GArray *removed;      /* of git_oid: all that was deleted */
	guint64 deleted;
	const char *cut;
	char tip[GITBOX_ID_SIZE];
	git_oid since;
	gboolean has_since, met_since;
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

static gboolean open_repository(struct gitbox *box, const char *git_dir)
{
	return !foreign_open(&box->repository, git_dir, INGEST_MAIL_MAX) &&
	       !git_repository_odb(&box->odb, box->repository);
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
	if (box->has_since)
		g_array_append_vals(box->removed, id, 1);
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

		if (box->has_since && git_oid_equal(&at, &box->since)) {
			box->met_since = TRUE;
			return;
		}
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
	git_oid_tostr(box->tip, sizeof box->tip, &tip);
	if (is_mail)
		read_history(box, &tip);
	return is_mail;
}

static void free_objects(gpointer odb)
{
	git_odb_free(odb);
}

struct gitbox *gitbox_open_objects(const char *git_dir)
{
	struct gitbox *box = g_new0(struct gitbox, 1);

	box->refs = 1;
	box->found = g_array_new(FALSE, FALSE, sizeof(struct found));
	box->gone = g_hash_table_new_full(oid_hash, oid_equal, g_free, NULL);
	box->readers = g_async_queue_new_full(free_objects);
	box->removed = g_array_new(FALSE, FALSE, sizeof(git_oid));
	if (open_repository(box, git_dir))
		return box;
	gitbox_unref(box);
	return NULL;
}

struct gitbox *gitbox_open(const char *git_dir, const char *since)
{
	struct gitbox *box = gitbox_open_objects(git_dir);

	if (box)
		box->has_since = since && !git_oid_fromstr(&box->since, since);
	if (box && read_archive(box))
		return box;
	gitbox_unref(box);
	return NULL;
}

struct gitbox *gitbox_ref(struct gitbox *box)
{
	g_atomic_int_inc(&box->refs);
	return box;
}

void gitbox_unref(struct gitbox *box)
{
	if (!box || !g_atomic_int_dec_and_test(&box->refs))
		return;
	g_async_queue_unref(box->readers);
	git_odb_free(box->odb);
	git_repository_free(box->repository);
	g_hash_table_unref(box->gone);
	g_array_unref(box->found);
	g_array_unref(box->removed);
	g_free(box);
}

/* ---- messages ---------------------------------------------------------------------------- */

/* From the object's header: the size is wanted before anyone has room for the bytes. */
static enum gitbox_kind look_at(struct gitbox *box, const git_oid *id, guint64 *ret_size)
{
	git_object_t type;
	size_t size;

	if (git_odb_read_header(&size, &type, box->odb, id) || type != GIT_OBJECT_BLOB)
		return GITBOX_MISSING;
	*ret_size = size;
	return size > INGEST_MAIL_MAX ? GITBOX_TOO_LARGE : GITBOX_MAIL;
}

gboolean gitbox_next(struct gitbox *box, struct gitbox_item *ret_item)
{
	if (!box->found->len)
		return FALSE;

	struct found found = g_array_index(box->found, struct found, box->found->len - 1);
	g_array_set_size(box->found, box->found->len - 1);
	*ret_item = (struct gitbox_item){GITBOX_MISSING, "", 0};
	git_oid_tostr(ret_item->id, sizeof ret_item->id, &found.id);
	if (!found.missing)
		ret_item->kind = look_at(box, &found.id, &ret_item->size);
	return TRUE;
}

gboolean gitbox_read(struct gitbox *box, const char *id, struct gitbox_mail *ret_mail)
{
	git_odb *odb = g_async_queue_try_pop(box->readers);
	git_odb_object *object = NULL;
	git_oid oid;

	*ret_mail = (struct gitbox_mail){SLICE_NULL, NULL};
	if (!odb && !(odb = foreign_objects(box->repository, INGEST_MAIL_MAX)))
		return FALSE;
	if (!git_oid_fromstr(&oid, id) && !git_odb_read(&object, odb, &oid)) {
		ret_mail->object = object;
		ret_mail->bytes =
			(struct slice){git_odb_object_data(object), git_odb_object_size(object)};
	}
	g_async_queue_push(box->readers, odb);
	return object != NULL;
}

void gitbox_mail_clear(struct gitbox_mail *mail)
{
	git_odb_object_free(mail->object);
	*mail = (struct gitbox_mail){SLICE_NULL, NULL};
}

const char *gitbox_tip(const struct gitbox *box)
{
	return box->tip;
}

gboolean gitbox_met_since(const struct gitbox *box)
{
	return box->met_since;
}

void gitbox_each_removed(
	const struct gitbox *box, void (*each)(const char *id, void *data), void *data)
{
	char id[GITBOX_ID_SIZE];

	for (guint i = 0; i < box->removed->len; i++) {
		git_oid_tostr(id, sizeof id, &g_array_index(box->removed, git_oid, i));
		each(id, data);
	}
}

/* What no commit that was read had added. */
struct gitbox_older gitbox_older(const struct gitbox *box)
{
	struct gitbox_older older = {0};
	GHashTableIter each;
	gpointer id;

	g_hash_table_iter_init(&each, box->gone);
	while (box->met_since && g_hash_table_iter_next(&each, &id, NULL)) {
		git_object_t type;
		size_t size = 0;

		older.unknown |= git_odb_read_header(&size, &type, box->odb, id) != 0;
		older.messages++;
		older.bytes += size > INGEST_MAIL_MAX ? 0 : size;
	}
	return older;
}

guint64 gitbox_deleted(const struct gitbox *box)
{
	return box->deleted;
}

const char *gitbox_cut(const struct gitbox *box)
{
	return box->cut;
}
