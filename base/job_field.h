/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A key of a job and its value, in a list that goes through the job depth first. */
#pragma once

#include <glib.h>

#define JOB_FIELD_TOP (-1)

struct job_field {
	const char *name;
	const char *value; /* as Ruby's to_s prints it; "" of null; NULL: a map, its keys follow */
	gboolean is_null;
	gboolean is_set; /* neither null nor false */
	int parent;      /* index of the key that holds it, or JOB_FIELD_TOP */
};
