/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/closure.h"

struct closure_edge {
	guint64 parent, child;
};

void closure_init(struct closure *c)
{
	*c = (struct closure){.below = g_hash_table_new(NULL, NULL)};
	c->edges = g_array_new(FALSE, FALSE, sizeof(struct closure_edge));
}

void closure_release(struct closure *c)
{
	g_hash_table_unref(c->below);
	g_array_unref(c->edges);
}

static guint8 *filter_of(const struct closure *c, guint64 id, guint8 *ret_bit)
{
	*ret_bit = (guint8)(1U << (id & 7));
	return (guint8 *)&c->filter[(id >> 3) % CLOSURE_FILTER];
}

void closure_add(struct closure *c, guint64 id)
{
	guint8 bit, *at = filter_of(c, id, &bit);

	if (!id || !g_hash_table_add(c->below, GSIZE_TO_POINTER(id)))
		return;
	*at |= bit;
	c->grew = TRUE;
}

gboolean closure_has(const struct closure *c, guint64 id)
{
	guint8 bit, *at = filter_of(c, id, &bit);

	return (*at & bit) && g_hash_table_contains(c->below, GSIZE_TO_POINTER(id));
}

static guint64 parent_at(const struct closure_mail *mail, guint i)
{
	guint64 parent;

	memcpy(&parent, mail->parents + 8 * (gsize)i, sizeof parent);
	return GUINT64_FROM_LE(parent);
}

gboolean closure_has_parent(const struct closure *c, const struct closure_mail *mail)
{
	for (guint i = 0; i < mail->n_parents; i++)
		if (closure_has(c, parent_at(mail, i)))
			return TRUE;
	return FALSE;
}

void closure_offer(struct closure *c, const struct closure_mail *mail)
{
	if (closure_has_parent(c, mail))
		closure_add(c, mail->id);
}

/* ---- edges ------------------------------------------------------------------------ */

void closure_add_edges(struct closure *c, const struct closure_mail *mail)
{
	for (guint i = 0; i < mail->n_parents; i++) {
		struct closure_edge edge = {parent_at(mail, i), mail->id};

		g_array_append_val(c->edges, edge);
	}
}

static int by_parent(gconstpointer a, gconstpointer b)
{
	const struct closure_edge *left = a, *right = b;

	return (left->parent > right->parent) - (left->parent < right->parent);
}

/* The first edge from that parent, or where it would be. */
static guint first_from(const GArray *edges, guint64 parent)
{
	guint low = 0, high = edges->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(edges, struct closure_edge, middle).parent < parent)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void reach(struct closure *c, guint64 child, GArray *todo)
{
	if (closure_has(c, child))
		return;
	closure_add(c, child);
	g_array_append_val(todo, child);
}

void closure_follow_edges(struct closure *c)
{
	g_autoptr(GArray) todo = g_array_new(FALSE, FALSE, sizeof(guint64));

	g_array_sort(c->edges, by_parent);
	for (guint i = 0; i < c->edges->len; i++) {
		const struct closure_edge *edge = &g_array_index(c->edges, struct closure_edge, i);

		if (closure_has(c, edge->parent))
			reach(c, edge->child, todo);
	}
	while (todo->len) {
		guint64 parent = g_array_index(todo, guint64, todo->len - 1);

		g_array_set_size(todo, todo->len - 1);
		for (guint i = first_from(c->edges, parent); i < c->edges->len; i++) {
			const struct closure_edge *edge =
				&g_array_index(c->edges, struct closure_edge, i);

			if (edge->parent != parent)
				break;
			reach(c, edge->child, todo);
		}
	}
	g_array_set_size(c->edges, 0);
}
