/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of what the user decided about clusters, told in lkpdigest(1). */
#pragma once

#include "cli/options.h"
#include "cluster/decisions.h"

/*
 * That of --overrides or the configuration, else $XDG_CONFIG_HOME/lkpdigest/overrides where
 * there is one; *ret NULL: none.  Lines that cannot be read are said.  FALSE with *error: the
 * file cannot be read.  Free with decisions_free().
 */
gboolean overrides_read(const struct options *options, struct decisions **ret, GError **error);
