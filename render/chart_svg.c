/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_svg.h"

#include "base/show.h"
#include "render/chart_layout.h"
#include "render/chart_text.h"

#include <gio/gio.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#define SVG_NAMESPACE "http://www.w3.org/2000/svg"
#define FAINT "0.18"

#define XML(string) ((const xmlChar *)(string))
#define STR(xml) ((const char *)(xml))

struct finishing {
	const struct chart *chart;
	guint index;
	guint places; /* that were filled */
	GError *error;
};

static gboolean is_named(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && !strcmp(STR(node->name), name);
}

/* What gnuplot draws with; nothing else passes into a page. */
static gboolean is_known_element(const xmlNode *node)
{
	static const char *const known[] = {"svg", "g", "defs", "circle", "path", "rect", "use",
		"polygon", "polyline", "text", "title", "desc", "filter", "feFlood", "feComposite"};

	if (!node->ns || strcmp(STR(node->ns->href), SVG_NAMESPACE) != 0)
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(known); i++)
		if (is_named(node, known[i]))
			return TRUE;
	return FALSE;
}

static gboolean has_ending(xmlNode *node, const char *attribute, const char *ending)
{
	xmlChar *value = xmlGetProp(node, XML(attribute));
	gboolean has = value && g_str_has_suffix(STR(value), ending);

	xmlFree(value);
	return has;
}

/* Formulas as tooltips, an advertisement, boxes that are white whatever the page is, a
 * background that is none, and the points of intervals, which have no size. */
static gboolean is_decoration(xmlNode *node)
{
	return is_named(node, "title") || is_named(node, "desc") || is_named(node, "filter") ||
	       (is_named(node, "rect") && !xmlHasProp(node, XML("id"))) ||
	       (is_named(node, "use") && has_ending(node, "transform", " scale(0.00)"));
}

static void drop(xmlNode *node)
{
	xmlUnlinkNode(node);
	xmlFreeNode(node);
}

static gboolean is_hollow(const xmlNode *node)
{
	return is_named(node, "g") && !xmlFirstElementChild((xmlNode *)node);
}

/* ---- attributes ------------------------------------------------------------------------ */

/* "rgb(  1,   1,   1)" without its blanks. */
static char *without_blanks(const char *text)
{
	GString *out = g_string_new(NULL);

	for (; *text; text++)
		if (*text != ' ')
			g_string_append_c(out, *text);
	return g_string_free(out, FALSE);
}

static void use_page_colour(xmlNode *node, const char *attribute, gboolean faint)
{
	/* `color` is inherited: leaving it off is to have the page's. */
	if (!strcmp(attribute, "color"))
		xmlUnsetProp(node, XML("color"));
	else
		xmlSetProp(node, XML(attribute), XML("currentColor"));
	if (faint)
		xmlSetProp(node, XML("stroke-opacity"), XML(FAINT));
}

static void finish_colour(xmlNode *node, const char *attribute)
{
	xmlChar *value = xmlGetProp(node, XML(attribute));

	if (!value)
		return;

	g_autofree char *colour = without_blanks(STR(value));

	xmlFree(value);
	if (!strcmp(colour, "black") || !strcmp(colour, "white") || !strcmp(colour, "rgb(1,1,1)"))
		use_page_colour(node, attribute, FALSE);
	else if (!strcmp(colour, "rgb(2,2,2)"))
		use_page_colour(node, attribute, TRUE);
}

static void finish_id(xmlNode *node, guint index)
{
	xmlChar *id = xmlGetProp(node, XML("id"));

	if (!id)
		return;

	g_autofree char *own = g_strdup_printf("chart%u-%s", index, STR(id));

	xmlFree(id);
	xmlSetProp(node, XML("id"), XML(own));
}

