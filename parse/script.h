/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The attached reproduce script: the trace of what a test's set-up and run logged.  It
 * is text; nothing of it is ever run.
 */
#pragma once

#include "parse/records.h"

/* A larger one, more commands, a longer one: the rest is left with a diagnostic. */
#define SCRIPT_BYTES_MAX (1 << 20)
#define SCRIPT_COMMANDS_MAX 4096
#define SCRIPT_COMMAND_BYTES_MAX (1 << 14)

/* Appends the commands of a script to records->commands, their time stamps taken off. */
void script_read(
	struct records *records, guint part, struct slice text, const struct diag_sink *sink);
