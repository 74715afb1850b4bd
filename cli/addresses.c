/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/addresses.h"

gboolean addresses_take(const struct options *options, gboolean usual, struct store *store,
	struct people **ret_people, GError **error)
{
	gboolean hide = options->hide_addresses || (usual && !options->show_addresses);

	*ret_people = hide ? people_of(store, error) : NULL;
	return *ret_people || !hide;
}
