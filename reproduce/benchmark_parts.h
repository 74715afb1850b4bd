/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a benchmark's file, taken apart. */
#pragma once

#include "reproduce/benchmark.h"

enum param_kind {
	PARAM_COUNT,
	PARAM_SECONDS,
	PARAM_BYTES,
	PARAM_WORD,
	PARAM_MAP,
};

struct param_choice {
	const char *word, *text; /* of PARAM_WORD both are the same */
};

struct param {
	const char *name;
	enum param_kind kind;
	/* Text, "=a*b/c" of a number, or "-": nothing; NULL: the job has to tell. */
	const char *fallback;
	GArray *choices; /* of struct param_choice */
};

struct addition {         /* to the command */
	GPtrArray *words; /* of const char *; so the others */
	const char *param;
	GPtrArray *when;
};

const struct param *benchmark_param(const struct benchmark *benchmark, const char *name);

struct formula_stat {
	const char *name, *formula;
	gboolean is_optional; /* left out when its numbers were not printed */
};

struct output { /* a line of it */
	GPtrArray *words;
	GArray *keeps; /* of struct formula_stat: worked out when such a line comes */
};

/* The parameter's value as words of a command have it; NULL: *ret_why.  g_free(). */
char *benchmark_param_text(const struct benchmark *benchmark, const char *name,
	benchmark_value_fn value, void *data, guint nr_cpu, char **ret_why);
