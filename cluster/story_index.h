/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts that stories look up. */
#pragma once

#include "cluster/story.h"

struct story_index {
	struct facts *facts;
	GHashTable *messages;     /* Message-ID -> struct fact_message * */
	GHashTable *recipients;   /* Message-ID -> GPtrArray of struct fact_recipient * */
	GHashTable *tables;       /* Message-ID -> GPtrArray of struct fact_table * */
	GHashTable *measured;     /* Message-ID of a report -> of struct fact_measured * */
	GHashTable *improvements; /* begin of a commit -> GPtrArray of struct fact_report * */
	GHashTable *improved;     /* title -> those */
	GHashTable *fixers;       /* begin of a commit -> GPtrArray of the struct fact_commit *
				   * on the main branch that fix it */
	GHashTable *reverters;    /* that revert it */
	GHashTable *closers;      /* Message-ID -> those that close or link to it */
	GHashTable *known;        /* begin of a commit -> all that the tree says of such */
	GHashTable *titled;       /* title -> those of the main branch */
};

const struct fact_message *story_message(const struct story_index *index, const char *message_id);

/* What stands there for a key; an empty list for none. */
const GPtrArray *story_list(GHashTable *lists, const char *key);

/* By the first seven digits, which others may share. */
const GPtrArray *story_list_of_commit(GHashTable *lists, const char *id);

/* What the tree says of a commit; NULL: nothing. */
const struct fact_commit *story_commit(const struct story_index *index, const char *id);
