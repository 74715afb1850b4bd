/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a story is folded; inner to cluster/story*.c. */
#pragma once

#include "cluster/retest.h"
#include "cluster/story_items.h"

/* What a message says beside the event in hand. */
struct letter {
	guint signs;        /* SIGN_DEBUG, SIGN_SAID, SIGN_REVERTS */
	GPtrArray *retests; /* struct retest *, of its tables at depth 0 */
	GPtrArray *tables;  /* struct fact_table *, beside them */
};

struct fold {
	const struct story_index *index;
	const struct cluster *cluster;
	struct story *story;
	GHashTable *letters;    /* Message-ID -> struct letter * */
	GHashTable *headlines;  /* index + 1 of a report -> struct fact_claim * */
	GHashTable *superseded; /* index + 1 of a report of an older version */
	GHashTable *retracted;  /* index + 1 of a report that was taken back or called wrong */
	GHashTable *concerned;  /* names and addresses, see story_concerns(); NULL: nobody asked */
	GHashTable *told;       /* Message-ID + sentence: what was told already */
	struct verdicts *verdicts; /* of own runs */
	gboolean revert;           /* one was proposed */
	enum state alone;          /* before another told it */
	GArray *reports;           /* guint: those that were told so far */
	guint worse;               /* of them those of a regression or a failure */
};

/* ---- story.c ---- */

/* The next step; takes what is told. */
void story_tell(struct fold *f, const struct story_item *item, struct story_step step, char *told,
	enum state after);

/* ---- story_letter.c ---- */

void story_read_letters(const struct fold *f);
struct letter *story_letter(const struct fold *f, const char *message_id);
void story_letter_free(gpointer letter);
struct retest *story_read_retest(const struct fold *f, const struct fact_table *table);

/* Whether an event names no commit and no title, or the cluster's. */
gboolean story_is_ours(const struct fold *f, const struct fact_event *event);

/* Whether words say what came of a test. */
gboolean story_is_verdict(enum event_kind kind);

/* The retest of an event's own table; of words, that which tried their commit, else the first. */
const struct retest *story_retest(const struct letter *letter, const struct fact_event *event);

/* ---- story_concern.c ---- */

/*
 * Whether the cluster is the business of a message's author, whose word alone may end it: the
 * robot; whom one of the reports went to; who wrote the patch that it is about, or the
 * mail that stands for it; and with a tree the author of the commit, and who looks after the
 * files that it touches.  A person is known by the address, or by a name of two words or more.
 */
gboolean story_concerns(struct fold *f, const struct fact_message *message);

/* ---- story_retraction.c ---- */

/*
 * A mail takes back the report that it answers or names; where none is known, those with its
 * subject, else all before it.  Returns how many reports of the cluster stand nevertheless,
 * and in *ret_subject the subject of the first that does not.
 */
guint story_retract(struct fold *f, const struct fact_event *event, const char **ret_subject);

/* Where the cluster stands when all reports that were told so far, if any, are taken back. */
enum state story_after_retraction(const struct fold *f);

gboolean story_is_retracted(const struct fold *f, guint report);

/* ---- story_decision.c ---- */

void story_tell_decision(struct fold *f, const struct story_item *item);
