/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/collapsed.h"

#include "base/literal.h"
#include "parse/row.h"

#define COLUMNS_MAX 16
#define ROW_TOKENS_MAX (4 * COLUMNS_MAX + 2)
#define NOTE_TOKENS_MAX 6      /* of a note behind a row: "<-------- (a)" */
#define HEADS_DASHES_MIN 10    /* of a group of dashes below a head */
#define RULE_MIN 10            /* of "=" in a line of them */
#define BORDER_MIN 20          /* bytes of a plot's border, most of them dashes */
#define AXES_TOKENS_MAX 60     /* from the line of "=" to "commit:"; values may hold blanks */
#define COMMITS_TOKENS_MAX 400 /* from "commit:" to the heads */
#define VALUE_TOKENS_MAX 6     /* of a parameter */
#define PARAMETERS_TOKENS_MAX 400
#define QUOTED_LINE_TOKENS 60 /* in a quotation the next mark comes within so many */
#define TITLE_TOKENS_MAX 40   /* of a commit's title */
#define ID_MIN 9              /* digits of a commit in a list */

/* A word, and how the line breaks before it. */
struct token {
	struct slice text;
	guint8 breaks;      /* line ends before it: none, 1, or 2 for a blank line */
	const char *indent; /* behind them; NULL: none */
};

#define TOKEN(tokens, i) (&g_array_index(tokens, struct token, i))

static struct slice text_at(const GArray *tokens, guint i)
{
	return i < tokens->len ? TOKEN(tokens, i)->text : SLICE_LIT("");
}

static void break_before(GArray *tokens, guint i, guint8 breaks, const char *indent)
{
	if (i >= tokens->len)
		return;
	struct token *token = TOKEN(tokens, i);
	token->breaks = MAX(token->breaks, breaks);
	if (indent)
		token->indent = indent;
}

static gboolean is_all(struct slice word, char c, gsize least)
{
	if (word.len < least)
		return FALSE;
	for (gsize i = 0; i < word.len; i++)
		if (word.at[i] != c)
			return FALSE;
	return TRUE;
}

static gboolean is_quote_mark(struct slice word)
{
	return is_all(word, '>', 1);
}

/* ---- words ---------------------------------------------------------------------- */

static GArray *tokens_of(struct slice line)
{
	GArray *tokens = g_array_new(FALSE, FALSE, sizeof(struct token));
	const char *at = line.at, *end = line.at + line.len;

	while (at < end) {
		const char *blank = memchr(at, ' ', (gsize)(end - at));
		struct token token = {slice_between(at, blank ? blank : end), 0, NULL};

		if (token.text.len)
			g_array_append_val(tokens, token);
		at = blank ? blank + 1 : end;
	}
	return tokens;
}

/* ---- tables --------------------------------------------------------------------- */

static gboolean is_marker_word(struct slice word)
{
	static const char *const words[] = {
		"%stddev", "%change", "change", "fail:runs", "%reproduction", NULL};

	return slice_is_one_of(word, words);
}

static gboolean is_marker_line(struct slice word)
{
	return slice_is(word, "|") || slice_is(word, "\\");
}

/* Words of a row that reads as one, with its note; 0: none stands there. */
static guint row_length(const GArray *tokens, guint i, guint columns, enum table_style style)
{
	struct cell cells[COLUMNS_MAX];
	struct row row;
	const char *start = text_at(tokens, i).at;

	for (guint n = 2 * columns; n <= ROW_TOKENS_MAX && i + n <= tokens->len; n++) {
		struct slice last = text_at(tokens, i + n - 1);
		struct slice line = slice_between(start, last.at + last.len);

		if (is_quote_mark(last))
			return 0;
		if (row_read(line, columns, style, &row, cells) == ROW_READ)
			return slice_is(last, "TOTAL") || slice_is(last, "GEO-MEAN") ? n + 1 : n;
	}
	return 0;
}

/* Up to the next row; a note that does not end there is none. */
static guint note_length(const GArray *tokens, guint i, guint columns, enum table_style style)
{
	if (!slice_starts(text_at(tokens, i), "<-"))
		return 0;
	for (guint n = 1; n <= NOTE_TOKENS_MAX; n++)
		if (row_length(tokens, i + n, columns, style))
			return n;
	return 0;
}

