/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/json_text.h"

GString *json_text(const json_t *json, size_t flags)
{
	char *dumped = json_dumps(json, flags | JSON_ENSURE_ASCII);
	GString *text = g_string_new(dumped);

	free(dumped);
	/* Control characters of ASCII are escaped but for this one; it stands in strings only. */
	g_string_replace(text, "\x7f", "\\u007F", 0);
	return text;
}
