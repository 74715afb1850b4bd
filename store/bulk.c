/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/bulk.h"

gboolean bulk_open(struct bulk *bulk, struct store *store, const char *many, const char *one,
	guint count, GError **error)
{
	*bulk = (struct bulk){.left = count};
	if (!query_open(&bulk->many, store, many, error))
		return FALSE;
	if (query_open(&bulk->one, store, one, error))
		return TRUE;
	query_close(&bulk->many);
	return FALSE;
}

void bulk_close(struct bulk *bulk)
{
	query_close(&bulk->many);
	query_close(&bulk->one);
}

static gboolean is_among_many(const struct bulk *bulk)
{
	return bulk->bound || bulk->left >= BULK;
}

struct query *bulk_query(struct bulk *bulk)
{
	return is_among_many(bulk) ? &bulk->many : &bulk->one;
}

gboolean bulk_next(struct bulk *bulk, GError **error)
{
	gboolean among_many = is_among_many(bulk);

	bulk->left--;
	if (!among_many)
		return query_run(&bulk->one, error);
	if (++bulk->bound < BULK)
		return TRUE;
	bulk->bound = 0;
	return query_run(&bulk->many, error);
}
