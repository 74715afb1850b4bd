/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Failures of two commits: how often runs failed, each side by its own number of runs.
 *
 * Sources: Fisher's exact test (The Design of Experiments, 1935), two-sided by adding up
 * all tables that are no likelier than the one at hand; the interval is Newcombe's, Statistics
 * in Medicine 17 (1998), method 10, made of Wilson's.
 */
#pragma once

#include "compare/grade.h"

#define FAILURE_RUNS_MAX 100000 /* a side; more are untestable */

struct failures {
	guint64 fails, runs; /* runs that failed, of all: a run fails once, whatever it counts */
};

struct failure_judgement {
	double rate_base, rate_head; /* percent; NAN: no runs */
	double change;               /* points */
	struct interval ci;          /* 95 %, points */
	double p;                    /* two-sided, uncorrected; NAN: untestable */
	enum grade grade;
};

/* Untestable: no runs on a side, more fails than runs, too many of either. */
struct failure_judgement judge_failures(struct failures base, struct failures head);
