/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Objects and arrays of JSON for people: what `show` prints is made of these.  In full, so
 * nothing is cut to a terminal; each goes to standard output.
 */
#pragma once

#include "render/listing.h"

#include <glib.h>
#include <jansson.h>

/* A member of an object, "a.b" a member of its member; NULL: there is none. */
const json_t *show_member(const json_t *object, const char *path);

/* A value as one cell, that of a member; NULL: nothing to say.  Free with g_free(). */
char *show_cell(const json_t *value);
char *show_cell_at(const json_t *object, const char *path);

/* A listing to end with listing_end(). */
struct listing *show_listing(const struct listing_column *columns, guint n);

/* ---- one object: a line a field that says something ------------------------------------ */

struct show_field {
	const char *label, *path;
};

/* `fields` end with a NULL label. */
void show_fields(const json_t *object, const struct show_field *fields);

/* The same, piece by piece. */
struct listing *show_fields_new(void);
void show_add_field(struct listing *listing, const char *label, const char *value);
/* "key=value" of each member, behind the label. */
void show_add_members(struct listing *listing, const char *label, const json_t *object);

/* ---- an array of objects: a line each ---------------------------------------------------- */

struct show_view {
	const char *title;
	guint n;
	const struct listing_column *columns;
	const char *const *paths;
};

/* Nothing for an empty array. */
void show_array(const json_t *array, const struct show_view *view);
