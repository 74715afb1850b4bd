/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exit statuses; scripts rely on them (doc/lkpdigest.1, EXIT STATUS). */
#pragma once

enum exit_status {
	EXIT_DONE = 0,
	EXIT_FOUND = 1,  /* done, but what --strict or --fail-on names was found */
	EXIT_USAGE = 2,  /* the command line cannot be meant */
	EXIT_SYSTEM = 3, /* disk full, no database, interrupted, ... */
};
