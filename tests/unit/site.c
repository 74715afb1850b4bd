/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A site of mails that mean harm, and the names that its files may have. */
#include "render/site.h"
#include "render/site_links.h"
#include "tests/unit/digest-evil.h"

struct made {
	GHashTable *files; /* char *: told of beforehand */
	GHashTable *put;   /* char *: written */
	const char *last;  /* of those */
	guint tables, pointers;
	const char *stop; /* where the sink fails; NULL: nowhere */
};

static gboolean take_files(const char *const *files, guint n, void *data, GError **error)
{
	struct made *made = data;

	for (guint i = 0; i < n; i++) {
		g_assert_true(site_is_file(files[i]));
		g_assert_true(!i || strcmp(files[i - 1], files[i]) < 0);
		g_hash_table_add(made->files, g_strdup(files[i]));
	}
	g_assert_null(*error);
	return TRUE;
}

/* To a file that the site has, or to the one archive that we know. */
static void assert_link(const struct made *made, const char *link)
{
	const char *file = g_str_has_prefix(link, "../") ? link + 3 : link;
	g_autofree char *plain = g_strndup(file, strcspn(file, "#"));

	for (const char *c = link; *c; c++)
		g_assert_true(g_ascii_isalnum(*c) || strchr("%._~@-:/#", *c));
	g_assert_true(*link == '#' || g_str_has_prefix(link, "https://lore.kernel.org/r/") ||
		      g_hash_table_contains(made->files, plain));
}

static void assert_links(const struct made *made, xmlXPathContextPtr context)
{
	xmlXPathObjectPtr links = xmlXPathEvalExpression(BAD_CAST "//@href", context);

	for (int i = 0; links->nodesetval && i < links->nodesetval->nodeNr; i++) {
		xmlChar *link = xmlNodeGetContent(links->nodesetval->nodeTab[i]);

		assert_link(made, (const char *)link);
		xmlFree(link);
	}
	xmlXPathFreeObject(links);
}

/* But for the tabs of our own style and script. */
static void assert_printable_rest(const char *page)
{
	GString *rest = g_string_new(page);

	g_string_replace(rest, page_style, "", 1);
	g_string_replace(rest, page_script, "", 1);
	assert_printable(rest->str);
	g_string_free(rest, TRUE);
}

static void assert_harmless(const struct made *made, const char *bytes, gsize len)
{
	xmlDocPtr doc = xmlReadMemory(bytes, (int)len, NULL, "UTF-8", XML_PARSE_NONET);
	xmlXPathContextPtr context = xmlXPathNewContext(doc);
	g_autofree char *own = g_strdup_printf("<script>%s</script>", page_script);

	g_assert_nonnull(doc);
	assert_printable_rest(bytes);
	assert_none(context, "//*[local-name()='img' or local-name()='iframe' or "
			     "local-name()='object' or local-name()='foreignObject']");
	assert_none(context, "//*[local-name()='form' and (not(@hidden) or @action)]");
	assert_none(context, "//@*[starts-with(local-name(), 'on') or local-name()='src']");
	assert_none(context, "//*[local-name()='script'][position() > 1]");
	g_assert_true(!strstr(bytes, "<script") || strstr(bytes, own));
	assert_links(made, context);
	xmlXPathFreeContext(context);
	xmlFreeDoc(doc);
}

static gboolean take_page(
	const char *file, const char *bytes, gsize len, void *data, GError **error)
{
	struct made *made = data;

	if (!g_strcmp0(file, made->stop)) {
		g_set_error_literal(error, g_quark_from_static_string("test"), 1, "full");
		return FALSE;
	}
	g_assert_cmpuint(strlen(bytes), ==, len);
	g_assert_true(g_hash_table_contains(made->files, file));
	g_assert_true(g_hash_table_add(made->put, g_strdup(file)));
	made->last = g_hash_table_lookup(made->put, file);
	made->tables += g_str_has_prefix(file, "table/");
	made->pointers += strstr(bytes, "rel=\"canonical\"") != NULL;
	assert_harmless(made, bytes, len);
	return TRUE;
}

static gboolean make(struct made *made, struct store *store, GError **error)
{
	const struct digest_options options = {
		.filter = STORE_FILTER_ALL, .generated = DATE_UNKNOWN, .rules = sample_rules()};
	const struct site_sink sink = {take_files, take_page, made};

	made->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	made->put = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return site_write(store, &options, NULL, NULL, &sink, error);
}

