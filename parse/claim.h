/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Claims in words: "-5.7% regression of M", "9.4% regression", and how they compare
 * with the change that a table's row prints.
 *
 * The sign of a claim cannot be used: it was left out from October 2024 on, and a
 * metric of which less is better goes the other way round.  The row's can.
 */
#pragma once

#include "base/literal.h"
#include "base/terms.h"
#include "parse/records.h"

/* A number followed by '%', "-11.6%", "+2.1e+05%", "+Inf%". */
gboolean claim_is_percent(struct slice word);

/* "regression" and "improvement", punctuation behind them allowed. */
enum verdict claim_verdict(struct slice word);

/* The claim as a change; its sign is the printed one. */
struct change claim_change(struct slice percent);

/* Whether claim and change agree in size, to a tenth or to the digits printed. */
gboolean claim_agrees(struct slice percent, const struct change *change);

/* First mean row of that metric in a table, as an index; -1: none. */
int claim_row(const struct records *records, const struct table *table, struct slice metric);
