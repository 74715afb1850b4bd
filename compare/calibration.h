/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the grades of printed rows are wrong where nothing changed (A/A): figures that
 * `make aa` measured, see doc/calibration.md, for as many runs as mails stand on.
 */
#pragma once

/* As many runs a side, from these to those. */
#define CALIBRATION_RUNS_MIN 3
#define CALIBRATION_RUNS_MAX 6

struct calibration { /* percent of the cases, the worst over those numbers of runs */
	double supported_gaussian, strong_gaussian;
	double supported, strong; /* of any shape of noise that was tried */
};

const struct calibration *calibration_of_rows(void);

/* In one sentence, as digests print it. */
const char *calibration_told(void);
