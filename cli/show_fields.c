/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/show_fields.h"

#include "cli/output.h"

/* ---- values ------------------------------------------------------------------------- */

char *show_cell(const json_t *value)
{
	gsize i;
	json_t *one;

	switch (json_typeof(value)) {
	case JSON_STRING:
		return g_strdup(json_string_value(value));
	case JSON_INTEGER:
		return g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	case JSON_REAL:
		return g_strdup_printf("%g", json_real_value(value));
	case JSON_TRUE:
		return g_strdup("yes");
	case JSON_ARRAY: {
		g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);

		json_array_foreach(value, i, one)
		{
			char *cell = show_cell(one);

			if (cell)
				g_ptr_array_add(cells, cell);
		}
		g_ptr_array_add(cells, NULL);
		return cells->len > 1 ? g_strjoinv(", ", (char **)cells->pdata) : NULL;
	}
	default:
		return NULL;
	}
}

const json_t *show_member(const json_t *object, const char *path)
{
	g_auto(GStrv) keys = g_strsplit(path, ".", 0);

	for (char **key = keys; *key && object; key++)
		object = json_object_get(object, *key);
	return object;
}

char *show_cell_at(const json_t *object, const char *path)
{
	const json_t *value = show_member(object, path);

	return value ? show_cell(value) : NULL;
}

/* ---- where they go -------------------------------------------------------------------- */

static void print(const char *text, void *data)
{
	(void)data;
	output_print(text);
}

struct listing *show_listing(const struct listing_column *columns, guint n)
{
	return listing_new(columns, n, 0, print, NULL);
}

/* ---- one object: a line a field that says something -------------------------------- */

struct listing *show_fields_new(void)
{
	static const struct listing_column columns[] = {{NULL}, {NULL}};

	return show_listing(columns, G_N_ELEMENTS(columns));
}

void show_add_field(struct listing *listing, const char *label, const char *value)
{
	const char *cells[] = {label, value};

	if (value)
		listing_add(listing, cells);
}

void show_fields(const json_t *object, const struct show_field *fields)
{
	struct listing *listing = show_fields_new();

	for (; fields->label; fields++) {
		g_autofree char *value = show_cell_at(object, fields->path);

		show_add_field(listing, fields->label, value);
	}
	listing_end(listing);
}

void show_add_members(struct listing *listing, const char *label, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		const char *said = json_string_value(value);
		g_autofree char *text = g_strdup_printf("%s=%s", key, said ? said : "");

		show_add_field(listing, label, text);
		label = "";
	}
}

/* ---- an array of objects: a line each ------------------------------------------------ */

void show_array(const json_t *array, const struct show_view *view)
{
	struct listing *listing;
	gsize i;
	json_t *one;

	if (!json_array_size(array))
		return;
	output_printf("\n%s\n", view->title);
	listing = show_listing(view->columns, view->n);
	json_array_foreach(array, i, one)
	{
		g_auto(GStrv) cells = g_new0(char *, view->n + 1);

		for (guint c = 0; c < view->n; c++)
			if (!(cells[c] = show_cell_at(one, view->paths[c])))
				cells[c] = g_strdup("-");
		listing_add(listing, (const char *const *)cells);
	}
	listing_end(listing);
}
