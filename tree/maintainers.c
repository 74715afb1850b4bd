/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/maintainers.h"

#include "tree/glob.h"
#include "tree/name_pattern.h"

#include <string.h>

#define LISTED_MAX 50  /* lists, and people, of a section */
#define WEIGHT_NAME 2  /* of an N: line: it says more than one byte, less than a folder */
#define WEIGHT_LEAST 2 /* "*" and "*" "/" say nothing */

struct pattern {
	char *glob;
	guint section;
	guint weight;
	gboolean excludes;
};

struct name { /* of an N: line */
	struct name_pattern *pattern;
	guint section;
};

struct maintainers {
	GPtrArray *sections;   /* struct maintainers_section */
	GArray *patterns;      /* struct pattern */
	GArray *names;         /* struct name */
	GHashTable *by_folder; /* glob_folder() -> GArray of guint, indexes of patterns */
	guint refused;
};

static void clear_pattern(void *pattern)
{
	g_free(((struct pattern *)pattern)->glob);
}

static void clear_name(void *name)
{
	name_pattern_free(((struct name *)name)->pattern);
}

static void free_section(void *data)
{
	struct maintainers_section *section = data;

	g_free(section->title);
	g_free(section->status);
	g_ptr_array_unref(section->lists);
	g_ptr_array_unref(section->people);
	g_free(section);
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reading {
	struct maintainers *to;
	struct slice title;                  /* the last line that is no field */
	struct maintainers_section *section; /* NULL: its first field did not come yet */
};

static char *to_text(struct slice value)
{
	return g_utf8_make_valid(value.at, (gssize)value.len);
}

static void add_section(struct reading *r)
{
	struct maintainers_section *section = g_new0(struct maintainers_section, 1);

	section->title = to_text(r->title);
	section->lists = g_ptr_array_new_with_free_func(g_free);
	section->people = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(r->to->sections, section);
	r->section = section;
}

static void add_listed(struct maintainers *to, GPtrArray *list, struct slice value)
{
	if (value.len && list->len < LISTED_MAX)
		g_ptr_array_add(list, to_text(value));
	else
		to->refused++;
}

/* "linux-mm@kvack.org (moderated for non-subscribers)" */
static struct slice first_word(struct slice value)
{
	gsize n = 0;

	while (n < value.len && !g_ascii_isspace(value.at[n]))
		n++;
	return (struct slice){value.at, n};
}

static void add_pattern(struct maintainers *to, struct slice value, gboolean excludes)
{
	struct pattern pattern = {slice_dup(value), to->sections->len - 1, 0, excludes};
	guint index = to->patterns->len;

	pattern.weight = glob_weight(pattern.glob);
	g_array_append_val(to->patterns, pattern);

	char *folder = g_strndup(pattern.glob, glob_folder(pattern.glob));
	GArray *indexes = g_hash_table_lookup(to->by_folder, folder);
	if (!indexes) {
		indexes = g_array_new(FALSE, FALSE, sizeof(guint));
		g_hash_table_insert(to->by_folder, folder, indexes);
	} else {
		g_free(folder);
	}
	g_array_append_val(indexes, index);
}

static void add_name(struct maintainers *to, struct slice value)
{
	g_autofree char *text = slice_dup(value);
	struct name name = {NULL, to->sections->len - 1};

	if (to->names->len < MAINTAINERS_NAMES_MAX)
		name.pattern = name_pattern_new(text);
	if (name.pattern)
		g_array_append_val(to->names, name);
	else
		to->refused++;
}

static void read_field(struct reading *r, char letter, struct slice value)
{
	struct maintainers *to = r->to;
	gboolean is_pattern = letter == 'F' || letter == 'X';

	if (!value.len || value.len > MAINTAINERS_VALUE_MAX || memchr(value.at, '\0', value.len) ||
		(is_pattern && to->patterns->len >= MAINTAINERS_PATTERNS_MAX)) {
		to->refused++;
		return;
	}
	if (is_pattern)
		add_pattern(to, value, letter == 'X');
	else if (letter == 'N')
		add_name(to, value);
	else if (letter == 'L')
		add_listed(to, r->section->lists, first_word(value));
	else if (letter == 'M')
		add_listed(to, r->section->people, value);
	else if (letter == 'S' && !r->section->status)
		r->section->status = to_text(value);
}

/* A field begins at the first column; so the explanations at the head of the file are none. */
static void read_line(struct reading *r, struct slice line)
{
	if (line.len >= 2 && g_ascii_isupper(line.at[0]) && line.at[1] == ':') {
		if (!r->section && r->title.len) {
			if (r->to->sections->len >= MAINTAINERS_SECTIONS_MAX)
				r->title = SLICE_NULL;
			else
				add_section(r);
		}
		if (r->section)
			read_field(r, line.at[0], slice_trim(slice_skip(line, 2)));
		else
			r->to->refused++;
		return;
	}
	r->section = NULL;
	r->title = slice_cut(slice_trim(line), MAINTAINERS_VALUE_MAX);
}

struct maintainers *maintainers_read(struct slice text)
{
	struct maintainers *to = g_new0(struct maintainers, 1);
	struct reading r = {.to = to};
	struct slice rest = text, line;

	to->sections = g_ptr_array_new_with_free_func(free_section);
	to->patterns = g_array_new(FALSE, FALSE, sizeof(struct pattern));
	g_array_set_clear_func(to->patterns, clear_pattern);
	to->names = g_array_new(FALSE, FALSE, sizeof(struct name));
	g_array_set_clear_func(to->names, clear_name);
	to->by_folder = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
	if (rest.len > MAINTAINERS_BYTES_MAX) {
		rest.len = MAINTAINERS_BYTES_MAX;
		to->refused++;
	}
	while (slice_next_line(&rest, &line))
		read_line(&r, line);
	return to;
}

void maintainers_free(struct maintainers *maintainers)
{
	if (!maintainers)
		return;
	g_ptr_array_unref(maintainers->sections);
	g_array_unref(maintainers->patterns);
	g_array_unref(maintainers->names);
	g_hash_table_unref(maintainers->by_folder);
	g_free(maintainers);
}

guint maintainers_refused(const struct maintainers *maintainers)
{
	return maintainers->refused;
}

/* ---- whose a file is ------------------------------------------------------------------------- */

struct match {
	guint section;
	guint weight; /* of its longest pattern that fits */
	guint best;   /* files that no section's pattern fits better */
	guint files;
	gboolean excluded; /* from the file that is looked at */
};

struct matching {
	const struct maintainers *of;
	GHashTable *of_file; /* section -> struct match, of the file that is looked at */
	GHashTable *all;     /* the same, of all files */
};

static struct match *match_of(GHashTable *matches, guint section)
{
	struct match *match = g_hash_table_lookup(matches, GUINT_TO_POINTER(section));

	if (!match) {
		match = g_new0(struct match, 1);
		match->section = section;
		g_hash_table_insert(matches, GUINT_TO_POINTER(section), match);
	}
	return match;
}

static void try_patterns(struct matching *m, const GArray *indexes, const char *path)
{
	for (guint i = 0; i < indexes->len; i++) {
		const struct pattern *pattern = &g_array_index(
			m->of->patterns, struct pattern, g_array_index(indexes, guint, i));

		if ((!pattern->excludes && pattern->weight < WEIGHT_LEAST) ||
			!glob_fits(pattern->glob, path))
			continue;
		struct match *match = match_of(m->of_file, pattern->section);
		match->excluded |= pattern->excludes;
		if (!pattern->excludes)
			match->weight = MAX(match->weight, pattern->weight);
	}
}

/* A pattern that fits stands at one of the path's folders. */
static void try_folders(struct matching *m, const char *path)
{
	g_autofree char *folder = g_strdup(path);

	for (gsize len = strlen(folder) + 1; len-- > 0;) {
		if (len && folder[len - 1] != '/')
			continue;
		folder[len] = '\0';
		const GArray *indexes = g_hash_table_lookup(m->of->by_folder, folder);
		if (indexes)
			try_patterns(m, indexes, path);
	}
}

static void try_names(struct matching *m, const char *path)
{
	for (guint i = 0; i < m->of->names->len; i++) {
		const struct name *name = &g_array_index(m->of->names, struct name, i);

		if (name_pattern_fits(name->pattern, path)) {
			struct match *match = match_of(m->of_file, name->section);
			match->weight = MAX(match->weight, WEIGHT_NAME);
		}
	}
}

static void add_file(struct matching *m, const char *path)
{
	GHashTableIter iter;
	void *value;
	guint best = 0;

	g_hash_table_remove_all(m->of_file);
	try_folders(m, path);
	try_names(m, path);
	g_hash_table_iter_init(&iter, m->of_file);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct match *match = value;

		if (!match->excluded)
			best = MAX(best, match->weight);
	}
	g_hash_table_iter_init(&iter, m->of_file);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct match *match = value;
		struct match *sum;

		if (match->excluded || !match->weight)
			continue;
		sum = match_of(m->all, match->section);
		sum->files++;
		sum->best += match->weight == best;
		sum->weight = MAX(sum->weight, match->weight);
	}
}

