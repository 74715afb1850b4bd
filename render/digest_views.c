/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other views of the listed clusters: by subsystem, by test case, by what is doubtful. */
#include "render/digest_parts.h"

static void area_free(struct digest_area *area)
{
	g_ptr_array_unref(area->entries);
	g_free(area);
}

void digest_views_init(struct digest *digest)
{
	digest->ledger.rows = g_array_new(FALSE, FALSE, sizeof(struct digest_ledger_row));
	digest->weeks = g_array_new(FALSE, FALSE, sizeof(struct digest_week));
	digest->areas = g_ptr_array_new_with_free_func((GDestroyNotify)area_free);
	digest->heat.testcases = g_ptr_array_new();
	digest->heat.commits = g_ptr_array_new();
	digest->heat.cells = g_ptr_array_new();
	digest->heat.charts = g_ptr_array_new();
	digest->unsupported.list = g_ptr_array_new_with_free_func(g_free);
	digest->untestable.list = g_ptr_array_new_with_free_func(g_free);
}

void digest_views_clear(struct digest *digest)
{
	g_ptr_array_unref(digest->untestable.list);
	g_ptr_array_unref(digest->unsupported.list);
	g_ptr_array_unref(digest->heat.charts);
	g_ptr_array_unref(digest->heat.cells);
	g_ptr_array_unref(digest->heat.commits);
	g_ptr_array_unref(digest->heat.testcases);
	g_ptr_array_unref(digest->areas);
	g_array_unref(digest->weeks);
	g_array_unref(digest->ledger.rows);
}

/* `each` entry in the order of the lists. */
static void each_entry(
	struct digest *digest, void (*each)(struct digest *, const struct digest_entry *))
{
	for (int section = 0; section < SECTIONS; section++)
		for (guint i = 0; i < digest->entries[section]->len; i++)
			each(digest, digest->entries[section]->pdata[i]);
}

/* ---- by subsystem ------------------------------------------------------------------- */

static struct digest_area *area_of(struct digest *digest, const char *name)
{
	for (guint i = 0; i < digest->areas->len; i++) {
		struct digest_area *area = digest->areas->pdata[i];

		if (!g_strcmp0(area->name, name))
			return area;
	}

	struct digest_area *area = g_new0(struct digest_area, 1);

	*area = (struct digest_area){.name = name, .entries = g_ptr_array_new()};
	g_ptr_array_add(digest->areas, area);
	return area;
}

/* "sched" of "sched/fair", "nfsd" of "NFSD". */
static const char *top_of(struct digest *digest, const char *subsystem)
{
	g_autofree char *lower = subsystem ? g_ascii_strdown(subsystem, -1) : NULL;
	gsize length = lower ? strcspn(lower, "/") : 0;

	return length ? digest_keepf(digest, "%.*s", (int)length, lower) : NULL;
}

static void add_to_area(struct digest *digest, const struct digest_entry *entry)
{
	struct digest_area *area = area_of(digest, top_of(digest, entry->subsystem));

	g_ptr_array_add(area->entries, (void *)entry);
	area->counts[entry->section]++;
}

static int by_area(const void *a, const void *b)
{
	const struct digest_area *x = *(const struct digest_area *const *)a;
	const struct digest_area *y = *(const struct digest_area *const *)b;

	if (!x->name || !y->name)
		return !x->name - !y->name;
	return strcmp(x->name, y->name);
}

/* ---- by test case --------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_to_heat(struct digest *digest, const struct digest_entry *entry)
{
	struct digest_heat *heat = &digest->heat;

	if (!entry->lead)
		return;
	if (heat->commits->len >= DIGEST_HEAT_COMMITS_MAX) {
		heat->commits_omitted++;
		return;
	}
	g_ptr_array_add(heat->commits, (void *)entry);
	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];

		if (claim->testcase && !g_ptr_array_find_with_equal_func(
					       heat->testcases, claim->testcase, g_str_equal, NULL))
			g_ptr_array_add(heat->testcases, (char *)claim->testcase);
	}
}

/* Claims stand by size; one that fits the verdict of its entry goes before others. */
static const struct digest_claim *gravest(const struct digest_entry *entry, const char *testcase)
{
	const struct digest_claim *found = NULL;

	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];

		if (g_strcmp0(claim->testcase, testcase))
			continue;
		if (!found || (found->verdict != entry->lead->verdict &&
				      claim->verdict == entry->lead->verdict))
			found = claim;
	}
	return found;
}

static void fill_heat(struct digest *digest)
{
	struct digest_heat *heat = &digest->heat;

	g_ptr_array_sort(heat->testcases, by_name);
	if (heat->testcases->len > DIGEST_HEAT_TESTS_MAX) {
		heat->testcases_omitted = heat->testcases->len - DIGEST_HEAT_TESTS_MAX;
		g_ptr_array_set_size(heat->testcases, DIGEST_HEAT_TESTS_MAX);
	}
	for (guint i = 0; i < heat->testcases->len; i++)
		for (guint k = 0; k < heat->commits->len; k++)
			g_ptr_array_add(heat->cells, (void *)gravest(heat->commits->pdata[k],
							     heat->testcases->pdata[i]));
}

/* ---- what is doubtful ------------------------------------------------------------------- */

static void add_doubt(struct digest_doubts *doubts, const struct digest_entry *entry,
	const struct digest_claim *claim)
{
	if (doubts->list->len >= DIGEST_DOUBTED_MAX) {
		doubts->omitted++;
		return;
	}

	struct digest_doubt *doubt = g_new0(struct digest_doubt, 1);

	*doubt = (struct digest_doubt){entry, claim};
	g_ptr_array_add(doubts->list, doubt);
}

static void add_doubts(struct digest *digest, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];
		enum grade grade = claim->row ? claim->row->grade : GRADE_UNTESTABLE;

		if (grade == GRADE_UNTESTABLE)
			add_doubt(&digest->untestable, entry, claim);
		else if (grade < GRADE_SUPPORTED)
			add_doubt(&digest->unsupported, entry, claim);
	}
}

void digest_views_fill(struct digest *digest)
{
	each_entry(digest, add_to_area);
	g_ptr_array_sort(digest->areas, by_area);
	each_entry(digest, add_to_heat);
	fill_heat(digest);
	each_entry(digest, add_doubts);
}
