/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commits that a mail shows with their author, as `git show`, `git log` and the notices of a
 * tree print them, at any depth of quotation:
 *
 *	commit 76742700225cad9df49f05399381ac3f1ec3dc60 (origin/master)
 *	Author: Patch Author <author@example.org>
 *	Date:   Wed Aug 2 13:31:52 2017 -0700
 *
 *	    mm: fix MADV_[FREE|DONTNEED] TLB flush miss problem
 *
 *	Commit-ID:     76742700225cad9df49f05399381ac3f1ec3dc60
 *	Author:        Patch Author <author@example.org>
 *
 * and, at the head of a posted patch, who wrote it where that is not who sends it:
 *
 *	From: Patch Author <author@example.org>
 */
#pragma once

#include "base/diag.h"
#include "parse/body.h"
#include "parse/records.h"

/* Of one mail; the rest is left, with a diagnostic. */
#define SHOWN_COMMITS_MAX 500

/* Appends to records->shown_commits. */
void shown_commits_read(struct records *records, const GArray *lines, const struct diag_sink *sink);
