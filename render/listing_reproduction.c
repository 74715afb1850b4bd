/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reported changes that were run again, as a list has them. */
#include "render/json_value.h"
#include "render/listing.h"

#include <math.h>

static json_t *stat_value(const struct store_reproduced *s)
{
	json_t *object = json_object();

	value_set(object, "stat", value_text(s->stat));
	value_set(object, "headline", json_boolean(s->is_headline));
	value_set(object, "verdict", value_text(s->verdict));
	value_set(object, "unit", json_string(unit_name(s->unit)));
	value_set(object, "reported", value_number(s->reported));
	value_set(object, "found", value_number(s->found));
	value_set(object, "low", value_number(s->low));
	value_set(object, "high", value_number(s->high));
	value_set(object, "ratio", value_number(s->ratio));
	value_set(object, "ratio_low", value_number(s->ratio_low));
	value_set(object, "ratio_high", value_number(s->ratio_high));
	value_set(object, "base_runs", value_count(s->base_runs));
	value_set(object, "head_runs", value_count(s->head_runs));
	value_set(object, "wanted", s->wanted ? value_count(s->wanted) : json_null());
	value_set(object, "baseline", value_number(s->baseline));
	value_set(object, "other_baseline", json_boolean(s->other_baseline));
	return object;
}

json_t *json_of_reproduction(const struct store_reproduction *r)
{
	json_t *object = json_object(), *stats = json_array();

	for (guint i = 0; i < r->n_stats; i++)
		json_array_append_new(stats, stat_value(&r->stats[i]));
	value_set(object, "message_id", value_text(r->message_id));
	value_set(object, "table", value_text(r->table));
	value_set(object, "base", value_text(r->base));
	value_set(object, "head", value_text(r->head));
	value_set(object, "base_root", value_text(r->base_root));
	value_set(object, "head_root", value_text(r->head_root));
	value_set(object, "tbox_group", value_text(r->tbox_group));
	value_set(object, "same_machine", json_boolean(r->same_machine));
	value_set(object, "attempt", value_count(r->attempt));
	value_set(object, "date", json_of_date(r->date));
	value_set(object, "wrap", value_text(r->wrap));
	value_set(object, "apart", value_text(r->apart));
	value_set(object, "verdict",
		value_text(r->n_stats && r->stats[0].is_headline ? r->stats[0].verdict : NULL));
	value_set(object, "stats", stats);
	return object;
}

struct listing *listing_of_reproductions(guint width, listing_print_fn print, void *data)
{
	static const struct listing_column columns[] = {{"VERDICT"}, {"REPORTED", TRUE},
		{"FOUND", TRUE}, {"RUNS"}, {"STAT"}, {"MACHINE"}, {"MESSAGE-ID"}};

	return listing_new(columns, G_N_ELEMENTS(columns), width, print, data);
}

static char *change_text(double change, enum unit unit)
{
	if (isnan(change))
		return NULL;
	return g_strdup_printf("%+.1f%s", change, unit == UNIT_PERCENT ? "%" : "");
}

void listing_add_reproduction(struct listing *listing, const struct store_reproduction *r)
{
	for (guint i = 0; i < r->n_stats; i++) {
		const struct store_reproduced *s = &r->stats[i];
		g_autofree char *reported = change_text(s->reported, s->unit);
		g_autofree char *found = change_text(s->found, s->unit);
		g_autofree char *runs = g_strdup_printf("%u:%u", s->base_runs, s->head_runs);
		const char *cells[] = {
			s->verdict, reported, found, runs, s->stat, r->tbox_group, r->message_id};

		listing_add(listing, cells);
	}
}
