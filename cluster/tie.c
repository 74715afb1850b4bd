/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/tie.h"

#include "cluster/title.h"
#include "parse/subject.h"

/* Longer chains of answers are rings. */
#define CHAIN_MAX 100
/* Instead of a cluster: several. */
#define MANY ((struct cluster *)(gpointer)&many)

static const char many;

struct tie {
	const struct unite *u;
	struct cluster *const *of_change;
	GHashTable *messages;    /* Message-ID -> index + 1 */
	GHashTable *titles;      /* plain title -> the one cluster that has it; MANY */
	struct cluster **own;    /* of each message: that of its report; NULL */
	struct cluster **titled; /* whose commit its subject names, as answers do; NULL */
	struct cluster **named;  /* that all its events name; MANY; NULL */
	gboolean *told;          /* whether the evidence has the message already */
};

static struct cluster *either(struct cluster *a, struct cluster *b)
{
	if (!a || a == b)
		return b;
	return b ? MANY : a;
}

static guint find_message(const struct tie *tie, const char *message_id)
{
	gpointer place = message_id ? g_hash_table_lookup(tie->messages, message_id) : NULL;

	return GPOINTER_TO_UINT(place) - 1;
}

static struct cluster *of_commit(const struct tie *tie, const char *commit)
{
	guint change = unite_find(tie->u, commit);

	return change == NO_NODE ? NULL : tie->of_change[unite_root(tie->u, change)];
}

static struct cluster *of_report(const struct tie *tie, const char *message_id)
{
	guint report = unite_report(tie->u, message_id);
	guint change =
		report == NO_NODE ? NO_NODE : g_array_index(tie->u->of_reports, guint, report);

	return change == NO_NODE ? NULL : tie->of_change[unite_root(tie->u, change)];
}

/* Whose commit is the cause, or is undone by what is told. */
static gboolean names_cause(enum event_kind kind)
{
	switch (kind) {
	case EVENT_REPORTED_BEFORE:
	case EVENT_QUOTED_REPORT:
	case EVENT_FIX_PROPOSED:
	case EVENT_FIXES:
	case EVENT_REVERT:
	case EVENT_REVERT_PROPOSED:
	case EVENT_UPSTREAM:
	case EVENT_CHERRY_PICK:
	case EVENT_REGZBOT_INTRODUCED:
		return TRUE;
	default:
		return FALSE;
	}
}

/* 'Revert "title"' of a patch that names no commit. */
static struct cluster *of_reverted(const struct tie *tie, const struct fact_event *event)
{
	g_autofree char *plain =
		event->kind == EVENT_REVERT && !event->commit ? title_plain(event->title) : NULL;
	struct cluster *cluster = plain ? g_hash_table_lookup(tie->titles, plain) : NULL;

	return cluster == MANY ? NULL : cluster;
}

static struct cluster *of_names(const struct tie *tie, const struct fact_event *event)
{
	struct cluster *caused = names_cause(event->kind) ? of_commit(tie, event->commit) : NULL;

	caused = caused ? caused : of_reverted(tie, event);
	return either(caused, of_report(tie, event->target));
}

/* ---- threads ---------------------------------------------------------------------------- */

/* What a message answers by its i-th field: In-Reply-To, then the References; NULL: no more. */
static const char *answered(const struct fact_message *m, guint i)
{
	if (!m->in_reply_to)
		return m->references[i];
	return i ? m->references[i - 1] : m->in_reply_to;
}

/*
 * What `ties` has for the message itself, or for the nearest that it answers;
 * *ret_nearest that message.
 */
static struct cluster *of_answers(
	const struct tie *tie, struct cluster *const *ties, guint message, guint *ret_nearest)
{
	for (guint n = 0; message != NO_NODE && n < CHAIN_MAX; n++) {
		const struct fact_message *m =
			RECORD(tie->u->facts->messages, struct fact_message, message);
		guint next = NO_NODE;

		*ret_nearest = message;
		if (ties[message])
			return ties[message];
		for (guint i = 0; answered(m, i); i++) {
			guint other = find_message(tie, answered(m, i));

			if (other == NO_NODE)
				continue;
			*ret_nearest = other;
			if (ties[other])
				return ties[other];
			next = next == NO_NODE ? other : next;
		}
		message = next;
	}
	return NULL;
}

/*
 * An archive may lack the mails between a report and an answer far below it: the subject,
 * which answers repeat, still names the commit.  NULL: it names none, or none that is known.
 */
static const char *commit_in_subject(const struct tie *tie, const struct fact_message *m)
{
	struct subject subject = subject_read(slice_of(m->subject));

	if (m->kind != MESSAGE_REPLY || !subject.reply || slice_is_null(subject.commit))
		return NULL;

	g_autofree char *named = slice_dup(subject.commit);
	g_autofree char *digits = g_ascii_strdown(named, -1);

	return ids_begun(tie->u->ids, digits);
}

