/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/changed.h"

#include "compare/partner.h"

#include <string.h>

#define RUNS_WANTED 3   /* on one side at least, but for failures */
#define TRIM_MAX 3      /* values trimmed at each end, at most */
#define TRIM_OF_FEW 1   /* of the head, where the base has few values */
#define TRIM_SHIFT 5    /* one in 32 */
#define RATIO_FINE 1.01 /* what is told finely */
#define RATIO_WANTED 1.05
#define RATIO_CAP 5.0

struct comparison {
	const struct select_options *options;
	struct stat_book *book;
	const struct matrix *head, *base;
	gboolean incomplete;
	GHashTable *base_monitors; /* lock_stat, perf-profile: the base has a stat of it */
	struct partners *partners;
	GArray *values; /* of struct number; room to sort in */
};

/* ---- the values of one side ------------------------------------------------------ */

struct range {
	struct number low, middle, high;
};

static int by_value(gconstpointer a, gconstpointer b, void *unused)
{
	(void)unused;
	return number_compare(*(const struct number *)a, *(const struct number *)b);
}

/* The order of equal values decides whether the middle is an integer: stable. */
static void sort_values(struct number *values, guint n)
{
	if (n > 32) {
		g_qsort_with_data(values, (gint)n, sizeof(values[0]), by_value, NULL);
		return;
	}
	for (guint i = 1; i < n; i++) {
		struct number value = values[i];
		guint k = i;

		for (; k > 0 && number_compare(values[k - 1], value) > 0; k--)
			values[k] = values[k - 1];
		values[k] = value;
	}
}

/* -1 stands for "no data" where it is the smallest. */
static guint count_no_data(const struct number *sorted, guint n)
{
	guint none = 0;

	while (none < n && number_real(sorted[none]) == -1)
		none++;
	return none;
}

/* FALSE: no value is left. */
static gboolean range_of(struct comparison *c, const struct series *series, guint columns,
	guint trim_max, struct range *ret_range)
{
	struct number zero = number_of_integer(0), *sorted;
	guint n = MAX(series ? series->n : 0, columns), trim, none;

	g_array_set_size(c->values, 0);
	if (series)
		g_array_append_vals(c->values, series->values, series->n);
	while (c->values->len < n)
		g_array_append_val(c->values, zero);
	sorted = (struct number *)(gpointer)c->values->data;
	sort_values(sorted, n);

	trim = MIN(n >> TRIM_SHIFT, trim_max);
	none = count_no_data(sorted, n);
	if (n <= none + 2 * trim)
		return FALSE;
	sorted += none + trim;
	n -= none + 2 * trim;
	*ret_range = (struct range){sorted[0], sorted[n / 2], sorted[n - 1]};
	return TRUE;
}

/* ---- does it differ? --------------------------------------------------------------- */

static gboolean is_profile(const char *name)
{
	return g_str_has_prefix(name, "perf-profile.");
}

static gboolean is_apart(const struct range *low, const struct range *high, double gap)
{
	double between = number_real(high->low) - number_real(low->high);

	return number_compare(high->low, low->high) > 0 &&
	       between > gap * (number_real(high->middle) - number_real(low->middle));
}

/* The one's middle lies beyond the other's range, and the other way round. */
static gboolean is_beyond(const struct range *low, const struct range *high)
{
	return number_compare(high->low, low->middle) > 0 &&
	       number_compare(high->middle, low->high) > 0;
}

static gboolean is_changed(const struct comparison *c, const char *name, gboolean is_failure,
	const struct range *head, const struct range *base)
{
	const struct number threshold = c->options->profile_threshold;

	if (is_profile(name) && number_is_float(head->middle) == number_is_float(threshold))
		return number_compare(head->middle, threshold) > 0 ||
		       number_compare(base->middle, threshold) > 0;
	if (is_failure)
		return number_compare(head->high, base->high) != 0;
	if (c->options->has_gap)
		return is_apart(head, base, c->options->gap) ||
		       is_apart(base, head, c->options->gap);
	return is_beyond(head, base) || is_beyond(base, head);
}

