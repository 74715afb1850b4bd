/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/partner.h"

#include "compare/patterns.h"

#include <string.h>

struct partners {
	const struct matrix *base;
	GPtrArray *failed; /* stems of the base's .error, .warn, .fail; of char * */
};

static const char *const failures[] = {".error", ".warn", ".fail"};

/* Length of the name without such an ending; 0: it has none. */
static gsize failed_stem(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(failures); i++)
		if (g_str_has_suffix(name, failures[i]))
			return strlen(name) - strlen(failures[i]);
	return 0;
}

struct partners *partners_new(const struct matrix *base)
{
	struct partners *partners = g_new0(struct partners, 1);

	partners->base = base;
	partners->failed = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < base->series->len; i++) {
		const char *name = ((struct series *)base->series->pdata[i])->name;
		gsize len = failed_stem(name);

		if (len)
			g_ptr_array_add(partners->failed, g_strndup(name, len));
	}
	return partners;
}

void partners_free(struct partners *partners)
{
	g_ptr_array_unref(partners->failed);
	g_free(partners);
}

/* What goes wrong outside of tests needs no partner. */
static gboolean is_of_kernel(const char *name)
{
	static const char *const of_kernel[] = {"dmesg.", "kmsg.", "last_state.", "stderr."};

	for (guint i = 0; i < G_N_ELEMENTS(of_kernel); i++)
		if (g_str_has_prefix(name, of_kernel[i]))
			return TRUE;
	return FALSE;
}

static gboolean has_plain_partner(const struct partners *partners, const char *stem)
{
	for (guint i = 0; i < G_N_ELEMENTS(failures); i++) {
		g_autofree char *name = g_strconcat(stem, failures[i], NULL);

		if (matrix_find(partners->base, name))
			return TRUE;
	}
	return FALSE;
}

/* The stem as a pattern, held against the stems of what failed in the base. */
static gboolean has_failed_partner(const struct partners *partners, const char *stem)
{
	gboolean is_plain = !strpbrk(stem, "\\^$|?*+()[]{}");
	gsize len = strlen(stem);
	struct patterns *pattern;
	gboolean found = FALSE;
	guint bad;

	if (is_plain && has_plain_partner(partners, stem))
		return TRUE;
	if (is_plain && !strchr(stem, '.'))
		return FALSE;
	pattern = patterns_new(&stem, 1, ANCHOR_WHOLE, &bad, NULL);
	for (guint i = 0; pattern && !found && i < partners->failed->len; i++) {
		struct slice failed = slice_of(partners->failed->pdata[i]);
		enum answer answer;

		if (is_plain && failed.len != len)
			continue;
		answer = patterns_match(pattern, failed, NULL);
		if (answer == ANSWER_UNKNOWN)
			break;
		found = answer == ANSWER_YES;
	}
	patterns_free(pattern);
	return found;
}

gboolean partners_allow(struct partners *partners, const char *name)
{
	gsize len = failed_stem(name);

	if (is_of_kernel(name))
		return TRUE;
	if (len) {
		g_autofree char *passed = g_strdup_printf("%.*s.pass", (int)len, name);

		return matrix_find(partners->base, passed) != NULL;
	}
	if (g_str_has_suffix(name, ".pass")) {
		g_autofree char *stem = g_strndup(name, strlen(name) - strlen(".pass"));

		return has_failed_partner(partners, stem);
	}
	return TRUE;
}