/* The rows from i on, a line each; returns what stands behind the last. */
static guint break_rows(GArray *tokens, guint i, guint columns, enum table_style style)
{
	guint n;

	for (;;) {
		if ((n = row_length(tokens, i, columns, style)))
			n += note_length(tokens, i + n, columns, style);
		else if (slice_is(text_at(tokens, i), "..."))
			n = 1;
		else
			return i;
		break_before(tokens, i, 1, NULL);
		i += n;
	}
}

/* The marker words at i, the line of "\" and "|" below, and the rows. */
static guint break_table(GArray *tokens, guint i)
{
	enum table_style style = TABLE_NCOMPARE;
	guint columns = 0;

	break_before(tokens, i, 1, NULL);
	for (; is_marker_word(text_at(tokens, i)); i++) {
		struct slice word = text_at(tokens, i);

		columns += slice_is(word, "%stddev") || slice_is(word, "fail:runs");
		if (slice_is(word, "change"))
			style = TABLE_COMPARE;
	}
	if (is_marker_line(text_at(tokens, i)))
		break_before(tokens, i, 1, NULL);
	while (is_marker_line(text_at(tokens, i)))
		i++;
	if (!columns || columns > COLUMNS_MAX)
		return i;
	i = break_rows(tokens, i, columns, style);
	/* The second kind of rows of the same table, or what ends it. */
	break_before(tokens, i, is_marker_word(text_at(tokens, i)) ? 1 : 2, NULL);
	return i;
}

/* "---- ----" below as many heads; returns what stands behind. */
static guint break_heads(GArray *tokens, guint i)
{
	guint groups = 0;

	while (is_all(text_at(tokens, i + groups), '-', HEADS_DASHES_MIN))
		groups++;
	for (guint head = i - groups; groups >= 2 && i >= groups && head < i; head++) {
		TOKEN(tokens, head)->breaks = head == i - groups ? 2 : 0;
		TOKEN(tokens, head)->indent = NULL;
	}
	break_before(tokens, i, 1, NULL);
	break_before(tokens, i + groups, 1, NULL);
	return i + groups;
}

/* ---- axes and commits ----------------------------------------------------------- */

static gboolean is_id(struct slice word)
{
	for (gsize i = 0; i < word.len; i++)
		if (!g_ascii_isxdigit(word.at[i]))
			return FALSE;
	return word.len >= ID_MIN;
}

/* A line for each commit: an id, or a word before a title, outside of titles. */
static void break_commits(GArray *tokens, guint i)
{
	gboolean in_title = FALSE;

	break_before(tokens, i, 1, "  ");
	for (guint n = 0; n < COMMITS_TOKENS_MAX && i + n < tokens->len; n++) {
		struct slice word = text_at(tokens, i + n);

		if (is_all(word, '-', HEADS_DASHES_MIN) || is_all(word, '=', RULE_MIN))
			return;
		if (!in_title && (is_id(word) || slice_starts(text_at(tokens, i + n + 1), "(\"")))
			break_before(tokens, i + n, 1, "  ");
		if (slice_starts(word, "(\""))
			in_title = TRUE;
		if (slice_ends(word, "\")"))
			in_title = FALSE;
	}
}

/* "====", keys, values, "commit:" and the list; returns what stands behind the keys. */
static guint break_axes(GArray *tokens, guint i)
{
	break_before(tokens, i, 2, NULL);
	break_before(tokens, i + 1, 1, NULL);
	if (!slice_ends(text_at(tokens, i + 1), ":"))
		return i + 1;
	break_before(tokens, i + 2, 1, "  ");
	for (guint n = 3; n < AXES_TOKENS_MAX; n++) {
		struct slice word = text_at(tokens, i + n);

		if (is_all(word, '-', HEADS_DASHES_MIN))
			break;
		if (!slice_is(word, "commit:"))
			continue;
		break_before(tokens, i + n, 2, NULL);
		break_commits(tokens, i + n + 1);
		break;
	}
	return i + 2;
}

/* ---- plots ---------------------------------------------------------------------- */

