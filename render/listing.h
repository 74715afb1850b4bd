/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `list` and `show` print: JSON objects as scripts rely on (doc/lkpdigest.1), and
 * tables for people in which text of strangers is made safe (base/show.h).
 */
#pragma once

#include "store/clusters.h"
#include "store/reproductions.h"
#include "store/store.h"

#include <jansson.h>

/* ---- JSON ------------------------------------------------------------------- */

/*
 * Objects whose keys stand in the order of the manual; NULL, NAN and infinities are
 * null.  Each is the caller's.
 */
json_t *json_of_report(const struct store_report *report);
/* What `list reports` does not tell: claim, subsystem, compiler, kconfig, head, link, parameters.
 */
json_t *json_of_details(const struct store_report *report);
json_t *json_of_message(const struct store_message *message);
json_t *json_of_table(const struct store_table *table);
json_t *json_of_row(const struct store_row *row);
json_t *json_of_citation(const struct store_citation *citation);
json_t *json_of_impact(const struct store_impact *impact);
json_t *json_of_move(const struct store_move *move);
json_t *json_of_plot(const struct store_plot *plot);
json_t *json_of_job(const struct store_job *job);
json_t *json_of_figure(const struct store_figure *figure);
json_t *json_of_finding(const struct store_finding *finding);
json_t *json_of_diff(const struct store_diff *diff);
json_t *json_of_command(const struct store_command *command);
json_t *json_of_attachment(const struct store_attachment *attachment);
json_t *json_of_source(const struct store_source *source);
json_t *json_of_diag(const struct store_diag *diag);
json_t *json_of_commit(const struct store_commit *commit);
json_t *json_of_event(const struct store_event *event);
json_t *json_of_shown(const struct store_shown *shown);
json_t *json_of_run(const struct store_run *run);
json_t *json_of_run_fields(const struct store_run *run); /* of its job.yaml */
json_t *json_of_reproduction(const struct store_reproduction *reproduction);
json_t *json_of_sample(const char *run, const struct store_sample *sample);

/* RFC 3339 in UTC; null for DATE_UNKNOWN. */
json_t *json_of_date(gint64 seconds);

/*
 * One line without LF: ASCII, so that no character of a mail can reach a terminal
 * raw; 15 digits, which give every printed number back as it was.  Free with g_free().
 */
char *json_line(const json_t *json);

/* ---- tables for people ------------------------------------------------------ */

struct listing_column {
	const char *head; /* NULL in all: no line of heads */
	gboolean right;   /* aligned */
};

typedef void (*listing_print_fn)(const char *text, void *data);

struct listing;

/*
 * Columns as wide as the first LISTING_SAMPLE rows want them; lines cut to `width`
 * columns of a terminal unless it is 0.  `columns` must outlive it.
 */
#define LISTING_SAMPLE 500
struct listing *listing_new(const struct listing_column *columns, guint n_columns, guint width,
	listing_print_fn print, void *data);

struct people;
/* From now on without their addresses (render/people.h). */
void listing_hide(struct listing *listing, const struct people *people);

/* One cell a column, raw text of strangers allowed; NULL prints as "-". */
void listing_add(struct listing *listing, const char *const *cells);

/* Prints what is still held, and frees it. */
void listing_end(struct listing *listing);

/* What the columns of each thing are. */
struct listing *listing_of_reports(guint width, listing_print_fn print, void *data);
struct listing *listing_of_messages(guint width, listing_print_fn print, void *data);
struct listing *listing_of_tables(guint width, listing_print_fn print, void *data);
struct listing *listing_of_rows(guint width, listing_print_fn print, void *data);
struct listing *listing_of_moves(guint width, listing_print_fn print, void *data);
struct listing *listing_of_plots(guint width, listing_print_fn print, void *data);
struct listing *listing_of_citations(guint width, listing_print_fn print, void *data);
struct listing *listing_of_figures(guint width, listing_print_fn print, void *data);
struct listing *listing_of_diffs(guint width, listing_print_fn print, void *data);
struct listing *listing_of_jobs(guint width, listing_print_fn print, void *data);
struct listing *listing_of_sources(guint width, listing_print_fn print, void *data);
struct listing *listing_of_diags(guint width, listing_print_fn print, void *data);
struct listing *listing_of_commits(guint width, listing_print_fn print, void *data);
struct listing *listing_of_events(guint width, listing_print_fn print, void *data);
struct listing *listing_of_runs(guint width, listing_print_fn print, void *data);
struct listing *listing_of_reproductions(guint width, listing_print_fn print, void *data);
struct listing *listing_of_samples(guint width, listing_print_fn print, void *data);
struct listing *listing_of_clusters(guint width, listing_print_fn print, void *data);

void listing_add_report(struct listing *listing, const struct store_report *report);
void listing_add_message(struct listing *listing, const struct store_message *message);
void listing_add_table(struct listing *listing, const struct store_table *table);
void listing_add_row(struct listing *listing, const struct store_row *row);
void listing_add_move(struct listing *listing, const struct store_move *move);
void listing_add_plot(struct listing *listing, const struct store_plot *plot);
void listing_add_citation(struct listing *listing, const struct store_citation *citation);
void listing_add_figure(struct listing *listing, const struct store_figure *figure);
void listing_add_diff(struct listing *listing, const struct store_diff *diff);
void listing_add_job(struct listing *listing, const struct store_job *job);
void listing_add_source(struct listing *listing, const struct store_source *source);
void listing_add_diag(struct listing *listing, const struct store_diag *diag);
void listing_add_commit(struct listing *listing, const struct store_commit *commit);
void listing_add_event(struct listing *listing, const struct store_event *event);
void listing_add_run(struct listing *listing, const struct store_run *run);
void listing_add_reproduction(
	struct listing *listing, const struct store_reproduction *reproduction);
void listing_add_sample(
	struct listing *listing, const char *run, const struct store_sample *sample);

/* ---- clusters --------------------------------------------------------------- */

/* Reads what is the cluster's from the store, also in a list's callback; NULL with *error. */
json_t *json_of_cluster(const struct store_cluster *cluster, struct store *store, GError **error);
/* With all that is known of it. */
json_t *json_of_whole_cluster(
	const struct store_cluster *cluster, struct store *store, GError **error);
void listing_add_cluster(struct listing *listing, const struct store_cluster *cluster);
