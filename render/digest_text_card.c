/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster's card as text: what it is, what is claimed, what became of it. */
#include "render/digest_text.h"

#define INDENT "      "

static void put_title(GString *out, const char *title)
{
	g_string_append_printf(out, "\n  %s\n", title);
}

/* Addresses get more of the line than other facts, so that few of them are broken. */
G_GNUC_PRINTF(2, 3)
static void address(GString *out, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_autofree char *safe = wrap_safe(text);

	wrap_to(out, "    ", "    ", safe);
}

static void put_place(GString *out, const char *message_id, guint line)
{
	g_autofree char *place = words_place(message_id, line);
	g_autofree char *safe = wrap_safe(place);

	if (place)
		wrap_to(out, INDENT, INDENT, safe);
}

/* ---- what it is ------------------------------------------------------------------- */

static void put_report(GString *out, const char *label, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);

	text_itemf(out, label, "%s <%s>%s", date, report->message_id,
		report->is_retold ? " (an answer: the report itself is not here)" : "");
	if (report->failure)
		text_item(out, "", report->failure);
	if (report->parent)
		text_itemf(out, "", "against %s", report->parent);
	if (report->tree)
		address(out, "tree %s %s", report->tree, report->branch ? report->branch : "");
	if (report->link)
		address(out, "link %s", report->link);
}

static void put_commits(GString *out, const struct digest_entry *entry)
{
	text_item_if(out, "Commit", entry->commit);
	for (guint i = 1; i < entry->commits->len; i++) {
		const struct digest_commit *commit = entry->commits->pdata[i];

		text_itemf(out, "", "%s (%s)%s%s", commit->id, commit->role,
			commit->title ? " " : "", commit->title ? commit->title : "");
	}
	for (guint i = 0; i < entry->aliases->len; i++)
		text_item(out, i ? "" : "Once called", entry->aliases->pdata[i]);
}

static void put_facts(GString *out, const struct digest_entry *entry)
{
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *age = words_age(entry), *score = words_score(entry);

	put_commits(out, entry);
	text_item_if(out, "Author", entry->author);
	text_item_if(out, "Subsystem", entry->subsystem);
	text_item_if(out, "Maintained", entry->subsystems);
	text_item_if(out, "Released", entry->tag);
	text_itemf(out, "State", "%s; %s", state, age);
	text_item_if(out, "Flags", flags);
	text_item(out, "Score", score);
	text_item_if(out, "Run again", entry->verdict);
	for (guint i = 0; i < entry->machines->len; i++)
		text_item(out, i ? "" : "Machines", entry->machines->pdata[i]);
	for (guint i = 0; i < entry->reports->len; i++)
		put_report(out, i ? "" : "Reports", entry->reports->pdata[i]);
	for (guint i = 0; i < entry->also->len; i++)
		put_report(out, i ? "" : "Functional", entry->also->pdata[i]);
}

/* ---- numbers ------------------------------------------------------------------------ */

/* "14321 -> 13425; 95 % interval …" of a row. */
static void put_numbers(GString *out, const struct digest_row *row)
{
	g_autofree char *before = words_cell(&row->before);
	g_autofree char *after = words_cell(&row->after);
	g_autofree char *safe_before = wrap_safe(before), *safe_after = wrap_safe(after);
	g_autofree char *interval = words_interval(row->effect.ci, row->effect.unit);
	g_autofree char *p = words_row_p(row), *runs = words_runs(row);
	gboolean contradicts = row->consistency == CONSISTENCY_INCONSISTENT;

	text_paragraphf(out, INDENT, INDENT, "%s -> %s; %s, 95 %% interval %s", safe_before,
		safe_after, words_grade(row), interval);
	text_paragraphf(out, INDENT, INDENT, "p %s; n %s%s", p, runs,
		contradicts ? "; CONTRADICTS its own means" : "");
}

static void put_claim_place(GString *out, const struct digest_claim *claim)
{
	g_autofree char *id = wrap_safe(claim->report->message_id);

	if (claim->line)
		text_paragraphf(out, INDENT, INDENT, "%s, line %u of <%s>",
			claim->headline ? "headline" : "impact box", claim->line, id);
	else
		text_paragraphf(out, INDENT, INDENT, "headline, <%s>", id);
}

