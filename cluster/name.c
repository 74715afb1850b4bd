/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/name.h"

#include <string.h>

static int compare_names(gconstpointer a, gconstpointer b)
{
	const struct name *x = a, *y = b;
	int order = strcmp(x->commit, y->commit);

	return order ? order : (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

static gsize digits_in_common(const char *a, const char *b)
{
	gsize n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

/*
 * How many digits each name needs to differ from the nearest one of another cluster that
 * stands before it (by 1), or behind it (by -1).
 */
static void tell_apart(const GArray *names, gsize *digits, int by)
{
	guint n = names->len, from = by > 0 ? 0 : n - 1, other = n;

	for (guint done = 0, i = from; done<n; done++, i = by> 0 ? i + 1 : i - 1) {
		const struct name *name = RECORD(names, struct name, i);
		const struct name *before =
			done ? RECORD(names, struct name, by > 0 ? i - 1 : i + 1) : NULL;

		if (before && before->cluster != name->cluster)
			other = by > 0 ? i - 1 : i + 1;
		if (other == n)
			continue;
		gsize common =
			digits_in_common(name->commit, RECORD(names, struct name, other)->commit);
		digits[i] = MAX(digits[i], common + 1);
	}
}

void name_clusters(struct facts *facts, GArray *names)
{
	g_autofree gsize *digits = g_new(gsize, names->len + 1);

	g_array_sort(names, compare_names);
	for (guint i = 0; i < names->len; i++)
		digits[i] = NAME_DIGITS;
	if (names->len) {
		tell_apart(names, digits, 1);
		tell_apart(names, digits, -1);
	}
	for (guint i = 0; i < names->len; i++) {
		struct name *name = RECORD(names, struct name, i);
		g_autofree char *id = g_strdup_printf(
			"c-%.*s", (int)MIN(digits[i], (gsize)G_MAXINT), name->commit);

		name->name = facts_keep(facts, id);
	}
}
