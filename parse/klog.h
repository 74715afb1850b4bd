/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An attached kernel log, reduced to its first findings. */
#pragma once

#include "parse/records.h"

/* Of one log; what follows the first of them is seldom news. */
#define LOG_FINDINGS_MAX 20
/* A longer line, or message, is no finding. */
#define LOG_LINE_MAX 1024

/*
 * What a line of a kernel log tells of: a literal ("warning", "kasan"), its message without
 * time and thread in *ret_message; NULL: nothing that went wrong.
 */
const char *log_kind(struct slice line, struct slice *ret_message);

/* Appends the findings of a log to records->findings; the text must live as the mail does. */
void log_read(struct records *records, guint part, struct slice text);
