/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of one run: of its stats.json or, without one, of its monitors' files. */
#pragma once

#include "base/diag.h"
#include "base/number.h"
#include "compare/rules.h"

struct run_number {
	const char *name;
	struct number value;
	gboolean is_sound; /* FALSE: what stands there is no number; told */
};

struct run_numbers {
	GArray *items;      /* of struct run_number */
	char *stats;        /* the run's stats.json, which the names point into; NULL: none */
	GStringChunk *text; /* other names */
};

/* NULL: the run counts for nothing; told. */
struct run_numbers *run_numbers_read(
	const char *dir, const struct rules *rules, const struct diag_sink *sink);
void run_numbers_free(struct run_numbers *numbers);
