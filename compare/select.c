/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/select.h"

#include "compare/changed.h"

#include <string.h>

/* ---- ordered sets of names ------------------------------------------------------ */

struct name_set name_set_new(void)
{
	return (struct name_set){g_ptr_array_new(), g_hash_table_new(g_str_hash, g_str_equal)};
}

void name_set_clear(struct name_set *set)
{
	g_ptr_array_unref(set->names);
	g_hash_table_unref(set->known);
}

void name_set_add(struct name_set *set, const char *name)
{
	if (g_hash_table_add(set->known, (char *)name))
		g_ptr_array_add(set->names, (char *)name);
}

/* ---- where the choice starts -------------------------------------------------------- */

struct choice {
	const struct select_options *options;
	struct stat_book *book;
	const struct select_members *members;
	struct name_set chosen;
};

typedef gboolean (*name_fn)(const struct choice *choice, const char *name);

static void add_all_of(struct choice *choice, const struct matrix *matrix, name_fn wants)
{
	for (guint i = 0; i < matrix->series->len; i++) {
		const char *name = ((struct series *)matrix->series->pdata[i])->name;

		if (!wants || wants(choice, name))
			name_set_add(&choice->chosen, name);
	}
}

/* Every stat that there is and that the function wants (NULL: all). */
static void add_all(struct choice *choice, name_fn wants)
{
	if (choice->members->united)
		add_all_of(choice, choice->members->united, wants);
	else
		for (guint i = 0; i < choice->members->n; i++)
			add_all_of(choice, choice->members->matrix[i], wants);
}

static void add_changed(struct choice *choice)
{
	struct passes *passes = passes_new(choice->members);

	for (guint i = 0; i < passes->passes->len; i++) {
		const struct pass *pass = &g_array_index(passes->passes, struct pass, i);
		struct changed *changed = changed_new(
			choice->options, choice->book, pass->head, pass->base, pass->incomplete);

		changed_add(changed, &choice->chosen);
		changed_free(changed);
	}
	passes_free(passes);
}

static gboolean is_of_program(const struct choice *choice, const char *name)
{
	struct slice base = stat_base(name);
	guint kinds = stat_program_kinds(stat_book_rules(choice->book), name);

	return kinds & (PROGRAM_TEST | PROGRAM_DAEMON) && name[base.len] == '.' &&
	       !g_str_has_prefix(name + base.len + 1, "time.");
}

static void choose_first(struct choice *choice)
{
	switch (choice->options->from) {
	case SELECT_CHANGED:
		add_changed(choice);
		break;
	case SELECT_ALL:
		add_all(choice, NULL);
		break;
	case SELECT_TESTCASE:
		add_all(choice, is_of_program);
		break;
	}
}

/* ---- what is added and taken away ------------------------------------------------------ */

static gboolean is_included(const struct choice *choice, const char *name)
{
	return patterns_match(choice->options->include, slice_of(name), NULL) == ANSWER_YES;
}

static gboolean is_failure(const struct choice *choice, const char *name)
{
	return stat_book_look(choice->book, name)->is_failure;
}

static gboolean is_filtered_in(const struct choice *choice, const char *name)
{
	return patterns_match(choice->options->filter, slice_of(name), NULL) == ANSWER_YES;
}

static gboolean is_of_test(const struct choice *choice, const char *name)
{
	return rules_is_of_test(stat_book_rules(choice->book), slice_of(name));
}

static gboolean is_strict_kpi(const struct choice *choice, const char *name)
{
	return rules_is_kpi(stat_book_rules(choice->book), slice_of(name), NULL) == ANSWER_YES;
}

static gboolean is_not_excluded(const struct choice *choice, const char *name)
{
	return patterns_match(choice->options->exclude, slice_of(name), NULL) != ANSWER_YES;
}

/* What is no number in some run cannot be compared. */
static gboolean is_sound(const struct choice *choice, const char *name)
{
	for (guint i = 0; i < choice->members->n; i++)
		if (g_hash_table_contains(choice->members->matrix[i]->unsound, name))
			return FALSE;
	return TRUE;
}

