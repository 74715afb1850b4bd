/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/undecoded.h"

#include "parse/line.h"
#include "parse/mend.h"
#include "parse/quote.h"
#include "parse/records.h"

/* One alone may be an example, or chance. */
#define EVIDENCE_MIN 2
#define NO_BREAK "\xc2\xa0"

/* ---- entities -------------------------------------------------------------------- */

/* "&gt; &gt; text", the beginning of a title; a whole one, "(&quot;title&quot;)", is enough. */
static guint evidence_of_line(struct slice line)
{
	guint depth;

	line = blank_trim(quote_strip(line, &depth));
	if (slice_find(line, "(&quot;"))
		return slice_find(line, "&quot;)") ? EVIDENCE_MIN : 1;
	return slice_starts(line, "&gt;");
}

static gboolean has_entities(struct slice text)
{
	struct slice line;
	guint n = 0;

	while (n < EVIDENCE_MIN && slice_next_line(&text, &line))
		n += evidence_of_line(line);
	return n >= EVIDENCE_MIN;
}

/* ---- quoted-printable ------------------------------------------------------------ */

static gboolean is_hex(char c)
{
	return g_ascii_isdigit(c) || (c >= 'A' && c <= 'F');
}

static gboolean is_escape(struct slice text)
{
	return text.len >= 3 && text.at[0] == '=' && is_hex(text.at[1]) && is_hex(text.at[2]);
}

static int byte_of(struct slice escape)
{
	return g_ascii_xdigit_value(escape.at[1]) << 4 | g_ascii_xdigit_value(escape.at[2]);
}

struct evidence {
	guint escapes; /* that mean nothing else, and soft breaks */
	gboolean refuted;
	/*
	 * Of quotation, on the lines that others go on in: what was quoted after it was
	 * encoded has as many as the line before, what was quoted before has none, and a '>'
	 * that begins the line is then text ("->pid").
	 */
	guint marks;
};

/*
 * "nr_task=20" is an axis's value and "crc=DEAD" a number; "=3D", "=C2=B1" and a blank at a
 * line's end are neither.
 */
static void weigh_escape(struct evidence *e, struct slice at)
{
	int byte = byte_of(at);
	gboolean two = byte == 0xc2 && is_escape(slice_skip(at, 3));
	gboolean blank = at.len == 3 && (byte == ' ' || byte == '\t');

	e->escapes += byte == '=' || byte == 0xb1 || byte == 0xa0 || two || blank;
}

static void weigh(struct evidence *e, struct slice line)
{
	gsize length = line.len;

	line = blank_trim(line);
	for (const char *found; line.len && (found = memchr(line.at, '=', line.len));) {
		line = slice_between(found, line.at + line.len);
		if (is_escape(line)) {
			weigh_escape(e, line);
			line = slice_skip(line, 3);
			continue;
		}
		if (line.len > 1) {
			e->refuted = TRUE;
			return;
		}
		e->escapes += length >= MEND_SOFT_LENGTH_MIN;
		line = slice_skip(line, 1);
	}
}

/* The line's bytes; digits, letters and controls stay as they are written. */
static guint decode_line(struct slice line, gboolean soft, GString *out)
{
	guint repairs = soft ? REPAIR_QUOTED_PRINTABLE : 0;

	if (soft) {
		struct slice bare = blank_trim(line);

		line = slice_between(line.at, bare.at + bare.len - 1);
	}
	while (line.len) {
		int byte = is_escape(line) ? byte_of(line) : -1;
		gboolean decoded = byte >= 0x80 || byte == '\t' || byte == '\r' ||
				   (byte >= ' ' && byte < 0x7f && !g_ascii_isalnum(byte));

		if (decoded && byte != '\r')
			g_string_append_c(out, (char)byte);
		else if (!decoded)
			g_string_append_c(out, *line.at);
		repairs |= decoded ? REPAIR_QUOTED_PRINTABLE : 0;
		line = slice_skip(line, decoded ? 3 : 1);
	}
	return repairs;
}