/* ---- events ----------------------------------------------------------------------------- */

static void tell_once(const struct tie *tie, struct cluster *cluster, guint message,
	const struct cluster_edge *shown)
{
	if (!tie->told[message])
		g_array_append_val(cluster->evidence, *shown);
	tie->told[message] = TRUE;
}

static void tell_thread(
	const struct tie *tie, struct cluster *cluster, guint message, guint nearest)
{
	const GArray *messages = tie->u->facts->messages;
	const struct fact_message *m = RECORD(messages, struct fact_message, message);
	const struct fact_message *to = RECORD(messages, struct fact_message, nearest);
	gboolean directly = !g_strcmp0(m->in_reply_to, to->message_id);
	const struct cluster_edge shown = {.rule = "E3",
		.from = m->message_id,
		.to = to->message_id,
		.message_id = m->message_id,
		.text = directly ? "In-Reply-To" : "References"};

	if (message != nearest)
		tell_once(tie, cluster, message, &shown);
}

static void tell_subject(const struct tie *tie, struct cluster *cluster, guint message)
{
	const struct fact_message *m =
		RECORD(tie->u->facts->messages, struct fact_message, message);
	const struct cluster_edge shown = {.rule = "E3",
		.from = m->message_id,
		.to = commit_in_subject(tie, m),
		.message_id = m->message_id,
		.text = m->subject};

	tell_once(tie, cluster, message, &shown);
}

/* The cluster whose report the message answers; NULL. */
static struct cluster *thread_of(const struct tie *tie, guint message)
{
	guint nearest;
	struct cluster *thread = of_answers(tie, tie->own, message, &nearest);

	if (thread) {
		tell_thread(tie, thread, message, nearest);
		return thread;
	}
	thread = of_answers(tie, tie->titled, message, &nearest);
	if (thread && message == nearest)
		tell_subject(tie, thread, message);
	else if (thread)
		tell_thread(tie, thread, message, nearest);
	return thread;
}

static void add_event(struct cluster *cluster, guint event)
{
	GArray *events = cluster ? cluster->events : NULL;

	if (events && (!events->len || g_array_index(events, guint, events->len - 1) != event))
		g_array_append_val(events, event);
}

static void tie_event(const struct tie *tie, guint i)
{
	const struct fact_event *event = RECORD(tie->u->facts->events, struct fact_event, i);
	guint message = find_message(tie, event->message_id), nearest;
	struct cluster *thread = thread_of(tie, message);
	struct cluster *named = of_names(tie, event);

	if (!thread && !named)
		named = of_answers(tie, tie->named, message, &nearest);
	add_event(thread, i);
	if (named != MANY)
		add_event(named, i);
}

static void tie_messages(struct tie *tie)
{
	const GArray *messages = tie->u->facts->messages, *events = tie->u->facts->events;

	for (guint i = 0; i < messages->len; i++) {
		const struct fact_message *m = RECORD(messages, struct fact_message, i);

		g_hash_table_insert(tie->messages, (char *)m->message_id, GUINT_TO_POINTER(i + 1));
		tie->own[i] = of_report(tie, m->message_id);
		tie->titled[i] = of_commit(tie, commit_in_subject(tie, m));
	}
	for (guint i = 0; i < events->len; i++) {
		const struct fact_event *event = RECORD(events, struct fact_event, i);
		guint message = find_message(tie, event->message_id);

		if (message != NO_NODE)
			tie->named[message] = either(tie->named[message], of_names(tie, event));
	}
}

/* What is too short to tell a change ties nothing. */
static void read_titles(struct tie *tie)
{
	for (guint i = 0; i < tie->u->changes->len; i++) {
		const struct node *change = RECORD(tie->u->changes, struct node, i);
		struct cluster *cluster = tie->of_change[unite_root(tie->u, i)];
		char *plain = cluster ? title_plain(unite_title(tie->u, change)) : NULL;

		if (!plain || title_is_generic(plain)) {
			g_free(plain);
			continue;
		}
		cluster = either(cluster, g_hash_table_lookup(tie->titles, plain));
		g_hash_table_replace(tie->titles, plain, cluster);
	}
}

void tie_events(const struct unite *u, struct cluster *const *of_change)
{
	guint n = u->facts->messages->len + 1;
	g_autoptr(GHashTable) messages = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) titles = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree struct cluster **own = g_new0(struct cluster *, n);
	g_autofree struct cluster **titled = g_new0(struct cluster *, n);
	g_autofree struct cluster **named = g_new0(struct cluster *, n);
	g_autofree gboolean *told = g_new0(gboolean, n);
	struct tie tie = {u, of_change, messages, titles, own, titled, named, told};

	read_titles(&tie);
	tie_messages(&tie);
	for (guint i = 0; i < u->facts->events->len; i++)
		tie_event(&tie, i);
}
