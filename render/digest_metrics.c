/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest as OpenMetrics 1.0: families of gauges, each in one block behind its TYPE and HELP,
 * and "# EOF" at the end.  A label's value escapes '\', '"' and LF.
 */
#include "base/show.h"
#include "render/digest_words.h"

#include <math.h>

/* ---- samples ------------------------------------------------------------------------------ */

#define PREFIX "lkpdigest_"

static void put_family(GString *out, const char *name, const char *type, const char *help)
{
	g_string_append_printf(
		out, "# TYPE " PREFIX "%s %s\n# HELP " PREFIX "%s %s\n", name, type, name, help);
}

static void put_escaped(GString *out, const char *text)
{
	g_autofree char *safe = show_line(slice_of(text));

	for (const char *at = safe; *at; at++) {
		if (*at == '\\' || *at == '"')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *at);
	}
}

struct label {
	const char *name, *value; /* value NULL: the label is not there, which is the same as "" */
};

/* Labels end with one without a name. */
static void put_sample(GString *out, const char *name, const struct label *labels, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	char before = '{';

	g_string_append_printf(out, PREFIX "%s", name);
	for (; labels->name; labels++) {
		if (!labels->value)
			continue;
		g_string_append_printf(out, "%c%s=\"", before, labels->name);
		put_escaped(out, labels->value);
		g_string_append_c(out, '"');
		before = ',';
	}
	if (before == ',')
		g_string_append_c(out, '}');
	g_string_append_printf(out, " %s\n", g_ascii_formatd(text, sizeof text, "%.15g", value));
}

/* With one label, or none. */
static void put_count(
	GString *out, const char *name, const char *label, const char *value, guint64 count)
{
	const struct label labels[] = {{label, value}, {NULL}};

	put_sample(out, name, labels, (double)count);
}

/* ---- what was read --------------------------------------------------------------------- */

static void put_digest(GString *out, const struct digest_head *head)
{
	g_autofree char *since = words_time(head->since), *until = words_time(head->until);
	const struct label labels[] = {{"period", head->period}, {"since", since}, {"until", until},
		{"narrowed", head->narrowed}, {NULL}};

	put_family(out, "digest", "info", "What the digest is of.");
	put_sample(out, "digest_info", labels, 1);
}

static void put_documents(GString *out, const struct digest_head *head)
{
	const struct store_documents *documents = &head->documents;

	put_family(out, "documents", "gauge", "Documents in all sources, by what became of them.");
	put_count(out, "documents", "result", "kept", documents->messages);
	put_count(out, "documents", "result", "duplicate", documents->copies);
	put_count(out, "documents", "result", "skipped", documents->skipped);
	put_count(out, "documents", "result", "failed", documents->failed);
	put_family(out, "messages", "gauge", "Messages of the period by kind.");
	for (int kind = 0; kind < MESSAGE_KINDS; kind++)
		put_count(out, "messages", "kind", message_kind_name(kind), head->messages[kind]);
	put_family(out, "tables", "gauge", "Tables of the period.");
	put_count(out, "tables", NULL, NULL, head->tables);
	put_family(out, "rows", "gauge", "Rows of tables by kind.");
	put_count(out, "rows", "kind", "mean", head->rows);
	put_count(out, "rows", "kind", "fail", head->fail_rows);
	put_family(out, "inconsistent_rows", "gauge", "Mean rows that contradict themselves.");
	put_count(out, "inconsistent_rows", NULL, NULL, head->inconsistent);
	put_family(out, "claims", "gauge", "Claimed changes by grade.");
	for (int grade = 0; grade <= GRADE_STRONG; grade++)
		put_count(out, "claims", "grade", grade_name(grade), head->graded[grade]);
}

static void put_diags(GString *out, const GPtrArray *kinds)
{
	put_family(out, "diagnostics", "gauge", "What reading gave, by diagnostic.");
	for (guint i = 0; i < kinds->len; i++) {
		const struct digest_diags *kind = kinds->pdata[i];

		put_count(out, "diagnostics", "id", diag_name(kind->id), kind->count);
	}
}

/* ---- where clusters stand ------------------------------------------------------------------- */