static gboolean is_large(const struct comparison *c, const char *name, const struct range *head,
	const struct range *base)
{
	gboolean up = number_compare(head->middle, base->middle) > 0;
	double high = number_real(up ? head->middle : base->middle);
	double low = number_real(up ? base->middle : head->middle);
	double ratio = low > 0 ? MIN(high / low, RATIO_CAP) : RATIO_CAP;
	double maximum = MAX(number_real(head->high), number_real(base->high));

	if (!(ratio > RATIO_FINE) || !(ratio > RATIO_WANTED || stat_is_fine(c->book, name)))
		return FALSE;
	return stat_is_large(c->book, name, high - low, maximum);
}

/* ---- what is looked at ---------------------------------------------------------------- */

/* What an incomplete run tells all the same. */
static gboolean is_told_incomplete(const char *name)
{
	return g_str_has_prefix(name, "dmesg.") || g_str_has_prefix(name, "last_state.") ||
	       g_str_has_prefix(name, "stderr.");
}

static struct slice monitor_of(const char *name)
{
	static const char *const monitors[] = {"lock_stat.", "perf-profile."};

	for (guint i = 0; i < G_N_ELEMENTS(monitors); i++)
		if (g_str_has_prefix(name, monitors[i]))
			return stat_base(name);
	return SLICE_NULL;
}

/* A stat that the base lacks says something only where the base looked for it. */
static gboolean base_looked(const struct comparison *c, const char *name, gboolean is_failure)
{
	g_autofree char *monitor = slice_dup(monitor_of(name));

	return is_failure || matrix_find(c->base, name) ||
	       (monitor && g_hash_table_contains(c->base_monitors, monitor));
}

static gboolean is_looked_at(struct comparison *c, const struct stat_facts *facts, const char *name)
{
	gboolean forced = !g_strcmp0(c->options->forced, name);

	if (c->incomplete && !is_told_incomplete(name))
		return FALSE;
	if (!c->options->more && facts->is_hidden)
		return FALSE;
	if (!forced && facts->is_failure && !partners_allow(c->partners, name))
		return FALSE;
	if (!forced && !facts->is_failure && c->head->columns < RUNS_WANTED &&
		c->base->columns < RUNS_WANTED)
		return FALSE;
	return base_looked(c, name, facts->is_failure);
}

static void look_at(struct comparison *c, const char *name, struct name_set *to)
{
	const struct stat_facts *facts = stat_book_look(c->book, name);
	const struct series *of_base = matrix_find(c->base, name);
	guint trim = facts->is_failure ? 0 : TRIM_MAX;
	guint n_base = MAX(of_base ? of_base->n : 0, c->base->columns);
	gboolean forced = !g_strcmp0(c->options->forced, name);
	struct range head, base;

	if (!is_looked_at(c, facts, name) || !range_of(c, of_base, c->base->columns, trim, &base))
		return;
	if (n_base <= TRIM_MAX)
		trim = MIN(trim, TRIM_OF_FEW);
	if (!range_of(c, matrix_find(c->head, name), c->head->columns, trim, &head))
		return;
	if (!forced && !is_changed(c, name, facts->is_failure, &head, &base))
		return;
	if (forced || is_profile(name) || is_large(c, name, &head, &base))
		name_set_add(to, name);
}

static GHashTable *monitors_of(const struct matrix *matrix)
{
	GHashTable *monitors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < matrix->series->len; i++) {
		const struct series *series = matrix->series->pdata[i];
		struct slice monitor = monitor_of(series->name);

		if (!slice_is_null(monitor))
			g_hash_table_add(monitors, slice_dup(monitor));
	}
	return monitors;
}

void changed_add(const struct select_options *options, struct stat_book *book,
	const struct matrix *head, const struct matrix *base, gboolean incomplete,
	struct name_set *to)
{
	struct comparison c = {options, book, head, base, incomplete, monitors_of(base),
		partners_new(base), g_array_new(FALSE, FALSE, sizeof(struct number))};

	for (guint i = 0; i < head->series->len; i++)
		look_at(&c, ((struct series *)head->series->pdata[i])->name, to);
	for (guint i = 0; i < base->series->len; i++) {
		const char *name = ((struct series *)base->series->pdata[i])->name;

		if (!matrix_find(head, name))
			look_at(&c, name, to);
	}
	g_array_free(c.values, TRUE);
	partners_free(c.partners);
	g_hash_table_unref(c.base_monitors);
}
