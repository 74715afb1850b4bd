/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest as plain text, readable as a mail.  All that comes from mails goes through
 * wrap_safe().
 */
#include "render/digest_words.h"
#include "render/wrap.h"

#define LABEL_WIDTH 12

/* ---- pieces --------------------------------------------------------------------- */

static void heading(GString *out, const char *text, char line)
{
	g_autofree char *safe = wrap_safe(text);
	guint columns = MIN(wrap_columns(safe), WRAP_COLUMNS);

	g_string_append_c(out, '\n');
	wrap_to(out, "", "", safe);
	for (guint i = 0; i < columns; i++)
		g_string_append_c(out, line);
	g_string_append_c(out, '\n');
}

/* "  Label       text", wrapped under the text. */
static void item(GString *out, const char *label, const char *text)
{
	g_autofree char *first = g_strdup_printf("  %-*s", LABEL_WIDTH, label);
	g_autofree char *rest = g_strnfill(LABEL_WIDTH + 2, ' ');
	g_autofree char *safe = wrap_safe(text);

	wrap_to(out, first, rest, safe);
}

static void item_if(GString *out, const char *label, const char *text)
{
	if (text && *text)
		item(out, label, text);
}

G_GNUC_PRINTF(3, 4)
static void itemf(GString *out, const char *label, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);

	item(out, label, text);
}

/* A paragraph that holds fields, each of which was made safe and cut by itself. */
G_GNUC_PRINTF(4, 5)
static void paragraphf(GString *out, const char *first, const char *rest, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);

	wrap_to(out, first, rest, text);
}

/* ---- head -------------------------------------------------------------------------- */

static void put_read(const char *name, const char *text, void *out)
{
	item(out, name, text);
}

static void put_head(GString *out, const struct digest *digest)
{
	const struct digest_head *head = &digest->head;
	g_autofree char *generated = words_time(head->generated);

	heading(out, "What was read, and how it is judged", '-');
	words_each_read(head, put_read, out);
	/* Our own words, longer than a stranger's field may be. */
	paragraphf(out, "  Method      ", "              ", "%s", head->method);
	item(out, "Severity", head->formula);
	item(out, "Listed", head->listing_rule);
	item_if(out, "Made", generated);
}

/* ---- ranked lists --------------------------------------------------------------------- */

static void put_listed(GString *out, const struct digest_entry *entry)
{
	static const char indent[] = "      ";
	g_autofree char *first = g_strdup_printf("%4u. ", entry->rank);
	g_autofree char *id = wrap_safe(entry->id);
	g_autofree char *title = wrap_safe(entry->title ? entry->title : "(no title)");
	g_autofree char *breadth = words_breadth(entry);
	g_autofree char *severity = words_number(entry->severity);

	paragraphf(out, first, indent, "%s  %s", id, title);
	if (entry->lead) {
		const struct digest_claim *lead = entry->lead;
		g_autofree char *change = words_claim_change(lead);
		g_autofree char *safe_change = wrap_safe(change);
		g_autofree char *label = wrap_safe(lead->label);

		paragraphf(out, indent, indent, "%s %s %s of %s, %s", words_glyph(lead->verdict),
			safe_change, words_verdict(lead), label, words_grade(lead->row));
	}
	paragraphf(out, indent, indent, "severity %s; %s", severity, breadth);
}

static void put_lists(GString *out, const struct digest *digest)
{
	for (int section = 0; section < SECTIONS; section++) {
		const GPtrArray *entries = digest->entries[section];

		if (!entries->len)
			continue;
		heading(out, digest_section_title(section), '-');
		for (guint i = 0; i < entries->len; i++)
			put_listed(out, entries->pdata[i]);
	}
}

/* ---- cards ------------------------------------------------------------------------------ */

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

static void put_report(GString *out, const char *label, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);

	itemf(out, label, "%s <%s>", date, report->message_id);
	if (report->failure)
		item(out, "", report->failure);
	if (report->parent)
		itemf(out, "", "against %s", report->parent);
	if (report->tree)
		address(out, "tree %s %s", report->tree, report->branch ? report->branch : "");
	if (report->link)
		address(out, "link %s", report->link);
}

static void put_claim(GString *out, const struct digest_claim *claim)
{
	static const char indent[] = "      ";
	g_autofree char *change = words_claim_change(claim);
	g_autofree char *safe_change = wrap_safe(change);
	g_autofree char *label = wrap_safe(claim->label);
	g_autofree char *id = wrap_safe(claim->report->message_id);

	paragraphf(out, "    ", indent, "%s %s %s of %s", words_glyph(claim->verdict), safe_change,
		words_verdict(claim), label);
	if (claim->row) {
		const struct effect *effect = &claim->row->effect;
		g_autofree char *interval = words_interval(effect->ci, effect->unit);

		paragraphf(out, indent, indent, "%s, 95 %% interval %s", words_grade(claim->row),
			interval);
	} else {
		paragraphf(out, indent, indent, "%s: no row of the mail's tables shows it",
			words_grade(NULL));
	}
	if (claim->testcase || claim->params) {
		g_autofree char *testcase = wrap_safe(claim->testcase);
		g_autofree char *params = wrap_safe(claim->params);

		paragraphf(out, indent, indent, "%s %s", testcase, params);
	}
	paragraphf(out, indent, indent, "%s, line %u of <%s>",
		claim->headline ? "headline" : "impact box", claim->line, id);
}