static void put_ledger(GString *out, const struct digest_ledger *ledger)
{
	put_family(out, "clusters", "gauge", "All known clusters by state, at the period's end.");
	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);

		put_count(out, "clusters", "state", state_name(row->state), row->now);
	}
	if (!ledger->has_last)
		return;
	put_family(out, "clusters_before", "gauge", "The same, just before the period.");
	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);

		put_count(out, "clusters_before", "state", state_name(row->state), row->last);
	}
}

static void put_tally(GString *out, const struct digest_tally *tally)
{
	put_family(out, "new_clusters", "gauge", "Clusters first reported in the period.");
	put_count(out, "new_clusters", "verdict", "regression", tally->fresh);
	put_count(out, "new_clusters", "verdict", "improvement", tally->improvements);
	put_count(out, "new_clusters", "verdict", "none", tally->unjudged);
	put_family(out, "reached_clusters", "gauge",
		"Regressions that came to a state in the period and are in it at its end.");
	for (int state = 0; state < STATES; state++)
		if (tally->reached[state])
			put_count(out, "reached_clusters", "state", state_name((enum state)state),
				tally->reached[state]);
}

static void put_sections(GString *out, const struct digest *digest)
{
	put_family(out, "listed_clusters", "gauge", "Clusters in each list of the digest.");
	for (int section = 0; section < SECTIONS; section++)
		put_count(out, "listed_clusters", "section", digest_section_name(section),
			digest->entries[section]->len);
}

/* ---- listed clusters ------------------------------------------------------------------------- */

typedef void (*put_entry_fn)(GString *out, const struct digest_entry *entry);

static void each_entry(GString *out, const struct digest *digest, put_entry_fn put)
{
	for (int section = 0; section < SECTIONS; section++)
		for (guint i = 0; i < digest->entries[section]->len; i++)
			put(out, digest->entries[section]->pdata[i]);
}

static void put_info(GString *out, const struct digest_entry *entry)
{
	const struct label labels[] = {{"cluster", entry->id},
		{"section", digest_section_name(entry->section)},
		{"state", state_name(entry->state)}, {"subsystem", entry->subsystem},
		{"commit", entry->commit}, {"title", entry->title}, {NULL}};

	put_sample(out, "cluster_info", labels, 1);
}

static void put_rank(GString *out, const struct digest_entry *entry)
{
	put_count(out, "cluster_rank", "cluster", entry->id, entry->rank);
}

static void put_score(GString *out, const struct digest_entry *entry)
{
	const struct label labels[] = {{"cluster", entry->id}, {NULL}};

	put_sample(out, "cluster_score", labels, entry->points);
}

static void put_change(GString *out, const struct digest_entry *entry)
{
	const struct digest_claim *lead = entry->lead;

	if (!lead || !lead->change.text || isnan(lead->change.value))
		return;

	const struct label labels[] = {{"cluster", entry->id}, {"metric", lead->metric},
		{"testcase", lead->testcase}, {"machine", lead->machine},
		{"verdict", verdict_name(lead->verdict)}, {"grade", words_grade(lead->row)},
		{"unit", unit_name(lead->change.unit)}, {NULL}};

	put_sample(out, "cluster_change", labels, lead->change.value);
}

GString *digest_metrics(const struct digest *digest)
{
	static const struct {
		const char *name, *type, *help;
		put_entry_fn put;
	} families[] = {
		{"cluster", "info", "What is listed.", put_info},
		{"cluster_rank", "gauge", "Place in its list, from 1.", put_rank},
		{"cluster_score", "gauge", "What the lists are ordered by.", put_score},
		{"cluster_change", "gauge", "The change that leads, as its row has it.",
			put_change},
	};
	GString *out = g_string_new(NULL);

	put_digest(out, &digest->head);
	put_documents(out, &digest->head);
	put_diags(out, digest->diags);
	put_ledger(out, &digest->ledger);
	put_tally(out, &digest->tally);
	put_sections(out, digest);
	for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
		put_family(out, families[i].name, families[i].type, families[i].help);
		each_entry(out, digest, families[i].put);
	}
	g_string_append(out, "# EOF\n");
	return out;
}
