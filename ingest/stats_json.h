/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flat JSON files of a run: stats.json {"name": number}, matrix.json and a monitor's
 * {"name": [number, ...]}.
 *
 * A reader of its own because a general one loses what LKP's rules need (integers beyond
 * 64 bits, an integer's kind) and takes longer than the comparison.  Strict JSON, so no
 * NaN; the names come in the order of the file, a name may come twice.  What is JSON, but
 * no number that can be held (1e400), or beyond these limits costs its item alone.
 */
#pragma once

#include "base/number.h"

#define STATS_JSON_DEPTH_MAX 32         /* of values that are skipped */
#define STATS_JSON_NAME_MAX 4096        /* bytes of a name; a longer one is cut */
#define STATS_JSON_SERIES_MAX (1 << 20) /* numbers or strings of one list */

enum stats_json_kind {
	STATS_JSON_NUMBER, /* n is 1 */
	STATS_JSON_LIST,   /* n numbers, maybe none */
	STATS_JSON_TEXTS,  /* a list of n strings, one at least: "stats_source" is such a one */
	STATS_JSON_OTHER,  /* nothing of these that can be read; n is 0 */
};

struct stats_json_item {
	const char *name; /* UTF-8, NUL-terminated; lives as long as the text */
	enum stats_json_kind kind;
	const struct number *values;
	const char *const *texts; /* UTF-8, which live as long as the text */
	guint n;
	const char *why; /* it is STATS_JSON_OTHER, a literal; else NULL */
};

/* `item` and its values live during the call only. */
typedef void (*stats_json_fn)(const struct stats_json_item *item, void *data);

struct stats_json_fault {
	gsize at;        /* byte, from 0 */
	guint line;      /* from 1 */
	const char *why; /* a literal */
};

/*
 * Writes into the text: a name is ended by a NUL where its quotation mark stood, and so is
 * not copied.  FALSE with *fault: the text is no such file; what stands before the fault was
 * handed out.
 */
gboolean stats_json_read(
	char *text, gsize len, stats_json_fn fn, void *data, struct stats_json_fault *fault);
