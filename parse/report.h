/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report put together: headline, subject, metadata and tables of one mail held
 * against each other.
 */
#pragma once

#include "parse/body.h"
#include "parse/headline.h"
#include "parse/records.h"
#include "parse/subject.h"

/* Fills records->report; the records hold the body's tables, plots and boxes already. */
void report_read(struct records *records, const struct subject *subject, const struct headline *h,
	const GArray *lines, const struct diag_sink *sink);