static void put_claim(GString *out, const struct digest_claim *claim)
{
	g_autofree char *change = words_claim_change(claim);
	g_autofree char *safe_change = wrap_safe(change);
	g_autofree char *label = wrap_safe(claim->label);
	g_autofree char *aliases = claim->row ? words_aliases(claim->row) : NULL;

	text_paragraphf(out, "    ", INDENT, "%s %s %s of %s%s", words_glyph(claim->verdict),
		safe_change, words_verdict(claim), label, aliases ? aliases : "");
	if (claim->row)
		put_numbers(out, claim->row);
	else
		text_paragraphf(out, INDENT, INDENT, "%s: no row of the mail's tables shows it",
			words_grade(NULL));
	if (claim->testcase || claim->params) {
		g_autofree char *testcase = wrap_safe(claim->testcase);
		g_autofree char *params = wrap_safe(claim->params);

		text_paragraphf(out, INDENT, INDENT, "%s %s", testcase, params);
	}
	for (const struct digest_claim *place = claim; place; place = place->again)
		put_claim_place(out, place);
}

static void put_row(GString *out, const struct digest_row *row)
{
	g_autofree char *stat = wrap_safe(row->stat);
	g_autofree char *change = words_change(&row->change);
	g_autofree char *safe_change = wrap_safe(change);
	g_autofree char *aliases = words_aliases(row);

	text_paragraphf(
		out, "    ", INDENT, "%s%s: %s, line %u", stat, aliases, safe_change, row->line);
	put_numbers(out, row);
}

/* What a claim is about stands there. */
static void put_rows(GString *out, const struct digest_report *report)
{
	gboolean headed = FALSE;

	for (guint i = 0; i < report->kpis->len; i++) {
		const struct digest_row *row = report->kpis->pdata[i];

		if (row->claimed)
			continue;
		if (!headed) {
			g_autofree char *table = wrap_safe(report->main_table);

			g_string_append_c(out, '\n');
			text_paragraphf(
				out, "  ", "  ", "Further rows of the test, table %s", table);
		}
		headed = TRUE;
		put_row(out, row);
	}
	text_more(out, "    ", report->kpis_omitted);
}

static void put_moves(GString *out, const struct digest_report *report)
{
	if (!report->moves->len)
		return;

	g_autofree char *table = wrap_safe(report->main_table);

	g_string_append_c(out, '\n');
	text_paragraphf(out, "  ", "  ",
		"Where the time goes: the largest moves of perf-profile.self, in points of all "
		"samples, table %s",
		table);
	for (guint i = 0; i < report->moves->len; i++) {
		const struct digest_row *row = report->moves->pdata[i];
		g_autofree char *symbol = wrap_safe(words_symbol(row));
		g_autofree char *before = words_cell(&row->before);
		g_autofree char *after = words_cell(&row->after);
		g_autofree char *change = wrap_safe(row->change.text);
		g_autofree char *cells = g_strdup_printf("%s -> %s", before, after);
		g_autofree char *safe = wrap_safe(cells);

		text_paragraphf(
			out, "    ", INDENT, "%s %s: %s, line %u", change, symbol, safe, row->line);
	}
	text_more(out, "    ", report->moves_omitted);
}

static void put_warnings(GString *out, const struct digest_entry *entry)
{
	gboolean headed = FALSE;

	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		for (guint k = 0; k < report->warnings->len; k++) {
			const struct digest_warning *warning = report->warnings->pdata[k];
			g_autofree char *detail = wrap_safe(warning->detail);

			if (!headed)
				put_title(out, "Doubts");
			headed = TRUE;
			text_paragraphf(
				out, "    ", INDENT, "%s: %s", diag_name(warning->id), detail);
			put_place(out, warning->message_id, warning->line);
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
		g_autofree char *tree = wrap_safe(claim->report->tree);
		g_autofree char *safe = wrap_safe(change);
		g_autofree char *id = wrap_safe(claim->report->message_id);

		text_paragraphf(out, "    ", INDENT, "%s  %s, %s, line %u of <%s>%s%s", date, safe,
			words_grade(claim->row), claim->line, id, *tree ? ", " : "", tree);
	}
}

/* ---- what became of it ----------------------------------------------------------------- */

static void put_step(GString *out, const struct digest_step *step)
{
	g_autofree char *date = words_date(step->date);
	g_autofree char *first = g_strdup_printf("    %-10s  ", date);
	g_autofree char *sentence = words_step(step);
	g_autofree char *told = wrap_safe(sentence);
	g_autofree char *words = wrap_safe(words_of_step(step));
	static const char rest[] = "                ";

	if (step->changes)
		text_paragraphf(out, first, rest, "%s [%s -> %s]", told, state_name(step->before),
			state_name(step->after));
	else
		wrap_to(out, first, rest, told);
	if (*words)
		text_paragraphf(out, rest, rest, "\"%s\"", words);

	g_autofree char *place = words_place(step->message_id, step->line);
	g_autofree char *safe = wrap_safe(place);

	if (place)
		wrap_to(out, rest, rest, safe);
}

