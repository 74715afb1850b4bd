/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/colour.h"

#include <string.h>
#include <unistd.h>

/* Of the 256 colours those next to #D55E00 and #0072B2, a little lighter for dark terminals. */
static const struct {
	const char *glyph, *colour;
} marks[] = {{"▼ ", "\033[38;5;166m"}, {"▲ ", "\033[38;5;32m"}};

gboolean colour_is_wanted(void)
{
	const char *no = g_getenv("NO_COLOR"), *terminal = g_getenv("TERM");

	return isatty(STDOUT_FILENO) && (!no || !*no) && terminal && strcmp(terminal, "dumb") != 0;
}

/* The length of a mark with the word behind it; 0: there is none here. */
static gsize mark_at(const char *at, const char **ret_colour)
{
	for (gsize i = 0; i < G_N_ELEMENTS(marks); i++)
		if (g_str_has_prefix(at, marks[i].glyph)) {
			gsize glyph = strlen(marks[i].glyph);

			*ret_colour = marks[i].colour;
			return glyph + strcspn(at + glyph, " \n");
		}
	return 0;
}

char *colour_text(const char *text)
{
	GString *out = g_string_new(NULL);

	while (*text) {
		const char *colour;
		gsize len = mark_at(text, &colour);

		if (len)
			g_string_append_printf(out, "%s%.*s\033[0m", colour, (int)len, text);
		else
			g_string_append_c(out, *text);
		text += len ? len : 1;
	}
	return g_string_free(out, FALSE);
}
