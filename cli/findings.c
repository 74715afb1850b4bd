/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/findings.h"

#include "cli/clustered.h"
#include "cli/talk.h"
#include "render/digest_words.h"
#include "store/clusters.h"

struct findings findings_of_summary(const struct summary *summary)
{
	struct findings findings = {
		.failed = summary_failed(summary),
		.inconsistent = summary->inconsistent,
	};

	memcpy(findings.diags, summary->diags, sizeof findings.diags);
	return findings;
}

struct findings findings_of_diags(const guint64 *diags)
{
	struct findings findings = {0};

	memcpy(findings.diags, diags, sizeof findings.diags);
	return findings;
}

struct count {
	const struct store_filter *period;
	struct findings *findings;
};

static gboolean count_cluster(const struct store_cluster *cluster, void *data)
{
	const struct count *count = data;
	struct findings *findings = count->findings;

	if (!cluster->regresses)
		return TRUE;
	findings->regressions += !state_is_settled(cluster->state);
	findings->new_regressions +=
		cluster->state != STATE_INVALID && store_in_period(count->period, cluster->first);
	findings->reached[cluster->state] += store_in_period(count->period, cluster->changed);
	return TRUE;
}

static gboolean find_regressions(struct store *store, const struct options *options,
	struct findings *findings, GError **error)
{
	struct count count = {&options->filter, findings};

	return clustered(store, options, error) &&
	       store_list_clusters(store, &options->filter, count_cluster, &count, error);
}

static gboolean asks_for_regressions(const struct options *options)
{
	return options->fail_on & (FAIL_ON_REGRESSION | FAIL_ON_NEW_REGRESSION) ||
	       options->fail_on_states;
}

static gboolean asks_for_anything(const struct options *options)
{
	guint asked = options->fail_on | options->fail_on_states;

	for (int id = 0; id < DIAG_COUNT; id++)
		asked |= (guint)options->fail_on_diag[id];
	return asked != 0;
}

static gboolean find_totals(struct store *store, const struct options *options,
	struct findings *findings, GError **error)
{
	struct store_totals totals;

	if (!store_totals(store, &options->filter, &totals, error))
		return FALSE;
	findings->inconsistent = totals.inconsistent;
	memcpy(findings->diags, totals.diags, sizeof totals.diags);
	return TRUE;
}

gboolean findings_of_store(struct store *store, const struct options *options,
	struct findings *ret_findings, GError **error)
{
	*ret_findings = (struct findings){0};
	if (!asks_for_anything(options))
		return TRUE;
	return find_totals(store, options, ret_findings, error) &&
	       (!asks_for_regressions(options) ||
		       find_regressions(store, options, ret_findings, error));
}

gboolean findings_of_digest(const struct digest *digest, struct store *store,
	const struct options *options, struct findings *ret_findings, GError **error)
{
	const struct digest_findings told = digest_findings(digest);

	*ret_findings = (struct findings){
		.regressions = told.regressions, .new_regressions = told.new_regressions};
	for (int state = 0; state < STATES; state++)
		ret_findings->reached[state] = told.reached[state];
	return !asks_for_anything(options) || find_totals(store, options, ret_findings, error);
}

static gboolean found(gboolean asked, guint64 n, const char *one, const char *many)
{
	if (!asked || !n)
		return FALSE;

	g_autofree char *counted = words_plural(n, one, many);

	talk("found: %s", counted);
	return TRUE;
}

enum exit_status findings_status(const struct findings *f, const struct options *options)
{
	guint64 doubts = 0;
	gboolean any;

	for (int id = 0; id < DIAG_COUNT; id++)
		if (diag_level((enum diag_id)id) != DIAG_NOTE)
			doubts += f->diags[id];
	any = found(options->strict, f->failed, "document that failed", "documents that failed");
	any |= found(
		options->fail_on & FAIL_ON_REGRESSION, f->regressions, "regression", "regressions");
	any |= found(options->fail_on & FAIL_ON_NEW_REGRESSION, f->new_regressions,
		"new regression", "new regressions");
	for (int state = 0; state < STATES; state++)
		any |= found(options->fail_on_states & 1u << state, f->reached[state],
			state_name((enum state)state), state_name((enum state)state));
	any |= found(options->fail_on & FAIL_ON_INCONSISTENT, f->inconsistent, "inconsistent row",
		"inconsistent rows");
	any |= found(options->fail_on & FAIL_ON_DIFFERENT, f->different, "different row",
		"different rows");
	any |= found(options->fail_on & FAIL_ON_MISSING, f->missing, "row without runs",
		"rows without runs");
	any |= found(options->fail_on & FAIL_ON_DIAGNOSTICS, doubts, "warning or error",
		"warnings and errors");
	for (int id = 0; id < DIAG_COUNT; id++)
		any |= found(options->fail_on_diag[id], f->diags[id], diag_name((enum diag_id)id),
			diag_name((enum diag_id)id));
	return any ? EXIT_FOUND : EXIT_DONE;
}
