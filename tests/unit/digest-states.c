/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where clusters stand in the digests of two weeks, by stories that are written down by
 * hand: what is new, what came to an end, what is not told yet, what nothing was said of.
 */
#include "render/digest_model.h"
#include "store/clusters.h"
#include "tests/unit/digest-week.h"

#define UNIXBENCH "c-5c0a85fad949"
#define MEMCG "c-01d37228d331"
#define CPUIDLE "c-db86f55bf81a"

static void put_cluster(struct store_clusters *to, const char *id, const struct sample *report,
	enum state state, gint64 heard)
{
	const struct store_cluster_commit commit = {report->commit, report->title, "reported"};
	const struct store_cluster cluster = {
		.id = id,
		.commits = &commit,
		.n_commits = 1,
		.title = report->title,
		.subsystem = report->subsystem,
		.state = state,
		.first = report->date,
		.last = report->date,
		.changed = heard,
		.heard = heard,
		.regresses = report->verdict == VERDICT_REGRESSION,
		.improves = report->verdict == VERDICT_IMPROVEMENT,
		.reports = 1,
		.members = 1,
	};
	const struct store_cluster_member member = {.cluster = id,
		.message_id = report->id,
		.date = report->date,
		.testcase = report->testcase,
		.tbox_group = report->tbox_group,
		.metric = report->metric,
		.change = {report->change, sample_number(report->change), UNIT_PERCENT},
		.verdict = report->verdict};
	enum state began = state == STATE_IMPROVEMENT ? STATE_IMPROVEMENT : STATE_OPEN;
	const struct store_cluster_event reported = {id, report->date, "report", report->id, 1,
		"robot", NULL, "The robot reported it.", TRUE, began, began};

	g_assert_true(store_put_cluster(to, &cluster, NULL));
	g_assert_true(store_put_cluster_member(to, &member, NULL));
	g_assert_true(store_put_cluster_event(to, &reported, NULL));
}

static void put_step(struct store_clusters *to, const char *id, gint64 date, const char *kind,
	enum state before, enum state after)
{
	const struct store_cluster_event step = {id, date, kind, unixbench.id, 7, "a developer",
		"some words", "What it means.", before != after, before, after};

	g_assert_true(store_put_cluster_event(to, &step, NULL));
}

/* One is fixed in the second week, one stands, one was never bad. */
static void put_stories(struct sample_store *at)
{
	g_autoptr(GError) error = NULL;

	put_week(at);
	g_assert_true(store_begin_keeping(at->store, FALSE, &error));

	struct store_clusters *to = store_clusters_begin(at->store, "by hand", &error);

	g_assert_no_error(error);
	put_cluster(to, MEMCG, &memcg, STATE_OPEN, DAY(1));
	put_cluster(to, UNIXBENCH, &unixbench, STATE_FIXED, DAY(16));
	put_step(to, UNIXBENCH, DAY(8), "fix-proposed", STATE_OPEN, STATE_FIX_PROPOSED);
	put_step(to, UNIXBENCH, DAY(10), "merged", STATE_FIX_PROPOSED, STATE_FIXED);
	put_step(to, UNIXBENCH, DAY(16), "reply", STATE_FIXED, STATE_FIXED);
	put_cluster(to, CPUIDLE, &cpuidle, STATE_IMPROVEMENT, DAY(2));
	store_clusters_end(to);
	g_assert_true(store_commit(at->store, &error));
}

static struct digest *digest_of_days(struct sample_store *at, gint64 since, gint64 until)
{
	struct digest_options options = {STORE_FILTER_ALL, "a week", DATE_UNKNOWN, sample_rules()};
	g_autoptr(GError) error = NULL;

	options.filter.since = since;
	options.filter.until = until;

	struct digest *digest = digest_new(at->store, &options, &error);

	g_assert_no_error(error);
	return digest;
}

static const struct digest_entry *find(const struct digest *digest, const char *id)
{
	for (guint i = 0; i < digest->all->len; i++) {
		const struct digest_entry *entry = digest->all->pdata[i];

		if (!strcmp(entry->id, id))
			return entry;
	}
	return NULL;
}

static guint ledger_of(const struct digest *digest, enum state state, gboolean last)
{
	for (guint i = 0; i < digest->ledger.rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(digest->ledger.rows, struct digest_ledger_row, i);

		if (row->state == state)
			return last ? row->last : row->now;
	}
	return 0;
}

