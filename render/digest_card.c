/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster's card: what is blamed, what is claimed, charts, numbers, reports. */
#include "render/digest_html.h"
#include "render/site_links.h"

/* A commit id makes a good anchor; a tag or a stranger's word need not. */
char *anchor_of(const struct digest_entry *entry)
{
	const char *digits = entry->id + (g_str_has_prefix(entry->id, "c-") ? 2 : 0);

	if (*digits && strspn(digits, "0123456789abcdef") == strlen(digits))
		return g_strdup(entry->id);
	return g_strdup_printf("card-%u-%u", entry->section, entry->rank);
}

char *href_of(const struct page *page, const struct digest_entry *entry)
{
	g_autofree char *anchor = anchor_of(entry);

	return entry->has_card ? g_strconcat("#", anchor, NULL)
			       : site_cluster_href(page, entry->id);
}

void put_entry_link(struct page *page, const struct digest_entry *entry)
{
	g_autofree char *href = href_of(page, entry);

	page_link(page, href, entry->id);
}

void put_cluster_link(struct page *page, const char *id)
{
	g_autofree char *href = site_cluster_href(page, id);

	page_link(page, href, id);
}

void put_place(struct page *page, const char *url, const char *message_id, guint line)
{
	if (!message_id)
		return;
	if (line)
		page_textf(page, "line %u of ", line);
	page_open(page, "code", NULL);
	page_link(page, url, message_id);
	page_end(page);
}

/* ---- facts ------------------------------------------------------------------------- */

static void put_report(struct page *page, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);

	page_textf(page, "%s ", date);
	put_message_link(page, report);
	if (report->is_retold)
		page_text(page, " (an answer: the report itself is not here)");
	if (report->failure) {
		page_text(page, " ");
		page_text(page, report->failure);
	}
	if (report->parent)
		page_textf(page, ", against %s", report->parent);
	if (report->tree) {
		page_void(page, "br", NULL);
		page_textf(page, "tree %s %s", report->tree, report->branch ? report->branch : "");
	}
	if (report->link) {
		page_text(page, ", ");
		page_link(page, report->link, "the robot's link");
	}
}

static void put_reports(struct page *page, const char *name, const GPtrArray *reports)
{
	if (!reports->len)
		return;
	fact_open(page, name);
	for (guint i = 0; i < reports->len; i++) {
		if (i)
			page_void(page, "br", NULL);
		put_report(page, reports->pdata[i]);
	}
	page_end(page);
}

static void put_machines(struct page *page, const struct digest_entry *entry)
{
	if (!entry->machines->len)
		return;
	fact_open(page, entry->machines->len > 1 ? "Machines" : "Machine");
	for (guint i = 0; i < entry->machines->len; i++) {
		page_text(page, i ? ", " : "");
		page_text(page, entry->machines->pdata[i]);
	}
	page_end(page);
}

static void put_commits(struct page *page, const struct digest_entry *entry)
{
	fact_open(page, "Commit");
	page_leaf(page, "code", NULL, entry->commit);
	for (guint i = 1; i < entry->commits->len; i++) {
		const struct digest_commit *commit = entry->commits->pdata[i];

		page_void(page, "br", NULL);
		page_leaf(page, "code", NULL, commit->id);
		page_textf(page, " (%s) %s", commit->role, commit->title ? commit->title : "");
	}
	page_end(page);
	for (guint i = 0; i < entry->aliases->len; i++)
		put_fact(i ? "and" : "Once called", entry->aliases->pdata[i], page);
}

static void put_warnings(struct page *page, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		for (guint k = 0; k < report->warnings->len; k++) {
			const struct digest_warning *warning = report->warnings->pdata[k];

			fact_open(page, "Doubt");
			page_textf(page, "%s: %s; ", diag_name(warning->id), warning->detail);
			put_place(page, report->url, warning->message_id, warning->line);
			page_end(page);
		}
	}
}

static void put_facts(struct page *page, const struct digest_entry *entry)
{
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *age = words_age(entry), *score = words_score(entry);
	g_autofree char *breadth = words_breadth(entry);

	page_open(page, "dl", NULL);
	put_commits(page, entry);
	put_fact("Author", entry->author, page);
	put_fact("Subsystem", entry->subsystem, page);
	put_fact("Maintained", entry->subsystems, page);
	put_fact("Released", entry->tag, page);
	fact_open(page, "State");
	page_textf(page, "%s; %s", state, age);
	page_end(page);
	put_fact("Flags", flags, page);
	put_fact("Score", score, page);
	put_fact("Run again", entry->verdict, page);
	put_fact("Seen in", breadth, page);
	put_machines(page, entry);
	put_reports(page, "Reports", entry->reports);
	put_reports(page, "Functional", entry->also);
	put_warnings(page, entry);
	page_end(page);
}

/* ---- charts ----------------------------------------------------------------------------- */

static void put_charts(struct page *page, const struct digest_entry *entry, GHashTable *charts)
{
	g_autofree char *anchor = anchor_of(entry);

	if (!entry->charts->len)
		return;
	page_newline(page);
	page_open(page, "div", "class", "charts", NULL);
	for (guint i = 0; i < entry->charts->len; i++) {
		const struct digest_chart *chart = entry->charts->pdata[i];
		g_autofree char *id =
			g_strdup_printf("%s-%s", anchor, chart_kind_name(chart->drawn.kind));

		put_figure(page, chart, charts, id);
	}
	page_end(page);
}

/* ---- card ---------------------------------------------------------------------------------- */

void put_card(struct page *page, const struct digest_entry *entry, GHashTable *charts)
{
	static const char *const tops[SECTIONS] = {
		"worse-top", "mixed-top", NULL, "better-top", NULL};
	g_autofree char *anchor = anchor_of(entry);
	g_autofree char *title_id = g_strconcat(anchor, "-title", NULL);

	page_newline(page);
	page_open(page, "article", "id", anchor, "class", tops[entry->section], "aria-labelledby",
		title_id, NULL);
	page_open(page, "p", "class", "eyebrow", NULL);
	put_cluster_link(page, entry->id);
	page_end(page);
	page_open(page, "h3", "id", title_id, NULL);
	page_text(page, entry->title ? entry->title : entry->commit);
	page_end(page);
	put_facts(page, entry);
	put_charts(page, entry, charts);
	put_claims(page, entry);
	for (guint i = 0; i < entry->reports->len; i++) {
		put_kpis(page, entry, entry->reports->pdata[i], i);
		put_moves(page, entry, entry->reports->pdata[i], i);
	}
	put_story(page, entry, charts);
	page_newline(page);
	page_end(page);
}
