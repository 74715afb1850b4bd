/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/changed.h"

#include "compare/partner.h"

#include <string.h>

#define TRIM_OF_FEW 1   /* of the head, where the base has few values */
#define TRIM_SHIFT 5    /* one in 32 */
#define RATIO_FINE 1.01 /* what is told finely */
#define RATIO_WANTED 1.05
#define RATIO_CAP 5.0

const char *change_end_name(enum change_end end)
{
	static const char *const names[] = {
		[CHANGE_TAKEN] = "taken",
		[CHANGE_INCOMPLETE] = "not-told-by-incomplete-runs",
		[CHANGE_HIDDEN] = "hidden",
		[CHANGE_ALONE] = "no-opposite-in-base",
		[CHANGE_FEW_RUNS] = "few-runs",
		[CHANGE_NOT_IN_BASE] = "not-in-base",
		[CHANGE_NO_VALUE] = "no-value",
		[CHANGE_SAME] = "not-changed",
		[CHANGE_RATIO] = "small-ratio",
		[CHANGE_SIZE] = "small-size",
	};

	return names[end];
}

struct changed {
	const struct select_options *options;
	struct stat_book *book;
	const struct matrix *head, *base;
	gboolean incomplete;
	GHashTable *base_monitors; /* lock_stat, perf-profile: the base has a stat of it */
	struct partners *partners;
	GArray *values; /* of struct number; room to sort in */
};

/* ---- the values of one side ------------------------------------------------------ */

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

guint change_trim(guint n, guint trim_max)
{
	return MIN(n >> TRIM_SHIFT, trim_max);
}

guint change_trim_max_of_head(guint n_base)
{
	return n_base <= CHANGE_TRIM_MAX ? TRIM_OF_FEW : CHANGE_TRIM_MAX;
}

/* FALSE: no value is left. */
static gboolean range_of(struct changed *c, const struct series *series, guint columns,
	guint trim_max, struct change_range *ret_range)
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

	trim = change_trim(n, trim_max);
	none = count_no_data(sorted, n);
	*ret_range = (struct change_range){.trimmed = trim, .no_data = none};
	if (n <= none + 2 * trim)
		return FALSE;
	sorted += none + trim;
	n -= none + 2 * trim;
	ret_range->n = n;
	ret_range->low = sorted[0];
	ret_range->middle = sorted[n / 2];
	ret_range->high = sorted[n - 1];
	return TRUE;
}

/* ---- does it differ? --------------------------------------------------------------- */

static gboolean is_profile(const char *name)
{
	return g_str_has_prefix(name, "perf-profile.");
}

static gboolean is_apart(
	const struct change_range *low, const struct change_range *high, double gap)
{
	double between = number_real(high->low) - number_real(low->high);

	return number_compare(high->low, low->high) > 0 &&
	       between > gap * (number_real(high->middle) - number_real(low->middle));
}

/* The one's middle lies beyond the other's range, and the other way round. */
static gboolean is_beyond(const struct change_range *low, const struct change_range *high)
{
	return number_compare(high->low, low->middle) > 0 &&
	       number_compare(high->middle, low->high) > 0;
}

static enum change_rule rule_of(const struct changed *c, const char *name, gboolean is_failure,
	const struct change_range *head)
{
	if (is_profile(name) &&
		number_is_float(head->middle) == number_is_float(c->options->profile_threshold))
		return CHANGE_BY_PROFILE;
	if (is_failure)
		return CHANGE_BY_MAXIMA;
	return c->options->has_gap ? CHANGE_BY_GAP : CHANGE_BY_RANGES;
}

static gboolean is_changed(const struct changed *c, enum change_rule rule,
	const struct change_range *head, const struct change_range *base)
{
	const struct number threshold = c->options->profile_threshold;

	switch (rule) {
	case CHANGE_BY_PROFILE:
		return number_compare(head->middle, threshold) > 0 ||
		       number_compare(base->middle, threshold) > 0;
	case CHANGE_BY_MAXIMA:
		return number_compare(head->high, base->high) != 0;
	case CHANGE_BY_GAP:
		return is_apart(head, base, c->options->gap) ||
		       is_apart(base, head, c->options->gap);
	case CHANGE_BY_RANGES:
		break;
	}
	return is_beyond(head, base) || is_beyond(base, head);
}

static enum change_end size_up(const struct changed *c, const char *name, struct change_why *why)
{
	const struct change_range *head = &why->head, *base = &why->base;
	gboolean up = number_compare(head->middle, base->middle) > 0;
	double high = number_real(up ? head->middle : base->middle);
	double low = number_real(up ? base->middle : head->middle);

	why->ratio = low > 0 ? MIN(high / low, RATIO_CAP) : RATIO_CAP;
	why->ratio_wanted = RATIO_WANTED;
	why->delta = high - low;
	why->maximum = MAX(number_real(head->high), number_real(base->high));
	if (!(why->ratio > RATIO_WANTED) && stat_is_fine(c->book, name))
		why->ratio_wanted = RATIO_FINE;
	if (!(why->ratio > why->ratio_wanted))
		return CHANGE_RATIO;
	return stat_is_large(c->book, name, why->delta, why->maximum) ? CHANGE_TAKEN : CHANGE_SIZE;
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
static gboolean base_looked(const struct changed *c, const char *name)
{
	g_autofree char *monitor = slice_dup(monitor_of(name));

	return monitor && g_hash_table_contains(c->base_monitors, monitor);
}

/* A stat and its values on both sides; NULL: that side lacks it. */
struct asked {
	const char *name;
	const struct series *head, *base;
};

/* CHANGE_TAKEN: its values are to be looked at. */
static enum change_end look_at_name(struct changed *c, const struct stat_facts *facts,
	const struct asked *asked, gboolean forced)
{
	const char *name = asked->name;

	if (c->incomplete && !is_told_incomplete(name))
		return CHANGE_INCOMPLETE;
	if (!c->options->more && facts->is_hidden)
		return CHANGE_HIDDEN;
	if (!forced && facts->is_failure && !partners_allow(c->partners, name))
		return CHANGE_ALONE;
	if (!forced && !facts->is_failure && c->head->columns < CHANGE_RUNS_WANTED &&
		c->base->columns < CHANGE_RUNS_WANTED)
		return CHANGE_FEW_RUNS;
	return facts->is_failure || asked->base || base_looked(c, name) ? CHANGE_TAKEN
									: CHANGE_NOT_IN_BASE;
}

static gboolean read_ranges(
	struct changed *c, gboolean is_failure, const struct asked *asked, struct change_why *why)
{
	guint trim = is_failure ? 0 : CHANGE_TRIM_MAX;
	guint n_base = MAX(asked->base ? asked->base->n : 0, c->base->columns);