static gboolean any_is_unsound(const struct select_members *members)
{
	for (guint i = 0; i < members->n; i++)
		if (g_hash_table_size(members->matrix[i]->unsound))
			return TRUE;
	return FALSE;
}

static void keep(struct choice *choice, name_fn wants)
{
	struct name_set all = choice->chosen;

	choice->chosen = name_set_new();
	for (guint i = 0; i < all.names->len; i++)
		if (wants(choice, all.names->pdata[i]))
			name_set_add(&choice->chosen, all.names->pdata[i]);
	name_set_clear(&all);
}

GPtrArray *select_stats(const struct select_options *options, struct stat_book *book,
	const struct select_members *members)
{
	struct choice choice = {options, book, members, name_set_new()};
	GPtrArray *names;

	choose_first(&choice);
	if (options->include)
		add_all(&choice, is_included);
	if (options->all_failures)
		add_all(&choice, is_failure);
	if (options->filter)
		keep(&choice, is_filtered_in);
	if (options->kpi)
		keep(&choice, is_of_test);
	if (options->kpi_strict)
		keep(&choice, is_strict_kpi);
	if (options->exclude)
		keep(&choice, is_not_excluded);
	if (any_is_unsound(members))
		keep(&choice, is_sound);
	names = g_ptr_array_ref(choice.chosen.names);
	name_set_clear(&choice.chosen);
	return names;
}

gboolean select_wants(
	const struct select_options *options, struct stat_book *book, const char *name)
{
	const struct choice choice = {options, book, NULL, {NULL, NULL}};

	if (options->from != SELECT_ALL && !is_of_program(&choice, name) &&
		!(options->include && is_included(&choice, name)))
		return FALSE;
	return (!options->filter || is_filtered_in(&choice, name)) &&
	       (!options->kpi || is_of_test(&choice, name)) &&
	       (!options->kpi_strict || is_strict_kpi(&choice, name)) &&
	       (!options->exclude || is_not_excluded(&choice, name));
}

/* ---- one name ---------------------------------------------------------------------------- */

static gboolean is_there(const struct choice *choice, const char *name)
{
	const struct select_members *members = choice->members;
	gboolean found = members->united && matrix_find(members->united, name);

	for (guint i = 0; i < members->n; i++)
		found |= matrix_find(members->matrix[i], name) != NULL;
	return found;
}

static gboolean is_first(struct choice *choice, const char *name)
{
	gboolean is_taken = FALSE;
	struct passes *passes;

	if (choice->options->from == SELECT_ALL)
		return is_there(choice, name);
	if (choice->options->from == SELECT_TESTCASE)
		return is_there(choice, name) && is_of_program(choice, name);
	passes = passes_new(choice->members);
	for (guint i = 0; i < passes->passes->len; i++) {
		struct change_why why;

		pass_ask(&g_array_index(passes->passes, struct pass, i), choice->options,
			choice->book, name, &why);
		is_taken |= why.end == CHANGE_TAKEN;
	}
	passes_free(passes);
	return is_taken;
}

void select_explain(const struct select_options *options, struct stat_book *book,
	const struct select_members *members, const char *name, struct select_why *ret_why)
{
	struct choice choice = {options, book, members, {NULL, NULL}};
	struct select_why why = {.is_there = is_there(&choice, name)};

	why.first = why.is_there && is_first(&choice, name);
	why.included = options->include && is_included(&choice, name);
	why.all_failures = options->all_failures && is_failure(&choice, name);
	why.filtered = options->filter && !is_filtered_in(&choice, name);
	why.no_kpi = options->kpi && !is_of_test(&choice, name);
	why.no_strict_kpi = options->kpi_strict && !is_strict_kpi(&choice, name);
	why.excluded = options->exclude && !is_not_excluded(&choice, name);
	why.unsound = !is_sound(&choice, name);
	why.is_chosen = why.is_there && (why.first || why.included || why.all_failures) &&
			!why.filtered && !why.no_kpi && !why.no_strict_kpi && !why.excluded &&
			!why.unsound;
	*ret_why = why;
}
