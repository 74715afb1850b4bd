/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every page has around its content: policy, style, script. */
#include "render/digest_html.h"
#include "render/site_links.h"

/* Nothing is fetched, and no script runs but our own. */
#define POLICY                                                                                     \
	"default-src 'none'; style-src 'unsafe-inline'; script-src %s; base-uri 'none'; "          \
	"form-action 'none'"

static void put_policy(struct page *page, gboolean is_scripted)
{
	g_autofree char *hash = is_scripted ? page_script_hash() : g_strdup("'none'");
	g_autofree char *policy = g_strdup_printf(POLICY, hash);

	page_void(page, "meta", "http-equiv", "Content-Security-Policy", "content", policy, NULL);
}

static void put_relations(struct page *page, const struct frame *frame)
{
	g_autofree char *feed = site_href(page, SITE_FEED);

	if (frame->canonical)
		page_void(page, "link", "rel", "canonical", "href", frame->canonical, NULL);
	if (feed)
		page_void(page, "link", "rel", "alternate", "type", "application/atom+xml", "title",
			"Every week", "href", feed, NULL);
}

static void put_head(struct page *page, const struct frame *frame)
{
	page_open(page, "head", NULL);
	page_newline(page);
	page_void(page, "meta", "charset", "utf-8", NULL);
	put_policy(page, frame->is_scripted);
	page_void(page, "meta", "name", "viewport", "content",
		"width=device-width, initial-scale=1", NULL);
	page_void(page, "meta", "name", "referrer", "content", "no-referrer", NULL);
	page_void(page, "meta", "name", "color-scheme", "content", "light dark", NULL);
	page_newline(page);
	page_leaf(page, "title", NULL, frame->title);
	put_relations(page, frame);
	page_open(page, "style", NULL);
	page_raw(page, page_style);
	page_end(page);
	page_end(page);
	page_newline(page);
}

struct page *frame_open(const struct frame *frame)
{
	struct page *page = page_new();

	page_set_links(page, frame->links);
	page_open(page, "html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en", NULL);
	page_newline(page);
	put_head(page, frame);
	page_open(page, "body", NULL);
	page_open(page, "a", "class", "skip", "href", "#main", NULL);
	page_text(page, frame->skip);
	page_end(page);
	return page;
}

static void put_script(struct page *page)
{
	page_open(page, "script", NULL);
	page_raw(page, page_script);
	page_end(page);
}

GString *frame_close(struct page *page, const struct frame *frame, GError **error)
{
	page_newline(page);
	page_open(page, "footer", NULL);
	page_text(page, "Made by lkpdigest. Every number can be found in the message and line "
			"that stand beside it.");
	page_end(page);
	if (frame->is_scripted)
		put_script(page);
	page_end(page);
	page_end(page);
	page_newline(page);
	return page_close(page, error);
}
