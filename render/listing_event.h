/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of clusters, for render/listing_cluster.c alone. */
#pragma once

#include "render/listing.h"

/* Fills events and own of `of`, whose clusters are there, from the whole store. */
gboolean listing_events_tie(struct listing_clusters *of, struct store *store, GError **error);

/* An array of date, kind, message_id and line, by date, message and line. */
json_t *json_of_events(const struct listing_clusters *of, const struct cluster *cluster);
