/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links in a text, and the messages that archives' links name. */
#pragma once

#include "base/slice.h"

/* The first http or https URL of a text, punctuation behind it off; null: none. */
struct slice link_find(struct slice text);

/*
 * The first link of a text as it was before a gateway wrapped it and an archive hid the
 * address in it; kept in `text` where it is another then.  *repairs (enum repair) grows.
 */
struct slice link_read(struct slice line, GStringChunk *text, guint *repairs);

/*
 * The Message-ID in a link's path, as the archives of the kernel's lists and the robot's
 * materials have it ("https://host/list/ID/", percent-encoded), wrapped by a gateway or not; kept
 * in `text`; null: none.
 */
struct slice link_target(struct slice link, GStringChunk *text);
