/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/consistency.h"

#include <math.h>

/* What the doubles of two programs may differ by, relative to the numbers' size. */
#define NOISE 1e-9
/* So many times the runs that a fail row counts, at most, stand behind it. */
#define UNCOUNTED_MAX 4

/* A printed change and the values that print so: "-6.3%", "+4.7", "-19%". */
static gboolean read_change(struct slice text, struct interval *ret_printed)
{
	double value;

	text = slice_trim(text);
	if (slice_ends(text, "%"))
		text.len--;
	if (!literal_read(text, &value) || !isfinite(value))
		return FALSE;
	/* Two digits and an exponent stand from 100,000 on; they say too little. */
	if (text.len && (memchr(text.at, 'e', text.len) || memchr(text.at, 'E', text.len)))
		return FALSE;

	const char *point = memchr(text.at, '.', text.len);
	gsize decimals = point ? (gsize)(text.at + text.len - point) - 1 : 0;
	double half = 0.5 * pow(10, -(double)decimals);

	*ret_printed = (struct interval){value - half, value + half};
	return TRUE;
}

static gboolean is_known(struct interval v)
{
	return isfinite(v.low) && isfinite(v.high);
}

static gboolean holds_zero(struct interval v)
{
	return v.low <= 0 && v.high >= 0;
}

static gboolean meet(struct interval a, struct interval b)
{
	double size = MAX(MAX(fabs(a.low), fabs(a.high)), MAX(fabs(b.low), fabs(b.high)));
	double noise = NOISE * (size + 1);

	return a.low <= b.high + noise && b.low <= a.high + noise;
}

/* head / base is monotone in each while base keeps its sign: the corners bound it. */
static struct interval percent_between(struct interval base, struct interval head)
{
	double corners[] = {head.low / base.low, head.low / base.high, head.high / base.low,
		head.high / base.high};
	struct interval ratio = {corners[0], corners[0]};

	for (guint i = 1; i < G_N_ELEMENTS(corners); i++) {
		ratio.low = MIN(ratio.low, corners[i]);
		ratio.high = MAX(ratio.high, corners[i]);
	}
	return (struct interval){100 * (ratio.low - 1), 100 * (ratio.high - 1)};
}

enum consistency consistency_of_means(
	struct interval base, struct interval head, struct slice text, enum unit unit)
{
	struct interval printed, possible;

	if (!is_known(base) || !is_known(head) || !read_change(text, &printed))
		return CONSISTENCY_NOT_CHECKABLE;
	if (unit == UNIT_POINTS)
		possible = (struct interval){head.low - base.high, head.high - base.low};
	else if (holds_zero(base))
		return CONSISTENCY_NOT_CHECKABLE;
	else
		possible = percent_between(base, head);
	return meet(printed, possible) ? CONSISTENCY_CONSISTENT : CONSISTENCY_INCONSISTENT;
}

/* Fails are sums of values, not counts of runs; of a sum with a fraction only the
 * whole part is printed. */
static struct interval percent_of_runs(guint64 fails, guint64 runs)
{
	return (struct interval){100.0 * fails / runs, 100.0 * (fails + 1.0) / runs};
}

/*
 * Of columns with different numbers of runs some were not counted: tables are known
 * (0:14, 23%, 7:13, 33%, 10:19) whose percentages are all of one larger number, 30.
 */
static gboolean fits_uncounted_runs(
	guint64 fails0, guint64 runs0, guint64 fails, guint64 runs, struct interval printed)
{
	if (runs0 == runs || !runs)
		return FALSE;

	double most = 100 * ((double)fails - (double)fails0) / MAX(runs0, runs);
	double least = most / UNCOUNTED_MAX;

	return meet(printed, (struct interval){MIN(least, most), MAX(least, most)});
}

enum consistency consistency_of_fails(guint64 fails0, guint64 runs0, guint64 fails, guint64 runs,
	guint64 previous_runs, struct slice text)
{
	const guint64 divisors[] = {previous_runs, runs}; /* LKP's, and the right one */
	enum consistency found = CONSISTENCY_NOT_CHECKABLE;
	struct interval printed;

	if (!runs0 || !read_change(text, &printed))
		return CONSISTENCY_NOT_CHECKABLE;

	struct interval base = percent_of_runs(fails0, runs0);

	for (guint i = 0; i < G_N_ELEMENTS(divisors); i++) {
		if (!divisors[i])
			continue;

		struct interval head = percent_of_runs(fails, divisors[i]);

		if (meet(printed, (struct interval){head.low - base.high, head.high - base.low}))
			return CONSISTENCY_CONSISTENT;
		found = CONSISTENCY_INCONSISTENT;
	}
	if (fits_uncounted_runs(fails0, runs0, fails, runs, printed))
		return CONSISTENCY_NOT_CHECKABLE;
	return found;
}

enum consistency consistency_worse(enum consistency a, enum consistency b)
{
	return MAX(a, b);
}
