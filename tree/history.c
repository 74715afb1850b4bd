/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/history.h"

#include "tree/parts.h"

#include <string.h>

#define NODES_OF_CHUNK 4096
#define UNREAD G_MAXUINT32 /* n_parents of a node of which only the id is known */

enum mark {
	MARK_MAINLINE = 1 << 0,
	MARK_WAITING = 1 << 1, /* it is on the stack */
	MARK_END = 1 << 2,     /* too old, or missing: its parents are not followed */
};

struct node {
	git_oid id; /* first: the table knows it by it */
	guint8 marks;
	guint16 release;   /* index + 1 of the first that has it; 0: none */
	guint32 n_parents; /* UNREAD */
	guint32 parents;   /* the first, in history->parents */
};

struct tree_history {
	struct tree *tree;
	GPtrArray *chunks; /* of NODES_OF_CHUNK nodes */
	guint n_nodes;
	GHashTable *nodes;  /* the set of them, by id */
	GPtrArray *parents; /* struct node *, of one after the other */
	GPtrArray *stack;
	guint n_read, n_missing;
	gboolean is_cut;
};

/* ---- nodes -------------------------------------------------------------------------------- */

/*
 * Keyed: a merge may name any ids as its parents, and a hundred thousand of one hash would
 * take minutes.
 */
static guint hash_id(gconstpointer id)
{
	static gsize key;
	guint64 hash, factor;
	guint32 words[GIT_OID_RAWSZ / sizeof(guint32)];

	if (g_once_init_enter(&key))
		g_once_init_leave(&key, (gsize)g_random_int() | 1);
	memcpy(words, id, sizeof words);
	hash = key;
	factor = key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15); /* odd */
	for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
		hash = (hash ^ words[i]) * factor;
		hash ^= hash >> 32;
	}
	return (guint)hash;
}

static gboolean equal_ids(gconstpointer a, gconstpointer b)
{
	return git_oid_equal(a, b);
}

static struct node *new_node(struct tree_history *h, const git_oid *id)
{
	if (h->n_nodes % NODES_OF_CHUNK == 0)
		g_ptr_array_add(h->chunks, g_new(struct node, NODES_OF_CHUNK));

	struct node *chunk = h->chunks->pdata[h->chunks->len - 1];
	struct node *node = &chunk[h->n_nodes++ % NODES_OF_CHUNK];
	*node = (struct node){.id = *id, .n_parents = UNREAD};
	g_hash_table_add(h->nodes, node);
	return node;
}

static struct node *node_of(struct tree_history *h, const git_oid *id)
{
	struct node *node = g_hash_table_lookup(h->nodes, id);

	return node ? node : new_node(h, id);
}

/* ---- reading -------------------------------------------------------------------------------- */

struct reading {
	struct tree_history *history;
	gint64 oldest; /* commits before it have no parents here */
	tree_history_fn each;
	void *data;
};

static void wait(struct tree_history *h, struct node *node)
{
	if (node->n_parents != UNREAD || node->marks & (MARK_WAITING | MARK_END))
		return;
	node->marks |= MARK_WAITING;
	g_ptr_array_add(h->stack, node);
}

static void take_parents(struct tree_history *h, struct node *node, const struct commit_text *text)
{
	node->parents = h->parents->len;
	node->n_parents = 0;
	for (guint i = 0; i < text->n_parents; i++) {
		git_oid id;

		if (git_oid_fromstrn(&id, commit_text_parent(text, i).at, GIT_OID_HEXSZ))
			continue;

		struct node *parent = node_of(h, &id);
		g_ptr_array_add(h->parents, parent);
		node->n_parents++;
		wait(h, parent);
	}
}

static void tell(const struct reading *r, const git_oid *id, const struct commit_text *text)
{
	char digits[TREE_ID_SIZE];

	if (!r->each)
		return;
	git_oid_tostr(digits, sizeof digits, id);
	r->each(digits, text, r->data);
}

