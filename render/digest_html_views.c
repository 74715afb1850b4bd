/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where clusters stand, and other views of them, on the digest's page. */
#include "render/digest_html.h"

/* ---- ledger ------------------------------------------------------------------------ */

void put_ledger(struct page *page, const struct digest *digest)
{
	static const struct table_column columns[] = {
		{"Clusters", NULL}, {"This period", "num"}, {"Last", "num"}, {"Difference", "num"}};
	const struct digest_ledger *ledger = &digest->ledger;

	if (!ledger->rows->len)
		return;
	section_open(page, "ledger", "Ledger");
	table_open(page, "ledger-states", "Where clusters stand at the end of the period", NULL,
		columns, ledger->has_last ? 4 : 2);
	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);
		g_autofree char *now = g_strdup_printf("%u", row->now);
		g_autofree char *last = g_strdup_printf("%u", row->last);
		g_autofree char *difference = words_difference(row);

		table_row_open(page, NULL);
		table_row_head(page, NULL, state_name(row->state));
		table_cell(page, "num", now);
		if (ledger->has_last) {
			table_cell(page, "num", last);
			table_cell(page, "num", difference);
		}
		page_end(page);
	}
	table_end(page);
	page_end(page);
}

/* ---- views ----------------------------------------------------------------------------- */

static void put_areas(struct page *page, const struct digest *digest)
{
	static const struct table_column columns[] = {
		{"Subsystem", NULL}, {"Clusters", NULL}, {"Which", NULL}};

	if (!digest->areas->len)
		return;
	section_open(page, "subsystems", "By subsystem");
	table_open(page, "by-subsystem", "Clusters by the prefix of the commit's title", NULL,
		columns, G_N_ELEMENTS(columns));
	for (guint i = 0; i < digest->areas->len; i++) {
		const struct digest_area *area = digest->areas->pdata[i];
		g_autofree char *counts = words_area(area);

		table_row_open(page, NULL);
		table_row_head(page, NULL, area->name ? area->name : "unknown");
		table_cell(page, NULL, counts);
		page_open(page, "td", NULL);
		for (guint k = 0; k < area->entries->len; k++) {
			page_text(page, k ? " " : "");
			put_entry_link(page, area->entries->pdata[k]);
		}
		page_end(page);
		page_end(page);
	}
	table_end(page);
	page_end(page);
}

static void put_cell(
	struct page *page, const struct digest_entry *entry, const struct digest_claim *claim)
{
	g_autofree char *change = words_claim_change(claim);

	page_open(page, "div", NULL);
	put_entry_link(page, entry);
	page_text(page, " ");
	put_change(page, claim->verdict, change, words_grade(claim->row));
	page_end(page);
}

static void put_heat_maps(struct page *page, const struct digest_heat *heat, GHashTable *charts)
{
	if (!heat->charts->len)
		return;
	page_open(page, "div", "class", "charts", NULL);
	for (guint i = 0; i < heat->charts->len; i++) {
		g_autofree char *id = g_strdup_printf("heat-map-%u", i + 1);

		put_figure(page, heat->charts->pdata[i], charts, id);
	}
	page_end(page);
}

static void put_heat(struct page *page, const struct digest *digest, GHashTable *charts)
{
	static const struct table_column columns[] = {{"Test case", NULL}, {"Changes", NULL}};
	const struct digest_heat *heat = &digest->heat;

	if (!heat->testcases->len)
		return;
	section_open(page, "testcases", "By test case");
	put_heat_maps(page, heat, charts);
	table_open(page, "by-testcase", "The largest change of each commit", NULL, columns,
		G_N_ELEMENTS(columns));
	for (guint i = 0; i < heat->testcases->len; i++) {
		table_row_open(page, NULL);
		table_row_head(page, "name", heat->testcases->pdata[i]);
		page_open(page, "td", NULL);
		for (guint k = 0; k < heat->commits->len; k++) {
			const struct digest_claim *claim =
				heat->cells->pdata[i * heat->commits->len + k];

			if (claim)
				put_cell(page, heat->commits->pdata[k], claim);
		}
		page_end(page);
		page_end(page);
	}
	table_end(page);
	put_more(page, "p", heat->testcases_omitted);
	if (heat->commits_omitted) {
		g_autofree char *left_out = words_commits_left_out(heat->commits_omitted);

		page_leaf(page, "p", "soft small", left_out);
	}
	page_end(page);
}

static void put_weeks(struct page *page, const struct digest *digest, GHashTable *charts)
{
	static const struct table_column columns[] = {{"Week", NULL}, {"Clusters", NULL}};

	if (!digest->weeks->len)
		return;
	section_open(page, "weeks", "Week by week");
	if (digest->trend)
		put_figure(page, digest->trend, charts, "trend");
	table_open(page, "by-week", "Where clusters stood at the end of each week", NULL, columns,
		G_N_ELEMENTS(columns));
	for (guint i = 0; i < digest->weeks->len; i++) {
		const struct digest_week *week =
			&g_array_index(digest->weeks, struct digest_week, i);
		g_autofree char *words = words_week(week);

		table_row_open(page, NULL);
		table_row_head(page, NULL, week->name);
		table_cell(page, NULL, words);
		page_end(page);
	}
	table_end(page);
	page_end(page);
}

void put_views(struct page *page, const struct digest *digest, GHashTable *charts)
{
	put_areas(page, digest);
	put_heat(page, digest, charts);
	put_weeks(page, digest, charts);
}

/* ---- what is not borne out --------------------------------------------------------------- */

static void put_doubt(struct page *page, const struct digest_doubt *doubt)
{
	const struct digest_claim *claim = doubt->claim;
	g_autofree char *change = words_claim_change(claim);

	table_row_open(page, NULL);
	page_open(page, "td", NULL);
	put_entry_link(page, doubt->entry);
	page_end(page);
	page_open(page, "td", "class", "name", NULL);
	put_change(page, claim->verdict, change, claim->label);
	page_end(page);
	table_cell(page, NULL, words_grade(claim->row));
	page_open(page, "td", "class", "name", NULL);
	put_place(page, claim->report->url, claim->report->message_id, claim->line);
	page_end(page);
	page_end(page);
}

static void put_doubt_list(
	struct page *page, const char *id, const char *title, const struct digest_doubts *doubts)
{
	static const struct table_column columns[] = {
		{"Cluster", NULL}, {"Claim", NULL}, {"Grade", NULL}, {"Where", NULL}};

	if (!doubts->list->len)
		return;
	table_open(page, id, title, NULL, columns, G_N_ELEMENTS(columns));
	for (guint i = 0; i < doubts->list->len; i++)
		put_doubt(page, doubts->list->pdata[i]);
	table_end(page);
	put_more(page, "p", doubts->omitted);
}

void put_doubts(struct page *page, const struct digest *digest)
{
	put_doubt_list(page, "not-supported",
		"Claimed, and not significant on the printed numbers alone", &digest->unsupported);
	put_doubt_list(page, "not-testable",
		"Claimed, and not testable: no row of a table shows it", &digest->untestable);
}
