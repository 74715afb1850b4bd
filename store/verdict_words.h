/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user's own runs say of a report, in words: of one of its reproductions, and of all. */
#pragma once

#include "store/reproductions.h"

/* The headline's, else its first stat; NULL: it has none. */
const struct store_reproduced *verdict_stat(const struct store_reproduction *reproduction);

/* "REPRODUCED on another machine"; g_free(). */
char *verdict_words(const struct store_reproduction *reproduction);

/* A sentence with its numbers, what is to be thought of them, and what would decide; g_free(). */
char *verdict_sentence(const struct store_reproduction *reproduction);

/* The last words on each report.  Add them in the order of their dates. */
struct verdicts;
struct verdicts *verdicts_new(void);
void verdicts_free(struct verdicts *verdicts);
void verdicts_add(struct verdicts *verdicts, const char *message_id, const char *words);
/* "REPRODUCED, the last of 2; INCONCLUSIVE"; NULL: there are none.  g_free(). */
char *verdicts_join(const struct verdicts *verdicts);
