/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of flat JSON on any bytes: what it takes, a general reader takes, too, but for
 * numbers that no double holds, which cost us their item alone.
 */
#include "ingest/stats_json.h"

#include <jansson.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check(const struct stats_json_item *item, void *data)
{
	guint *items = data;

	g_assert_true(g_utf8_validate(item->name, -1, NULL));
	g_assert_cmpuint(strlen(item->name), <=, STATS_JSON_NAME_MAX);
	g_assert_true(item->kind != STATS_JSON_NUMBER || item->n == 1);
	g_assert_true((item->kind == STATS_JSON_OTHER) == (item->why != NULL));
	g_assert_true(!item->why || !item->n);
	for (guint i = 0; i < item->n; i++)
		if (item->kind == STATS_JSON_TEXTS)
			g_assert_true(g_utf8_validate(item->texts[i], -1, NULL));
		else
			g_assert_true(number_real(item->values[i]) <= G_MAXDOUBLE);
	++*items;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	const char *text = (const char *)data;
	g_autofree char *copy = g_malloc(size + 1); /* names are ended within it */
	struct stats_json_fault fault;
	guint items = 0;

	memcpy(copy, data, size);
	if (!stats_json_read(copy, size, check, &items, &fault)) {
		g_assert_true(fault.at <= size && fault.why);
		return 0;
	}
	json_error_t error;
	json_t *json = json_loadb(text, size, JSON_DECODE_INT_AS_REAL, &error);
	g_assert_true(json || json_error_code(&error) == json_error_numeric_overflow);
	g_assert_cmpuint(json_object_size(json), <=, items);
	json_decref(json);
	return 0;
}
