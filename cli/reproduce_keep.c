/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_keep.h"

#include "store/reproductions.h"

#include <math.h>

static struct store_reproduced stat_of(const struct judged_stat *stat)
{
	const struct reproduced *result = &stat->result;

	return (struct store_reproduced){
		.stat = stat->stat,
		.is_headline = stat->is_headline,
		.verdict = reproduction_name(result->verdict),
		.unit = result->unit,
		.reported = judged_change(result, result->reported),
		.found = judged_change(result, result->found),
		.low = judged_change(result, result->ci.low),
		.high = judged_change(result, result->ci.high),
		.ratio = result->ratio,
		.ratio_low = isfinite(result->ratio_ci.low) ? result->ratio_ci.low : NAN,
		.ratio_high = isfinite(result->ratio_ci.high) ? result->ratio_ci.high : NAN,
		.base_runs = result->runs[0],
		.head_runs = result->runs[1],
		.wanted = result->wanted,
		.baseline = judged_change(result, result->baseline),
		.other_baseline = result->other_baseline,
	};
}

gboolean reproduce_keep(struct store *store, const struct judged *judged, GError **error)
{
	g_autoptr(GArray) stats = g_array_new(FALSE, FALSE, sizeof(struct store_reproduced));
	const struct reported *reported = judged->reported;
	struct store_reproduction reproduction = {
		.message_id = reported->message_id,
		.table = reported->table,
		.base = judged->side[0].commit,
		.head = judged->side[1].commit,
		.base_root = judged->side[0].root,
		.head_root = judged->side[1].root,
		.tbox_group = judged->tbox_group,
		.same_machine = judged->same_machine,
		.attempt = judged->is_second ? 2 : 1,
		.wrap = judged_wrap(judged),
		.date = MAX(judged->side[0].date, judged->side[1].date),
	};
	g_autofree char *apart = NULL;

	for (guint i = 0; i < judged->stats->len; i++)
		g_array_append_val(
			stats, (struct store_reproduced[]){stat_of(judged->stats->pdata[i])}[0]);
	g_ptr_array_add(judged->apart, NULL);
	apart = g_strjoinv("; ", (char **)judged->apart->pdata);
	g_ptr_array_remove_index(judged->apart, judged->apart->len - 1);
	reproduction.apart = *apart ? apart : NULL;
	reproduction.stats = (const struct store_reproduced *)(gpointer)stats->data;
	reproduction.n_stats = stats->len;
	if (!store_begin(store, error))
		return FALSE;
	if (store_put_reproduction(store, &reproduction, error))
		return store_commit(store, error);
	store_rollback(store);
	return FALSE;
}