/* Only references into the drawing itself. */
static void finish_reference(struct finishing *f, xmlNode *node)
{
	xmlAttr *link = xmlHasProp(node, XML("href"));
	xmlChar *target = link ? xmlNodeListGetString(node->doc, link->children, 1) : NULL;

	if (!link)
		return;
	if (target && *target == '#') {
		g_autofree char *own = g_strdup_printf("#chart%u-%s", f->index, STR(target) + 1);
		xmlNs *ns = link->ns;

		xmlSetNsProp(node, ns, XML("href"), XML(own));
	} else {
		g_set_error(&f->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
			"the drawing refers to something else");
	}
	xmlFree(target);
}

static void finish_attributes(struct finishing *f, xmlNode *node)
{
	static const char *const colours[] = {"stroke", "fill", "color"};

	for (xmlAttr *a = node->properties, *next; a; a = next) {
		next = a->next;
		if (g_ascii_strncasecmp(STR(a->name), "on", 2) == 0)
			xmlRemoveProp(a);
	}
	for (guint i = 0; i < G_N_ELEMENTS(colours); i++)
		finish_colour(node, colours[i]);
	finish_id(node, f->index);
	finish_reference(f, node);
}

/* ---- texts ------------------------------------------------------------------------------ */

static void add_tooltip(xmlNode *node, const char *text)
{
	g_autofree char *shown = show_line(slice_of(text));

	xmlNewTextChild(node, node->ns, XML("title"), XML(shown));
}

/* A label that was cut has the whole as its tooltip. */
static void fill_label(struct finishing *f, xmlNode *node, guint row)
{
	const char *whole = f->chart->rows[row].label;
	g_autofree char *label = chart_label(f->chart, row);

	if (whole && strcmp(whole, label) != 0)
		add_tooltip(node, whole);
	xmlAddChild(node, xmlNewDocText(node->doc, XML(label)));
}

static gboolean fill_row_place(struct finishing *f, xmlNode *node, const char *place)
{
	char *rest;
	guint64 row = g_ascii_strtoull(place, &rest, 10);

	if (rest == place || row >= chart_rows(f->chart))
		return FALSE;
	if (!strcmp(rest, ".label" CHART_PLACE_MARK)) {
		xmlNodeSetContent(node, NULL);
		fill_label(f, node, (guint)row);
		return TRUE;
	}
	if (!strcmp(rest, ".value" CHART_PLACE_MARK)) {
		g_autofree char *value = chart_value(f->chart, (guint)row);

		xmlNodeSetContent(node, NULL);
		xmlAddChild(node, xmlNewDocText(node->doc, XML(value)));
		return TRUE;
	}
	return FALSE;
}

static void finish_text(struct finishing *f, xmlNode *node)
{
	xmlChar *content = xmlNodeGetContent(node);
	const char *place = STR(content);

	if (!strcmp(place, CHART_PLACE_AXIS)) {
		g_autofree char *axis = chart_axis(f->chart);

		xmlNodeSetContent(node, NULL);
		xmlAddChild(node, xmlNewDocText(node->doc, XML(axis)));
		f->places++;
	} else if (g_str_has_prefix(place, CHART_PLACE_MARK)) {
		f->places += fill_row_place(f, node, place + strlen(CHART_PLACE_MARK));
	}
	xmlFree(content);
}

/* ---- the whole --------------------------------------------------------------------------- */

static void finish_node(struct finishing *f, xmlNode *node)
{
	if (!is_known_element(node)) {
		g_set_error(&f->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
			"the drawing has an element that gnuplot does not make");
		return;
	}
	for (xmlNode *child = node->children, *next; child && !f->error; child = next) {
		next = child->next;
		if (child->type == XML_TEXT_NODE)
			continue;
		if (child->type != XML_ELEMENT_NODE || is_decoration(child)) {
			drop(child);
			continue;
		}
		finish_node(f, child);
		if (is_hollow(child))
			drop(child);
	}
	if (f->error)
		return;
	finish_attributes(f, node);
	if (is_named(node, "text"))
		finish_text(f, node);
}

/* ---- symbols ----------------------------------------------------------------------------- */

static void note_references(xmlNode *node, GHashTable *used)
{
	for (; node; node = node->next) {
		xmlChar *target = node->type == XML_ELEMENT_NODE && xmlHasProp(node, XML("href"))
					  ? xmlGetProp(node, XML("href"))
					  : NULL;

		if (target)
			g_hash_table_add(used, g_strdup(STR(target) + strspn(STR(target), "#")));
		xmlFree(target);
		note_references(node->children, used);
	}
}

