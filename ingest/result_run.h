/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run: the files of a directory whose name is a number and that holds a job.yaml,
 * where they lie or as they came out of an archive.
 *
 * Links among them are not followed, and nothing is read but what is asked for by name.
 */
#pragma once

#include "base/diag.h"
#include "ingest/stats_json.h"

#include <glib.h>

#define RESULT_FILE_MAX (256 << 20) /* bytes of one file, unpacked */
#define RESULT_FILES_MAX 10000      /* of one run, that are looked at */
#define RESULT_NUMBER_DIGITS 9      /* of a run's name */

struct result_run {
	char *name;       /* "0", "1", ... */
	char *dir;        /* the directory; in an archive ARCHIVE!DIR */
	gboolean is_held; /* its files came out of an archive */
	guint day;        /* on which it ended, from 1970 on; G_MAXUINT: nobody looked */
	GPtrArray *files; /* of those: struct result_file * */
};

struct result_file {
	char *name;    /* "job.yaml"; "../matrix.json" is the result root's */
	GBytes *bytes; /* as they lay in the archive, maybe compressed */
};

/* Keeps the bytes. */
struct result_file *result_file_new(const char *name, GBytes *bytes);
void result_file_free(struct result_file *file);

/* `name` and `dir` are copied.  A held run has no files yet. */
struct result_run *result_run_new(const char *dir, const char *name, gboolean is_held);
void result_run_hold(struct result_run *run, const char *name, GBytes *bytes);
void result_run_free(struct result_run *run);

/* Could a directory of that name be a run? */
gboolean result_is_run_name(const char *name);

/* Is it a file that LKP makes of runs and keeps above them: averages, lists, no mail?  Most
 * of them stand beside the runs. */
gboolean result_is_made_name(const char *name, gboolean is_beside_runs);

/* Bytes of its files, as far as they are known without reading. */
gsize result_run_weight(const struct result_run *run);

/* A file, unpacked; NULL: told.  g_free(). */
char *result_run_read(const struct result_run *run, const char *name, gsize most, gsize *ret_len,
	const struct diag_sink *sink);

/* The first of the names that the run has, NULL-terminated list; NULL: none. */
const char *result_run_first(const struct result_run *run, const char *const *names);

/*
 * The flat JSON file NAME.json.gz, else NAME.json.  FALSE: it is damaged or unreadable,
 * which is told; *ret_text is NULL when there is none, else what the items' names point
 * into, to be freed with g_free().
 */
gboolean result_run_json(const struct result_run *run, const char *name, stats_json_fn fn,
	void *data, char **ret_text, const struct diag_sink *sink);

/* Names without .json or .json.gz of such files, by name.  Of char *. */
GPtrArray *result_run_json_names(const struct result_run *run, const struct diag_sink *sink);
