/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/headline.h"

#include "parse/author.h"
#include "parse/claim.h"
#include "parse/scan.h"

/* The commit stands this near to the sentence, its tree this near to the commit. */
#define COMMIT_LINES 40
#define TREE_LINES 6
#define BROKEN_LINES 3
/* Unreadable sentences beyond these are not tried again with the lines below. */
#define BROKEN_MAX 16

/* "FYI, we noticed " or "kernel test robot noticed ", the name with its slips. */
static gboolean take_opening(struct slice *rest)
{
	struct slice after = *rest;

	if (scan_text(rest, "FYI, we noticed "))
		return TRUE;
	if (!author_is_robot_name(scan_before(&after, " noticed ")))
		return FALSE;
	*rest = after;
	return TRUE;
}

static struct slice compiler_of(struct slice sentence)
{
	struct slice rest = sentence;

	scan_before(&rest, "(built with ");
	return rest.len == sentence.len ? SLICE_NULL : scan_before(&rest, ")");
}

/* Takes the end of a sentence off: " on:", " due to commit:", " due to commit (built …):". */
static gboolean cut_ending(struct slice *rest)
{
	struct slice s = *rest = slice_trim(*rest), body = scan_before(&s, " due to commit");

	if (!slice_is_null(body)) {
		*rest = slice_trim(body);
		return TRUE;
	}
	if (!slice_ends(*rest, " on:"))
		return FALSE;
	rest->len -= strlen(" on:");
	return TRUE;
}

/* "a -9.0% regression of M" */
static gboolean read_change(struct slice s, struct headline *h)
{
	if (!scan_text(&s, "a "))
		scan_text(&s, "an ");

	struct slice claim = scan_word(&s);
	enum verdict verdict = claim_verdict(scan_word(&s));

	scan_blanks(&s);
	if (!claim_is_percent(claim) || !verdict || !scan_text(&s, "of "))
		return FALSE;

	struct slice metric = scan_word(&s);
	if (!metric.len || scan_word(&s).len)
		return FALSE;
	h->form = HEADLINE_CHANGE;
	h->claim = claim;
	h->verdict = verdict;
	h->metric = metric;
	return TRUE;
}

/* A quoted result, or one word. */
static gboolean read_failure(struct slice s, struct headline *h)
{
	s = slice_trim(s);
	if (s.len > 2 && s.at[0] == '"' && s.at[s.len - 1] == '"') {
		s = (struct slice){s.at + 1, s.len - 2};
	} else {
		struct slice rest = s;

		if (!scan_word(&rest).len || scan_word(&rest).len)
			return FALSE;
	}
	h->form = HEADLINE_FAILURE;
	h->failure = s;
	return TRUE;
}

static gboolean read_sentence(struct slice s, struct headline *h)
{
	h->compiler = compiler_of(s);
	scan_blanks(&s);
	if (!take_opening(&s))
		return FALSE;
	scan_blanks(&s);
	if (slice_starts(s, "the following commit"))
		return h->form = HEADLINE_COMMIT;
	if (scan_text(&s, "the below changes on") || scan_text(&s, "the following changes on")) {
		scan_blanks(&s);
		headline_commit(s, &h->commit, &h->title);
		return h->form = HEADLINE_CHANGES;
	}
	return cut_ending(&s) && (read_change(s, h) || read_failure(s, h));
}

/* Cheap.  Names begin with no figure but "0-day robot" and its like. */
static gboolean may_open(char first)
{
	return first && (!g_ascii_isdigit(first) || first == '0');
}

gboolean headline_opens(struct slice line)
{
	scan_blanks(&line);
	return take_opening(&line) && !slice_starts(line, "the following build");
}

static gboolean find_sentence(
	const GArray *lines, guint from, GStringChunk *text, struct headline *h)
{
	guint broken = 0;

	for (guint i = from; i < lines->len && broken < BROKEN_MAX; i++) {
		if (!may_open(body_first(lines, i)) || !headline_opens(body_own(lines, i)))
			continue;
		for (guint more = 0; more < BROKEN_LINES; more++) {
			struct slice s =
				more ? body_joined(lines, i, more, text) : body_own(lines, i);

			if (!read_sentence(s, h))
				continue;
			h->line = i;
			h->end = i + more + 1;
			h->broken = FALSE;
			return TRUE;
		}
		*h = (struct headline){.line = i, .broken = TRUE};
		broken++;
	}
	return FALSE;
}

