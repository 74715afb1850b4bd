/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/mbox.h"

#include "ingest/ingest.h"
#include "ingest/recognise.h"
#include "ingest/separator.h"

#define WINDOW_SIZE (256 << 10)
#define READ_MIN (128 << 10)                    /* do not read less at a time */
#define WINDOW_MAX (INGEST_MAIL_MAX + READ_MIN) /* holds a message and what is read beyond it */
#define BELOW_MIN 128                           /* bytes of the line below a separator */

struct mbox {
	struct stream *stream;
	gboolean whole;
	gboolean over; /* the stream is */

	char *window;
	gsize room, end; /* its size, its bytes */
	guint64 base;    /* where in the stream it begins */

	/* The document at hand. */
	gboolean begun;
	gsize start;           /* of what is in the window of it */
	gsize lead;            /* bytes of its separator */
	gsize scan;            /* no separator before that */
	guint64 offset;        /* its own, in the stream */
	gboolean skipped;      /* too large: its head is gone */
	gboolean patches;      /* patch heads part it */
	enum separator judged; /* the line looked at last */
	gboolean escaped;      /* ">From " stands in it */
	guint refused;

	guint64 separators;
	char begins[MBOX_BEGINS_MAX]; /* of a message whose text was changed in place */
};

struct mbox *mbox_new(struct stream *stream, gboolean whole)
{
	struct mbox *m = g_new0(struct mbox, 1);

	m->stream = stream;
	m->whole = whole;
	m->room = WINDOW_SIZE;
	m->window = g_malloc(m->room);
	return m;
}

struct mbox *mbox_new_at(struct stream *stream, guint64 offset)
{
	struct mbox *m = mbox_new(stream, FALSE);

	m->base = offset;
	return m;
}

void mbox_free(struct mbox *m)
{
	if (!m)
		return;
	g_free(m->window);
	g_free(m);
}

guint64 mbox_separators(const struct mbox *m)
{
	return m->separators;
}

/* ---- the window ---------------------------------------------------------------- */

static void resize(struct mbox *m, gsize room)
{
	m->window = g_realloc(m->window, room);
	m->room = room;
}

/* Bytes before the document at hand are done with. */
static void move_to_front(struct mbox *m)
{
	memmove(m->window, m->window + m->start, m->end - m->start);
	m->base += m->start;
	m->scan -= m->start;
	m->end -= m->start;
	m->start = 0;
	if (m->room > WINDOW_SIZE && m->end < WINDOW_SIZE - READ_MIN)
		resize(m, WINDOW_SIZE); /* after a large message */
}

/* Gives up the head of a document that is too large; its end is still looked for. */
static void skip_head(struct mbox *m)
{
	m->skipped = TRUE;
	m->start = m->scan;
	m->lead = 0;
	move_to_front(m);
}

static void fill(struct mbox *m)
{
	if (m->start && m->room - m->end < m->room / 2)
		move_to_front(m);
	if (m->end - m->start > INGEST_MAIL_MAX)
		skip_head(m);
	if (m->room - m->end < READ_MIN)
		resize(m, MIN(2 * m->room, WINDOW_MAX));

	gsize n = stream_read(m->stream, m->window + m->end, m->room - m->end);
	m->over = !n;
	m->end += n;
}

struct slice mbox_head(struct mbox *m)
{
	while (!m->over && m->end < RECOGNISE_BYTES)
		fill(m);
	return (struct slice){m->window, m->end};
}

/* The line that begins there; FALSE: more bytes are needed to know it so far. */
static gboolean line_at(const struct mbox *m, gsize at, gsize enough, struct slice *ret_line)
{
	struct slice rest = {m->window + at, m->end - at};
	const char *lf = memchr(rest.at, '\n', rest.len);

	*ret_line = lf ? slice_between(rest.at, lf) : rest;
	return lf || m->over || rest.len > enough;
}

/* ---- separators ------------------------------------------------------------------ */

