/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * E2 by equal title and author, E5 between versions of a posted patch.  An author is one by
 * an equal address, or an equal name of two words or more.
 */
#include "cluster/unite.h"

#include "cluster/title.h"

#include <string.h>

struct titles {
	struct unite *u;
	GHashTable *first;   /* title and author -> index + 1 of the first change that has them */
	GHashTable *version; /* likewise of the last posted patch */
};

/* What tells a change: where, and whose. */
struct telling {
	guint change;
	const char *title, *name, *address;
	const char *message_id, *text;
	guint line;
};

/* ---- authors ------------------------------------------------------------------------------ */

/* "title\naddress": one change's; NULL: such an address tells nobody.  g_free(). */
static char *key_of_address(const char *plain, const char *address)
{
	g_autofree char *lower = address ? g_utf8_strdown(address, -1) : NULL;

	if (!lower || !strchr(lower, '@') || strstr(lower, "xxx") || strstr(lower, "..."))
		return NULL;
	return g_strconcat(plain, "\n", lower, NULL);
}

static char *key_of_name(const char *plain, const char *name)
{
	g_autofree char *lower = name ? g_utf8_strdown(name, -1) : NULL;

	if (!lower || !strchr(g_strstrip(lower), ' '))
		return NULL;
	return g_strconcat(plain, "\n", lower, NULL);
}

/* ---- edges -------------------------------------------------------------------------------- */

static guint lookup(GHashTable *table, const char *key)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(table, key)) - 1;
}

static void join(struct titles *t, const struct telling *what, guint other, const char *rule)
{
	const GArray *changes = t->u->changes;
	const struct cluster_edge shown = {.rule = rule,
		.from = RECORD(changes, struct node, what->change)->id,
		.to = RECORD(changes, struct node, other)->id,
		.message_id = what->message_id,
		.line = what->line,
		.text = what->text};

	if (other != what->change)
		unite_edge(t->u, what->change, other, &shown);
}

/* A patch follows the version before it, all else the first that has the title. */
static void meet(struct titles *t, const struct telling *what, const char *key)
{
	struct node *change = RECORD(t->u->changes, struct node, what->change);
	guint first = key ? lookup(t->first, key) : NO_NODE;
	guint version = key && change->is_patch ? lookup(t->version, key) : NO_NODE;

	if (!key)
		return;
	if (version != NO_NODE) {
		RECORD(t->u->changes, struct node, version)->is_superseded |=
			version != what->change;
		join(t, what, version, "E5");
	} else if (first != NO_NODE) {
		join(t, what, first, "E2");
	}
	if (first == NO_NODE)
		g_hash_table_insert(t->first, g_strdup(key), GUINT_TO_POINTER(what->change + 1));
	if (change->is_patch)
		g_hash_table_insert(t->version, g_strdup(key), GUINT_TO_POINTER(what->change + 1));
}

/* A mail may show a commit with the title of another. */
static void tell(struct titles *t, const struct telling *what)
{
	struct node *change = RECORD(t->u->changes, struct node, what->change);
	g_autofree char *plain = title_plain(what->title);
	g_autofree char *known = title_plain(unite_title(t->u, change));

	if (known && g_strcmp0(known, plain))
		return;
	if (!change->author)
		change->author = what->name;
	if (!plain || title_is_generic(plain))
		return;

	g_autofree char *by_address = key_of_address(plain, what->address);
	g_autofree char *by_name = key_of_name(plain, what->name);
	meet(t, what, by_address);
	meet(t, what, by_name);
}

/* ---- who tells titles and authors --------------------------------------------------------- */

static void read_tree(struct titles *t)
{
	for (guint i = 0; i < t->u->facts->commits->len; i++) {
		const struct fact_commit *c = RECORD(t->u->facts->commits, struct fact_commit, i);
		const struct telling what = {.change = unite_change(t->u, c->id),
			.title = c->title,
			.name = c->author_name,
			.address = c->author_address,
			.text = c->title};

		tell(t, &what);
	}
}

static void read_reports(struct titles *t)
{
	for (guint i = 0; i < t->u->facts->reports->len; i++) {
		const struct fact_report *r = RECORD(t->u->facts->reports, struct fact_report, i);
		const struct telling what = {.change = g_array_index(t->u->of_reports, guint, i),
			.title = r->title,
			.name = r->author_name,
			.address = r->author_address,
			.message_id = r->message_id,
			.text = r->title};

		if (what.change != NO_NODE)
			tell(t, &what);
	}
}

