/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Build reports and build summaries.  They have no headline sentence; what they are
 * about stands in lines of their own:
 *   tree: URL branch / head: H40 / commit: H40 [n/m] title
 *   [auto build test ERROR on tree/branch] / url: / base:
 *   tree/branch: URL branch / branch HEAD: H40  title             (summary)
 */
#pragma once

#include "parse/headline.h"

/* Form HEADLINE_BUILD, HEADLINE_SUMMARY or HEADLINE_NONE. */
struct headline build_find(const GArray *lines);
