/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report held against runs of one's own, for people, for scripts, and for its thread. */
#pragma once

#include "render/against.h"
#include "reproduce/judged.h"

/* `table` is the report's, made anew of the runs. */
void judged_print_text(
	GString *out, const struct judged *judged, const struct against_table *table);
/* One document, "lkpdigest/judged/1", told in lkpdigest(1). */
void judged_print_json(
	GString *out, const struct judged *judged, const struct against_table *table);
/* The text of a mail that answers the report. */
void judged_print_answer(GString *out, const struct judged *judged);

/* ---- what the forms share ------------------------------------------------------------------ */

/* "-6.3%", "+4.7"; "unknown" of NAN. */
char *judged_change_text(const struct reproduced *result, double estimate);
/* "[-6.5%, -6.1%]" */
char *judged_interval_text(const struct reproduced *result, struct interval interval);
/* "0.98 of it [0.93, 1.02]"; NULL: untestable. */
char *judged_ratio_text(const struct reproduced *result);
/* How the own base differs from the reported one; NULL: it does not. */
char *judged_baseline_text(const struct judged_stat *stat);
