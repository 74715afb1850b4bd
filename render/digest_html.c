/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of the digest's page: head, sections, appendix. */
#include "render/digest_html.h"

#define POLICY                                                                                     \
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "          \
	"form-action 'none'"

/* ---- head of the page --------------------------------------------------------------- */

static void put_meta(struct page *page, const struct digest *digest)
{
	page_open(page, "head", NULL);
	page_newline(page);
	page_void(page, "meta", "charset", "utf-8", NULL);
	page_void(page, "meta", "http-equiv", "Content-Security-Policy", "content", POLICY, NULL);
	page_void(page, "meta", "name", "viewport", "content",
		"width=device-width, initial-scale=1", NULL);
	page_void(page, "meta", "name", "referrer", "content", "no-referrer", NULL);
	page_void(page, "meta", "name", "color-scheme", "content", "light dark", NULL);
	page_newline(page);
	page_leaf(page, "title", NULL, digest->subject);
	page_open(page, "style", NULL);
	page_raw(page, page_style);
	page_end(page);
	page_end(page);
	page_newline(page);
}

static void put_tally(struct page *page, const struct digest *digest)
{
	static const char *const words[SECTIONS][2] = {
		{"regression", "regressions"},
		{"mixed", "mixed"},
		{"improvement", "improvements"},
		{"without verdict", "without verdict"},
	};
	static const enum verdict tones[SECTIONS] = {
		VERDICT_REGRESSION, VERDICT_REGRESSION, VERDICT_IMPROVEMENT, VERDICT_NONE};

	page_newline(page);
	page_open(page, "ul", "class", "tally", NULL);
	for (int section = 0; section < SECTIONS; section++) {
		guint n = digest->entries[section]->len;
		g_autofree char *count = words_count(n);
		g_autofree char *href = g_strdup_printf("#section-%d", section);

		if (!n && section != SECTION_REGRESSIONS && section != SECTION_IMPROVEMENTS)
			continue;
		page_open(page, "li", NULL);
		page_leaf(page, "b", NULL, count);
		page_open(page, "span", NULL);
		put_change(page, tones[section], NULL, NULL);
		page_link(page, n ? href : NULL, words[section][n != 1]);
		page_end(page);
		page_end(page);
	}
	page_end(page);
}

static void put_header(struct page *page, const struct digest *digest)
{
	page_newline(page);
	page_open(page, "header", NULL);
	page_open(page, "p", "class", "eyebrow", NULL);
	page_textf(page, "Linux kernel performance, period: %s", digest->head.period);
	page_end(page);
	page_leaf(page, "h1", NULL, "What got slower, and by which commit");
	put_tally(page, digest);
	page_open(page, "div", "class", "lede", NULL);
	for (guint i = 0; i < digest->prose->len; i++)
		page_leaf(page, "p", NULL, digest->prose->pdata[i]);
	page_open(page, "p", "class", "soft small", NULL);
	page_textf(page, "Ranked by severity: %s. ", digest->head.formula);
	page_link(page, "#read", "How it is judged");
	page_end(page);
	page_end(page);
	page_end(page);
}

/* ---- sections -------------------------------------------------------------------------- */

static void section_open(struct page *page, const char *id, const char *title)
{
	g_autofree char *title_id = g_strconcat(id, "-title", NULL);

	page_newline(page);
	page_open(page, "section", "id", id, "aria-labelledby", title_id, NULL);
	page_open(page, "h2", "id", title_id, NULL);
	page_text(page, title);
	page_end(page);
}

static void put_section(struct page *page, const struct digest *digest, enum digest_section section,
	GHashTable *charts)
{
	const GPtrArray *entries = digest->entries[section];
	g_autofree char *id = g_strdup_printf("section-%d", section);

	if (!entries->len)
		return;
	section_open(page, id, digest_section_title(section));
	put_ranked(page, digest, section);
	for (guint i = 0; i < entries->len; i++)
		put_card(page, entries->pdata[i], charts);
	page_end(page);
}

static void put_more(struct page *page, const char *element, guint omitted)
{
	if (!omitted)
		return;
	page_open(page, element, "class", "soft small", NULL);
	page_textf(page, "... and %u more.", omitted);
	page_end(page);
}

