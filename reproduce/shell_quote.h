/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a text becomes one word of a shell script: the only way there is. */
#pragma once

#include <glib.h>

/* In single quotes, unless it is made of letters, digits and a few marks alone. */
void shell_quote_to(GString *out, const char *text);

/* A line "name='value'"; `name` is ours. */
void shell_assign(GString *out, const char *name, const char *value);
void shell_assign_number(GString *out, const char *name, guint64 value);