static void put_row(GString *out, const struct digest_row *row)
{
	static const char indent[] = "        ";
	g_autofree char *stat = wrap_safe(row->stat);
	g_autofree char *before = words_cell(&row->before);
	g_autofree char *after = words_cell(&row->after);
	g_autofree char *change = words_change(&row->change);
	g_autofree char *safe_before = wrap_safe(before);
	g_autofree char *safe_after = wrap_safe(after);
	g_autofree char *safe_change = wrap_safe(change);
	g_autofree char *interval = words_interval(row->effect.ci, row->effect.unit);
	g_autofree char *p = words_row_p(row);
	g_autofree char *runs = words_runs(row);
	g_autofree char *aliases = words_aliases(row);

	paragraphf(
		out, "    ", indent, "%s%s%s", stat, aliases, row->headline ? "  (headline)" : "");
	paragraphf(out, indent, indent, "%s -> %s (%s)", safe_before, safe_after, safe_change);
	paragraphf(out, indent, indent, "%s, 95 %% %s, p %s", words_grade(row), interval, p);
	paragraphf(out, indent, indent, "n %s; %s; line %u", runs,
		consistency_name(row->consistency), row->line);
}

static void put_rows(GString *out, const struct digest_report *report)
{
	if (!report->kpis->len)
		return;

	g_autofree char *table = wrap_safe(report->main_table);

	g_string_append_c(out, '\n');
	paragraphf(out, "  ", "  ", "The test's own rows of table %s", table);
	for (guint i = 0; i < report->kpis->len; i++)
		put_row(out, report->kpis->pdata[i]);
	if (report->kpis_omitted)
		paragraphf(out, "    ", "    ", "... and %u more of them", report->kpis_omitted);
}

static void put_machines(GString *out, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->machines->len; i++)
		item(out, i ? "" : "Machines", entry->machines->pdata[i]);
}

static void put_card(GString *out, const struct digest_entry *entry)
{
	heading(out, entry->id, '.');
	item_if(out, "Commit", entry->commit);
	item_if(out, "Title", entry->title);
	item_if(out, "Subsystem", entry->subsystem);
	put_machines(out, entry);
	for (guint i = 0; i < entry->reports->len; i++)
		put_report(out, i ? "" : "Reports", entry->reports->pdata[i]);
	for (guint i = 0; i < entry->also->len; i++)
		put_report(out, i ? "" : "Functional", entry->also->pdata[i]);
	if (entry->untestable->len)
		itemf(out, "Untested", "%u of %u claims cannot be tested on printed numbers",
			entry->untestable->len, entry->claims->len);
	if (entry->inconsistent)
		itemf(out, "Doubt", "%u of its rows contradict their own means",
			entry->inconsistent);
	g_string_append(out, "\n  What the reports claim\n");
	for (guint i = 0; i < entry->claims->len; i++)
		put_claim(out, entry->claims->pdata[i]);
	for (guint i = 0; i < entry->reports->len; i++)
		put_rows(out, entry->reports->pdata[i]);
}

static void put_cards(GString *out, const struct digest *digest)
{
	gboolean headed = FALSE;

	for (int section = 0; section < SECTIONS; section++) {
		const GPtrArray *entries = digest->entries[section];

		if (entries->len && !headed)
			heading(out, "Evidence", '=');
		headed = headed || entries->len;
		for (guint i = 0; i < entries->len; i++)
			put_card(out, entries->pdata[i]);
	}
}

/* ---- the rest ------------------------------------------------------------------------------ */

static void put_failing_report(GString *out, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);
	g_autofree char *commit = words_commit(report->commit);
	g_autofree char *where = words_where(report);

	itemf(out, date, "%s by %s", report->failure ? report->failure : report->subject, commit);
	for (guint i = 0; i < report->failures->len; i++) {
		const struct digest_failure *failure = report->failures->pdata[i];

		itemf(out, "", "%s%s%s", failure->name, failure->told ? ": " : "",
			failure->told ? failure->told : "");
	}
	if (report->failures_omitted)
		itemf(out, "", "... and %u more", report->failures_omitted);
	item_if(out, "", where);
	itemf(out, "", "<%s>", report->message_id);
}

