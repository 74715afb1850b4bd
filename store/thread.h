/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads, for the store's own files; see struct store_message. */
#pragma once

#include "store/query.h"

/* Finds those that are not known, or in doubt since messages came or went. */
gboolean thread_link(struct store *store, GError **error);
