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
	return (is_named(node, "g") && !xmlFirstElementChild((xmlNode *)node)) ||
	       (is_named(node, "text") && !node->children);
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

/* A call chain; or the whole of a label that was cut. */
static void add_tooltip_of_row(struct finishing *f, xmlNode *node, guint i, const char *label)
{
	const struct chart_row *row = &f->chart->rows[i];
	const char *whole = row->whole ? row->whole : row->label;

	if (whole && strcmp(whole, label) != 0)
		add_tooltip(node, whole);
}

static gboolean is_place(const char *name, const char *place)
{
	gsize len = strlen(name);

	return !strncmp(place, name, len) && !strcmp(place + len, CHART_PLACE_MARK);
}

/* "@axis@", "@<row>.label@": what stands there; NULL: there is no such place. */
static char *text_of_place(const struct chart *chart, const char *place, guint *ret_row)
{
	char *rest;
	guint64 at = g_ascii_strtoull(place, &rest, 10);

	*ret_row = G_MAXUINT;
	if (rest == place)
		return is_place("axis", place)                      ? chart_axis(chart, TRUE)
		       : chart->source && is_place("source", place) ? chart_source(chart)
								    : NULL;
	if (at < chart->n_columns && at < chart_columns(chart) && is_place(".column", rest))
		return chart_column(chart, (guint)at);
	if (at >= chart_rows(chart))
		return NULL;
	if (is_place(".value", rest))
		return chart_value(chart, (guint)at);
	if (!is_place(".label", rest))
		return NULL;
	*ret_row = (guint)at;
	return chart_label(chart, (guint)at);
}

static void finish_text(struct finishing *f, xmlNode *node)
{
	xmlChar *content = xmlNodeGetContent(node);
	const char *place = STR(content);
	guint row;
	g_autofree char *text =
		g_str_has_prefix(place, CHART_PLACE_MARK)
			? text_of_place(f->chart, place + strlen(CHART_PLACE_MARK), &row)
			: NULL;

	if (text) {
		xmlNodeSetContent(node, NULL);
		if (row != G_MAXUINT)
			add_tooltip_of_row(f, node, row, text);
		xmlAddChild(node, xmlNewDocText(node->doc, XML(text)));
		f->places++;
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

static xmlNode *new_words(const struct finishing *f, xmlNode *root, const char *name, char *text)
{
	g_autofree char *id = g_strdup_printf("chart%u-%s", f->index, name);
	xmlNode *node = xmlNewDocNode(root->doc, root->ns, XML(name), NULL);

	xmlAddChild(node, xmlNewDocText(root->doc, XML(text)));
	xmlSetProp(node, XML("id"), XML(id));
	g_free(text);
	return node;
}

static void add_first(xmlNode *root, xmlNode *node)
{
	if (root->children)
		xmlAddPrevSibling(root->children, node);
	else
		xmlAddChild(root, node);
}

/* For readers who hear the page, the title and how to read the kind; the numbers are in the
 * table. */
static void finish_root(const struct finishing *f, xmlNode *root)
{
	g_autofree char *title = g_strdup_printf("chart%u-title", f->index);
	g_autofree char *description = g_strdup_printf("chart%u-desc", f->index);

	add_first(root, new_words(f, root, "desc", chart_description(f->chart)));
	add_first(root, new_words(f, root, "title",
				show_line(slice_of(f->chart->title ? f->chart->title : ""))));
	xmlUnsetProp(root, XML("width"));
	xmlUnsetProp(root, XML("height"));
	xmlSetProp(root, XML("class"),
		XML(f->chart->kind == CHART_SPARKLINE ? "chart sparkline" : "chart"));
	xmlSetProp(root, XML("role"), XML("img"));
	xmlSetProp(root, XML("aria-labelledby"), XML(title));
	xmlSetProp(root, XML("aria-describedby"), XML(description));
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
		if (!f.error && f.places != chart_places(chart))
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
