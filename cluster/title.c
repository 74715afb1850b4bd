/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/title.h"

#include <string.h>

static char *fold_blanks(const char *text)
{
	g_autoptr(GString) folded = g_string_new(NULL);

	for (; *text; text++) {
		if (!g_ascii_isspace(*text))
			g_string_append_c(folded, *text);
		else if (folded->len && folded->str[folded->len - 1] != ' ')
			g_string_append_c(folded, ' ');
	}
	if (folded->len && folded->str[folded->len - 1] == ' ')
		g_string_truncate(folded, folded->len - 1);
	return g_strdup(folded->str);
}

/* Behind one mark; where it stands when there is none. */
static const char *skip_mark(const char *title)
{
	static const char *const words[] = {"re:", "fwd:", "fw:", "aw:"};
	const char *end = *title == '[' ? strchr(title, ']') : NULL;

	for (guint i = 0; !end && i < G_N_ELEMENTS(words); i++)
		if (!g_ascii_strncasecmp(title, words[i], strlen(words[i])))
			end = title + strlen(words[i]) - 1;
	if (!end)
		return title;
	for (end++; *end == ' '; end++)
		;
	return end;
}

char *title_plain(const char *title)
{
	g_autofree char *folded = title ? fold_blanks(title) : NULL;
	const char *rest = folded, *before = NULL;

	while (rest && rest != before) {
		before = rest;
		rest = skip_mark(rest);
	}
	return g_strdup(rest && *rest ? rest : folded);
}

gboolean title_is_generic(const char *plain)
{
	guint words = *plain != '\0';

	for (const char *at = plain; *at; at++)
		words += *at == ' ';
	return words < TITLE_WORDS_MIN || g_str_has_prefix(plain, "Merge ");
}
