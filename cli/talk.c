/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/talk.h"

#include "base/show.h"

#include <stdio.h>

static void say(const char *format, va_list ap)
{
	g_autofree char *text = g_strdup_vprintf(format, ap);
	g_autofree char *safe = show_line(slice_of(text));

	fprintf(stderr, "lkpdigest: %s\n", safe);
}

void talk(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say(format, ap);
	va_end(ap);
}

enum exit_status talk_usage(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say(format, ap);
	va_end(ap);
	return EXIT_USAGE;
}

enum exit_status talk_system(const GError *error)
{
	talk("%s", error->message);
	return EXIT_SYSTEM;
}

void talk_diag(const struct diag *diag)
{
	const struct origin *at = &diag->origin;
	g_autoptr(GString) line = g_string_new("lkpdigest: ");

	if (at->path) {
		show_line_to(line, slice_of(at->path));
		g_string_append(line, ": ");
	}
	if (at->object)
		g_string_append_printf(line, "object %s: ", at->object);
	else if (at->offset >= 0)
		g_string_append_printf(line, "byte %" G_GINT64_FORMAT ": ", at->offset);
	if (at->part)
		g_string_append_printf(line, "part %u: ", at->part);
	if (at->line)
		g_string_append_printf(line, "line %u: ", at->line);
	g_string_append_printf(line, "%s: ", diag_level_name(diag_level(diag->id)));
	show_line_to(line, slice_of(diag->detail));
	g_string_append_printf(line, " [%s]", diag_name(diag->id));
	if (!slice_is_null(diag->excerpt)) {
		g_string_append(line, ": ");
		show_line_to(line, slice_trim(diag->excerpt));
	}
	fprintf(stderr, "%s\n", line->str);
}

static void say_diag(const struct diag *diag, void *data)
{
	(void)data;
	talk_diag(diag);
}

struct diag_sink talk_sink(gboolean quiet)
{
	return (struct diag_sink){quiet ? NULL : say_diag, NULL};
}
