/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/addresses.h"
#include "cli/clustered.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "render/listing.h"
#include "store/reproductions.h"

/* Where one list goes: JSON Lines or a table. */
struct printer {
	struct listing *listing;     /* NULL: JSON */
	const struct people *people; /* whose addresses are hidden */
};

static void print(const char *text, void *data)
{
	(void)data;
	output_print(text);
}

static gboolean print_json(const struct printer *to, json_t *json)
{
	people_hide_json(to->people, json);

	char *line = json_line(json);

	output_printf("%s\n", line);
	g_free(line);
	json_decref(json);
	return !output_failed();
}

typedef const struct store_filter *filter_t;

/* One thing of a query to a line; FALSE ends the query. */
#define EACH(thing)                                                                                \
	static gboolean each_##thing(const struct store_##thing *thing, void *data)                \
	{                                                                                          \
		const struct printer *to = data;                                                   \
                                                                                                   \
		if (!to->listing)                                                                  \
			return print_json(to, json_of_##thing(thing));                             \
		listing_add_##thing(to->listing, thing);                                           \
		return !output_failed();                                                           \
	}

/* All of one kind. */
#define LIST(thing)                                                                                \
	EACH(thing)                                                                                \
	static gboolean list_##thing##s(                                                           \
		struct store *store, filter_t filter, struct printer *to, GError **error)          \
	{                                                                                          \
		return store_list_##thing##s(store, filter, each_##thing, to, error);              \
	}

LIST(report)
LIST(message)
LIST(move)
LIST(table)
LIST(row)
LIST(plot)
LIST(figure)
LIST(citation)
LIST(diff)
LIST(job)
LIST(diag)
LIST(commit)
LIST(event)
LIST(run)
LIST(reproduction)
EACH(source)

static gboolean list_sources(
	struct store *store, filter_t filter, struct printer *to, GError **error)
{
	(void)filter;
	return store_list_sources(store, each_source, to, error);
}

struct sample_printer {
	struct printer *to;
	struct store *store;
	const char *run;
	GError **error;
	gboolean failed;
};

static gboolean each_sample(const struct store_sample *sample, void *data)
{
	const struct sample_printer *p = data;

	if (!p->to->listing)
		return print_json(p->to, json_of_sample(p->run, sample));
	listing_add_sample(p->to->listing, p->run, sample);
	return !output_failed();
}

static gboolean each_run_of_samples(const struct store_run *run, void *data)
{
	struct sample_printer *p = data;

	p->run = run->name;
	p->failed = !store_list_samples(p->store, run->id, each_sample, p, p->error);
	return !p->failed && !output_failed();
}

static gboolean list_samples(
	struct store *store, filter_t filter, struct printer *to, GError **error)
{
	struct sample_printer p = {to, store, NULL, error, FALSE};

	return store_list_runs(store, filter, each_run_of_samples, &p, error) && !p.failed;
}

struct cluster_printer {
	struct printer *to;
	struct store *store;
	GError **error;
	gboolean failed;
};

static gboolean each_cluster(const struct store_cluster *cluster, void *data)
{
	struct cluster_printer *p = data;

	if (p->to->listing) {
		listing_add_cluster(p->to->listing, cluster);
		return !output_failed();
	}
	json_t *json = json_of_cluster(cluster, p->store, p->error);
	p->failed = !json;
	return json && print_json(p->to, json);
}

static gboolean list_clusters(
	struct store *store, filter_t filter, struct printer *to, GError **error)
{
	struct cluster_printer p = {to, store, error, FALSE};

	return store_list_clusters(store, filter, each_cluster, &p, error) && !p.failed;
}

static const struct kind {
	const char *name;
	gboolean (*list)(struct store *, filter_t, struct printer *, GError **);
	struct listing *(*table)(guint width, listing_print_fn print, void *data);
} kinds[] = {
	{"reports", list_reports, listing_of_reports},
	{"tables", list_tables, listing_of_tables},
	{"rows", list_rows, listing_of_rows},
	{"citations", list_citations, listing_of_citations},
	{"changes", list_moves, listing_of_moves},
	{"messages", list_messages, listing_of_messages},
	{"plots", list_plots, listing_of_plots},
	{"figures", list_figures, listing_of_figures},
	{"diffs", list_diffs, listing_of_diffs},
	{"jobs", list_jobs, listing_of_jobs},
	{"commits", list_commits, listing_of_commits},
	{"clusters", list_clusters, listing_of_clusters},
	{"events", list_events, listing_of_events},
	{"runs", list_runs, listing_of_runs},
	{"samples", list_samples, listing_of_samples},
	{"reproductions", list_reproductions, listing_of_reproductions},
	{"diagnostics", list_diags, listing_of_diags},
	{"sources", list_sources, listing_of_sources},
};