/* Reports of one kind, with what failed and where. */
static void put_failing(GString *out, const char *title, const GPtrArray *reports, guint omitted)
{
	if (!reports->len)
		return;
	heading(out, title, '-');
	for (guint i = 0; i < reports->len; i++)
		put_failing_report(out, reports->pdata[i]);
	if (omitted)
		itemf(out, "", "... and %u more", omitted);
}

static void put_others(GString *out, const struct digest *digest)
{
	guint64 summaries = digest->head.messages[MESSAGE_SUMMARY];

	put_failing(out, "Functional reports", digest->functional, digest->functional_omitted);
	put_failing(out, "Build reports", digest->builds, digest->builds_omitted);
	if (!summaries)
		return;

	g_autofree char *counted = words_plural(
		summaries, "summary of builds, counted", "summaries of builds, counted");

	heading(out, "Reports of other kinds", '-');
	paragraphf(out, "  ", "  ", "%s only.", counted);
}

static void put_answer(GString *out, const struct digest_answer *answer)
{
	g_autofree char *date = words_date(answer->date);
	g_autofree char *commit = words_commit(answer->report ? answer->report->commit : NULL);

	itemf(out, date, "%s: %s", event_kind_name(answer->kind),
		answer->words ? answer->words : "");
	if (answer->report)
		itemf(out, "", "of %s <%s>", commit, answer->about);
	else if (answer->about)
		itemf(out, "", "of <%s>", answer->about);
	if (answer->line)
		itemf(out, "", "line %u of <%s>", answer->line, answer->message_id);
	else
		itemf(out, "", "subject of <%s>", answer->message_id);
}

static void put_answers(GString *out, const struct digest *digest)
{
	if (!digest->answers->len)
		return;
	heading(out, "What was said of reports", '-');
	for (guint i = 0; i < digest->answers->len; i++)
		put_answer(out, digest->answers->pdata[i]);
	if (digest->answers_omitted)
		itemf(out, "", "... and %u more", digest->answers_omitted);
}

static void put_commitless(GString *out, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);

	itemf(out, date, "<%s>", report->message_id);
	item_if(out, "", report->subject);
}

static void put_diags(GString *out, const struct digest_diags *kind)
{
	g_autofree char *count = words_count(kind->count);

	paragraphf(out, "  ", "    ", "%s (%s), %s: %s", diag_name(kind->id),
		diag_level_name(diag_level(kind->id)), count, diag_meaning(kind->id));
	for (guint i = 0; i < kind->examples->len; i++) {
		const struct digest_diag *diag = kind->examples->pdata[i];
		g_autofree char *place = wrap_safe(diag->place);
		g_autofree char *detail = wrap_safe(diag->detail);

		paragraphf(out, "    - ", "      ", "%s: %s", place, detail);
		if (diag->excerpt) {
			g_autofree char *excerpt = wrap_safe(diag->excerpt);

			wrap_to(out, "      | ", "      | ", excerpt);
		}
	}
	if (kind->count > kind->examples->len)
		paragraphf(out, "    ", "    ", "... and %" G_GUINT64_FORMAT " more",
			kind->count - kind->examples->len);
}

static void put_appendix(GString *out, const struct digest *digest)
{
	if (!digest->diags->len && !digest->commitless->len && !digest->head.source_paths->len)
		return;
	heading(out, "Appendix", '=');
	if (digest->commitless->len) {
		heading(out, "Performance reports without a commit", '-');
		for (guint i = 0; i < digest->commitless->len; i++)
			put_commitless(out, digest->commitless->pdata[i]);
	}
	if (digest->diags->len)
		heading(out, "Diagnostics", '-');
	for (guint i = 0; i < digest->diags->len; i++)
		put_diags(out, digest->diags->pdata[i]);
	if (digest->head.source_paths->len)
		heading(out, "Sources", '-');
	for (guint i = 0; i < digest->head.source_paths->len; i++) {
		g_autofree char *path = wrap_safe(digest->head.source_paths->pdata[i]);

		wrap_to(out, "  ", "    ", path);
	}
	if (digest->head.sources > digest->head.source_paths->len)
		paragraphf(out, "  ", "  ", "... and %" G_GUINT64_FORMAT " more",
			digest->head.sources - digest->head.source_paths->len);
}

GString *digest_text(const struct digest *digest)
{
	GString *out = g_string_new(NULL);
	g_autofree char *subject = wrap_safe(digest->subject);

	wrap_to(out, "Subject: ", " ", subject);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < digest->prose->len; i++) {
		g_autofree char *line = wrap_safe(digest->prose->pdata[i]);

		wrap_to(out, "", "", line);
	}
	put_lists(out, digest);
	put_head(out, digest);
	put_cards(out, digest);
	put_others(out, digest);
	put_answers(out, digest);
	put_appendix(out, digest);
	return out;
}
