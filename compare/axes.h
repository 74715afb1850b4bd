/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Axes: what makes two result roots comparable, or is compared.
 *
 * LKP makes them of a job: its machine, test case, root file system, kernel configuration,
 * compiler and commit, then every parameter that a program of the job declares.
 */
#pragma once

#include "base/job_field.h"
#include "compare/rules.h"

#include <glib.h>

struct axis {
	char *name, *value;
};

struct axes {
	struct axis *axis;
	guint n;
	guint day;  /* on which the job ended, from 1970 on; G_MAXUINT: unknown */
	char *line; /* "name=value/name=value/...", sorted bytewise, with '/' at its end */
};

/* In the order of the job.  Free with axes_free(). */
struct axes *axes_of_job(const struct rules *rules, const struct job_field *fields, guint n);
/* The `day` of a job, or of its field of that name. */
#define AXES_END_TIME "end_time"
guint axes_day_of_time(const char *seconds);
guint axes_day(const struct job_field *fields, guint n);
void axes_free(struct axes *axes); /* NULL is allowed */

/* Puts them into the order of the line, in which LKP reads them back. */
void axes_sort(struct axes *axes);

/* NULL: there is none of that name. */
const char *axes_value(const struct axes *axes, const char *name);

/* Names of axes; a list of a few. */
gboolean axis_is_in(const char *name, const char *const *names);

/* The parts of "name=value/name=value" that are (in: TRUE) or are not among the names. */
char *axes_line(const struct axes *axes, const char *const *names, gboolean in);
