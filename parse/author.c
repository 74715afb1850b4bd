/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/author.h"

#include "parse/address.h"

#define NAME_MAX_BYTES 32
#define VIA " via "
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

/* "'kernel test robot' via Some List": lists put their own address behind it. */
static struct slice without_list(struct slice name)
{
	const char *via = name.len ? slice_find(name, VIA) : NULL;

	name = slice_trim(via ? slice_between(name.at, via) : name);
	if (name.len > 2 && name.at[0] == '\'' && name.at[name.len - 1] == '\'')
		name = (struct slice){name.at + 1, name.len - 2};
	return name;
}

gboolean author_is_robot_name(struct slice name)
{
	name = without_list(name);
	if (!name.len || name.len > NAME_MAX_BYTES)
		return FALSE;

	g_autofree char *folded = g_ascii_strdown(name.at, (gssize)name.len);
	struct slice s = {folded, name.len};

	for (guint i = 0; i < G_N_ELEMENTS(robot_names); i++)
		if (distance(s, slice_of(robot_names[i])) <= SLIPS_MAX)
			return TRUE;
	return FALSE;
}

static gboolean is_rewritten(const struct mail *mail)
{
	return mail->from_name && strstr(mail->from_name, VIA);
}

/* Archives mask addresses, lists rewrite them. */
static gboolean may_be_robots(const struct mail *mail)
{
	const char *domain = mail->from_address ? strrchr(mail->from_address, '@') : NULL;

	if (!domain || is_rewritten(mail) || address_is_masked(slice_of(mail->from_address)))
		return TRUE;
	domain++;
	return !strcmp(domain, "intel.com") || g_str_has_suffix(domain, ".intel.com") ||
	       !strcmp(domain, "lists.01.org") || !strcmp(domain, "lists.linux.dev");
}

enum author_kind author_of(const struct mail *mail)
{
	if (mail->from_address && !strcmp(mail->from_address, "lkp@intel.com"))
		return AUTHOR_ROBOT;
	if (author_is_robot_name(slice_of(mail->from_name)) && may_be_robots(mail))
		return AUTHOR_ROBOT;
	return AUTHOR_PERSON;
}

guint author_repairs(const struct mail *mail)
{
	return mail->from_hidden || is_rewritten(mail) ? REPAIR_ADDRESS : 0;
}
