/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The moves of a perf-profile.  Its stats are named
 *   perf-profile.self.<event>.<function>, perf-profile.children.<event>.<function> and
 *   perf-profile.calltrace.<event>.<function>.<caller>.<its caller> ...
 */
#include "render/plot_parts.h"

#include <math.h>
#include <string.h>

#define SELF "perf-profile.self."
#define CHILDREN "perf-profile.children."
#define CHAIN "perf-profile.calltrace."

struct move {
	char *name;
	double self, children; /* NAN: not told */
	char *chain;           /* of the largest change among those that begin at the function */
	double chain_change;
};

struct plot_moves {
	GPtrArray *moves; /* of struct move * */
	GHashTable *by_name;
};

static void move_free(void *data)
{
	struct move *move = data;

	g_free(move->name);
	g_free(move->chain);
	g_free(move);
}

struct plot_moves *plot_moves_new(void)
{
	struct plot_moves *moves = g_new(struct plot_moves, 1);

	moves->moves = g_ptr_array_new_with_free_func(move_free);
	moves->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	return moves;
}

void plot_moves_free(struct plot_moves *moves)
{
	if (!moves)
		return;
	g_hash_table_unref(moves->by_name);
	g_ptr_array_unref(moves->moves);
	g_free(moves);
}

static struct move *move_of(struct plot_moves *moves, const char *name)
{
	struct move *move = g_hash_table_lookup(moves->by_name, name);

	if (move)
		return move;
	move = g_new(struct move, 1);
	*move = (struct move){g_strdup(name), NAN, NAN, NULL, 0};
	g_ptr_array_add(moves->moves, move);
	g_hash_table_insert(moves->by_name, move->name, move);
	return move;
}

/* What stands behind the prefix and the event; NULL: the stat is another. */
static const char *behind(const char *stat, const char *prefix)
{
	const char *dot =
		g_str_has_prefix(stat, prefix) ? strchr(stat + strlen(prefix), '.') : NULL;

	return dot && dot[1] ? dot + 1 : NULL;
}

static void see_chain(struct plot_moves *moves, const char *chain, double change)
{
	g_autofree char *name = g_strndup(chain, strcspn(chain, "."));
	struct move *move = move_of(moves, name);

	if (move->chain && fabs(change) <= fabs(move->chain_change))
		return;
	g_free(move->chain);
	move->chain = g_strdup(chain);
	move->chain_change = change;
}

void plot_moves_see(struct plot_moves *moves, const char *stat, double change)
{
	const char *self = behind(stat, SELF), *children = behind(stat, CHILDREN);
	const char *chain = behind(stat, CHAIN);

	if (!isfinite(change))
		return;
	if (self)
		move_of(moves, self)->self = change;
	else if (children)
		move_of(moves, children)->children = change;
	else if (chain)
		see_chain(moves, chain, change);
}

static double size_of(const struct move *move)
{
	return fmax(fabs(move->self), fabs(move->children)); /* which passes over NAN */
}

/* What moved most of itself, then with what it calls. */
static int by_size(gconstpointer a, gconstpointer b)
{
	const struct move *x = *(struct move *const *)a, *y = *(struct move *const *)b;
	double left = fmax(size_of(x), 0), right = fmax(size_of(y), 0);

	return left != right ? (left < right) - (left > right) : strcmp(x->name, y->name);
}

gboolean plots_add_moves(
	struct plots *plots, const struct plot_moves *moves, const char *test, const char *source)
{
	g_autoptr(GPtrArray) sorted = g_ptr_array_copy(moves->moves, NULL, NULL);
	struct plotted *plot;

	g_ptr_array_set_free_func(sorted, NULL);
	g_ptr_array_sort(sorted, by_size);
	if (!sorted->len || !(size_of(sorted->pdata[0]) > 0))
		return FALSE;

	g_autofree char *key = g_strconcat(test, "\n", source, NULL);

	plot = plots_get(plots, CHART_PROFILE, key);
	plot->chart.title = plots_keepf(plots, "Moves of the profile: %s", test);
	plot->chart.axis = "change of the share of time";
	plot->chart.unit = "points";
	plot->chart.source = plots_keep(plots, source);
	g_array_set_size(plot->rows, 0);
	for (guint i = 0; i < MIN(sorted->len, PLOT_MOVES_MAX); i++) {
		const struct move *move = sorted->pdata[i];

		if (size_of(move) > 0)
			plot_add(plot, (struct chart_row){
					       .label = plots_keep(plots, move->name),
					       .value = move->self,
					       .low = NAN,
					       .high = NAN,
					       .other = move->children,
					       .whole = plots_keep(plots, move->chain),
				       });
	}
	return TRUE;
}
