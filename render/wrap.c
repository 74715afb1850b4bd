/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/wrap.h"

#include "base/show.h"

char *wrap_safe(const char *text)
{
	g_autofree char *safe = show_line(slice_of(text));
	glong length = g_utf8_strlen(safe, -1);

	if (length <= WRAP_FIELD_MAX)
		return g_steal_pointer(&safe);

	g_autofree char *head = g_utf8_substring(safe, 0, WRAP_FIELD_MAX);

	return g_strdup_printf("%s [... %ld more characters]", head, length - WRAP_FIELD_MAX);
}

static guint columns_of(gunichar c)
{
	if (g_unichar_iszerowidth(c))
		return 0;
	return g_unichar_iswide(c) ? 2 : 1;
}

guint wrap_columns(const char *text)
{
	guint columns = 0;

	for (const char *at = text; *at; at = g_utf8_next_char(at))
		columns += *at >= ' ' && *at < 0x7f ? 1 : columns_of(g_utf8_get_char(at));
	return columns;
}

struct wrapper {
	GString *out;
	const char *rest;
	guint column;
	guint margin; /* where text begins on the line */
};

static void break_line(struct wrapper *to)
{
	g_string_append_printf(to->out, "\n%s", to->rest);
	to->column = to->margin = strlen(to->rest);
}

/* A link that is broken leads nowhere: it may begin where the line does. */
static void give_margin(struct wrapper *to, const char *word, guint columns)
{
	gsize indent = to->out->len - to->margin;
	gboolean is_blank = to->column == to->margin && to->out->len >= to->margin &&
			    strspn(to->out->str + indent, " ") == to->margin;

	if (!is_blank || to->margin + columns <= WRAP_COLUMNS || columns > WRAP_COLUMNS ||
		!g_str_has_prefix(word, "https://"))
		return;
	g_string_truncate(to->out, indent);
	to->column = 0;
}

/* Character by character, so that no length of a word is too much. */
static void put_long(struct wrapper *to, const char *word, const char *end)
{
	for (const char *next; word < end; word = next) {
		guint columns = columns_of(g_utf8_get_char(word));

		next = g_utf8_next_char(word);
		if (to->column + columns > WRAP_COLUMNS)
			break_line(to);
		g_string_append_len(to->out, word, next - word);
		to->column += columns;
	}
}

static void put_word(struct wrapper *to, const char *word, const char *end)
{
	g_autofree char *copy = g_strndup(word, end - word);
	guint columns = wrap_columns(copy);
	gboolean at_margin = to->column == to->margin;

	if (!at_margin && to->column + 1 + columns <= WRAP_COLUMNS) {
		g_string_append_c(to->out, ' ');
		to->column++;
	} else if (!at_margin) {
		break_line(to);
	}
	give_margin(to, word, columns);
	put_long(to, word, end);
}

void wrap_to(GString *out, const char *first, const char *rest, const char *text)
{
	guint margin = strlen(first);
	struct wrapper to = {out, rest, margin, margin};

	g_string_append(out, first);
	for (const char *at = text; *at;) {
		gsize blanks = strspn(at, " ");
		gsize word = strcspn(at + blanks, " ");

		at += blanks;
		if (word)
			put_word(&to, at, at + word);
		at += word;
	}
	wrap_trim(out);
	g_string_append_c(out, '\n');
}

void wrap_right(GString *out, const char *text, guint width)
{
	gint blanks = (gint)width - (gint)wrap_columns(text);

	g_string_append_printf(out, "%*s%s", MAX(blanks, 0), "", text);
}

void wrap_trim(GString *out)
{
	while (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
}

void wrap_rule(GString *out)
{
	for (guint i = 0; i < WRAP_COLUMNS; i++)
		g_string_append_c(out, '=');
	g_string_append_c(out, '\n');
}
