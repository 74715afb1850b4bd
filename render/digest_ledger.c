/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where clusters stand, now and before; the rule by which the subject counts. */
#include "base/week.h"
#include "render/digest_parts.h"
#include "store/clusters.h"

/* Narrowed as the digest is, at any time. */
static struct store_filter ever(const struct store_filter *filter)
{
	struct store_filter narrowed = *filter;

	narrowed.since = narrowed.until = DATE_UNKNOWN;
	return narrowed;
}

/* ---- ledger -------------------------------------------------------------------------- */

/* Where a period is open at its end, what has no date counts, too. */
static gboolean count_now(const struct store_cluster *cluster, void *counts)
{
	if (cluster->performs)
		((guint *)counts)[cluster->state]++;
	return TRUE;
}

static void add_rows(struct digest_ledger *ledger, const guint *now, const guint *last)
{
	for (int state = 0; state < STATES; state++) {
		const struct digest_ledger_row row = {(enum state)state, now[state], last[state]};

		if (row.now || row.last)
			g_array_append_val(ledger->rows, row);
	}
}

/* ---- trend ------------------------------------------------------------------------------ */

static const char *name_of_week(struct digest *digest, gint64 moment)
{
	g_autofree char *name = week_name(moment);

	return name ? digest_keep(digest, name) : "";
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

/* The end of the period, its beginning, then the weeks: asked for at once. */
#define MOMENTS (2 + DIGEST_WEEKS)

static void add_weeks(struct digest *digest, const gint64 *untils, const guint (*counts)[STATES])
{
	for (guint i = 0; i < DIGEST_WEEKS; i++) {
		struct digest_week week = {
			.name = name_of_week(digest, untils[i] - 1), .until = untils[i]};

		memcpy(week.counts, counts[i], sizeof week.counts);
		g_array_append_val(digest->weeks, week);
	}
	drop_empty_weeks(digest->weeks);
	if (same_throughout(digest->weeks))
		g_array_set_size(digest->weeks, 0);
}

static gboolean fill_moments(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	const struct digest_head *head = &digest->head;
	struct store_filter narrowed = ever(filter);
	gint64 end = head->end == DATE_UNKNOWN ? 0 : head->end;
	gint64 until = week_begin(end - 1) + WEEK_SECONDS;
	gint64 moments[MOMENTS] = {end, head->since == DATE_UNKNOWN ? G_MININT64 : head->since};
	gint64 untils[DIGEST_WEEKS];
	guint counts[MOMENTS][STATES];

	for (int i = 0; i < DIGEST_WEEKS; i++) {
		untils[i] = until - (gint64)(DIGEST_WEEKS - 1 - i) * WEEK_SECONDS;
		moments[2 + i] = MIN(untils[i], end);
	}
	if (!store_states_at(store, &narrowed, moments, MOMENTS, counts[0], error))
		return FALSE;
	if (head->until == DATE_UNKNOWN) {
		memset(counts[0], 0, sizeof counts[0]);
		if (!store_list_clusters(store, &narrowed, count_now, counts[0], error))
			return FALSE;
	}
	digest->ledger.has_last = head->since != DATE_UNKNOWN;
	add_rows(&digest->ledger, counts[0], counts[1]);
	if (head->end != DATE_UNKNOWN)
		add_weeks(digest, untils, &counts[2]);
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
	return fill_moments(digest, store, filter, error);
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
