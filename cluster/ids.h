/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every commit id that the facts name, in whatever length, and which of them are one.
 * An abbreviation (7 digits or more) is the one longest id that it begins; where it begins
 * several it is none of them.
 */
#pragma once

#include "cluster/facts.h"

struct ids;

/* Of reports, events and the tree; texts live as long as the facts. */
struct ids *ids_new(const struct facts *facts);
void ids_free(struct ids *ids);

/*
 * The whole id of one of the facts' ids: itself, unless it begins exactly one longer.
 * *ret_ambiguous: it begins several.
 */
const char *ids_whole(const struct ids *ids, const char *id, gboolean *ret_ambiguous);

/* The one longest id that begins so (7 digits or more, small letters); NULL: none, several. */
const char *ids_begun(const struct ids *ids, const char *digits);

/* The reports (guint, into facts->reports) whose commit is ambiguous; g_array_unref(). */
GArray *ids_in_doubt(const struct facts *facts);
