/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/build.h"

#include "parse/scan.h"

/* What is looked for stands at the top; logs and listings follow. */
#define HEAD_LINES 60

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
