/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The digest of a small store made by hand: goldens of its forms (LKPDIGEST_GOLDEN=write
 * makes them anew), the same ranked list in all of them, the same bytes in any order.
 */
#include "render/digest_model.h"
#include "tests/unit/digest-week.h"

#include <jansson.h>

#define CASES "tests/cases/digest/"

/* ---- goldens ----------------------------------------------------------------------------- */

/* The page with `word` for each piece from `open` to `close`. */
static char *without(const char *page, const char *open, const char *close, const char *word)
{
	GString *out = g_string_new(NULL);

	for (;;) {
		const char *from = strstr(page, open);
		const char *to = from ? strstr(from, close) : NULL;

		if (!to)
			break;
		g_string_append_len(out, page, from - page);
		g_string_append(out, word);
		page = to + strlen(close);
	}
	g_string_append(out, page);
	return g_string_free(out, FALSE);
}

static void check_golden(const char *name, const char *file, const char *text)
{
	g_autofree char *folder = g_strconcat(CASES, name, NULL);
	g_autofree char *path = g_build_filename(folder, file, NULL);
	g_autofree char *golden = NULL;

	if (!g_strcmp0(g_getenv("LKPDIGEST_GOLDEN"), "write")) {
		g_mkdir_with_parents(folder, 0755);
		g_assert_true(g_file_set_contents(path, text, -1, NULL));
	}
	g_assert_true(g_file_get_contents(path, &golden, NULL, NULL));
	g_assert_cmpstr(text, ==, golden);
}

static void check_goldens(const char *name, const struct digest *digest)
{
	g_autoptr(GError) error = NULL;
	GString *text = digest_text(digest);
	GString *json = digest_json(digest);
	GString *html = digest_html(digest, NULL, NULL, &error);

	g_assert_no_error(error);

	/* gnuplot's drawings differ from version to version; that they are there does not. */
	g_autofree char *undrawn = without(html->str, "<svg", "</svg>", "(drawing)");
	g_autofree char *unstyled = without(undrawn, "<style>", "</style>", "(style)");
	g_autofree char *unscripted = without(unstyled, "<script>", "</script>", "(script)");
	g_autofree char *page = without(unscripted, "'sha256-", "';", "(hash);");

	check_golden(name, "digest.txt", text->str);
	check_golden(name, "digest.json", json->str);
	check_golden(name, "index.html", page);
	g_string_free(text, TRUE);
	g_string_free(json, TRUE);
	g_string_free(html, TRUE);
}

static void test_week(void)
{
	struct sample_store at;

	put_week(&at);

	struct digest *digest = digest_of_week(&at);

	g_assert_cmpuint(digest->entries[SECTION_REGRESSIONS]->len, ==, 1);
	g_assert_cmpuint(digest->entries[SECTION_MIXED]->len, ==, 1);
	check_goldens("week", digest);
	digest_free(digest);
	sample_store_close(&at);
}

static void test_empty(void)
{
	struct sample_store at;
	struct digest_options options = {STORE_FILTER_ALL, "all", DATE_UNKNOWN, sample_rules()};

	sample_store_open(&at);
	store_commit(at.store, NULL);

	struct digest *digest = digest_new(at.store, &options, NULL);

	g_assert_nonnull(digest);
	for (int section = 0; section < SECTIONS; section++)
		g_assert_cmpuint(digest->entries[section]->len, ==, 0);
	check_goldens("empty", digest);
	digest_free(digest);
	sample_store_close(&at);
}

/* ---- the same list in every form -------------------------------------------------------- */

