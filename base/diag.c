/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/diag.h"

static const struct {
	const char *name;
	enum diag_level level;
	const char *meaning;
} kinds[DIAG_COUNT] = {
#define DIAG(symbol, id, lev, text) [DIAG_##symbol] = {id, DIAG_##lev, text},
#include "base/diag.def"
#undef DIAG
};

const char *diag_name(enum diag_id id)
{
	return kinds[id].name;
}

enum diag_level diag_level(enum diag_id id)
{
	return kinds[id].level;
}

const char *diag_meaning(enum diag_id id)
{
	return kinds[id].meaning;
}

const char *diag_level_name(enum diag_level level)
{
	static const char *const names[] = {"note", "warning", "error"};

	return names[level];
}

enum diag_id diag_by_name(const char *name)
{
	for (int id = 0; id < DIAG_COUNT; id++)
		if (!strcmp(kinds[id].name, name))
			return id;
	return DIAG_COUNT;
}

void diag_emit(const struct diag_sink *sink, enum diag_id id, const struct origin *origin,
	struct slice excerpt, const char *format, ...)
{
	if (!sink || !sink->emit)
		return;

	va_list ap;
	va_start(ap, format);
	g_autofree char *detail = g_strdup_vprintf(format, ap);
	va_end(ap);

	struct diag d = {
		id, origin ? *origin : ORIGIN_NONE, detail, slice_cut(excerpt, DIAG_EXCERPT_MAX)};
	sink->emit(&d, sink->data);
}

static void diag_free(struct diag *d)
{
	g_free((char *)d->origin.path);
	g_free((char *)d->origin.object);
	g_free((char *)d->detail);
	g_free((char *)d->excerpt.at);
	g_free(d);
}

GPtrArray *diag_list_new(void)
{
	return g_ptr_array_new_with_free_func((GDestroyNotify)diag_free);
}

static void keep(const struct diag *d, void *list)
{
	struct diag *copy = g_memdup2(d, sizeof *d);

	copy->origin.path = g_strdup(d->origin.path);
	copy->origin.object = g_strdup(d->origin.object);
	copy->detail = g_strdup(d->detail);
	copy->excerpt.at = slice_dup(d->excerpt);
	g_ptr_array_add(list, copy);
}

struct diag_sink diag_list_sink(GPtrArray *list)
{
	return (struct diag_sink){keep, list};
}
