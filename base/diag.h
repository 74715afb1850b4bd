/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Diagnostics: what does not stop a run.  (What stops one is a GError.)
 *
 * Every loss and every doubt is one of the kinds in base/diag.def, with a stable
 * id that scripts may match, the place, a sentence and an excerpt of the input.
 * A library emits into the sink that it was given and never prints.
 */
#pragma once

#include "base/origin.h"
#include "base/slice.h"

#include <glib.h>

enum diag_level {
	DIAG_NOTE,    /* seen and dealt with; nothing is lost */
	DIAG_WARNING, /* a doubt, or a repair that changes what is stored */
	DIAG_ERROR,   /* something is lost: a row, a part, a document, a source */
};

enum diag_id {
#define DIAG(symbol, id, level, meaning) DIAG_##symbol,
#include "base/diag.def"
#undef DIAG
	DIAG_COUNT
};

/* The excerpt kept, in bytes; longer input is cut at a character. */
#define DIAG_EXCERPT_MAX 160

struct diag {
	enum diag_id id;
	struct origin origin;
	const char *detail;   /* one sentence without a full stop; never NULL */
	struct slice excerpt; /* raw input, may hold anything; absent: none */
};

/* Both d and all that it points at live only during the call. */
typedef void (*diag_fn)(const struct diag *d, void *data);

struct diag_sink {
	diag_fn emit;
	void *data;
};

/* Stable id ("row-dropped"), level and one-line meaning of a kind. */
const char *diag_name(enum diag_id id);
enum diag_level diag_level(enum diag_id id);
const char *diag_meaning(enum diag_id id);
const char *diag_level_name(enum diag_level level);

/* The kind with that stable id; DIAG_COUNT when there is none. */
enum diag_id diag_by_name(const char *name);

/* A NULL sink, or one without a function, drops it. */
void diag_emit(const struct diag_sink *sink, enum diag_id id, const struct origin *origin,
	struct slice excerpt, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Kept diagnostics (deep copies), e.g. for a message that is stored later. */
GPtrArray *diag_list_new(void); /* of struct diag *; free with g_ptr_array_unref() */
struct diag_sink diag_list_sink(GPtrArray *list);
