/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside the clusters, as Markdown: other views of them, other reports, the appendix.
 */
#include "render/digest_markdown.h"

/* ---- views ------------------------------------------------------------------------------ */

static void put_areas(GString *out, const struct digest *digest)
{
	if (!digest->areas->len)
		return;
	markdown_heading(out, 2, "By subsystem");
	g_string_append(out, "| subsystem | | clusters |\n|---|---|---|\n");
	for (guint i = 0; i < digest->areas->len; i++) {
		const struct digest_area *area = digest->areas->pdata[i];
		g_autofree char *counts = words_area(area);

		g_string_append_c(out, '|');
		markdown_code_cell(out, area->name ? area->name : "unknown");
		markdown_cell(out, counts);
		for (guint k = 0; k < area->entries->len; k++) {
			g_string_append_c(out, ' ');
			markdown_code(out, ((struct digest_entry *)area->entries->pdata[k])->id);
		}
		g_string_append(out, " |\n");
	}
}

static void put_pair(
	GString *out, const struct digest_entry *entry, const struct digest_claim *claim)
{
	g_autofree char *change = words_claim_change(claim);

	g_string_append_c(out, ' ');
	markdown_code(out, entry->id);
	g_string_append_c(out, ' ');
	markdown_code(out, change);
	g_string_append_printf(out, " %s;", words_grade(claim->row));
}

static void put_heat(GString *out, const struct digest_heat *heat)
{
	if (!heat->testcases->len)
		return;
	markdown_heading(out, 2, "By test case, the largest change of each commit");
	g_string_append(out, "| test case | changes |\n|---|---|\n");
	for (guint i = 0; i < heat->testcases->len; i++) {
		g_string_append_c(out, '|');
		markdown_code_cell(out, heat->testcases->pdata[i]);
		for (guint k = 0; k < heat->commits->len; k++) {
			const struct digest_claim *claim =
				heat->cells->pdata[i * heat->commits->len + k];

			if (claim)
				put_pair(out, heat->commits->pdata[k], claim);
		}
		g_string_append(out, " |\n");
	}
	if (heat->testcases_omitted) {
		g_autofree char *more =
			words_plural(heat->testcases_omitted, "more test case", "more test cases");

		g_string_append_printf(out, "\n… and %s\n", more);
	}
	if (heat->commits_omitted) {
		g_autofree char *left_out = words_commits_left_out(heat->commits_omitted);

		g_string_append_printf(out, "\n%s\n", left_out);
	}
}

static void put_weeks(GString *out, const GArray *weeks)
{
	if (!weeks->len)
		return;
	markdown_heading(out, 2, "Week by week, where clusters stood at its end");
	for (guint i = 0; i < weeks->len; i++) {
		const struct digest_week *week = &g_array_index(weeks, struct digest_week, i);
		g_autofree char *words = words_week(week);

		markdown_fact(out, week->name, words);
	}
}

void markdown_put_views(GString *out, const struct digest *digest)
{
	put_areas(out, digest);
	put_heat(out, &digest->heat);
	put_weeks(out, digest->weeks);
}

/* ---- other reports ------------------------------------------------------------------------ */

static void put_report(GString *out, const struct digest_report *report, const char *what)
{
	g_autofree char *date = words_date(report->date);

	g_string_append_printf(out, "- %s: ", date);
	markdown_code(out, what ? what : "");
	g_string_append_c(out, ' ');
	markdown_code(out, report->message_id);
	g_string_append_c(out, ' ');
	if (report->url)
		markdown_link(out, report->url, "read");
	g_string_append_c(out, '\n');
}

static void put_failing_report(GString *out, const struct digest_report *report)
{
	g_autofree char *commit = words_commit(report->commit), *where = words_where(report);

	put_report(out, report, report->failure ? report->failure : report->subject);
	g_string_append(out, "  - by ");
	markdown_code(out, commit);
	g_string_append_c(out, '\n');
	if (where) {
		g_string_append(out, "  - ");
		markdown_code(out, where);
		g_string_append_c(out, '\n');
	}
	for (guint i = 0; i < report->failures->len; i++) {
		const struct digest_failure *failure = report->failures->pdata[i];

		if (words_failure_is_said(report, failure))
			continue;
		g_string_append(out, "  - ");
		markdown_code(out, failure->name ? failure->name : "");
		if (failure->told)
			g_string_append_printf(out, ": %s", failure->told);
		g_string_append_c(out, '\n');
	}
	if (report->failures_omitted)
		g_string_append_printf(out, "  - … and %u more\n", report->failures_omitted);
}

