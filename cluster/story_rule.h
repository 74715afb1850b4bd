/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which event leads from which state to which, and in what words it is told: one table.
 */
#pragma once

#include "base/terms.h"
#include "parse/records.h"

#include <glib.h>

/* What is known of an event beside its kind, as bits: a rule may need them. */
enum story_sign {
	SIGN_PERSON = 1 << 0,   /* a person says it */
	SIGN_ROBOT = 1 << 1,    /* the robot does */
	SIGN_REPORT = 1 << 2,   /* in a report */
	SIGN_OURS = 1 << 3,     /* it names no commit and no title, or the cluster's */
	SIGN_DEBUG = 1 << 4,    /* its message speaks of a debug patch */
	SIGN_AGAIN = 1 << 5,    /* its message measures the cluster's commit alone, see retest.h */
	SIGN_BACK = 1 << 6,     /* the numbers of its message are back */
	SIGN_PARTLY = 1 << 7,   /* some of them are */
	SIGN_NOT = 1 << 8,      /* they are not */
	SIGN_REVERT = 1 << 9,   /* a revert was proposed before */
	SIGN_SAID = 1 << 10,    /* words of its message say the same (of tables) */
	SIGN_REVERTS = 1 << 11, /* its message is the revert */
	SIGN_TARGET = 1 << 12,  /* it points to a report of the cluster */
	SIGN_CONCERNED = 1 << 13, /* the cluster is the business of who says it: the robot's, of
				   * whom it wrote to, of the commit's author, ... */
};

/* Sets of states, as a rule's `from` has them. */
#define IN(state) (1u << STATE_##state)
#define GIVEN_UP (IN(NOT_REPRODUCED) | IN(INCONCLUSIVE) | IN(WONTFIX))
#define DONE (IN(CLAIMED_FIXED) | IN(FIXED) | IN(REVERTED) | IN(RECOVERED))

struct story_rule {
	enum event_kind kind;
	guint needs;   /* enum story_sign: all of them */
	guint from;    /* 1 << enum state: any of them */
	enum state to; /* STATES: no other */
	/*
	 * What stands behind who says it; NULL: nothing.  {commit}, {numbers}, {setting},
	 * {title}, {tree}, {target}, {report} are of the event; what stands in brackets is left out
	 * where its place is empty.
	 */
	const char *told;
};

/* The first that fits; NULL: none, the event is not told. */
const struct story_rule *story_rule_of(enum event_kind kind, guint signs, enum state state);

struct story_words {
	const char *commit, *numbers, *setting, *title, *tree, *target, *report;
};

/* Fills in the words of a rule; free with g_free().  NULL for NULL. */
char *story_rule_told(const char *told, const struct story_words *words);
