/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences of a mail: lines are joined to paragraphs, paragraphs parted into sentences,
 * and what a sentence shows (event_words.h) gets its place, commit, tree and link.
 */
#define _GNU_SOURCE
#include "parse/event_link.h"
#include "parse/event_reader.h"
#include "parse/event_words.h"
#include "parse/commit_id.h"
#include "parse/line.h"
#include "parse/scan.h"

#include <fnmatch.h>

/* Longer words are links and the like; what is behind tells nothing. */
#define WORD_BYTES_MAX 64
/* What a sentence speaks of stands this near below it. */
#define LINK_LINES 3
#define TAKEN_LINES 15

struct talker {
	struct event_reader *reader;
	GStringChunk *words; /* of the sentence in hand */
	struct sentence_rules rules;
	struct sentence sentence;
	struct slice raw[SENTENCE_WORDS_MAX]; /* each word as it stands, punctuation off */
	guint line[SENTENCE_WORDS_MAX];       /* index of its line */
	struct slice first, last;             /* the sentence's words with punctuation */
	guint first_line, last_line;
};

/* ---- what a sentence refers to ------------------------------------------------------ */

static struct slice id_from(const struct talker *t, guint from)
{
	for (guint i = from; i < t->sentence.n; i++) {
		/* what it was put on is not what was tried */
		gboolean base = i >= 2 && sentence_has_at(&t->sentence, i - 2, "top of");

		if (word_is_id(t->sentence.words[i]) && !base)
			return t->raw[i];
	}
	return SLICE_NULL;
}

static struct slice any_id(const struct talker *t, guint from)
{
	struct slice id = id_from(t, from);

	return slice_is_null(id) ? id_from(t, 0) : id;
}

/* The last column of the next table of the mail's own, else of the one before. */
static const struct column *column_tried(const struct event_reader *r, guint line)
{
	const struct body_line *at = BODY_LINE(r->lines, line);
	const struct table *near = NULL;

	for (guint i = 0; i < r->records->tables->len; i++) {
		const struct table *t = RECORD(r->records->tables, struct table, i);

		if (t->depth || !slice_is_null(t->attachment) || t->part != at->part ||
			!t->columns.count)
			continue;
		near = t;
		if (t->line > at->number)
			break;
	}
	return near ? RECORD(r->records->columns, struct column,
			      near->columns.first + near->columns.count - 1)
		    : NULL;
}

static void name_what_was_tried(const struct talker *t, struct event *event, guint first)
{
	const struct event_reader *r = t->reader;
	const struct column *column =
		r->records->has_report ? NULL : column_tried(r, t->line[first]);

	event->commit = column ? column->id : any_id(t, first);
	if (column)
		event->title = column->title;
}

static gboolean set_link(struct event_reader *r, struct event *event, guint from, guint to)
{
	for (guint i = from; i <= to && i < r->lines->len; i++) {
		struct slice link =
			link_read(body_own(r->lines, i), r->records->text, &event->repairs);

		if (slice_is_null(link))
			continue;
		event->link = link;
		event->target = link_target(link, r->records->text);
		return TRUE;
	}
	return FALSE;
}

/* "to vfs-6.11", "into the sched/core branch" */
static struct slice tree_named(const struct talker *t, guint first)
{
	const struct sentence *s = &t->sentence;

	for (guint i = first; i + 1 < s->n; i++) {
		if (!sentence_has_at(s, i, "to|for|into"))
			continue;
		i += sentence_has_at(s, i + 1, "the|my|our") ? 2 : 1;
		return i < s->n ? t->raw[i] : SLICE_NULL;
	}
	return SLICE_NULL;
}

/* "Commit-ID:     H40", "commit: H40", "https://host/tree/c/H12" */
static struct slice id_of_notice(struct slice line)
{
	struct slice rest = line;
	const char *at;

	if (scan_text(&rest, "Commit-ID:") || scan_text(&rest, "commit:"))
		return scan_id(&rest);
	rest = link_find(line);
	at = slice_is_null(rest) ? NULL : slice_find(rest, "/c/");
	rest = at ? slice_between(at + 3, rest.at + rest.len) : SLICE_NULL;
	return commit_is_id(rest) ? rest : SLICE_NULL;
}

/* "[1/2] title", as notices repeat it. */
static struct slice title_of_notice(struct slice line)
{
	struct slice rest = line, place;

	if (!scan_text(&rest, "["))
		return SLICE_NULL;
	place = scan_before(&rest, "]");
	return slice_find(place, "/") && !slice_find(place, " ") ? slice_trim(rest) : SLICE_NULL;
}

