/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/talk.h"

#include "base/show.h"
#include "render/people.h"

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

static void show_text(GString *line, struct slice text, gboolean hide)
{
	struct people *nobody = hide ? people_of(NULL, NULL) : NULL;
	g_autofree char *whole = hide ? slice_dup(text) : NULL;
	g_autofree char *hidden = people_hide(nobody, whole);

	show_line_to(line, hidden ? slice_of(hidden) : text);
	people_free(nobody);
}

void talk_diag(const struct diag *diag, gboolean hide)
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
	show_text(line, slice_of(diag->detail), hide);
	g_string_append_printf(line, " [%s]", diag_name(diag->id));
	if (!slice_is_null(diag->excerpt)) {
		g_string_append(line, ": ");
		show_text(line, slice_trim(diag->excerpt), hide);
	}
	fprintf(stderr, "%s\n", line->str);
}

static void say_diag(const struct diag *diag, void *data)
{
	talk_diag(diag, GPOINTER_TO_INT(data));
}

struct diag_sink talk_sink(gboolean quiet, gboolean hide)
{
	return (struct diag_sink){quiet ? NULL : say_diag, GINT_TO_POINTER(hide)};
}
