/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/author.h"

#define NAME_MAX_BYTES 32
#define SLIPS_MAX 2

static const char *const robot_names[] = {
	"kernel test robot",
	"kbuild test robot",
	"kernel report robot",
	"0-day kernel test robot",
	"0day robot",
	"0-day robot",
	"lkp robot",
	"lkp report check",
};

/* Levenshtein distance of two short names. */
static guint distance(struct slice a, struct slice b)
{
	guint row[NAME_MAX_BYTES + 1];

	for (guint j = 0; j <= b.len; j++)
		row[j] = j;
	for (guint i = 1; i <= a.len; i++) {
		guint diagonal = row[0];

		row[0] = i;
		for (guint j = 1; j <= b.len; j++) {
			guint above = row[j];
			guint change = diagonal + (a.at[i - 1] != b.at[j - 1]);

			row[j] = MIN(change, MIN(above, row[j - 1]) + 1);
			diagonal = above;
		}
	}
	return row[b.len];
}

gboolean author_is_robot_name(struct slice name)
{
	name = slice_trim(name);
	if (!name.len || name.len > NAME_MAX_BYTES)
		return FALSE;

	g_autofree char *folded = g_ascii_strdown(name.at, (gssize)name.len);
	struct slice s = {folded, name.len};
	const char *via = slice_find(s, " via ");

	if (via)
		s = slice_between(s.at, via);
	for (guint i = 0; i < G_N_ELEMENTS(robot_names); i++)
		if (distance(s, slice_of(robot_names[i])) <= SLIPS_MAX)
			return TRUE;
	return FALSE;
}

/* Archives mask addresses: "lkp@xxxxxxxxx", "lkp@...el.com"; lists rewrite them. */
static gboolean may_be_robots(const char *address)
{
	const char *domain = address ? strrchr(address, '@') : NULL;

	if (!domain)
		return TRUE;
	domain++;
	return !strcmp(domain, "intel.com") || g_str_has_suffix(domain, ".intel.com") ||
	       strstr(domain, "xxx") || strstr(domain, "..") || !strcmp(domain, "lists.01.org") ||
	       !strcmp(domain, "lists.linux.dev");
}

enum author_kind author_of(const struct mail *mail)
{
	if (mail->from_address && !strcmp(mail->from_address, "lkp@intel.com"))
		return AUTHOR_ROBOT;
	if (author_is_robot_name(slice_of(mail->from_name)) && may_be_robots(mail->from_address))
		return AUTHOR_ROBOT;
	return AUTHOR_PERSON;
}
