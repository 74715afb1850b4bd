/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regular expressions of MAINTAINERS' N: lines, from a stranger: bounded in every way. */
#pragma once

#include <glib.h>

struct name_pattern;

/* NULL: it is no sound expression, or says more to pcre2 than one may. */
struct name_pattern *name_pattern_new(const char *text);
void name_pattern_free(struct name_pattern *pattern); /* NULL is allowed */

/* FALSE, too, where a limit is reached before it is clear. */
gboolean name_pattern_fits(const struct name_pattern *pattern, const char *path);