static void put_failing(GString *out, const char *title, const GPtrArray *reports, guint omitted)
{
	if (!reports->len)
		return;
	markdown_heading(out, 2, title);
	for (guint i = 0; i < reports->len; i++)
		put_failing_report(out, reports->pdata[i]);
	markdown_more(out, omitted);
}

static void put_summaries(GString *out, guint64 summaries)
{
	g_autofree char *counted = words_plural(
		summaries, "summary of builds, counted", "summaries of builds, counted");

	if (!summaries)
		return;
	markdown_heading(out, 2, "Reports of other kinds");
	g_string_append_printf(out, "%s only.\n", counted);
}

/* ---- appendix -------------------------------------------------------------------------------- */

static void put_doubts(GString *out, const char *title, const struct digest_doubts *doubts)
{
	if (!doubts->list->len)
		return;
	markdown_heading(out, 2, title);
	for (guint i = 0; i < doubts->list->len; i++) {
		const struct digest_doubt *doubt = doubts->list->pdata[i];
		g_autofree char *change = words_claim_change(doubt->claim);

		g_string_append(out, "- ");
		markdown_code(out, doubt->entry->id);
		g_string_append_printf(out, " %s ", words_grade(doubt->claim->row));
		markdown_code(out, change);
		g_string_append(out, " of ");
		markdown_code(out, doubt->claim->label);
		g_string_append_c(out, '\n');
	}
	markdown_more(out, doubts->omitted);
}

static void put_commitless(GString *out, const GPtrArray *reports)
{
	if (!reports->len)
		return;
	markdown_heading(out, 2, "Performance reports without a commit");
	for (guint i = 0; i < reports->len; i++) {
		const struct digest_report *report = reports->pdata[i];

		put_report(out, report, report->subject);
	}
}

static void put_diag(GString *out, const struct digest_diag *diag)
{
	g_string_append(out, "  - ");
	markdown_code(out, diag->place ? diag->place : "");
	g_string_append(out, ": ");
	markdown_code(out, diag->detail ? diag->detail : "");
	if (diag->excerpt) {
		g_string_append(out, ": ");
		markdown_code(out, diag->excerpt);
	}
	g_string_append_c(out, '\n');
}

static void put_diags(GString *out, const GPtrArray *kinds)
{
	if (!kinds->len)
		return;
	markdown_heading(out, 2, "Dropped, failed, doubtful: what reading gave");
	for (guint i = 0; i < kinds->len; i++) {
		const struct digest_diags *kind = kinds->pdata[i];
		g_autofree char *count = words_count(kind->count);

		g_string_append_printf(out, "- **%s** (%s), %s: ", diag_name(kind->id),
			diag_level_name(diag_level(kind->id)), count);
		markdown_text(out, diag_meaning(kind->id));
		g_string_append_c(out, '\n');
		for (guint k = 0; k < kind->examples->len; k++)
			put_diag(out, kind->examples->pdata[k]);
		if (kind->count > kind->examples->len)
			g_string_append_printf(out, "  - … and %" G_GUINT64_FORMAT " more\n",
				kind->count - kind->examples->len);
	}
}

static void put_sources(GString *out, const struct digest_head *head)
{
	if (!head->source_paths->len)
		return;
	markdown_heading(out, 2, "Sources");
	for (guint i = 0; i < head->source_paths->len; i++) {
		g_string_append(out, "- ");
		markdown_code(out, head->source_paths->pdata[i]);
		g_string_append_c(out, '\n');
	}
	markdown_more(out, head->sources - head->source_paths->len);
}

void markdown_put_rest(GString *out, const struct digest *digest)
{
	put_failing(out, "Functional reports", digest->functional, digest->functional_omitted);
	put_failing(out, "Build reports", digest->builds, digest->builds_omitted);
	put_summaries(out, digest->head.messages[MESSAGE_SUMMARY]);
	put_doubts(out, "Claimed, and not significant on the printed numbers alone",
		&digest->unsupported);
	put_doubts(
		out, "Claimed, and not testable: no row of a table shows it", &digest->untestable);
	put_commitless(out, digest->commitless);
	put_diags(out, digest->diags);
	put_sources(out, &digest->head);
}
