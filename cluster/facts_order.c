/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/claim_aliases.h"

#include <math.h>
#include <string.h>

static int compare_numbers(guint a, guint b)
{
	return (a > b) - (a < b);
}

/* The first pair of texts that differ, NULL before all. */
static int compare_texts(const char *const *a, const char *const *b, guint n)
{
	int order = 0;

	for (guint i = 0; i < n && !order; i++)
		order = g_strcmp0(a[i], b[i]);
	return order;
}

static int compare_messages(gconstpointer a, gconstpointer b)
{
	const struct fact_message *x = a, *y = b;

	return strcmp(x->message_id, y->message_id);
}

static int compare_reports(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct facts *facts = data;
	const struct fact_report *x = RECORD(facts->reports, struct fact_report, *(guint *)a);
	const struct fact_report *y = RECORD(facts->reports, struct fact_report, *(guint *)b);
	const char *of_x[] = {x->message_id, x->commit, x->title};
	const char *of_y[] = {y->message_id, y->commit, y->title};
	int order = facts_compare_dates(x->date, y->date);

	return order ? order : compare_texts(of_x, of_y, G_N_ELEMENTS(of_x));
}

static int compare_claims(gconstpointer a, gconstpointer b)
{
	const struct fact_claim *x = a, *y = b;
	int order = compare_numbers(x->report, y->report);

	return order ? order : compare_numbers(x->nr, y->nr);
}

static int compare_events(gconstpointer a, gconstpointer b)
{
	const struct fact_event *x = a, *y = b;
	const char *of_x[] = {x->commit, x->title, x->target, x->link, x->tree, x->text};
	const char *of_y[] = {y->commit, y->title, y->target, y->link, y->tree, y->text};
	int order = facts_compare_dates(x->date, y->date);

	if (!order)
		order = strcmp(x->message_id, y->message_id);
	if (!order)
		order = compare_numbers(x->part, y->part);
	if (!order)
		order = compare_numbers(x->line, y->line);
	if (!order)
		order = (int)x->kind - (int)y->kind;
	return order ? order : compare_texts(of_x, of_y, G_N_ELEMENTS(of_x));
}

static int compare_shown(gconstpointer a, gconstpointer b)
{
	const struct fact_shown *x = a, *y = b;
	const char *of_x[] = {x->commit, x->title, x->author_name, x->author_address};
	const char *of_y[] = {y->commit, y->title, y->author_name, y->author_address};
	int order = strcmp(x->message_id, y->message_id);

	if (!order)
		order = compare_numbers(x->part, y->part);
	if (!order)
		order = compare_numbers(x->line, y->line);
	return order ? order : compare_texts(of_x, of_y, G_N_ELEMENTS(of_x));
}

static int compare_tables(gconstpointer a, gconstpointer b)
{
	const struct fact_table *x = a, *y = b;
	int order = strcmp(x->message_id, y->message_id);

	if (!order)
		order = compare_numbers(x->part, y->part);
	return order ? order : compare_numbers(x->line, y->line);
}

/* Claims name their reports by where these stand. */
static void order_reports(struct facts *facts)
{
	guint n = facts->reports->len;
	GArray *sorted = g_array_sized_new(FALSE, FALSE, sizeof(struct fact_report), n);
	g_autofree guint *from = g_new(guint, n + 1), *to = g_new(guint, n + 1);

	for (guint i = 0; i < n; i++)
		from[i] = i;
	g_qsort_with_data(from, (int)n, sizeof *from, compare_reports, facts);
	for (guint i = 0; i < n; i++) {
		to[from[i]] = i;
		g_array_append_vals(sorted, RECORD(facts->reports, struct fact_report, from[i]), 1);
	}
	for (guint i = 0; i < facts->claims->len; i++) {
		struct fact_claim *claim = RECORD(facts->claims, struct fact_claim, i);

		claim->report = to[claim->report];
	}
	g_array_unref(facts->reports);
	facts->reports = sorted;
}

void facts_order(struct facts *facts)
{
	g_array_sort(facts->messages, compare_messages);
	order_reports(facts);
	g_array_sort(facts->claims, compare_claims);
	claim_aliases(facts);
	g_array_sort(facts->events, compare_events);
	g_array_sort(facts->shown, compare_shown);
	g_array_sort(facts->tables, compare_tables);
}
