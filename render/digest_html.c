/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of the digest's page: head and sections. */
#include "render/digest_html.h"

/* Nothing is fetched, and no script runs but our own. */
#define POLICY                                                                                     \
	"default-src 'none'; style-src 'unsafe-inline'; script-src %s; base-uri 'none'; "          \
	"form-action 'none'"

/* ---- head of the page --------------------------------------------------------------- */

static void put_meta(struct page *page, const struct digest *digest, gboolean scripted)
{
	g_autofree char *hash = scripted ? page_script_hash() : g_strdup("'none'");
	g_autofree char *policy = g_strdup_printf(POLICY, hash);

	page_open(page, "head", NULL);
	page_newline(page);
	page_void(page, "meta", "charset", "utf-8", NULL);
	page_void(page, "meta", "http-equiv", "Content-Security-Policy", "content", policy, NULL);
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
		{"settled", "settled"},
		{"improvement", "improvements"},
		{"without verdict", "without verdict"},
	};
	static const enum verdict tones[SECTIONS] = {VERDICT_REGRESSION, VERDICT_REGRESSION,
		VERDICT_NONE, VERDICT_IMPROVEMENT, VERDICT_NONE};

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

/* ---- contents ------------------------------------------------------------------------- */

static void put_item(struct page *page, const char *href, const char *text, gboolean is_there)
{
	if (!is_there)
		return;
	page_open(page, "li", NULL);
	page_link(page, href, text);
	page_end(page);
}

static void put_contents(struct page *page, const struct digest *digest)
{
	page_newline(page);
	page_open(page, "nav", "aria-label", "Contents", NULL);
	page_open(page, "ul", NULL);
	put_item(page, "#ledger", "Ledger", digest->ledger.rows->len);
	for (int section = 0; section < SECTIONS; section++) {
		g_autofree char *href = g_strdup_printf("#section-%d", section);

		put_item(page, href, digest_section_title(section), digest->entries[section]->len);
	}
	put_item(page, "#subsystems", "By subsystem", digest->areas->len);
	put_item(page, "#testcases", "By test case", digest->heat.testcases->len);
	put_item(page, "#weeks", "Week by week", digest->weeks->len);
	put_item(page, "#functional", "Functional reports", digest->functional->len);
	put_item(page, "#builds", "Build reports", digest->builds->len);
	put_item(page, "#read", "What was read", TRUE);
	put_item(page, "#appendix", "Appendix", has_appendix(digest));
	page_end(page);
	page_end(page);
}

static void put_header(struct page *page, const struct digest *digest)
{
	page_newline(page);
	page_open(page, "header", NULL);
	page_open(page, "p", "class", "eyebrow", NULL);
	page_textf(page, "Linux kernel performance, period: %s%s%s", digest->head.period,
		digest->head.narrowed ? "; " : "",
		digest->head.narrowed ? digest->head.narrowed : "");
	page_end(page);
	page_leaf(page, "h1", NULL, "What got slower, and by which commit");
	put_tally(page, digest);
	page_open(page, "div", "class", "lede", NULL);
	for (guint i = 0; i < digest->prose->len; i++)
		page_leaf(page, "p", NULL, digest->prose->pdata[i]);
	page_end(page);
	put_guide(page);
	put_contents(page, digest);
	page_end(page);
}

/* ---- sections -------------------------------------------------------------------------- */

void section_open(struct page *page, const char *id, const char *title)
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
		if (((const struct digest_entry *)entries->pdata[i])->has_card)
			put_card(page, entries->pdata[i], charts);
	page_end(page);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void put_main(
	struct page *page, const struct digest *digest, gboolean scripted, GHashTable *charts)
{
	page_newline(page);
	page_open(page, "main", "id", "main", NULL);
	put_ledger(page, digest);
	if (scripted)
		put_filter(page, digest);
	for (int section = 0; section < SECTIONS; section++)
		put_section(page, digest, section, charts);
	put_views(page, digest, charts);
	put_others(page, digest);
	put_read(page, digest);
	put_appendix(page, digest);
	page_newline(page);
	page_end(page);
}

static void put_script(struct page *page)
{
	page_open(page, "script", NULL);
	page_raw(page, page_script);
	page_end(page);
}

static GString *write_page(const struct digest *digest, gboolean scripted, const char *gnuplot,
	const struct diag_sink *sink, GError **error)
{
	g_autoptr(GHashTable) charts = draw_charts(digest, gnuplot, sink);
	struct page *page = page_new();

	page_open(page, "html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en", NULL);
	page_newline(page);
	put_meta(page, digest, scripted);
	page_open(page, "body", NULL);
	page_open(page, "a", "class", "skip", "href", "#main", NULL);
	page_text(page, "To the clusters");
	page_end(page);
	put_header(page, digest);
	put_main(page, digest, scripted, charts);
	page_newline(page);
	page_open(page, "footer", NULL);
	page_text(page, "Made by lkpdigest. Every number can be found in the message and line "
			"that stand beside it.");
	page_end(page);
	if (scripted)
		put_script(page);
	page_end(page);
	page_end(page);
	page_newline(page);
	return page_close(page, error);
}

GString *digest_html(const struct digest *digest, const char *gnuplot, const struct diag_sink *sink,
	GError **error)
{
	return write_page(digest, TRUE, gnuplot, sink, error);
}

GString *digest_html_still(const struct digest *digest, const char *gnuplot,
	const struct diag_sink *sink, GError **error)
{
	return write_page(digest, FALSE, gnuplot, sink, error);
}
