/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the model of a digest is filled: its parts, each in its own file. */
#pragma once

#include "render/digest_model.h"
#include "render/plot.h"

/*
 * A copy that lives as long as the digest, without the addresses that it hides: the way of
 * every text into it.  NULL stays NULL.
 */
const char *digest_keep(struct digest *digest, const char *text);
/* An id as the store has it, to look things up by; never shown: it may be somebody's address. */
const char *digest_key(struct digest *digest, const char *id);
const char *digest_keepf(struct digest *digest, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Where a message can be read; NULL for one whose id was made up (synthetic). */
const char *digest_message_url(struct digest *digest, const char *message_id);

/* One that has nothing yet, and no period; what is kept in it hides addresses until digest_full().
 */
struct digest *digest_empty(const struct digest_options *options);
void digest_full(struct digest *digest);

/*
 * What was read and where clusters stand, without any of them, at `end` (DATE_UNKNOWN: nothing is
 * known); as digest_new().
 */
struct digest *digest_overview_new(
	struct store *store, const struct digest_options *options, gint64 end, GError **error);

/* ---- reports: digest_reports.c, digest_rows.c, digest_evidence.c ------------------ */

void digest_report_free(struct digest_report *report);
void digest_row_free(void *row);

/* Those of the period, all kinds, into the digest. */
gboolean digest_reports_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error);

/* One by its Message-ID, of whatever time; *ret NULL: there is none. */
gboolean digest_report_get(struct digest *digest, struct store *store, const char *message_id,
	struct digest_report **ret, GError **error);

/* One that is not in the store, by the claims of it that an answer repeats. */
struct digest_report *digest_report_retold(struct digest *digest, const char *message_id);
struct store_cluster_member;
void digest_report_retell(struct digest *digest, struct digest_report *report,
	const struct store_cluster_member *member);

/* All that a card shows of it, once: boxes, rows, steps to run it again, warnings. */
gboolean digest_report_read(
	struct digest *digest, struct store *store, struct digest_report *report, GError **error);

/* Which column of a table is the commit's, from 1; the first behind the base where none is. */
guint digest_blamed_column(const struct store_table *table, const char *commit);

/* Gives a claim the row that stands behind it, and its report the table's KPI rows when
 * the claim is the headline. */
gboolean digest_judge_claim(struct digest *digest, struct store *store, struct digest_claim *claim,
	const char *table, GError **error);

/* What it can be run again by; its bisection; what was doubtful in reading it. */
gboolean digest_evidence_read(
	struct digest *digest, struct store *store, struct digest_report *report, GError **error);

/* Grades the rows of reports that blame one commit, by Holm's correction. */
void digest_correct(const GPtrArray *reports);

/* ---- clusters ----------------------------------------------------------------------- */

/* Entries of the clusters that the period has news of, in no order yet. */
gboolean digest_clusters_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error);
/*
 * The entry of one cluster with all that was ever said of it, reports without performance,
 * too, at the end of `digest->all`.  No period ends, so it says nothing that time alone changes:
 * no age, and a score as fresh as its last report.
 */
gboolean digest_clusters_take(
	struct digest *digest, struct store *store, const char *id, GError **error);
void digest_entry_free(struct digest_entry *entry);

/* What own runs say of its reports. */
gboolean digest_verdicts_read(
	struct digest *digest, struct store *store, struct digest_entry *entry, GError **error);

/* Its claims in order, the one that leads, the score; then sections and ranks of all. */
void digest_score(struct digest *digest, struct digest_entry *entry);
void digest_rank(struct digest *digest);

/* ---- charts: digest_charts.c, digest_charts_views.c ---------------------------------------- */

/* A copy that lives as long as the digest, its texts by digest_keep(); NULL: it has no rows. */
const struct digest_chart *digest_chart_keep(struct digest *digest, const struct chart *chart);
/* The same of the first of the plots. */
const struct digest_chart *digest_chart_of_plots(struct digest *digest, struct plots *plots);

enum chart_tone digest_tone(enum verdict verdict);

/* Those of an entry; none behind the first DIGEST_CHARTED_MAX. */
void digest_chart_entry(struct digest *digest, struct digest_entry *entry);
/* The heat maps and the trend. */
void digest_chart_views(struct digest *digest);

/* ---- the whole --------------------------------------------------------------------- */

/* Where clusters stand, now, before, and week by week. */
gboolean digest_ledger_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error);

/* By subsystem; by test case; what is not borne out. */
void digest_views_init(struct digest *digest);
void digest_views_fill(struct digest *digest);
void digest_views_clear(struct digest *digest);

/* Counts, sources, method; diagnostics by kind. */
void digest_head_init(struct digest *digest);
gboolean digest_head_fill(struct digest *digest, struct store *store,
	const struct digest_options *options, GError **error);
void digest_head_clear(struct digest *digest);

/* The subject and the prose, from all the rest. */
void digest_tell(struct digest *digest);