static void put_failures(struct page *page, const struct digest_report *report)
{
	for (guint i = 0; i < report->failures->len; i++) {
		const struct digest_failure *failure = report->failures->pdata[i];

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

static void put_others(struct page *page, const struct digest *digest)
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

static void put_answer(struct page *page, const struct digest_answer *answer)
{
	g_autofree char *date = words_date(answer->date);

	page_newline(page);
	page_open(page, "tr", NULL);
	table_cell(page, "nowrap", date);
	table_cell(page, "nowrap", event_kind_name(answer->kind));
	table_cell(page, "wide", answer->words);
	page_open(page, "td", "class", "name", NULL);
	if (answer->report)
		put_message_link(page, answer->report);
	else if (answer->about)
		page_leaf(page, "code", NULL, answer->about);
	page_end(page);
	page_open(page, "td", "class", "name", NULL);
	page_leaf(page, "code", NULL, answer->message_id);
	if (answer->line)
		page_textf(page, ", line %u", answer->line);
	page_end(page);
	page_end(page);
}

static void put_answers(struct page *page, const struct digest *digest)
{
	static const struct table_column columns[] = {
		{"Date", NULL}, {"What", NULL}, {"Words", NULL}, {"Of", NULL}, {"Said in", NULL}};

	if (!digest->answers->len)
		return;
	section_open(page, "answers", "What was said of reports");
	table_open(page, "answers-said", "Answers, retests, fixes, retractions", NULL, columns,
		G_N_ELEMENTS(columns));
	for (guint i = 0; i < digest->answers->len; i++)
		put_answer(page, digest->answers->pdata[i]);
	table_end(page);
	put_more(page, "p", digest->answers_omitted);
	page_end(page);
}

/* ---- what was read ------------------------------------------------------------------------ */

static void fact(const char *name, const char *text, void *data)
{
	struct page *page = data;

	if (!text || !*text)
		return;
	page_newline(page);
	page_leaf(page, "dt", NULL, name);
	page_leaf(page, "dd", NULL, text);
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
	if (head->sources > head->source_paths->len) {
		page_open(page, "p", NULL);
		page_textf(page, "... and %" G_GUINT64_FORMAT " more.",
			head->sources - head->source_paths->len);
		page_end(page);
	}
	page_end(page);
}

static void put_read(struct page *page, const struct digest *digest)
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
	words_each_read(head, fact, page);
	fact("Method", head->method, page);
	fact("Severity", head->formula, page);
	fact("Listed", head->listing_rule, page);
	fact("Marks",
		"▼ worse and ▲ better are the report's own words; the sign is the table row's.",
		page);
	fact("Charts", charts, page);
	fact("Made", generated, page);
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
	if (kind->count > kind->examples->len) {
		page_open(page, "li", NULL);
		page_textf(page, "... and %" G_GUINT64_FORMAT " more",
			kind->count - kind->examples->len);
		page_end(page);
	}
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

static void put_appendix(struct page *page, const struct digest *digest)
{
	if (!digest->commitless->len && !digest->diags->len)
		return;
	section_open(page, "appendix", "Appendix");
	if (digest->commitless->len)
		put_commitless(page, digest);
	if (digest->diags->len)
		page_leaf(page, "h3", NULL, "Diagnostics");
	for (guint i = 0; i < digest->diags->len; i++)
		put_diag_kind(page, digest->diags->pdata[i]);
	page_end(page);
}

/* ---- charts --------------------------------------------------------------------------------- */

static struct chart drawing_of(const struct digest_chart *chart, struct chart_row *rows)
{
	for (guint i = 0; i < chart->bars->len; i++)
		rows[i] = g_array_index(chart->bars, struct digest_bar, i).drawn;
	return (struct chart){
		chart->kind, chart->title, chart->axis, chart->unit, rows, chart->bars->len};
}

/* One gnuplot for all; what it gives is looked through before it is let in. */
static GHashTable *draw(
	const struct digest *digest, const char *gnuplot, const struct diag_sink *sink)
{
	GHashTable *markup = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	guint n = digest->charts->len;
	g_autofree struct chart *charts = g_new0(struct chart, n);
	g_autofree struct chart_row *rows = g_new0(struct chart_row, (gsize)n * CHART_ROWS_MAX);

	if (!n)
		return markup;
	for (guint i = 0; i < n; i++)
		charts[i] = drawing_of(digest->charts->pdata[i], rows + (gsize)i * CHART_ROWS_MAX);

	g_autoptr(GPtrArray) drawings = charts_draw(charts, n, gnuplot, sink);

	for (guint i = 0; i < n; i++) {
		char *checked = page_svg_check(drawings->pdata[i]);

		if (checked)
			g_hash_table_insert(markup, digest->charts->pdata[i], checked);
		else if (drawings->pdata[i])
			diag_emit(sink, DIAG_CHART_FAILED, NULL, slice_of(charts[i].title),
				"gnuplot's drawing is not fit for a page");
	}
	return markup;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void put_main(struct page *page, const struct digest *digest, GHashTable *charts)
{
	page_newline(page);
	page_open(page, "main", "id", "main", NULL);
	for (int section = 0; section < SECTIONS; section++)
		put_section(page, digest, section, charts);
	put_others(page, digest);
	put_answers(page, digest);
	put_read(page, digest);
	put_appendix(page, digest);
	page_newline(page);
	page_end(page);
}

GString *digest_html(const struct digest *digest, const char *gnuplot, const struct diag_sink *sink,
	GError **error)
{
	g_autoptr(GHashTable) charts = draw(digest, gnuplot, sink);
	struct page *page = page_new();

	page_open(page, "html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en", NULL);
	page_newline(page);
	put_meta(page, digest);
	page_open(page, "body", NULL);
	page_open(page, "a", "class", "skip", "href", "#main", NULL);
	page_text(page, "To the regressions");
	page_end(page);
	put_header(page, digest);
	put_main(page, digest, charts);
	page_newline(page);
	page_open(page, "footer", NULL);
	page_text(page, "Made by lkpdigest. Every number can be found in the message and line "
			"that stand beside it.");
	page_end(page);
	page_end(page);
	page_end(page);
	page_newline(page);
	return page_close(page, error);
}
