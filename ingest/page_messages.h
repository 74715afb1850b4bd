/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The messages that a saved page shows: as public-inbox, hypermail, MHonArc,
 * marc.info or pipermail write it, or any page whose <pre> or text may hold a report.
 * What the archive put around them is left out.
 */
#pragma once

#include "ingest/loose.h"
#include "ingest/page.h"

/* Of struct loose, pointing into the page and `text`; may be empty. */
GArray *page_messages(const struct page *page, GStringChunk *text);
