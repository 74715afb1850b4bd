/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses in text, out of sight: "user@host.tld" however it is written: spelled out for
 * harvesters ("user at host.tld (Name)", "user (at) host dot tld", "user () host ! tld"),
 * encoded ("user%40host.tld", "user&#64;host.tld") or cut at the end of the text.
 *
 * A Message-ID looks like one, and the robot's address is nobody's, so the caller says of
 * each what may stand; whatever he does not know goes.
 */
#pragma once

#include "base/slice.h"

#define MASK_TEXT "[address]"

/* `address` as "user@host", its ASCII lower case; `before` is the text up to where it begins. */
typedef gboolean (*mask_stands_fn)(const char *address, struct slice before, void *data);

/* The text with MASK_TEXT for each address that does not stand; NULL: all do.  g_free(). */
char *mask_addresses(const char *text, mask_stands_fn stands, void *data);