enum verdict_on_line { NEEDS_MORE, SEPARATES, IS_TEXT };

/* Whether the line at `at` parts documents; *ret_line: it, without its end. */
static enum verdict_on_line judge(
	struct mbox *m, gsize at, gboolean patches, struct slice *ret_line)
{
	struct slice below = SLICE_LIT("");

	if (!line_at(m, at, SEPARATOR_MAX, ret_line))
		return NEEDS_MORE;
	gsize next = at + ret_line->len + 1;
	if (next < m->end) {
		if (!line_at(m, next, BELOW_MIN, &below))
			return NEEDS_MORE;
	} else if (!m->over) {
		return NEEDS_MORE;
	}

	m->judged = separator_judge(*ret_line, below);
	return m->judged == SEPARATOR_MAIL || (m->judged == SEPARATOR_PATCH && patches) ? SEPARATES
											: IS_TEXT;
}

/* The next "From " that begins a line, from `scan` on; m->end: none.  Minds ">From ". */
static gsize find_from(struct mbox *m)
{
	struct slice rest = {m->window + m->scan, m->end - m->scan};

	for (const char *found; (found = slice_find(rest, "From "));) {
		gsize at = (gsize)(found - m->window);
		char before = at > m->start ? m->window[at - 1] : '\0';

		if (before == '\n')
			return at;
		m->escaped |= before == '>';
		rest = slice_skip(rest, (gsize)(found + 1 - rest.at));
	}
	return m->end;
}

/* The end of the document at hand, or a line refused on the way to it. */
static enum verdict_on_line find_end(struct mbox *m, gsize *ret_at, struct slice *ret_line)
{
	*ret_at = m->whole ? m->end : find_from(m);
	if (*ret_at < m->end) {
		enum verdict_on_line verdict = judge(m, *ret_at, m->patches, ret_line);
		m->scan = verdict == IS_TEXT ? *ret_at + 1 : *ret_at - 1;
		return verdict;
	}
	if (m->over)
		return SEPARATES;
	if (m->end - m->scan > strlen("\nFrom")) /* it may have begun */
		m->scan = m->end - strlen("\nFrom");
	return NEEDS_MORE;
}

/* ---- documents -------------------------------------------------------------------- */

/* A document starts at `start`; with the separator line, if one stands there. */
static void begin(struct mbox *m, struct slice separator, gboolean is_separator)
{
	m->begun = TRUE;
	m->offset = m->base + m->start;
	m->skipped = m->escaped = FALSE;
	m->refused = 0;
	m->lead = is_separator ? MIN(separator.len + 1, m->end - m->start) : 0;
	m->scan = m->start + (m->lead ? m->lead - 1 : 0);
	m->separators += is_separator;
}

/* A patch file's own heads part it, and so they do where the first line is damaged. */
static void set_patches(struct mbox *m, gboolean is_separator)
{
	m->patches = !is_separator || m->judged == SEPARATOR_PATCH;
}

static gboolean is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* FALSE: there is nothing. */
static gboolean begin_first(struct mbox *m)
{
	struct slice line = SLICE_LIT("");
	enum verdict_on_line verdict = IS_TEXT;

	mbox_head(m);
	while (m->start < m->end && !m->whole && is_line_end(m->window[m->start]))
		m->start++;
	m->scan = m->start;
	if (m->start == m->end && m->over)
		return FALSE;
	if (!m->whole)
		while ((verdict = judge(m, m->start, TRUE, &line)) == NEEDS_MORE)
			fill(m);
	begin(m, line, verdict == SEPARATES);
	set_patches(m, verdict == SEPARATES);
	return TRUE;
}

/* One blank line before the next separator is the mailbox's. */
static struct slice without_blank(struct slice mail)
{
	if (slice_ends(mail, "\r\n\r\n"))
		mail.len -= 2;
	else if (slice_ends(mail, "\n\n"))
		mail.len -= 1;
	return mail;
}

