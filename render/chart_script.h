/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "render/chart.h"

/* charts_script() of the charts from the first-th on; indices stay. */
char *charts_script_from(const struct chart *charts, guint n, guint first);
