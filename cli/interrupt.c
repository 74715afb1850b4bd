/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include <time.h>

void interrupts_hold(struct interrupts *interrupts)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

	sigemptyset(&interrupts->held);
	for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
		struct sigaction now;

		/* Linux queues an ignored signal that is blocked, so leave that one out. */
		if (!sigaction(signals[i], NULL, &now) && now.sa_handler != SIG_IGN)
			sigaddset(&interrupts->held, signals[i]);
	}
	pthread_sigmask(SIG_BLOCK, &interrupts->held, &interrupts->before);
}

gboolean interrupts_came(const struct interrupts *interrupts)
{
	const struct timespec at_once = {0, 0};

	return sigtimedwait(&interrupts->held, NULL, &at_once) > 0;
}

void interrupts_release(const struct interrupts *interrupts)
{
	pthread_sigmask(SIG_SETMASK, &interrupts->before, NULL);
}
