/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events: what a message says about earlier ones, about fixes and trees (event.def).
 *
 * Only the writer's own words at depth 0 count; what stands in a quotation was said
 * before.  Of a report that is what stands above its headline, and the lines that by their
 * form alone are events: tags that it asks for, cross checks, commands to the tracker.
 */
#pragma once

#include "parse/body.h"
#include "parse/headline.h"
#include "parse/records.h"

/*
 * Fills records->events; kind, author, report and tables are in already.  `headline` is
 * the report's; of other messages it is not looked at.
 */
void events_read(struct records *records, const struct headline *headline, const GArray *lines,
	const struct diag_sink *sink);