static void name_what_was_taken(const struct talker *t, struct event *event, guint first)
{
	const GArray *lines = t->reader->lines;
	guint end = MIN(lines->len, t->last_line + 1 + TAKEN_LINES);

	event->tree = tree_named(t, first);
	event->commit = id_from(t, 0);
	event->target = slice_of(t->reader->records->mail->in_reply_to);
	for (guint i = t->last_line + 1; i < end && slice_is_null(event->commit); i++) {
		struct slice line = slice_trim(body_own(lines, i));

		event->commit = id_of_notice(line);
		if (slice_is_null(event->title))
			event->title = title_of_notice(line);
	}
}

/* ---- proposals ------------------------------------------------------------------------ */

static gboolean has_patch_attached(const struct event_reader *r)
{
	const GPtrArray *parts = r->records->mail->parts;

	for (guint i = 0; i < parts->len; i++) {
		const struct mail_part *part = g_ptr_array_index(parts, i);

		if (part->name &&
			(!fnmatch("*.patch", part->name, 0) || !fnmatch("*.diff", part->name, 0)))
			return TRUE;
	}
	return FALSE;
}

/* Words alone propose nothing: a listing, an attachment, a commit or a link must be there. */
static gboolean is_proposed(const struct talker *t)
{
	const struct event_reader *r = t->reader;

	if (r->diff < r->lines->len || has_patch_attached(r) || id_from(t, 0).len)
		return TRUE;
	for (guint i = t->first_line; i <= t->last_line + LINK_LINES; i++)
		if (link_find(body_own(r->lines, i)).len)
			return TRUE;
	return FALSE;
}

/* ---- sentences -------------------------------------------------------------------------- */

static struct slice words_of(const struct talker *t)
{
	struct slice whole = slice_between(t->first.at, t->last.at + t->last.len);
	g_autoptr(GString) joined = NULL;
	struct slice word;

	if (t->first_line == t->last_line)
		return whole;
	joined = g_string_new(NULL);
	for (guint i = t->first_line; i <= t->last_line; i++) {
		struct slice line = body_own(t->reader->lines, i);

		if (i == t->first_line)
			line = slice_between(t->first.at, line.at + line.len);
		if (i == t->last_line)
			line = slice_between(line.at, t->last.at + t->last.len);
		while (word_next(&line, &word) && joined->len <= EVENT_WORDS_MAX)
			g_string_append_printf(
				joined, "%s%.*s", joined->len ? " " : "", SLICE_ARG(word));
	}
	return (struct slice){g_string_chunk_insert_len(
				      t->reader->records->text, joined->str, (gssize)joined->len),
		joined->len};
}

static void add_event(struct talker *t, enum event_kind kind, guint first)
{
	guint below = kind == EVENT_FIX_PROPOSED ? LINK_LINES : 0;
	struct event *event;

	event = event_add(t->reader, kind, t->line[first], words_of(t));
	if (!event)
		return;
	set_link(t->reader, event, t->first_line, t->last_line + below);
	if (kind >= EVENT_RECOVERED && kind <= EVENT_UNCLEAR)
		name_what_was_tried(t, event, first);
	else if (kind == EVENT_MERGED)
		name_what_was_taken(t, event, first);
	else
		event->commit = any_id(t, first);
}

/* Of an answer; once is enough.  Returns what it found. */
static enum event_kind read_aside(struct talker *t)
{
	guint first;
	enum event_kind kind = t->reader->records->kind == MESSAGE_REPLY
				       ? sentence_aside(&t->rules, &t->sentence, &first)
				       : EVENT_KINDS;

	if (kind < EVENT_KINDS && !event_has(t->reader, kind))
		add_event(t, kind, first);
	return kind;
}

static void read_sentence(struct talker *t)
{
	enum event_kind aside, kind;
	guint first;

	t->sentence.author = t->reader->records->author;
	aside = read_aside(t);
	kind = sentence_kind(&t->rules, &t->sentence, &first);
	if (kind == EVENT_NOT_RECOVERED && t->reader->records->has_report)
		kind = EVENT_REPRODUCED; /* above a report: nothing was tried before it */
	if (kind == EVENT_FIX_PROPOSED && (aside == EVENT_DEBUG_PATCH || !is_proposed(t)))
		return;
	if (kind < EVENT_KINDS)
		add_event(t, kind, first);
}

static void end_sentence(struct talker *t)
{
	if (t->sentence.n)
		read_sentence(t);
	t->sentence.n = 0;
	t->sentence.question = FALSE;
	g_string_chunk_clear(t->words);
}

