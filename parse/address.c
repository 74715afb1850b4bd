/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/address.h"

#define ROBOT_DOMAIN "intel.com"
#define PROTECTED "[email"
/* "202605121549." of the robot's Message-IDs, behind it at least so much of a hash. */
#define ID_DATE_DIGITS 12
#define ID_HASH_MIN 6
/* Fewer may be a name. */
#define MASK_MIN 3

static const struct {
	const char *at, *dot;
} spellings[] = {
	{" () ", " ! "},
	{"(a)", "."},
	{" (at) ", "."},
	{" [at] ", "."},
	{" at ", "."},
};

static gboolean is_user(char c)
{
	return g_ascii_isalnum(c) || strchr("._+-", c);
}

static gboolean is_host(char c)
{
	return g_ascii_isalnum(c) || c == '-';
}

/* Appends "intel.com" of "intel ! com"; returns the bytes taken, 0: no domain. */
static gsize take_domain(struct slice text, const char *dot, GString *domain)
{
	gsize at = 0, labels = 0;

	for (;;) {
		gsize from = at;

		while (at < text.len && is_host(text.at[at]))
			at++;
		if (at == from)
			break;
		g_string_append_len(domain, text.at + from, (gssize)(at - from));
		labels++;
		if (!slice_starts(slice_skip(text, at), dot) || at + strlen(dot) >= text.len ||
			!is_host(text.at[at + strlen(dot)]))
			return labels > 1 ? at : 0;
		g_string_append_c(domain, '.');
		at += strlen(dot);
	}
	return 0;
}

/* An address that is spelled so: where its user ends; *ret_behind: where it does. */
static const char *find_spelled(
	struct slice text, guint spelling, GString *domain, const char **ret_behind)
{
	const char *at = text.at, *found;
	const char *end = text.at + text.len, *word = spellings[spelling].at;

	while ((found = slice_find(slice_between(at, end), word))) {
		struct slice behind = slice_between(found + strlen(word), end);
		gsize taken;

		g_string_truncate(domain, 0);
		taken = found > text.at && is_user(found[-1])
				? take_domain(behind, spellings[spelling].dot, domain)
				: 0;
		if (taken) {
			*ret_behind = behind.at + taken;
			return found;
		}
		at = found + 1;
	}
	return NULL;
}

char *address_put_back(struct slice text)
{
	g_autoptr(GString) domain = g_string_new(NULL);
	const char *sign = text.len ? memchr(text.at, '@', text.len) : NULL, *behind;

	for (guint i = 0; i < G_N_ELEMENTS(spellings) && text.len; i++) {
		const char *user_end = find_spelled(text, i, domain, &behind);
		GString *out;

		if (!user_end || (sign && sign < user_end))
			continue;
		out = g_string_new_len(text.at, user_end - text.at);
		g_string_append_printf(out, "@%s", domain->str);
		g_string_append_len(out, behind, text.at + text.len - behind);
		return g_string_free(out, FALSE);
	}
	return NULL;
}

/* "xxxxxxxxx", "...el.com" */
static gboolean is_mask(struct slice domain)
{
	gsize n = 0;

	if (slice_starts(domain, "..."))
		return TRUE;
	while (n < domain.len && (domain.at[n] == 'x' || domain.at[n] == '.'))
		n++;
	return n >= MASK_MIN && domain.at[0] == 'x' && (n == domain.len || !is_host(domain.at[n]));
}

gboolean address_is_masked(struct slice text)
{
	const char *at = text.at, *end = text.at + text.len;

	if (!text.len)
		return FALSE;
	if (slice_find(text, PROTECTED " protected]") ||
		slice_find(text, PROTECTED "\xc2\xa0protected]"))
		return TRUE;
	while ((at = memchr(at, '@', (gsize)(end - at)))) {
		at++;
		if (is_mask(slice_between(at, end)))
			return TRUE;
	}
	return FALSE;
}

gboolean address_is_hidden(struct slice text)
{
	g_autofree char *whole = address_is_masked(text) ? NULL : address_put_back(text);

	return whole || address_is_masked(text);
}

static gsize count_of(struct slice text, gboolean (*is)(char))
{
	gsize n = 0;

	while (n < text.len && is(text.at[n]))
		n++;
	return n;
}

static gboolean is_digit(char c)
{
	return g_ascii_isdigit(c);
}

static gboolean is_alnum(char c)
{
	return g_ascii_isalnum(c);
}

/* "202605121549.4b9f0f7e-user" */
static gboolean is_robots_user(struct slice user)
{
	if (count_of(user, is_digit) != ID_DATE_DIGITS)
		return FALSE;
	user = slice_skip(user, ID_DATE_DIGITS);
	if (!user.len || *user.at != '.')
		return FALSE;
	user = slice_skip(user, 1);

	gsize hash = count_of(user, is_alnum);

	return hash >= ID_HASH_MIN && hash + 1 < user.len && user.at[hash] == '-' &&
	       count_of(user, is_user) == user.len;
}

gboolean address_is_robots_id(struct slice id)
{
	const char *sign = id.len ? memchr(id.at, '@', id.len) : NULL;

	return sign && is_robots_user(slice_between(id.at, sign));
}

/* As many characters as the domain has, or its end. */
static gboolean may_be_robots(struct slice masked)
{
	if (slice_starts(masked, "..."))
		return masked.len > MASK_MIN &&
		       g_str_has_suffix(ROBOT_DOMAIN, masked.at + MASK_MIN);
	return masked.len == strlen(ROBOT_DOMAIN);
}

char *address_unmask_id(struct slice id)
{
	const char *sign = id.len ? memchr(id.at, '@', id.len) : NULL;
	g_autofree char *masked = sign ? slice_dup(slice_between(sign + 1, id.at + id.len)) : NULL;

	if (!masked || !is_mask(slice_of(masked)) || !may_be_robots(slice_of(masked)) ||
		!address_is_robots_id(id))
		return NULL;
	return g_strdup_printf("%.*s@" ROBOT_DOMAIN, (int)(sign - id.at), id.at);
}
