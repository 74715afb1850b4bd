/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster's card as Markdown. */
#include "base/show.h"
#include "render/digest_markdown.h"

/* ---- facts ------------------------------------------------------------------------------ */

static void put_title(GString *out, const char *title)
{
	g_string_append_printf(out, "\n**%s**\n\n", title);
}

/* " (line 7 of <id>)", linked where the message can be read. */
static void put_place(GString *out, const char *message_id, guint line)
{
	g_autofree char *place = words_place(message_id, line);

	if (!place)
		return;
	g_string_append_c(out, ' ');
	markdown_code(out, place);
}

static void put_facts(GString *out, const struct digest_entry *entry)
{
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *age = words_age(entry), *score = words_score(entry);
	g_autofree char *breadth = words_breadth(entry);

	markdown_code_fact(out, "Commit", entry->commit);
	markdown_code_fact(out, "Author", entry->author);
	markdown_code_fact(out, "Subsystem", entry->subsystem);
	markdown_code_fact(out, "Released", entry->tag);
	markdown_fact(out, "State", state);
	markdown_code_fact(out, "Flags", flags);
	markdown_fact(out, "Age", age);
	markdown_fact(out, "Seen in", breadth);
	markdown_fact(out, "Score", score);
	markdown_fact(out, "Run again", entry->verdict);
	for (guint i = 0; i < entry->aliases->len; i++)
		markdown_code_fact(out, "Also", entry->aliases->pdata[i]);
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void put_judged(GString *out, const struct digest_row *row)
{
	g_autofree char *interval =
		row ? words_interval(row->effect.ci, row->effect.unit) : g_strdup("");
	g_autofree char *p = row ? words_row_p(row) : NULL;
	g_autofree char *runs = row ? words_runs(row) : NULL;

	markdown_cell(out, interval);
	markdown_cell(out, p);
	markdown_cell(out, runs);
	markdown_cell(out, words_grade(row));
}

static void put_claim(GString *out, const struct digest_claim *claim)
{
	g_autofree char *change = words_claim_change(claim);

	g_string_append_c(out, '|');
	markdown_code_cell(out, change);
	markdown_cell(out, words_verdict(claim));
	markdown_code_cell(out, claim->label);
	put_judged(out, claim->row);
	g_string_append_c(out, ' ');
	for (; claim; claim = claim->again) {
		markdown_link(out, claim->report->url, claim->headline ? "headline" : "impact box");
		if (claim->line)
			g_string_append_printf(out, ", line %u", claim->line);
		g_string_append(out, claim->again ? "; " : " |\n");
	}
}

static void put_claims(GString *out, const struct digest_entry *entry)
{
	if (!entry->claims->len)
		return;
	put_title(out, "What the reports claim");
	g_string_append(out, "| change | | metric | 95% interval | p | n | grade | where |\n"
			     "|--:|---|---|--:|---|---|---|---|\n");
	for (guint i = 0; i < entry->claims->len; i++)
		put_claim(out, entry->claims->pdata[i]);
}

static void put_row(GString *out, const struct digest_row *row)
{
	g_autofree char *before = words_cell(&row->before), *after = words_cell(&row->after);
	g_autofree char *change = words_change(&row->change), *aliases = words_aliases(row);

	g_string_append(out, "| ");
	markdown_code(out, row->stat);
	markdown_text(out, aliases);
	g_string_append(out, " |");
	markdown_code_cell(out, before);
	markdown_code_cell(out, change);
	markdown_code_cell(out, after);
	put_judged(out, row);
	g_string_append_printf(out, " %s | %u |\n", consistency_name(row->consistency), row->line);
}

static void put_rows(GString *out, const struct digest_report *report)
{
	if (!report->kpis->len)
		return;
	put_title(out, "The test's own numbers, as printed and judged");
	g_string_append(out, "| row | before | change | after | 95% interval | p | n | grade | "
			     "own means | line |\n|---|--:|--:|--:|--:|---|---|---|---|--:|\n");
	for (guint i = 0; i < report->kpis->len; i++)
		put_row(out, report->kpis->pdata[i]);
	markdown_more(out, report->kpis_omitted);
}

static void put_moves(GString *out, const struct digest_report *report)
{
	if (!report->moves->len)
		return;
	put_title(out, "Where the time goes, in points of all samples");
	g_string_append(
		out, "| symbol | before | change | after | line |\n|---|--:|--:|--:|--:|\n");
	for (guint i = 0; i < report->moves->len; i++) {
		const struct digest_row *row = report->moves->pdata[i];
		g_autofree char *before = words_cell(&row->before);
		g_autofree char *after = words_cell(&row->after);

		g_string_append_c(out, '|');
		markdown_code_cell(out, words_symbol(row));
		markdown_code_cell(out, before);
		markdown_code_cell(out, row->change.text);
		markdown_code_cell(out, after);
		g_string_append_printf(out, " %u |\n", row->line);
	}
	markdown_more(out, report->moves_omitted);
}

static void put_warnings(GString *out, const struct digest_entry *entry)
{
	gboolean headed = FALSE;

	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		for (guint k = 0; k < report->warnings->len; k++) {
			const struct digest_warning *warning = report->warnings->pdata[k];

			if (!headed)
				put_title(out, "Doubts");
			headed = TRUE;
			g_string_append_printf(out, "- %s: ", diag_name(warning->id));
			markdown_code(out, warning->detail ? warning->detail : "");
			put_place(out, warning->message_id, warning->line);
			g_string_append_c(out, '\n');
		}
	}
}

