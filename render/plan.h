/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a reproduction, for people and for scripts. */
#pragma once

#include "reproduce/plan.h"

void plan_print_text(GString *out, const struct plan *plan);
/* One document, "lkpdigest/plan/1", told in lkpdigest(1). */
void plan_print_json(GString *out, const struct plan *plan);
