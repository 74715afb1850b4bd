/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/page.h"

#include "ingest/charset.h"

#include <libxml/HTMLparser.h>

#define CHUNK (64 << 10)    /* bytes given to the parser at a time */
#define CHARSET_WITHIN 2048 /* bytes in which the page names its charset */
#define SHORT_MAX 2000      /* bytes kept of a title and its like */
#define COMMENT_MAX 4000    /* bytes kept of a comment */

/* The page while it is parsed. */
struct reader {
	struct page *page;
	htmlParserCtxtPtr parser;
	guint depth;
	guint pre;      /* <pre>s open */
	guint hidden;   /* scripts, styles open */
	gsize pre_at;   /* where the outermost open <pre> began */
	gboolean fresh; /* a line end right behind <pre> is none of the text */
	GString *brief; /* the text of a title or its like, while one is open */
	char **to;      /* where that goes */
};

/* ---- text ------------------------------------------------------------------------------ */

static void end_line(GString *text)
{
	if (text->len && text->str[text->len - 1] != '\n')
		g_string_append_c(text, '\n');
}

static void append_reduced(GString *text, const char *at, gsize len)
{
	for (gsize i = 0; i < len; i++) {
		char last = text->len ? text->str[text->len - 1] : '\n';

		if (!strchr(" \t\r\n", at[i]) || !at[i])
			g_string_append_c(text, at[i]);
		else if (last != ' ' && last != '\n')
			g_string_append_c(text, ' ');
	}
}

static void append_pre(struct reader *r, const char *at, gsize len)
{
	if (r->fresh && len && *at == '\r')
		at++, len--;
	if (r->fresh && len && *at == '\n')
		at++, len--;
	r->fresh = r->fresh && !len;
	g_string_append_len(r->page->text, at, (gssize)len);
}

static void on_text(void *data, const xmlChar *text, int len)
{
	struct reader *r = data;
	const char *at = (const char *)text;

	if (r->hidden || len <= 0)
		return;
	if (r->brief && r->brief->len < SHORT_MAX)
		append_reduced(r->brief, at, (gsize)len);
	if (r->to == &r->page->title)
		return;
	if (r->pre)
		append_pre(r, at, (gsize)len);
	else
		append_reduced(r->page->text, at, (gsize)len);
}

/* ---- elements ----------------------------------------------------------------------------- */

static gboolean is_one_of(const xmlChar *name, const char *const *names)
{
	return g_strv_contains(names, (const char *)name);
}

static gboolean is_hidden(const xmlChar *name)
{
	static const char *const names[] = {"script", "style", "noscript", "template", NULL};

	return is_one_of(name, names);
}

/* Elements that stand in lines of their own. */
static gboolean is_block(const xmlChar *name)
{
	static const char *const names[] = {"p", "div", "pre", "br", "hr", "li", "ul", "ol", "tr",
		"table", "h1", "h2", "h3", "h4", "blockquote", "address", "form", "body", "head",
		"title", "dt", "dd", "td", "th", "center", "section", "article", "header", "footer",
		NULL};

	return is_one_of(name, names);
}

static gboolean is(const xmlChar *name, const char *other)
{
	return !strcmp((const char *)name, other);
}

/* Where the text of this element is wanted; NULL: nowhere. */
static char **brief_of(struct page *page, const xmlChar *name)
{
	if (is(name, "title") && !page->title)
		return &page->title;
	if (is(name, "h1") && !page->heading)
		return &page->heading;
	if (is(name, "b") && page->heading && !page->bold)
		return &page->bold;
	if (is(name, "i") && page->heading && !page->italic)
		return &page->italic;
	return NULL;
}

static void open_brief(struct reader *r, const xmlChar *name)
{
	char **to = r->brief ? NULL : brief_of(r->page, name);

	if (!to)
		return;
	r->brief = g_string_new(NULL);
	r->to = to;
}

static void close_brief(struct reader *r)
{
	g_autofree char *text = g_string_free(r->brief, FALSE);

	*r->to = g_strdup(g_strstrip(text));
	r->brief = NULL;
	r->to = NULL;
}

static void stop(struct reader *r)
{
	r->page->cut = TRUE;
	xmlStopParser(r->parser);
}

static void on_start(void *data, const xmlChar *name, const xmlChar **attributes)
{
	struct reader *r = data;

	(void)attributes;
	if (++r->depth > PAGE_DEPTH_MAX) {
		stop(r);
		return;
	}
	if (is_block(name) && !(r->pre && is(name, "br")))
		end_line(r->page->text);
	else if (is(name, "br"))
		g_string_append_c(r->page->text, '\n');
	r->hidden += is_hidden(name);
	open_brief(r, name);
	if (is(name, "pre") && !r->pre++) {
		r->pre_at = r->page->text->len;
		r->fresh = TRUE;
	}
}