static struct slice title_of(struct slice s)
{
	s = slice_trim(s);
	if (slice_starts(s, "(\"")) {
		s = slice_skip(s, 2);
		for (gsize n = s.len; n >= 2; n--)
			if (s.at[n - 2] == '"' && s.at[n - 1] == ')')
				return (struct slice){s.at, n - 2};
		return SLICE_NULL;
	}
	if (slice_starts(s, "[") && slice_find(s, "] ")) { /* its place in the branch: "[25/37]" */
		struct slice after = s, place = scan_before(&after, "] ");

		if (slice_find(place, "/") && !slice_find(place, " "))
			s = slice_trim(after);
	}
	return s.len ? s : SLICE_NULL;
}

gboolean headline_commit(struct slice line, struct slice *ret_id, struct slice *ret_title)
{
	if (!scan_text(&line, "commit:") && !scan_text(&line, "commit "))
		return FALSE;

	struct slice id = scan_id(&line);
	if (slice_is_null(id))
		return FALSE;
	*ret_id = id;
	*ret_title = title_of(line);
	return TRUE;
}

gboolean headline_tree(struct slice line, struct slice *ret_tree, struct slice *ret_branch)
{
	static const char *const schemes[] = {"https://", "http://", "git://", "ssh://"};
	struct slice url = scan_word(&line), branch = scan_word(&line);
	gboolean known = FALSE;

	for (guint i = 0; i < G_N_ELEMENTS(schemes); i++)
		known |= slice_starts(url, schemes[i]);
	if (!known || scan_word(&line).len)
		return FALSE;
	*ret_tree = url;
	*ret_branch = branch.len ? branch : SLICE_NULL;
	return TRUE;
}

/* The title is broken over lines where format=flowed was not kept. */
static void heal_title(const GArray *lines, guint i, GStringChunk *text, struct headline *h)
{
	if (!slice_find(body_own(lines, i), "(\""))
		return;
	for (guint more = 1; more < BROKEN_LINES && slice_is_null(h->title); more++) {
		struct slice joined = body_joined(lines, i, more, text), id;

		headline_commit(joined, &id, &h->title);
	}
}

gboolean headline_base(struct slice line, struct headline *h)
{
	if (scan_text(&line, "base: "))
		return headline_tree(line, &h->tree, &h->branch);
	if (!scan_text(&line, "url: "))
		return FALSE;
	return !slice_is_null(h->tree) || headline_tree(line, &h->tree, &h->branch);
}

static void read_tree_line(struct slice line, struct headline *h)
{
	if (!headline_base(line, h) && slice_is_null(h->tree))
		headline_tree(line, &h->tree, &h->branch);
}

/* Index of the commit line; the sentence's last line when the commit stands in it. */
static guint find_commit_line(const GArray *lines, struct headline *h)
{
	guint end = MIN(lines->len, h->end + COMMIT_LINES);

	if (!slice_is_null(h->commit))
		return h->end - 1;
	for (guint i = h->end; i < end; i++) {
		if (headline_commit(body_own(lines, i), &h->commit, &h->title))
			return i;
		read_tree_line(body_own(lines, i), h); /* in 2014 above the commit */
	}
	return end;
}

static void find_commit(const GArray *lines, GStringChunk *text, struct headline *h)
{
	guint at = find_commit_line(lines, h);

	if (slice_is_null(h->commit))
		return;
	if (slice_is_null(h->title))
		heal_title(lines, at, text, h);
	for (guint i = at + 1; i < MIN(lines->len, at + TREE_LINES); i++)
		read_tree_line(body_own(lines, i), h);
}

struct headline headline_next(const GArray *lines, guint from, GStringChunk *text)
{
	struct headline h = {0};

	if (find_sentence(lines, from, text, &h))
		find_commit(lines, text, &h);
	return h;
}

struct headline headline_find(const GArray *lines, GStringChunk *text)
{
	return headline_next(lines, 0, text);
}
