/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports on posted patches: what the robot built is the patch under an id that only the
 * robot's tree has.
 */
#include "cluster/unite.h"

#include "cluster/title.h"

/* One with another title is the cover of a series, or another patch of it. */
static gboolean same_title(const char *a, const char *b)
{
	g_autofree char *x = title_plain(a), *y = title_plain(b);

	return !x || !y || !strcmp(x, y);
}

static void join(struct unite *u, guint report, const struct fact_message *patch, guint line,
	const char *text)
{
	const struct fact_report *r = RECORD(u->facts->reports, struct fact_report, report);
	guint built = g_array_index(u->of_reports, guint, report);
	const struct cluster_edge shown = {.rule = "E2",
		.from = r->message_id,
		.to = patch->message_id,
		.message_id = r->message_id,
		.line = line,
		.text = text};

	if (built == NO_NODE || !same_title(r->title, patch->subject))
		return;

	const struct built_patch both = {built, unite_patch(u, patch)};
	g_array_append_val(u->built, both);
	unite_edge(u, both.commit, both.patch, &shown);
}

/* "patch link: https://lore.kernel.org/..." */
static void read_events(struct unite *u)
{
	for (guint i = 0; i < u->facts->events->len; i++) {
		const struct fact_event *e = RECORD(u->facts->events, struct fact_event, i);
		guint report = unite_report(u, e->message_id);
		const struct fact_message *patch = unite_message(u, e->target);

		if (e->kind == EVENT_ON_PATCH && report != NO_NODE && patch)
			join(u, report, patch, e->line, e->text);
	}
}

/* Reports that answer a patch of their title. */
static void read_answers(struct unite *u)
{
	for (guint i = 0; i < u->facts->reports->len; i++) {
		const struct fact_report *r = RECORD(u->facts->reports, struct fact_report, i);
		const struct fact_message *m = unite_message(u, r->message_id);
		const struct fact_message *patch = m ? unite_message(u, m->in_reply_to) : NULL;

		if (patch && patch->kind == MESSAGE_PATCH && r->title)
			join(u, i, patch, 0, "In-Reply-To");
	}
}

void unite_patches(struct unite *u)
{
	read_events(u);
	read_answers(u);
}
