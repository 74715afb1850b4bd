/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump.h"

#define AUTHOR_MAX 80     /* bytes between the brackets */
#define SUBJECT_MAX 998   /* bytes of a subject */
#define BEGINNING_LINES 8 /* from the top of a dump to its first beginning */

/* A line with what stands around it, as far as a beginning shows there. */
struct cursor {
	struct slice rest; /* behind the line */
	struct slice line;
	struct slice subject; /* the last line that stood alone between blank ones */
	struct slice title;   /* the first line of the text */
	gboolean after_blank;
	gboolean subject_alone;
	guint lines;
};

static gboolean is_blank(struct slice line)
{
	return !slice_trim(line).len;
}

static struct slice peek_line(struct slice rest)
{
	struct slice line;

	return slice_next_line(&rest, &line) ? line : SLICE_LIT("");
}

/* ---- the two kinds of beginning ------------------------------------------------------- */

static struct slice author_of(struct slice line)
{
	line = slice_trim(line);
	if (line.len < 3 || line.len > AUTHOR_MAX + 2 || line.at[0] != '[' ||
		line.at[line.len - 1] != ']')
		return SLICE_NULL;
	struct slice name = {line.at + 1, line.len - 2};
	gboolean has_letter = FALSE;
	for (gsize i = 0; i < name.len; i++) {
		if (name.at[i] == '[' || name.at[i] == ']')
			return SLICE_NULL;
		has_letter |= g_ascii_isalpha(name.at[i]) || (guchar)name.at[i] >= 0x80;
	}
	return has_letter ? name : SLICE_NULL;
}

static struct slice without_re(struct slice subject)
{
	subject = slice_trim(subject);
	while (subject.len > 3 && !g_ascii_strncasecmp(subject.at, "Re:", 3))
		subject = slice_trim(slice_skip(subject, 3));
	return subject;
}

static gboolean contains(struct slice text, struct slice part)
{
	g_autofree char *needle = slice_dup(part);

	return part.len && slice_find(text, needle) != NULL;
}

/* A subject of the thread: "[snip]" below other text begins no message. */
static gboolean is_of_thread(const struct cursor *c)
{
	struct slice subject = without_re(c->subject), title = without_re(c->title);

	return c->subject_alone && c->subject.len <= SUBJECT_MAX &&
	       (subject.len < slice_trim(c->subject).len || contains(subject, title) ||
		       contains(title, subject));
}

/* "[Author]", alone. */
static gboolean begins_with_author(struct cursor *c, struct loose *loose)
{
	struct slice author = author_of(c->line);

	if (!author.at || !is_blank(peek_line(c->rest)) || !is_of_thread(c))
		return FALSE;
	loose->from = author;
	return TRUE;
}

static struct slice field_of(struct slice line, const char *name)
{
	return slice_starts(line, name) ? slice_trim(slice_skip(line, strlen(name))) : SLICE_NULL;
}

/* "From: " and "Date: " in lines of their own. */
static gboolean begins_with_fields(struct cursor *c, struct loose *loose)
{
	struct slice from = field_of(c->line, "From: ");
	struct slice date = field_of(peek_line(c->rest), "Date: ");

	if (!from.at || !date.at || !c->subject_alone || c->subject.len > SUBJECT_MAX)
		return FALSE;
	struct slice rest = c->rest, line;
	slice_next_line(&rest, &line);
	if (!is_blank(peek_line(rest)))
		return FALSE;
	loose->from = from;
	loose->date = date;
	c->rest = rest;
	return TRUE;
}

/* ---- the walk ---------------------------------------------------------------------------- */

/* Whether a message begins at the line; its subject, author and date. */
static gboolean begins(struct cursor *c, struct loose *loose)
{
	*loose = (struct loose){0};
	if (!c->after_blank || !c->subject.at ||
		(!begins_with_author(c, loose) && !begins_with_fields(c, loose)))
		return FALSE;
	loose->subject = slice_trim(c->subject);
	return TRUE;
}

static void note_line(struct cursor *c)
{
	if (is_blank(c->line)) {
		c->after_blank = TRUE;
		return;
	}
	c->subject_alone = c->after_blank && is_blank(peek_line(c->rest));
	c->subject = c->line;
	if (!c->title.at)
		c->title = c->line;
	c->after_blank = FALSE;
}

/* To the next beginning; FALSE: there is none. */
static gboolean next_beginning(struct cursor *c, struct loose *loose, const char **ret_start)
{
	while (slice_next_line(&c->rest, &c->line)) {
		c->lines++;
		if (begins(c, loose)) {
			*ret_start = c->subject.at;
			c->subject = SLICE_NULL;
			c->after_blank = FALSE;
			return TRUE;
		}
		note_line(c);
	}
	return FALSE;
}

static struct cursor cursor_at(struct slice text)
{
	return (struct cursor){.rest = text, .after_blank = TRUE};
}

int dump_bid(struct slice head)
{
	struct cursor c = cursor_at(head);
	struct loose loose;
	const char *start;

	if (!next_beginning(&c, &loose, &start) || c.lines > BEGINNING_LINES)
		return 0;
	return slice_equal(loose.subject, slice_trim(c.title)) ? 100 : 0;
}

static void end_message(GArray *messages, struct slice text, const char *end)
{
	if (messages->len) {
		struct loose *last = &g_array_index(messages, struct loose, messages->len - 1);
		last->text.len = (gsize)(end - last->text.at);
	} else if (end > text.at) {
		struct loose lead = {.text = slice_between(text.at, end)};
		g_array_append_val(messages, lead);
	}
}

/* Before the first message stands its subject once more, or a text of its own. */
static gboolean is_title(struct slice lead, struct slice subject)
{
	lead = slice_trim(lead);
	return !lead.len || slice_equal(lead, subject);
}

GArray *dump_split(struct slice text)
{
	GArray *messages = g_array_new(FALSE, FALSE, sizeof(struct loose));
	struct cursor c = cursor_at(text);
	struct loose loose;
	const char *start;

	while (messages->len < LOOSE_MAX && next_beginning(&c, &loose, &start)) {
		if (messages->len || !is_title(slice_between(text.at, start), loose.subject))
			end_message(messages, text, start);
		loose.text = c.rest;
		g_array_append_val(messages, loose);
	}
	if (!messages->len)
		end_message(messages, text, text.at + text.len);
	return messages;
}