static void put_track(GString *out, const struct digest_entry *entry)
{
	if (!entry->track->len)
		return;
	put_title(out, "Measured again");
	for (guint i = 0; i < entry->track->len; i++) {
		const struct digest_claim *claim = entry->track->pdata[i];
		g_autofree char *date = words_date(claim->report->date);
		g_autofree char *change = words_claim_change(claim);

		g_string_append_printf(out, "- %s: ", date);
		markdown_code(out, change);
		g_string_append_printf(out, ", %s,", words_grade(claim->row));
		put_place(out, claim->report->message_id, claim->line);
		if (claim->report->tree) {
			g_string_append(out, ", ");
			markdown_code(out, claim->report->tree);
		}
		g_string_append_c(out, '\n');
	}
}

/* ---- what became of it ---------------------------------------------------------------------- */

static void put_step(GString *out, const struct digest_step *step)
{
	g_autofree char *date = words_date(step->date), *sentence = words_step(step);
	const char *words = words_of_step(step);

	g_string_append_printf(out, "- %s: ", date);
	markdown_code(out, sentence);
	if (step->changes)
		g_string_append_printf(
			out, " (%s → %s)", state_name(step->before), state_name(step->after));
	if (words) {
		g_string_append(out, ": ");
		markdown_code(out, words);
	}
	put_place(out, step->message_id, step->line);
	g_string_append_c(out, '\n');
}

static void put_story(GString *out, const struct digest_entry *entry)
{
	if (!entry->steps->len)
		return;
	put_title(out, "What was said of it");
	for (guint i = 0; i < entry->steps->len; i++)
		put_step(out, entry->steps->pdata[i]);
	if (entry->steps_plain) {
		g_autofree char *silent = words_silent(entry);

		g_string_append_printf(out, "\n… and %s\n", silent);
	}
}

static void put_links(GString *out, const struct digest_entry *entry)
{
	if (!entry->links->len)
		return;
	put_title(out, "Links");
	for (guint i = 0; i < entry->links->len; i++) {
		const struct digest_link *link = entry->links->pdata[i];

		g_string_append(out, "- ");
		markdown_code(out, link->kind ? link->kind : "");
		g_string_append_c(out, ' ');
		markdown_code(out, link->to ? link->to : "");
		if (link->words) {
			g_string_append(out, ": ");
			markdown_code(out, link->words);
		}
		put_place(out, link->message_id, link->line);
		g_string_append_c(out, '\n');
	}
}

static void put_edges(GString *out, const struct digest_entry *entry)
{
	if (!entry->edges->len)
		return;
	put_title(out, "Evidence");
	for (guint i = 0; i < entry->edges->len; i++) {
		const struct digest_edge *edge = entry->edges->pdata[i];
		g_autofree char *rule = words_rule(edge);

		g_string_append(out, "- ");
		markdown_code(out, rule);
		g_string_append(out, ": ");
		markdown_code(out, edge->from ? edge->from : "");
		g_string_append(out, " and ");
		markdown_code(out, edge->to ? edge->to : "");
		if (edge->words) {
			g_string_append(out, ": ");
			markdown_code(out, edge->words);
		}
		put_place(out, edge->message_id, edge->line);
		g_string_append_c(out, '\n');
	}
	markdown_more(out, entry->edges_omitted);
}

/* ---- to run it again ------------------------------------------------------------------------- */

/* Indented code, which nothing in it can end; a line of strangers' each. */
static void put_command(GString *out, const struct digest_command *command)
{
	g_auto(GStrv) lines = g_strsplit(command->text ? command->text : "", "\n", -1);

	for (char **line = lines; *line; line++) {
		g_autofree char *safe = show_line(slice_of(*line));

		if (*safe)
			g_string_append_printf(out, "    %s\n", safe);
	}
}

static void put_commands(GString *out, const struct digest_report *report)
{
	const struct digest_command *first = report->commands->pdata[0];

	put_title(out, "To run it again");
	g_string_append_printf(out, "By the %s attached to", first->line ? "script" : "job");
	put_place(out, report->message_id, 0);
	g_string_append(out, ":\n\n");
	for (guint i = 0; i < report->commands->len; i++)
		put_command(out, report->commands->pdata[i]);
	markdown_more(out, report->commands_omitted);
}

/* The last report's, which is what the robot would run today. */
static void put_reproduce(GString *out, const struct digest_entry *entry)
{
	for (guint i = entry->reports->len; i-- > 0;) {
		const struct digest_report *report = entry->reports->pdata[i];

		if (report->commands->len) {
			put_commands(out, report);
			return;
		}
	}
}

void markdown_put_card(GString *out, const struct digest_entry *entry)
{
	if (!entry->has_card)
		return;
	g_string_append(out, "\n## ");
	markdown_code(out, entry->id);
	g_string_append_c(out, ' ');
	markdown_code(out, entry->title ? entry->title : "(no title)");
	g_string_append(out, "\n\n");
	put_facts(out, entry);
	put_claims(out, entry);
	put_warnings(out, entry);
	put_track(out, entry);
	for (guint i = 0; i < entry->reports->len; i++) {
		put_rows(out, entry->reports->pdata[i]);
		put_moves(out, entry->reports->pdata[i]);
	}
	put_story(out, entry);
	put_links(out, entry);
	put_edges(out, entry);
	put_reproduce(out, entry);
}
