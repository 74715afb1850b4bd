/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a plan, each made by the file that knows it. */
#pragma once

#include "reproduce/plan.h"

void plan_add_steps(struct plan *plan);
void plan_add_facts(struct plan *plan);
struct plan_fact *plan_add_fact(
	struct plan *plan, const char *what, const char *reported, const char *here, enum fit fit);

/* How often, in which order, how long, and within which limits. */
void plan_add_runs(struct plan *plan, const struct plan_wishes *wishes);
