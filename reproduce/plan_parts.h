/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a plan, each made by the file that knows it. */
#pragma once

#include "reproduce/plan.h"

void plan_add_steps(struct plan *plan);
struct plan_step *plan_add_step(struct plan *plan, enum command_kind kind, const char *text);

/* Fills the step's action, change and why; FALSE: no class knows such a command. */
gboolean plan_read_change(struct plan *plan, struct plan_step *step);
/* What the job asks for besides its commands. */
void plan_add_changes(struct plan *plan);
void plan_add_facts(struct plan *plan);
struct plan_fact *plan_add_fact(
	struct plan *plan, const char *what, const char *reported, const char *here, enum fit fit);

/* How often, in which order, how long, and within which limits. */
void plan_add_runs(struct plan *plan, const struct plan_wishes *wishes);