/* That there are reports is said above. */
static gboolean has_story(const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->steps->len; i++) {
		const struct digest_step *step = entry->steps->pdata[i];

		if (g_strcmp0(step->kind, "report"))
			return TRUE;
	}
	return FALSE;
}

static void put_story(GString *out, const struct digest_entry *entry)
{
	g_autofree char *id = wrap_safe(entry->id);

	if (!has_story(entry))
		return;
	put_title(out, "What was said of it");
	for (guint i = 0; i < entry->steps->len; i++)
		put_step(out, entry->steps->pdata[i]);
	if (entry->steps_plain) {
		g_autofree char *silent = words_silent(entry);

		text_paragraphf(out, "    ", "    ", "... and %s: lkpdigest show %s", silent, id);
	}
}

static void put_links(GString *out, const struct digest_entry *entry)
{
	if (!entry->links->len)
		return;
	put_title(out, "Links");
	for (guint i = 0; i < entry->links->len; i++) {
		const struct digest_link *link = entry->links->pdata[i];
		g_autofree char *kind = wrap_safe(link->kind), *to = wrap_safe(link->to);
		g_autofree char *words = wrap_safe(link->words);

		text_paragraphf(
			out, "    ", INDENT, "%s %s%s%s", kind, to, *words ? ": " : "", words);
		put_place(out, link->message_id, link->line);
	}
}

static void put_edges(GString *out, const struct digest_entry *entry)
{
	if (!entry->edges->len)
		return;
	put_title(out, "Evidence");
	for (guint i = 0; i < entry->edges->len; i++) {
		const struct digest_edge *edge = entry->edges->pdata[i];
		g_autofree char *from = wrap_safe(edge->from), *to = wrap_safe(edge->to);
		g_autofree char *words = wrap_safe(edge->words), *plain = words_rule(edge);
		g_autofree char *rule = wrap_safe(plain);

		text_paragraphf(out, "    ", INDENT, "%s: %s and %s%s%s", rule, from, to,
			*words ? ": " : "", words);
		put_place(out, edge->message_id, edge->line);
	}
	text_more(out, "    ", entry->edges_omitted);
}

/* ---- to run it again ---------------------------------------------------------------------- */

/* A line that is too long goes on behind a backslash, which in a quotation would be text. */
static void put_command(GString *out, const char *line)
{
	g_autofree char *safe = wrap_safe(line);
	GString *wrapped = g_string_new(NULL);

	if (!*safe)
		return;
	wrap_to(wrapped, "    ", "        ", safe);
	if (strpbrk(safe, "'\"`")) {
		g_string_append(out, wrapped->str);
	} else {
		g_auto(GStrv) lines = g_strsplit(wrapped->str, "\n", -1);

		for (guint i = 0; lines[i] && *lines[i]; i++)
			g_string_append_printf(out, "%s%s\n", lines[i],
				lines[i + 1] && *lines[i + 1] &&
						wrap_columns(lines[i]) + 2 <= WRAP_COLUMNS
					? " \\"
					: "");
	}
	g_string_free(wrapped, TRUE);
}

static void put_commands(GString *out, const struct digest_report *report)
{
	if (!report->commands->len)
		return;

	const struct digest_command *first = report->commands->pdata[0];
	g_autofree char *id = wrap_safe(report->message_id);

	g_string_append_c(out, '\n');
	text_paragraphf(out, "  ", "  ", "To run it again, by the %s attached to <%s>",
		first->line ? "script" : "job", id);
	for (guint i = 0; i < report->commands->len; i++) {
		const struct digest_command *command = report->commands->pdata[i];
		g_auto(GStrv) lines = g_strsplit(command->text ? command->text : "", "\n", -1);

		for (char **line = lines; *line; line++)
			put_command(out, *line);
	}
	text_more(out, "    ", report->commands_omitted);
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

/* Of changes: a single one needs no drawing. */
static void put_chart(GString *out, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->charts->len; i++) {
		const struct digest_chart *chart = entry->charts->pdata[i];

		if (chart->drawn.kind == CHART_CHANGES)
			text_chart(out, chart, 2);
	}
}

void text_put_card(GString *out, const struct digest_entry *entry)
{
	g_autofree char *title = g_strdup_printf(
		"%s%s%s", entry->id, entry->title ? "  " : "", entry->title ? entry->title : "");

	text_heading(out, title, '.');
	put_facts(out, entry);
	if (entry->claims->len)
		put_title(out, "What the reports claim");
	for (guint i = 0; i < entry->claims->len; i++)
		put_claim(out, entry->claims->pdata[i]);
	put_chart(out, entry);
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
