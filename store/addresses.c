/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/addresses.h"

#include "store/query.h"

static const struct {
	enum address_owner owner;
	const char *sql;
} queries[] = {
	{ADDRESS_ID, "SELECT message_id FROM messages"},
	{ADDRESS_ID, "SELECT DISTINCT in_reply_to FROM messages WHERE in_reply_to IS NOT NULL"},
	{ADDRESS_ID, "SELECT DISTINCT message_id FROM refs"},
	{ADDRESS_ID, "SELECT DISTINCT target FROM events WHERE target IS NOT NULL"},
	{ADDRESS_ID, "SELECT message_id FROM digests WHERE message_id IS NOT NULL"},
	{ADDRESS_ID, "SELECT DISTINCT message_id FROM reproductions"},
	{ADDRESS_LIST, "SELECT DISTINCT list FROM sightings WHERE list IS NOT NULL"},
	{ADDRESS_PERSON, "SELECT DISTINCT from_address FROM messages "
			 "WHERE from_address IS NOT NULL"},
};

gboolean store_each_address(struct store *store,
	void (*each)(enum address_owner owner, const char *address, void *data), void *data,
	GError **error)
{
	for (guint i = 0; i < G_N_ELEMENTS(queries); i++) {
		enum step step;
		struct query q;

		if (!query_open(&q, store, queries[i].sql, error))
			return FALSE;
		while ((step = query_step(&q, error)) == STEP_ROW)
			each(queries[i].owner, query_word_at(&q, 0), data);
		query_close(&q);
		if (step == STEP_FAILED)
			return FALSE;
	}
	return TRUE;
}
