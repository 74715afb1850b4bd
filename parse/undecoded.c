/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/undecoded.h"

#include "parse/line.h"
#include "parse/mend.h"
#include "parse/quote.h"
#include "parse/records.h"

/* One alone may be an example, or chance. */
#define EVIDENCE_MIN 2

/* ---- entities -------------------------------------------------------------------- */

/* "&gt; &gt; text", or a title in "(&quot;"; also below marks of quotation. */
static gboolean is_escaped(struct slice line)
{
	guint depth;

	line = blank_trim(quote_strip(line, &depth));
	return slice_starts(line, "&gt;") || slice_find(line, "(&quot;");
}

static gboolean has_entities(struct slice text)
{
	struct slice line;
	guint n = 0;

	if (!slice_find(text, "&gt;") && !slice_find(text, "&quot;"))
		return FALSE;
	while (n < EVIDENCE_MIN && slice_next_line(&text, &line))
		n += is_escaped(line);
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

/* The "=" at a line's end, blanks behind it or not. */
static gboolean ends_soft(struct slice line)
{
	line = blank_trim(line);
	return line.len && line.at[line.len - 1] == '=';
}

struct evidence {
	guint escapes; /* that mean nothing else, and soft breaks */
	gboolean refuted;
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
	for (gsize i = 0; i < line.len; i++) {
		struct slice at = slice_skip(line, i);

		if (*at.at != '=')
			continue;
		if (is_escape(at)) {
			weigh_escape(e, at);
			i += 2;
		} else if (at.len > 1) {
			e->refuted = TRUE;
		} else {
			e->escapes += length >= MEND_SOFT_LENGTH_MIN;
		}
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

/* A line with all that it goes on in; *rest begins behind it. */
static void write_line(struct walk *w, struct slice line, gboolean printable, struct slice *rest,
	const char *run_end)
{
	g_autoptr(GString) bytes = g_string_new(NULL), whole = g_string_new(NULL);
	gboolean soft = printable && ends_soft(line) && rest->at < run_end;
	guint repairs = printable ? decode_line(line, soft, bytes) : 0;
	guint depth;

	while (soft && slice_next_line(rest, &line)) {
		line = quote_strip(line, &depth);
		soft = ends_soft(line) && rest->at < run_end;
		decode_line(line, soft, bytes);
	}
	if (printable)
		append_valid(whole, bytes);
	else
		g_string_append_len(whole, line.at, (gssize)line.len);
	if (w->entities)
		repairs |= mend_entities((struct slice){whole->str, whole->len}, w->out);
	else
		g_string_append_len(w->out, whole->str, (gssize)whole->len);
	g_string_append_c(w->out, '\n');
	end_line(w, repairs);
}

/* The end of the stretch of lines of one depth; *ret_printable: whether all is encoded. */
static const char *find_run(struct slice text, gboolean *ret_printable)
{
	struct evidence evidence = {0};
	struct slice rest = text, line;
	const char *end = text.at;
	guint depth, first = 0;

	while (slice_next_line(&rest, &line)) {
		struct slice bare = quote_strip(line, &depth);

		if (end == text.at)
			first = depth;
		else if (depth != first)
			break;
		weigh(&evidence, bare);
		end = rest.at;
	}
	*ret_printable = !evidence.refuted && evidence.escapes >= EVIDENCE_MIN;
	return end;
}

static void write_run(struct walk *w, struct slice run, gboolean printable)
{
	const char *end = run.at + run.len;
	struct slice line;

	while (slice_next_line(&run, &line))
		write_line(w, line, printable, &run, end);
}

static gboolean may_be_printable(struct slice text)
{
	return slice_find(text, "=\n") || slice_find(text, "=20\n") || slice_find(text, "=3D") ||
	       slice_find(text, "=C2=") || slice_find(text, "=B1");
}

GString *undecoded_repair(struct slice text, struct mail_part *part)
{
	struct walk w = {.entities = has_entities(text)};
	gboolean ended = slice_ends(text, "\n");

	if (!w.entities && !may_be_printable(text))
		return NULL;
	w.out = g_string_sized_new(text.len);
	w.mended = g_array_new(FALSE, FALSE, sizeof(struct mended_line));
	while (text.len) {
		gboolean printable;
		const char *end = find_run(text, &printable);

		write_run(&w, slice_between(text.at, end), printable);
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
