/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/digest_page.h"

#include "base/show.h"

#include <gio/gio.h>
#include <libxml/parser.h>
#include <libxml/xmlwriter.h>

#define SVG_BYTES_MAX (4 << 20)

struct page {
	xmlBufferPtr buffer;
	xmlTextWriterPtr writer;
	gboolean failed;
	const struct site_links *links;
};

#define STEP(page, call)                                                                           \
	do {                                                                                       \
		if (!(page)->failed && (call) < 0)                                                 \
			(page)->failed = TRUE;                                                     \
	} while (0)

static struct page *writer_new(void)
{
	struct page *page = g_new0(struct page, 1);

	page->buffer = xmlBufferCreate();
	page->writer = page->buffer ? xmlNewTextWriterMemory(page->buffer, 0) : NULL;
	page->failed = !page->writer;
	return page;
}

struct page *page_new(void)
{
	struct page *page = writer_new();

	STEP(page, xmlTextWriterWriteRaw(page->writer, BAD_CAST "<!DOCTYPE html>\n"));
	return page;
}

struct page *page_new_xml(void)
{
	struct page *page = writer_new();

	STEP(page, xmlTextWriterStartDocument(page->writer, NULL, "UTF-8", NULL));
	return page;
}

void page_set_links(struct page *page, const struct site_links *links)
{
	page->links = links;
}

const struct site_links *page_links(const struct page *page)
{
	return page->links;
}

GString *page_close(struct page *page, GError **error)
{
	GString *out = NULL;

	STEP(page, xmlTextWriterFlush(page->writer));
	if (page->writer)
		xmlFreeTextWriter(page->writer);
	if (page->failed)
		g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED,
			"the page could not be written: libxml2 failed");
	else
		out = g_string_new_len((const char *)xmlBufferContent(page->buffer),
			xmlBufferLength(page->buffer));
	if (page->buffer)
		xmlBufferFree(page->buffer);
	g_free(page);
	return out;
}

static void start(struct page *page, const char *name, va_list attributes)
{
	STEP(page, xmlTextWriterStartElement(page->writer, BAD_CAST name));
	for (;;) {
		const char *key = va_arg(attributes, const char *);
		const char *value = key ? va_arg(attributes, const char *) : NULL;

		if (!key)
			return;
		if (!value)
			continue;

		g_autofree char *safe = show_line(slice_of(value));

		STEP(page, xmlTextWriterWriteAttribute(page->writer, BAD_CAST key, BAD_CAST safe));
	}
}

void page_open(struct page *page, const char *name, ...)
{
	va_list attributes;

	va_start(attributes, name);
	start(page, name, attributes);
	va_end(attributes);
}

void page_end(struct page *page)
{
	STEP(page, xmlTextWriterFullEndElement(page->writer));
}

void page_void(struct page *page, const char *name, ...)
{
	va_list attributes;

	va_start(attributes, name);
	start(page, name, attributes);
	va_end(attributes);
	STEP(page, xmlTextWriterEndElement(page->writer));
}

void page_text(struct page *page, const char *text)
{
	g_autofree char *safe = show_line(slice_of(text));

	STEP(page, xmlTextWriterWriteString(page->writer, BAD_CAST safe));
}

void page_textf(struct page *page, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);

	page_text(page, text);
}

void page_leaf(struct page *page, const char *name, const char *class, const char *text)
{
	page_open(page, name, "class", class, NULL);
	page_text(page, text);
	page_end(page);
}

void page_link(struct page *page, const char *url, const char *text)
{
	if (!url) {
		page_text(page, text);
		return;
	}
	page_open(page, "a", "href", url, NULL);
	page_text(page, text);
	page_end(page);
}

void page_raw(struct page *page, const char *markup)
{
	STEP(page, xmlTextWriterWriteRaw(page->writer, BAD_CAST markup));
}

void page_newline(struct page *page)
{
	page_raw(page, "\n");
}

/* ---- drawings ------------------------------------------------------------------------ */

static gboolean is_harmless_attribute(const xmlAttr *attribute)
{
	const char *name = (const char *)attribute->name;

	if (g_ascii_strncasecmp(name, "on", 2) == 0)
		return FALSE;
	if (g_ascii_strcasecmp(name, "href") != 0)
		return TRUE;
	return attribute->children && attribute->children->content &&
	       attribute->children->content[0] == '#';
}

static gboolean is_harmless_element(const xmlNode *node)
{
	static const char *const drawn[] = {"svg", "title", "desc", "defs", "g", "path", "rect",
		"circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "use",
		"symbol", "clipPath", "pattern", "linearGradient", "stop", "style", NULL};

	if (!g_strv_contains(drawn, (const char *)node->name))
		return FALSE;
	for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
		if (!is_harmless_attribute(attribute))
			return FALSE;
	return TRUE;
}

/* The next node of the tree in document order, without recursion. */
static const xmlNode *next_node(const xmlNode *node, const xmlNode *root)
{
	if (node->children)
		return node->children;
	while (node != root && !node->next)
		node = node->parent;
	return node == root ? NULL : node->next;
}

static gboolean is_harmless(const xmlNode *root)
{
	for (const xmlNode *node = root; node; node = next_node(node, root)) {
		if (node->type == XML_ELEMENT_NODE
				? !is_harmless_element(node)
				: node->type != XML_TEXT_NODE && node->type != XML_COMMENT_NODE)
			return FALSE;
	}
	return TRUE;
}

char *page_svg_check(const char *svg)
{
	gsize size = svg ? strlen(svg) : 0;

	if (!size || size > SVG_BYTES_MAX)
		return NULL;

	char *markup = NULL;
	xmlDocPtr doc = xmlReadMemory(svg, (int)size, NULL, "UTF-8",
		XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	xmlNodePtr root = doc ? xmlDocGetRootElement(doc) : NULL;
	xmlBufferPtr buffer = xmlBufferCreate();

	if (root && buffer && !strcmp((const char *)root->name, "svg") && is_harmless(root) &&
		xmlNodeDump(buffer, doc, root, 0, 0) > 0)
		markup = g_strdup((const char *)xmlBufferContent(buffer));
	if (buffer)
		xmlBufferFree(buffer);
	if (doc)
		xmlFreeDoc(doc);
	return markup;
}
