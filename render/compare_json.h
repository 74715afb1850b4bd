/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that the JSON forms of comparisons share; each is the caller's. */
#pragma once

#include "base/literal.h"
#include "compare/aa.h"
#include "compare/axes.h"

#include <jansson.h>

/* NULL is null; bytes that are no UTF-8, which JSON cannot carry, become U+FFFD. */
json_t *compare_json_text(const char *text);
json_t *compare_json_real(double value); /* not finite: null */
/* [low, high]; an end that has no bound is null, as is all where it is not known. */
json_t *compare_json_interval(struct interval interval);
json_t *compare_json_axes(const struct axes *axes);

/* {judged, supported, strong} */
json_t *compare_json_calibration(const struct aa_counts *counts);

/* Indented, keys sorted, numbers of 15 digits; takes the document. */
void compare_json_print(GString *out, json_t *document);

/* A document of groups, which it takes; `reason`: why there are none, else NULL. */
void compare_json_groups(GString *out, const char *schema, json_t *groups, const char *reason);
