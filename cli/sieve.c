/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/sieve.h"

#include "parse/parse.h"

struct sieve {
	GHashTable *ids; /* hashes, as GSIZE_TO_POINTER(), of what was let through */
};

struct sieve *sieve_new(void)
{
	struct sieve *sieve = g_new0(struct sieve, 1);

	sieve->ids = g_hash_table_new(NULL, NULL);
	return sieve;
}

void sieve_free(struct sieve *sieve)
{
	if (!sieve)
		return;
	g_hash_table_unref(sieve->ids);
	g_free(sieve);
}

static gboolean may_answer(const struct sieve *sieve, const struct thread_ids *ids)
{
	for (guint i = 0; i < ids->n_parents; i++)
		if (g_hash_table_contains(sieve->ids, GSIZE_TO_POINTER(ids->parents[i])))
			return TRUE;
	return FALSE;
}

static enum sieved sieve_ids(struct sieve *sieve, const struct thread_ids *ids, gboolean matters)
{
	if (!matters && !may_answer(sieve, ids))
		return SIEVE_DISMISSED;
	if (ids->id)
		g_hash_table_add(sieve->ids, GSIZE_TO_POINTER(ids->id));
	return matters ? SIEVE_MATTERS : SIEVE_ANSWERS;
}

enum sieved sieve_message(struct sieve *sieve, struct slice raw, struct thread_ids *ret_ids)
{
	thread_ids_scan(raw, ret_ids);
	return sieve_ids(sieve, ret_ids, parse_may_matter(raw));
}

enum sieved sieve_mail(
	struct sieve *sieve, const struct mail *mail, gboolean matters, struct thread_ids *ret_ids)
{
	thread_ids_of(mail, ret_ids);
	return sieve_ids(sieve, ret_ids, matters);
}
