/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run's job says: the parameters, the settings in effect, the machine, the commit. */
#pragma once

#include "cli/reproduce_options.h"
#include "reproduce/lkp_job.h"
#include "reproduce/plan.h"
#include "reproduce/result_dir.h"

struct reproduce_facts {
	struct result_facts result;
	GArray *params, *settings; /* of struct result_field: private, so the others */
	GStringChunk *text;
};

/* All outlive them; `commit` and `wrap` as the user gave them, NULL: not. */
struct reproduce_facts *reproduce_facts_new(const struct plan *plan,
	const struct reproduce_options *options, const struct lkp_job *lkp, const char *commit,
	const char *wrap);
void reproduce_facts_free(struct reproduce_facts *facts);