static gboolean is_mark(char c)
{
	return g_ascii_ispunct(c) && c != '_' && c != '#' && c != '/' && c != '+';
}

/* Small letters, U+2019 as an apostrophe. */
static const char *fold(struct talker *t, struct slice raw)
{
	char word[WORD_BYTES_MAX + 1];
	gsize n = 0;

	for (gsize i = 0; i < raw.len && n < WORD_BYTES_MAX; i++) {
		if (raw.len - i >= 3 && !memcmp(raw.at + i, "\xe2\x80\x99", 3)) {
			word[n++] = '\'';
			i += 2;
		} else {
			word[n++] = g_ascii_tolower(raw.at[i]);
		}
	}
	return g_string_chunk_insert_len(t->words, word, (gssize)n);
}

static void add_word(struct talker *t, struct slice whole, struct slice raw, guint line)
{
	guint n = t->sentence.n;

	if (!n) {
		t->first = whole;
		t->first_line = line;
	}
	t->last = whole;
	t->last_line = line;
	t->raw[n] = raw;
	t->line[n] = line;
	t->sentence.words[n] = fold(t, raw);
	t->sentence.n++;
	if (t->sentence.n == SENTENCE_WORDS_MAX)
		end_sentence(t);
}

static void at_word(struct talker *t, struct slice whole, guint line)
{
	struct slice raw = whole;
	gboolean end = FALSE, question = FALSE, comma = FALSE;

	while (raw.len && is_mark(raw.at[0]))
		raw = slice_skip(raw, 1);
	while (raw.len && is_mark(raw.at[raw.len - 1])) {
		char mark = raw.at[--raw.len];

		question |= mark == '?';
		end |= strchr(".!?;", mark) != NULL;
		comma |= strchr(",:", mark) != NULL;
	}
	if (raw.len)
		add_word(t, whole, raw, line);
	else
		comma |= !end;
	if (question)
		t->sentence.question = TRUE;
	if (end)
		end_sentence(t);
	else if (comma && t->sentence.n)
		add_word(t, whole, SLICE_LIT(","), line);
}

/* "- item", "* item" */
static gboolean begins_item(struct slice line)
{
	line = slice_trim(line);
	return line.len > 1 && strchr("-*", line.at[0]) && line.at[1] == ' ';
}

static void read_sentences(struct event_reader *r)
{
	struct talker t = {.reader = r, .words = g_string_chunk_new(1024)};

	sentence_rules_init(&t.rules);
	for (guint i = 0; i < r->notes_end; i++) {
		struct slice rest = body_own(r->lines, i), word;

		if (r->use[i] != LINE_TALK || begins_item(rest))
			end_sentence(&t);
		if (r->use[i] != LINE_TALK)
			continue;
		while (word_next(&rest, &word))
			at_word(&t, word, i);
	}
	end_sentence(&t);
	g_string_chunk_free(t.words);
}

/* ---- links --------------------------------------------------------------------------------- */

static gboolean is_told(const struct event_reader *r, struct slice link)
{
	for (guint i = 0; i < r->records->events->len; i++)
		if (slice_equal(RECORD(r->records->events, struct event, i)->link, link))
			return TRUE;
	return FALSE;
}

static void read_links(struct event_reader *r)
{
	for (guint i = 0; i < r->notes_end; i++) {
		struct slice line = slice_trim(body_own(r->lines, i)), link, target;
		guint repairs = 0;
		struct event *event;

		if (r->use[i] != LINE_TALK && r->use[i] != LINE_TAG)
			continue;
		link = link_read(line, r->records->text, &repairs);
		if (slice_is_null(link) || is_told(r, link))
			continue;
		target = link_target(link, r->records->text);
		event = slice_is_null(target) ? NULL : event_add(r, EVENT_LINK, i, line);
		if (!event)
			continue;
		event->link = link;
		event->target = target;
		event->repairs = repairs;
	}
}

/* A listing of differences in a person's answer, without words that say what it is for. */
static void read_bare_proposal(struct event_reader *r)
{
	if (r->diff == r->lines->len || r->records->author == AUTHOR_ROBOT ||
		event_has(r, EVENT_FIX_PROPOSED) || event_has(r, EVENT_DEBUG_PATCH))
		return;
	event_add(r, EVENT_FIX_PROPOSED, r->diff, slice_trim(body_own(r->lines, r->diff)));
}

void event_talk_read(struct event_reader *r)
{
	read_sentences(r);
	if (r->records->kind == MESSAGE_REPLY)
		read_bare_proposal(r);
	read_links(r);
}
