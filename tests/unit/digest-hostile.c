/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest of mails that mean harm: every field holds markup, quotes, commands, escapes,
 * or is endless.  In no form may any of it act, and the text keeps its columns.
 */
#include "render/digest.h"
#include "render/digest_page.h"
#include "render/wrap.h"
#include "tests/unit/digest-evil.h"

#include <jansson.h>

static struct digest *evil_digest(struct sample_store *at)
{
	struct digest_options options = {
		STORE_FILTER_ALL, "<b>\033[0mall", DATE_UNKNOWN, sample_rules()};
	g_autoptr(GError) error = NULL;

	evil_store_open(at);

	struct digest *digest = digest_new(at->store, &options, &error);

	g_assert_no_error(error);
	return digest;
}

static void test_text(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *text = digest_text(digest);

	assert_printable(text->str);
	g_assert_nonnull(strstr(text->str, "more characters]"));

	g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);

	for (char **line = lines; *line; line++) {
		g_assert_cmpuint(wrap_columns(*line), <=, WRAP_COLUMNS);
		g_assert_false(g_str_has_suffix(*line, " "));
		if (line != lines)
			g_assert_false(g_str_has_prefix(*line, "Subject:"));
	}
	g_string_free(text, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* ---- the page -------------------------------------------------------------------------- */

static void assert_links(xmlXPathContextPtr context)
{
	xmlXPathObjectPtr links =
		xmlXPathEvalExpression(BAD_CAST "//@href[not(starts-with(., '#'))]", context);

	for (int i = 0; links->nodesetval && i < links->nodesetval->nodeNr; i++) {
		xmlChar *link = xmlNodeGetContent(links->nodesetval->nodeTab[i]);

		g_assert_true(g_str_has_prefix((const char *)link, "https://lore.kernel.org/r/"));
		for (const xmlChar *c = link; *c; c++)
			g_assert_true(g_ascii_isalnum(*c) || strchr("%._~@-:/", *c));
		xmlFree(link);
	}
	xmlXPathFreeObject(links);
}

/* One, and the page's policy knows no other. */
static void assert_own_script(xmlXPathContextPtr context)
{
	xmlXPathObjectPtr scripts =
		xmlXPathEvalExpression(BAD_CAST "//*[local-name()='script']", context);
	xmlXPathObjectPtr policy = xmlXPathEvalExpression(
		BAD_CAST "string(//*[@http-equiv='Content-Security-Policy']/@content)", context);
	g_autofree char *hash = page_script_hash();

	g_assert_cmpint(scripts->nodesetval->nodeNr, ==, 1);

	xmlChar *text = xmlNodeGetContent(scripts->nodesetval->nodeTab[0]);

	g_assert_cmpstr((const char *)text, ==, page_script);
	g_assert_null(strpbrk(page_script, "<&"));
	g_assert_null(strpbrk(page_style, "<&"));
	g_assert_nonnull(strstr((const char *)policy->stringval, hash));
	g_assert_nonnull(strstr((const char *)policy->stringval, "default-src 'none'"));
	xmlFree(text);
	xmlXPathFreeObject(policy);
	xmlXPathFreeObject(scripts);
}

/* But for the tabs of our own style and script. */
static void assert_printable_page(const char *page)
{
	GString *rest = g_string_new(page);

	g_assert_cmpuint(g_string_replace(rest, page_style, "", 0), ==, 1);
	g_assert_cmpuint(g_string_replace(rest, page_script, "", 0), ==, 1);
	assert_printable(rest->str);
	g_string_free(rest, TRUE);
}

/* tests/browser opens it. */
static void keep_page(const GString *html)
{
	const char *path = g_getenv("KEEP_PAGE");

	if (path)
		g_assert_true(g_file_set_contents(path, html->str, (gssize)html->len, NULL));
}

static void test_page(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *html = digest_html(digest, NULL, NULL, NULL);
	xmlDocPtr doc = xmlReadMemory(html->str, (int)html->len, NULL, "UTF-8", XML_PARSE_NONET);
	xmlXPathContextPtr context = xmlXPathNewContext(doc);

	keep_page(html);
	g_assert_nonnull(doc);
	assert_printable_page(html->str);
	assert_none(context, "//*[local-name()='img' or local-name()='iframe' or "
			     "local-name()='object' or local-name()='foreignObject']");
	assert_none(context, "//*[local-name()='form' and (not(@hidden) or @action)]");
	assert_own_script(context);
	assert_none(context, "//@*[starts-with(local-name(), 'on') or local-name()='src']");
	assert_none(context, "//*[local-name()='b' and not(ancestor::*[local-name()='td' or "
			     "local-name()='li'])]");
	assert_links(context);
	xmlXPathFreeContext(context);
	xmlFreeDoc(doc);
	g_string_free(html, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* For mails: neither a script nor what needs one. */
static void test_still_page(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *html = digest_html_still(digest, "/nonexistent/gnuplot", NULL, NULL);

	g_assert_null(strstr(html->str, "<script"));
	g_assert_null(strstr(html->str, "<form"));
	g_assert_nonnull(strstr(html->str, "script-src 'none'"));
	g_string_free(html, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

static void test_json(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *text = digest_json(digest);
	json_t *json = json_loads(text->str, 0, NULL);

	g_assert_nonnull(json);
	for (const char *c = text->str; *c; c++)
		g_assert_true(*c == '\n' || g_ascii_isprint(*c));
	json_decref(json);
	g_string_free(text, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* ---- Markdown -------------------------------------------------------------------------- */

/* What is left without code: spans, and lines that are indented for it. */
static char *without_code(const char *markdown)
{
	g_autoptr(GRegex) code = g_regex_new("`[^`\n]+`|^    .*$", G_REGEX_MULTILINE, 0, NULL);

	return g_regex_replace_literal(code, markdown, -1, 0, "", 0, NULL);
}

static void test_markdown(void)
{
	static const char *const words[] = {"evil", "alert", "reboot", "javascript", "quit",
		"forged", "metric.of.endless", "`", "<script", "<svg", "@", "UTF-8"};
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *markdown = digest_markdown(digest);

	assert_printable(markdown->str);
	g_assert_nonnull(strstr(markdown->str, "`javascript:alert(1)`"));

	g_autoptr(GRegex) link =
		g_regex_new("\\[[a-z ]+\\]\\(<https://lore\\.kernel\\.org/r/[A-Za-z0-9%._~@-]+>\\)",
			0, 0, NULL);
	g_autofree char *bare = without_code(markdown->str);
	g_autofree char *rest = g_regex_replace_literal(link, bare, -1, 0, "", 0, NULL);

	for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
		g_assert_null(strstr(rest, words[i]));
	g_assert_null(strstr(rest, "]("));
	g_string_free(markdown, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* ---- CSV --------------------------------------------------------------------------------- */

/* Goes over one field; what no quotes hold is a number, or nothing. */
static const char *assert_field(const char *at)
{
	char *end;

	if (*at != '"') {
		if (*at != ',' && *at != '\n') {
			g_ascii_strtod(at, &end);
			g_assert_true(end > at);
			at = end;
		}
		return at;
	}

	g_assert_null(strchr("=+-@\t", at[1]));
	g_assert_false(g_str_has_prefix(at + 1, " +"));
	g_assert_false(g_str_has_prefix(at + 1, "\357\274\235"));
	for (at++; *at != '"' || at[1] == '"'; at++) {
		g_assert_cmpint(*at, !=, '\0');
		g_assert_cmpint(*at, !=, '\n');
		at += *at == '"';
	}
	return at + 1;
}

static void assert_table(const char *csv)
{
	guint fields = 0, heads = 0;
	const char *at = strchr(csv, '\n') + 1;

	for (const char *head = csv; head < at; head++)
		heads += *head == ',' || *head == '\n';
	while (*at) {
		at = assert_field(at);
		g_assert_true(*at == ',' || *at == '\n');
		fields++;
		if (*at == '\n') {
			g_assert_cmpuint(fields, ==, heads);
			fields = 0;
		}
		at++;
	}
}

static void test_csv(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);

	for (enum digest_table table = 0; table < DIGEST_TABLES; table++) {
		GString *csv = digest_csv(digest, table);

		assert_printable(csv->str);
		assert_table(csv->str);
		if (table == DIGEST_CLUSTERS)
			g_assert_nonnull(strstr(csv->str, ",\"'=HYPERLINK("));
		g_string_free(csv, TRUE);
	}
	digest_free(digest);
	sample_store_close(&at);
}

/* ---- for machines -------------------------------------------------------------------------- */

static void test_junit(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *junit = digest_junit(digest, NULL);
	xmlDocPtr doc = xmlReadMemory(junit->str, (int)junit->len, NULL, "UTF-8", XML_PARSE_NONET);
	xmlXPathContextPtr context = xmlXPathNewContext(doc);

	g_assert_nonnull(doc);
	assert_printable(junit->str);
	assert_none(context,
		"//*[not(contains(' testsuites testsuite properties property testcase "
		"failure skipped system-out system-err ', concat(' ', name(), ' ')))]");
	assert_none(context, "//@*[starts-with(local-name(), 'on') or local-name()='src']");
	xmlXPathFreeContext(context);
	xmlFreeDoc(doc);
	g_string_free(junit, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

static void test_kcidb(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *text = digest_kcidb(digest);
	json_t *json = json_loads(text->str, 0, NULL);
	json_t *test;
	gsize i;

	g_assert_nonnull(json);
	for (const char *c = text->str; *c; c++)
		g_assert_true(*c == '\n' || g_ascii_isprint(*c));
	json_array_foreach(json_object_get(json, "tests"), i, test)
	{
		const char *id = json_string_value(json_object_get(test, "id"));
		json_t *url = json_object_get(json_object_get(test, "misc"), "url");

		g_assert_true(g_str_has_prefix(id, "lkpdigest:"));
		assert_printable(id);
		g_assert_null(strchr(id, '\n'));
		g_assert_null(json_object_get(test, "path"));
		g_assert_true(!url || g_str_has_prefix(json_string_value(url), "https://lore."));
	}
	g_assert_cmpuint(i, >, G_N_ELEMENTS(harm));
	json_decref(json);
	g_string_free(text, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

static void test_metrics(void)
{
	struct sample_store at;
	struct digest *digest = evil_digest(&at);
	GString *metrics = digest_metrics(digest);
	g_autoptr(GRegex) sample =
		g_regex_new("^lkpdigest_[a-z_]+(\\{[a-z]+=\"([^\"\\\\]|\\\\[\\\\\"])*\""
			    "(,[a-z]+=\"([^\"\\\\]|\\\\[\\\\\"])*\")*\\})? [-+.0-9e]+$",
			0, 0, NULL);

	assert_printable(metrics->str);
	g_assert_true(g_str_has_suffix(metrics->str, "\n# EOF\n"));

	g_auto(GStrv) lines = g_strsplit(metrics->str, "\n", -1);

	for (char **line = lines; *line; line++)
		if (**line && !g_str_has_prefix(*line, "# "))
			g_assert_true(g_regex_match(sample, *line, 0, NULL));
	g_string_free(metrics, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* ---- drawings and wrapping ------------------------------------------------------------------ */

#define SVG(inner) "<svg xmlns='http://www.w3.org/2000/svg'>" inner "</svg>"

static void test_drawings(void)
{
	static const char *const refused[] = {
		"",
		"<svg",
		"<svg xmlns='http://www.w3.org/2000/svg'><g></svg>",
		"<div xmlns='http://www.w3.org/1999/xhtml'/>",
		SVG("<script>alert(1)</script>"),
		SVG("<g onclick='alert(1)'/>"),
		SVG("<g><foreignObject/></g>"),
		SVG("<use href='https://example.org/a.svg#b'/>"),
		SVG("<use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='data:x'/>"),
		SVG("<?php echo 1 ?>"),
		"<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>" SVG("&a;"),
	};
	g_autofree char *passed = page_svg_check(SVG("<g><text>a &lt; b</text></g>"));

	g_assert_cmpstr(passed, ==,
		"<svg xmlns=\"http://www.w3.org/2000/svg\"><g><text>a &lt; b</text></g></svg>");
	g_assert_null(page_svg_check(NULL));
	for (gsize i = 0; i < G_N_ELEMENTS(refused); i++)
		g_assert_null(page_svg_check(refused[i]));
}

/* Whatever the words: no line too long, nothing but blanks lost. */
static void test_wrap(void)
{
	static const char *const words[] = {" ", "a", "\303\251", "\346\274\242", "longer-word "};

	for (int run = 0; run < 2000; run++) {
		g_autoptr(GString) text = g_string_new(NULL);
		g_autoptr(GString) out = g_string_new(NULL);
		g_autoptr(GString) back = g_string_new(NULL);
		g_autoptr(GString) want = g_string_new(NULL);

		for (int i = g_test_rand_int_range(0, 200); i > 0; i--)
			g_string_append(text, words[g_test_rand_int_range(0, G_N_ELEMENTS(words))]);
		wrap_to(out, "", "  ", text->str);

		g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);

		for (char **line = lines; *line; line++)
			g_assert_cmpuint(wrap_columns(*line), <=, WRAP_COLUMNS);
		for (const char *c = out->str; *c; c++)
			if (*c != ' ' && *c != '\n')
				g_string_append_c(back, *c);
		for (const char *c = text->str; *c; c++)
			if (*c != ' ')
				g_string_append_c(want, *c);
		g_assert_cmpstr(back->str, ==, want->str);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/digest-hostile/text", test_text);
	g_test_add_func("/digest-hostile/page", test_page);
	g_test_add_func("/digest-hostile/still-page", test_still_page);
	g_test_add_func("/digest-hostile/json", test_json);
	g_test_add_func("/digest-hostile/markdown", test_markdown);
	g_test_add_func("/digest-hostile/csv", test_csv);
	g_test_add_func("/digest-hostile/junit", test_junit);
	g_test_add_func("/digest-hostile/kcidb", test_kcidb);
	g_test_add_func("/digest-hostile/metrics", test_metrics);
	g_test_add_func("/digest-hostile/drawings", test_drawings);
	g_test_add_func("/digest-hostile/wrap", test_wrap);
	return g_test_run();
}
