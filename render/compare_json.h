/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that the JSON forms of comparisons share beyond json_value.h; each is the caller's. */
#pragma once

#include "compare/aa.h"
#include "compare/axes.h"

#include <jansson.h>

json_t *compare_json_axes(const struct axes *axes);

/* {judged, supported, strong} */
json_t *compare_json_calibration(const struct aa_counts *counts);

/* Indented, keys sorted, numbers of 15 digits; takes the document. */
void compare_json_print(GString *out, json_t *document);

/* A document of groups, which it takes; `reason`: why there are none, else NULL. */
void compare_json_groups(GString *out, const char *schema, json_t *groups, const char *reason);
