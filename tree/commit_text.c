/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/commit_text.h"

#include "base/literal.h"

#define DIGITS 40
#define DIGITS_MIN 7
#define PARENT_LINE (strlen("parent ") + DIGITS + strlen("\n"))

/* ---- fields ---------------------------------------------------------------------------- */

static gsize count_digits(struct slice text)
{
	gsize n = 0;

	while (n < text.len && g_ascii_isxdigit(text.at[n]))
		n++;
	return n;
}

/* "NAME <40 digits>" */
static gboolean read_id_line(struct slice line, const char *name, struct slice *ret_id)
{
	gsize skipped = strlen(name);

	if (line.len != skipped + DIGITS || !slice_starts(line, name))
		return FALSE;
	*ret_id = slice_skip(line, skipped);
	return count_digits(*ret_id) == DIGITS;
}

/* "NAME <ADDRESS> SECONDS ZONE"; the name may hold anything but '<' and LF. */
static void read_person(
	struct slice line, struct slice *ret_name, struct slice *ret_address, gint64 *ret_date)
{
	const char *open = memchr(line.at, '<', line.len);
	const char *end = line.at + line.len;
	const char *close = open ? memchr(open, '>', (gsize)(end - open)) : NULL;
	guint64 seconds;

	if (!close)
		return;
	*ret_name = slice_trim(slice_between(line.at, open));
	*ret_address = slice_trim(slice_between(open + 1, close));

	struct slice date = slice_trim(slice_between(close + 1, end));
	gsize n = 0;
	while (n < date.len && g_ascii_isdigit(date.at[n]))
		n++;
	if (literal_count((struct slice){date.at, n}, &seconds) && seconds <= G_MAXINT64)
		*ret_date = (gint64)seconds;
}

static void read_field(struct slice line, struct commit_text *text)
{
	struct slice ignored;
	gint64 authored;

	if (slice_starts(line, "author ") && !text->author_name.at)
		read_person(slice_skip(line, strlen("author ")), &text->author_name,
			&text->author_address, &authored);
	else if (slice_starts(line, "committer ") && !text->date)
		read_person(
			slice_skip(line, strlen("committer ")), &ignored, &ignored, &text->date);
}

gboolean commit_text_read(struct slice bytes, struct commit_text *ret_text)
{
	struct commit_text text = {.tree = SLICE_NULL};
	struct slice rest = bytes, line, id;

	if (!slice_next_line(&rest, &line) || !read_id_line(line, "tree ", &text.tree))
		return FALSE;
	text.parents = (struct slice){rest.at, 0};
	while (slice_next_line(&rest, &line) && line.len) {
		if (text.parents.len == text.n_parents * PARENT_LINE && !text.author_name.at &&
			read_id_line(line, "parent ", &id)) {
			text.parents.len += PARENT_LINE;
			text.n_parents++;
		} else {
			read_field(line, &text);
		}
	}
	text.message = rest;
	*ret_text = text;
	return TRUE;
}

struct slice commit_text_parent(const struct commit_text *text, guint i)
{
	return (struct slice){text->parents.at + i * PARENT_LINE + strlen("parent "), DIGITS};
}

/* ---- the message ------------------------------------------------------------------------- */

void commit_text_title(const struct commit_text *text, GString *to)
{
	struct slice rest = text->message, line;

	g_string_truncate(to, 0);
	while (to->len <= COMMIT_TITLE_MAX && slice_next_line(&rest, &line)) {
		line = slice_trim(line);
		if (!line.len && to->len)
			break;
		for (gsize i = 0; i < line.len && to->len <= COMMIT_TITLE_MAX; i++) {
			gboolean blank = g_ascii_isspace(line.at[i]);

			if (i ? !blank || !g_ascii_isspace(line.at[i - 1]) : TRUE) {
				if (!i && to->len)
					g_string_append_c(to, ' ');
				g_string_append_c(to, blank ? ' ' : line.at[i]);
			}
		}
	}
	g_string_truncate(to, slice_cut((struct slice){to->str, to->len}, COMMIT_TITLE_MAX).len);
}

