/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events that a line says by its form alone: trailers, commands to the regression
 * tracker, the robot's cross checks.
 */
#include "parse/address.h"
#include "parse/event_link.h"
#include "parse/event_reader.h"
#include "parse/commit_id.h"
#include "parse/scan.h"

/* A Link: belongs to the Reported-by: this near above it. */
#define TAG_DISTANCE 2

static struct slice read_id(struct slice *rest)
{
	struct slice after = *rest, word = scan_word(&after);

	while (word.len && strchr("(\"'", word.at[0]))
		word = slice_skip(word, 1);
	while (word.len && strchr(".,;:)\"'", word.at[word.len - 1]))
		word.len--;
	if (!commit_is_id(word))
		return SLICE_NULL;
	*rest = after;
	return word;
}

/* `("title")`, `"title"`; null: neither. */
static struct slice read_title(struct slice rest)
{
	rest = slice_trim(rest);
	if (slice_starts(rest, "(") && slice_ends(rest, ")"))
		rest = (struct slice){rest.at + 1, rest.len - 2};
	if (rest.len < 3 || rest.at[0] != '"' || rest.at[rest.len - 1] != '"')
		return SLICE_NULL;
	return (struct slice){rest.at + 1, rest.len - 2};
}

static void set_link(struct event_reader *r, struct event *event, struct slice text)
{
	event->link = link_read(text, r->records->text, &event->repairs);
	if (!slice_is_null(event->link))
		event->target = link_target(event->link, r->records->text);
}

/* ---- trailers ------------------------------------------------------------------- */

/* The name of a tag, without case; *rest is what stands behind its colon. */
static gboolean take_tag(struct slice *rest, const char *name)
{
	gsize n = strlen(name);

	if (rest->len <= n || g_ascii_strncasecmp(rest->at, name, n) || rest->at[n] != ':')
		return FALSE;
	*rest = slice_trim(slice_skip(*rest, n + 1));
	return TRUE;
}

static gboolean is_reported_by(struct slice line)
{
	static const char *const names[] = {
		"Reported-by", "Reported-and-tested-by", "Reported-bisected-and-tested-by"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		struct slice rest = line;

		if (take_tag(&rest, names[i]))
			return TRUE;
	}
	return FALSE;
}

static gboolean is_tested_by(struct slice line)
{
	static const char *const names[] = {
		"Tested-by", "Reported-and-tested-by", "Reported-bisected-and-tested-by"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		struct slice rest = line;

		if (take_tag(&rest, names[i]))
			return TRUE;
	}
	return FALSE;
}

static void read_fixes(struct event_reader *r, guint i, struct slice line, struct slice rest)
{
	struct slice id = read_id(&rest);
	struct event *event = slice_is_null(id) ? NULL : event_add(r, EVENT_FIXES, i, line);

	if (!event)
		return;
	event->commit = id;
	event->title = read_title(rest);
}

/* "Link:" says only that a report is closed where it stands below "Reported-by:". */
static gboolean is_below_reported_by(const struct event_reader *r, guint i)
{
	for (guint back = 1; back <= TAG_DISTANCE && back <= i; back++)
		if (is_reported_by(slice_trim(body_own(r->lines, i - back))))
			return TRUE;
	return FALSE;
}

static void read_closes(struct event_reader *r, guint i, struct slice line, struct slice rest)
{
	gboolean masked = address_is_masked(rest); /* and its link lost */
	struct event *event = slice_is_null(link_find(rest)) && !masked
				      ? NULL
				      : event_add(r, EVENT_CLOSES, i, line);

	if (!event)
		return;
	set_link(r, event, rest);
	event->repairs |= masked ? REPAIR_ADDRESS : 0;
}

/* Somebody's address in a tag; NULL is allowed. */
static void name_hidden(struct event *event)
{
	if (event && address_is_hidden(event->words))
		event->repairs |= REPAIR_ADDRESS;
}

static void read_tested_by(struct event_reader *r, guint i, struct slice line)
{
	struct event *event = event_add(r, EVENT_TESTED_BY, i, line);

	if (event)
		event->target = slice_of(r->records->mail->in_reply_to);
	name_hidden(event);
}

static void read_reported_by(struct event_reader *r, guint i, struct slice line)
{
	name_hidden(event_add(r, EVENT_REPORTED_BY, i, line));
}

static void read_trailer(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line;

	if (take_tag(&rest, "Fixes"))
		read_fixes(r, i, line, rest);
	else if (take_tag(&rest, "Closes") ||
		 (take_tag(&rest, "Link") && is_below_reported_by(r, i)))
		read_closes(r, i, line, rest);
	if (is_reported_by(line))
		read_reported_by(r, i, line);
	if (is_tested_by(line))
		read_tested_by(r, i, line);
}

