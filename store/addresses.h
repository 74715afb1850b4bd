/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What in the store's texts looks like an address, and whose it is. */
#pragma once

#include "store/store.h"

enum address_owner {
	ADDRESS_ID,   /* nobody's: a Message-ID */
	ADDRESS_LIST, /* the List-Id of a list */
	/* Of From, the robot's too: people write in its name, under their own address. */
	ADDRESS_PERSON,
};

/* In no order; one may come more than once. */
gboolean store_each_address(struct store *store,
	void (*each)(enum address_owner owner, const char *address, void *data), void *data,
	GError **error);
