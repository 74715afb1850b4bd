/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The digest's page: its header and sections. */
#include "render/digest_html.h"
#include "render/site_links.h"

/* ---- head of the page --------------------------------------------------------------- */

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
	put_site_nav(page);
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
	put_guide(page, "#read");
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
	g_autofree char *id = g_strdup_printf("section-%u", section);

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

/* `links` NULL: it stands alone. */
static GString *write_page(const struct digest *digest, const struct site_links *links,
	gboolean scripted, const char *gnuplot, const struct diag_sink *sink, GError **error)
{
	const struct frame frame = {digest->subject, "To the clusters", scripted, links, NULL};
	g_autoptr(GHashTable) charts = draw_charts(digest, gnuplot, sink);
	struct page *page = frame_open(&frame);

	put_header(page, digest);
	put_main(page, digest, scripted, charts);
	return frame_close(page, &frame, error);
}

GString *digest_html(const struct digest *digest, const char *gnuplot, const struct diag_sink *sink,
	GError **error)
{
	return write_page(digest, NULL, TRUE, gnuplot, sink, error);
}

GString *digest_html_still(const struct digest *digest, const char *gnuplot,
	const struct diag_sink *sink, GError **error)
{
	return write_page(digest, NULL, FALSE, gnuplot, sink, error);
}

GString *digest_html_linked(const struct digest *digest, const struct site_links *links,
	const char *gnuplot, const struct diag_sink *sink, GError **error)
{
	return write_page(digest, links, TRUE, gnuplot, sink, error);
}
