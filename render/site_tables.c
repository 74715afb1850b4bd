/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page a table, and a list of those of a week. */
#include "render/site_parts.h"
#include "render/site_table.h"

#include "base/week.h"
#include "store/clusters.h"

/* ---- rows -------------------------------------------------------------------- */

#define COLUMNS_OF_COMMIT 5

/* Head texts of commits are ids; what is in them is told above the table. */
static char *head_of(const struct site_table *table, guint column, const char *what)
{
	g_autofree char *commit = words_commit(table->columns[column].id);

	return g_strdup_printf("%s%s", what, commit);
}

static GPtrArray *heads_of(const struct site_table *table)
{
	static const char *const plain[] = {"95 % interval", "p", "Grade"};
	GPtrArray *heads = g_ptr_array_new_with_free_func(g_free);

	g_ptr_array_add(heads, g_strdup("Row"));
	for (guint i = 0; i < table->n_columns; i++) {
		if (i)
			g_ptr_array_add(heads, g_strdup("Change"));
		g_ptr_array_add(heads, head_of(table, i, ""));
		for (gsize k = 0; i && k < G_N_ELEMENTS(plain); k++)
			g_ptr_array_add(heads, g_strdup(plain[k]));
	}
	g_ptr_array_add(heads, g_strdup("Own means"));
	g_ptr_array_add(heads, g_strdup("Line"));
	return heads;
}

static void put_grade(struct page *page, const struct site_change *change)
{
	gboolean firm = change->grade >= GRADE_SUPPORTED;
	g_autofree char *key = g_strdup_printf("%u", GRADE_STRONG - change->grade);

	page_open(page, "td", "data-key", key, NULL);
	page_leaf(page, "span", firm ? "grade firm" : "grade", grade_name(change->grade));
	if (change->is_exploratory && change->grade > GRADE_UNSUPPORTED)
		page_leaf(page, "div", "soft small", "exploratory");
	page_end(page);
}

/* What was judged of it; rows of counts were not. */
static void put_judged(
	struct page *page, const struct site_row *row, const struct site_change *change)
{
	const struct digest_row told = {.effect = change->effect, .corrected = change->corrected};
	gboolean is_mean = row->kind == ROW_MEAN && row->stat;
	g_autofree char *interval =
		is_mean ? words_interval(change->effect.ci, change->effect.unit) : NULL;
	g_autofree char *p = is_mean ? words_row_p(&told) : NULL;

	table_cell(page, "num", interval);
	table_cell(page, "odds", p);
	if (is_mean)
		put_grade(page, change);
	else
		table_cell(page, NULL, "");
}

static void put_column(struct page *page, const struct site_row *row, guint i)
{
	const struct site_change *change = i ? &row->changes[i - 1] : NULL;

	if (change) {
		page_open(page, "td", "class", "num", NULL);
		page_leaf(page, "b", NULL, change->printed);
		page_end(page);
	}
	table_cell(page, "num", row->cells[i]);
	if (change)
		put_judged(page, row, change);
}

static void put_row(struct page *page, const struct site_table *table, const struct site_row *row)
{
	g_autofree char *line = g_strdup_printf("%u", row->line);

	table_row_open(page, NULL);
	page_open(page, "th", "scope", "row", "class", "name", NULL);
	page_text(page, row->stat ? row->stat : "not named");
	if (row->note)
		page_leaf(page, "div", "soft small", row->note);
	if (row->repairs)
		page_leaf(page, "div", "soft small", row->repairs);
	page_end(page);
	for (guint i = 0; i < table->n_columns; i++) {
		if (i < row->n_cells) {
			put_column(page, row, i);
			continue;
		}
		for (guint k = 0; k < (i ? COLUMNS_OF_COMMIT : 1); k++)
			table_cell(page, NULL, "");
	}
	table_cell(page, "nowrap", consistency_name(row->consistency));
	table_cell(page, "num", line);
	page_end(page);
}

static void put_rows(struct page *page, const struct site_table *table)
{
	g_autoptr(GPtrArray) heads = heads_of(table);
	g_autofree struct table_column *columns = g_new0(struct table_column, heads->len);
	g_autofree char *count = words_plural(table->rows->len, "row", "rows");

	for (guint i = 0; i < heads->len; i++)
		columns[i] = (struct table_column){heads->pdata[i],
			i && strcmp(heads->pdata[i], "Grade") && i + 2 != heads->len ? "num"
										     : NULL};
	table_open(page, "rows", "As printed, and judged", count, columns, heads->len);
	for (guint i = 0; i < table->rows->len; i++)
		put_row(page, table, table->rows->pdata[i]);
	table_end(page);
}

/* ---- facts ------------------------------------------------------------------- */

