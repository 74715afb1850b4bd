/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A verdict on a report, put into the store. */
#pragma once

#include "reproduce/judged.h"
#include "store/store.h"

/* In a transaction of its own. */
gboolean reproduce_keep(struct store *store, const struct judged *judged, GError **error);
