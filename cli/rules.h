/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of a run: those compiled in, or a checkout of lkp-tests (--lkp-src). */
#pragma once

#include "compare/rules.h"

/* `dir` NULL: the builtin ones.  Free with rules_free(); NULL with *error. */
struct rules *rules_open(const char *dir, GError **error);
