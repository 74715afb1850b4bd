/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/digest_html.h"
#include "render/site_links.h"

/* ---- frame -------------------------------------------------------------------------- */

void table_open(struct page *page, const char *id, const char *caption, const char *more,
	const struct table_column *columns, guint n)
{
	g_autofree char *caption_id = g_strconcat(id, "-caption", NULL);

	page_newline(page);
	page_open(page, "div", "class", "scroll", "role", "group", "tabindex", "0",
		"aria-labelledby", caption_id, NULL);
	page_open(page, "table", "id", id, NULL);
	page_open(page, "caption", "id", caption_id, NULL);
	page_open(page, "div", NULL); /* stays in sight when the table is scrolled */
	page_text(page, caption);
	if (more) {
		page_text(page, " ");
		page_leaf(page, "span", "soft", more);
	}
	page_end(page);
	page_end(page);
	page_newline(page);
	page_open(page, "thead", NULL);
	page_open(page, "tr", NULL);
	for (guint i = 0; i < n; i++) {
		page_open(page, "th", "scope", "col", "class", columns[i].class, NULL);
		page_text(page, columns[i].head);
		page_end(page);
	}
	page_end(page);
	page_end(page);
	page_newline(page);
	page_open(page, "tbody", NULL);
}

void table_end(struct page *page)
{
	page_newline(page);
	page_end(page);
	page_end(page);
	page_end(page);
}

void table_cell(struct page *page, const char *class, const char *text)
{
	page_leaf(page, "td", class, text);
}

void table_row_open(struct page *page, const char *class)
{
	page_newline(page);
	page_open(page, "tr", "class", class, NULL);
}

void table_row_head(struct page *page, const char *class, const char *text)
{
	page_open(page, "th", "scope", "row", "class", class, NULL);
	page_text(page, text);
	page_end(page);
}

/* ---- marks ---------------------------------------------------------------------------- */

static const char *tone_class(enum verdict verdict)
{
	static const char *const classes[] = {
		[VERDICT_NONE] = "glyph none",
		[VERDICT_REGRESSION] = "glyph worse",
		[VERDICT_IMPROVEMENT] = "glyph better",
	};

	return classes[verdict];
}

static const char *tint_class(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSION    ? "worse-by"
	       : verdict == VERDICT_IMPROVEMENT ? "better-by"
						: NULL;
}

void put_change(struct page *page, enum verdict verdict, const char *change, const char *word)
{
	page_open(page, "span", "class", tone_class(verdict), "aria-hidden", "true", NULL);
	page_text(page, words_glyph(verdict));
	page_end(page);
	if (change)
		page_leaf(page, "b", tint_class(verdict), change);
	if (word)
		page_textf(page, " %s", word);
}

void put_message_link(struct page *page, const struct digest_report *report)
{
	page_open(page, "code", NULL);
	page_link(page, report->url, report->message_id);
	page_end(page);
}

static void interval_cell(struct page *page, const struct digest_row *row)
{
	g_autofree char *interval = row ? words_interval(row->effect.ci, row->effect.unit) : NULL;

	table_cell(page, "num", interval ? interval : "not known");
}

/* The surest first. */
static void grade_cell(struct page *page, const struct digest_row *row)
{
	enum grade grade = row ? row->grade : GRADE_UNTESTABLE;
	gboolean firm = grade >= GRADE_SUPPORTED;
	g_autofree char *key = g_strdup_printf("%u", GRADE_STRONG - grade);

	page_open(page, "td", "data-key", key, NULL);
	page_leaf(page, "span", firm ? "grade firm" : "grade", words_grade(row));
	page_end(page);
}

/* ---- the ranked list ------------------------------------------------------------------- */

static void ranked_commit(struct page *page, const struct digest_entry *entry)
{
	g_autofree char *href = href_of(page, entry);
	g_autofree char *commit = words_commit(entry->commit);

	page_open(page, "th", "scope", "row", "class", "wide", NULL);
	page_link(page, href, entry->title ? entry->title : commit);
	page_void(page, "br", NULL);
	page_leaf(page, "code", "soft", commit);
	if (entry->subsystem) {
		page_text(page, " ");
		page_leaf(page, "span", "soft small", entry->subsystem);
	}
	page_end(page);
}

