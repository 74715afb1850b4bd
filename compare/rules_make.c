/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rules_make.h"

G_DEFINE_QUARK(lkpdigest - rules - error, rules_error)

#define NOT_PATTERNS ((enum anchor) - 1)

static const enum anchor anchors[RULE_LISTS] = {
	[RULE_KPI] = ANCHOR_WHOLE,
	[RULE_LATENCY] = ANCHOR_WHOLE,
	[RULE_FORMER] = ANCHOR_WHOLE,
	[RULE_ASIDE] = NOT_PATTERNS,
	[RULE_FAILED] = ANCHOR_START,
	[RULE_PASSED] = ANCHOR_START,
	[RULE_HIDE] = ANCHOR_NONE,
	[RULE_UNHIDE] = ANCHOR_NONE,
	[RULE_REPORT] = ANCHOR_NONE,
	[RULE_FINE] = ANCHOR_NONE,
	[RULE_FINE_PREFIX] = NOT_PATTERNS,
	[RULE_FLOOR] = ANCHOR_WHOLE,
	[RULE_GROWTH] = ANCHOR_NONE,
	[RULE_GROWTH_PREFIX] = NOT_PATTERNS,
	[RULE_SUM_PREFIX] = NOT_PATTERNS,
	[RULE_UNCUT_PREFIX] = NOT_PATTERNS,
	[RULE_MAX] = ANCHOR_WHOLE,
};

struct rules_draft {
	struct rules *rules;
	GPtrArray *places[RULE_LISTS]; /* of char * "FILE:LINE", beside the texts */
};

static struct program_entry *entry_new(struct slice name, guint kinds)
{
	struct program_entry *entry = g_new0(struct program_entry, 1);

	entry->name = slice_dup(name);
	entry->options = g_ptr_array_new_with_free_func(g_free);
	entry->program.name = entry->name;
	entry->program.kinds = kinds;
	return entry;
}

static void entry_free(void *data)
{
	struct program_entry *entry = data;

	g_free(entry->name);
	g_ptr_array_unref(entry->options);
	g_free(entry);
}

struct rules_draft *rules_draft_new(void)
{
	struct rules_draft *draft = g_new0(struct rules_draft, 1);
	struct rules *rules = draft->rules = g_new0(struct rules, 1);

	for (int list = 0; list < RULE_LISTS; list++) {
		rules->texts[list] = g_ptr_array_new_with_free_func(g_free);
		rules->values[list] = g_array_new(FALSE, FALSE, sizeof(struct rules_floor));
		draft->places[list] = g_ptr_array_new_with_free_func(g_free);
	}
	rules->cases = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	rules->programs = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, entry_free);
	rules->every_job = entry_new(SLICE_LIT("*"), 0);
	return draft;
}

void rules_free(struct rules *rules)
{
	if (!rules)
		return;
	for (int list = 0; list < RULE_LISTS; list++) {
		patterns_free(rules->patterns[list]);
		g_ptr_array_unref(rules->texts[list]);
		g_array_unref(rules->values[list]);
	}
	g_hash_table_unref(rules->cases);
	g_hash_table_unref(rules->programs);
	entry_free(rules->every_job);
	g_free(rules->fingerprint);
	g_free(rules);
}

void rules_draft_free(struct rules_draft *draft)
{
	for (int list = 0; list < RULE_LISTS; list++)
		g_ptr_array_unref(draft->places[list]);
	rules_free(draft->rules);
	g_free(draft);
}

gboolean rules_refuse(const struct rules_place *place, GError **error, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *why = g_strdup_vprintf(format, ap);
	va_end(ap);

	g_set_error(
		error, RULES_ERROR, RULES_ERROR_SYNTAX, "%s:%u: %s", place->file, place->line, why);
	return FALSE;
}