/*
 * Bytes that are no UTF-8 are taken as ISO 8859-1, the robot's other charset; NUL, which
 * GLib takes for none, stays.
 */
static void append_valid(GString *out, const GString *bytes)
{
	const char *at = bytes->str, *end = at + bytes->len, *bad;

	while (!g_utf8_validate_len(at, (gsize)(end - at), &bad)) {
		g_string_append_len(out, at, bad - at);
		if (*bad)
			g_string_append_unichar(out, (guchar)*bad);
		else
			g_string_append_c(out, '\0');
		at = bad + 1;
	}
	g_string_append_len(out, at, end - at);
}

/* ---- the walk -------------------------------------------------------------------- */

struct walk {
	GString *out;
	GArray *mended;
	guint line; /* lines written */
	guint repairs;
	gboolean entities;
};

static void end_line(struct walk *w, guint repairs)
{
	struct mended_line mended = {++w->line, repairs};

	if (repairs)
		g_array_append_val(w->mended, mended);
	w->repairs |= repairs;
}

/* Behind that many marks of quotation, and the blank behind the last of them. */
static struct slice without_marks(struct slice line, guint marks)
{
	for (guint i = 0; i < marks; i++) {
		gsize blank = i ? blank_at(line) : 0;

		line = slice_skip(line, blank + strlen(">"));
	}
	return marks ? slice_skip(line, blank_at(line)) : line;
}

/* Takes the next line; *ret_soft: it goes on in the one behind. */
static gboolean next_piece(struct slice *rest, struct slice *ret_line, gboolean *ret_soft)
{
	if (!slice_next_line(rest, ret_line))
		return FALSE;
	*ret_soft = rest->len && mend_goes_on(*ret_line);
	return TRUE;
}

/* Appends the text with blanks for no-break spaces. */
static guint put_blanks(struct slice text, GString *out)
{
	guint repairs = 0;
	const char *at;

	while ((at = slice_find(text, NO_BREAK))) {
		g_string_append_len(out, text.at, at - text.at);
		g_string_append_c(out, ' ');
		text = slice_skip(text, (gsize)(at - text.at) + strlen(NO_BREAK));
		repairs = REPAIR_NBSP;
	}
	g_string_append_len(out, text.at, (gssize)text.len);
	return repairs;
}

/* The line that begins `rest`, with all that it goes on in. */
static void write_line(struct walk *w, gboolean printable, guint marks, struct slice *rest)
{
	g_autoptr(GString) bytes = g_string_new(NULL), whole = g_string_new(NULL),
			   plain = g_string_new(NULL);
	struct slice line;
	gboolean soft = FALSE;
	guint repairs = 0;

	next_piece(rest, &line, &soft);
	if (printable) {
		repairs = decode_line(line, soft, bytes);
		while (soft && next_piece(rest, &line, &soft))
			decode_line(without_marks(line, marks), soft, bytes);
		append_valid(whole, bytes);
	} else {
		g_string_append_len(whole, line.at, (gssize)line.len);
	}
	if (w->entities)
		repairs |= mend_entities((struct slice){whole->str, whole->len}, plain);
	else
		g_string_append_len(plain, whole->str, (gssize)whole->len);
	repairs |= put_blanks((struct slice){plain->str, plain->len}, w->out);
	g_string_append_c(w->out, '\n');
	end_line(w, repairs);
}

/* The end of the stretch of lines of one depth, and what speaks for its being encoded. */
static const char *find_run(struct slice text, struct evidence *evidence)
{
	struct slice rest = text, line;
	const char *end = text.at;
	gboolean soft = FALSE, goes_on = FALSE;
	guint depth, first = 0;

	evidence->marks = G_MAXUINT;
	while (next_piece(&rest, &line, &soft)) {
		struct slice bare = quote_strip(line, &depth);

		if (end == text.at)
			first = depth;
		else if (depth != first && !goes_on)
			break;
		if (goes_on)
			evidence->marks = MIN(evidence->marks, depth);
		weigh(evidence, bare);
		goes_on = soft;
		end = rest.at;
	}
	return end;
}

