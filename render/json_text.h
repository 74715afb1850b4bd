/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as text that a terminal may show: printable ASCII and, when indented, LF. */
#pragma once

#include <glib.h>
#include <jansson.h>

/* `flags` are those of json_dumps(), to which JSON_ENSURE_ASCII is added. */
GString *json_text(const json_t *json, size_t flags);
