/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what is printed has addresses of people in it: --addresses, --no-addresses. */
#pragma once

#include "cli/options.h"
#include "render/people.h"

/*
 * Those to hide, people_free(), or NULL.  `usual`: what is done when neither is said; that is
 * TRUE of what is meant for others.  FALSE with *error.
 */
gboolean addresses_take(const struct options *options, gboolean usual, struct store *store,
	struct people **ret_people, GError **error);

/* To standard output; with --no-addresses without them, by what the store knows, if there is one.
 */
void addresses_print(const struct options *options, const char *text);
