/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is attached, told by name and content: jobs are read, comparison tables in
 * text too; configs and logs are only named.
 */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

/* Appends the part to records->attachments, with its jobs or tables. */
void attachment_read(
	struct records *records, const struct mail_part *part, const struct diag_sink *sink);
