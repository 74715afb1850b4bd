/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/commits.h"

#include "parse/commit_id.h"

#define TITLE_START 2 /* of `("` */

/* The last `")` of a text that begins with `("`: titles hold both. */
static const char *title_end(struct slice text)
{
	for (gsize i = text.len; i >= TITLE_START + 2; i--)
		if (text.at[i - 1] == ')' && text.at[i - 2] == '"')
			return text.at + i - 2;
	return NULL;
}

static gboolean begins_note(struct slice text)
{
	return slice_starts(text, "<-") || slice_starts(text, "= ");
}

/* "title <-- note" where the title is not quoted. */
static void read_bare_title(struct slice rest, struct column *column)
{
	const char *note = begins_note(rest) ? rest.at : slice_find(rest, " <-");

	column->title = SLICE_NULL;
	if (note) {
		column->note = blank_trim(slice_between(note, rest.at + rest.len));
		rest.len = (gsize)(note - rest.at);
		rest = blank_trim(rest);
	}
	if (rest.len)
		column->title = rest;
}

static void read_quoted_title(struct slice rest, const char *end, struct column *column)
{
	struct slice note = blank_trim(slice_between(end + 2, rest.at + rest.len));

	column->title = slice_between(rest.at + TITLE_START, end);
	if (note.len)
		column->note = note;
}

/* The title that goes on in the next lines, with one blank for each line's end. */
static guint read_wrapped_title(const struct line *lines, guint count, struct slice rest,
	GStringChunk *text, struct column *column)
{
	g_autoptr(GString) joined = g_string_new_len(rest.at, (gssize)rest.len);

	for (guint i = 1; i < count; i++) {
		struct slice more = blank_trim(lines[i].text);
		const char *end;

		g_string_append_c(joined, ' ');
		g_string_append_len(joined, more.at, (gssize)more.len);
		end = title_end((struct slice){joined->str, joined->len});
		if (end) {
			char *kept =
				g_string_chunk_insert_len(text, joined->str, (gssize)joined->len);

			read_quoted_title((struct slice){kept, joined->len},
				kept + (end - joined->str), column);
			return i + 1;
		}
	}
	return 0;
}

guint commit_entry_read(
	const struct line *lines, guint count, GStringChunk *text, struct column *ret_column)
{
	struct slice rest = lines[0].text;
	guint taken;

	*ret_column = (struct column){0};
	if (!word_next(&rest, &ret_column->listed))
		return 1;
	rest = blank_trim(rest);
	if (!slice_starts(rest, "(\"")) {
		read_bare_title(rest, ret_column);
		return 1;
	}

	const char *end = title_end(rest);

	if (end) {
		read_quoted_title(rest, end, ret_column);
		return 1;
	}
	taken = read_wrapped_title(lines, count, rest, text, ret_column);
	if (!taken)
		ret_column->title = slice_skip(rest, TITLE_START);
	return MAX(taken, 1);
}

/* The longer of two forms of one id; the head where they are no forms of one another. */
static struct slice longest_id(struct slice head, struct slice listed)
{
	if (slice_is_null(head))
		return listed;
	return commit_same(head, listed) && listed.len > head.len ? listed : head;
}

static void take_entry(struct column *column, const struct column *entry)
{
	column->listed = entry->listed;
	column->title = entry->title;
	column->note = entry->note;
	column->id = longest_id(column->head, entry->listed);
}

/* Heads are cut, so a tag or another value may be a piece of its entry too. */
static gboolean is_same(const struct column *column, const struct column *entry)
{
	struct slice head = column->head, listed = entry->listed;

	return commit_same(head, listed) ||
	       (head.len && listed.len >= head.len && !memcmp(listed.at, head.at, head.len));
}

/* A head that is a tag and an entry that is a hash, or the reverse, may be the same. */
static gboolean may_be_same(const struct column *column, const struct column *entry)
{
	return slice_is_null(column->head) || is_same(column, entry) ||
	       commit_is_id(column->head) != commit_is_id(entry->listed);
}

gboolean commits_match(
	struct column *columns, guint count, const struct column *entries, guint entry_count)
{
	guint matched = 0;
	gboolean in_order = count == entry_count;

	for (guint i = 0; i < count && in_order; i++)
		in_order = may_be_same(&columns[i], &entries[i]);
	for (guint i = 0; i < count; i++) {
		for (guint j = 0; j < entry_count; j++) {
			if (in_order ? i != j : !is_same(&columns[i], &entries[j]))
				continue;
			take_entry(&columns[i], &entries[j]);
			matched++;
			break;
		}
	}
	return matched == count && count == entry_count;
}
