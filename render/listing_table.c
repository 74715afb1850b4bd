/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for people: aligned, cut to a terminal, safe. */
#include "render/listing.h"

#include "base/show.h"
#include "render/people.h"

struct listing {
	const struct listing_column *columns;
	guint n_columns;
	guint width;
	listing_print_fn print;
	void *data;
	guint *widths;
	const struct people *people;
	GPtrArray *held; /* of char **: safe cells; NULL once the widths are settled */
};

static guint char_width(gunichar c)
{
	return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

static guint text_width(const char *text)
{
	guint width = 0;

	for (; *text; text = g_utf8_next_char(text))
		width += char_width(g_utf8_get_char(text));
	return width;
}

struct listing *listing_new(const struct listing_column *columns, guint n_columns, guint width,
	listing_print_fn print, void *data)
{
	struct listing *l = g_new0(struct listing, 1);

	*l = (struct listing){columns, n_columns, width, print, data};
	l->widths = g_new0(guint, n_columns);
	l->held = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
	for (guint i = 0; i < n_columns; i++)
		l->widths[i] = columns[i].head ? text_width(columns[i].head) : 0;
	return l;
}

/* The line without what would not fit beside the last column of a terminal. */
static void cut(GString *line, guint width)
{
	guint taken = 0;

	for (const char *at = line->str; *at; at = g_utf8_next_char(at)) {
		taken += char_width(g_utf8_get_char(at));
		if (taken > width) {
			g_string_truncate(line, (gsize)(at - line->str));
			return;
		}
	}
}

static void pad(GString *line, guint n)
{
	while (n--)
		g_string_append_c(line, ' ');
}

static void append_cell(GString *line, const char *text, guint width, gboolean right, gboolean last)
{
	guint own = text_width(text), blanks = own < width ? width - own : 0;

	if (right)
		pad(line, blanks);
	g_string_append(line, text);
	if (!right && !last)
		pad(line, blanks);
	if (!last)
		pad(line, 2);
}

static void print_line(struct listing *l, char **cells)
{
	g_autoptr(GString) line = g_string_new(NULL);

	for (guint i = 0; i < l->n_columns; i++)
		append_cell(
			line, cells[i], l->widths[i], l->columns[i].right, i + 1 == l->n_columns);
	if (l->width)
		cut(line, l->width);
	g_strchomp(line->str);
	g_string_truncate(line, strlen(line->str));
	g_string_append_c(line, '\n');
	l->print(line->str, l->data);
}

static void print_heads(struct listing *l)
{
	g_autofree char **heads = g_new0(char *, l->n_columns + 1);

	for (guint i = 0; i < l->n_columns; i++)
		heads[i] = (char *)l->columns[i].head;
	print_line(l, heads);
}

static void print_held(struct listing *l)
{
	if (!l->held)
		return;
	if (l->held->len && l->columns[0].head)
		print_heads(l);
	for (guint i = 0; i < l->held->len; i++)
		print_line(l, l->held->pdata[i]);
	g_clear_pointer(&l->held, g_ptr_array_unref);
}

void listing_hide(struct listing *l, const struct people *people)
{
	l->people = people;
}

static char *safe_cell(const struct listing *l, const char *text)
{
	g_autofree char *hidden = people_hide(l->people, text);

	return text ? show_line(slice_of(hidden ? hidden : text)) : g_strdup("-");
}

void listing_add(struct listing *l, const char *const *cells)
{
	g_auto(GStrv) safe = g_new0(char *, l->n_columns + 1);

	for (guint i = 0; i < l->n_columns; i++)
		safe[i] = safe_cell(l, cells[i]);
	if (!l->held) {
		print_line(l, safe);
		return;
	}
	for (guint i = 0; i < l->n_columns; i++)
		l->widths[i] = MAX(l->widths[i], text_width(safe[i]));
	g_ptr_array_add(l->held, g_steal_pointer(&safe));
	if (l->held->len == LISTING_SAMPLE)
		print_held(l);
}

void listing_end(struct listing *l)
{
	print_held(l);
	g_free(l->widths);
	g_free(l);
}
