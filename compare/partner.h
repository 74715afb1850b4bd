/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of a functional test says something only where the base ran the test: a
 * failure stat wants its opposite there.
 *
 * LKP takes the stem of "STEM.pass" for a pattern (so that "a.b.pass" finds "axb.fail");
 * a stem that is no pattern ends LKP, here it costs that stat alone, as does one that
 * takes too long to match.
 */
#pragma once

#include "compare/matrix.h"

struct partners;

struct partners *partners_new(const struct matrix *base);
void partners_free(struct partners *partners);

/* May the failure stat be compared? */
gboolean partners_allow(struct partners *partners, const char *name);
