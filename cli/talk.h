/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command says to people: lines on standard error, made safe to print
 * (base/show.h), whatever file name or text of a mail they hold.
 */
#pragma once

#include "base/diag.h"
#include "cli/exit.h"

#include <glib.h>

/* "lkpdigest: " and one line. */
void talk(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* The same, returning EXIT_USAGE or EXIT_SYSTEM. */
enum exit_status talk_usage(const char *format, ...) G_GNUC_PRINTF(1, 2);
enum exit_status talk_system(const GError *error);

/*
 * "PATH: byte N: part N: line N: error: DETAIL [ID]: EXCERPT"; `hide`: without addresses, of which
 * none but the robot's, its Message-IDs and those of lists are known here.
 */
void talk_diag(const struct diag *diag, gboolean hide);

/* Says each of them, or drops it. */
struct diag_sink talk_sink(gboolean quiet, gboolean hide);
