/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/heads.h"

#include "parse/commits.h"
#include "parse/table.h"

#define DASHES_MIN 6
#define EQUALS_MIN 20

/* Lines over the heads that are looked at: two blocks, each of a list or axes. */
#define BLOCK_LINES_MAX (2 * TABLE_COLUMNS_MAX + 8)

static guint count_of(struct slice text, const char *word)
{
	guint n = 0;
	const char *at;

	while ((at = slice_find(text, word))) {
		n++;
		text = slice_between(at + strlen(word), text.at + text.len);
	}
	return n;
}

gboolean marker_read(struct slice text, struct marker *ret_marker)
{
	struct slice line = blank_trim(text);

	if (slice_starts(line, "%stddev") && slice_find(line, "change"))
		*ret_marker = (struct marker){count_of(line, "%stddev"),
			slice_find(line, "%change") ? TABLE_NCOMPARE : TABLE_COMPARE};
	else if (slice_starts(line, "fail:runs") && slice_find(line, "%reproduction"))
		*ret_marker = (struct marker){count_of(line, "fail:runs"), TABLE_NCOMPARE};
	else
		return FALSE;
	return ret_marker->columns >= 2;
}

gboolean is_marker_tail(struct slice text)
{
	struct slice line = blank_trim(text), word;

	if (!line.len || line.len > TABLE_LINE_MAX)
		return FALSE;
	while (word_next(&line, &word))
		if (!slice_is(word, "|") && !slice_is(word, "\\") && !slice_is(word, "/"))
			return FALSE;
	return TRUE;
}

static gboolean is_run_of(struct slice text, char c, gsize least)
{
	for (gsize i = 0; i < text.len; i++)
		if (text.at[i] != c)
			return FALSE;
	return text.len >= least;
}

guint dash_groups(struct slice text)
{
	struct slice word;
	guint groups = 0;

	while (word_next(&text, &word)) {
		if (!is_run_of(word, '-', DASHES_MIN))
			return 0;
		groups++;
	}
	return groups >= 2 ? groups : 0;
}

/* ---- column heads ----------------------------------------------------------- */

/* The heads as words: they hold no blanks but where axis values were joined. */
static guint split_words(struct slice text, struct slice *words, guint max)
{
	guint n = 0;

	while (n < max && word_next(&text, &words[n]))
		n++;
	return n;
}

/* The piece of the head line over one group of dashes. */
static struct slice head_over(struct slice heads, struct slice dashes, struct slice group)
{
	gsize from = (gsize)(group.at - dashes.at);
	struct slice piece = slice_skip(heads, from);

	piece.len = MIN(piece.len, group.len);
	return blank_trim(piece);
}

/*
 * One word a column; further words are heads of no column (the older tool's
 * "testcase/testparams/testbox").  Where blanks make more words than groups of dashes,
 * the dashes' places part them.
 */
static void read_heads(struct slice heads, struct slice dashes, struct column *columns, guint count)
{
	struct slice words[TABLE_COLUMNS_MAX + 2], groups[TABLE_COLUMNS_MAX + 2];
	guint words_n = split_words(heads, words, G_N_ELEMENTS(words));
	guint groups_n = split_words(dashes, groups, G_N_ELEMENTS(groups));
	gboolean by_place = words_n > groups_n && groups_n >= count;

	for (guint i = 0; i < count; i++) {
		struct slice head = SLICE_NULL;

		if (by_place)
			head = head_over(heads, dashes, groups[i]);
		else if (i < words_n)
			head = words[i];
		columns[i].head = columns[i].id = head.len ? head : SLICE_NULL;
	}
}

/* ---- blocks above ------------------------------------------------------------- */

struct block {
	struct line lines[BLOCK_LINES_MAX]; /* the topmost first */
	guint count;
};

/* The run of lines above *at (blank ones skipped) of the same depth; moves *at to its top. */
static gboolean block_above(const char *start, struct line *at, struct block *block)
{
	struct line line, found[BLOCK_LINES_MAX];
	guint depth = at->depth, n = 0, blanks = 0;

	while (n < BLOCK_LINES_MAX && line_before(start, at, &line) && line.depth == depth) {
		gboolean blank = line_is_blank(&line);

		if (blank && (n || ++blanks > 2))
			break;
		*at = line;
		if (!blank)
			found[n++] = line;
	}
	block->count = n;
	for (guint i = 0; i < n; i++)
		block->lines[i] = found[n - 1 - i];
	return n > 0;
}

static gboolean is_rule(struct slice text, char c)
{
	return is_run_of(blank_trim(text), c, EQUALS_MIN);
}

/* "key/key:" or "commit:": one word that ends with a colon. */
static gboolean is_key_line(struct slice text, struct slice *ret_keys)
{
	struct slice word;

	if (!word_next(&text, &word) || blank_trim(text).len || word.len < 2 ||
		!slice_ends(word, ":"))
		return FALSE;
	for (gsize i = 0; i < word.len - 1; i++)
		if (!g_ascii_isalnum(word.at[i]) && !strchr("_-./+", word.at[i]))
			return FALSE;
	*ret_keys = (struct slice){word.at, word.len - 1};
	return TRUE;
}

/* ---- axes --------------------------------------------------------------------- */

static guint count_char(struct slice text, char c)
{
	guint n = 0;

	for (gsize i = 0; i < text.len; i++)
		n += text.at[i] == c;
	return n;
}

static struct slice next_piece(struct slice *rest)
{
	const char *slash = rest->len ? memchr(rest->at, '/', rest->len) : NULL;
	struct slice piece = slash ? slice_between(rest->at, slash) : *rest;

	*rest = slice_skip(*rest, piece.len + (slash != NULL));
	return piece;
}

