/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judgement between parsing and storing: does a message agree with itself? */
#pragma once

#include "base/diag.h"
#include "compare/rules.h"
#include "parse/records.h"

/*
 * Fills the consistency of every row, the number of runs behind every column and the
 * direction of every claim's metric.  Emits DIAG_ROW_INCONSISTENT for a row whose change
 * its means do not allow, DIAG_ALIAS_INCONSISTENT for two that print the same by their
 * making and do not, DIAG_DIRECTION_DISAGREES where a claim's word, the sign of its row
 * and the direction do not go together.  (Boxes and headlines are held against their rows by
 * parse/, which takes their signs from there.)
 */
void judge_records(
	struct records *records, const struct rules *rules, const struct diag_sink *sink);

/*
 * Fills the axes of attached jobs with what LKP would make of them: the options of the
 * programs that each job mentions; a part of judge_records().
 */
void judge_jobs(struct records *records, const struct rules *rules);