	if (!range_of(c, asked->base, c->base->columns, trim, &why->base))
		return FALSE;
	trim = MIN(trim, change_trim_max_of_head(n_base));
	return range_of(c, asked->head, c->head->columns, trim, &why->head);
}

static enum change_end look_at(struct changed *c, const struct asked *asked, struct change_why *why)
{
	const char *name = asked->name;
	const struct stat_facts *facts = stat_book_look(c->book, name);
	enum change_end end = look_at_name(c, facts, asked, why->forced);

	if (end != CHANGE_TAKEN)
		return end;
	if (!read_ranges(c, facts->is_failure, asked, why))
		return CHANGE_NO_VALUE;
	why->rule = rule_of(c, name, facts->is_failure, &why->head);
	if (why->forced)
		return CHANGE_TAKEN;
	if (!is_changed(c, why->rule, &why->head, &why->base))
		return CHANGE_SAME;
	return is_profile(name) ? CHANGE_TAKEN : size_up(c, name, why);
}

static void ask(struct changed *c, const struct asked *asked, struct change_why *ret_why)
{
	*ret_why = (struct change_why){.forced = !g_strcmp0(c->options->forced, asked->name),
		.head_runs = c->head->columns,
		.base_runs = c->base->columns};
	ret_why->end = look_at(c, asked, ret_why);
}

void changed_ask(struct changed *changed, const char *name, struct change_why *ret_why)
{
	const struct asked asked = {
		name, matrix_find(changed->head, name), matrix_find(changed->base, name)};

	ask(changed, &asked, ret_why);
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

struct changed *changed_new(const struct select_options *options, struct stat_book *book,
	const struct matrix *head, const struct matrix *base, gboolean incomplete)
{
	struct changed *changed = g_new(struct changed, 1);

	*changed = (struct changed){options, book, head, base, incomplete, monitors_of(base),
		partners_new(base), g_array_new(FALSE, FALSE, sizeof(struct number))};
	return changed;
}

void changed_free(struct changed *changed)
{
	g_array_free(changed->values, TRUE);
	partners_free(changed->partners);
	g_hash_table_unref(changed->base_monitors);
	g_free(changed);
}

static void add_if_taken(struct changed *c, const struct asked *asked, struct name_set *to)
{
	struct change_why why;

	ask(c, asked, &why);
	if (why.end == CHANGE_TAKEN)
		name_set_add(to, asked->name);
}

void changed_add(struct changed *changed, struct name_set *to)
{
	const GPtrArray *of_head = changed->head->series, *of_base = changed->base->series;

	for (guint i = 0; i < of_head->len; i++) {
		const struct series *head = of_head->pdata[i];
		const struct asked asked = {
			head->name, head, matrix_find_near(changed->base, head->name, i)};

		add_if_taken(changed, &asked, to);
	}
	for (guint i = 0; i < of_base->len; i++) {
		const struct series *base = of_base->pdata[i];
		const struct asked asked = {base->name, NULL, base};

		if (!matrix_find_near(changed->head, base->name, i))
			add_if_taken(changed, &asked, to);
	}
}

/* ---- passes ---------------------------------------------------------------------------- */

static const struct matrix *keep(struct passes *passes, struct matrix *matrix)
{
	if (matrix)
		g_ptr_array_add(passes->owned, matrix);
	return matrix;
}

struct passes *passes_new(const struct select_members *members)
{
	struct passes *passes = g_new0(struct passes, 1);
	const struct matrix *base = members->matrix[0];

	passes->passes = g_array_new(FALSE, FALSE, sizeof(struct pass));
	passes->owned = g_ptr_array_new_with_free_func((GDestroyNotify)matrix_free);
	for (guint i = 1; i < members->n; i++) {
		struct pass pass = {i, members->matrix[i], base, TRUE};
		const struct matrix *complete_head = keep(passes, matrix_complete(pass.head));
		const struct matrix *complete_base = keep(passes, matrix_complete(base));
		gboolean any = complete_head || complete_base;

		if (any)
			g_array_append_val(passes->passes, pass);
		if (any && members->united)
			continue;
		base = complete_base ? complete_base : base;
		pass = (struct pass){i, complete_head ? complete_head : pass.head, base, FALSE};
		g_array_append_val(passes->passes, pass);
	}
	return passes;
}

void passes_free(struct passes *passes)
{
	g_array_unref(passes->passes);
	g_ptr_array_unref(passes->owned);
	g_free(passes);
}

void pass_ask(const struct pass *pass, const struct select_options *options, struct stat_book *book,
	const char *name, struct change_why *ret_why)
{
	struct changed *changed =
		changed_new(options, book, pass->head, pass->base, pass->incomplete);

	changed_ask(changed, name, ret_why);
	changed_free(changed);
}