static void read_node(const struct reading *r, struct node *node)
{
	struct tree_history *h = r->history;
	struct commit_text text;
	git_odb_object *object;

	node->marks &= (guint8)~MARK_WAITING;
	node->marks |= MARK_END;
	if (!tree_read(h->tree, &node->id, GIT_OBJECT_COMMIT, &object)) {
		h->n_missing++;
		return;
	}
	if (!commit_text_read(tree_bytes(object), &text)) {
		h->tree->gaps.missing++;
	} else if (text.date >= r->oldest || text.date < HISTORY_GIT_BEGAN) {
		h->n_read++;
		node->marks &= (guint8)~MARK_END;
		take_parents(h, node, &text);
		tell(r, &node->id, &text);
	}
	git_odb_object_free(object);
}

static void read_waiting(const struct reading *r)
{
	struct tree_history *h = r->history;

	while (h->stack->len) {
		struct node *node = g_ptr_array_steal_index(h->stack, h->stack->len - 1);

		h->is_cut = h->n_read >= HISTORY_COMMITS_MAX || h->n_missing >= HISTORY_MISSING_MAX;
		if (!h->is_cut)
			read_node(r, node);
	}
}

/* ---- what contains what ---------------------------------------------------------------------- */

typedef gboolean (*mark_fn)(struct node *node, guint mark);

static gboolean mark_mainline(struct node *node, guint mark)
{
	gboolean is_new = !(node->marks & mark);

	node->marks |= (guint8)mark;
	return is_new;
}

static gboolean mark_release(struct node *node, guint release)
{
	if (node->release)
		return FALSE;
	node->release = (guint16)release;
	return TRUE;
}

/* Marks a commit and its ancestors, and stops at those that have the mark. */
static void spread(struct tree_history *h, const git_oid *from, mark_fn fn, guint mark)
{
	struct node *node = g_hash_table_lookup(h->nodes, from);

	if (!node || !fn(node, mark))
		return;
	g_ptr_array_add(h->stack, node);
	while (h->stack->len) {
		node = g_ptr_array_steal_index(h->stack, h->stack->len - 1);
		for (guint i = 0; node->n_parents != UNREAD && i < node->n_parents; i++) {
			struct node *parent = h->parents->pdata[node->parents + i];

			if (fn(parent, mark))
				g_ptr_array_add(h->stack, parent);
		}
	}
}

static guint count_releases(const struct tree *tree)
{
	return MIN(tree->releases->len, G_MAXUINT16 - 1);
}

static const struct tree_release *release_of(const struct tree *tree, guint i)
{
	return &g_array_index(tree->releases, struct tree_release, i);
}

struct tree_history *tree_history_read(
	struct tree *tree, gint64 since, tree_history_fn each, void *data)
{
	struct tree_history *h = g_new0(struct tree_history, 1);
	struct reading reading = {h, since - HISTORY_SLACK, each, data};

	h->tree = tree;
	h->chunks = g_ptr_array_new_with_free_func(g_free);
	h->nodes = g_hash_table_new(hash_id, equal_ids);
	h->parents = g_ptr_array_new();
	h->stack = g_ptr_array_new();
	for (guint i = 0; i < count_releases(tree); i++)
		wait(h, node_of(h, &release_of(tree, i)->id));
	if (tree->main)
		wait(h, node_of(h, &tree->tip));
	read_waiting(&reading);

	for (guint i = 0; i < count_releases(tree); i++)
		spread(h, &release_of(tree, i)->id, mark_release, i + 1);
	if (tree->main)
		spread(h, &tree->tip, mark_mainline, MARK_MAINLINE);
	return h;
}

void tree_history_free(struct tree_history *history)
{
	if (!history)
		return;
	g_hash_table_unref(history->nodes);
	g_ptr_array_unref(history->chunks);
	g_ptr_array_unref(history->parents);
	g_ptr_array_unref(history->stack);
	g_free(history);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static const struct node *find(const struct tree_history *history, const char *id)
{
	git_oid oid;

	return git_oid_fromstr(&oid, id) ? NULL : g_hash_table_lookup(history->nodes, &oid);
}

gboolean tree_history_is_mainline(const struct tree_history *history, const char *id)
{
	const struct node *node = find(history, id);

	return node && node->marks & MARK_MAINLINE;
}

const char *tree_history_release(const struct tree_history *history, const char *id)
{
	const struct node *node = find(history, id);

	return node && node->release ? release_of(history->tree, node->release - 1u)->tag : NULL;
}

guint tree_history_commits(const struct tree_history *history)
{
	return history->n_read;
}

gboolean tree_history_is_cut(const struct tree_history *history)
{
	return history->is_cut;
}