static void close_pre(struct reader *r)
{
	struct page_span span = {r->pre_at, r->page->text->len - r->pre_at};

	if (r->page->pres->len + r->page->comments->len >= PAGE_PIECES_MAX)
		stop(r);
	else if (span.len)
		g_array_append_val(r->page->pres, span);
	end_line(r->page->text);
}

static void on_end(void *data, const xmlChar *name)
{
	struct reader *r = data;

	if (r->depth)
		r->depth--;
	if (is_hidden(name) && r->hidden)
		r->hidden--;
	if (r->brief && brief_of(r->page, name) == r->to)
		close_brief(r);
	if (is(name, "pre") && r->pre && !--r->pre)
		close_pre(r);
	else if (is_block(name) && !is(name, "br"))
		end_line(r->page->text);
}

static void on_comment(void *data, const xmlChar *text)
{
	struct reader *r = data;
	struct page_comment *comment;

	if (r->page->pres->len + r->page->comments->len >= PAGE_PIECES_MAX) {
		stop(r);
		return;
	}
	comment = g_new(struct page_comment, 1);
	comment->text = g_strstrip(g_strndup((const char *)text, COMMENT_MAX));
	comment->at = r->page->text->len;
	g_ptr_array_add(r->page->comments, comment);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void comment_free(gpointer data)
{
	struct page_comment *comment = data;

	g_free(comment->text);
	g_free(comment);
}

/* What the page says of its charset, which charset_read() believes last. */
static char *charset_label(struct slice html)
{
	html.len = MIN(html.len, CHARSET_WITHIN);
	const char *at = slice_find(html, "charset=");
	if (!at)
		return NULL;
	struct slice rest = slice_skip(html, (gsize)(at - html.at) + strlen("charset="));
	if (rest.len && (*rest.at == '"' || *rest.at == '\''))
		rest = slice_skip(rest, 1);
	gsize len = 0;
	while (len < rest.len && (g_ascii_isalnum(rest.at[len]) || strchr("-_.:", rest.at[len])))
		len++;
	return g_strndup(rest.at, len);
}

/* libxml2 ends a text at a NUL in silence. */
static void drop_nul(GString *html)
{
	char *to = html->str;

	for (gsize i = 0; i < html->len; i++)
		if (html->str[i])
			*to++ = html->str[i];
	g_string_truncate(html, (gsize)(to - html->str));
}

static void parse(struct reader *r, const char *html, gsize len)
{
	htmlSAXHandler handler = {
		.startElement = on_start,
		.endElement = on_end,
		.characters = on_text,
		.ignorableWhitespace = on_text,
		.comment = on_comment,
	};

	r->parser = htmlCreatePushParserCtxt(&handler, r, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
	htmlCtxtUseOptions(r->parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
					      HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
					      HTML_PARSE_IGNORE_ENC);
	for (gsize at = 0; at < len && !r->page->cut; at += CHUNK)
		htmlParseChunk(r->parser, html + at, (int)MIN(CHUNK, len - at), 0);
	if (!r->page->cut)
		htmlParseChunk(r->parser, "", 0, 1);
	if (r->parser->myDoc)
		xmlFreeDoc(r->parser->myDoc);
	htmlFreeParserCtxt(r->parser);
	if (r->pre)
		close_pre(r);
	if (r->brief)
		close_brief(r);
}

struct page *page_read(struct slice html)
{
	struct page *page = g_new0(struct page, 1);
	struct reader r = {.page = page};
	g_autofree char *label = charset_label(html);
	struct charset_text utf8 = charset_read(html, label);
	g_autoptr(GString) clean = g_string_new_len(utf8.text.at, (gssize)utf8.text.len);

	g_free(utf8.owned);
	drop_nul(clean);
	page->text = g_string_new(NULL);
	page->pres = g_array_new(FALSE, FALSE, sizeof(struct page_span));
	page->comments = g_ptr_array_new_with_free_func(comment_free);
	parse(&r, clean->str, clean->len);
	return page;
}

void page_free(struct page *page)
{
	if (!page)
		return;
	g_string_free(page->text, TRUE);
	g_array_unref(page->pres);
	g_ptr_array_unref(page->comments);
	g_free(page->title);
	g_free(page->heading);
	g_free(page->bold);
	g_free(page->italic);
	g_free(page);
}