static gboolean speaks_for_itself(const struct evidence *evidence)
{
	return !evidence->refuted && evidence->escapes >= EVIDENCE_MIN;
}

/* Whether no stretch contradicts the others; then a single escape is one, too. */
static gboolean is_all_printable(struct slice text)
{
	struct evidence all = {0};

	while (text.len) {
		const char *end = find_run(text, &all);

		text = slice_between(end, text.at + text.len);
	}
	return speaks_for_itself(&all);
}

static void write_run(struct walk *w, struct slice run, gboolean printable, guint marks)
{
	while (run.len)
		write_line(w, printable, marks, &run);
}

/*
 * What a text may need, by bytes that are rare in others: looking for their words one by
 * one would cost a third of all parsing.
 */
static gboolean may_be_printable(struct slice text)
{
	const char *end = text.at + text.len, *at = text.at;

	while ((at = memchr(at, '=', (gsize)(end - at)))) {
		struct slice rest = slice_between(at, end);
		gboolean soft = slice_starts(rest, "=\n") && at > text.at && at[-1] != '=';

		if (soft || slice_starts(rest, "=20\n") || slice_starts(rest, "=3D") ||
			slice_starts(rest, "=C2=") || slice_starts(rest, "=B1"))
			return TRUE;
		at++;
	}
	return FALSE;
}

static gboolean may_have_entities(struct slice text)
{
	const char *end = text.at + text.len, *at = text.at;

	while ((at = memchr(at, '&', (gsize)(end - at)))) {
		struct slice rest = slice_between(at, end);

		if (slice_starts(rest, "&gt;") || slice_starts(rest, "&quot;"))
			return TRUE;
		at++;
	}
	return FALSE;
}

static gboolean has_no_breaks(struct slice text)
{
	const char *end = text.at + text.len, *at = text.at;

	while ((at = memchr(at, NO_BREAK[1], (gsize)(end - at)))) {
		if (at > text.at && at[-1] == NO_BREAK[0])
			return TRUE;
		at++;
	}
	return FALSE;
}

/* Whether any stretch is encoded, without writing one. */
static gboolean is_any_printable(struct slice text)
{
	while (text.len) {
		struct evidence evidence = {0};
		const char *end = find_run(text, &evidence);

		if (speaks_for_itself(&evidence))
			return TRUE;
		text = slice_between(end, text.at + text.len);
	}
	return FALSE;
}

GString *undecoded_repair(struct slice text, struct mail_part *part)
{
	struct walk w = {.entities = text.len && may_have_entities(text) && has_entities(text)};
	gboolean ended = slice_ends(text, "\n");
	gboolean printable = text.len && may_be_printable(text);
	gboolean all = printable && is_all_printable(text);

	if (!all && !w.entities && !(text.len && has_no_breaks(text)) &&
		!(printable && is_any_printable(text)))
		return NULL;
	w.out = g_string_sized_new(text.len);
	w.mended = g_array_new(FALSE, FALSE, sizeof(struct mended_line));
	while (text.len) {
		struct evidence evidence = {0};
		const char *end = find_run(text, &evidence);

		write_run(&w, slice_between(text.at, end), all || speaks_for_itself(&evidence),
			evidence.marks);
		text = slice_between(end, text.at + text.len);
	}
	if (!ended && w.out->len)
		g_string_truncate(w.out, w.out->len - 1);
	if (!w.repairs) {
		g_array_unref(w.mended);
		g_string_free(w.out, TRUE);
		return NULL;
	}
	part->mended = w.mended;
	return w.out;
}
