/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_fold.h"

#include <string.h>

#define VIA " via "

/* "'Name' via Some List <list@...>": the address is the list's. */
static const char *via_of(const struct fact_message *message)
{
	return message->from_name ? strstr(message->from_name, VIA) : NULL;
}

/* One word is the name of many. */
static gboolean is_full_name(const char *name)
{
	return name && strchr(name, ' ');
}

static void add(GHashTable *set, const char *name, const char *address)
{
	if (is_full_name(name))
		g_hash_table_add(set, g_utf8_casefold(name, -1));
	if (address && *address)
		g_hash_table_add(set, g_ascii_strdown(address, -1));
}

/* "NAME <ADDRESS>" */
static void add_pair(GHashTable *set, const char *pair)
{
	const char *open = strrchr(pair, '<'), *end = open ? strchr(open, '>') : NULL;
	g_autofree char *name = open ? g_strchomp(g_strndup(pair, (gsize)(open - pair))) : NULL;
	g_autofree char *address = end ? g_strndup(open + 1, (gsize)(end - open - 1)) : NULL;

	add(set, name, address);
}

static void add_author(GHashTable *set, const struct fact_message *message)
{
	if (message && message->author == AUTHOR_PERSON && !via_of(message))
		add(set, message->from_name, message->from_address);
}

static void add_report(const struct fold *f, GHashTable *set, const struct fact_report *report)
{
	const GPtrArray *recipients = story_list(f->index->recipients, report->message_id);
	const struct fact_message *message = story_message(f->index, report->message_id);
	const struct fact_message *patch = message && message->in_reply_to
						   ? story_message(f->index, message->in_reply_to)
						   : NULL;

	add(set, report->author_name, report->author_address);
	for (guint i = 0; i < recipients->len; i++) {
		const struct fact_recipient *r = g_ptr_array_index(recipients, i);

		add(set, r->name, r->address);
	}
	if (report->retold)
		add_author(set, message);
	if (patch && patch->kind == MESSAGE_PATCH)
		add_author(set, patch);
}

static void add_commit(const struct fold *f, GHashTable *set, const char *id)
{
	const struct fact_commit *commit = story_commit(f->index, id);

	if (!commit)
		return;
	add(set, commit->author_name, commit->author_address);
	for (const char *const *one = commit->people; one && *one; one++)
		add_pair(set, *one);
}

static GHashTable *concerned_by(const struct fold *f)
{
	GHashTable *set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < f->cluster->reports->len; i++)
		add_report(f, set,
			RECORD(f->index->facts->reports, struct fact_report,
				*RECORD(f->cluster->reports, guint, i)));
	for (guint i = 0; i < f->cluster->commits->len; i++)
		add_commit(f, set, RECORD(f->cluster->commits, struct cluster_commit, i)->id);
	return set;
}

static gboolean has_name(GHashTable *set, const struct fact_message *message)
{
	const char *via = via_of(message);
	g_autofree char *alone =
		via ? g_strndup(message->from_name, (gsize)(via - message->from_name)) : NULL;
	const char *name = via ? g_strdelimit(alone, "'", ' ') : message->from_name;
	g_autofree char *folded = name ? g_utf8_casefold(name, -1) : NULL;

	return folded && is_full_name(g_strstrip(folded)) && g_hash_table_contains(set, folded);
}

static gboolean has_address(GHashTable *set, const struct fact_message *message)
{
	g_autofree char *address =
		message->from_address ? g_ascii_strdown(message->from_address, -1) : NULL;

	return address && !via_of(message) && g_hash_table_contains(set, address);
}

gboolean story_concerns(struct fold *f, const struct fact_message *message)
{
	if (!message)
		return FALSE;
	if (message->author == AUTHOR_ROBOT)
		return TRUE;
	if (!f->concerned)
		f->concerned = concerned_by(f);
	return has_address(f->concerned, message) || has_name(f->concerned, message);
}
