/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a Date field means, sound or not. */
#pragma once

#include "parse/mail.h"

/*
 * Seconds since 1970 in UTC, or DATE_UNKNOWN; what was wrong goes to *ret_oddity.
 * `text` NULL: DATE_MISSING.  A year of two digits and a missing zone (UTC) are
 * taken silently, as RFC 5322 4.3 has them.
 */
gint64 date_read(const char *text, enum date_oddity *ret_oddity);
