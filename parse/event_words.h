/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a sentence says about a report.  A word decides nothing alone: each kind has
 * patterns of words, asks for its topic ("regression", "performance", …), and is void in a
 * question, under a condition or behind a negation that the pattern does not read.
 */
#pragma once

#include "parse/records.h"

/* Longer sentences are no sentences. */
#define SENTENCE_WORDS_MAX 80

struct sentence {
	/* Small letters, punctuation off; a comma is a word.  NUL-terminated. */
	const char *words[SENTENCE_WORDS_MAX];
	guint n;
	gboolean question;
	enum author_kind author;
};

#define SENTENCE_RULES_MAX 80

/*
 * The bytes that the first and the last word of each rule may begin with, as bits: they tell
 * most rules off a sentence (three quarters of the work).
 */
struct sentence_rules {
	guint32 initials[SENTENCE_RULES_MAX], last[SENTENCE_RULES_MAX];
};

void sentence_rules_init(struct sentence_rules *rules);

/*
 * The kind of event that a sentence shows, EVENT_KINDS for none: ACKNOWLEDGED,
 * REPRODUCTION_ASKED … UNCLEAR, FIX_PROPOSED (when the mail holds the patch or link that
 * it speaks of), REVERT_PROPOSED, FIXED_BY (when it names a commit), MERGED, RETRACTED or
 * EXPECTED.  *ret_first is the index of the first word of the pattern.
 */
enum event_kind sentence_kind(
	const struct sentence_rules *rules, const struct sentence *sentence, guint *ret_first);

/* What it tells by the way, likewise: PROFILED or DEBUG_PATCH. */
enum event_kind sentence_aside(
	const struct sentence_rules *rules, const struct sentence *sentence, guint *ret_first);

/*
 * Whether a pattern begins at word i: words parted by blanks; "a|b" either, "a*" any that
 * begins so, "~3" up to three others but commas, "^" the sentence's beginning.
 */
gboolean sentence_has_at(const struct sentence *sentence, guint i, const char *pattern);

/* A commit id that is no word: "defaced" has no digit. */
gboolean word_is_id(const char *word);
