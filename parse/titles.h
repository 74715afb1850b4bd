/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Titles of commits, patches and plots, as long as titles are: nothing bounds a line of a mail,
 * and a title is printed whole, many times over, wherever its commit is told.
 */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

/* Bytes; of a longer one so much is kept, and an ellipsis. */
#define TITLE_BYTES_MAX 512u

/* Behind all that reads: cuts them, with one diagnostic for the mail. */
void titles_cut(struct records *records, const struct diag_sink *sink);
