/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the jobs of own runs say of them: when they began, on what, and what stood before them. */
#pragma once

#include "ingest/result_root.h"
#include "reproduce/judged.h"

/* By the first job of the root that can be read. */
void reproduce_own_read(
	struct judged_side *side, const struct result_root *root, const struct diag_sink *sink);