/* gnuplot defines all its points; drops those that nothing refers to, and says whether
 * any was dropped, as another may be free then. */
static gboolean drop_unused(xmlNode *root, xmlNode *defs)
{
	g_autoptr(GHashTable) used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	gboolean any = FALSE;

	note_references(root, used);
	for (xmlNode *symbol = xmlFirstElementChild(defs), *next; symbol; symbol = next) {
		xmlChar *id = xmlGetProp(symbol, XML("id"));

		next = xmlNextElementSibling(symbol);
		if (!id || !g_hash_table_contains(used, STR(id))) {
			drop(symbol);
			any = TRUE;
		}
		xmlFree(id);
	}
	return any;
}

static xmlNode *find_defs(xmlNode *node)
{
	for (; node; node = node->next) {
		xmlNode *found = is_named(node, "defs") ? node : find_defs(node->children);

		if (found)
			return found;
	}
	return NULL;
}

static void finish_symbols(xmlNode *root)
{
	xmlNode *defs = find_defs(root);

	while (defs && drop_unused(root, defs))
		continue;
	if (defs && !xmlFirstElementChild(defs))
		drop(defs);
}

/* ---- the root ---------------------------------------------------------------------------- */

/* For readers who hear the page, the title; what the chart shows is in its table. */
static void finish_root(const struct finishing *f, xmlNode *root)
{
	g_autofree char *id = g_strdup_printf("chart%u-title", f->index);
	g_autofree char *text = show_line(slice_of(f->chart->title ? f->chart->title : ""));
	xmlNode *title = xmlNewDocNode(root->doc, root->ns, XML("title"), NULL);

	xmlAddChild(title, xmlNewDocText(root->doc, XML(text)));
	xmlSetProp(title, XML("id"), XML(id));
	if (root->children)
		xmlAddPrevSibling(root->children, title);
	else
		xmlAddChild(root, title);
	xmlUnsetProp(root, XML("width"));
	xmlUnsetProp(root, XML("height"));
	xmlSetProp(root, XML("class"), XML("chart"));
	xmlSetProp(root, XML("role"), XML("img"));
	xmlSetProp(root, XML("aria-labelledby"), XML(id));
}

static char *dump(xmlNode *root)
{
	xmlBuffer *buffer = xmlBufferCreate();

	xmlNodeDump(buffer, root->doc, root, 0, 1);

	char *text = g_strdup(STR(xmlBufferContent(buffer)));

	xmlBufferFree(buffer);
	return text;
}

static xmlDoc *read_drawing(const char *drawing, gsize len)
{
	if (len > G_MAXINT)
		return NULL;

	xmlDoc *doc = xmlReadMemory(drawing, (int)len, "chart.svg", NULL,
		XML_PARSE_NONET | XML_PARSE_NOBLANKS | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
			XML_PARSE_NOCDATA);

	/* A document type could bring entities. */
	if (doc && doc->intSubset) {
		xmlFreeDoc(doc);
		return NULL;
	}
	return doc;
}

char *chart_svg_finish(
	const struct chart *chart, guint index, const char *drawing, gsize len, GError **error)
{
	struct finishing f = {chart, index, 0, NULL};
	xmlDoc *doc = read_drawing(drawing, len);
	xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
	char *svg = NULL;

	if (!root || !is_named(root, "svg")) {
		g_set_error(&f.error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
			"gnuplot's drawing is cut or no SVG");
	} else {
		finish_node(&f, root);
		if (!f.error && f.places != 2 * chart_rows(chart) + 1)
			g_set_error(&f.error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
				"gnuplot's drawing is not the one that was asked for");
	}
	if (!f.error) {
		finish_symbols(root);
		finish_root(&f, root);
		svg = dump(root);
	} else {
		g_propagate_error(error, f.error);
	}
	xmlFreeDoc(doc);
	return svg;
}
