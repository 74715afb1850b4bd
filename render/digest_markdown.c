/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest as Markdown: its frame, ledger and lists. */
#include "render/digest_markdown.h"

/* ---- pieces ---------------------------------------------------------------------------- */

void markdown_heading(GString *out, guint level, const char *title)
{
	g_string_append_printf(out, "\n%.*s ", (int)level, "######");
	markdown_text(out, title);
	g_string_append(out, "\n\n");
}

void markdown_cell(GString *out, const char *words)
{
	g_string_append_c(out, ' ');
	markdown_text(out, words ? words : "");
	g_string_append(out, " |");
}

void markdown_code_cell(GString *out, const char *text)
{
	g_string_append_c(out, ' ');
	if (text)
		markdown_code(out, text);
	g_string_append(out, " |");
}

void markdown_link(GString *out, const char *url, const char *words)
{
	if (!url) {
		markdown_text(out, words);
		return;
	}
	g_string_append_c(out, '[');
	markdown_text(out, words);
	g_string_append_printf(out, "](<%s>)", url);
}

void markdown_fact(GString *out, const char *name, const char *words)
{
	if (!words || !*words)
		return;
	g_string_append_printf(out, "- **%s**: ", name);
	markdown_text(out, words);
	g_string_append_c(out, '\n');
}

void markdown_code_fact(GString *out, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	g_string_append_printf(out, "- **%s**: ", name);
	markdown_code(out, text);
	g_string_append_c(out, '\n');
}

void markdown_more(GString *out, guint64 n)
{
	if (n)
		g_string_append_printf(out, "\n… and %" G_GUINT64_FORMAT " more\n", n);
}

/* ---- ledger ---------------------------------------------------------------------------- */

static void put_ledger(GString *out, const struct digest_ledger *ledger)
{
	if (!ledger->rows->len)
		return;
	markdown_heading(out, 2, "Ledger");
	g_string_append(out, ledger->has_last ? "| clusters | this period | last | difference |\n"
						"|---|--:|--:|--:|\n"
					      : "| clusters | this period |\n|---|--:|\n");
	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);
		g_autofree char *difference = words_difference(row);

		g_string_append_printf(out, "| %s | %u |", state_name(row->state), row->now);
		if (ledger->has_last)
			g_string_append_printf(out, " %u | %s |", row->last, difference);
		g_string_append_c(out, '\n');
	}
}

/* ---- ranked lists ------------------------------------------------------------------------ */

static void put_lead(GString *out, const struct digest_claim *lead)
{
	const struct digest_row *row = lead ? lead->row : NULL;
	g_autofree char *change = lead ? words_claim_change(lead) : NULL;
	g_autofree char *interval =
		row ? words_interval(row->effect.ci, row->effect.unit) : g_strdup("");
	g_autofree char *runs = row ? words_runs(row) : NULL;

	g_string_append_c(out, ' ');
	if (lead) {
		markdown_code(out, change);
		g_string_append_printf(out, " %s of ", words_verdict(lead));
		markdown_code(out, lead->label);
	}
	g_string_append(out, " |");
	markdown_cell(out, interval);
	markdown_cell(out, runs);
	markdown_cell(out, words_grade(row));
}

static void put_state(GString *out, const struct digest_entry *entry)
{
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *age = words_age(entry);

	g_string_append_printf(out, " %s; %s", state, age);
	if (flags) {
		g_string_append(out, "; ");
		markdown_code(out, flags);
	}
	if (entry->verdict) {
		g_string_append(out, "; run again here: ");
		markdown_text(out, entry->verdict);
	}
	g_string_append(out, " |");
}

static void put_listed(GString *out, const struct digest_entry *entry)
{
	const struct digest_report *first = entry->reports->len ? entry->reports->pdata[0] : NULL;
	g_autofree char *breadth = words_breadth(entry), *points = words_number(entry->points);

	g_string_append_printf(out, "| %u |", entry->rank);
	markdown_code_cell(out, entry->id);
	markdown_code_cell(out, entry->title);
	markdown_code_cell(out, entry->subsystem);
	put_lead(out, entry->lead);
	markdown_cell(out, breadth);
	put_state(out, entry);
	markdown_cell(out, points);
	g_string_append_c(out, ' ');
	if (first)
		markdown_link(out, first->url, first->url ? "report" : "");
	g_string_append(out, " |\n");
}

static void put_lists(GString *out, const struct digest *digest)
{
	for (int section = 0; section < SECTIONS; section++) {
		const GPtrArray *entries = digest->entries[section];

		if (!entries->len)
			continue;
		markdown_heading(out, 2, digest_section_title(section));
		g_string_append(out, "| rank | cluster | title | subsystem | largest change | "
				     "95% interval | n | grade | seen in | state | score | |\n"
				     "|--:|---|---|---|---|--:|---|---|---|---|--:|---|\n");
		for (guint i = 0; i < entries->len; i++)
			put_listed(out, entries->pdata[i]);
	}
}

/* ---- head ---------------------------------------------------------------------------------- */

static void put_read(const char *name, const char *text, void *out)
{
	/* The filters and the period are the caller's words, and may be anything. */
	if (!strcmp(name, "Narrowed") || !strcmp(name, "Period"))
		markdown_code_fact(out, name, text);
	else
		markdown_fact(out, name, text);
}

static void put_head(GString *out, const struct digest_head *head)
{
	g_autofree char *generated = words_time(head->generated);

	markdown_heading(out, 2, "What was read, and how it is judged");
	words_each_read(head, put_read, out);
	markdown_fact(out, "Method", head->method);
	markdown_fact(out, "Trust", head->calibration);
	markdown_fact(out, "Score", head->formula);
	markdown_fact(out, "Listed", head->listing_rule);
	markdown_fact(out, "Subject", head->subject_rule);
	markdown_fact(out, "Made", generated);
}

/* Each names clusters by their titles, so it is code. */
static void put_prose(GString *out, const GPtrArray *prose)
{
	for (guint i = 0; i < prose->len; i++) {
		g_string_append(out, i ? "- " : "\n- ");
		markdown_code(out, prose->pdata[i]);
		g_string_append_c(out, '\n');
	}
}

GString *digest_markdown(const struct digest *digest)
{
	GString *out = g_string_new("# ");

	markdown_code(out, digest->subject);
	g_string_append_c(out, '\n');
	put_prose(out, digest->prose);
	put_ledger(out, &digest->ledger);
	put_lists(out, digest);
	markdown_put_views(out, digest);
	put_head(out, &digest->head);
	for (int section = 0; section < SECTIONS; section++)
		for (guint i = 0; i < digest->entries[section]->len; i++)
			markdown_put_card(out, digest->entries[section]->pdata[i]);
	if (digest->uncarded) {
		g_autofree char *uncarded = words_uncarded(digest->uncarded);

		g_string_append_printf(out, "\n%s\n", uncarded);
	}
	markdown_put_rest(out, digest);
	return out;
}
