/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of one run: of its stats.json; without one, of its monitors' files; without
 * these, of its column in the result root's matrix.json.
 */
#pragma once

#include "base/diag.h"
#include "base/number.h"
#include "compare/rules.h"
#include "ingest/result_run.h"

struct run_number {
	const char *name;
	struct number value;
	gboolean is_sound; /* FALSE: there is none that can be read; told */
};

enum run_source { RUN_STATS, RUN_MONITORS, RUN_MATRIX, RUN_SOURCES };

struct run_numbers {
	enum run_source source;
	GArray *items;      /* of struct run_number */
	char *stats;        /* the file that the names point into; NULL: none */
	GStringChunk *text; /* other names */
};

/* NULL: the run counts for nothing; told. */
struct run_numbers *run_numbers_read(
	const struct result_run *run, const struct rules *rules, const struct diag_sink *sink);
struct run_numbers *run_numbers_new(void); /* without any */
void run_numbers_free(struct run_numbers *numbers);