/* ---- what a report asks for, and whose patch it is about -------------------------- */

/* "| Closes: URL", to May 2023 "| Link: URL", to Sept 2022 "Reported-by:" alone. */
static void read_asked(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line;
	struct event *event;

	scan_text(&rest, "| ");
	if (!is_reported_by(rest) && !take_tag(&rest, "Closes") && !take_tag(&rest, "Link"))
		return;
	event = event_add(r, EVENT_TAG_ASKED, i, line);
	if (!event)
		return;
	set_link(r, event, rest);
	name_hidden(event);
}

static void read_patch_link(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line, title = body_own(r->lines, i + 1);
	struct event *event;

	if (!scan_text(&rest, "patch link:") || slice_is_null(link_find(rest)))
		return;
	event = event_add(r, EVENT_ON_PATCH, i, line);
	if (!event)
		return;
	set_link(r, event, rest);
	if (scan_text(&title, "patch subject:"))
		event->title = slice_trim(title);
}

/* ---- cross checks ------------------------------------------------------------------ */

/* "[still regression on linus/master      H40]", "[test failed on        fix commit H40]" */
static void read_cross_check(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line, where;

	if (!scan_text(&rest, "[still regression on ") && !scan_text(&rest, "[test failed on "))
		return;
	where = slice_trim(scan_before(&rest, "]"));
	if (slice_is_null(where))
		return;

	gboolean fix = scan_text(&where, "fix commit ");
	struct slice tree = fix ? SLICE_NULL : scan_word(&where), id = read_id(&where);
	struct event *event;

	if (slice_is_null(id))
		return;
	event = event_add(r, fix ? EVENT_STILL_ON_FIX : EVENT_STILL_ON, i, line);
	if (!event)
		return;
	event->commit = id;
	event->tree = tree;
}

/* ---- the regression tracker --------------------------------------------------------- */

static const struct {
	const char *command;
	enum event_kind kind;
} commands[] = {
	{"introduced", EVENT_REGZBOT_INTRODUCED},
	{"^introduced", EVENT_REGZBOT_INTRODUCED},
	{"link", EVENT_REGZBOT_LINK},
	{"monitor", EVENT_REGZBOT_LINK},
	{"related", EVENT_REGZBOT_LINK},
	{"dup", EVENT_REGZBOT_DUP},
	{"dup-of", EVENT_REGZBOT_DUP},
	{"duplicate", EVENT_REGZBOT_DUP},
	{"fix", EVENT_REGZBOT_FIX},
	{"fixed-by", EVENT_REGZBOT_FIX},
	{"resolve", EVENT_REGZBOT_RESOLVED},
	{"resolved", EVENT_REGZBOT_RESOLVED},
	{"invalid", EVENT_REGZBOT_INVALID},
	{"inconclusive", EVENT_REGZBOT_INCONCLUSIVE},
};

static enum event_kind kind_of_command(struct slice word)
{
	while (word.len && word.at[word.len - 1] == ':')
		word.len--;
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
		if (slice_is(word, commands[i].command))
			return commands[i].kind;
	return EVENT_REGZBOT_OTHER;
}

/* What stands behind a command may go on in the next line, when it is a link. */
static void read_regzbot(struct event_reader *r, guint i, struct slice line)
{
	struct slice rest = line, next = slice_trim(body_own(r->lines, i + 1)), id;
	struct event *event;

	if (!scan_text(&rest, "#regzbot "))
		return;
	event = event_add(r, kind_of_command(scan_word(&rest)), i, line);
	if (!event)
		return;
	rest = slice_trim(rest);
	id = read_id(&rest);
	event->commit = id;
	if (slice_is_null(id) && event->kind == EVENT_REGZBOT_FIX && rest.len)
		event->title = rest;
	else
		event->title = read_title(rest);
	set_link(r, event,
		slice_is_null(link_find(rest)) && slice_starts(next, "http") ? next : rest);
}

/* ---- all ------------------------------------------------------------------------------ */

void event_tags_read(struct event_reader *r)
{
	for (guint i = 0; i < r->lines->len; i++) {
		char first = body_first(r->lines, i);
		struct slice line;

		if (!first || !(g_ascii_isalpha(first) || strchr("#[|", first)) ||
			r->use[i] == LINE_DIFF)
			continue;
		line = slice_trim(body_own(r->lines, i));
		if (r->use[i] == LINE_TAG) {
			read_regzbot(r, i, line);
			read_cross_check(r, i, line);
		}
		if (r->records->has_report) {
			read_asked(r, i, line);
			read_patch_link(r, i, line);
		} else if (r->use[i] == LINE_TAG) {
			read_trailer(r, i, line);
		}
	}
}