/* ">From " at `at`, however many '>'. */
static gboolean is_escaped(const char *at, const char *end)
{
	const char *text = at;

	while (text < end && *text == '>')
		text++;
	return text > at && end - text >= 5 && !memcmp(text, "From ", 5);
}

/* Takes one '>' off each escaped line, in place. */
static struct slice unescape(struct slice mail)
{
	char *to = (char *)mail.at;
	const char *end = mail.at + mail.len;

	for (const char *at = mail.at; at < end;) {
		const char *lf = memchr(at, '\n', (gsize)(end - at));
		const char *next = lf ? lf + 1 : end;

		if (is_escaped(at, end))
			at++;
		memmove(to, at, (gsize)(next - at));
		to += next - at;
		at = next;
	}
	return slice_between(mail.at, to);
}

static gboolean is_mboxrd(struct slice separator)
{
	return slice_starts(separator, "From mboxrd@z ");
}

/* The lead of a file that does not begin with a separator: a message, or its own kind. */
static void settle_lead(struct mbox_item *item)
{
	struct slice rest = item->bytes, line, below = SLICE_LIT("");

	slice_next_line(&rest, &line);
	if (separator_is_field(line))
		return;
	struct slice behind = rest;
	slice_next_line(&rest, &below);
	if (separator_is_ruin(line) && separator_is_field(below))
		item->bytes = behind; /* a separator whose "From " is damaged */
	else
		item->kind = MBOX_LEAD;
}

/* Before the text is changed in place, where it will be. */
static struct slice beginning(struct mbox *m, struct slice all)
{
	struct slice begins = {all.at, MIN(all.len, sizeof m->begins)};

	if (is_mboxrd(all))
		begins.at = memcpy(m->begins, all.at, begins.len);
	return begins;
}

/* The document at hand ends at `at`. */
static void deliver(struct mbox *m, gsize at, struct mbox_item *item)
{
	struct slice all = {m->window + m->start, at - m->start};

	*item = (struct mbox_item){
		MBOX_MAIL, slice_skip(all, m->lead), m->offset, m->base + at - m->offset};
	if (m->skipped || item->bytes.len > INGEST_MAIL_MAX) {
		item->kind = MBOX_TOO_LARGE;
		item->bytes = SLICE_NULL;
	} else if (m->lead) {
		item->begins = beginning(m, all);
		item->bytes = without_blank(item->bytes);
		if (m->escaped && is_mboxrd(all))
			item->bytes = unescape(item->bytes);
	} else if (!m->whole) {
		settle_lead(item);
		if (at < m->end)
			item->bytes = without_blank(item->bytes);
	}
}

gboolean mbox_next(struct mbox *m, struct mbox_item *ret_item)
{
	struct slice line;
	gsize at;

	*ret_item = (struct mbox_item){MBOX_END, SLICE_NULL, m->base + m->end, 0};
	if (!m->begun && !begin_first(m))
		return FALSE;
	while (m->start < m->end || !m->over) {
		enum verdict_on_line verdict = find_end(m, &at, &line);

		if (verdict == NEEDS_MORE) {
			fill(m);
		} else if (verdict == IS_TEXT) {
			if (m->refused++ >= MBOX_REFUSED_MAX)
				continue;
			*ret_item = (struct mbox_item){MBOX_REFUSED, line, m->base + at, line.len};
			return TRUE;
		} else if (m->refused > MBOX_REFUSED_MAX) {
			*ret_item = (struct mbox_item){
				MBOX_UNTOLD, SLICE_NULL, m->offset, m->refused - MBOX_REFUSED_MAX};
			m->refused = 0;
			return TRUE;
		} else {
			deliver(m, at, ret_item);
			m->start = at;
			if (at < m->end) {
				begin(m, line, TRUE);
				set_patches(m, TRUE);
			}
			return TRUE;
		}
	}
	return FALSE;
}