/* "+-+-----+", points upon it or not. */
static gboolean is_border(struct slice word)
{
	guint dashes = 0;

	for (gsize i = 0; i < word.len; i++) {
		if (!strchr("-+|*.:O#", word.at[i]))
			return FALSE;
		dashes += word.at[i] == '-';
	}
	return word.len >= BORDER_MIN && dashes * 2 > word.len;
}

static gboolean is_number(struct slice word)
{
	double ignored;

	return literal_read(word, &ignored);
}

/* Whether a label of the y axis and its tic stand there. */
static gboolean is_label(const GArray *tokens, guint i)
{
	struct slice tic = text_at(tokens, i + 1);

	return is_number(text_at(tokens, i)) && tic.len >= 2 && strchr("+|O*", tic.at[0]) &&
	       (tic.at[1] == '-' || tic.at[1] == '+');
}

/* From a border to the one that closes the frame; returns what stands behind. */
static guint break_plot(GArray *tokens, guint i)
{
	guint end = i + 1;

	while (end < tokens->len && !is_border(text_at(tokens, end)))
		end++;
	if (!i || end == tokens->len || !is_number(text_at(tokens, i - 1)))
		return i + 1;
	break_before(tokens, i - 1, 1, NULL);
	if (i > 1) /* a title, or the end of the plot before */
		break_before(tokens, i - 2, is_border(text_at(tokens, i - 2)) ? 1 : 2, NULL);
	break_before(tokens, i + 1, 1, NULL);
	for (guint k = i + 1; k < end; k++)
		if (is_label(tokens, k))
			break_before(tokens, k, 1, NULL);
	break_before(tokens, end + 1, 2, NULL);
	return end + 1;
}

/* ---- fields and sentences ------------------------------------------------------- */

/* What begins a line of a report. */
static const struct {
	const char *words; /* a blank parts them */
	guint8 breaks;
} beginnings[] = {
	{"FYI, we noticed", 2},
	{"kernel test robot noticed", 2},
	{"commit:", 2},
	{"in testcase:", 2},
	{"testcase:", 1},
	{"config:", 1},
	{"compiler:", 1},
	{"on test machine:", 1},
	{"test machine:", 1},
	{"with following parameters:", 1},
	{"parameters:", 1},
	{"test-description:", 2},
	{"test-url:", 1},
	{"In addition to that,", 2},
	{"If you fix the issue", 2},
	{"Reported-by:", 1},
	{"| Reported-by:", 1},
	{"| Closes:", 1},
	{"Details are as below:", 2},
	{"To reproduce:", 2},
	{"The kernel config and materials", 2},
	{"Disclaimer:", 2},
	{"Thanks,", 2},
	{"[*] bisect-good", 2},
	{"[O] bisect-bad", 1},
};

static gboolean has_words(const GArray *tokens, guint i, const char *words)
{
	struct slice first = text_at(tokens, i);
	const char *end = text_at(tokens, tokens->len - 1).at;
	gsize len = strlen(words);

	end += text_at(tokens, tokens->len - 1).len;
	return first.len && (gsize)(end - first.at) >= len && !memcmp(first.at, words, len);
}

/* "on test machine:", "in testcase:", "due to commit:" and the like are one beginning. */
static gboolean is_within(const GArray *tokens, guint i)
{
	static const char *const before[] = {"on", "in", "following", "to", "|", NULL};

	return i && slice_is_one_of(text_at(tokens, i - 1), before);
}

static gboolean is_key(struct slice word)
{
	for (gsize i = 0; i + 1 < word.len; i++)
		if (!g_ascii_isalnum(word.at[i]) && !strchr("_-.", word.at[i]))
			return FALSE;
	return word.len > 1 && slice_ends(word, ":");
}

/* A line for each "key: value" behind "parameters:". */
static void break_parameters(GArray *tokens, guint i)
{
	guint since = 0; /* words since the last key */

	guint end = MIN(i + PARAMETERS_TOKENS_MAX, tokens->len);

	for (guint8 breaks = 2; i < end && since <= VALUE_TOKENS_MAX; i++, since++) {
		struct slice word = text_at(tokens, i);

		if (slice_is(word, "test-description:") || is_quote_mark(word))
			return;
		if (!is_key(word))
			continue;
		break_before(tokens, i, breaks, "\t");
		breaks = 1;
		since = 0;
	}
}

