/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/group.h"

#include <string.h>

/* ---- queries ---------------------------------------------------------------------- */

static struct axes_query *axes_query_new(void)
{
	struct axes_query *query = g_new0(struct axes_query, 1);

	query->names = g_ptr_array_new_with_free_func(g_free);
	query->values = g_ptr_array_new_with_free_func(g_free);
	return query;
}

void axes_query_free(struct axes_query *query)
{
	if (!query)
		return;
	g_ptr_array_unref(query->names);
	g_ptr_array_unref(query->values);
	g_free(query);
}

static void axes_query_set(struct axes_query *query, const char *name, const char *value)
{
	for (guint i = 0; i < query->names->len; i++)
		if (!strcmp(query->names->pdata[i], name)) {
			g_free(query->values->pdata[i]);
			query->values->pdata[i] = g_strdup(value);
			return;
		}
	g_ptr_array_add(query->names, g_strdup(name));
	g_ptr_array_add(query->values, g_strdup(value));
}

struct axes_query *axes_query_read(const char *text)
{
	g_auto(GStrv) parts = g_strsplit(text, "/", 0);
	struct axes_query *query = axes_query_new();

	for (guint i = 0; parts[i]; i++) {
		char *equals = strchr(parts[i], '=');

		if (!equals || equals == parts[i]) {
			axes_query_free(query);
			return NULL;
		}
		*equals = 0;
		axes_query_set(query, parts[i], equals + 1);
	}
	if (query->names->len)
		return query;
	axes_query_free(query);
	return NULL;
}

struct axes_query *axes_query_of_commit(const char *commit)
{
	struct axes_query *query = axes_query_new();

	axes_query_set(query, "commit", commit);
	return query;
}

struct axes_query *axes_query_override(
	const struct axes_query *query, const struct axes_query *other)
{
	struct axes_query *both = axes_query_new();

	for (guint i = 0; i < query->names->len; i++)
		axes_query_set(both, query->names->pdata[i], query->values->pdata[i]);
	for (guint i = 0; i < other->names->len; i++)
		axes_query_set(both, other->names->pdata[i], other->values->pdata[i]);
	return both;
}

char *axes_query_text(const struct axes_query *query)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < query->names->len; i++)
		g_string_append_printf(text, "%s%s=%s", i ? "/" : "",
			(char *)query->names->pdata[i], (char *)query->values->pdata[i]);
	return g_string_free(text, FALSE);
}

static gboolean line_has(const char *line, const char *name, const char *value)
{
	g_autofree char *text = g_strconcat(name, "=", value, *value ? "/" : "", NULL);

	return strstr(line, text) != NULL;
}

static gboolean axes_query_matches(const struct axes_query *query, const struct axes *axes)
{
	for (guint i = 0; i < query->names->len; i++) {
		const char *name = query->names->pdata[i], *value = query->values->pdata[i];

		if (!strcmp(name, "commit") && g_strcmp0(axes_value(axes, "commit"), value))
			return FALSE;
		if (!line_has(axes->line, name, value))
			return FALSE;
	}
	return TRUE;
}

/* Guests run the same tests: "kvm:will-it-scale". */
static enum case_table table_of(const struct rules *rules, const char *testcase)
{
	static const char guest[] = "kvm:";

	if (!testcase)
		return CASES_UNKNOWN;
	if (g_str_has_prefix(testcase, guest))
		testcase += strlen(guest);
	return rules_cases_of(rules, testcase);
}

static const char *wanted(const struct axes_query *query, const char *name)
{
	for (guint i = 0; i < query->names->len; i++)
		if (!strcmp(query->names->pdata[i], name))
			return query->values->pdata[i];
	return NULL;
}

/* Of the nodes from `first` on; they come latest first, which stays so within a day. */
static void sort_by_day(const struct axes *const *nodes, GArray *found, guint first)
{
	guint *index = &g_array_index(found, guint, 0);

	for (guint i = first + 1; i < found->len; i++) {
		guint node = index[i], k = i;

		for (; k > first && nodes[index[k - 1]]->day < nodes[node]->day; k--)
			index[k] = index[k - 1];
		index[k] = node;
	}
}

void axes_query_find(const struct axes_query *query, const struct rules *rules,
	const struct axes *const *nodes, guint n, GArray *to)
{
	static const enum case_table tables[] = {
		CASES_SPEED, CASES_FUNCTION, CASES_OTHER, CASES_UNKNOWN};
	const char *testcase = wanted(query, "testcase");

	for (guint t = 0; t < G_N_ELEMENTS(tables); t++) {
		guint first = to->len;

		if (testcase && *testcase && table_of(rules, testcase) != tables[t])
			continue;
		for (guint i = n; i > 0; i--) {
			const struct axes *axes = nodes[i - 1];
			guint index = i - 1;

			if (table_of(rules, axes_value(axes, "testcase")) == tables[t] &&
				axes_query_matches(query, axes))
				g_array_append_val(to, index);
		}
		if (!wanted(query, "commit"))
			sort_by_day(nodes, to, first);
	}
}

/* ---- groups ------------------------------------------------------------------------ */

static GArray *group_of(GPtrArray *groups, GHashTable *by_key, char *key)
{
	GArray *group = g_hash_table_lookup(by_key, key);

	if (group) {
		g_free(key);
		return group;
	}
	group = g_array_new(FALSE, FALSE, sizeof(guint));
	g_ptr_array_add(groups, group);
	g_hash_table_insert(by_key, key, group);
	return group;
}

static void drop_single(GPtrArray *groups)
{
	for (guint i = groups->len; i > 0; i--)
		if (((GArray *)groups->pdata[i - 1])->len < 2)
			g_ptr_array_remove_index(groups, i - 1);
}

GPtrArray *group_nodes(const struct axes *const *nodes, const GArray *found,
	const char *const *compared, gboolean together)
{
	GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
	g_autoptr(GHashTable) by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < found->len; i++) {
		guint node = g_array_index(found, guint, i);
		char *key;

		if (!g_hash_table_add(seen, nodes[node]->line))
			continue;
		key = together ? g_strdup("") : axes_line(nodes[node], compared, FALSE);
		g_array_append_val(group_of(groups, by_key, key), node);
	}
	drop_single(groups);
	return groups;
}