static const struct kind *kind_find(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (!strcmp(name, kinds[i].name))
			return &kinds[i];
	return NULL;
}

static enum exit_status refuse(const char *name)
{
	g_autoptr(GString) names = g_string_new(kinds[0].name);

	for (guint i = 1; i < G_N_ELEMENTS(kinds); i++)
		g_string_append_printf(
			names, "%s%s", i + 1 < G_N_ELEMENTS(kinds) ? ", " : " and ", kinds[i].name);
	return talk_usage("list: there are no '%s'; there are %s", name, names->str);
}

/* ---- what the filter names ----------------------------------------------------------- */

static gboolean has_filter(filter_t f)
{
	return f->since != DATE_UNKNOWN || f->until != DATE_UNKNOWN || f->commit || f->subsystem ||
	       f->testcase || f->machine || f->list || f->kind < MESSAGE_KINDS || f->message;
}

/* Filters that would do nothing. */
static enum exit_status refuse_filter(const struct kind *kind, filter_t filter)
{
	if (filter->table && kind->list != list_rows && kind->list != list_tables)
		return talk_usage("list: --table is of rows and tables, not of %s", kind->name);
	if ((filter->unanswered || filter->retracted) && kind->list != list_reports)
		return talk_usage("list: --%s is of reports, not of %s",
			filter->unanswered ? "unanswered" : "retracted", kind->name);
	if (kind->list == list_sources && has_filter(filter))
		return talk_usage("list: sources have no filters");
	return EXIT_DONE;
}

/* Regressions that are to be found are clusters, too. */
static gboolean makes_clusters(const struct kind *kind, const struct options *options)
{
	return kind->list == list_clusters || options->fail_on_states ||
	       options->fail_on & (FAIL_ON_REGRESSION | FAIL_ON_NEW_REGRESSION);
}

static gboolean found_message(const struct store_message *message, void *data)
{
	(void)message;
	*(gboolean *)data = TRUE;
	return FALSE;
}

static gboolean found_table(const struct store_table *table, void *data)
{
	(void)table;
	*(gboolean *)data = TRUE;
	return FALSE;
}

/* EXIT_USAGE, said: the store has not the one message or table that is named. */
static enum exit_status look_up(struct store *store, filter_t filter, GError **error)
{
	struct store_filter message = STORE_FILTER_ALL, table = STORE_FILTER_ALL;
	gboolean has_message = !filter->message, has_table = !filter->table;

	message.message = filter->message;
	table.table = filter->table;
	if (!has_message &&
		!store_list_messages(store, &message, found_message, &has_message, error))
		return EXIT_SYSTEM;
	if (!has_table && !store_list_tables(store, &table, found_table, &has_table, error))
		return EXIT_SYSTEM;
	if (!has_message)
		return talk_usage("list: the store has no message '%s'", filter->message);
	return has_table ? EXIT_DONE
			 : talk_usage("list: the store has no table '%s'", filter->table);
}

/* ---- the command --------------------------------------------------------------------- */

static gboolean list(struct store *store, const struct kind *kind, const struct options *options,
	struct findings *ret_findings, GError **error)
{
	struct people *people;

	if (!addresses_take(options, FALSE, store, &people, error))
		return FALSE;
	struct printer to = {
		options->json ? NULL : kind->table(output_width(), print, NULL), people};
	if (to.listing)
		listing_hide(to.listing, people);
	gboolean done = (kind->list != list_clusters || clustered(store, options, error)) &&
			kind->list(store, &options->filter, &to, error);

	if (to.listing)
		listing_end(to.listing);
	people_free(people);
	return done && findings_of_store(store, options, ret_findings, error);
}

enum exit_status command_list(const struct options *options)
{
	const struct kind *kind = kind_find(options->arguments[0]);
	g_autoptr(GError) error = NULL;
	struct findings findings;

	if (!kind)
		return refuse(options->arguments[0]);
	if (refuse_filter(kind, &options->filter) != EXIT_DONE)
		return EXIT_USAGE;
	if (options->clusters_given && !makes_clusters(kind, options))
		return talk_usage(
			"list: --linux and --overrides are of clusters, not of %s", kind->name);
	struct store *store = store_open(options->store, STORE_READ, &error);
	if (!store)
		return talk_system(error);
	enum exit_status status = look_up(store, &options->filter, &error);
	if (status == EXIT_DONE && !list(store, kind, options, &findings, &error))
		status = EXIT_SYSTEM;
	store_close(store, NULL);
	if (status == EXIT_SYSTEM)
		return talk_system(error);
	return status == EXIT_DONE ? findings_status(&findings, options) : status;
}
