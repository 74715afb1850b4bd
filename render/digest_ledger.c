/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where clusters stand, now and before; the rule by which the subject counts. */
#include "render/digest_parts.h"
#include "store/clusters.h"

#define WEEK_SECONDS (7 * 24 * 60 * 60)
#define THURSDAY (3 * 24 * 60 * 60) /* 1970 began on one */

/* Narrowed as the digest is, at any time. */
static struct store_filter ever(const struct store_filter *filter)
{
	struct store_filter narrowed = *filter;

	narrowed.since = narrowed.until = DATE_UNKNOWN;
	return narrowed;
}

/* ---- ledger -------------------------------------------------------------------------- */

static gboolean count_now(const struct store_cluster *cluster, void *counts)
{
	if (cluster->regresses || cluster->improves)
		((guint *)counts)[cluster->state]++;
	return TRUE;
}

/* Where a period is open at its end, what has no date counts, too. */
static gboolean count_states(struct store *store, const struct store_filter *narrowed, gint64 until,
	guint counts[STATES], GError **error)
{
	if (until == DATE_UNKNOWN)
		return store_list_clusters(store, narrowed, count_now, counts, error);
	return store_states_at(store, narrowed, until, counts, error);
}

static gboolean fill_ledger(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	struct digest_ledger *ledger = &digest->ledger;
	struct store_filter narrowed = ever(filter);
	guint now[STATES] = {0}, last[STATES] = {0};
	ledger->has_last = digest->head.since != DATE_UNKNOWN;
	if (!count_states(store, &narrowed, digest->head.until, now, error) ||
		(ledger->has_last &&
			!store_states_at(store, &narrowed, digest->head.since, last, error)))
		return FALSE;
	for (int state = 0; state < STATES; state++) {
		const struct digest_ledger_row row = {(enum state)state, now[state], last[state]};

		if (row.now || row.last)
			g_array_append_val(ledger->rows, row);
	}
	return TRUE;
}

/* ---- trend ------------------------------------------------------------------------------ */

/* The beginning of the ISO week in which a moment lies. */
static gint64 monday_before(gint64 moment)
{
	gint64 since = (moment + THURSDAY) % WEEK_SECONDS;

	return moment - (since < 0 ? since + WEEK_SECONDS : since);
}

static const char *name_of_week(struct digest *digest, gint64 moment)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(moment);

	return time ? digest_keepf(digest, "%04d-W%02d", g_date_time_get_week_numbering_year(time),
			      g_date_time_get_week_of_year(time))
		    : "";
}

/* Weeks before anything was known tell nothing. */
static void drop_empty_weeks(GArray *weeks)
{
	static const guint none[STATES] = {0};

	while (weeks->len &&
		!memcmp(g_array_index(weeks, struct digest_week, 0).counts, none, sizeof(none)))
		g_array_remove_index(weeks, 0);
}

static gboolean same_throughout(const GArray *weeks)
{
	for (guint i = 1; i < weeks->len; i++)
		if (memcmp(g_array_index(weeks, struct digest_week, 0).counts,
			    g_array_index(weeks, struct digest_week, i).counts,
			    sizeof(guint) * STATES))
			return FALSE;
	return TRUE;
}

static gboolean fill_weeks(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	struct store_filter narrowed = ever(filter);
	gint64 end = digest->head.end;

	if (end == DATE_UNKNOWN)
		return TRUE;

	gint64 until = monday_before(end - 1) + WEEK_SECONDS;

	for (int i = DIGEST_WEEKS; i-- > 0;) {
		struct digest_week week = {.until = until - (gint64)i * WEEK_SECONDS};

		week.name = name_of_week(digest, week.until - 1);
		if (!store_states_at(store, &narrowed, MIN(week.until, end), week.counts, error))
			return FALSE;
		g_array_append_val(digest->weeks, week);
	}
	drop_empty_weeks(digest->weeks);
	if (same_throughout(digest->weeks))
		g_array_set_size(digest->weeks, 0);
	return TRUE;
}

/* ---- tally -------------------------------------------------------------------------------- */

/* A state counts once where it was reached in the period and still holds at its end. */
static void count_entry(struct digest *digest, const struct digest_entry *entry)
{
	struct digest_tally *tally = &digest->tally;
	gboolean is_new = entry->is_new || digest->head.since == DATE_UNKNOWN, reached = FALSE;

	if (is_new && entry->regresses)
		tally->fresh++;
	else if (is_new)
		*(entry->improves ? &tally->improvements : &tally->unjudged) += 1;
	for (guint i = 0; i < entry->steps->len; i++) {
		const struct digest_step *step = entry->steps->pdata[i];

		reached |= step->changes && step->in_period && step->after == entry->state;
	}
	if (reached && entry->regresses && entry->state != STATE_OPEN)
		tally->reached[entry->state]++;
}

gboolean digest_ledger_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	for (guint i = 0; i < digest->all->len; i++)
		count_entry(digest, digest->all->pdata[i]);
	return fill_ledger(digest, store, filter, error) &&
	       fill_weeks(digest, store, filter, error);
}

struct digest_findings digest_findings(const struct digest *digest)
{
	struct digest_findings found = {0};

	memcpy(found.reached, digest->tally.reached, sizeof found.reached);
	for (guint i = 0; i < digest->all->len; i++) {
		const struct digest_entry *entry = digest->all->pdata[i];

		if (!entry->regresses)
			continue;
		found.regressions += !state_is_settled(entry->state);
		found.new_regressions += (entry->is_new || digest->head.since == DATE_UNKNOWN) &&
					 entry->state != STATE_INVALID;
	}
	return found;
}
