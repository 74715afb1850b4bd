/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/event.h"

#include "parse/address.h"
#include "parse/event_reader.h"
#include "parse/scan.h"

#define GREETING_WORDS_MAX 6

static struct event *event_append(struct event_reader *reader, struct event event)
{
	GArray *events = reader->records->events;

	if (events->len >= EVENTS_MAX) {
		reader->left_out++;
		return NULL;
	}
	g_array_append_val(events, event);
	return RECORD(events, struct event, events->len - 1);
}

struct event *event_add(
	struct event_reader *reader, enum event_kind kind, guint line, struct slice words)
{
	struct event event = {.kind = kind, .words = slice_cut(words, EVENT_WORDS_MAX)};

	if (line != EVENT_NO_LINE) {
		event.part = BODY_LINE(reader->lines, line)->part;
		event.line = BODY_LINE(reader->lines, line)->number;
	}
	return event_append(reader, event);
}

gboolean event_has(const struct event_reader *reader, enum event_kind kind)
{
	const GArray *events = reader->records->events;

	for (guint i = 0; i < events->len; i++)
		if (RECORD(events, struct event, i)->kind == kind)
			return TRUE;
	return FALSE;
}

/* ---- replies ------------------------------------------------------------------------- */

/* "On Tue, … kernel test robot wrote:", also over two lines. */
static gboolean is_attribution(const struct event_reader *r, guint i)
{
	struct slice line = slice_trim(body_own(r->lines, i));
	struct slice next = slice_trim(body_own(r->lines, i + 1));

	return slice_ends(line, "wrote:") || slice_ends(line, "writes:") ||
	       (slice_starts(line, "On ") && slice_ends(next, "wrote:"));
}

/* "Hi Maintainer," says nothing yet. */
static gboolean is_greeting(struct slice line)
{
	static const char *const words[] = {"hi", "hello", "hey", "dear", "greetings", "greeting"};
	struct slice rest = line = slice_trim(line), word = scan_word(&rest);
	guint n = 1;

	while (word.len && g_ascii_ispunct(word.at[word.len - 1]))
		word.len--;
	while (scan_word(&rest).len)
		n++;
	if (n > GREETING_WORDS_MAX || !line.len || !strchr(",!.", line.at[line.len - 1]))
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (word.len == strlen(words[i]) &&
			!g_ascii_strncasecmp(word.at, words[i], word.len))
			return TRUE;
	return FALSE;
}

static guint first_of(const struct event_reader *r, enum line_use use)
{
	guint i = 0;

	while (i < r->lines->len &&
		(r->use[i] != use || is_attribution(r, i) || is_greeting(body_own(r->lines, i))))
		i++;
	return i;
}

/* A sentence, else a tag; "[...]" is neither but has a tag's form. */
static guint first_words(const struct event_reader *r)
{
	guint talk = first_of(r, LINE_TALK), tag = first_of(r, LINE_TAG);

	return talk < r->lines->len ? talk : tag < r->lines->len ? tag : 0;
}

static void read_reply(struct event_reader *r)
{
	guint i = first_words(r);
	struct event *event = event_add(r, EVENT_REPLY, r->lines->len ? i : EVENT_NO_LINE,
		slice_trim(body_own(r->lines, i)));

	if (event)
		event->target = slice_of(r->records->mail->in_reply_to);
}

/* ---- tables of answers ----------------------------------------------------------------- */

/* What was tried is the last column, which may be a patch: "H10  <-- your patch". */
static void read_retest(struct event_reader *r, const struct table *table)
{
	const struct column *tried;
	struct event *event;
	guint line = body_index(r->lines, table->part, table->line);

	if (table->depth || !slice_is_null(table->attachment) || table->columns.count < 2)
		return;
	tried = RECORD(r->records->columns, struct column,
		table->columns.first + table->columns.count - 1);
	event = event_add(r, EVENT_RETEST, line, slice_trim(body_own(r->lines, line)));
	if (!event)
		return;
	event->commit = tried->id;
	event->title = slice_is_null(tried->title) ? tried->note : tried->title;
}

/* ---- patches that fix ------------------------------------------------------------------- */

/* By name, or by an address that an archive may spell out. */
static gboolean names_robot(struct slice words)
{
	g_autofree char *whole = address_put_back(words);

	return slice_find(words, "robot") ||
	       slice_find(whole ? slice_of(whole) : words, "lkp@intel.com");
}

/* A patch is the proposal that its tags say it is. */
static void read_fix(struct event_reader *r)
{
	const GArray *events = r->records->events;
	struct event fix = {.kind = EVENT_KINDS};

	for (guint i = 0; i < events->len; i++) {
		const struct event *tag = RECORD(events, struct event, i);
		gboolean robots = tag->kind == EVENT_REPORTED_BY && names_robot(tag->words);

		if (tag->kind != EVENT_FIXES && tag->kind != EVENT_CLOSES && !robots)
			continue;
		if (fix.kind == EVENT_KINDS)
			fix = *tag;
		if (tag->kind == EVENT_FIXES && slice_is_null(fix.commit))
			fix.commit = tag->commit;
		if (tag->kind == EVENT_CLOSES && slice_is_null(fix.link)) {
			fix.link = tag->link;
			fix.target = tag->target;
		}
	}
	if (fix.kind == EVENT_KINDS)
		return;
	fix.kind = EVENT_FIX_PROPOSED;
	fix.title = slice_of(r->records->mail->subject);
	event_append(r, fix);
}

/* ---- all ---------------------------------------------------------------------------------- */

static gint by_place(gconstpointer a, gconstpointer b)
{
	const struct event *x = a, *y = b;

	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

static void read_answer(struct event_reader *r)
{
	read_reply(r);
	for (guint i = 0; i < r->records->tables->len; i++)
		read_retest(r, RECORD(r->records->tables, struct table, i));
}

static void say_left_out(const struct event_reader *r, const struct diag_sink *sink)
{
	if (r->left_out)
		diag_emit(sink, DIAG_LIST_TOO_LONG, &r->records->mail->origin, SLICE_NULL,
			"%u events beyond the first %d were left out", r->left_out, EVENTS_MAX);
}

void events_read(struct records *records, const struct headline *headline, const GArray *lines,
	const struct diag_sink *sink)
{
	g_autofree guint8 *use = event_lines(lines);
	struct event_reader r = {records, lines, use, 0, lines->len, 0};

	while (r.diff < lines->len && use[r.diff] != LINE_DIFF)
		r.diff++;
	if (records->has_report)
		r.notes_end = MIN(headline->line, lines->len);
	event_tags_read(&r);
	event_commits_read(&r);
	if (records->kind == MESSAGE_REPLY)
		read_answer(&r);
	if (records->kind == MESSAGE_PATCH)
		read_fix(&r);
	if (records->author == AUTHOR_ROBOT)
		event_notes_read(&r);
	if (records->has_report || records->kind == MESSAGE_REPLY)
		event_talk_read(&r);
	if (records->kind == MESSAGE_REPLY) {
		event_shown_read(&r);
		event_retest_read(&r);
	}
	if (!records->has_report)
		event_quoted_read(&r);
	say_left_out(&r, sink);
	g_array_sort(records->events, by_place);
}
