/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/build.h"

#include "base/literal.h"
#include "parse/scan.h"

/* What is looked for stands at the top; logs and listings follow. */
#define HEAD_LINES 60
/* ">>" is what a quotation in a quotation would begin with. */
#define NEW_DEPTH 2

/* "[auto build test ERROR on linus/master]" */
static gboolean read_test_on(struct slice line, struct headline *h)
{
	if (!scan_text(&line, "[auto build test "))
		return FALSE;
	scan_before(&line, " on ");

	struct slice where = scan_before(&line, "]"), name = scan_before(&where, "/");

	if (!slice_is_null(h->tree))
		return TRUE;
	h->tree = slice_is_null(name) ? where : name;
	h->branch = slice_is_null(name) || !where.len ? SLICE_NULL : where;
	return TRUE;
}

static gboolean read_summary(const GArray *lines, guint i, struct headline *h)
{
	struct slice tree = body_own(lines, i), head = body_own(lines, i + 1);

	if (!scan_text(&tree, "tree/branch:") || !scan_text(&head, "branch HEAD:"))
		return FALSE;
	h->form = HEADLINE_SUMMARY;
	headline_tree(tree, &h->tree, &h->branch);
	h->commit = scan_id(&head);
	h->title = slice_trim(head);
	if (!h->title.len)
		h->title = SLICE_NULL;
	return TRUE;
}

/* Whether the line shows that this is a build report; takes what it names. */
static gboolean read_build_line(struct slice line, struct headline *h)
{
	struct slice rest = line;

	if (read_test_on(line, h))
		return TRUE;
	if (scan_text(&rest, "tree:"))
		return headline_tree(rest, &h->tree, &h->branch);
	if (slice_is_null(h->commit))
		headline_commit(line, &h->commit, &h->title);
	headline_base(line, h);
	return slice_find(line, " noticed the following build ") != NULL;
}

struct headline build_find(const GArray *lines)
{
	struct headline h = {0};
	guint seen = 0;

	for (guint i = 0; i < lines->len && seen < HEAD_LINES; i++) {
		struct slice line = body_own(lines, i);

		seen += line.len > 0;
		if (read_summary(lines, i, &h))
			return h;
		if (line.len && read_build_line(line, &h) && !h.form) {
			h.form = HEADLINE_BUILD;
			h.line = i;
		}
	}
	return h.form ? h : (struct headline){0};
}

/* ---- what failed ------------------------------------------------------------------ */

static gboolean begins_list(struct slice line)
{
	return slice_starts(line, "All error") || slice_starts(line, "All warning");
}

/* A listing of the file, or the robot's signature. */
static gboolean ends_list(struct slice line)
{
	return slice_starts(line, "vim +") || slice_starts(line, "-- ") || slice_is(line, "---") ||
	       slice_is(line, "--");
}

/* "file.c:300:5: warning: text", "file.h:12: error: text" */
static gboolean is_complaint(struct slice line)
{
	struct slice rest = line, file = scan_before(&rest, ":"), number = scan_before(&rest, ":");
	guint64 ignored;

	return file.len && !slice_find(file, " ") && literal_count(number, &ignored) &&
	       (slice_find(rest, "error:") || slice_find(rest, "warning:") ||
		       slice_find(rest, "sparse:"));
}

static void add_failure(struct records *records, const struct body_line *line, GHashTable *seen,
	const struct diag_sink *sink)
{
	struct failure failure = {.line = line->number, .name = slice_trim(line->text)};

	if (!failure.name.len || g_hash_table_size(seen) > BUILD_FAILURES_MAX)
		return;
	if (!g_hash_table_add(seen, slice_dup(failure.name)))
		return;
	if (records->failures->len < BUILD_FAILURES_MAX) {
		g_array_append_val(records->failures, failure);
		return;
	}
	struct origin at = origin_at(&records->mail->origin, line->part, line->number);
	diag_emit(sink, DIAG_LIST_TOO_LONG, &at, failure.name,
		"of the failures the first %d are kept", BUILD_FAILURES_MAX);
}

static void read_list(
	struct records *records, const GArray *lines, gboolean marked, const struct diag_sink *sink)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	gboolean in_list = FALSE;

	for (guint i = 0; i < lines->len; i++) {
		const struct body_line *line = BODY_LINE(lines, i);

		if (!line->depth && ends_list(line->text))
			in_list = FALSE;
		in_list |= !line->depth && begins_list(line->text);
		if (in_list && (marked ? line->depth == NEW_DEPTH
				       : !line->depth && is_complaint(slice_trim(line->text))))
			add_failure(records, line, seen, sink);
	}
}

void build_failures_read(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	read_list(records, lines, TRUE, sink);
	if (!records->failures->len)
		read_list(records, lines, FALSE, sink);
}
