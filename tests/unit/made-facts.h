/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts made by hand, and what clusters they give, in words and in any order of the facts. */
#pragma once

#include "cluster/cluster.h"

#include <math.h>
#include <string.h>

#define DAY ((gint64)24 * 60 * 60)
#define SHUFFLES 100

static inline struct fact_message *mail(
	struct facts *facts, const char *id, int day, enum message_kind kind, const char *subject)
{
	static const char *const nothing[] = {NULL};
	gboolean robot = kind <= MESSAGE_ROBOT_PATCH;
	const struct fact_message m = {
		.message_id = id,
		.references = nothing,
		.date = day * DAY,
		.kind = kind,
		.author = robot ? AUTHOR_ROBOT : AUTHOR_PERSON,
		.from_name = robot ? "kernel test robot" : "Patch Author",
		.from_address = robot ? "robot@example.org" : "author@example.org",
		.subject = subject,
		.offset = -1,
	};

	g_array_append_val(facts->messages, m);
	return RECORD(facts->messages, struct fact_message, facts->messages->len - 1);
}

/* A report with its message and its headline's claim; its id ends in the day. */
static inline struct fact_report *report(
	struct facts *facts, const char *id, int day, const char *commit, const char *title)
{
	static const char *const nothing[] = {NULL};
	const struct fact_claim claim = {.report = facts->reports->len,
		.testcase = "unixbench",
		.tbox_group = "box",
		.metric = "unixbench.score",
		.text = "-6.3%",
		.change = -6.3,
		.verdict = VERDICT_REGRESSION};
	const struct fact_report r = {.message_id = id,
		.date = day * DAY,
		.kind = MESSAGE_PERFORMANCE,
		.commit = commit,
		.title = title,
		.lists = nothing,
		.verdict = VERDICT_REGRESSION};

	mail(facts, id, day, MESSAGE_PERFORMANCE, title);
	g_array_append_val(facts->reports, r);
	g_array_append_val(facts->claims, claim);
	return RECORD(facts->reports, struct fact_report, facts->reports->len - 1);
}

static inline struct fact_event *event(
	struct facts *facts, const char *message_id, guint line, enum event_kind kind)
{
	const struct fact_event e = {.message_id = message_id,
		.kind = kind,
		.line = line,
		.text = event_kind_name(kind)};

	g_array_append_val(facts->events, e);
	return RECORD(facts->events, struct fact_event, facts->events->len - 1);
}

static inline struct fact_shown *shown(struct facts *facts, const char *message_id, guint line,
	const char *commit, const char *title)
{
	const struct fact_shown s = {.message_id = message_id,
		.line = line,
		.commit = commit,
		.title = title,
		.author_name = "Patch Author",
		.author_address = "author@example.org"};

	g_array_append_val(facts->shown, s);
	return RECORD(facts->shown, struct fact_shown, facts->shown->len - 1);
}

/* ---- in words --------------------------------------------------------------------------- */

static inline void print_evidence(GString *text, const struct cluster *c)
{
	for (guint i = 0; i < c->evidence->len; i++) {
		const struct cluster_edge *e = RECORD(c->evidence, struct cluster_edge, i);

		if (strcmp(e->rule, "E1"))
			g_string_append_printf(text, "  %s %.12s = %.12s by %s:%u\n", e->rule,
				e->from, e->to, e->message_id ? e->message_id : "-", e->line);
	}
}

static inline void print_cluster(GString *text, const struct facts *facts, const struct cluster *c)
{
	g_string_append(text, c->id);
	for (guint i = 0; i < c->aliases->len; i++)
		g_string_append_printf(text, " %s", (char *)c->aliases->pdata[i]);
	g_string_append_c(text, ':');
	for (guint i = 0; i < c->reports->len; i++) {
		guint nr = g_array_index(c->reports, guint, i);
		gboolean old = FALSE;

		for (guint k = 0; k < c->superseded->len; k++)
			old |= g_array_index(c->superseded, guint, k) == nr;
		g_string_append_printf(text, " %s%s",
			RECORD(facts->reports, struct fact_report, nr)->message_id,
			old ? "(old)" : "");
	}
	g_string_append_c(text, '\n');
	print_evidence(text, c);
	for (guint i = 0; i < c->links->len; i++) {
		const struct cluster_link *l = RECORD(c->links, struct cluster_link, i);

		if (strcmp(l->kind, "competes-with"))
			g_string_append_printf(text, "  %s %.14s\n", l->kind, l->to);
	}
}

static inline char *clusters_in_words(struct facts *facts, const struct decisions *decisions)
{
	g_autoptr(GPtrArray) clusters = clusters_of(facts, decisions);
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < clusters->len; i++)
		print_cluster(text, facts, clusters->pdata[i]);
	return g_strdup(text->str);
}

/* ---- in any order ------------------------------------------------------------------------ */

static inline void shuffle(GArray *array)
{
	gsize size = g_array_get_element_size(array);
	g_autofree char *kept = g_malloc(size);

	for (guint i = array->len; i > 1; i--) {
		char *a = array->data + (i - 1) * size;
		char *b = array->data + (gsize)g_test_rand_int_range(0, (gint32)i) * size;

		memcpy(kept, a, size);
		memcpy(a, b, size);
		memcpy(b, kept, size);
	}
}

/* Claims follow their reports. */
static inline void shuffle_reports(struct facts *facts)
{
	g_autofree const char **of = g_new(const char *, facts->claims->len + 1);

	for (guint i = 0; i < facts->claims->len; i++)
		of[i] = RECORD(facts->reports, struct fact_report,
			RECORD(facts->claims, struct fact_claim, i)->report)
				->message_id;
	shuffle(facts->reports);
	for (guint i = 0; i < facts->claims->len; i++)
		for (guint k = 0; k < facts->reports->len; k++)
			if (!strcmp(of[i],
				    RECORD(facts->reports, struct fact_report, k)->message_id))
				RECORD(facts->claims, struct fact_claim, i)->report = k;
}

static inline void shuffle_facts(struct facts *facts)
{
	shuffle_reports(facts);
	shuffle(facts->messages);
	shuffle(facts->claims);
	shuffle(facts->events);
	shuffle(facts->shown);
}

/* Also SHUFFLES times in another order; frees the facts. */
static inline void assert_clusters(
	struct facts *facts, const struct decisions *decisions, const char *expected)
{
	for (guint i = 0; i <= SHUFFLES; i++) {
		g_autofree char *got = clusters_in_words(facts, decisions);

		g_assert_cmpstr(got, ==, expected);
		shuffle_facts(facts);
	}
	facts_free(facts);
}
