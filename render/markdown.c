/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/markdown.h"

#include "base/show.h"

#include <string.h>

void markdown_text(GString *out, const char *text)
{
	for (const char *at = text; *at; at++)
		if (strchr("|<>&*_`~[]()#!\\@$", *at))
			g_string_append_printf(out, "&#%d;", *at);
		else
			g_string_append_c(out, *at);
}

void markdown_code(GString *out, const char *text)
{
	g_autofree char *safe = show_line(slice_of(text));

	g_string_append_c(out, '`');
	for (const char *at = safe; *at; at++)
		if (strchr("|`", *at))
			g_string_append_printf(out, "\\x%02X", (guint)*at);
		else
			g_string_append_c(out, *at);
	g_string_append(out, *safe ? "`" : " `");
}
