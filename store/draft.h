/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A message made ready to be put: what can be done without the store, and so by any
 * thread.
 */
#pragma once

#include "store/copy.h"
#include "store/store.h"

struct drafted_table {
	GString *rows;      /* as packed_rows.h has them */
	GByteArray *prints; /* as prints.h has them */
	guint inconsistent; /* rows */
};

struct store_draft {
	struct copy copy;
	struct drafted_table *tables;
	guint n_tables;
};