static void read_shown(struct titles *t)
{
	for (guint i = 0; i < t->u->facts->shown->len; i++) {
		const struct fact_shown *s = RECORD(t->u->facts->shown, struct fact_shown, i);
		guint change = s->commit ? unite_change(t->u, s->commit) : NO_NODE;
		const struct telling what = {.change = change,
			.title = s->title,
			.name = s->author_name,
			.address = s->author_address,
			.message_id = s->message_id,
			.line = s->line,
			.text = s->title};

		if (change != NO_NODE)
			tell(t, &what);
	}
}

static gint by_date(gconstpointer a, gconstpointer b)
{
	const struct fact_message *x = *(const struct fact_message *const *)a;
	const struct fact_message *y = *(const struct fact_message *const *)b;

	if (x->date != y->date)
		return x->date < y->date ? -1 : 1;
	return strcmp(x->message_id, y->message_id);
}

/* A patch's author: what its first line says ("From: ..."), else who sent it. */
static void read_patch(struct titles *t, const struct fact_message *m)
{
	const struct fact_shown *from = unite_from_line(t->u, m->message_id);
	const struct telling what = {.change = unite_patch(t->u, m),
		.title = m->subject,
		.name = from ? from->author_name : m->from_name,
		.address = from ? from->author_address : m->from_address,
		.message_id = m->message_id,
		.text = m->subject};

	tell(t, &what);
}

static void read_patches(struct titles *t)
{
	g_autoptr(GPtrArray) patches = g_ptr_array_new();

	for (guint i = 0; i < t->u->facts->messages->len; i++) {
		struct fact_message *m = RECORD(t->u->facts->messages, struct fact_message, i);

		if (m->kind == MESSAGE_PATCH)
			g_ptr_array_add(patches, m);
	}
	g_ptr_array_sort(patches, by_date);
	for (guint i = 0; i < patches->len; i++)
		read_patch(t, patches->pdata[i]);
}

/* The commit of a patch is an older version where each of its patches is. */
static void supersede_commits(struct unite *u)
{
	for (guint i = 0; i < u->built->len; i++) {
		const struct built_patch *b = RECORD(u->built, struct built_patch, i);

		RECORD(u->changes, struct node, b->commit)->is_superseded = TRUE;
	}
	for (guint i = 0; i < u->built->len; i++) {
		const struct built_patch *b = RECORD(u->built, struct built_patch, i);
		struct node *commit = RECORD(u->changes, struct node, b->commit);

		if (!commit->author)
			commit->author = RECORD(u->changes, struct node, b->patch)->author;
		if (!RECORD(u->changes, struct node, b->patch)->is_superseded)
			RECORD(u->changes, struct node, b->commit)->is_superseded = FALSE;
	}
}

void unite_titles(struct unite *u)
{
	g_autoptr(GHashTable) first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) version =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct titles titles = {u, first, version};

	read_reports(&titles);
	read_tree(&titles);
	read_shown(&titles);
	read_patches(&titles);
	supersede_commits(u);
}

/* ---- suspicions ---------------------------------------------------------------------------- */

static void suspect(struct unite *u, guint change, guint other, const struct fact_report *r)
{
	const struct cluster_edge shown = {.rule = "suspect",
		.from = RECORD(u->changes, struct node, change)->id,
		.to = RECORD(u->changes, struct node, other)->id,
		.message_id = r->message_id,
		.text = r->title};
	const struct cluster_edge back = {.rule = "suspect",
		.from = shown.to,
		.to = shown.from,
		.message_id = r->message_id,
		.text = r->title};

	unite_edge(u, change, NO_NODE, &shown);
	unite_edge(u, other, NO_NODE, &back);
}

void unite_suspects(struct unite *u)
{
	g_autoptr(GHashTable) first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < u->facts->reports->len; i++) {
		const struct fact_report *r = RECORD(u->facts->reports, struct fact_report, i);
		guint change = g_array_index(u->of_reports, guint, i);
		g_autofree char *plain = title_plain(r->title);

		if (change == NO_NODE || !plain || title_is_generic(plain) ||
			RECORD(u->changes, struct node, change)->is_split)
			continue;
		guint other = lookup(first, plain);
		if (other == NO_NODE)
			g_hash_table_insert(
				first, g_steal_pointer(&plain), GUINT_TO_POINTER(change + 1));
		else if (unite_root(u, other) != unite_root(u, change))
			suspect(u, change, other, r);
	}
}
