/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plain scalars of YAML as Ruby's reader (Psych 4) understands them.  Its rules are those
 * of YAML 1.1 but for details: a float's exponent has a sign (1e5 is text), 1:30 counts
 * from the hours (5400), commas and underscores may stand within numbers.
 */
#pragma once

#include <glib.h>

enum job_node_kind {
	JOB_NULL,
	JOB_FALSE,
	JOB_TEXT, /* any other scalar */
	JOB_LIST,
	JOB_MAP,
};

/* *ret_is_string: Ruby holds a string, whose value is the text itself. */
enum job_node_kind job_scalar_kind(const char *text, gboolean *ret_is_string);

/* Ruby's to_s of the value of one that is no string.  Free with g_free(). */
char *job_scalar_value(const char *text);