/* "rank id" of each listed cluster, a line each. */
static char *list_in_text(const char *text)
{
	g_autoptr(GRegex) entry =
		g_regex_new("^ +(\\d+)\\. (c-[0-9a-f]+) ", G_REGEX_MULTILINE, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	GString *list = g_string_new(NULL);

	for (g_regex_match(entry, text, 0, &match); g_match_info_matches(match);
		g_match_info_next(match, NULL)) {
		g_autofree char *rank = g_match_info_fetch(match, 1);
		g_autofree char *id = g_match_info_fetch(match, 2);

		g_string_append_printf(list, "%s %s\n", rank, id);
	}
	return g_string_free(list, FALSE);
}

static char *list_in_json(const char *text)
{
	static const char *const sections[] = {
		"regressions", "mixed", "settled", "improvements", "unjudged"};
	json_t *json = json_loads(text, 0, NULL);
	GString *list = g_string_new(NULL);

	g_assert_cmpstr(
		json_string_value(json_object_get(json, "schema")), ==, "lkpdigest/digest/1");
	for (gsize s = 0; s < G_N_ELEMENTS(sections); s++) {
		gsize i;
		json_t *entry;

		json_array_foreach(json_object_get(json, sections[s]), i, entry)
			g_string_append_printf(list, "%d %s\n",
				(int)json_integer_value(json_object_get(entry, "rank")),
				json_string_value(json_object_get(entry, "id")));
	}
	json_decref(json);
	return g_string_free(list, FALSE);
}

static char *list_in_page(const struct digest *digest)
{
	xmlDocPtr doc = read_page(digest, NULL);
	g_autoptr(GPtrArray) ids = ask(doc, "//h:tr[@data-cluster]/@data-cluster");
	g_autoptr(GPtrArray) ranks = ask(doc, "//h:tr[@data-cluster]/h:td[1]");
	GString *list = g_string_new(NULL);

	g_assert_cmpuint(ids->len, ==, ranks->len);
	for (guint i = 0; i < ids->len; i++)
		g_string_append_printf(
			list, "%s %s\n", (char *)ranks->pdata[i], (char *)ids->pdata[i]);
	xmlFreeDoc(doc);
	return g_string_free(list, FALSE);
}

static void test_same_list(void)
{
	struct sample_store at;

	put_week(&at);

	struct digest *digest = digest_of_week(&at);
	GString *text = digest_text(digest);
	GString *json = digest_json(digest);
	g_autofree char *in_text = list_in_text(text->str);
	g_autofree char *in_json = list_in_json(json->str);
	g_autofree char *in_page = list_in_page(digest);

	g_assert_cmpstr(in_text, ==, "1 c-5c0a85fad949\n1 c-01d37228d331\n1 c-db86f55bf81a\n");
	g_assert_cmpstr(in_json, ==, in_text);
	g_assert_cmpstr(in_page, ==, in_text);
	g_string_free(text, TRUE);
	g_string_free(json, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* The same bytes, whatever the order in which the mails came. */
static void test_order(void)
{
	struct sample_store forth, back;
	g_autoptr(GPtrArray) none = diag_list_new();

	sample_store_open(&forth);
	sample_store_open(&back);
	for (gsize i = 0; i < G_N_ELEMENTS(week); i++) {
		gsize k = G_N_ELEMENTS(week) - 1 - i;

		sample_put(forth.store, week[i], (gint64)i, none);
		sample_put(back.store, week[k], (gint64)k, none);
	}
	sample_store_commit(&forth);
	sample_store_commit(&back);

	struct digest *a = digest_of_week(&forth), *b = digest_of_week(&back);
	GString *page_a = digest_html(a, NULL, NULL, NULL);
	GString *page_b = digest_html(b, NULL, NULL, NULL);
	GString *json_a = digest_json(a), *json_b = digest_json(b);

	g_assert_cmpstr(page_a->str, ==, page_b->str);
	g_assert_cmpstr(json_a->str, ==, json_b->str);
	g_string_free(page_a, TRUE);
	g_string_free(page_b, TRUE);
	g_string_free(json_a, TRUE);
	g_string_free(json_b, TRUE);
	digest_free(a);
	digest_free(b);
	sample_store_close(&forth);
	sample_store_close(&back);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/digest/week", test_week);
	g_test_add_func("/digest/empty", test_empty);
	g_test_add_func("/digest/same-list", test_same_list);
	g_test_add_func("/digest/order", test_order);
	return g_test_run();
}
