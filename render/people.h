/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses of people, kept out of what others are to see (--no-addresses).  The one place
 * that knows which may stand: Message-IDs, which are links, those of the robot and of lists.
 * All else that looks like an address goes (base/mask.h).
 */
#pragma once

#include "store/store.h"

#include <jansson.h>

struct people;

/* What a store knows of them, NULL: nothing is known; NULL with *error.  Free with people_free().
 */
struct people *people_of(struct store *store, GError **error);
void people_free(struct people *people); /* NULL is allowed */

/* The text without them; NULL: it may stay as it is, as may all with a NULL `people`. */
char *people_hide(const struct people *people, const char *text);

/* In all texts of a document, keys too. */
void people_hide_json(const struct people *people, json_t *document);
