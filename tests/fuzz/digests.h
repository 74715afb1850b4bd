/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All forms of a store's digest, and what must hold of each whatever the store says. */
#pragma once

#include "base/show.h"
#include "compare/rules.h"
#include "render/digest.h"
#include "render/digest_page.h"
#include "render/wrap.h"
#include "store/store.h"

#include <jansson.h>
#include <libxml/parser.h>

static inline const struct rules *digests_rules(void)
{
	static struct rules *rules;

	if (!rules)
		rules = rules_builtin();
	return rules;
}

static inline void digests_check_printable(const GString *text)
{
	g_assert_true(g_utf8_validate(text->str, (gssize)text->len, NULL));
	for (const char *c = text->str; *c; c = g_utf8_next_char(c))
		g_assert_true(*c == '\n' || !show_is_unsafe(g_utf8_get_char(c)));
}

static inline void digests_check_text(GString *text)
{
	g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);

	digests_check_printable(text);
	for (char **line = lines; *line; line++)
		g_assert_cmpuint(wrap_columns(*line), <=, WRAP_COLUMNS);
	g_string_free(text, TRUE);
}

static inline void digests_check_json(GString *text)
{
	json_t *json = json_loads(text->str, 0, NULL);

	g_assert_nonnull(json);
	json_decref(json);
	g_string_free(text, TRUE);
}

static inline void digests_check_xml(GString *text)
{
	xmlDocPtr doc = xmlReadMemory(text->str, (int)text->len, NULL, "UTF-8", XML_PARSE_NONET);

	g_assert_nonnull(doc);
	xmlFreeDoc(doc);
	g_string_free(text, TRUE);
}

static inline void digests_check_plain(GString *text)
{
	digests_check_printable(text);
	g_string_free(text, TRUE);
}

static inline void digests_check_page(GString *page)
{
	g_assert_null(strstr(page->str, "<script"));
	g_assert_null(strstr(page->str, "<img"));
	digests_check_xml(page);
}

static inline void digests_check(struct digest *digest)
{
	digests_check_text(digest_text(digest));
	digests_check_json(digest_json(digest));
	digests_check_json(digest_kcidb(digest));
	digests_check_plain(digest_markdown(digest));
	digests_check_plain(digest_metrics(digest));
	digests_check_xml(digest_junit(digest, NULL));
	for (enum digest_table table = 0; table < DIGEST_TABLES; table++)
		digests_check_plain(digest_csv(digest, table));
	digests_check_page(digest_html_still(digest, "/nonexistent/gnuplot", NULL, NULL));
}

/* NULL with *error. */
static inline struct digest *digests_new(struct store *store, GError **error)
{
	const struct digest_options options = {
		.filter = STORE_FILTER_ALL,
		.period = "all",
		.generated = DATE_UNKNOWN,
		.rules = digests_rules(),
	};

	return digest_new(store, &options, error);
}
