/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_fold.h"

#include "cluster/title.h"

#include <string.h>

/* Longer chains of answers are rings. */
#define CHAIN_MAX 100
#define NO_REPORT G_MAXUINT

static const struct fact_report *report_at(const struct fold *f, guint report)
{
	return RECORD(f->index->facts->reports, struct fact_report, report);
}

static guint report_of(const struct fold *f, const char *message_id)
{
	for (guint i = 0; message_id && i < f->cluster->reports->len; i++) {
		guint report = *RECORD(f->cluster->reports, guint, i);

		if (!g_strcmp0(report_at(f, report)->message_id, message_id))
			return report;
	}
	return NO_REPORT;
}

/* The nearest that a message answers. */
static guint answered_by(const struct fold *f, const struct fact_message *message)
{
	for (guint n = 0; message && n < CHAIN_MAX; n++) {
		guint report = report_of(f, message->in_reply_to);

		for (guint i = 0;
			report == NO_REPORT && message->references && message->references[i]; i++)
			report = report_of(f, message->references[i]);
		if (report != NO_REPORT)
			return report;
		message =
			message->in_reply_to ? story_message(f->index, message->in_reply_to) : NULL;
	}
	return NO_REPORT;
}

static const char *subject_of(const struct fold *f, guint report)
{
	const struct fact_message *message =
		story_message(f->index, report_at(f, report)->message_id);

	return message ? message->subject : NULL;
}

static gboolean have_one_subject(const struct fold *f, guint report, const char *subject)
{
	g_autofree char *a = title_plain(subject_of(f, report));
	g_autofree char *b = title_plain(subject);

	return a && b && *a && !strcmp(a, b);
}

static void add(struct fold *f, guint report, const char **ret_subject)
{
	if (g_hash_table_add(f->retracted, GUINT_TO_POINTER(report + 1)) && !*ret_subject)
		*ret_subject = subject_of(f, report);
}

/* Those before the message; with its subject, where any has it. */
static void add_earlier(
	struct fold *f, const struct fact_message *message, const char **ret_subject)
{
	gboolean found = FALSE;

	for (guint pass = 0; pass < 2 && !found; pass++)
		for (guint i = 0; i < f->reports->len; i++) {
			guint report = *RECORD(f->reports, guint, i);

			if (!g_strcmp0(report_at(f, report)->message_id, message->message_id) ||
				(!pass && !have_one_subject(f, report, message->subject)))
				continue;
			add(f, report, ret_subject);
			found = TRUE;
		}
}

gboolean story_is_retracted(const struct fold *f, guint report)
{
	return g_hash_table_contains(f->retracted, GUINT_TO_POINTER(report + 1));
}

static gboolean stands(const struct fold *f, guint report)
{
	return !story_is_retracted(f, report) &&
	       !g_hash_table_contains(f->superseded, GUINT_TO_POINTER(report + 1));
}

guint story_retract(struct fold *f, const struct fact_event *event, const char **ret_subject)
{
	const struct fact_message *message = story_message(f->index, event->message_id);
	guint named = report_of(f, event->target), left = 0;

	*ret_subject = NULL;
	if (named == NO_REPORT)
		named = answered_by(f, message);
	if (named != NO_REPORT)
		add(f, named, ret_subject);
	else if (message)
		add_earlier(f, message, ret_subject);
	for (guint i = 0; i < f->cluster->reports->len; i++)
		left += stands(f, *RECORD(f->cluster->reports, guint, i));
	return left;
}

enum state story_after_retraction(const struct fold *f)
{
	gboolean better = FALSE;

	for (guint i = 0; i < f->reports->len; i++) {
		guint report = *RECORD(f->reports, guint, i);

		if (!stands(f, report))
			continue;
		if (report_at(f, report)->verdict != VERDICT_IMPROVEMENT)
			return f->story->state;
		better = TRUE;
	}
	return better ? STATE_IMPROVEMENT : STATE_INVALID;
}
