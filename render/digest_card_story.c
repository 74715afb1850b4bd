/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a cluster, on its card: story, links, evidence; how to run it again. */
#include "render/digest_html.h"

static void part_open(struct page *page, const char *title)
{
	page_newline(page);
	page_leaf(page, "h4", NULL, title);
}

/* ---- story -------------------------------------------------------------------------- */

static void put_step(struct page *page, const struct digest_step *step)
{
	g_autofree char *date = words_date(step->date);

	page_newline(page);
	page_open(page, "li", NULL);
	g_autofree char *sentence = words_step(step);

	page_textf(page, "%s ", date);
	page_text(page, sentence);
	if (step->changes) {
		page_text(page, " ");
		page_open(page, "b", NULL);
		page_textf(page, "%s → %s", state_name(step->before), state_name(step->after));
		page_end(page);
	}
	if (words_of_step(step))
		page_leaf(page, "q", "soft", words_of_step(step));
	page_text(page, " ");
	put_place(page, step->url, step->message_id, step->line);
	page_end(page);
}

static void put_steps(struct page *page, const struct digest_entry *entry)
{
	if (!entry->steps->len)
		return;
	part_open(page, "What was said of it");
	page_open(page, "ol", "class", "list small", NULL);
	for (guint i = 0; i < entry->steps->len; i++)
		put_step(page, entry->steps->pdata[i]);
	page_end(page);
	if (entry->steps_plain) {
		g_autofree char *silent = words_silent(entry);

		page_open(page, "p", "class", "soft small", NULL);
		page_textf(page, "%s: lkpdigest show %s", silent, entry->id);
		page_end(page);
	}
}

static void put_track(struct page *page, const struct digest_entry *entry, GHashTable *charts)
{
	if (!entry->track->len)
		return;
	part_open(page, "Measured again");
	put_sparkline(page, entry->again, charts);
	page_open(page, "ul", "class", "list small", NULL);
	for (guint i = 0; i < entry->track->len; i++) {
		const struct digest_claim *claim = entry->track->pdata[i];
		g_autofree char *date = words_date(claim->report->date);
		g_autofree char *change = words_claim_change(claim);

		page_newline(page);
		page_open(page, "li", NULL);
		page_textf(page, "%s %s, %s, ", date, change, words_grade(claim->row));
		put_place(page, claim->report->url, claim->report->message_id, claim->line);
		page_textf(page, " %s", claim->report->tree ? claim->report->tree : "");
		page_end(page);
	}
	page_end(page);
}

/* ---- links and evidence ------------------------------------------------------------------ */

static void put_links(struct page *page, const struct digest_entry *entry)
{
	if (!entry->links->len)
		return;
	part_open(page, "Links");
	page_open(page, "ul", "class", "list small", NULL);
	for (guint i = 0; i < entry->links->len; i++) {
		const struct digest_link *link = entry->links->pdata[i];

		page_newline(page);
		page_open(page, "li", NULL);
		page_textf(page, "%s ", link->kind);
		page_open(page, "code", NULL);
		put_cluster_link(page, link->to);
		page_end(page);
		if (link->words)
			page_leaf(page, "q", "soft", link->words);
		page_text(page, " ");
		put_place(page, NULL, link->message_id, link->line);
		page_end(page);
	}
	page_end(page);
}

static void put_edges(struct page *page, const struct digest_entry *entry)
{
	if (!entry->edges->len)
		return;
	page_newline(page);
	page_open(page, "details", NULL);
	page_leaf(page, "summary", NULL, "Evidence");
	page_open(page, "ul", "class", "list small", NULL);
	for (guint i = 0; i < entry->edges->len; i++) {
		const struct digest_edge *edge = entry->edges->pdata[i];

		page_newline(page);
		page_open(page, "li", NULL);
		g_autofree char *rule = words_rule(edge);

		page_textf(page, "%s: %s and %s ", rule, edge->from ? edge->from : "",
			edge->to ? edge->to : "");
		if (edge->words)
			page_leaf(page, "q", "soft", edge->words);
		page_text(page, " ");
		put_place(page, NULL, edge->message_id, edge->line);
		page_end(page);
	}
	put_more(page, "li", entry->edges_omitted);
	page_end(page);
	page_end(page);
}

/* ---- to run it again ---------------------------------------------------------------------- */

static void put_commands(struct page *page, const struct digest_report *report)
{
	page_newline(page);
	page_open(page, "details", NULL);
	page_leaf(page, "summary", NULL, "To run it again");
	page_open(page, "pre", "tabindex", "0", NULL);
	page_open(page, "code", NULL);
	for (guint i = 0; i < report->commands->len; i++) {
		const struct digest_command *command = report->commands->pdata[i];
		g_auto(GStrv) lines = g_strsplit(command->text ? command->text : "", "\n", -1);

		for (char **line = lines; *line; line++) {
			page_text(page, *line);
			page_newline(page);
		}
	}
	page_end(page);
	page_end(page);
	put_more(page, "p", report->commands_omitted);
	page_end(page);
}

void put_story(struct page *page, const struct digest_entry *entry, GHashTable *charts)
{
	put_track(page, entry, charts);
	put_steps(page, entry);
	put_links(page, entry);
	put_edges(page, entry);
	for (guint i = entry->reports->len; i-- > 0;) {
		const struct digest_report *report = entry->reports->pdata[i];

		if (!report->commands->len)
			continue;
		put_commands(page, report); /* the last one's */
		return;
	}
}
