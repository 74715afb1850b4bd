/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands behind the clusters on the digest's page: other reports, what was read, appendix. */
#include "render/digest_html.h"

/* ---- other reports ------------------------------------------------------------------------ */

void put_more(struct page *page, const char *element, guint64 omitted)
{
	if (!omitted)
		return;
	page_open(page, element, "class", "soft small", NULL);
	page_textf(page, "... and %" G_GUINT64_FORMAT " more.", omitted);
	page_end(page);
}

static void put_failures(struct page *page, const struct digest_report *report)
{
	for (guint i = 0; i < report->failures->len; i++) {
		const struct digest_failure *failure = report->failures->pdata[i];

		if (words_failure_is_said(report, failure))
			continue;
		page_open(page, "div", NULL);
		page_textf(page, "%s%s%s", failure->name, failure->told ? ": " : "",
			failure->told ? failure->told : "");
		page_end(page);
	}
	put_more(page, "div", report->failures_omitted);
}

static void put_failing_report(struct page *page, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);
	g_autofree char *commit = words_commit(report->commit);
	g_autofree char *where = words_where(report);

	page_newline(page);
	page_open(page, "tr", NULL);
	table_cell(page, "nowrap", date);
	page_open(page, "td", "class", "wide", NULL);
	page_leaf(page, "div", NULL, report->failure ? report->failure : report->subject);
	put_failures(page, report);
	page_end(page);
	page_open(page, "td", "class", "nowrap", NULL);
	page_leaf(page, "code", NULL, commit);
	page_end(page);
	table_cell(page, "name", where ? where : "unknown");
	page_open(page, "td", "class", "name", NULL);
	put_message_link(page, report);
	page_end(page);
	page_end(page);
}

/* Reports of one kind, with what failed and where. */
static void put_failing(struct page *page, const char *id, const char *title,
	const GPtrArray *reports, guint omitted)
{
	static const struct table_column columns[] = {{"Date", NULL}, {"What failed", NULL},
		{"Commit", NULL}, {"Where", NULL}, {"Report", NULL}};
	g_autofree char *table = g_strconcat(id, "-reports", NULL);

	if (!reports->len)
		return;
	section_open(page, id, title);
	table_open(page, table, title, "counted, never as performance", columns,
		G_N_ELEMENTS(columns));
	for (guint i = 0; i < reports->len; i++)
		put_failing_report(page, reports->pdata[i]);
	table_end(page);
	put_more(page, "p", omitted);
	page_end(page);
}

void put_others(struct page *page, const struct digest *digest)
{
	guint64 summaries = digest->head.messages[MESSAGE_SUMMARY];

	put_failing(page, "functional", "Functional reports", digest->functional,
		digest->functional_omitted);
	put_failing(page, "builds", "Build reports", digest->builds, digest->builds_omitted);
	if (!summaries)
		return;

	g_autofree char *counted = words_plural(
		summaries, "summary of builds, counted", "summaries of builds, counted");

	section_open(page, "others", "Reports of other kinds");
	page_open(page, "p", NULL);
	page_textf(page, "%s only.", counted);
	page_end(page);
	page_end(page);
}

/* ---- what was read ------------------------------------------------------------------------ */

void fact_open(struct page *page, const char *name)
{
	page_newline(page);
	page_leaf(page, "dt", NULL, name);
	page_open(page, "dd", NULL);
}

void put_fact(const char *name, const char *text, void *page)
{
	if (!text || !*text)
		return;
	fact_open(page, name);
	page_text(page, text);
	page_end(page);
}

static void put_sources(struct page *page, const struct digest_head *head)
{
	if (!head->source_paths->len)
		return;
	page_newline(page);
	page_open(page, "details", NULL);
	page_leaf(page, "summary", NULL, "Sources by name");
	page_open(page, "ul", "class", "list", NULL);
	for (guint i = 0; i < head->source_paths->len; i++)
		page_leaf(page, "li", NULL, head->source_paths->pdata[i]);
	page_end(page);
	put_more(page, "p", head->sources - head->source_paths->len);
	page_end(page);
}

void put_read(struct page *page, const struct digest *digest)
{
	const struct digest_head *head = &digest->head;
	g_autofree char *generated = words_time(head->generated);
	g_autofree char *charts =
		digest->uncharted ? g_strdup_printf("The first clusters of the page have charts; "
						    "%u further ones have their tables only.",
					    digest->uncharted)
				  : NULL;

	section_open(page, "read", "What was read, and how it is judged");
	page_open(page, "dl", NULL);
	words_each_read(head, put_fact, page);
	put_fact("Method", head->method, page);
	put_fact("Trust", head->calibration, page);
	put_fact("Score", head->formula, page);
	put_fact("Listed", head->listing_rule, page);
	put_fact("Subject", head->subject_rule, page);
	put_fact("Marks",
		"▼ worse and ▲ better are the report's own words; the sign is the table row's.",
		page);
	put_fact("Charts", charts, page);
	put_fact("Made", generated, page);
	page_newline(page);
	page_end(page);
	put_sources(page, head);
	page_end(page);
}

/* ---- appendix ------------------------------------------------------------------------------ */

static void put_diag(struct page *page, const struct digest_diag *diag)
{
	page_newline(page);
	page_open(page, "li", NULL);
	page_textf(page, "%s: %s", diag->place, diag->detail);
	if (diag->excerpt)
		page_leaf(page, "code", "excerpt", diag->excerpt);
	page_end(page);
}

static void put_diag_kind(struct page *page, const struct digest_diags *kind)
{
	g_autofree char *count = words_count(kind->count);

	page_newline(page);
	page_open(page, "details", NULL);
	page_open(page, "summary", NULL);
	page_leaf(page, "code", NULL, diag_name(kind->id));
	page_textf(page, " (%s), %s: %s", diag_level_name(diag_level(kind->id)), count,
		diag_meaning(kind->id));
	page_end(page);
	page_open(page, "ul", "class", "list small", NULL);
	for (guint i = 0; i < kind->examples->len; i++)
		put_diag(page, kind->examples->pdata[i]);
	put_more(page, "li", kind->count - kind->examples->len);
	page_end(page);
	page_end(page);
}

static void put_commitless(struct page *page, const struct digest *digest)
{
	page_leaf(page, "h3", NULL, "Performance reports without a commit");
	page_open(page, "ul", "class", "list", NULL);
	for (guint i = 0; i < digest->commitless->len; i++) {
		const struct digest_report *report = digest->commitless->pdata[i];
		g_autofree char *date = words_date(report->date);

		page_newline(page);
		page_open(page, "li", NULL);
		page_textf(page, "%s ", date);
		put_message_link(page, report);
		page_textf(page, " %s", report->subject ? report->subject : "");
		page_end(page);
	}
	page_end(page);
}

gboolean has_appendix(const struct digest *digest)
{
	return digest->commitless->len || digest->diags->len || digest->unsupported.list->len ||
	       digest->untestable.list->len;
}

void put_appendix(struct page *page, const struct digest *digest)
{
	if (!has_appendix(digest))
		return;
	section_open(page, "appendix", "Appendix");
	put_doubts(page, digest);
	if (digest->commitless->len)
		put_commitless(page, digest);
	if (digest->diags->len)
		page_leaf(page, "h3", NULL, "Dropped, failed, doubtful: what reading gave");
	for (guint i = 0; i < digest->diags->len; i++)
		put_diag_kind(page, digest->diags->pdata[i]);
	page_end(page);
}
