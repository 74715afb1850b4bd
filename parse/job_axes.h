/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the fields of a job mean: where its results lie, which of them are axes of a
 * comparison, and what it needs of a machine.
 *
 * LKP takes as axes tbox_group, testcase, rootfs, kconfig, compiler and commit, and
 * every key, in whatever mapping it lies, that is an option of a program of the job.
 * Which keys those are the job does not say; the mail's own axis headers do.  (Where they
 * do not, cli/judge_jobs.c asks the rules.)
 */
#pragma once

#include "parse/records.h"

/* More axes than a job can have are left out. */
#define JOB_AXES_MAX 64

/* Fills result_root, axes and needs of each job; the tables are read already. */
void jobs_explain(struct records *records);
