/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the kernel's releases: "v2.6.12-rc2", "v6.9-rc1", "v6.9", "v6.9.1". */
#pragma once

#include <glib.h>

gboolean release_is_tag(const char *tag);

/* The order in which they came: v6.9-rc1, v6.9-rc2, v6.9, v6.9.1, v6.10-rc1. */
int release_compare(const char *a, const char *b);
