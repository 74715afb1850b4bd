/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/shell_quote.h"

#include <string.h>

void shell_quote_to(GString *out, const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789-_./:,+=@%";
	g_autofree char *quoted = g_shell_quote(text);

	g_string_append(out, *text && strspn(text, plain) == strlen(text) ? text : quoted);
}

void shell_assign(GString *out, const char *name, const char *value)
{
	g_string_append_printf(out, "%s=", name);
	shell_quote_to(out, value);
	g_string_append_c(out, '\n');
}

void shell_assign_number(GString *out, const char *name, guint64 value)
{
	g_string_append_printf(out, "%s=%" G_GUINT64_FORMAT "\n", name, value);
}