static void put_columns(struct page *page, const struct site_table *table)
{
	for (guint i = 0; i < table->n_columns; i++) {
		const struct site_column *column = &table->columns[i];

		fact_open(page, i ? "Compared" : "Base");
		page_leaf(page, "code", NULL, column->id ? column->id : "unknown");
		page_textf(
			page, "%s%s", column->title ? " " : "", column->title ? column->title : "");
		page_textf(page, "; n: %s", column->runs ? column->runs : "not known");
		page_end(page);
	}
}

static void put_clusters(struct page *page, const GPtrArray *ids)
{
	if (!ids->len)
		return;
	fact_open(page, ids->len > 1 ? "Clusters" : "Cluster");
	for (guint i = 0; i < ids->len; i++) {
		page_text(page, i ? ", " : "");
		put_cluster_link(page, ids->pdata[i]);
	}
	page_end(page);
}

static void put_facts(struct page *page, const struct site_table *table, const GPtrArray *clusters)
{
	g_autofree char *date = words_date(table->date);
	g_autofree char *depth =
		table->depth ? g_strdup_printf("%u levels deep", table->depth) : NULL;

	page_open(page, "dl", NULL);
	fact_open(page, "Mail");
	page_textf(page, "%s ", date);
	put_place(page, table->url, table->message_id, table->line);
	page_end(page);
	put_clusters(page, clusters);
	put_columns(page, table);
	for (guint i = 0; i < table->axes->len; i += 2)
		put_fact(table->axes->pdata[i], table->axes->pdata[i + 1], page);
	put_fact("Attachment", table->attachment, page);
	put_fact("Quoted", depth, page);
	put_fact("Form", table->style, page);
	put_fact("Repairs", table->repairs, page);
	put_fact("Id", table->id, page);
	page_end(page);
}

/* ---- the page ---------------------------------------------------------------- */

static char *title_of(const struct site_table *table)
{
	return g_strdup_printf("%s%s%s", table->testcase ? table->testcase : "Comparison table",
		table->machine ? " on " : "", table->machine ? table->machine : "");
}

static void put_note(struct page *page)
{
	page_open(page, "p", "class", "soft small", NULL);
	page_text(page,
		"Grades are by p corrected: of the test's own rows for their number (Holm; of a "
		"cluster's for all that blame the commit), of monitors for that of all stats of a "
		"test (Benjamini and Hochberg), and those are exploratory where no row of the "
		"test's own is SUPPORTED.");
	page_end(page);
}

static GString *write_page(struct site *site, const char *file, const struct site_table *table,
	const GPtrArray *clusters, GError **error)
{
	g_autofree char *name = table->date == DATE_UNKNOWN ? NULL : week_name(table->date);
	g_autofree char *week = site_week_file(name ? name : "");
	g_autofree char *list = site_week_tables_file(name);
	const struct site_step steps[] = {
		{week, name}, {list, name ? "Tables of that week" : "Tables without a date"}};
	struct site_links links = site_links_of(site, file);
	g_autofree char *title = title_of(table);
	const struct frame frame = {title, "To the table", TRUE, &links, NULL};
	struct page *page;

	links.steps = steps;
	links.n_steps = G_N_ELEMENTS(steps);
	page = frame_open(&frame);
	site_header_open(page, site, "Linux kernel performance, a comparison table", title);
	put_facts(page, table, clusters);
	put_guide(page, "../" SITE_INDEX "#read");
	page_end(page);
	page_open(page, "main", "id", "main", NULL);
	section_open(page, "table", "All rows");
	put_rows(page, table);
	put_note(page);
	page_end(page);
	page_end(page);
	return frame_close(page, &frame, error);
}

/* ---- which ------------------------------------------------------------------- */

struct putting {
	struct site *site;
	const struct digest *digest;
	GError **error;
	gboolean failed;
};

static void add_pointer(struct site *site, const struct store_table *table, const char *file)
{
	g_autofree char *to = site_table_file(table->copy_of);
	struct site_alias alias = {site_keep(site, file), site_keep(site, to),
		site_keep(site, table->id), site_keep(site, table->copy_of)};

	g_array_append_val(site->aliases, alias);
}

/* A copy points to its original, where that has a page. */
static gboolean is_pointer(struct site *site, const struct store_table *table)
{
	g_autofree char *original = table->copy_of ? site_table_file(table->copy_of) : NULL;

	return original && site_has(original, site);
}

static gboolean put_table(struct putting *putting, const struct store_table *from, const char *file)
{
	struct site *site = putting->site;
	g_autoptr(GPtrArray) clusters = g_ptr_array_new_with_free_func(g_free);
	struct site_table *table =
		site_table_new(site->store, from, site->options, putting->digest, putting->error);
	gboolean done =
		table &&
		store_find_cluster(site->store, from->message_id, clusters, putting->error) &&
		site_put(site, file, write_page(site, file, table, clusters, putting->error),
			putting->error);

	site_table_free(table);
	return done;
}

