/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is attached, told by name and content: jobs, scripts, logs, comparison
 * tables and patches in text are read; the others are only named.
 */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

/* Appends the part to records->attachments, with what it holds. */
void attachment_read(
	struct records *records, const struct mail_part *part, const struct diag_sink *sink);
