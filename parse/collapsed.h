/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report whose line ends were lost: some archives and copies show a mail as one
 * line, white space reduced to single blanks.
 *
 * Lines are broken again where the form of a report demands it: at quotation marks,
 * around the line of "====", the heads and marker lines of tables, behind each row
 * that reads as one, before the words that begin a field, around the frames of plots.
 * No character is added but line ends and indents, and none is taken away.
 */
#pragma once

#include <glib.h>

#include "base/slice.h"

/* A line is only looked at when it is longer; no report has such a line. */
#define COLLAPSED_LINE_MIN 1000

/* The text with its lines broken, the caller's; NULL: it needs no repair. */
GString *collapsed_repair(struct slice text);
