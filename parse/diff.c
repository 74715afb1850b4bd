/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/diff.h"

#include "parse/diff_path.h"
#include "parse/line.h"
#include "parse/scan.h"

#define GIT_HEAD "diff --git "

struct reader {
	struct records *records;
	guint part;
	const struct diag_sink *sink;
	struct line line;
	struct slice rest; /* behind the line */
	gboolean ended;    /* there is no line */
};

static void advance(struct reader *r)
{
	r->ended = !line_next(&r->rest, &r->line);
}

/* The line when it is the author's own, else null. */
static struct slice own_line(const struct reader *r)
{
	return r->ended || r->line.depth ? SLICE_NULL : r->line.text;
}

static void say(const struct reader *r, guint line, struct slice text, const char *why)
{
	struct origin at = origin_at(&r->records->mail->origin, r->part, line);

	diag_emit(r->sink, DIAG_DIFF_UNREADABLE, &at, text, "%s", why);
}

/* ---- hunks ------------------------------------------------------------------ */

struct hunk {
	guint before, after; /* lines of each side that are still to come */
};

static gboolean take_number(struct slice *rest, guint *ret_number)
{
	guint n = 0, number = 0;

	for (; n < rest->len && n <= DIFF_DIGITS_MAX && g_ascii_isdigit(rest->at[n]); n++)
		number = number * 10 + (guint)(rest->at[n] - '0');
	*rest = slice_skip(*rest, n);
	*ret_number = number;
	return n > 0 && n <= DIFF_DIGITS_MAX;
}

/* "-12,7"; "-12" is of one line. */
static gboolean take_range(struct slice *rest, const char *mark, guint *ret_lines)
{
	guint first;

	*ret_lines = 1;
	return scan_text(rest, mark) && take_number(rest, &first) &&
	       (!scan_text(rest, ",") || take_number(rest, ret_lines));
}

static gboolean is_hunk(struct slice line, struct hunk *ret_hunk)
{
	return scan_text(&line, "@@ ") && take_range(&line, "-", &ret_hunk->before) &&
	       scan_text(&line, " ") && take_range(&line, "+", &ret_hunk->after) &&
	       slice_starts(line, " @@");
}

/* FALSE: the hunk has no such line left. */
static gboolean count_line(struct slice line, struct hunk *hunk, struct touched *file)
{
	char mark = line.len ? line.at[0] : ' '; /* the blank of an empty line gets lost */

	if (slice_is_null(line))
		return FALSE;
	if (mark == ' ' && hunk->before && hunk->after) {
		hunk->before--;
		hunk->after--;
		return TRUE;
	}
	if (mark == '-' && hunk->before) {
		hunk->before--;
		file->removed++;
		return TRUE;
	}
	if (mark == '+' && hunk->after) {
		hunk->after--;
		file->added++;
		return TRUE;
	}
	return mark == '\\'; /* "\ No newline at end of file" */
}

/* Whether "--- old" and "+++ new" stand here, with the hunk that a patch has below them. */
static gboolean are_names(const struct reader *r, gboolean git, struct diff_paths *ret_paths)
{
	struct reader ahead = *r;
	struct slice old = own_line(&ahead), new;
	struct hunk hunk;

	if (!slice_starts(old, "--- "))
		return FALSE;
	advance(&ahead);
	new = own_line(&ahead);
	if (!slice_starts(new, "+++ "))
		return FALSE;
	advance(&ahead);
	if (!git && !is_hunk(own_line(&ahead), &hunk))
		return FALSE;
	if (old.len > DIFF_NAME_LINE_MAX || new.len > DIFF_NAME_LINE_MAX)
		return FALSE;
	return diff_paths_of_names(slice_skip(old, 4), slice_skip(new, 4), git, ret_paths);
}

static gboolean is_other_head(const struct reader *r)
{
	struct diff_paths paths;
	struct hunk hunk;

	return slice_starts(own_line(r), GIT_HEAD) || is_hunk(own_line(r), &hunk) ||
	       are_names(r, FALSE, &paths);
}

static gboolean is_changed(struct slice line)
{
	return (slice_starts(line, "+") && !slice_starts(line, "+++ ")) ||
	       slice_starts(line, "-\t");
}

/* Lines that were written into a hunk by hand, its head left as it was. */
static gboolean take_surplus(struct reader *r, struct touched *file)
{
	gboolean any = is_changed(own_line(r));

	while (any && (is_changed(own_line(r)) || slice_starts(own_line(r), " "))) {
		file->added += own_line(r).at[0] == '+';
		file->removed += own_line(r).at[0] == '-';
		advance(r);
	}
	return any;
}

