/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside the clusters: other views of them, other reports, the appendix. */
#include "render/digest_text.h"

/* ---- views ---------------------------------------------------------------------------- */

static void put_areas(GString *out, const struct digest *digest)
{
	if (!digest->areas->len)
		return;
	text_heading(out, "By subsystem", '-');
	for (guint i = 0; i < digest->areas->len; i++) {
		const struct digest_area *area = digest->areas->pdata[i];
		g_autofree char *counts = words_area(area);
		g_autofree char *name = wrap_safe(area->name ? area->name : "unknown");
		g_autoptr(GString) ids = g_string_new(NULL);

		for (guint k = 0; k < area->entries->len; k++) {
			const struct digest_entry *entry = area->entries->pdata[k];
			g_autofree char *id = wrap_safe(entry->id);

			g_string_append_printf(ids, "%s%s", k ? " " : "", id);
		}
		text_paragraphf(out, "  ", "    ", "%s: %s: %s", name, counts, ids->str);
	}
}

static void put_cell(
	GString *to, const struct digest_entry *entry, const struct digest_claim *claim)
{
	g_autofree char *change = words_claim_change(claim);
	g_autofree char *safe = wrap_safe(change), *id = wrap_safe(entry->id);

	g_string_append_printf(to, "%s%s %s %s %s", to->len ? "; " : "", id,
		words_glyph(claim->verdict), safe, words_grade(claim->row));
}

static void put_heat(GString *out, const struct digest *digest)
{
	const struct digest_heat *heat = &digest->heat;

	if (!heat->testcases->len)
		return;
	text_heading(out, "By test case, the largest change of each commit", '-');
	for (guint i = 0; i < heat->testcases->len; i++) {
		g_autofree char *testcase = wrap_safe(heat->testcases->pdata[i]);
		g_autoptr(GString) cells = g_string_new(NULL);

		for (guint k = 0; k < heat->commits->len; k++) {
			const struct digest_claim *claim =
				heat->cells->pdata[i * heat->commits->len + k];

			if (claim)
				put_cell(cells, heat->commits->pdata[k], claim);
		}
		if (cells->len)
			text_paragraphf(out, "  ", "    ", "%s: %s", testcase, cells->str);
	}
	if (heat->testcases_omitted) {
		g_autofree char *more =
			words_plural(heat->testcases_omitted, "more test case", "more test cases");

		text_paragraphf(out, "  ", "  ", "... and %s", more);
	}
	if (heat->commits_omitted) {
		g_autofree char *left_out = words_commits_left_out(heat->commits_omitted);

		text_paragraphf(out, "  ", "  ", "%s", left_out);
	}
}

static void put_weeks(GString *out, const struct digest *digest)
{
	if (!digest->weeks->len)
		return;
	text_heading(out, "Week by week, where clusters stood at its end", '-');
	for (guint i = 0; i < digest->weeks->len; i++) {
		const struct digest_week *week =
			&g_array_index(digest->weeks, struct digest_week, i);
		g_autofree char *words = words_week(week);

		text_item(out, week->name, words);
	}
	text_chart(out, digest->trend, 1);
}

void text_put_views(GString *out, const struct digest *digest)
{
	put_areas(out, digest);
	put_heat(out, digest);
	put_weeks(out, digest);
}

/* ---- other reports ----------------------------------------------------------------------- */

static void put_failing_report(GString *out, const struct digest_report *report)
{
	g_autofree char *date = words_date(report->date);
	g_autofree char *commit = words_commit(report->commit);
	g_autofree char *where = words_where(report);

	text_itemf(
		out, date, "%s by %s", report->failure ? report->failure : report->subject, commit);
	for (guint i = 0; i < report->failures->len; i++) {
		const struct digest_failure *failure = report->failures->pdata[i];

		if (words_failure_is_said(report, failure))
			continue;
		text_itemf(out, "", "%s%s%s", failure->name, failure->told ? ": " : "",
			failure->told ? failure->told : "");
	}
	if (report->failures_omitted)
		text_itemf(out, "", "... and %u more", report->failures_omitted);
	text_item_if(out, "", where);
	text_itemf(out, "", "<%s>", report->message_id);
}

