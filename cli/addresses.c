/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/addresses.h"

#include "cli/output.h"

gboolean addresses_take(const struct options *options, gboolean usual, struct store *store,
	struct people **ret_people, GError **error)
{
	gboolean hide = options->hide_addresses || (usual && !options->show_addresses);

	*ret_people = hide ? people_of(store, error) : NULL;
	return *ret_people || !hide;
}

void addresses_print(const struct options *options, const char *text)
{
	struct store *store =
		options->hide_addresses && g_file_test(options->store, G_FILE_TEST_EXISTS)
			? store_open(options->store, STORE_READ, NULL)
			: NULL;
	struct people *people = NULL;

	if (!addresses_take(options, FALSE, store, &people, NULL))
		addresses_take(options, FALSE, NULL, &people, NULL);
	g_autofree char *hidden = people_hide(people, text);
	output_print(hidden ? hidden : text);
	people_free(people);
	store_close(store, NULL);
}
