/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Notes above a headline that tell of an earlier report:
 *
 *   we reported
 *   "[linux-next:master] [btrfs]  4591c3ef75:  fsmark.files_per_sec 6.0% regression"
 *   in
 *   https://lore.kernel.org/all/202512011418.cce5b747-lkp@intel.com/
 */
#define _GNU_SOURCE
#include "parse/event_link.h"
#include "parse/event_reader.h"
#include "parse/subject.h"

/* The link stands this near below. */
#define NOTE_LINES 8
#define NOTES_MAX 16

/* A subject in quotation marks, from the first to the last of them. */
static struct slice quoted_subject(struct slice text)
{
	const char *from = slice_find(text, "\"[");
	const char *to =
		from ? memrchr(from + 1, '"', (gsize)(text.at + text.len - from - 1)) : NULL;

	return to ? slice_between(from + 1, to) : SLICE_NULL;
}

/* "we reported", or an earlier subject by itself. */
static gboolean begins_note(const struct event_reader *r, guint i)
{
	struct slice line = slice_trim(body_own(r->lines, i));

	if (r->use[i] != LINE_TALK)
		return r->use[i] == LINE_OTHER && slice_starts(line, "\"[");
	return slice_starts(line, "\"[") || slice_find(line, "we reported") ||
	       slice_find(line, "we have reported") || slice_find(line, "We reported") ||
	       slice_find(line, "we had reported") || slice_find(line, "previously reported") ||
	       slice_find(line, "we ever reported");
}

/* Returns the number of lines below that it looked at. */
static guint read_note(struct event_reader *r, guint i)
{
	guint more = MIN(NOTE_LINES, r->notes_end - i - 1);
	struct slice whole = body_joined(r->lines, i, more, r->records->text);
	guint repairs = 0;
	struct slice title = quoted_subject(whole),
		     link = link_read(whole, r->records->text, &repairs);
	struct event *event;

	if (slice_is_null(title) && slice_is_null(link))
		return 0;
	event = event_add(r, EVENT_REPORTED_BEFORE, i, slice_trim(body_own(r->lines, i)));
	if (!event)
		return more;
	event->title = title;
	event->link = link;
	event->repairs = repairs;
	if (!slice_is_null(link))
		event->target = link_target(link, r->records->text);
	if (!slice_is_null(title))
		event->commit = subject_read(title).commit;
	return more;
}

void event_notes_read(struct event_reader *r)
{
	guint notes = 0;

	for (guint i = 0; i < r->notes_end && notes < NOTES_MAX; i++)
		if (begins_note(r, i)) {
			i += read_note(r, i);
			notes++;
		}
}
