/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports and claims to clusters (compare/cluster.h), clusters to the sections and
 * ranks of a digest.
 */
#include "render/digest_model.h"

#include <math.h>

static void entry_free(struct digest_entry *entry)
{
	g_ptr_array_unref(entry->reports);
	g_ptr_array_unref(entry->also);
	g_ptr_array_unref(entry->claims);
	g_ptr_array_unref(entry->machines);
	g_ptr_array_unref(entry->untestable);
	g_array_unref(entry->changes.bars);
	g_array_unref(entry->means.bars);
	g_free(entry);
}

void digest_rank_init(struct digest *digest)
{
	for (int section = 0; section < SECTIONS; section++)
		digest->entries[section] =
			g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
	digest->commitless = g_ptr_array_new();
	digest->charts = g_ptr_array_new();
}

void digest_rank_clear(struct digest *digest)
{
	g_ptr_array_unref(digest->charts);
	g_ptr_array_unref(digest->commitless);
	for (int section = 0; section < SECTIONS; section++)
		g_ptr_array_unref(digest->entries[section]);
	g_clear_pointer(&digest->clusters, g_ptr_array_unref);
}

/* ---- what compare/ is given ------------------------------------------------------ */

static struct cluster_report cluster_report_of(const struct digest_report *report)
{
	return (struct cluster_report){
		.message_id = report->message_id,
		.date = report->date,
		.commit = report->commit,
		.title = report->commit_title,
		.subsystem = report->subsystem,
		.performance = report->kind == MESSAGE_PERFORMANCE,
		.verdict = report->verdict,
	};
}

static struct cluster_claim cluster_claim_of(const struct digest_claim *claim, guint report)
{
	return (struct cluster_claim){
		.report = report,
		.line = claim->line,
		.testcase = claim->testcase,
		.tbox_group = claim->machine,
		.metric = claim->metric,
		.change = claim->change.text ? claim->change.value : NAN,
		.unit = claim->change.unit,
		.verdict = claim->verdict,
	};
}

/* ---- one entry --------------------------------------------------------------------- */

static enum digest_section section_of(const struct cluster *cluster)
{
	if (cluster->regresses && cluster->improves)
		return SECTION_MIXED;
	if (cluster->regresses)
		return SECTION_REGRESSIONS;
	return cluster->improves ? SECTION_IMPROVEMENTS : SECTION_UNJUDGED;
}

static void add_machine(struct digest_entry *entry, const char *machine)
{
	for (guint i = 0; i < entry->machines->len; i++)
		if (!strcmp(entry->machines->pdata[i], machine))
			return;
	g_ptr_array_add(entry->machines, (char *)machine);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_claim(struct digest *digest, struct digest_entry *entry, struct digest_claim *claim)
{
	enum verdict wanted =
		entry->section == SECTION_IMPROVEMENTS ? VERDICT_IMPROVEMENT : VERDICT_REGRESSION;
	enum grade grade = claim->row ? claim->row->grade : GRADE_UNTESTABLE;

	g_ptr_array_add(entry->claims, claim);
	if (!entry->lead || (entry->lead->verdict != wanted && claim->verdict == wanted))
		entry->lead = claim;
	if (claim->machine)
		add_machine(entry, claim->machine);
	if (grade == GRADE_UNTESTABLE)
		g_ptr_array_add(entry->untestable, claim);
	digest->head.graded[grade]++;
}

static void add_report(
	struct digest *digest, struct digest_entry *entry, struct digest_report *report)
{
	if (report->kind != MESSAGE_PERFORMANCE) {
		g_ptr_array_add(entry->also, report);
		return;
	}
	g_ptr_array_add(entry->reports, report);
	for (guint i = 0; i < report->judged->len; i++) {
		const struct digest_row *row = report->judged->pdata[i];

		if (row->alias_of)
			continue;
		digest->head.runs_from[row->before.runs.source]++;
		if (row->consistency == CONSISTENCY_INCONSISTENT)
			entry->inconsistent++;
	}
}

static struct digest_entry *entry_new(
	struct digest *digest, const struct cluster *cluster, GPtrArray *claims)
{
	struct digest_entry *entry = g_new0(struct digest_entry, 1);

	*entry = (struct digest_entry){
		.section = section_of(cluster),
		.id = cluster->id,
		.commit = cluster->commit,
		.title = cluster->title,
		.subsystem = cluster->subsystem,
		.severity = cluster->severity,
		.testcases = cluster->testcases,
		.machine_count = cluster->machines,
		.first = cluster->first,
		.last = cluster->last,
		.reports = g_ptr_array_new(),
		.also = g_ptr_array_new(),
		.claims = g_ptr_array_new(),
		.machines = g_ptr_array_new(),
		.untestable = g_ptr_array_new(),
		.changes.bars = g_array_new(FALSE, FALSE, sizeof(struct digest_bar)),
		.means.bars = g_array_new(FALSE, FALSE, sizeof(struct digest_bar)),
	};
	for (guint i = 0; i < cluster->reports->len; i++)
		add_report(digest, entry,
			digest->reports->pdata[g_array_index(cluster->reports, guint, i)]);
	digest_correct(entry->reports);
	for (guint i = 0; i < cluster->claims->len; i++)
		add_claim(digest, entry, claims->pdata[g_array_index(cluster->claims, guint, i)]);
	g_ptr_array_sort(entry->machines, by_name);
	return entry;
}

/* ---- what tells two claims apart ------------------------------------------------------ */

/* The parameters of `claim` that `other` does not have; "" when there is none. */
static char *params_beyond(const struct digest_claim *claim, const struct digest_claim *other)
{
	g_auto(GStrv) mine = g_strsplit(claim->params ? claim->params : "", ", ", -1);
	g_auto(GStrv) theirs = g_strsplit(other->params ? other->params : "", ", ", -1);
	g_autoptr(GString) beyond = g_string_new(NULL);

	for (char **param = mine; *param; param++)
		if (!g_strv_contains((const char *const *)theirs, *param))
			g_string_append_printf(beyond, "%s%s", beyond->len ? ", " : "", *param);
	return g_strdup(beyond->str);
}

static const char *label_of(
	struct digest *digest, const struct digest_entry *entry, const struct digest_claim *claim)
{
	const char *metric = claim->metric ? claim->metric : claim->testcase;
	const char *plain = digest_keepf(digest, "%s%s%s", metric ? metric : "unnamed",
		claim->machine ? " on " : "", claim->machine ? claim->machine : "");

	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *other = entry->claims->pdata[i];

		if (other == claim || g_strcmp0(other->metric, claim->metric) ||
			g_strcmp0(other->machine, claim->machine))
			continue;

		g_autofree char *beyond = params_beyond(claim, other);

		return *beyond ? digest_keepf(digest, "%s (%s)", plain, beyond) : plain;
	}
	return plain;
}

