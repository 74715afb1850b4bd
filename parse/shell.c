/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/shell.h"

#include "parse/scan.h"

/* How far the scan of one command has come. */
struct state {
	struct shell_command *command;
	char quote;             /* the one that is open; 0: none */
	guint parens, blocks;   /* that are open */
	struct slice here;      /* the word that ends the here-document; absent: none */
	gboolean goes_on;       /* behind '|', "&&", "||" or a backslash at the line's end */
	gboolean wants_command; /* the next word is that of a command */
	const char *end;        /* of what was scanned */
};

static gboolean is_operator(char c)
{
	return strchr("|&;()<>", c) != NULL;
}

/* ---- words -------------------------------------------------------------------------- */

/* Bytes of the word that `text` begins with; its quotations may reach over lines. */
static gsize word_length(struct slice text, char *quote)
{
	gsize i = 0;

	for (; i < text.len; i++) {
		char c = text.at[i];

		if (*quote) {
			if (c == '\\' && *quote == '"')
				i++;
			else if (c == *quote)
				*quote = 0;
		} else if (c == '\'' || c == '"') {
			*quote = c;
		} else if (c == '\\') {
			i++;
		} else if (scan_is_blank(c) || c == '\n' || is_operator(c)) {
			break;
		}
	}
	return MIN(i, text.len);
}

struct slice shell_word(struct slice *rest)
{
	struct slice word = SLICE_NULL;
	char quote = 0;
	gsize skip = 0;

	while (skip < rest->len && (scan_is_blank(rest->at[skip]) || rest->at[skip] == '\n'))
		skip++;
	*rest = slice_skip(*rest, skip);
	if (!rest->len)
		return word;
	word = *rest;
	word.len = MAX(word_length(word, &quote), 1); /* an operator is a word of one byte */
	*rest = slice_skip(*rest, word.len);
	return word;
}

void shell_unquote(struct slice word, char *text, gsize size)
{
	gsize n = 0;

	for (gsize i = 0; i < word.len && n + 1 < size; i++)
		if (!strchr("'\"\\", word.at[i]))
			text[n++] = word.at[i];
	text[n] = 0;
}

/* ---- one command ---------------------------------------------------------------------- */

/* A word where a command is wanted: it may open or close a block. */
static void take_command_word(struct state *s, struct slice word)
{
	static const char *const opening[] = {
		"for", "while", "until", "select", "if", "case", "{", NULL};
	static const char *const closing[] = {"done", "fi", "esac", "}", NULL};
	static const char *const joining[] = {"do", "then", "else", "elif", "!", "time", NULL};

	if (slice_is_one_of(word, opening)) {
		s->command->compound |= word.at == s->command->text.at;
		s->blocks++;
	} else if (slice_is_one_of(word, closing) && s->blocks) {
		s->blocks--;
	} else if (slice_is_one_of(word, joining)) {
		return;
	}
	s->wants_command = FALSE;
}

/* The word behind "<<" ends the here-document; "<<<" is none. */
static void take_here(struct state *s, struct slice *rest)
{
	if (slice_starts(*rest, "<<<")) {
		*rest = slice_skip(*rest, 3);
		return;
	}
	*rest = slice_skip(*rest, 2);
	if (rest->len && rest->at[0] == '-')
		*rest = slice_skip(*rest, 1);
	scan_blanks(rest);
	s->here = *rest;
	char quote = 0;
	s->here.len = word_length(*rest, &quote);
	*rest = slice_skip(*rest, s->here.len);
}

static void take_operator(struct state *s, struct slice *rest)
{
	char c = rest->at[0], next = rest->len > 1 ? rest->at[1] : 0;

	s->goes_on = c == '|' || (c == '&' && next == '&');
	s->command->background = c == '&' && next != '&' && next != '>';
	if (c == '(') {
		s->command->compound |= rest->at == s->command->text.at;
		s->parens++;
	} else if (c == ')' && s->parens) {
		s->parens--;
	}
	if (c == '|' && next != '|' && !s->parens && !s->blocks)
		s->command->last_stage = slice_skip(*rest, 1);
	s->wants_command = strchr("|&;()", c) != NULL;
	*rest = slice_skip(*rest, (c == '|' || c == '&') && next == c ? 2 : 1);
}

static void take_word(struct state *s, struct slice *rest)
{
	struct slice word = *rest;

	word.len = word_length(*rest, &s->quote);
	if (s->wants_command)
		take_command_word(s, word);
	s->command->background = s->goes_on = FALSE;
	*rest = slice_skip(*rest, word.len);
}

/* The rest of a line that began within a quotation. */
static void close_quote(struct state *s, struct slice *rest)
{
	*rest = slice_skip(*rest, word_length(*rest, &s->quote));
}

static void scan_line(struct state *s, struct slice rest)
{
	if (s->quote) {
		s->end = rest.at + rest.len;
		close_quote(s, &rest);
	}
	while (!s->quote) {
		scan_blanks(&rest);
		if (!rest.len || rest.at[0] == '#')
			break;
		s->end = rest.at + rest.len;
		if (slice_is(rest, "\\")) {
			s->goes_on = TRUE;
			return;
		}
		if (slice_starts(rest, "<<"))
			take_here(s, &rest);
		else if (is_operator(rest.at[0]))
			take_operator(s, &rest);
		else
			take_word(s, &rest);
	}
	if (!s->goes_on)
		s->wants_command = TRUE;
}

static gboolean is_open(const struct state *s)
{
	return s->quote || s->parens || s->blocks || s->here.at || s->goes_on;
}

static gboolean ends_here(const struct state *s, struct slice line)
{
	char word[64];

	shell_unquote(s->here, word, sizeof word);
	return slice_is(slice_trim(line), word);
}

gboolean shell_skip(struct slice *rest, guint *line)
{
	struct slice after = *rest, text;

	while (slice_next_line(&after, &text)) {
		text = slice_trim(text);
		if (text.len && text.at[0] != '#') {
			*rest = slice_skip(*rest, (gsize)(text.at - rest->at));
			return TRUE;
		}
		*rest = after;
		++*line;
	}
	return FALSE;
}

gboolean shell_next(struct slice *rest, guint *line, struct shell_command *c)
{
	struct state s = {.command = c, .wants_command = TRUE};
	struct slice text;
	gboolean more = shell_skip(rest, line) && slice_next_line(rest, &text);

	if (!more)
		return FALSE;
	*c = (struct shell_command){.text = text, .line = ++*line, .last_stage = text};
	s.end = text.at + text.len;
	for (gboolean in_here = FALSE; more; in_here = s.here.at != NULL) {
		if (!in_here)
			scan_line(&s, text);
		else if (ends_here(&s, text))
			s.here = SLICE_NULL;
		if (in_here || s.quote)
			s.end = text.at + text.len;
		if (!is_open(&s))
			break;
		more = slice_next_line(rest, &text);
		*line += more;
	}
	c->complete = !is_open(&s);
	c->text = slice_trim(slice_between(c->text.at, s.end));
	c->last_stage = slice_trim(slice_between(c->last_stage.at, s.end));
	return TRUE;
}
