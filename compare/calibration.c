/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/calibration.h"

#define TEXT_(value) #value
#define TEXT(value) TEXT_(value)

#define SUPPORTED_GAUSSIAN 4.61
#define STRONG_GAUSSIAN 0.076
#define SUPPORTED_ANY 4.9
#define STRONG_ANY 3.17

const struct calibration *calibration_of_rows(void)
{
	static const struct calibration measured = {
		SUPPORTED_GAUSSIAN, STRONG_GAUSSIAN, SUPPORTED_ANY, STRONG_ANY};

	return &measured;
}

/* Kept in pieces that a line can hold. */
#define RUNS TEXT(CALIBRATION_RUNS_MIN) " to " TEXT(CALIBRATION_RUNS_MAX) " a side"
#define GAUSSIAN TEXT(SUPPORTED_GAUSSIAN) " % of gaussian noise SUPPORTED or better"
#define GAUSSIAN_STRONG TEXT(STRONG_GAUSSIAN) " % STRONG"
#define ANY TEXT(SUPPORTED_ANY) " % and " TEXT(STRONG_ANY) " %"

const char *calibration_told(void)
{
	return "where nothing changed (A/A, 100,000 cases for each shape of noise and each "
	       "number of runs, " RUNS ") the test calls at most " GAUSSIAN " and " GAUSSIAN_STRONG
	       "; of the worst shape, runs that fall into two "
	       "modes, " ANY " (doc/calibration.md)";
}
