/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a row agrees with itself: its printed change must lie within what the
 * intervals of its means allow, widened by the change's own rounding.
 *
 * Interval arithmetic throughout: recomputing from the printed values flags one row
 * in five of genuine tables, intervals flag none (STATISTICS: 0 of 155; 119,947
 * comparisons of list archives without an exception).
 */
#pragma once

#include "base/literal.h"
#include "base/slice.h"
#include "base/terms.h"

/*
 * One change of a mean row.  `text` is the change as printed ("-6.3%", "+4.7",
 * "-19%"): its decimals give its rounding.  Not checkable: blank cells or change, a
 * base interval that holds 0, a change in exponent form or Inf.
 */
enum consistency consistency_of_means(
	struct interval base, struct interval head, struct slice text, enum unit unit);

/*
 * A fail row's "%reproduction" of column i: 100*(fails/runs - fails0/runs0), where LKP
 * divides by the previous column's run count; either form makes it consistent, fails
 * being sums of which a fraction may have been cut.  Not checkable: no runs, no
 * change, or run counts that differ where one larger number explains the change.
 */
enum consistency consistency_of_fails(guint64 fails0, guint64 runs0, guint64 fails, guint64 runs,
	guint64 previous_runs, struct slice text);

/* The worst of two: inconsistent, then consistent, then not checkable. */
enum consistency consistency_worse(enum consistency a, enum consistency b);
