/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/digest_parts.h"

#include "render/people.h"

static const char *const section_titles[SECTIONS] = {
	[SECTION_REGRESSIONS] = "Regressions",
	[SECTION_MIXED] = "Mixed: slower here, faster there",
	[SECTION_SETTLED] = "Settled: nothing left to do",
	[SECTION_IMPROVEMENTS] = "Improvements",
	[SECTION_UNJUDGED] = "Without a verdict's word",
};

const char *digest_section_title(enum digest_section section)
{
	return section_titles[section];
}

const char *digest_section_name(enum digest_section section)
{
	static const char *const names[SECTIONS] = {
		[SECTION_REGRESSIONS] = "regressions",
		[SECTION_MIXED] = "mixed",
		[SECTION_SETTLED] = "settled",
		[SECTION_IMPROVEMENTS] = "improvements",
		[SECTION_UNJUDGED] = "unjudged",
	};

	return names[section];
}

const char *digest_keep(struct digest *digest, const char *text)
{
	g_autofree char *hidden = people_hide(digest->people, text);

	return text ? g_string_chunk_insert_const(digest->strings, hidden ? hidden : text) : NULL;
}

const char *digest_key(struct digest *digest, const char *id)
{
	return id ? g_string_chunk_insert_const(digest->strings, id) : NULL;
}

const char *digest_keepf(struct digest *digest, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);

	return digest_keep(digest, text);
}

/* ---- life ------------------------------------------------------------------------ */

/* Those that no card tells of. */
static void sort_out_reports(struct digest *digest)
{
	g_autoptr(GHashTable) told = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < digest->all->len; i++) {
		const struct digest_entry *entry = digest->all->pdata[i];

		for (guint k = 0; k < entry->reports->len; k++)
			g_hash_table_add(told, entry->reports->pdata[k]);
		for (guint k = 0; k < entry->also->len; k++)
			g_hash_table_add(told, entry->also->pdata[k]);
	}
	for (guint i = 0; i < digest->reports->len; i++) {
		struct digest_report *report = digest->reports->pdata[i];

		if (g_hash_table_contains(told, report))
			continue;
		if (report->kind == MESSAGE_PERFORMANCE)
			g_ptr_array_add(digest->commitless, report);
		else if (digest->functional->len < DIGEST_OTHERS_MAX)
			g_ptr_array_add(digest->functional, report);
		else
			digest->functional_omitted++;
	}
}

static gboolean fill(struct digest *digest, struct store *store,
	const struct digest_options *options, GError **error)
{
	if (!digest_reports_fill(digest, store, &options->filter, error) ||
		!digest_head_fill(digest, store, options, error) ||
		!digest_clusters_fill(digest, store, &options->filter, error) ||
		!digest_ledger_fill(digest, store, &options->filter, error))
		return FALSE;
	digest_rank(digest);
	sort_out_reports(digest);
	digest_views_fill(digest);
	digest_chart_views(digest);
	digest_tell(digest);
	return TRUE;
}

struct digest *digest_empty(const struct digest_options *options)
{
	struct digest *digest = g_new0(struct digest, 1);

	digest->strings = g_string_chunk_new(4096);
	digest->rules = options->rules;
	digest->people = options->people;
	digest->prose = g_ptr_array_new();
	digest->by_id = g_hash_table_new_full(
		g_str_hash, g_str_equal, NULL, (GDestroyNotify)digest_report_free);
	digest->reports = g_ptr_array_new();
	digest->all = g_ptr_array_new_with_free_func((GDestroyNotify)digest_entry_free);
	for (int section = 0; section < SECTIONS; section++)
		digest->entries[section] = g_ptr_array_new();
	digest->blocks = g_ptr_array_new_with_free_func(g_free);
	digest->charts = g_ptr_array_new();
	digest->functional = g_ptr_array_new();
	digest->builds = g_ptr_array_new_with_free_func((GDestroyNotify)digest_report_free);
	digest->commitless = g_ptr_array_new();
	digest_head_init(digest);
	digest_views_init(digest);
	digest->head.since = digest->head.until = digest->head.end = DATE_UNKNOWN;
	return digest;
}

void digest_full(struct digest *digest)
{
	digest->people = NULL;
}

struct digest *digest_new(struct store *store, const struct digest_options *options, GError **error)
{
	struct digest *digest = digest_empty(options);
	gboolean filled = fill(digest, store, options, error);

	digest_full(digest);
	if (filled)
		return digest;
	digest_free(digest);
	return NULL;
}

struct digest *digest_overview_new(
	struct store *store, const struct digest_options *options, gint64 end, GError **error)
{
	struct digest *digest = digest_empty(options);
	gboolean filled = digest_head_fill(digest, store, options, error);

	digest->head.end = end;
	filled = filled && digest_ledger_fill(digest, store, &options->filter, error);
	digest_chart_views(digest);
	digest_full(digest);
	if (filled)
		return digest;
	digest_free(digest);
	return NULL;
}

void digest_free(struct digest *digest)
{
	if (!digest)
		return;
	digest_views_clear(digest);
	digest_head_clear(digest);
	g_ptr_array_unref(digest->commitless);
	g_ptr_array_unref(digest->builds);
	g_ptr_array_unref(digest->functional);
	g_ptr_array_unref(digest->charts);
	g_ptr_array_unref(digest->blocks);
	for (int section = 0; section < SECTIONS; section++)
		g_ptr_array_unref(digest->entries[section]);
	g_ptr_array_unref(digest->all);
	g_ptr_array_unref(digest->reports);
	g_hash_table_unref(digest->by_id);
	g_ptr_array_unref(digest->prose);
	g_string_chunk_free(digest->strings);
	g_free(digest);
}
