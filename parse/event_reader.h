/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the files parse/event*.c share one mail: its lines, which of them are the
 * writer's own words, and the list that events are added to.
 */
#pragma once

#include "parse/body.h"
#include "parse/records.h"

/* Events beyond these, of one message, are only counted; nobody says so much. */
#define EVENTS_MAX 500
/* Instead of a line: what the subject says. */
#define EVENT_NO_LINE BODY_NO_LINE
/* Words kept of an event, in bytes. */
#define EVENT_WORDS_MAX 300

enum line_use {
	LINE_OTHER, /* quoted, a listing, a log, a table's row, a signature */
	LINE_DIFF,  /* of a listing of differences */
	LINE_TAG,   /* "Fixes: …", "#regzbot …", "[test failed on …]" */
	LINE_TALK,  /* somebody's sentences */
	LINE_BLANK,
};

struct event_reader {
	struct records *records;
	const GArray *lines; /* struct body_line */
	guint8 *use;         /* enum line_use of each */
	guint diff;          /* index of the first line of a listing; else the number of lines */
	guint notes_end;     /* of a report: index of its headline; else the number of lines */
	guint left_out;      /* events beyond EVENTS_MAX */
};

/* Which of the lines are what; free with g_free(). */
guint8 *event_lines(const GArray *lines);

/*
 * A new event at a line (index), its words cut to EVENT_WORDS_MAX; NULL when there are
 * too many.  It lives until the next one is added.
 */
struct event *event_add(
	struct event_reader *reader, enum event_kind kind, guint line, struct slice words);

gboolean event_has(const struct event_reader *reader, enum event_kind kind);

/* ---- the parts; each adds what it knows --------------------------------------- */

/* "Tested-by:", "Fixes:", "#regzbot …", "[still regression on …]" and their like. */
void event_tags_read(struct event_reader *reader);

/* "This reverts commit …", "commit … upstream.", "(cherry picked from commit …)". */
void event_commits_read(struct event_reader *reader);

/* What sentences say: retests, reproductions, proposals, retractions, notices. */
void event_talk_read(struct event_reader *reader);

/* Of an answer without such a word: what the figures of its retest say. */
void event_retest_read(struct event_reader *reader);

/* What an answer shows: a run under a profiler, figures of its writer's own. */
void event_shown_read(struct event_reader *reader);

/* The first report that a message quotes. */
void event_quoted_read(struct event_reader *reader);

/* Notes above a report's headline that tell of an earlier report. */
void event_notes_read(struct event_reader *reader);
