/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was said of reports later: retests and how they came out, fixes, retractions. */
#include "render/digest_model.h"

/* What changes how a report is read; that somebody answered, or a tag, does not. */
static gboolean is_answer(enum event_kind kind)
{
	switch (kind) {
	case EVENT_ACKNOWLEDGED:
	case EVENT_REPRODUCED:
	case EVENT_NOT_REPRODUCED:
	case EVENT_RECOVERED:
	case EVENT_PARTLY_RECOVERED:
	case EVENT_NOT_RECOVERED:
	case EVENT_NO_IMPACT:
	case EVENT_UNCLEAR:
	case EVENT_FIX_PROPOSED:
	case EVENT_FIXED_BY:
	case EVENT_MERGED:
	case EVENT_REVERT:
	case EVENT_RETRACTED:
	case EVENT_SUPERSEDED:
	case EVENT_EXPECTED:
	case EVENT_REGZBOT_DUP:
	case EVENT_REGZBOT_FIX:
	case EVENT_REGZBOT_RESOLVED:
	case EVENT_REGZBOT_INVALID:
	case EVENT_REGZBOT_INCONCLUSIVE:
		return TRUE;
	default:
		return FALSE;
	}
}

static const struct digest_report *find(const struct digest *digest, const char *message_id)
{
	for (guint i = 0; i < digest->reports->len; i++) {
		const struct digest_report *report = digest->reports->pdata[i];

		if (!strcmp(report->message_id, message_id))
			return report;
	}
	return NULL;
}

/* The report that is meant: named, or the nearest in the thread, or the very one that says it. */
static const struct digest_report *report_of(
	const struct digest *digest, const struct store_event *event)
{
	const struct digest_report *report = event->target ? find(digest, event->target) : NULL;

	for (guint i = 0; !report && event->answers && event->answers[i]; i++)
		report = find(digest, event->answers[i]);
	return report ? report : find(digest, event->message_id);
}

static const char *about(
	struct digest *digest, const struct store_event *event, const struct digest_report *report)
{
	if (report)
		return report->message_id;
	if (event->target)
		return digest_keep(digest, event->target);
	return event->answers ? digest_keep(digest, event->answers[0]) : NULL;
}

static gboolean collect(const struct store_event *event, void *data)
{
	struct digest *digest = data;

	if (!is_answer(event->kind))
		return TRUE;
	if (digest->answers->len >= DIGEST_ANSWERS_MAX) {
		digest->answers_omitted++;
		return TRUE;
	}

	const struct digest_report *report = report_of(digest, event);
	struct digest_answer *answer = g_new0(struct digest_answer, 1);

	*answer = (struct digest_answer){
		.kind = event->kind,
		.date = event->date,
		.message_id = digest_keep(digest, event->message_id),
		.line = event->line,
		.words = digest_keep(digest, event->text),
		.about = about(digest, event, report),
		.report = report,
	};
	g_ptr_array_add(digest->answers, answer);
	return TRUE;
}

gboolean digest_answers_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	return store_list_events(store, filter, collect, digest, error);
}
