/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/shown_commit.h"

#include "parse/commit_id.h"
#include "parse/scan.h"

/* The author stands so near below the id ("Merge:", "Gitweb:" between), the title below it. */
#define AUTHOR_LINES 4
#define TITLE_LINES 6

/* A line at the same depth and in the same part as another; null: it is not. */
static struct slice line_beside(const GArray *lines, guint i, guint other)
{
	const struct body_line *line = i < lines->len ? BODY_LINE(lines, i) : NULL;
	const struct body_line *first = BODY_LINE(lines, other);

	return line && line->depth == first->depth && line->part == first->part ? line->text
										: SLICE_NULL;
}

/* The id behind "commit " or "Commit-ID:"; null: none. */
static struct slice read_id(struct slice line, gboolean *ret_notice)
{
	struct slice rest = line, id;

	*ret_notice = scan_text(&rest, "Commit-ID:");
	if (!*ret_notice && !scan_text(&rest, "commit "))
		return SLICE_NULL;
	id = scan_word(&rest);
	scan_blanks(&rest);
	/* "commit H40 upstream." names another commit; what stands behind is "(HEAD, tag: ...)". */
	return commit_is_id(id) && (!rest.len || *rest.at == '(') ? id : SLICE_NULL;
}

/* "Name <address>" */
static gboolean read_person(struct slice text, struct shown_commit *shown)
{
	const char *open = slice_find(text, "<"), *close = open ? slice_find(text, ">") : NULL;

	if (!close || close < open)
		return FALSE;
	shown->author_name = slice_trim(slice_between(text.at, open));
	shown->author_address = slice_trim(slice_between(open + 1, close));
	if (shown->author_name.len > 1 && shown->author_name.at[0] == '"' &&
		slice_ends(shown->author_name, "\"")) {
		shown->author_name.at++;
		shown->author_name.len -= 2;
	}
	if (!shown->author_name.len)
		shown->author_name = SLICE_NULL;
	if (!shown->author_address.len)
		shown->author_address = SLICE_NULL;
	return !slice_is_null(shown->author_name) || !slice_is_null(shown->author_address);
}

/* The first line behind the head's blank one. */
static struct slice read_title(const GArray *lines, guint author)
{
	gboolean blank = FALSE;

	for (guint i = author + 1; i <= author + TITLE_LINES; i++) {
		struct slice line = slice_trim(line_beside(lines, i, author));

		if (slice_is_null(line))
			break;
		if (blank && line.len)
			return line;
		blank |= !line.len;
	}
	return SLICE_NULL;
}

/* A notice is the answer to the patch that it tells of, or named after it. */
static struct slice title_of_subject(const struct records *records)
{
	struct slice subject = slice_of(records->mail->subject);

	return subject.len ? subject : SLICE_NULL;
}

/* FALSE: there are too many. */
static gboolean add(struct records *records, const struct shown_commit *shown, const GArray *lines,
	guint i, const struct diag_sink *sink)
{
	const struct body_line *line = BODY_LINE(lines, i);
	struct origin at = origin_at(&records->mail->origin, line->part, line->number);

	if (records->shown_commits->len < SHOWN_COMMITS_MAX) {
		g_array_append_val(records->shown_commits, *shown);
		return TRUE;
	}
	diag_emit(sink, DIAG_LIST_TOO_LONG, &at, line->text,
		"the mail shows more than %d commits; the rest is left", SHOWN_COMMITS_MAX);
	return FALSE;
}

/* FALSE: there are too many. */
static gboolean read_commit(
	struct records *records, const GArray *lines, guint i, const struct diag_sink *sink)
{
	const struct body_line *line = BODY_LINE(lines, i);
	struct shown_commit shown = {
		.part = line->part, .line = line->number, .depth = line->depth};
	gboolean notice;

	shown.commit = read_id(slice_trim(line->text), &notice);
	for (guint k = 1; k <= AUTHOR_LINES && !slice_is_null(shown.commit); k++) {
		struct slice author = slice_trim(line_beside(lines, i + k, i));

		if (!scan_text(&author, "Author:") || !read_person(author, &shown))
			continue;
		shown.title = notice ? title_of_subject(records) : read_title(lines, i + k);
		return add(records, &shown, lines, i, sink);
	}
	return TRUE;
}

/* The first line that says something, of a patch. */
static void read_from(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	guint i = 0;

	while (i < lines->len && BODY_LINE(lines, i)->first == '\0')
		i++;
	struct slice line = slice_trim(body_own(lines, i));
	struct shown_commit shown = {0};
	if (slice_is_null(line) || !scan_text(&line, "From:") || !read_person(line, &shown))
		return;
	shown.part = BODY_LINE(lines, i)->part;
	shown.line = BODY_LINE(lines, i)->number;
	add(records, &shown, lines, i, sink);
}

void shown_commits_read(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	if (records->kind == MESSAGE_PATCH || records->kind == MESSAGE_ROBOT_PATCH)
		read_from(records, lines, sink);
	for (guint i = 0; i < lines->len; i++) {
		const struct body_line *line = BODY_LINE(lines, i);

		if ((line->first != 'c' && line->first != 'C') || line->is_row)
			continue;
		if (!read_commit(records, lines, i, sink))
			break;
	}
}
