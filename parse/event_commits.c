/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of a patch that tell what its commit has to do with another. */
#include "parse/commit_id.h"
#include "parse/event_reader.h"
#include "parse/scan.h"
#include "parse/title.h"

#define FULL_DIGITS 40

static gboolean take_full_id(struct slice *rest, struct slice *ret_id)
{
	*ret_id = scan_id(rest);
	return ret_id->len >= FULL_DIGITS;
}

static void add(struct event_reader *r, enum event_kind kind, guint i, struct slice line,
	struct slice commit, struct slice title)
{
	struct event *event = event_add(r, kind, i, line);

	if (!event)
		return;
	event->commit = commit;
	event->title = title;
}

/* "This reverts commit H40.", also "This reverts commits H40, …": the first. */
static void read_revert(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line, id;

	if (!scan_text(&rest, "This reverts commit ") && !scan_text(&rest, "This reverts commits "))
		return;
	scan_blanks(&rest);

	gsize n = 0;
	while (n < rest.len && g_ascii_isxdigit(rest.at[n]))
		n++;
	id = (struct slice){rest.at, n};
	if (commit_is_id(id))
		add(r, EVENT_REVERT, i, line, id, SLICE_NULL);
}

/* "commit H40 upstream.", "[ Upstream commit H40 ]" */
static void read_upstream(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line, id;

	if (scan_text(&rest, "commit ") && take_full_id(&rest, &id)) {
		scan_blanks(&rest);
		if (slice_is(rest, "upstream.") || slice_is(rest, "upstream"))
			add(r, EVENT_UPSTREAM, i, line, id, SLICE_NULL);
		return;
	}
	rest = line;
	if (!scan_text(&rest, "[ Upstream commit ") || !take_full_id(&rest, &id))
		return;
	scan_blanks(&rest);
	if (slice_is(rest, "]"))
		add(r, EVENT_UPSTREAM, i, line, id, SLICE_NULL);
}

/* "(cherry picked from commit H40)", "(backported from commit H40)" */
static void read_cherry_pick(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line, id;

	if (!scan_text(&rest, "(cherry picked from commit ") &&
		!scan_text(&rest, "(backported from commit "))
		return;
	id = scan_before(&rest, ")");
	if (commit_is_id(id))
		add(r, EVENT_CHERRY_PICK, i, line, id, SLICE_NULL);
}

/* The line that holds a piece of the body; its text may have been put together anew. */
static guint line_of(const struct event_reader *r, struct slice text)
{
	for (guint i = r->notes_end; i < r->lines->len; i++) {
		struct slice line = body_own(r->lines, i);

		if (line.len && text.at >= line.at && text.at < line.at + line.len)
			return i;
	}
	return r->notes_end;
}

/* The title of the commit that a report blames. */
static void read_blamed_title(struct event_reader *r)
{
	struct slice title = r->records->report.commit_title, of = title_reverted(title);

	if (!slice_is_null(of) && r->notes_end < r->lines->len)
		add(r, EVENT_REVERT, line_of(r, title), title, SLICE_NULL, of);
}

/* A patch's subject stands in no line. */
static void read_subject(struct event_reader *r)
{
	struct slice subject = slice_of(r->records->mail->subject), of = title_reverted(subject);
	struct event *event =
		slice_is_null(of) ? NULL : event_add(r, EVENT_REVERT, EVENT_NO_LINE, subject);

	if (event)
		event->title = of;
}

void event_commits_read(struct event_reader *r)
{
	const struct records *records = r->records;

	if (records->has_report) {
		read_blamed_title(r);
		return;
	}
	if (records->kind == MESSAGE_PATCH || records->kind == MESSAGE_ROBOT_PATCH)
		read_subject(r);
	for (guint i = 0; i < r->lines->len; i++) {
		char first = body_first(r->lines, i);
		struct slice line;

		if (!first || !strchr("Tc[(", first) || r->use[i] == LINE_DIFF)
			continue;
		line = slice_trim(body_own(r->lines, i));
		read_revert(r, i, line);
		read_upstream(r, i, line);
		read_cherry_pick(r, i, line);
	}
}
