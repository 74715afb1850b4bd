/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dates as a command line gives them: RFC 3339 ("2016-06-06T08:00:00Z"), a day
 * ("2016-06-06") or an ISO week ("2016-W23").  A day or a week without zone is UTC.
 */
#pragma once

#include <glib.h>

/* The first moment that the text names, in seconds since 1970; FALSE: no date. */
gboolean period_read_moment(const char *text, gint64 *ret_seconds);

/* An ISO week as [since, until); FALSE: not one that its year has. */
gboolean period_read_week(const char *text, gint64 *ret_since, gint64 *ret_until);

/* A month ("2016-06") as [since, until); FALSE: it is none. */
gboolean period_read_month(const char *text, gint64 *ret_since, gint64 *ret_until);
