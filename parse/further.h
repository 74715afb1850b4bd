/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Further headlines of a mail that holds several reports, one below the other.  The first
 * is the mail's report; the others are claims of the same mail, as the boxes are.
 */
#pragma once

#include "parse/headline.h"
#include "parse/records.h"

/* Headlines beyond these are not read, with a diagnostic. */
#define FURTHER_MAX 100

/*
 * Appends the changes of a metric to records->impacts, no tables yet, which are then in the
 * order of their lines; the results to records->failures.
 */
void further_read(struct records *records, const struct headline *first, const GArray *lines,
	const struct diag_sink *sink);
