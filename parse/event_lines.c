/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which lines of a body are the writer's own words.  What is quoted was said before, and
 * listings, logs and rows of tables say nothing that a sentence's words could tell.
 */
#include "parse/event_reader.h"
#include "parse/scan.h"

/* Longer lines are none that somebody wrote. */
#define TALK_MAX 4000

/* Whoever answers below text that is not marked as a quotation begins it so. */
static gboolean begins_forward(struct slice text)
{
	static const char *const lines[] = {"----- Original Message", "-----Original Message",
		"-------- Original Message", "---------- Forwarded message", "----- Forwarded",
		"-------- Forwarded", "Begin forwarded message:"};

	if (!text.len || (text.at[0] != '-' && text.at[0] != 'B'))
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
		if (slice_starts(text, lines[i]))
			return TRUE;
	return FALSE;
}

static gboolean begins_signature(struct slice text)
{
	return slice_is(text, "-- ") || slice_is(text, "--");
}

static gboolean begins_diff(const GArray *lines, guint i)
{
	struct slice text = body_own(lines, i);

	if (!text.len || (text.at[0] != '-' && text.at[0] != 'd'))
		return FALSE;
	return slice_starts(text, "diff --git ") ||
	       (slice_starts(text, "--- ") && slice_starts(body_own(lines, i + 1), "+++ "));
}

static gboolean goes_on_in_diff(struct slice text)
{
	static const char *const words[] = {"diff ", "index ", "new file", "deleted file",
		"old mode", "new mode", "similarity ", "rename ", "copy ", "Binary files",
		"GIT binary"};

	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (slice_starts(text, words[i]))
			return TRUE;
	return text.len && strchr("+-@ \\\t", text.at[0]);
}

/* Mail programs take the blank off an empty line of a listing. */
static gboolean is_gap_in_diff(const GArray *lines, guint i)
{
	struct slice next = body_own(lines, i + 1);

	return !body_own(lines, i).len && next.len && goes_on_in_diff(next);
}

static guint words_of_letters(struct slice text)
{
	struct slice word;
	guint n = 0;

	while ((word = scan_word(&text)).len) {
		gsize letters = 0;

		while (letters < word.len && g_ascii_isalpha(word.at[letters]))
			letters++;
		n += letters && letters + 1 >= word.len; /* a comma or full stop may follow */
	}
	return n;
}

/* "[  62.45] …", "kern  :warn  : …", "2025-03-20 08:33:52 …" */
static gboolean is_log(struct slice text)
{
	if (slice_starts(text, "kern  :") || slice_starts(text, "user  :"))
		return TRUE;
	if (text.len > 10 && g_ascii_isdigit(text.at[0]) && text.at[4] == '-' && text.at[7] == '-')
		return TRUE;
	if (text.len < 2 || text.at[0] != '[')
		return FALSE;
	text = slice_skip(text, 1);
	scan_blanks(&text);

	gsize digits = 0;

	while (digits < text.len && g_ascii_isdigit(text.at[digits]))
		digits++;
	return digits && digits < text.len && text.at[digits] == '.';
}

/* "Fixes:", "| Closes:", "Reported-and-tested-by:", "#regzbot", "[test failed on …]" */
static gboolean is_tag(struct slice text)
{
	gsize n = 0;

	if (slice_starts(text, "#regzbot") || slice_starts(text, "["))
		return TRUE;
	if (slice_starts(text, "| "))
		text = slice_skip(text, 2);
	while (n < text.len && (g_ascii_isalpha(text.at[n]) || text.at[n] == '-'))
		n++;
	if (!n || n >= text.len || text.at[n] != ':')
		return FALSE;

	struct slice name = {text.at, n};

	return slice_ends(name, "-by") || slice_ends(name, "-By") || slice_is(name, "Fixes") ||
	       slice_is(name, "Closes") || slice_is(name, "Link");
}

static enum line_use use_of_text(struct slice text)
{
	struct slice trimmed = slice_trim(text);

	if (!trimmed.len)
		return LINE_BLANK;
	if (trimmed.len > TALK_MAX || is_log(trimmed))
		return LINE_OTHER;
	if (is_tag(trimmed))
		return LINE_TAG;
	if (strchr("|+=~<>{}%*", trimmed.at[0]))
		return trimmed.at[0] == '*' && words_of_letters(trimmed) > 1 ? LINE_TALK
									     : LINE_OTHER;
	if (!g_ascii_isalpha(trimmed.at[0]) && words_of_letters(trimmed) < 2)
		return LINE_OTHER;
	return LINE_TALK;
}

guint8 *event_lines(const GArray *lines)
{
	guint8 *use = g_new0(guint8, lines->len + 1);
	gboolean diff = FALSE, over = FALSE;
	guint part = 0;

	for (guint i = 0; i < lines->len; i++) {
		const struct body_line *line = BODY_LINE(lines, i);

		if (line->part != part)
			diff = over = FALSE;
		part = line->part;
		if (line->depth)
			continue;
		over |= begins_signature(line->text) || begins_forward(line->text);
		diff = begins_diff(lines, i) ||
		       (diff && (goes_on_in_diff(line->text) || is_gap_in_diff(lines, i)));
		if (!over)
			use[i] = diff           ? LINE_DIFF
				 : line->is_row ? LINE_OTHER
						: use_of_text(line->text);
	}
	return use;
}
