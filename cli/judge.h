/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judgement between parsing and storing: does a message agree with itself? */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

/*
 * Fills the consistency of every row, and emits DIAG_ROW_INCONSISTENT for a row
 * whose change its means do not allow.  (Boxes and headlines are held against their
 * rows by parse/, which takes their signs from there.)
 */
void judge_records(struct records *records, const struct diag_sink *sink);