static void ranked_state(struct page *page, const struct digest_entry *entry)
{
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *age = words_age(entry);

	page_open(page, "td", "class", "stands", NULL);
	page_textf(page, "%s; %s", state, age);
	if (flags)
		page_leaf(page, "div", "soft small", flags);
	if (entry->verdict) {
		page_open(page, "div", "class", "small", NULL);
		page_textf(page, "run again here: %s", entry->verdict);
		page_end(page);
	}
	page_end(page);
}

static void ranked_row(struct page *page, const struct digest_entry *entry)
{
	const struct digest_claim *lead = entry->lead;
	g_autofree char *runs = lead && lead->row ? words_runs(lead->row) : NULL;
	g_autofree char *rank = g_strdup_printf("%u", entry->rank);
	g_autofree char *points = words_number(entry->points);
	g_autofree char *breadth = words_breadth(entry);

	listed_row_open(page, entry);
	table_cell(page, "num", rank);
	ranked_commit(page, entry);
	page_open(page, "td", "class", "name", NULL);
	if (lead) {
		g_autofree char *change = words_claim_change(lead);

		put_change(page, lead->verdict, change, words_verdict(lead));
		page_void(page, "br", NULL);
		page_leaf(page, "span", "soft", lead->label);
	}
	page_end(page);
	interval_cell(page, lead ? lead->row : NULL);
	grade_cell(page, lead ? lead->row : NULL);
	table_cell(page, "runs", runs);
	table_cell(page, NULL, breadth);
	ranked_state(page, entry);
	table_cell(page, "num", points);
	page_end(page);
}

void put_ranked(struct page *page, const struct digest *digest, enum digest_section section)
{
	static const struct table_column columns[] = {{"Rank", "num"}, {"Commit", NULL},
		{"Largest change", NULL}, {"95 % interval", "num"}, {"Grade", NULL}, {"n", NULL},
		{"Seen in", NULL}, {"State, age", NULL}, {"Score", "num"}};
	const GPtrArray *entries = digest->entries[section];
	g_autofree char *id = g_strdup_printf("ranked-%u", section);

	table_open(page, id, "Ranked by score", NULL, columns, G_N_ELEMENTS(columns));
	for (guint i = 0; i < entries->len; i++)
		ranked_row(page, entries->pdata[i]);
	table_end(page);
}

/* ---- claims ---------------------------------------------------------------------------- */

static void claim_source(struct page *page, const struct digest_claim *claim)
{
	page_open(page, "td", "class", "nowrap", NULL);
	for (; claim; claim = claim->again) {
		page_link(page, claim->report->url, claim->headline ? "headline" : "impact box");
		if (claim->line)
			page_textf(page, ", line %u", claim->line);
		if (claim->again)
			page_void(page, "br", NULL);
	}
	page_end(page);
}

/* The metric, and below it what test with which parameters it is of. */
static void claim_metric(struct page *page, const struct digest_claim *claim)
{
	page_open(page, "th", "scope", "row", "class", "wide", NULL);
	page_text(page, claim->metric ? claim->metric : "not named");
	if (claim->testcase || claim->params) {
		page_void(page, "br", NULL);
		page_open(page, "span", "class", "soft small", NULL);
		page_text(page, claim->testcase);
		page_text(page, claim->testcase && claim->params ? ": " : "");
		page_text(page, claim->params);
		page_end(page);
	}
	page_end(page);
}

static void claim_row(struct page *page, const struct digest_claim *claim)
{
	g_autofree char *change = words_claim_change(claim);

	table_row_open(page, claim->headline ? "head" : NULL);
	page_open(page, "td", "class", "change", NULL);
	put_change(page, claim->verdict, change, words_verdict(claim));
	page_end(page);
	claim_metric(page, claim);
	table_cell(page, "machine", claim->machine);
	interval_cell(page, claim->row);
	grade_cell(page, claim->row);
	claim_source(page, claim);
	page_end(page);
}

void put_claims(struct page *page, const struct digest_entry *entry)
{
	static const struct table_column columns[] = {{"Change", NULL}, {"Metric, test", NULL},
		{"Machine", NULL}, {"95 % interval", "num"}, {"Grade", NULL}, {"Where", NULL}};
	g_autofree char *anchor = anchor_of(entry);
	g_autofree char *id = g_strconcat(anchor, "-claims", NULL);

	if (!entry->claims->len)
		return;
	table_open(page, id, "What the reports claim", "largest first", columns,
		G_N_ELEMENTS(columns));
	for (guint i = 0; i < entry->claims->len; i++)
		claim_row(page, entry->claims->pdata[i]);
	table_end(page);
}

