/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a parser thread does with a batch. */
#pragma once

#include "cli/batch.h"
#include "compare/rules.h"

/*
 * Messages become mails and records, judged by the rules, or small records of what was
 * dismissed; runs become numbers.  In any thread; the batch is the caller's alone.
 */
void batch_parse(struct batch *batch, const struct rules *rules);

/* What was dismissed and turns out to be of a thread that matters.  FALSE: its bytes are gone. */
gboolean item_parse_again(struct item *item, const struct rules *rules);