gboolean rules_draft_add(struct rules_draft *draft, enum rule_list list, struct slice pattern,
	double value, gboolean whole, const struct rules_place *place, GError **error)
{
	struct rules *rules = draft->rules;
	struct rules_floor number = {value, whole};

	if (!pattern.len || memchr(pattern.at, '\0', pattern.len))
		return rules_refuse(place, error, "a pattern is missing");
	if (rules->texts[list]->len >= RULES_MAX)
		return rules_refuse(place, error, "more rules than %u", RULES_MAX);
	g_ptr_array_add(rules->texts[list], slice_dup(pattern));
	g_array_append_val(rules->values[list], number);
	g_ptr_array_add(draft->places[list], g_strdup_printf("%s:%u", place->file, place->line));
	return TRUE;
}

gboolean rules_draft_add_case(struct rules_draft *draft, enum case_table table, struct slice name,
	const struct rules_place *place, GError **error)
{
	GHashTable *cases = draft->rules->cases;

	if (g_hash_table_size(cases) >= RULES_MAX)
		return rules_refuse(place, error, "more test cases than %u", RULES_MAX);

	char *key = slice_dup(name);

	if (g_hash_table_contains(cases, key)) /* the first table is searched first */
		g_free(key);
	else
		g_hash_table_insert(cases, key, GUINT_TO_POINTER(table));
	return TRUE;
}

static struct program_entry *entry_of(const struct rules *rules, struct slice name)
{
	g_autofree char *key = slice_dup(name);

	return slice_is(name, "*") ? rules->every_job : g_hash_table_lookup(rules->programs, key);
}

gboolean rules_draft_add_program(struct rules_draft *draft, struct slice name, guint kinds,
	const struct rules_place *place, GError **error)
{
	struct program_entry *known = entry_of(draft->rules, name);

	if (g_hash_table_size(draft->rules->programs) >= RULES_MAX)
		return rules_refuse(place, error, "more programs than %u", RULES_MAX);
	if (known) {
		known->program.kinds |= kinds;
		return TRUE;
	}

	struct program_entry *entry = entry_new(name, kinds);

	g_hash_table_insert(draft->rules->programs, entry->name, entry);
	return TRUE;
}

gboolean rules_draft_add_option(struct rules_draft *draft, struct slice name, struct slice option,
	const struct rules_place *place, GError **error)
{
	struct program_entry *entry = entry_of(draft->rules, name);

	if (!entry)
		return rules_refuse(
			place, error, "there is no program '%.*s' above", SLICE_ARG(name));
	if (entry->options->len >= RULES_MAX)
		return rules_refuse(place, error, "more options than %u", RULES_MAX);
	g_ptr_array_add(entry->options, slice_dup(option));
	return TRUE;
}

static void finish_entry(struct program_entry *entry)
{
	g_ptr_array_add(entry->options, NULL);
	entry->program.options = (const char *const *)entry->options->pdata;
}

static gboolean compile_list(struct rules_draft *draft, int list, GError **error)
{
	struct rules *rules = draft->rules;
	GPtrArray *texts = rules->texts[list];
	g_autoptr(GError) why = NULL;
	guint bad = 0;

	if (anchors[list] == NOT_PATTERNS)
		return TRUE;
	rules->patterns[list] = patterns_new(
		(const char *const *)texts->pdata, texts->len, anchors[list], &bad, &why);
	if (rules->patterns[list])
		return TRUE;
	g_set_error(error, RULES_ERROR, RULES_ERROR_SYNTAX, "%s: %s",
		(const char *)draft->places[list]->pdata[bad], why->message);
	return FALSE;
}

struct rules *rules_draft_finish(struct rules_draft *draft, char *fingerprint, GError **error)
{
	struct rules *rules = NULL;
	GHashTableIter each;
	void *entry;
	int list = 0;

	while (list < RULE_LISTS && compile_list(draft, list, error))
		list++;
	if (list == RULE_LISTS) {
		rules = g_steal_pointer(&draft->rules);
		rules->fingerprint = g_steal_pointer(&fingerprint);
		g_hash_table_iter_init(&each, rules->programs);
		while (g_hash_table_iter_next(&each, NULL, &entry))
			finish_entry(entry);
		finish_entry(rules->every_job);
	}
	rules_draft_free(draft);
	g_free(fingerprint);
	return rules;
}