static gboolean put_one(const struct store_table *table, void *data)
{
	struct putting *putting = data;
	g_autofree char *file = site_table_file(table->id);

	if (!site_has(file, putting->site) || site_is_written(putting->site, file))
		return TRUE;
	if (is_pointer(putting->site, table))
		add_pointer(putting->site, table, file);
	else
		putting->failed = !put_table(putting, table, file);
	return !putting->failed;
}

gboolean site_put_tables(struct site *site, const struct store_filter *filter,
	const struct digest *digest, GError **error)
{
	struct putting putting = {site, digest, error, FALSE};

	return store_list_tables(site->store, filter, put_one, &putting, error) && !putting.failed;
}

/* ---- those of a week --------------------------------------------------------- */

struct listed {
	struct site *site;
	struct page *page;
	struct digest *texts;
	gboolean undated; /* only such */
	guint n;
};

static void put_listed(struct listed *listed, const struct store_table *table, const char *file)
{
	struct page *page = listed->page;
	g_autofree char *href = site_href(page, file);
	g_autofree char *date = words_date(table->date);
	g_autofree char *rows = g_strdup_printf("%u", table->rows);
	g_autofree char *fails = g_strdup_printf("%u", table->fail_rows);
	g_autofree char *line = g_strdup_printf("%u", table->line);
	const char *test = digest_keep(listed->texts, store_table_axis(table, "testcase"));
	const char *machine = digest_keep(listed->texts, store_table_axis(table, "tbox_group"));
	const char *commit = table->n_commits > 1 ? table->commits[table->n_commits - 1].id : NULL;
	g_autofree char *head = words_commit(digest_keep(listed->texts, commit));

	table_row_open(page, NULL);
	table_cell(page, "nowrap", date);
	page_open(page, "th", "scope", "row", "class", "name", NULL);
	page_link(page, href, test ? test : "not named");
	page_end(page);
	table_cell(page, "name", machine);
	page_open(page, "td", "class", "nowrap", NULL);
	page_leaf(page, "code", NULL, head);
	page_end(page);
	table_cell(page, "num", rows);
	table_cell(page, "num", fails);
	page_open(page, "td", "class", "name", NULL);
	page_leaf(page, "code", NULL, digest_keep(listed->texts, table->message_id));
	page_end(page);
	table_cell(page, "num", line);
	page_end(page);
}

static gboolean list_table(const struct store_table *table, void *data)
{
	struct listed *listed = data;
	g_autofree char *file = site_table_file(table->id);

	if (table->copy_of && is_pointer(listed->site, table))
		return TRUE;
	if (listed->undated && table->date != DATE_UNKNOWN)
		return TRUE;
	put_listed(listed, table, file);
	return TRUE;
}

static gboolean put_list(
	struct listed *listed, const struct store_filter *filter, const char *title, GError **error)
{
	static const struct table_column columns[] = {{"Date", NULL}, {"Test case", NULL},
		{"Machine", NULL}, {"Commit", NULL}, {"Rows", "num"}, {"Of fails", "num"},
		{"Mail", NULL}, {"Line", "num"}};
	struct page *page = listed->page;

	site_header_open(page, listed->site, "Linux kernel performance", title);
	page_end(page);
	page_open(page, "main", "id", "main", NULL);
	table_open(page, "tables", "Comparison tables, but for copies", NULL, columns,
		G_N_ELEMENTS(columns));
	if (!store_list_tables(listed->site->store, filter, list_table, listed, error))
		return FALSE;
	table_end(page);
	page_end(page);
	return TRUE;
}

gboolean site_put_week_tables(struct site *site, const char *week, gint64 since, GError **error)
{
	g_autofree char *file = site_week_tables_file(week);
	g_autofree char *back = site_week_file(week ? week : "");
	const struct site_step step = {back, week};
	struct site_links links = site_links_of(site, file);
	g_autofree char *title =
		week ? g_strdup_printf("Tables of %s", week) : g_strdup("Tables without a date");
	const struct frame frame = {title, "To the tables", TRUE, &links, NULL};
	struct store_filter filter = site->options->filter;
	struct listed listed = {.site = site, .undated = !week};
	gboolean done;
	GString *made;

	if (!site_has(file, site))
		return TRUE;
	if (week) {
		filter.since = since;
		filter.until = since + WEEK_SECONDS;
	}
	links.steps = &step;
	links.n_steps = 1;
	listed.page = frame_open(&frame);
	listed.texts = digest_empty(site->options);
	done = put_list(&listed, &filter, title, error);
	digest_free(listed.texts);
	made = frame_close(listed.page, &frame, done ? error : NULL);
	if (done)
		return site_put(site, file, made, error);
	if (made)
		g_string_free(made, TRUE);
	return FALSE;
}