static void break_field(GArray *tokens, guint i)
{
	for (guint k = 0; k < G_N_ELEMENTS(beginnings); k++) {
		const char *words = beginnings[k].words;

		if (!has_words(tokens, i, words) || is_within(tokens, i))
			continue;
		break_before(tokens, i, beginnings[k].breaks, NULL);
		if (g_str_has_suffix(words, "parameters:"))
			break_parameters(tokens, i + (strchr(words, ' ') ? 3 : 1));
		return;
	}
	/* The tree, behind the title of the commit; the rule behind "Details are as below:". */
	if (i && slice_starts(text_at(tokens, i), "https://") &&
		slice_ends(text_at(tokens, i - 1), "\")"))
		break_before(tokens, i, 1, NULL);
	if (slice_starts(text_at(tokens, i), "----------")) {
		break_before(tokens, i, 1, NULL);
		break_before(tokens, i + 1, 2, NULL);
	}
}

/* ---- the whole ------------------------------------------------------------------ */

/* Words of a ("title"), which may say anything; 0: none begins here. */
static guint title_length(const GArray *tokens, guint i)
{
	if (!slice_starts(text_at(tokens, i), "(\""))
		return 0;
	for (guint n = 1; n <= TITLE_TOKENS_MAX; n++)
		if (slice_ends(text_at(tokens, i + n - 1), "\")"))
			return n;
	return 0;
}

static void break_lines(GArray *tokens)
{
	for (guint i = 0; i < tokens->len;) {
		struct slice word = text_at(tokens, i);

		if (is_marker_word(word) && !slice_is(word, "change")) {
			i = break_table(tokens, i);
		} else if (is_all(word, '-', HEADS_DASHES_MIN)) {
			i = break_heads(tokens, i);
		} else if (is_all(word, '=', RULE_MIN)) {
			i = break_axes(tokens, i);
		} else if (is_border(word)) {
			i = break_plot(tokens, i);
		} else {
			break_field(tokens, i);
			i += MAX(title_length(tokens, i), 1);
		}
	}
}

static void join(GArray *tokens, guint from, guint to)
{
	for (; from < to; from++) {
		TOKEN(tokens, from)->breaks = 0;
		TOKEN(tokens, from)->indent = NULL;
	}
}

/* In a quotation each line begins with its mark, and nowhere else. */
static void break_quotations(GArray *tokens)
{
	guint behind = 0; /* the last mark; 0: none came */

	for (guint i = 0; i < tokens->len; i++) {
		if (!is_quote_mark(TOKEN(tokens, i)->text))
			continue;
		if (behind && i - behind < QUOTED_LINE_TOKENS)
			join(tokens, behind, i);
		TOKEN(tokens, i)->breaks = 1;
		TOKEN(tokens, i)->indent = NULL;
		behind = i + 1;
	}
	if (behind)
		join(tokens, behind, MIN(behind + 1, tokens->len));
}

static void append_line(GString *out, struct slice line)
{
	g_autoptr(GArray) tokens = tokens_of(line);

	break_lines(tokens);
	break_quotations(tokens);
	for (guint i = 0; i < tokens->len; i++) {
		const struct token *token = TOKEN(tokens, i);

		if (i && !token->breaks)
			g_string_append_c(out, ' ');
		for (guint k = 0; i && k < token->breaks; k++)
			g_string_append_c(out, '\n');
		if (token->indent)
			g_string_append(out, token->indent);
		g_string_append_len(out, token->text.at, (gssize)token->text.len);
	}
}

static gboolean is_collapsed(struct slice line)
{
	return line.len >= COLLAPSED_LINE_MIN &&
	       (slice_find(line, "%stddev ") || slice_find(line, "fail:runs "));
}

GString *collapsed_repair(struct slice text)
{
	struct slice rest = text, line;
	gboolean found = FALSE;

	while (!found && slice_next_line(&rest, &line))
		found = is_collapsed(line);
	if (!found)
		return NULL;

	GString *out = g_string_sized_new(text.len + text.len / 8);
	for (rest = text; slice_next_line(&rest, &line);) {
		if (is_collapsed(line))
			append_line(out, line);
		else
			g_string_append_len(out, line.at, (gssize)line.len);
		g_string_append_c(out, '\n');
	}
	return out;
}
