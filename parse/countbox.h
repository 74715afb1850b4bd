/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The count box of a functional report: how often each result came, per commit.
 *
 *   |                     | 9cb3701fb5 | c89d849f69 |
 *   +---------------------+------------+------------+
 *   | boot_successes      | 8          | 0          |
 */
#pragma once

#include "parse/body.h"

/* The first of its heads, the parent's id, at depth 0; null when there is no box. */
struct slice countbox_parent(const GArray *lines);
