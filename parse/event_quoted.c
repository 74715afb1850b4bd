/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which report a message quotes.  Nothing that is quoted decides anything; but where the
 * report itself is not at hand, this tells what the message is about.
 */
#include "parse/event_reader.h"
#include "parse/headline.h"

/* As if the lines of one depth were the mail's own. */
static GArray *lines_at(const GArray *lines, guint depth)
{
	GArray *own = g_array_sized_new(FALSE, FALSE, sizeof(struct body_line), lines->len);

	g_array_append_vals(own, lines->data, lines->len);
	for (guint i = 0; i < own->len; i++)
		BODY_LINE(own, i)->depth = BODY_LINE(own, i)->depth != depth;
	return own;
}

/* Index of the first quoted line that opens a headline; else the number of lines. */
static guint first_opening(const GArray *lines)
{
	guint i = 0;

	while (i < lines->len &&
		!(BODY_LINE(lines, i)->depth && headline_opens(BODY_LINE(lines, i)->text)))
		i++;
	return i;
}

void event_quoted_read(struct event_reader *r)
{
	guint at = first_opening(r->lines);
	struct event *event;

	if (at == r->lines->len)
		return;

	g_autoptr(GArray) quoted = lines_at(r->lines, BODY_LINE(r->lines, at)->depth);
	struct headline headline = headline_next(quoted, at, r->records->text);

	if (slice_is_null(headline.commit) || headline.form == HEADLINE_SUMMARY)
		return;
	event = event_add(r, EVENT_QUOTED_REPORT, headline.line,
		slice_trim(BODY_LINE(r->lines, headline.line)->text));
	if (!event)
		return;
	event->commit = headline.commit;
	event->title = headline.title;
}