static gboolean read_hunk(struct reader *r, struct touched *file)
{
	struct slice head = own_line(r);
	guint line = r->line.number, strange = 0;
	gboolean whole = TRUE;
	struct hunk hunk;

	if (!is_hunk(head, &hunk))
		return FALSE;
	file->hunks++;
	advance(r);
	while ((hunk.before || hunk.after) && !r->ended && strange < DIFF_STRANGE_LINES_MAX &&
		!is_other_head(r)) {
		strange = count_line(own_line(r), &hunk, file) ? 0 : strange + 1;
		whole = whole && !strange;
		advance(r);
	}
	if (slice_starts(own_line(r), "\\ "))
		advance(r);
	if (hunk.before || hunk.after || take_surplus(r, file) || !whole)
		say(r, line, head, "the hunk does not have the lines that its head says");
	return TRUE;
}

/* ---- files ------------------------------------------------------------------ */

/* What git says between "diff --git" and "---"; FALSE: nothing of that. */
static gboolean take_git_line(struct slice line, struct touched *file)
{
	static const char *const others[] = {"old mode ", "new mode ", "similarity index ",
		"dissimilarity index ", "index ", "Binary files ", "GIT binary patch"};

	if (scan_text(&line, "new file mode ")) {
		file->old_path = SLICE_NULL;
		return TRUE;
	}
	if (scan_text(&line, "deleted file mode ")) {
		file->new_path = SLICE_NULL;
		return TRUE;
	}
	if (scan_text(&line, "rename from ") || scan_text(&line, "copy from ")) {
		file->old_path = diff_path_of_rename(line);
		return TRUE;
	}
	if (scan_text(&line, "rename to ") || scan_text(&line, "copy to ")) {
		file->new_path = diff_path_of_rename(line);
		return TRUE;
	}
	for (guint i = 0; i < G_N_ELEMENTS(others); i++)
		if (slice_starts(line, others[i]))
			return TRUE;
	return FALSE;
}

/* Takes "diff --git" and the lines below it; their number. */
static guint read_git_head(struct reader *r, struct touched *file)
{
	struct slice line = own_line(r);
	guint lines = 0;

	if (!slice_starts(line, GIT_HEAD) || line.len > DIFF_NAME_LINE_MAX)
		return 0;

	struct diff_paths paths = diff_paths_of_git(slice_skip(line, strlen(GIT_HEAD)));
	file->old_path = paths.old;
	file->new_path = paths.new;
	do {
		lines++;
		advance(r);
		line = own_line(r);
	} while (line.len <= DIFF_NAME_LINE_MAX && take_git_line(line, file));
	return lines;
}

static gboolean read_names(struct reader *r, gboolean git, struct touched *file)
{
	struct diff_paths paths;

	if (!are_names(r, git, &paths))
		return FALSE;
	file->old_path = paths.old;
	file->new_path = paths.new;
	advance(r);
	advance(r);
	return TRUE;
}

static gboolean is_too_long(struct slice line)
{
	return line.len > DIFF_NAME_LINE_MAX &&
	       (slice_starts(line, GIT_HEAD) || slice_starts(line, "--- a/"));
}

/* Takes the file's diff that begins here, if one does. */
static gboolean read_file(struct reader *r)
{
	struct touched file = {.part = r->part, .line = r->line.number};
	struct slice head = own_line(r);
	guint git = read_git_head(r, &file);
	gboolean named = read_names(r, git > 0, &file);

	if (is_too_long(head))
		say(r, file.line, head, "the name of a file is too long");
	if (!git && !named)
		return FALSE;
	while (read_hunk(r, &file))
		;
	if (slice_is_null(file.old_path) && slice_is_null(file.new_path)) {
		say(r, file.line, head, "the names of the file cannot be told apart");
		return TRUE;
	}
	if (!file.hunks && (named || git == 1))
		say(r, file.line, head, "no hunk follows");
	g_array_append_val(r->records->touched, file);
	return TRUE;
}

gboolean diffs_may_begin(const GArray *lines)
{
	if (lines->len >= BODY_LINES_MAX) /* there may be more */
		return TRUE;
	for (guint i = 0; i < lines->len; i++) {
		char first = body_first(lines, i);

		if ((first == '-' && slice_starts(body_own(lines, i), "--- ")) ||
			(first == 'd' && slice_starts(body_own(lines, i), GIT_HEAD)))
			return TRUE;
	}
	return FALSE;
}

static gboolean may_have_diffs(struct slice text)
{
	return slice_find(text, GIT_HEAD) || slice_find(text, "@@ -");
}

guint diffs_read(
	struct records *records, const struct mail_part *part, const struct diag_sink *sink)
{
	struct reader r = {records, part->number, sink, .rest = part->bytes};
	guint before = records->touched->len;

	if (!may_have_diffs(part->bytes))
		return 0;
	advance(&r);
	while (!r.ended) {
		if (!read_file(&r))
			advance(&r);
		else if (records->touched->len >= DIFF_FILES_MAX) {
			say(&r, r.line.number, own_line(&r), "there are too many diffs");
			break;
		}
	}
	return records->touched->len - before;
}
