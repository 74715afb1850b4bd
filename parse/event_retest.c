/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the figures of a retest say where no word does:
 *
 *   Subject: Re: [linus:master] [mseal]  8be7258aad:  M -4.4% regression
 *
 *   base             8be7258aad (reported)        tried
 *   314345            -5.0%     298656            -3.4%     303565        M
 *
 * Of the change that was reported a third is back.  The reported commit stands in the
 * second of three columns, so that both changes are against the same base.
 */
#include "parse/claim.h"
#include "parse/commit_id.h"
#include "parse/event_reader.h"
#include "parse/subject.h"

#include <math.h>

/* The part of the reported change that has gone. */
#define BACK_MOSTLY .8
#define BACK_SOME .2
/* Percent; smaller changes are lost in what printing rounds away. */
#define CHANGE_MIN 1.

static gboolean has_verdict(const struct event_reader *r)
{
	for (guint i = 0; i < r->records->events->len; i++) {
		enum event_kind kind = RECORD(r->records->events, struct event, i)->kind;

		if (kind >= EVENT_RECOVERED && kind <= EVENT_UNCLEAR)
			return TRUE;
	}
	return FALSE;
}

static const struct column *column_of(const struct event_reader *r, const struct table *t, guint i)
{
	return RECORD(r->records->columns, struct column, t->columns.first + i);
}

/* The row of the metric in a table of base, reported commit and what was tried. */
static int row_of_retest(
	const struct event_reader *r, const struct table *t, const struct subject *subject)
{
	if (t->depth || !slice_is_null(t->attachment) || t->columns.count != 3 ||
		!commit_same(column_of(r, t, 1)->id, subject->commit))
		return -1;
	return claim_row(r->records, t, subject->metric);
}

/* EVENT_KINDS: the row does not say. */
static enum event_kind kind_of(const struct change *reported, const struct change *tried)
{
	double back;

	if (reported->unit != UNIT_PERCENT || !isfinite(reported->value) ||
		!isfinite(tried->value) || fabs(reported->value) < CHANGE_MIN)
		return EVENT_KINDS;
	back = 1 - tried->value / reported->value;
	if (back >= BACK_MOSTLY)
		return EVENT_RECOVERED;
	return back >= BACK_SOME ? EVENT_PARTLY_RECOVERED : EVENT_NOT_RECOVERED;
}

static void add(struct event_reader *r, const struct table *t, const struct row *row)
{
	const struct cell *cells = RECORD(r->records->cells, struct cell, row->cells.first);
	enum event_kind kind = kind_of(&cells[1].change, &cells[2].change);
	guint line = body_index(r->lines, t->part, row->line);
	struct event *event;

	if (kind == EVENT_KINDS || line == BODY_NO_LINE)
		return;
	event = event_add(r, kind, line, slice_trim(BODY_LINE(r->lines, line)->text));
	if (!event)
		return;
	event->commit = column_of(r, t, 2)->id;
	event->title = column_of(r, t, 2)->title;
}

void event_retest_read(struct event_reader *r)
{
	struct subject subject = subject_read(slice_of(r->records->mail->subject));

	if (slice_is_null(subject.commit) || slice_is_null(subject.metric) || has_verdict(r))
		return;
	for (guint i = 0; i < r->records->tables->len; i++) {
		const struct table *t = RECORD(r->records->tables, struct table, i);
		int row = row_of_retest(r, t, &subject);

		if (row < 0)
			continue;
		add(r, t, RECORD(r->records->rows, struct row, (guint)row));
		return;
	}
}