static int by_rank(gconstpointer a, gconstpointer b)
{
	const struct match *first = *(const struct match *const *)a;
	const struct match *second = *(const struct match *const *)b;

	if (first->best != second->best)
		return first->best > second->best ? -1 : 1;
	if (first->files != second->files)
		return first->files > second->files ? -1 : 1;
	if (first->weight != second->weight)
		return first->weight > second->weight ? -1 : 1;
	return first->section < second->section ? -1 : 1;
}

GPtrArray *maintainers_of(const struct maintainers *maintainers, const GPtrArray *paths)
{
	g_autoptr(GHashTable) of_file = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	g_autoptr(GHashTable) all = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	g_autoptr(GPtrArray) ranked = g_ptr_array_new();
	struct matching m = {maintainers, of_file, all};
	GPtrArray *sections = g_ptr_array_new();
	GHashTableIter iter;
	void *match;

	for (guint i = 0; i < paths->len; i++)
		add_file(&m, paths->pdata[i]);
	g_hash_table_iter_init(&iter, all);
	while (g_hash_table_iter_next(&iter, NULL, &match))
		g_ptr_array_add(ranked, match);
	g_ptr_array_sort(ranked, by_rank);
	for (guint i = 0; i < ranked->len; i++) {
		const struct match *of = ranked->pdata[i];

		g_ptr_array_add(sections, maintainers->sections->pdata[of->section]);
	}
	return sections;
}