/* ---- KPI rows ---------------------------------------------------------------------------- */

static void kpi_row(struct page *page, const struct digest_row *row)
{
	g_autofree char *line = g_strdup_printf("%u", row->line);
	g_autofree char *before = words_cell(&row->before);
	g_autofree char *after = words_cell(&row->after);
	g_autofree char *change = words_change(&row->change);
	g_autofree char *p = words_row_p(row);
	g_autofree char *runs = words_runs(row);
	g_autofree char *aliases = words_aliases(row);
	g_autofree char *name = g_strconcat(row->stat, aliases, NULL);

	table_row_open(page, row->headline ? "head" : NULL);
	table_row_head(page, "name", name);
	table_cell(page, "num", before);
	page_open(page, "td", "class", "num", NULL);
	page_leaf(page, "b", NULL, change);
	page_end(page);
	table_cell(page, "num", after);
	interval_cell(page, row);
	table_cell(page, "odds", p);
	grade_cell(page, row);
	table_cell(page, "runs", runs);
	table_cell(page, "nowrap", consistency_name(row->consistency));
	table_cell(page, "num", line);
	page_end(page);
}

void put_table_link(struct page *page, const char *table)
{
	g_autofree char *file = table ? site_table_file(table) : NULL;
	g_autofree char *href = file ? site_href(page, file) : NULL;

	if (!href)
		return;
	page_open(page, "p", "class", "small", NULL);
	page_link(page, href, "The whole table");
	page_end(page);
}

void put_kpis(struct page *page, const struct digest_entry *entry,
	const struct digest_report *report, guint index)
{
	static const struct table_column columns[] = {{"Row", NULL}, {"Before", "num"},
		{"Change", "num"}, {"After", "num"}, {"95 % interval", "num"}, {"p", "odds"},
		{"Grade", NULL}, {"n", NULL}, {"Own means", NULL}, {"Line", "num"}};
	g_autofree char *anchor = anchor_of(entry);
	g_autofree char *id = g_strdup_printf("%s-rows-%u", anchor, index);
	g_autofree char *more = g_strdup_printf("table %s", report->main_table);

	if (!report->kpis->len)
		return;
	table_open(page, id, "The test's own numbers, as printed and judged", more, columns,
		G_N_ELEMENTS(columns));
	for (guint i = 0; i < report->kpis->len; i++)
		kpi_row(page, report->kpis->pdata[i]);
	table_end(page);
	if (report->kpis_omitted) {
		page_open(page, "p", "class", "soft small", NULL);
		page_textf(page, "%u more of the test's own rows are in the mail.",
			report->kpis_omitted);
		page_end(page);
	}
	put_table_link(page, report->table_key);
}

/* ---- profile ------------------------------------------------------------------------------ */

static void move_row(struct page *page, const struct digest_row *row)
{
	g_autofree char *line = g_strdup_printf("%u", row->line);
	g_autofree char *before = words_cell(&row->before);
	g_autofree char *after = words_cell(&row->after);
	g_autofree char *change = words_change(&row->change);

	table_row_open(page, NULL);
	table_row_head(page, "name", words_symbol(row));
	table_cell(page, "num", before);
	page_open(page, "td", "class", "num", NULL);
	page_leaf(page, "b", NULL, change);
	page_end(page);
	table_cell(page, "num", after);
	table_cell(page, "num", line);
	page_end(page);
}

void put_moves(struct page *page, const struct digest_entry *entry,
	const struct digest_report *report, guint index)
{
	static const struct table_column columns[] = {{"Symbol", NULL}, {"Before", "num"},
		{"Change", "num"}, {"After", "num"}, {"Line", "num"}};
	g_autofree char *anchor = anchor_of(entry);
	g_autofree char *id = g_strdup_printf("%s-moves-%u", anchor, index);
	g_autofree char *more = g_strdup_printf("table %s", report->main_table);

	if (!report->moves->len)
		return;
	table_open(page, id, "Where the time goes: largest moves of perf-profile.self", more,
		columns, G_N_ELEMENTS(columns));
	for (guint i = 0; i < report->moves->len; i++)
		move_row(page, report->moves->pdata[i]);
	table_end(page);
	put_more(page, "p", report->moves_omitted);
}
