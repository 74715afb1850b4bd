/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stat_facts.h"

#include <math.h>
#include <string.h>

struct stat_book {
	const struct rules *rules;
	const struct rules_asker *asker;
	GHashTable *facts; /* name -> struct stat_facts * */
};

struct stat_book *stat_book_new(const struct rules *rules, const struct rules_asker *asker)
{
	struct stat_book *book = g_new0(struct stat_book, 1);

	book->rules = rules;
	book->asker = asker;
	book->facts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	return book;
}

void stat_book_free(struct stat_book *book)
{
	if (!book)
		return;
	g_hash_table_unref(book->facts);
	g_free(book);
}

const struct rules *stat_book_rules(const struct stat_book *book)
{
	return book->rules;
}

static struct stat_facts *look(struct stat_book *book, const char *name)
{
	struct stat_facts *facts = g_hash_table_lookup(book->facts, name);
	struct slice stat = slice_of(name);

	if (facts)
		return facts;
	facts = g_new0(struct stat_facts, 1);
	facts->is_failure = rules_is_failure(book->rules, stat, book->asker) == ANSWER_YES;
	facts->is_hidden = rules_is_hidden(book->rules, stat, book->asker) == ANSWER_YES &&
			   rules_is_reported(book->rules, stat, book->asker) != ANSWER_YES;
	g_hash_table_insert(book->facts, (char *)name, facts);
	return facts;
}

const struct stat_facts *stat_book_look(struct stat_book *book, const char *name)
{
	return look(book, name);
}

struct slice stat_base(const char *name)
{
	return (struct slice){name, strcspn(name, ".")};
}

guint stat_program_kinds(const struct rules *rules, const char *name)
{
	g_autofree char *base = slice_dup(stat_base(name));
	const struct program *program = rules_program(rules, base);

	return program ? program->kinds : 0;
}

static gboolean has_prefix(const char *name, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (g_str_has_prefix(name, *prefixes))
			return TRUE;
	return FALSE;
}

/* For monitors that no floor names. */
static gboolean is_large_by_monitor(const char *name, double delta, double maximum)
{
	static const char *const pages[] = {"pagetypeinfo", "buddyinfo", "slabinfo", NULL};
	static const char *const interrupts[] = {"interrupts", "softirqs", NULL};

	if (g_str_has_prefix(name, "iostat"))
		return maximum > 1;
	if (has_prefix(name, pages))
		return delta > 100;
	if (g_str_has_prefix(name, "proc-vmstat") || strstr(name, "meminfo"))
		return maximum > 1000;
	if (g_str_has_prefix(name, "lock_stat"))
		return delta > (strstr(name, "time") ? 1000 : 10000);
	return !has_prefix(name, interrupts) || maximum > 10000;
}

gboolean stat_is_fine(const struct stat_book *book, const char *name)
{
	return rules_is_fine(book->rules, slice_of(name), book->asker) == ANSWER_YES;
}

static const struct stat_facts *look_with_floor(struct stat_book *book, const char *name)
{
	struct stat_facts *facts = look(book, name);

	if (!facts->is_floor_known)
		facts->has_floor =
			rules_floor_of(book->rules, slice_of(name), &facts->floor, book->asker);
	facts->is_floor_known = TRUE;
	return facts;
}

gboolean stat_is_large(struct stat_book *book, const char *name, double delta, double maximum)
{
	const struct stat_facts *facts = look_with_floor(book, name);

	if (facts->has_floor != ANSWER_YES)
		return is_large_by_monitor(name, delta, maximum);
	if (maximum < facts->floor.value)
		return FALSE;
	return !facts->floor.whole || delta >= floor(facts->floor.value / 2);
}