struct telling {
	commit_mention_fn each;
	void *data;
	guint n;
};

static void tell(struct telling *to, enum commit_mention kind, struct slice what)
{
	if (to->n++ < COMMIT_MENTIONS_MAX)
		to->each(kind, what, to->data);
}

/* The id at the beginning of a text, behind "commit" and blanks. */
static struct slice id_at(struct slice text)
{
	text = slice_trim(text);
	if (slice_starts(text, "commit "))
		text = slice_trim(slice_skip(text, strlen("commit ")));

	gsize n = count_digits(text);
	gboolean is_word = n < text.len && (g_ascii_isalnum(text.at[n]) || text.at[n] == '_');
	return n >= DIGITS_MIN && n <= DIGITS && !is_word ? (struct slice){text.at, n} : SLICE_NULL;
}

static void tell_id(struct telling *to, enum commit_mention kind, struct slice text)
{
	struct slice id = id_at(text);

	if (id.at)
		tell(to, kind, id);
}

/* The value of a field, whatever the letters of its name. */
static gboolean is_field(struct slice line, const char *name, struct slice *ret_value)
{
	gsize n = strlen(name);

	if (line.len <= n || line.at[n] != ':' || g_ascii_strncasecmp(line.at, name, n))
		return FALSE;
	*ret_value = slice_trim(slice_skip(line, n + 1));
	return TRUE;
}

static void tell_link(struct telling *to, struct slice value)
{
	const char *url = slice_find(value, "http");
	gsize n = 0;

	if (!url)
		return;
	value = slice_skip(value, (gsize)(url - value.at));
	if (!slice_starts(value, "http://") && !slice_starts(value, "https://"))
		return;
	while (n < value.len && !g_ascii_isspace(value.at[n]) && !strchr("<>\"", value.at[n]))
		n++;
	tell(to, MENTION_LINK, (struct slice){value.at, n});
}

/* "commit <40> upstream", without which it is any commit. */
static void tell_backport(struct telling *to, struct slice line)
{
	struct slice id = id_at(line);
	struct slice rest =
		id.at ? slice_trim(slice_between(id.at + id.len, line.at + line.len)) : SLICE_NULL;

	if (rest.len >= strlen("upstream") &&
		!g_ascii_strncasecmp(rest.at, "upstream", strlen("upstream")))
		tell(to, MENTION_UPSTREAM, id);
}

static void read_line(struct telling *to, struct slice line)
{
	static const char *const upstreams[] = {"[ Upstream commit ", "[Upstream commit ",
		"Upstream commit ", "(cherry picked from commit "};
	struct slice value;

	switch (line.at[0]) {
	case 'F':
	case 'f':
		if (is_field(line, "Fixes", &value))
			tell_id(to, MENTION_FIXES, value);
		break;
	case 'C':
	case 'L':
		if (is_field(line, "Closes", &value) || is_field(line, "Link", &value))
			tell_link(to, value);
		break;
	case 'c':
		if (slice_starts(line, "commit "))
			tell_backport(to, line);
		break;
	case '[':
	case 'U':
	case '(':
		for (guint i = 0; i < G_N_ELEMENTS(upstreams); i++)
			if (slice_starts(line, upstreams[i]))
				tell_id(to, MENTION_UPSTREAM,
					slice_skip(line, strlen(upstreams[i])));
		break;
	default:
		break;
	}
}

/* The sentence of `git revert` may stand anywhere in a line, and its id in the next. */
static void read_reverts(struct telling *to, struct slice message)
{
	static const char sentence[] = "This reverts commit";
	const char *at;

	while ((at = slice_find(message, sentence))) {
		message = slice_between(at + strlen(sentence), message.at + message.len);
		tell_id(to, MENTION_REVERTS, message);
	}
}

void commit_text_mentions(const struct commit_text *text, commit_mention_fn each, void *data)
{
	struct telling to = {each, data, 0};
	struct slice rest = text->message, line;

	read_reverts(&to, text->message);
	while (slice_next_line(&rest, &line))
		if (line.len)
			read_line(&to, line);
}
