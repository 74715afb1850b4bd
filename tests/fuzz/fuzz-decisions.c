/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of overrides. */
#include "cluster/decisions.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct decisions *decisions = decisions_read("overrides", (const char *)data, size, NULL);
	g_autofree char *fingerprint = decisions_fingerprint(decisions);

	for (guint i = 0; i < decisions->all->len; i++) {
		const struct decision *d = &g_array_index(decisions->all, struct decision, i);

		g_assert_true(d->subject && *d->subject && d->reason && *d->reason);
		g_assert_true(g_utf8_validate(d->subject, -1, NULL));
	}
	decisions_free(decisions);
	return 0;
}
