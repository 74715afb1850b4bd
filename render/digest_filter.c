/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The filter of the lists: a form that render/digest.js shows and fills, and what it asks of
 * each listed cluster.  Where no script runs, nothing of it is seen.
 */
#include "render/digest_html.h"

static const struct {
	const char *name, *label; /* the name is that of the row's attribute, without data- */
} choices[] = {{"subsystem", "Subsystem"}, {"tests", "Test case"}, {"machines", "Machine"},
	{"grade", "Grade"}, {"state", "State"}};

/* A script parts them again. */
static void add(GString *to, const char *value)
{
	if (value)
		g_string_append_printf(to, "%s%s", to->len ? ";" : "", value);
}

static char *tests_of(const struct digest_entry *entry)
{
	GString *tests = g_string_new(NULL);

	for (guint i = 0; i < entry->claims->len; i++)
		add(tests, ((const struct digest_claim *)entry->claims->pdata[i])->testcase);
	return g_string_free(tests, FALSE);
}

static char *machines_of(const struct digest_entry *entry)
{
	GString *machines = g_string_new(NULL);

	for (guint i = 0; i < entry->machines->len; i++)
		add(machines, entry->machines->pdata[i]);
	return g_string_free(machines, FALSE);
}

void listed_row_open(struct page *page, const struct digest_entry *entry)
{
	g_autofree char *tests = tests_of(entry), *machines = machines_of(entry);
	g_autofree char *anchor = entry->has_card ? anchor_of(entry) : NULL;

	page_newline(page);
	page_open(page, "tr", "data-cluster", entry->id, "data-card", anchor, "data-subsystem",
		entry->subsystem, "data-tests", tests, "data-machines", machines, "data-grade",
		words_grade(entry->lead ? entry->lead->row : NULL), "data-state",
		state_name(entry->state), NULL);
}

static void put_choice(struct page *page, const char *name, const char *label)
{
	page_newline(page);
	page_open(page, "label", NULL);
	page_text(page, label);
	page_open(page, "select", "name", name, NULL);
	page_open(page, "option", "value", "", NULL);
	page_text(page, "any");
	page_end(page);
	page_end(page);
	page_end(page);
}

void put_filter(struct page *page, const struct digest *digest)
{
	if (!digest->all->len)
		return;
	page_newline(page);
	page_open(page, "form", "id", "filter", "hidden", "hidden", "role", "search", "aria-label",
		"Which clusters to show", NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(choices); i++)
		put_choice(page, choices[i].name, choices[i].label);
	page_newline(page);
	page_open(page, "label", NULL);
	page_text(page, "Words");
	page_void(page, "input", "name", "words", "type", "search", NULL);
	page_end(page);
	page_newline(page);
	page_open(page, "output", "id", "shown", "role", "status", NULL);
	page_end(page);
	page_end(page);
}
