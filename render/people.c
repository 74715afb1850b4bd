/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/people.h"

#include "base/mask.h"
#include "store/addresses.h"

struct people {
	GHashTable *known; /* lower case -> GINT of enum address_owner, the last one counts */
};

#define ROBOT "lkp@intel.com"      /* in the tags that its reports ask for */
#define ROBOTS_ID "-lkp@intel.com" /* of its Message-IDs the end */

static const char *const archives[] = {"https://lore.kernel.org/", "http://lore.kernel.org/",
	"https://lkml.kernel.org/", "http://lkml.kernel.org/", "https://patchwork.kernel.org/",
	"https://marc.info/"};

/* ---- what is known ------------------------------------------------------------------------ */

/* Where one is told as two things the later kind counts: a person's is nothing else. */
static void add(enum address_owner owner, const char *address, void *data)
{
	struct people *people = data;
	char *lower = g_ascii_strdown(address, -1);
	enum address_owner before =
		(enum address_owner)GPOINTER_TO_INT(g_hash_table_lookup(people->known, lower));

	g_hash_table_replace(people->known, lower, GINT_TO_POINTER((int)MAX(owner, before)));
}

struct people *people_of(struct store *store, GError **error)
{
	struct people *people = g_new0(struct people, 1);

	people->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	if (!store || store_each_address(store, add, people, error))
		return people;
	people_free(people);
	return NULL;
}

void people_free(struct people *people)
{
	if (!people)
		return;
	g_hash_table_unref(people->known);
	g_free(people);
}

/* ---- what may stand ------------------------------------------------------------------------ */

/* "linux-mm@kvack.org" of "linux-mm.kvack.org". */
static gboolean is_list(const struct people *people, const char *address)
{
	const char *host = strchr(address, '@') + 1;
	g_autofree char *id = g_strdelimit(g_strdup(address), "@", '.');
	gpointer owner;

	if (!strcmp(host, "vger.kernel.org") || g_str_has_prefix(host, "lists."))
		return TRUE;
	return g_hash_table_lookup_extended(people->known, id, NULL, &owner) &&
	       GPOINTER_TO_INT(owner) == ADDRESS_LIST;
}

/* Whether a text ends within a link to an archive of mails. */
static gboolean ends_in_link(struct slice before)
{
	const char *end = before.at + before.len, *from = end;

	while (from > before.at && g_ascii_isgraph(from[-1]) && !strchr("<>\"()", from[-1]))
		from--;

	struct slice word = slice_between(from, end);

	for (guint i = 0; i < G_N_ELEMENTS(archives); i++)
		if (slice_starts(word, archives[i]))
			return TRUE;
	return FALSE;
}

static gboolean stands(const char *address, struct slice before, void *data)
{
	const struct people *people = data;
	gpointer owner;

	if (!strcmp(address, ROBOT))
		return TRUE;
	if (g_hash_table_lookup_extended(people->known, address, NULL, &owner))
		return GPOINTER_TO_INT(owner) != ADDRESS_PERSON;
	return is_list(people, address) || ends_in_link(before) ||
	       g_str_has_suffix(address, ROBOTS_ID);
}

char *people_hide(const struct people *people, const char *text)
{
	return people && text ? mask_addresses(text, stands, (void *)people) : NULL;
}

/* ---- documents ------------------------------------------------------------------------------ */

static json_t *hidden_text(const struct people *people, const json_t *text)
{
	g_autofree char *hidden = people_hide(people, json_string_value(text));

	return hidden ? json_string_nocheck(hidden) : NULL;
}

static void hide_array(const struct people *people, json_t *array)
{
	for (gsize i = 0; i < json_array_size(array); i++) {
		json_t *text = hidden_text(people, json_array_get(array, i));

		if (text)
			json_array_set_new(array, i, text);
		else
			people_hide_json(people, json_array_get(array, i));
	}
}

static gboolean has_hidden_key(const struct people *people, json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value)
	{
		g_autofree char *hidden = people_hide(people, key);

		if (hidden)
			return TRUE;
	}
	return FALSE;
}

/* The members again, in their order, for a changed key would go to the end. */
static void hide_keys(const struct people *people, json_t *object)
{
	json_t *before = json_copy(object), *value;
	const char *key;

	json_object_clear(object);
	json_object_foreach(before, key, value)
	{
		g_autofree char *hidden = people_hide(people, key);

		json_object_set_nocheck(object, hidden ? hidden : key, value);
	}
	json_decref(before);
}

static void hide_object(const struct people *people, json_t *object)
{
	const char *key;
	json_t *value;

	if (has_hidden_key(people, object))
		hide_keys(people, object);
	json_object_foreach(object, key, value)
	{
		json_t *text = hidden_text(people, value);

		if (text)
			json_object_set_new_nocheck(object, key, text);
		else
			people_hide_json(people, value);
	}
}

void people_hide_json(const struct people *people, json_t *document)
{
	if (!people)
		return;
	if (json_is_array(document))
		hide_array(people, document);
	else if (json_is_object(document))
		hide_object(people, document);
}
