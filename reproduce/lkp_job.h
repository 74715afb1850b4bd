/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job as it is handed to an installed lkp-tests, which runs what it names as the superuser and
 * takes parts of its text for code.  So nothing is handed on as it stands: the job is written
 * anew, of the test case and those of its options that we know by compare/rules.h, each a plain
 * word.  Settings are made by ourselves; monitors are those that lkp-tests starts by itself.
 */
#pragma once

#include "compare/rules.h"
#include "reproduce/reported.h"
#include "reproduce/result_dir.h"

#include <gio/gio.h>

#define LKP_JOB_ERROR lkp_job_error_quark()
GQuark lkp_job_error_quark(void);

enum lkp_job_error {
	LKP_JOB_ERROR_CODE,    /* a part of the job is code to LKP */
	LKP_JOB_ERROR_UNKNOWN, /* the test case is none that we know of LKP */
	LKP_JOB_ERROR_WRONG,   /* a key would run something else, or a value is no plain word */
};

#define LKP_JOB_VALUE_MAX 100 /* bytes */
#define LKP_JOB_MAPS_MAX 64

struct lkp_job {
	const char *testcase;
	GPtrArray *maps;     /* private */
	GArray *params;      /* of struct result_field, by name: of the test, at whatever place */
	GPtrArray *left_out; /* of const char *: keys that are not handed on */
};

/* `reported` outlives it.  NULL with *error: it is refused; the message tells place and reason. */
struct lkp_job *lkp_job_new(
	const struct reported *reported, const struct rules *rules, GError **error);
void lkp_job_free(struct lkp_job *job); /* NULL is allowed */

/* The YAML.  g_free(). */
char *lkp_job_text(const struct lkp_job *job, const char *commit);

/*
 * The job of a result root, as lkp-tests saved it, with our own facts in the place of its own: so
 * that both sides are found.  g_free(); NULL with *error: it is no job of that test case.
 */
char *lkp_job_of_run(
	struct slice yaml, const struct result_facts *facts, guint number, GError **error);