/* Reports of one kind, with what failed and where. */
static void put_failing(GString *out, const char *title, const GPtrArray *reports, guint omitted)
{
	if (!reports->len)
		return;
	text_heading(out, title, '-');
	for (guint i = 0; i < reports->len; i++)
		put_failing_report(out, reports->pdata[i]);
	if (omitted)
		text_itemf(out, "", "... and %u more", omitted);
}

void text_put_others(GString *out, const struct digest *digest)
{
	guint64 summaries = digest->head.messages[MESSAGE_SUMMARY];

	put_failing(out, "Functional reports", digest->functional, digest->functional_omitted);
	put_failing(out, "Build reports", digest->builds, digest->builds_omitted);
	if (!summaries)
		return;

	g_autofree char *counted = words_plural(
		summaries, "summary of builds, counted", "summaries of builds, counted");

	text_heading(out, "Reports of other kinds", '-');
	text_paragraphf(out, "  ", "  ", "%s only.", counted);
}

/* ---- appendix ------------------------------------------------------------------------------ */

static void put_doubts(GString *out, const char *title, const struct digest_doubts *doubts)
{
	if (!doubts->list->len)
		return;
	text_heading(out, title, '-');
	for (guint i = 0; i < doubts->list->len; i++) {
		const struct digest_doubt *doubt = doubts->list->pdata[i];
		g_autofree char *id = wrap_safe(doubt->entry->id);
		g_autofree char *label = wrap_safe(doubt->claim->label);
		g_autofree char *change = words_claim_change(doubt->claim);
		g_autofree char *safe = wrap_safe(change);

		text_paragraphf(out, "  ", "    ", "%s %s %s of %s", id,
			words_grade(doubt->claim->row), safe, label);
	}
	text_more(out, "  ", doubts->omitted);
}

static void put_commitless(GString *out, const struct digest *digest)
{
	if (!digest->commitless->len)
		return;
	text_heading(out, "Performance reports without a commit", '-');
	for (guint i = 0; i < digest->commitless->len; i++) {
		const struct digest_report *report = digest->commitless->pdata[i];
		g_autofree char *date = words_date(report->date);

		text_itemf(out, date, "<%s>", report->message_id);
		text_item_if(out, "", report->subject);
	}
}

static void put_diag_kind(GString *out, const struct digest_diags *kind)
{
	g_autofree char *count = words_count(kind->count);

	text_paragraphf(out, "  ", "    ", "%s (%s), %s: %s", diag_name(kind->id),
		diag_level_name(diag_level(kind->id)), count, diag_meaning(kind->id));
	for (guint i = 0; i < kind->examples->len; i++) {
		const struct digest_diag *diag = kind->examples->pdata[i];
		g_autofree char *place = wrap_safe(diag->place);
		g_autofree char *detail = wrap_safe(diag->detail);

		text_paragraphf(out, "    - ", "      ", "%s: %s", place, detail);
		if (diag->excerpt) {
			g_autofree char *excerpt = wrap_safe(diag->excerpt);

			wrap_to(out, "      | ", "      | ", excerpt);
		}
	}
	text_more(out, "    ", kind->count - kind->examples->len);
}

static void put_diags(GString *out, const struct digest *digest)
{
	if (!digest->diags->len)
		return;
	text_heading(out, "Dropped, failed, doubtful: what reading gave", '-');
	for (guint i = 0; i < digest->diags->len; i++)
		put_diag_kind(out, digest->diags->pdata[i]);
}

static void put_sources(GString *out, const struct digest_head *head)
{
	if (!head->source_paths->len)
		return;
	text_heading(out, "Sources", '-');
	for (guint i = 0; i < head->source_paths->len; i++) {
		g_autofree char *path = wrap_safe(head->source_paths->pdata[i]);

		wrap_to(out, "  ", "    ", path);
	}
	text_more(out, "  ", head->sources - head->source_paths->len);
}

void text_put_appendix(GString *out, const struct digest *digest)
{
	if (!digest->diags->len && !digest->commitless->len && !digest->head.source_paths->len &&
		!digest->unsupported.list->len && !digest->untestable.list->len)
		return;
	text_heading(out, "Appendix", '=');
	put_doubts(out, "Claimed, and not significant on the printed numbers alone",
		&digest->unsupported);
	put_doubts(
		out, "Claimed, and not testable: no row of a table shows it", &digest->untestable);
	put_commitless(out, digest);
	put_diags(out, digest);
	put_sources(out, &digest->head);
}
