/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mask.h"

#define HOST_MAX 253
#define TLD_MIN 2

/* What stands for the '@', and what a word with it must show besides to be an address. */
static const struct sign {
	const char *text;
	gboolean is_word; /* it may be one of a sentence */
} signs[] = {
	{"@", FALSE},
	{"%40", FALSE},
	{"&#64;", FALSE},
	{"&#x40;", FALSE},
	{"&commat;", FALSE},
	{"\xef\xbc\xa0", FALSE}, /* U+FF20, fullwidth */
	{"\xef\xb9\xab", FALSE}, /* U+FE6B, small */
	{" () ", FALSE},
	{"(a)", FALSE},
	{" (at) ", FALSE},
	{"(at)", FALSE},
	{" [at] ", FALSE},
	{"[at]", FALSE},
	{" {at} ", FALSE},
	{" AT ", FALSE},
	{" at ", TRUE},
};

static const char *const dots[] = {
	".", " ! ", " dot ", " (dot) ", "(dot)", " [dot] ", "[dot]", " DOT ", "%2E", "%2e"};

static gboolean is_user(char c)
{
	return g_ascii_isalnum(c) || c & 0x80 || (c && strchr("._+-!#$%&'*=?^`{|}~", c));
}

static gboolean is_host(char c)
{
	return g_ascii_isalnum(c) || c & 0x80 || c == '-';
}

/* ---- one address ---------------------------------------------------------------------- */

struct found {
	const char *begin, *end;
	GString *host;   /* with plain dots */
	gboolean is_cut; /* the text ends in its host */
};

/* "user" before the sign, or "\"any thing\""; where it begins. */
static const char *find_user(const char *text, const char *sign)
{
	const char *at = sign;

	if (at > text && at[-1] == '"') {
		for (at--; at > text && at[-1] != '"' && at[-1] != '\n'; at--)
			;
		return at > text && at[-1] == '"' ? at - 1 : sign;
	}
	while (at > text && is_user(at[-1]))
		at--;
	while (at < sign && !g_ascii_isalnum(*at) && !(*at & 0x80))
		at++;
	return at;
}

/* The length of a dot that a label follows; 0: there is none. */
static gsize dot_length(const char *at)
{
	for (guint i = 0; i < G_N_ELEMENTS(dots); i++)
		if (g_str_has_prefix(at, dots[i]) && is_host(at[strlen(dots[i])]))
			return strlen(dots[i]);
	return 0;
}

/* Appends the host; where it ends. */
static const char *find_host(const char *at, GString *host)
{
	for (;;) {
		gsize dot;

		while (is_host(*at) && host->len < HOST_MAX)
			g_string_append_c(host, *at++);
		dot = dot_length(at);
		if (!dot || !host->len)
			return at;
		g_string_append_c(host, '.');
		at += dot;
	}
}

/* "[192.0.2.1]" */
static const char *find_literal(const char *at, GString *host)
{
	gsize n = strspn(at + 1, "0123456789abcdefABCDEF:.IPv");

	if (!n || at[1 + n] != ']')
		return at;
	g_string_append_len(host, at, (gssize)n + 2);
	return at + n + 2;
}

/* "org", and neither "10000" of "serial@10000" nor "5GHz". */
static gboolean has_name_at_end(const char *host)
{
	const char *dot = strrchr(host, '.'), *last = dot ? dot + 1 : host;
	guint letters = 0;

	if (g_str_has_prefix(last, "xn--"))
		return TRUE;
	while (g_ascii_isalpha(last[letters]) || last[letters] & 0x80)
		letters++;
	return letters >= TLD_MIN && !last[letters];
}

static gboolean is_word(const char *host)
{
	while (g_ascii_isalpha(*host))
		host++;
	return !*host;
}

static gboolean is_host_name(const struct found *found)
{
	const char *host = found->host->str;

	if (host[0] == '[')
		return TRUE;
	return has_name_at_end(host) && (strchr(host, '.') || (found->is_cut && is_word(host)));
}

/* "at" is a word, too: then the address has to look like one, or stand like one. */
static gboolean is_plain_speech(const char *text, const struct found *f, const char *sign)
{
	gboolean bracketed = (f->begin > text && strchr("<(:", f->begin[-1])) || *f->end == '>' ||
			     g_str_has_prefix(f->end, " (");

	for (const char *c = f->begin; c < sign; c++)
		if (!g_ascii_isalpha(*c))
			return FALSE;
	return !bracketed;
}

static gboolean find_around(
	const char *text, const char *at, const struct sign *sign, struct found *found)
{
	const char *behind = at + strlen(sign->text);

	g_string_truncate(found->host, 0);
	found->begin = find_user(text, at);
	found->end =
		*behind == '[' ? find_literal(behind, found->host) : find_host(behind, found->host);
	found->is_cut = !*found->end && !sign->is_word;
	return found->begin < at && found->host->len && is_host_name(found) &&
	       !(sign->is_word && is_plain_speech(text, found, at));
}

/* ---- a text ---------------------------------------------------------------------------- */

static char *spelled_plainly(const struct found *found, const char *sign)
{
	g_autofree char *user = g_ascii_strdown(found->begin, sign - found->begin);
	g_autofree char *host = g_ascii_strdown(found->host->str, -1);

	return g_strdup_printf("%s@%s", user, host);
}

/* The text with those gone that have that sign; NULL: none went. */
static char *mask_sign(const char *text, const struct sign *sign, mask_stands_fn stands, void *data)
{
	g_autoptr(GString) out = NULL, host = g_string_new(NULL);
	const char *done = text, *at = text;
	struct found found = {.host = host};

	while ((at = strstr(at, sign->text))) {
		if (!find_around(done, at, sign, &found)) {
			at++;
			continue;
		}
		g_autofree char *plain = spelled_plainly(&found, at);
		at = found.end;
		if (stands(plain, slice_between(text, found.begin), data))
			continue;
		if (!out)
			out = g_string_new(NULL);
		g_string_append_len(out, done, found.begin - done);
		g_string_append(out, MASK_TEXT);
		done = found.end;
	}
	if (!out)
		return NULL;
	g_string_append(out, done);
	return g_string_free(g_steal_pointer(&out), FALSE);
}

char *mask_addresses(const char *text, mask_stands_fn stands, void *data)
{
	char *masked = NULL;

	for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
		char *next = mask_sign(masked ? masked : text, &signs[i], stands, data);

		if (!next)
			continue;
		g_free(masked);
		masked = next;
	}
	return masked;
}
