/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many clusters stood where at a moment, by the steps of their stories. */
#include "store/clusters.h"
#include "tests/unit/store-lists.h"

#define DAY ((gint64)24 * 60 * 60)

struct fixture {
	struct place place;
	struct store *store;
	struct store_clusters *to;
};

static void put_cluster(struct fixture *f, const char *id, gint64 first, enum state state)
{
	static const char *const none[] = {NULL};
	const struct store_cluster_commit commit = {id + 2, "mm: a title", "reported"};
	const struct store_cluster cluster = {.id = id,
		.aliases = none,
		.commits = &commit,
		.n_commits = 1,
		.state = state,
		.first = first,
		.last = first,
		.changed = DATE_UNKNOWN,
		.heard = first,
		.regresses = TRUE,
		.reports = 1};
	GError *error = NULL;

	store_put_cluster(f->to, &cluster, &error);
	g_assert_no_error(error);
}

static void put_step(
	struct fixture *f, const char *id, gint64 date, enum state before, enum state after)
{
	const struct store_cluster_event event = {.cluster = id,
		.date = date,
		.kind = date == DATE_UNKNOWN ? "override" : "reply",
		.who = "somebody",
		.told = "says so",
		.changes = before != after,
		.before = before,
		.after = after};
	GError *error = NULL;

	store_put_cluster_event(f->to, &event, &error);
	g_assert_no_error(error);
}

static void set_up(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	GError *error = NULL;

	f->place = place_new();
	f->store = open_store(f->place.file, STORE_WRITE);
	g_assert_true(store_begin_keeping(f->store, FALSE, &error));
	f->to = store_clusters_begin(f->store, "test", &error);
	g_assert_no_error(error);
	put_cluster(f, "c-0000000000aa", 1 * DAY, STATE_FIXED);
	put_step(f, "c-0000000000aa", 1 * DAY, STATE_OPEN, STATE_OPEN);
	put_step(f, "c-0000000000aa", 3 * DAY, STATE_OPEN, STATE_FIX_PROPOSED);
	put_step(f, "c-0000000000aa", 5 * DAY, STATE_FIX_PROPOSED, STATE_FIXED);
	put_cluster(f, "c-0000000000bb", 2 * DAY, STATE_OPEN);
	put_step(f, "c-0000000000bb", 2 * DAY, STATE_OPEN, STATE_OPEN);
	put_cluster(f, "c-0000000000cc", 2 * DAY, STATE_WONTFIX);
	put_step(f, "c-0000000000cc", 4 * DAY, STATE_OPEN, STATE_ACKNOWLEDGED);
	put_step(f, "c-0000000000cc", DATE_UNKNOWN, STATE_ACKNOWLEDGED, STATE_WONTFIX);
	store_clusters_end(f->to);
	g_assert_true(store_commit(f->store, &error));
}

static void tear_down(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	close_store(f->store);
	place_remove(&f->place);
}

/* "open 2 fixed 1" */
static char *states_at(struct fixture *f, gint64 moment)
{
	struct store_filter all = STORE_FILTER_ALL;
	GString *text = g_string_new(NULL);
	guint counts[STATES];
	GError *error = NULL;

	store_states_at(f->store, &all, &moment, 1, counts, &error);
	g_assert_no_error(error);
	for (guint i = 0; i < STATES; i++)
		if (counts[i])
			g_string_append_printf(text, "%s%s %u", text->len ? " " : "",
				state_name((enum state)i), counts[i]);
	return g_string_free(text, FALSE);
}

static void at_moments(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	static const struct {
		gint64 moment;
		const char *states;
	} cases[] = {
		{1 * DAY, ""}, /* just before the first report */
		{1 * DAY + 1, "open 1"},
		{2 * DAY + 1, "open 2 wontfix 1"}, /* what the user decided holds always */
		{3 * DAY, "open 2 wontfix 1"},
		{3 * DAY + 1, "open 1 fix-proposed 1 wontfix 1"},
		{5 * DAY + 1, "open 1 fixed 1 wontfix 1"},
		{99 * DAY, "open 1 fixed 1 wontfix 1"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *states = states_at(f, cases[i].moment);

		g_assert_cmpstr(states, ==, cases[i].states);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/store-states/at-moments", struct fixture, NULL, set_up, at_moments, tear_down);
	return g_test_run();
}