/* What came later is not told, but where it stands by now. */
static void test_first_week(void)
{
	struct sample_store at;

	put_stories(&at);

	struct digest *digest = digest_of_days(&at, DAY(0), DAY(7));
	const struct digest_entry *entry = find(digest, UNIXBENCH);
	struct digest_findings found = digest_findings(digest);

	g_assert_nonnull(entry);
	g_assert_cmpint(entry->section, ==, SECTION_REGRESSIONS);
	g_assert_cmpint(entry->state, ==, STATE_OPEN);
	g_assert_cmpint(entry->state_last, ==, STATES);
	g_assert_cmpint(entry->state_now, ==, STATE_FIXED);
	g_assert_true(entry->is_new);
	g_assert_cmpint(entry->age, ==, 7);
	g_assert_cmpuint(entry->steps->len, ==, 1);
	g_assert_cmpstr(digest->subject, ==, "[lkp-digest] a week: 2 new; 1 improvement");
	g_assert_cmpuint(ledger_of(digest, STATE_OPEN, FALSE), ==, 2);
	g_assert_cmpuint(ledger_of(digest, STATE_OPEN, TRUE), ==, 0);
	g_assert_cmpuint(found.regressions, ==, 2);
	g_assert_cmpuint(found.new_regressions, ==, 2);
	digest_free(digest);
	sample_store_close(&at);
}

static void test_second_week(void)
{
	struct sample_store at;

	put_stories(&at);

	struct digest *digest = digest_of_days(&at, DAY(7), DAY(14));
	const struct digest_entry *entry = find(digest, UNIXBENCH);
	struct digest_findings found = digest_findings(digest);

	g_assert_nonnull(entry);
	g_assert_null(find(digest, MEMCG)); /* nothing was said of it */
	g_assert_null(find(digest, CPUIDLE));
	g_assert_cmpint(entry->section, ==, SECTION_SETTLED);
	g_assert_cmpint(entry->state, ==, STATE_FIXED);
	g_assert_cmpint(entry->state_last, ==, STATE_OPEN);
	g_assert_cmpint(entry->changed, ==, DAY(10));
	g_assert_false(entry->is_new);
	g_assert_cmpuint(entry->steps->len, ==, 3);
	/* It passed through fix-proposed, and is counted where it came to. */
	g_assert_cmpstr(digest->subject, ==, "[lkp-digest] a week: 1 fixed");
	g_assert_cmpuint(ledger_of(digest, STATE_OPEN, FALSE), ==, 1);
	g_assert_cmpuint(ledger_of(digest, STATE_OPEN, TRUE), ==, 2);
	g_assert_cmpuint(ledger_of(digest, STATE_FIXED, FALSE), ==, 1);
	g_assert_cmpuint(ledger_of(digest, STATE_IMPROVEMENT, FALSE), ==, 1);
	g_assert_cmpuint(digest->weeks->len, ==, 2);
	g_assert_cmpuint(found.regressions, ==, 0);
	g_assert_cmpuint(found.reached[STATE_FIXED], ==, 1);
	digest_free(digest);
	sample_store_close(&at);
}

/* A reply is news, though it changes nothing. */
static void test_third_week(void)
{
	struct sample_store at;

	put_stories(&at);

	struct digest *digest = digest_of_days(&at, DAY(14), DAY(21));

	g_assert_nonnull(find(digest, UNIXBENCH));
	g_assert_cmpstr(digest->subject, ==, "[lkp-digest] a week: nothing new");
	g_assert_cmpstr(digest->prose->pdata[0], ==,
		"No cluster moved from one state to another in the period.");
	digest_free(digest);
	sample_store_close(&at);
}

static void test_nothing_new(void)
{
	struct sample_store at;

	put_stories(&at);

	struct digest *digest = digest_of_days(&at, DAY(28), DAY(35));
	GString *text = digest_text(digest);

	g_assert_cmpuint(digest->all->len, ==, 0);
	g_assert_cmpstr(digest->subject, ==, "[lkp-digest] a week: nothing new");
	g_assert_cmpstr(digest->prose->pdata[0], ==,
		"Nothing new: there is no message of this period. 1 regression still stands.");
	g_assert_nonnull(strstr(text->str, "\nLedger\n"));
	g_assert_null(strstr(text->str, "\nRegressions\n"));
	g_string_free(text, TRUE);
	digest_free(digest);
	sample_store_close(&at);
}

/* By subsystem, whatever the letters' case; test cases x commits. */
static void test_views(void)
{
	struct sample_store at;

	put_stories(&at);

	struct digest *digest = digest_of_days(&at, DAY(0), DAY(7));
	const struct digest_area *area = digest->areas->pdata[0];
	const struct digest_heat *heat = &digest->heat;

	g_assert_cmpuint(digest->areas->len, ==, 3);
	g_assert_cmpstr(area->name, ==, "cpuidle");
	g_assert_cmpuint(heat->commits->len, ==, 3);
	g_assert_cmpuint(heat->cells->len, ==, heat->commits->len * heat->testcases->len);
	for (guint i = 0; i < heat->cells->len; i++) {
		const struct digest_claim *claim = heat->cells->pdata[i];

		if (claim)
			g_assert_cmpstr(claim->testcase, ==,
				heat->testcases->pdata[i / heat->commits->len]);
	}
	digest_free(digest);
	sample_store_close(&at);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/digest-states/first-week", test_first_week);
	g_test_add_func("/digest-states/second-week", test_second_week);
	g_test_add_func("/digest-states/third-week", test_third_week);
	g_test_add_func("/digest-states/nothing-new", test_nothing_new);
	g_test_add_func("/digest-states/views", test_views);
	return g_test_run();
}
