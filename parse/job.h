/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job.yaml: the fields of an LKP job (LKP's rules: a YAML stream; a document after
 * the first is a variation of it).  Read as libyaml events; nothing is expanded or
 * evaluated.
 */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

/* Beyond these a job is given up with a diagnostic (libyaml is quadratic in depth). */
#define JOB_BYTES_MAX (1 << 20)
#define JOB_DEPTH_MAX 64
#define JOB_FIELDS_MAX 20000
#define JOB_ALIASES_MAX 64
#define JOB_DOCUMENTS_MAX 256
#define JOB_KEY_MAX 1024 /* bytes of a joined key */

/*
 * Adds the job(s) in `text` to records->jobs and ->fields.  Scalars are kept as
 * printed, an alias as "*name"; nested keys are joined by '.', list items are
 * "key[0]"; a key that comes twice gives two fields, in their order.  A document
 * without any field is no job, but counts in job.document.  A damaged stream keeps
 * the fields before the damage.  Returns the number of jobs added.
 */
guint job_read(
	struct records *records, guint part, struct slice text, const struct diag_sink *sink);
