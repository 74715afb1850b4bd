/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/alias.h"

#include <math.h>

/* Half of what one printed decimal of a change can tell (.1 %): some stats are sampled a
 * moment apart, some are cut to whole numbers before they are summed up. */
#define RATIO_NOISE 5e-4
/* What rounding may leave open of a ratio that is to be told from others. */
#define RATIO_WIDTH_MAX 1e-2

/* ---- found by their numbers --------------------------------------------------------- */

static gboolean is_zero(struct slice change)
{
	for (gsize i = 0; i < change.len; i++)
		if (g_ascii_isalnum(change.at[i]) && change.at[i] != '0')
			return FALSE;
	return TRUE;
}

static gboolean may_have_alias(const struct alias_row *row)
{
	gboolean changes = FALSE;

	for (guint c = 0; c < row->n_cells; c++) {
		if (!(row->cells[c].means.low > 0))
			return FALSE;
		changes |= c && !is_zero(row->cells[c].change);
	}
	return changes;
}

static gboolean same_print(const struct alias_row *a, const struct alias_row *b)
{
	if (a->n_cells != b->n_cells)
		return FALSE;
	for (guint c = 0; c < a->n_cells; c++)
		if (a->cells[c].stddev != b->cells[c].stddev ||
			!slice_equal(a->cells[c].change, b->cells[c].change))
			return FALSE;
	return TRUE;
}

/* b / a */
static struct interval ratio_of(struct interval a, struct interval b)
{
	return (struct interval){b.low / a.high, b.high / a.low};
}

static gboolean constant_ratio(const struct alias_row *a, const struct alias_row *b)
{
	struct interval common = {0, INFINITY};

	for (guint c = 0; c < a->n_cells; c++) {
		struct interval ratio = ratio_of(a->cells[c].means, b->cells[c].means);

		if (!(ratio.high <= ratio.low * (1 + RATIO_WIDTH_MAX)))
			return FALSE;
		common.low = MAX(common.low, ratio.low);
		common.high = MIN(common.high, ratio.high);
	}
	return common.low <= common.high * (1 + RATIO_NOISE);
}

/* What two aliases print alike, as one string. */
static char *print_of(const struct alias_row *row)
{
	GString *print = g_string_new(NULL);

	for (guint c = 0; c < row->n_cells; c++)
		g_string_append_printf(
			print, "%.*s %d;", SLICE_ARG(row->cells[c].change), row->cells[c].stddev);
	return g_string_free(print, FALSE);
}

static guint first_like(const struct alias_row *rows, const GArray *firsts, guint i)
{
	for (guint k = 0; k < firsts->len; k++) {
		guint first = g_array_index(firsts, guint, k);

		if (same_print(&rows[first], &rows[i]) && constant_ratio(&rows[first], &rows[i]))
			return first;
	}
	return i;
}

void aliases_find(const struct alias_row *rows, guint n, guint *ret_first)
{
	/* print -> the rows with that print that are nobody's alias */
	g_autoptr(GHashTable) by_print = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);

	for (guint i = 0; i < n; i++) {
		ret_first[i] = i;
		if (i >= ALIAS_ROWS_MAX || !may_have_alias(&rows[i]))
			continue;

		g_autofree char *print = print_of(&rows[i]);
		GArray *firsts = g_hash_table_lookup(by_print, print);

		if (!firsts) {
			firsts = g_array_new(FALSE, FALSE, sizeof(guint));
			g_hash_table_insert(by_print, g_steal_pointer(&print), firsts);
		}
		ret_first[i] = first_like(rows, firsts, i);
		if (ret_first[i] == i)
			g_array_append_val(firsts, i);
	}
}

/* ---- known by their names -------------------------------------------------------------- */

#define MAX_OF_ONE ".time.elapsed_time.max"
#define OF_ZONES ".nr_zone_"

static gboolean is_of_lru(struct slice stat, const char *nr)
{
	static const char *const lists[] = {
		"active_anon", "active_file", "inactive_anon", "inactive_file"};
	if (!slice_starts(stat, "proc-vmstat.") && !slice_starts(stat, "numa-vmstat."))
		return FALSE;

	const char *at = slice_find(stat, nr);
	if (!at)
		return FALSE;

	struct slice list = slice_between(at + strlen(nr), stat.at + stat.len);

	for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
		if (slice_is(list, lists[i]))
			return TRUE;
	return FALSE;
}

/* The name that a known alias shares with its twin; NULL: it has none.  Free with g_free(). */
static char *twin_name(struct slice stat)
{
	if (slice_ends(stat, MAX_OF_ONE))
		return g_strndup(stat.at, stat.len - strlen(".max"));
	if (slice_ends(stat, ".time.elapsed_time") || is_of_lru(stat, ".nr_"))
		return slice_dup(stat);
	if (!is_of_lru(stat, OF_ZONES))
		return NULL;

	const char *zone = slice_find(stat, OF_ZONES) + strlen(".nr_");
	const char *list = zone + strlen("zone_");

	return g_strdup_printf(
		"%.*s%.*s", (int)(zone - stat.at), stat.at, (int)(stat.at + stat.len - list), list);
}

gboolean alias_is_known(struct slice stat)
{
	g_autofree char *name = twin_name(stat);

	return name != NULL;
}

static gboolean meet(struct interval a, struct interval b)
{
	return !(a.low > b.high * (1 + RATIO_NOISE)) && !(b.low > a.high * (1 + RATIO_NOISE));
}

static gboolean agree(const struct alias_row *a, const struct alias_row *b)
{
	for (guint c = 0; c < MIN(a->n_cells, b->n_cells); c++) {
		const struct alias_cell *x = &a->cells[c], *y = &b->cells[c];

		if (!meet(x->means, y->means))
			return FALSE;
		if (x->stddev != G_MININT && y->stddev != G_MININT &&
			ABS((gint64)x->stddev - y->stddev) > 1)
			return FALSE;
	}
	return TRUE;
}

void aliases_check(const struct alias_row *rows, guint n,
	void (*each)(guint first, guint second, void *data), void *data)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < n; i++) {
		char *name = twin_name(rows[i].stat);
		void *first;

		if (!name)
			continue;
		if (!g_hash_table_lookup_extended(seen, name, NULL, &first)) {
			g_hash_table_insert(seen, name, GUINT_TO_POINTER(i));
			continue;
		}
		g_free(name);
		if (!slice_equal(rows[GPOINTER_TO_UINT(first)].stat, rows[i].stat) &&
			!agree(&rows[GPOINTER_TO_UINT(first)], &rows[i]))
			each(GPOINTER_TO_UINT(first), i, data);
	}
}
