/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Message-IDs of our own mails: "lkpdigest.2016-W23.4b9f0f7e4b9f0f7e4b9f0f7e@host".
 * Digests come back in the archives of the lists that they are sent to, and are no source.
 */
#pragma once

#include "base/slice.h"

/* Of a digest of the period `word` (letters, digits, '-') with that SHA-256; g_free(). */
char *own_id_new(const char *word, const char *sha256, const char *host);

gboolean own_id_is(struct slice id);
