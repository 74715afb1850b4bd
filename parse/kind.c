/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/kind.h"

#include "parse/author.h"
#include "parse/build.h"

static gboolean is_signed_off(const GArray *lines)
{
	for (guint i = 0; i < lines->len; i++)
		if (body_first(lines, i) == 'S' &&
			slice_starts(body_own(lines, i), "Signed-off-by:"))
			return TRUE;
	return FALSE;
}

static gboolean has_diff(const GArray *lines)
{
	for (guint i = 0; i + 1 < lines->len; i++)
		if (body_first(lines, i) == '-' && slice_starts(body_own(lines, i), "--- ") &&
			slice_starts(body_own(lines, i + 1), "+++ "))
			return TRUE;
	return FALSE;
}

static gboolean has_quote(const GArray *lines)
{
	for (guint i = 0; i < lines->len; i++)
		if (BODY_LINE(lines, i)->depth)
			return TRUE;
	return FALSE;
}

static gboolean has_patch(const GArray *lines)
{
	return has_diff(lines) && is_signed_off(lines);
}

static enum message_kind kind_of_headline(const struct headline *h, const struct subject *subject)
{
	switch (h->form) {
	case HEADLINE_CHANGE:
		return MESSAGE_PERFORMANCE;
	case HEADLINE_CHANGES:
		return slice_is_null(subject->claim) ? MESSAGE_FUNCTIONAL : MESSAGE_PERFORMANCE;
	case HEADLINE_FAILURE:
	case HEADLINE_COMMIT:
		return MESSAGE_FUNCTIONAL;
	case HEADLINE_BUILD:
		return MESSAGE_BUILD;
	case HEADLINE_SUMMARY:
		return MESSAGE_SUMMARY;
	case HEADLINE_NONE:
		break;
	}
	return MESSAGE_OTHER;
}

/* A robot's mail without a headline. */
static enum message_kind kind_of_rest(
	const struct mail *mail, const struct subject *subject, const GArray *lines)
{
	if (has_patch(lines))
		return MESSAGE_ROBOT_PATCH;
	if (subject->reply || (mail->in_reply_to && has_quote(lines)))
		return MESSAGE_REPLY;
	return subject->patch ? MESSAGE_ROBOT_PATCH : MESSAGE_OTHER;
}

static enum message_kind kind_of_persons(
	const struct mail *mail, const struct subject *subject, const GArray *lines)
{
	if (subject->reply)
		return MESSAGE_REPLY;
	if (subject->patch || has_patch(lines))
		return MESSAGE_PATCH;
	return mail->in_reply_to ? MESSAGE_REPLY : MESSAGE_OTHER;
}

static void doubt(const struct mail *mail, const struct headline *h, const GArray *lines,
	const struct diag_sink *sink)
{
	if (h->broken) {
		const struct body_line *line = BODY_LINE(lines, h->line);
		struct origin at = origin_at(&mail->origin, line->part, line->number);

		diag_emit(sink, DIAG_HEADLINE_UNREADABLE, &at, line->text,
			"the robot's sentence is in no known form");
		return;
	}
	diag_emit(sink, DIAG_KIND_UNKNOWN, &mail->origin, slice_of(mail->subject),
		"a robot mail that is no report, patch or reply");
}

/* Mails of 2014-15 came from people; only this sentence shows whose they are. */
static gboolean is_old_report(const struct subject *subject, const struct headline *h)
{
	return h->form == HEADLINE_CHANGES && !subject->reply && !slice_is_null(h->commit);
}

/* A page or a copied text may show a report and no author: its sentence is the robot's. */
static gboolean is_report_without_author(
	const struct mail *mail, const struct subject *subject, const struct headline *h)
{
	return !mail->from_name && !mail->from_address && !subject->reply && h->form && !h->broken;
}

struct kind kind_of(const struct mail *mail, const struct subject *subject, const GArray *lines,
	GStringChunk *text, const struct diag_sink *sink)
{
	struct kind k = {.author = author_of(mail), .headline = headline_find(lines, text)};

	if (k.author == AUTHOR_PERSON &&
		(is_old_report(subject, &k.headline) ||
			is_report_without_author(mail, subject, &k.headline)))
		k.author = AUTHOR_ROBOT;
	if (k.author == AUTHOR_PERSON) {
		k.headline = (struct headline){0};
		k.kind = kind_of_persons(mail, subject, lines);
		return k;
	}
	if (!k.headline.form && !has_patch(lines)) {
		struct headline built = build_find(lines);

		if (built.form)
			k.headline = built;
	}
	k.kind = k.headline.form ? kind_of_headline(&k.headline, subject)
				 : kind_of_rest(mail, subject, lines);
	if (k.headline.broken || k.kind == MESSAGE_OTHER)
		doubt(mail, &k.headline, lines, sink);
	return k;
}