/* Where the keys of the axes stand in a block: below "====", else its first line. */
static int find_axes(const struct block *block, struct slice *ret_keys)
{
	struct slice keys;

	for (guint i = block->count; i-- > 0;)
		if (is_rule(block->lines[i].text, '=') && i + 2 < block->count &&
			is_key_line(block->lines[i + 1].text, ret_keys))
			return (int)i + 1;
	if (block->count >= 2 && is_key_line(block->lines[0].text, &keys) &&
		count_char(keys, '/') &&
		count_char(keys, '/') == count_char(block->lines[1].text, '/')) {
		*ret_keys = keys;
		return 0;
	}
	return -1;
}

static void read_axes(
	struct records *records, struct slice keys, struct slice values, struct table *table)
{
	struct slice rest_keys = keys, rest_values = values;
	guint count = count_char(keys, '/') + 1;

	table->axes = (struct span){records->fields->len, count};
	for (guint i = 0; i < count; i++) {
		struct field field;

		field.key = next_piece(&rest_keys);
		field.value = next_piece(&rest_values);
		g_array_append_val(records->fields, field);
	}
}

/* "lkp-icl-2sp1: 96 threads 2 sockets ..." */
static struct slice read_machine(struct slice text)
{
	struct slice rest = text, word;

	if (!word_next(&rest, &word) || word.len < 2 || !slice_ends(word, ":") ||
		!slice_find(rest, "threads"))
		return SLICE_NULL;
	return (struct slice){word.at, word.len - 1};
}

/* ---- all ------------------------------------------------------------------------ */

struct heads {
	struct records *records;
	struct table *table;
	const struct origin *origin;
	const struct diag_sink *sink;
};

static struct column *columns_of(const struct heads *h)
{
	return RECORD(h->records->columns, struct column, h->table->columns.first);
}

/*
 * The entries below a key.  Below any other key than "commit" (a comparison of
 * kconfig, say) it must fit the heads to be a list at all.
 */
static gboolean read_commits(
	const struct heads *h, struct slice key, const struct line *lines, guint count)
{
	struct column entries[TABLE_COLUMNS_MAX], columns[TABLE_COLUMNS_MAX];
	guint columns_n = h->table->columns.count, n = 0;
	gboolean is_commit = slice_is(key, "commit");

	for (guint i = 0; i < count && n < TABLE_COLUMNS_MAX;)
		i += commit_entry_read(&lines[i], count - i, h->records->text, &entries[n++]);
	memcpy(columns, columns_of(h), columns_n * sizeof(*columns));

	gboolean matched = commits_match(columns, columns_n, entries, n);

	if (!matched && !is_commit)
		return FALSE;
	memcpy(columns_of(h), columns, columns_n * sizeof(*columns));
	if (!matched) {
		struct origin at = origin_at(h->origin, h->table->part, lines[0].number);

		diag_emit(h->sink, DIAG_COMMITS_MISMATCH, &at, blank_trim(lines[0].text),
			"%u commits are listed over %u column heads", n, columns_n);
	}
	return TRUE;
}

/* The axes of a block, and a commit list that follows them without a blank line. */
static gboolean read_axis_block(const struct heads *h, const struct block *block)
{
	struct slice keys, key;
	int at = find_axes(block, &keys);

	if (at < 0)
		return FALSE;

	const struct line *line = &block->lines[at];
	struct slice values = blank_trim(line[1].text);
	guint below = block->count - (guint)at - 2;

	if (count_char(keys, '/') == count_char(values, '/')) {
		read_axes(h->records, keys, values, h->table);
	} else {
		struct origin origin = origin_at(h->origin, h->table->part, line->number);

		diag_emit(h->sink, DIAG_AXES_MISMATCH, &origin, keys, "%u keys and %u values",
			count_char(keys, '/') + 1, count_char(values, '/') + 1);
	}
	if (at >= 2)
		h->table->machine = read_machine(block->lines[at - 2].text);
	if (below >= 2 && is_key_line(line[2].text, &key))
		read_commits(h, key, line + 3, below - 1);
	return TRUE;
}

/* The list that begins at the last line of the block that is a key alone. */
static gboolean read_commit_block(const struct heads *h, const struct block *block)
{
	struct slice key;

	for (guint i = block->count - 1; i-- > 0;)
		if (is_key_line(block->lines[i].text, &key))
			return read_commits(h, key, &block->lines[i + 1], block->count - i - 1);
	return FALSE;
}

static void read_above(const struct heads *h, const char *start, struct line at)
{
	struct block block;

	if (!block_above(start, &at, &block) || read_axis_block(h, &block))
		return;
	if (read_commit_block(h, &block) && block_above(start, &at, &block))
		read_axis_block(h, &block);
}

void heads_read(struct records *records, const char *start, const struct line *first, guint columns,
	struct table *table, const struct origin *origin, const struct diag_sink *sink)
{
	struct heads h = {records, table, origin, sink};
	struct line dashes, heads;

	table->columns = (struct span){records->columns->len, columns};
	table->axes = (struct span){records->fields->len, 0};
	g_array_set_size(records->columns, records->columns->len + columns);
	memset(columns_of(&h), 0, columns * sizeof(struct column));
	if (!line_before(start, first, &dashes) || dashes.depth != first->depth ||
		!dash_groups(dashes.text))
		return;
	table->line = dashes.number;
	if (!line_before(start, &dashes, &heads) || heads.depth != first->depth ||
		line_is_blank(&heads))
		return;
	table->line = heads.number;
	read_heads(heads.text, dashes.text, columns_of(&h), columns);
	read_above(&h, start, heads);
	return;
}