static void made_clear(struct made *made)
{
	g_hash_table_unref(made->files);
	g_hash_table_unref(made->put);
}

static void test_hostile(void)
{
	struct sample_store at;
	struct made made = {NULL};
	g_autoptr(GError) error = NULL;

	evil_store_open(&at);
	g_assert_true(make(&made, at.store, &error));
	g_assert_no_error(error);
	g_assert_cmpuint(g_hash_table_size(made.put), ==, g_hash_table_size(made.files));
	g_assert_cmpstr(made.last, ==, SITE_INDEX);
	g_assert_cmpuint(made.tables, >=, G_N_ELEMENTS(harm));
	g_assert_cmpuint(made.pointers, >=, G_N_ELEMENTS(harm));
	made_clear(&made);
	sample_store_close(&at);
}

/* A folder that is full. */
static void test_stopped(void)
{
	struct sample_store at;
	struct made made = {.stop = SITE_FEED};
	g_autoptr(GError) error = NULL;

	evil_store_open(&at);
	g_assert_false(make(&made, at.store, &error));
	g_assert_nonnull(error);
	g_assert_false(g_hash_table_contains(made.put, SITE_INDEX));
	made_clear(&made);
	sample_store_close(&at);
}

static void test_nothing(void)
{
	struct sample_store at;
	struct made made = {NULL};
	g_autoptr(GError) error = NULL;

	sample_store_open(&at);
	sample_store_commit(&at);
	g_assert_true(make(&made, at.store, &error));
	g_assert_no_error(error);
	g_assert_cmpuint(g_hash_table_size(made.put), ==, 2); /* index and feed */
	made_clear(&made);
	sample_store_close(&at);
}

/* ---- names ------------------------------------------------------------------- */

static void test_names(void)
{
	static const char *const bad[] = {"", ".", "..", "../index.html", "/index.html",
		"index.html/", "index.html/../../x", "week/../x.html", "week/2016-W23.html/x",
		"week/2016-W233.html", "week/-W23.html", "week/2016-W2a.html", "week/.html",
		"cluster/c-.html", "cluster/c-../../x.html", "cluster/c-12g.html",
		"cluster/c-xx.html", "table/t-.html", "table/t-0/../1.html", "table/../index.html",
		"clusters-.html", "clusters-1/../2.html", "mine.html", ".lkpdigest-site",
		"index.html\n", "feed.xml "};

	for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
		g_assert_false(site_is_file(bad[i]));
	for (gsize i = 0; i < G_N_ELEMENTS(harm); i++) {
		g_autofree char *cluster = site_cluster_file(harm[i]);
		g_autofree char *of_id = g_strconcat("c-", harm[i], NULL);
		g_autofree char *second = site_cluster_file(of_id);
		g_autofree char *table = site_table_file(harm[i]);

		g_assert_true(site_is_file(cluster));
		g_assert_true(site_is_file(second));
		g_assert_true(site_is_file(table));
		g_assert_cmpstr(cluster, !=, second);
	}
}

/* Those of one id, whatever it is. */
static void test_names_told(void)
{
	g_autofree char *cluster = site_cluster_file("c-01b9da291c49");
	g_autofree char *tag = site_cluster_file("c-v4.5-rc1");
	g_autofree char *week = site_week_file("2016-W23");
	g_autofree char *year = site_year_file(2016), *undated = site_year_file(0);

	g_assert_cmpstr(cluster, ==, "cluster/c-01b9da291c49.html");
	g_assert_true(g_str_has_prefix(tag, "cluster/c-x"));
	g_assert_cmpstr(week, ==, "week/2016-W23.html");
	g_assert_cmpstr(year, ==, "clusters-2016.html");
	g_assert_cmpstr(undated, ==, "clusters-undated.html");
	g_assert_true(site_is_file(tag) && site_is_file(year) && site_is_file(undated));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/site/hostile", test_hostile);
	g_test_add_func("/site/stopped", test_stopped);
	g_test_add_func("/site/nothing", test_nothing);
	g_test_add_func("/site/names", test_names);
	g_test_add_func("/site/names-told", test_names_told);
	return g_test_run();
}