/* ---- all --------------------------------------------------------------------------------- */

static void place(struct digest *digest, struct digest_entry *entry)
{
	GPtrArray *section = digest->entries[entry->section];

	g_ptr_array_add(section, entry);
	entry->rank = section->len;
	for (guint i = 0; i < entry->claims->len; i++) {
		struct digest_claim *claim = entry->claims->pdata[i];

		claim->label = label_of(digest, entry, claim);
	}
}

/* In the order of the page, so that the first of it are those that are drawn. */
static void chart_all(struct digest *digest)
{
	for (int section = 0; section < SECTIONS; section++)
		for (guint i = 0; i < digest->entries[section]->len; i++)
			digest_chart_entry(digest, digest->entries[section]->pdata[i]);
}

static void find_commitless(struct digest *digest)
{
	g_autoptr(GHashTable) placed = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < digest->clusters->len; i++) {
		const struct cluster *cluster = digest->clusters->pdata[i];

		for (guint k = 0; k < cluster->reports->len; k++)
			g_hash_table_add(placed,
				digest->reports->pdata[g_array_index(cluster->reports, guint, k)]);
	}
	for (guint i = 0; i < digest->reports->len; i++) {
		struct digest_report *report = digest->reports->pdata[i];

		if (report->kind == MESSAGE_PERFORMANCE && !g_hash_table_contains(placed, report))
			g_ptr_array_add(digest->commitless, report);
	}
}

void digest_rank(struct digest *digest)
{
	g_autoptr(GArray) reports = g_array_new(FALSE, FALSE, sizeof(struct cluster_report));
	g_autoptr(GArray) told = g_array_new(FALSE, FALSE, sizeof(struct cluster_claim));
	g_autoptr(GPtrArray) claims = g_ptr_array_new();

	for (guint i = 0; i < digest->reports->len; i++) {
		const struct digest_report *report = digest->reports->pdata[i];
		struct cluster_report item = cluster_report_of(report);

		g_array_append_val(reports, item);
		for (guint k = 0; k < report->claims->len; k++) {
			struct cluster_claim claim = cluster_claim_of(report->claims->pdata[k], i);

			g_array_append_val(told, claim);
			g_ptr_array_add(claims, report->claims->pdata[k]);
		}
	}
	digest->clusters = clusters_of_reports((struct cluster_report *)reports->data, reports->len,
		(struct cluster_claim *)told->data, told->len);
	for (guint i = 0; i < digest->clusters->len; i++) {
		struct digest_entry *entry = entry_new(digest, digest->clusters->pdata[i], claims);

		if (entry->reports->len)
			place(digest, entry);
		else
			entry_free(entry); /* functional alone: no performance to list */
	}
	chart_all(digest);
	find_commitless(digest);
}
