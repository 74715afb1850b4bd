/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SIGINT, SIGTERM and SIGHUP while something must not be left half done: held back,
 * and asked for at places where stopping is clean.  Without a handler, so without
 * global state; a signal that the caller ignores stays ignored.
 */
#pragma once

#include <glib.h>
#include <signal.h>

struct interrupts {
	sigset_t held, before;
};

/* Threads that are started meanwhile hold them too. */
void interrupts_hold(struct interrupts *interrupts);

/* Whether one came since; takes it. */
gboolean interrupts_came(const struct interrupts *interrupts);

void interrupts_release(const struct interrupts *interrupts);
